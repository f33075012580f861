"""Reading tiles with numbers in four colours from pictures."""

from vision.tiles.reader import read

__all__ = ["read"]
