"""The searches for tracks, held to brute force and to each other."""
