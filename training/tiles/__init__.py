"""Training pictures of tiles with numbers."""
