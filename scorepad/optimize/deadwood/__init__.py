"""The best arrangement of a hand of which cards may be left over, in sets and runs (B7, F3)."""

from scorepad.optimize.deadwood.best_deadwood import search_deadwood

__all__ = ["search_deadwood"]
