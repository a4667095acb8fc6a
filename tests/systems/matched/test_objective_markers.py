"""Six markers, placed alternately: ``MP-29``; the ground under markers: ``MP-36``."""

from __future__ import annotations

import pytest

from game.cores.kit.game_rules import GameRules
from game.cores.kit.modules import Module
from game.geometry.points import Disc, Point
from game.play.decisions import IllegalAnswer
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game
from game.play.moves.placement_regions import Clearance
from game.play.phases import Phase, When
from game.play.session import Session
from game.systems.matched.rules.objective_markers import on_ground, placing_six
from game.table.board import Board, TerrainKind, terrain
from game.table.events import Ended
from game.table.records import Side
from game.table.state import Table

WARDENS, BROOD = Side("wardens"), Side("brood")
SIX: list[list[float]] = [[10, 10], [30, 10], [50, 10], [10, 30], [30, 30], [50, 30]]


def session(
    dice: tuple[int, ...] = (2, 5), width: float = 72.0, height: float = 48.0
) -> Session:
    phases = (Phase("markers", clause="MP-29", todo=placing_six, when=When.SETUP),)
    rules = GameRules(Module("six", phases=(*phases, _end())))
    table = Table(Board(width=width, height=height))
    return Session(rules, table, ScriptedDice(dice))


def _end() -> Phase:
    async def over(game: Game) -> None:
        game.do(Ended("MP-29", None, "the markers lie"))

    return Phase("end", clause="MP-29", todo=lambda _: over, when=When.SETUP)


@pytest.mark.rule("MP-29")
def test_the_winner_puts_down_the_first_marker_then_they_take_turns() -> None:
    game = session()
    sides = list[Side]()

    for at in SIX:
        assert game.pending
        sides.append(game.pending.by)
        game.answer(at)

    assert sides == [BROOD, WARDENS] * 3
    assert [m.number for m in game.table.markers.values()] == [1, 2, 3, 4, 5, 6]
    assert [[m.at.x, m.at.y] for m in game.table.markers.values()] == SIX
    assert game.table.queue == ()


@pytest.mark.rule("MP-29")
@pytest.mark.parametrize(
    ("at", "legal"),
    [
        ([22.001, 10.0], True),
        ([22.0, 10.0], False),
        ([30.0, 6.001], True),
        ([30.0, 6.0], False),
        ([65.999, 41.999], True),
        ([66.0, 41.999], False),
        ([65.999, 42.0], False),
    ],
)
def test_markers_lie_more_than_12_inches_apart_and_6_from_the_edges(
    at: list[float],
    legal: bool,  # noqa: FBT001  a case of the table
) -> None:
    game = session()
    game.answer([10, 10])

    if legal:
        game.answer(at)
        assert len(game.table.markers) == 2
    else:
        with pytest.raises(IllegalAnswer, match=r'12"|6"') as refused:
            game.answer(at)
        assert refused.value.clause == "MP-29"
        game.answer(refused.value.fix)


@pytest.mark.slow
@pytest.mark.rule("MP-29")
def test_on_a_small_table_markers_lie_as_far_apart_as_there_is_room_for() -> None:
    game = session(width=24.0, height=24.0)

    while game.pending:
        game.answer(next(game.pending.samples(game.table, 1)))

    spots = [m.at for m in game.table.markers.values()]
    assert len(set(spots)) == 6
    assert all(0 <= x <= 24 and 0 <= y <= 24 for x, y in spots)


def test_a_region_without_room_near_the_edges_is_relaxed_no_more_than_it_must() -> None:
    strip = (Point(0, 22.5), Point(36, 22.5), Point(36, 30), Point(0, 30))

    room = Clearance(
        36, height=30, outline=strip, edge=8.0, others=(Point(18, 15),), apart=12.0
    ).relaxed()

    # 7.5 of the 8 inches are possible: 93 hundredths are the most that leave room.
    assert room.edge == pytest.approx(7.44)
    assert room.apart == 12.0


def test_a_region_shows_what_its_edges_and_the_other_markers_leave() -> None:
    whole = (Point(0, 0), Point(72, 0), Point(72, 48), Point(0, 48))

    bounds = Clearance(
        72, height=48, outline=whole, edge=6.0, others=(Point(36, 24),), apart=12.0
    ).bounds

    assert set(bounds.outline) == {Point(6, 6), Point(66, 6), Point(66, 42), Point(6, 42)}
    assert bounds.kept_off == (Disc(Point(36, 24), 12.0),)


@pytest.mark.rule("MP-36")
def test_a_marker_moves_off_impassable_ground_to_the_nearest_rim() -> None:
    block = terrain(
        "block", TerrainKind.BLOCK, (Point(0, 0), Point(10, 0), Point(10, 4), Point(0, 4))
    )
    board = Board(terrain=(block,))

    assert on_ground(board, Point(6, 3)) == Point(6, 4)
    assert on_ground(board, Point(6, 4.5)) == Point(6, 4.5)


@pytest.mark.rule("MP-36")
def test_a_marker_does_not_move_onto_other_impassable_ground() -> None:
    blocks = (
        terrain(
            "a", TerrainKind.BLOCK, (Point(10, 10), Point(20, 10), Point(20, 14), Point(10, 14))
        ),
        terrain(
            "b", TerrainKind.BLOCK, (Point(9, 13), Point(21, 13), Point(21, 30), Point(9, 30))
        ),
    )
    board = Board(terrain=blocks)

    # The rim below is covered by the second block; the top one is 3.5 inches away.
    assert on_ground(board, Point(15, 13.5)) == Point(15, 10)
