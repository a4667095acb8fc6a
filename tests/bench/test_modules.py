"""Cost of hooks that could change the numbers of a battle (``MP-07`` to ``MP-22``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import process_time
from typing import Any

from game.bots.match import SeatAssignment, play
from game.bots.registry import policy
from game.bots.simple_bots import RandomBot
from game.cores.kit.game_rules import GameRules
from game.play.dice_sequences import SeededDice
from game.play.session import Session
from game.rules.battles import prepare
from game.rules.catalog import rules_of
from game.systems.matched.rules.mysterious_objectives import (
    PAGE,
    IdentifiedMarker,
    Mystery,
    MysteryState,
)
from game.table.state import Table

MISSION = "vital_intelligence"
MODULES: Mapping[str, Mapping[str, Any]] = {
    "twist": {"twist": 1},
    "mysteries": {"mysteries": True},
    "peril": {"peril": True},
    "all": {"twist": 1, "mysteries": True, "peril": True},
}
"""Options of each module; twists left to the dice have all their hooks, none in force."""
SEEDS = range(3, 5)
RUNS = 3
MOST = 1.1
NOISE = 1.05


def armies_among_markers() -> Table:
    """Return armies that face each other, without psykers, among neutral markers.

    So neither mysteries nor peril take a die, and a battle is the same with and without them.
    """
    session, bot = prepare(MISSION, seed=1).session(), RandomBot()
    while not session.table.clock.side:
        session.answer(bot.answer(session))
    table = session.table
    known = tuple(IdentifiedMarker(marker, Mystery.NOTHING) for marker in table.markers)
    table.notes[PAGE.name] = MysteryState(known, looked=True)
    for model in list(table.models.values()):
        kept = tuple(word for word in model.profile.keywords if word != "PSYKER")
        plain = replace(model.profile, keywords=kept)
        table.models[model.id] = replace(model, profile=plain)
    return table


def seconds(rules: GameRules, table: Table, seed: int) -> float:
    """Return the seconds per decision in a battle of random bots."""
    began = process_time()
    session = Session(rules, table.fork(), SeededDice(seed))
    found = play(session, SeatAssignment({side: policy("random") for side in table.sides}))
    return (process_time() - began) / found.decisions


def ratios(table: Table, seed: int) -> dict[str, float]:
    """Return the relative time of a decision with each module, by the quickest runs."""
    rules = [rules_of("matched", MISSION, options=raw) for raw in ({}, *MODULES.values())]
    runs = [[seconds(one, table, seed) for one in rules] for _ in range(RUNS)]
    plain, *others = map(min, zip(*runs, strict=True))
    return {name: more / plain for name, more in zip(MODULES, others, strict=True)}


def test_a_module_costs_a_tenth_at_most() -> None:
    """The same battles with each module and without any."""
    table = armies_among_markers()
    found = [ratios(table, seed) for seed in SEEDS]
    best = {name: min(one[name] for one in found) for name in MODULES}

    for name, ratio in best.items():
        print(f"{name}: a decision takes {ratio:.3f} times as long")
    assert {name: ratio for name, ratio in best.items() if ratio > MOST * NOISE} == {}
