"""The search for worked examples of house rules among small cases, which are judged as players are.

A house rule is shown by the case that its values judge most differently.
"""
