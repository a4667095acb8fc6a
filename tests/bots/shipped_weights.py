"""The weights of the shipped steady bot."""

from __future__ import annotations

from game.bots.steady.personalities import load_personality

STEADY = load_personality("steady").weights
CAGE, CLASSIC, PURSUIT = STEADY.cage, STEADY.classic, STEADY.pursuit
MODERN, ZERO_G = STEADY.modern, STEADY.zero_g
