"""The weights of the shipped steady bot."""

from __future__ import annotations

from game.bots.personalities import load_personality

STEADY = load_personality("steady").weights
CAGE, CLASSIC, ZERO_G = STEADY.cage, STEADY.classic, STEADY.zero_g
