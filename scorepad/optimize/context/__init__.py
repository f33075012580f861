"""The search where melds of a player lie on the table already, or cards may be left in hand (H8-H10, L1-L6).

All melds that the cards allow are listed once and chosen from.
"""
