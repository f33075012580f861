"""The best melds where melds interlock (I1-I8), proven."""
