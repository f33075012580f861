"""The search that parts a hand into melds, every card in one (H2)."""
