"""Registry of the words of all systems, which are loaded together.

A list of saves names phases of systems that nobody plays, and a sandbox lies over several.
"""

from game.rules.cage import words as cage
from game.rules.classic import words as classic
from game.rules.flood import words as flood
from game.rules.matched import words as matched
from game.rules.modern import words as modern
from game.rules.pursuit import words as pursuit
from game.rules.zero_g import words as zero_g

WORDS = (cage, classic, flood, matched, modern, pursuit, zero_g)
"""Modules that add the words of their systems when they are imported."""
