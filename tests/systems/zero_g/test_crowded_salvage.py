"""Crowded random games of salvage, with containers among the models: no overlaps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.bots.luck import BotRandom
from game.bots.simple_bots import RandomBot
from game.geometry.points import Disc, Point, gap
from game.geometry.polygons import off_segment
from game.play.dice_sequences import SeededDice
from game.play.session import Session
from game.rules.catalog import rules_of
from game.table.board import Zone
from game.table.events import PieceHeld, Scored
from game.table.records import Where
from game.table.state import CONTAINER, Piece, PieceKind, Table
from tests.systems.zero_g.test_crowded_games import (
    HIGH,
    ROOM,
    ROUNDS,
    SLIPPED,
    WIDE,
    two_close_teams,
    wrong,
)
from tests.systems.zero_g.zero_g_tables import BROOD, WARDENS, wall

SEEDS = range(8)
CRATES = 6
BOARD = replace(
    ROOM,
    zones=(
        Zone("north", wall((0, 0), (WIDE, 0), (WIDE, 3), (0, 3))),
        Zone("south", wall((0, HIGH - 3), (WIDE, HIGH - 3), (WIDE, HIGH), (0, HIGH))),
    ),
)
NEAR = 2 * SLIPPED
"""Tolerance in inches for containers: the places of both bases are rounded."""


def among_crates(seed: int) -> Table:
    """Return the crowd with a container in each place that has room for one."""
    table, luck = two_close_teams(seed), BotRandom(seed + 1000)
    table.board, table.zones = BOARD, {WARDENS: "south", BROOD: "north"}
    while len(table.pieces) < CRATES:
        at = Point(0.5 + luck.below(250) / 10, 0.5 + luck.below(190) / 10)
        id_, heading = f"crate-{len(table.pieces)}", luck.below(3600) / 10
        crate = Piece(
            id_, kind=PieceKind.CONTAINER, at=at, radius=CONTAINER, arrows=1, heading=heading
        )
        if not [*_upon(table, crate.id, crate.disc)]:
            table.pieces[id_] = crate
    return table


def _upon(table: Table, id_: str, disc: Disc) -> Iterator[str]:
    """Yield each overlap of a free container, and whether it is off the table."""
    for model in table.standing():
        if gap(disc, model.disc) < -NEAR:
            yield f"{id_} is in {model.id} at {disc.at}"
    for piece in table.pieces.values():
        if piece.id != id_ and piece.holder is None and gap(disc, piece.disc) < -NEAR:
            yield f"{id_} is in {piece.id} at {disc.at}"
    if any(off_segment(disc.at, side) < disc.radius - NEAR for side in BOARD.walls.segments):
        yield f"{id_} is in a wall at {disc.at}"
    if not (0.0 <= disc.at.x <= WIDE and 0.0 <= disc.at.y <= HIGH):
        yield f"{id_} is off the table at {disc.at}"


def misplaced_pieces(table: Table) -> Iterator[str]:
    for piece in table.pieces.values():
        if piece.holder is None:
            yield from _upon(table, piece.id, piece.disc)
        elif table.models[piece.holder].where is not Where.TABLE:
            yield f"{piece.id} is held by {piece.holder}, who is gone"


@pytest.mark.rule("MI-05", "ZG-13")
@pytest.mark.parametrize("billiards", [False, True])
def test_containers_are_in_nothing_and_nobody_gone_holds_one(billiards: bool) -> None:  # noqa: FBT001
    rules = rules_of("zero_g", "salvage", (), {"billiards": billiards})
    held = home = 0
    for seed in SEEDS:
        opening = among_crates(seed)
        session, bot = Session(rules, opening, SeededDice(seed)), RandomBot()
        while session.pending and session.table.clock.round <= ROUNDS:
            session.answer(bot.answer(session))
            found = [*wrong(session.table), *misplaced_pieces(session.table)]
            assert not found, (seed, session.table.clock)
        story = session.game.story
        held += sum(isinstance(event, PieceHeld) for event in story)
        home += sum(isinstance(event, Scored) for event in story)
    assert held
    assert home or billiards


@pytest.mark.rule("MI-05")
def test_two_containers_in_one_place_would_be_found() -> None:
    """The check itself works: it finds two containers in one place."""
    table = among_crates(0)
    one, other, *_ = table.pieces.values()
    assert not [*misplaced_pieces(table)]

    table.pieces[other.id] = replace(other, at=one.at)
    assert len([*misplaced_pieces(table)]) == 2
