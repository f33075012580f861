"""Service: worked examples of house rules, computed by the judge, and presets of house rules."""
