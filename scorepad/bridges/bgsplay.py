"""What plays of BG Stats are bounded and known by, on their way out and in."""

LONGEST_PLAY = 24 * 60  # minutes; what took longer was left lying
OF_PLAY = "bgsplay-"
"""What the operation begins with that opened a table which was a play; its uuid follows."""
