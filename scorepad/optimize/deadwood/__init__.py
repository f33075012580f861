"""The best arrangement of a hand that may leave cards over, in sets and runs (B7, F3)."""
