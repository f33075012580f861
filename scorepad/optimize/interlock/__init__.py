"""The best melds where melds interlock (I1-I8), proven."""

from scorepad.optimize.interlock.in_turns import best as best_in_turns
from scorepad.optimize.interlock.search import best

__all__ = ["best", "best_in_turns"]
