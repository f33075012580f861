"""Bounds and identifiers of plays of BG Stats, shared by reader and writer."""

LONGEST_PLAY = 24 * 60  # minutes; what took longer was left lying
OF_PLAY = "bgsplay-"
"""What the operation begins with that opened a table which was a play; its uuid follows."""
