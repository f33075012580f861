"""Service: worked examples of house rules, judged and never typed in, and house rules under a name."""
