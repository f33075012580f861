"""The search for melds along tracks: all that the cards allow are listed once and chosen from (H1-H10, L1).

It answers on going out, beside own melds on the table, and where cards may be left in hand.
"""
