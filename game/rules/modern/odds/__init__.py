"""Exact odds of the modern core; attacks, charges, powers and nerve, before a die is rolled.

``attacks``: whole attacks, what is rolled and what it costs; ``harm``: how a unit takes
wounds; ``sums``: what two dice reach; ``powers``: the psychic test; ``nerve``: Morale. These
reckon with plain numbers and read no table.
"""
