"""The search for melds along tracks: it lists all melds that the cards allow and chooses among them (H1-H10,
L1).

It covers going out, own melds on the table, and rules under which cards may be left in hand.
"""
