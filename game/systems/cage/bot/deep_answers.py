"""The steady bot's answers in the cage, by a deeper search."""

from __future__ import annotations

from functools import partial

from game.systems.cage.bot.answers import judge_of as judge_at_depths
from game.systems.cage.bot.search import DEEP

judge_of = partial(judge_at_depths, depths=DEEP)
