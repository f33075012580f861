"""The best melds where melds interlock (I1-I7), proven."""

from scorepad.optimize.interlock.search import best

__all__ = ["best"]
