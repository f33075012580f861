"""Cards, packs, notation, rules and judgement. Standard library only."""
