"""Reading tiles with numbers in four colours from pictures."""

from vision.tiles.tile_reader import TILES_FOLDER, read_tiles

__all__ = ["TILES_FOLDER", "read_tiles"]
