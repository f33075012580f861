"""Service: worked examples of house rules, found among small cases and judged, never typed in.

A house rule is shown by the case that its values judge most differently.
"""
