"""The search where melds of hers lie on the table already, or cards may be left in hand (H8-H10, L1-L6).

All melds that the cards allow are listed once and chosen from.
"""

from scorepad.optimize.context.best_extension import best

__all__ = ["best"]
