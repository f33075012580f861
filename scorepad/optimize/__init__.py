"""The exact search: from what may be melded to what is best, with its proof."""

from scorepad.optimize.answer import Answer
from scorepad.optimize.engines import best

__all__ = ["Answer", "best"]
