"""The best play from a table that may be rebuilt and a rack (K2, K3, K5, G2)."""
