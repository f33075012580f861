"""Proofs that an answer is best, and plain, slow programs that check them without any code of the search."""
