"""The best melds where melds interlock (I1-I8), proven."""

from scorepad.optimize.interlock.best_interlocks import best
from scorepad.optimize.interlock.in_turns import best as best_in_turns

__all__ = ["best", "best_in_turns"]
