"""Random floods over any board, each carry checked: legal places, exact distances.

``python -m tests.tools.fuzz_flood 10000`` plays 10,000 on the sewers of ``maps/`` and on
generated ones, prints each violation, and exits with 1 if there was any.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from game.content.armouries.armoury_library import load_armoury
from game.content.maps.map_library import load_map
from game.geometry.points import ROUNDING, Disc, Point, distance, gap, length, thousandths
from game.geometry.polygons import off_segment
from game.play.dice_sequences import SeededDice
from game.play.game import Game, at_once
from game.play.moves.base_placement import base_under, impassable_under, on_table
from game.rules import SYSTEMS
from game.rules.catalog import rules_of
from game.systems.flood.rules import PAGE, FloodState, water_of
from game.systems.flood.rules.flood_phase import FloodPhase
from game.systems.flood.table.water import Water, origins
from game.table.board import Board
from game.table.events import Event, Moved, Rolled, Struck
from game.table.records import Clock, Model, ModelId, Side, Unit, UnitId
from game.table.state import Table
from tests.tools.faults import report_faults
from tests.tools.random_sewers import random_sewer

ROOT = Path(__file__).parents[2]
MAPS = ("sewer-bend", "sewer-cross", "sewer-canal", "sewer-springs")
EXACT = 0.01
"""Tolerance in inches between a carry and its dice."""
TOUCHES = 0.0125
RULES = rules_of("classic", modules=["flood"])
BOARDS = 12
"""Number of random boards; the floods take turns on them."""


def boards(made_up: int = BOARDS) -> list[Board]:
    """Return the shipped sewers, and some random ones."""
    shipped = [ROOT / "maps" / f"{name}.tmj" for name in MAPS]
    return [*map(load_map, shipped), *map(_made_up, range(made_up))]


@cache
def _made_up(luck: int) -> Board:
    """Return a random board; cached, so that data derived from it is kept, too."""
    return random_sewer(luck)


def random_crowd(board: Board, luck: int, many: int) -> Table:
    """Return a table with models of both sides at chance places, in units of five."""
    rng, kinds = Random(luck), load_armoury("classic").kinds
    table = Table(board, clock=Clock(5, "flood"))
    profiles = [kinds[name] for name in ("warden", "skitterer", "brute")]
    stands = dict[ModelId, Disc]()
    for n in range(many * 40):
        if len(stands) == many:
            break
        kind = profiles[n % 3]
        at = Point(rng.uniform(0.8, board.width - 0.8), rng.uniform(0.8, board.height - 0.8))
        base = Disc(thousandths(at), kind.base)
        if (
            on_table(board, base)
            and impassable_under(board, base) is None
            and base_under(stands, base) is None
        ):
            k = len(stands)
            side, unit = table.sides[k // 5 % 2], UnitId(f"unit-{k // 5}")
            model_id = ModelId(f"{unit}-{k % 5}")
            stands[model_id] = base
            table.models[model_id] = Model(
                model_id,
                unit=unit,
                side=side,
                profile=kind.profile,
                base=base.radius,
                at=base.at,
                wounds=kind.profile.w,
            )
    _muster(table)
    return table


def _muster(table: Table) -> None:
    for unit in dict.fromkeys(m.unit for m in table.models.values()):
        mates = tuple(m.id for m in table.models.values() if m.unit == unit)
        side: Side = table.models[mates[0]].side
        table.units[unit] = Unit(unit, side=side, name=unit, models=mates)


def flooded_crowd(board: Board, luck: int, many: int = 24) -> tuple[Table, Game]:
    """Let the flood reach a crowd; return the table before, and the game after it."""
    before = random_crowd(board, luck, many)
    return before, flood_over(before, luck)


def flood_over(before: Table, luck: int) -> Game:
    """Play a flood over a copy of the table, with all tests and carries; return its game."""
    game = Game(RULES, before.fork(), SeededDice(luck))
    sources = origins(before.board)
    game.do(PAGE.write("FF-01", FloodState(sources[luck % len(sources)].id)))
    coming = FloodPhase(SYSTEMS["classic"].core)
    at_once(coming.may_come(game))
    while game.table.queue:
        at_once(coming.carries_on(game))
    return game


def flood_faults(before: Table, game: Game) -> Iterator[str]:
    """Yield the faults of a flood: illegal places, broken paths, wrong distances."""
    table, water = before.fork(), water_of(game.table)
    twin = Game(game.rules, table, game.dice)
    dice, went = dict[str, int](), dict[str, float]()
    for event in game.story:
        yield from _fault(table, water, event, dice, went)
        twin.do(event)
        if isinstance(event, Moved):
            yield from _astray(table, event.model)


def _fault(
    table: Table, water: Water, event: Event, dice: dict[str, int], went: dict[str, float]
) -> Iterator[str]:
    match event:
        case Rolled(clause="FF-09"):
            dice[event.who] = dice.get(event.who, 0) + event.faces[0]
        case Moved(model=model_id, path=path):
            if path[0] != table.models[model_id].at:
                yield f"{model_id} jumps to {path[0]}"
            went[model_id] = went.get(model_id, 0.0) + length(path)
        case Struck(clause="FF-16", model=model_id):
            thrown, inches = dice.pop(model_id), went.pop(model_id, 0.0)
            if inches > thrown + EXACT:
                yield f'{model_id} goes {inches:.4f}" of {thrown}"'
            elif inches < thrown - EXACT and not _is_stopped(table, water, model_id):
                yield f'{model_id} goes {inches:.4f}" of {thrown}", and nothing stops it'
        case _:
            pass


def _is_stopped(table: Table, water: Water, model_id: ModelId) -> bool:
    """Return whether an obstacle may have stopped a model."""
    base = table.models[model_id].disc
    sides = [*water.banks().walls.segments, *table.board.rim]
    if any(off_segment(base.at, side) <= base.radius + TOUCHES for side in sides):
        return True
    nodes = water.lanes.nodes if water.lanes else ()
    if any(distance(base.at, node) <= TOUCHES for node in nodes):
        return True
    return any(gap(base, m.disc) <= TOUCHES for m in table.standing() if m.id != model_id)


def _astray(table: Table, model_id: ModelId) -> Iterator[str]:
    base = table.models[model_id].disc
    for m in table.standing():
        if m.id != model_id and gap(base, m.disc) < -ROUNDING:
            yield f"{model_id} stands on {m.id}"
    if not on_table(table.board, base):
        yield f"{model_id} is off the table"
    if piece := impassable_under(table.board, base):
        yield f"{model_id} stands on {piece.id}"


def main(many: int) -> int:
    drawn = boards()

    def each() -> Iterator[tuple[str, Iterator[str]]]:
        for luck in range(many):
            board = drawn[luck % len(drawn)]
            yield f"flood {luck} on {board.name}", flood_faults(*flooded_crowd(board, luck))

    return report_faults("floods", each())


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
