"""Proofs that an answer is best, and programs that check them, plain and slow, apart from every search."""
