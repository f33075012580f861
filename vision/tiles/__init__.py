"""Reading tiles with numbers in four colours from pictures."""

from vision.tiles.tile_reader import FOLDER, read

__all__ = ["FOLDER", "read"]
