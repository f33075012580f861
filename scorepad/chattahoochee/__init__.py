"""The searches for tracks with leaps: Chattahoochee and its variants, and leap-rummy.

`searching` answers for all of them: melds that count by themselves are found in `extensions`, and melds that
interlock in `interlock`. The rules themselves are in `core`, and the games in `rulebook`.
"""
