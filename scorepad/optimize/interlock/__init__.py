"""The best melds where melds interlock (I1-I8), proven."""

from scorepad.optimize.interlock.best_interlocks import search_interlocks

__all__ = ["search_interlocks"]
