"""A score pad and referee for rummy-family card games played with real cards."""
