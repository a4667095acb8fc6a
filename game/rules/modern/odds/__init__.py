"""Exact odds of the modern core: attacks, charges, powers and nerve, before a die is rolled.

Plain numbers, that read no table: ``attacks``, what is rolled and what it costs; ``harm``, how
a unit takes wounds; ``sums``, what two dice reach; ``powers``, the psychic test; ``nerve``,
Morale. From the table, by the functions of the rules: ``salvos``, fire and blows;
``charging``; ``manifesting``; ``again``, dice that are rolled again. ``figures`` tells them to
whoever is asked.
"""
