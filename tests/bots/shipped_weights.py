"""The weights of the shipped steady bot."""

from __future__ import annotations

from game.bots.personalities import load_personality

STEADY = load_personality("steady").weights
CAGE, CLASSIC, PURSUIT = STEADY.cage, STEADY.classic, STEADY.pursuit
ZERO_G = STEADY.zero_g
