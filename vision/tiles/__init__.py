"""Reading tiles with numbers in four colours from pictures."""
