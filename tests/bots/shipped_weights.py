"""The weights of the shipped steady bot."""

from __future__ import annotations

from game.bots.personalities import load_personality

STEADY = load_personality("steady").weights
CLASSIC, ZERO_G = STEADY.classic, STEADY.zero_g
