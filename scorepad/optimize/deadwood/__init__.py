"""The best arrangement of a hand of which cards may be left over, in sets and runs (B7, F3)."""
