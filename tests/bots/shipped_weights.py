"""The weights of the shipped steady bot."""

from __future__ import annotations

from game.bots.steady.personalities import load_personality
from game.cores.classic.bot.weights import ClassicWeights
from game.cores.modern.bot.weights import ModernWeights
from game.systems.cage.bot.weights import CageWeights
from game.systems.pursuit.bot.weights import PursuitWeights
from game.systems.zero_g.bot.weights import ZeroGWeights

STEADY = load_personality("steady").weights
CAGE = STEADY.of(CageWeights)
CLASSIC = STEADY.of(ClassicWeights)
MODERN = STEADY.of(ModernWeights)
PURSUIT = STEADY.of(PursuitWeights)
ZERO_G = STEADY.of(ZeroGWeights)
