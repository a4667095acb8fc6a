"""Hundreds of random floods end as an independent reading of the rulebook says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from random import Random

import pytest

from game.content.situations.situation_files import parse_situation
from game.play.dice_sequences import ScriptedDice
from game.play.session import Session
from game.rules.situation_setup import set_up
from game.table.apply import apply
from game.table.events import GroundChanged, Moved, Rolled, Struck
from game.table.records import ModelId, Where
from game.table.state import Table
from tests.systems.flood.referee.flood_referee import Flood, Happening
from tests.systems.flood.referee.flood_shapes import At, off
from tests.systems.flood.referee.flood_tables import (
    FloodTable,
    is_on_a_rim,
    random_table,
    situation_text,
)
from tests.systems.flood.referee.flood_water import SQUARE, middle_of_square

pytestmark = pytest.mark.slow

FLOODS, BATCH = 600, 50
NEAR = 0.01
"""Inches by which places may differ."""
SQUARES = 25
"""Number of squares of each table whose ground is compared."""
ROLLS = {
    "FF-07": "order",
    "FF-08": "footing",
    "FF-09": "carried",
    "FF-11": "branch",
    "FF-14": "bump",
    "CC-12": "wound",
    "MC-16": "wound",
}


class GameFlood:
    """The flood of a table as the game plays it."""

    def __init__(self, case: FloodTable) -> None:
        rules, table = set_up(parse_situation(situation_text(case), "a random flood"))
        self.table = table.fork()
        story = Session(rules, table, ScriptedDice(case.faces)).game.story
        self.log = list[Happening]()
        for event in story:
            apply(self.table, event)
            match event:
                case Rolled(clause=clause) if clause in ROLLS:
                    who = event.target if ROLLS[clause] == "wound" else event.who
                    self.log += [(ROLLS[clause], who, face) for face in event.faces]
                case Struck():
                    self.log.append(("hit", event.model, event.clause, event.strength))
                case Moved():
                    self.log.append(("moved", event.model, (*event.path[-1],)))
                case GroundChanged():
                    self.wet = event.outlines
                    return
                case _:
                    pass

    def is_flooded(self, at: At) -> bool:
        return any(
            outline[0].x <= at[0] <= outline[2].x and outline[0].y <= at[1] <= outline[2].y
            for outline in self.wet
        )


def differences(case: FloodTable) -> Iterator[str]:
    """Yield in what the game and the referee differ."""
    flood = Flood(case.ground, case.models, case.faces, modern=case.modern)
    expected, game = _with_moves_joined(case, flood.play()), GameFlood(case)
    played = _with_moves_joined(case, game.log)
    for n, (wanted, found) in enumerate(zip_longest(expected, played)):
        if not _agree(wanted, found):
            yield f"step {n}: the game has {found}, the referee {wanted}"
            return
    yield from _ends(flood, game.table)
    yield from _ground(case, flood, game)


def _with_moves_joined(case: FloodTable, log: Iterable[Happening]) -> list[Happening]:
    """Return a log with each move as a single record, and none of less than a hair."""
    stands, told = {model.id: model.at for model in case.models}, list[Happening]()
    moving, start = "", (0.0, 0.0)
    for one in log:
        match one:
            case ("moved", str(model), (float(x), float(y))):
                if moving == model:
                    told = told[:-1] if told[-1][:2] == ("moved", model) else told
                else:
                    moving, start = model, stands[model]
                if off(start, (x, y)) > NEAR / 2:
                    told.append(one)
                stands[model] = x, y
            case _:
                moving = ""
                told.append(one)
    return told


def _agree(wanted: Happening | None, found: Happening | None) -> bool:
    if wanted and found and wanted[0] == found[0] == "moved":
        return wanted[1] == found[1] and _off(wanted[2], found[2]) <= NEAR
    return wanted == found


def _off(a: object, b: object) -> float:
    assert isinstance(a, tuple)
    assert isinstance(b, tuple)
    return off(a, b)


def _ends(flood: Flood, table: Table) -> Iterator[str]:
    for model in flood.models:
        found = table.models[ModelId(model.id)]
        if (found.where is not Where.TABLE) != model.gone:
            yield f"{model.id} is {found.where}"
        elif not model.gone and found.wounds != model.wounds:
            yield f"{model.id} has {found.wounds} wounds, not {model.wounds}"
        if off(found.at, model.at) > NEAR:
            yield f"{model.id} is at {found.at}, not {model.at}"


def _ground(case: FloodTable, flood: Flood, game: GameFlood) -> Iterator[str]:
    rng, ground = Random(case.seed), case.ground
    for _ in range(SQUARES):
        square = (
            rng.randrange(int(ground.width / SQUARE)),
            rng.randrange(int(ground.height / SQUARE)),
        )
        if is_on_a_rim(ground, middle_of_square(square)):
            continue
        wet = flood.water.is_flooded(square)
        if wet != game.is_flooded(middle_of_square(square)):
            yield f"the ground at {middle_of_square(square)} is {'flooded' if wet else 'dry'}"


@pytest.mark.parametrize("first", range(0, FLOODS, BATCH))
def test_floods_end_as_the_clauses_say(first: int) -> None:
    assert list(differences_of_tables(range(first, first + BATCH))) == []


def differences_of_tables(seeds: Iterable[int]) -> Iterator[str]:
    for seed in seeds:
        for fault in differences(random_table(seed)):
            yield f"table {seed}: {fault}"
