"""Zones with a sealed part: nobody sets up there unless there is no other room.

The zones are 8" wide and 48" deep. A wall from (0, y) to (9, y) and on to (9, 0) seals the
west zone above *y*; the rest of it is open to the east zone.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.bots.match import seated
from game.content.maps.battle_checks import goals_of, is_usable
from game.content.maps.board_faults import findings_of
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of
from game.editor.deployment_probe import bases_in, fits
from game.geometry.points import Disc, Point
from game.play.session import Session
from game.rules.battles import on_board, prepare, refusals
from game.rules.room_checks import Cramped, set_up, sides_without_room
from game.table.board import Board
from game.table.records import Model, Side
from game.table.state import Table
from tests.tiers import few


def half_sealed(y: float) -> MapFile:
    wall = {"class": "Wall", "polyline": [[0, y], [9, y], [9, 0]]}
    zones = [[0, 0, 8, 48], [40, 0, 8, 48]]
    drawn = [{"class": "DeploymentZone", "rectangle": zone} for zone in zones]
    return map_of(48, 48, [wall, *drawn], "half sealed")


def session_on(board: Board, scenario: str) -> Session:
    battle = prepare(scenario, seed=1)
    return Session(battle.rules(), on_board(battle, board), battle.session().game.dice)


def in_west(table: Table) -> Iterator[Model]:
    """Yield the models of the side in the west zone."""
    west = next(side for side, zone in table.zones.items() if zone == table.board.zones[0].id)
    yield from table.standing(west)


def table_as_deployed(board: Board, scenario: str, bot: str) -> Table:
    session = session_on(board, scenario)
    seats = seated(session.table.sides, [bot, bot])
    while session.pending and not session.table.clock.round:
        session.answer(seats[session.pending.by].answer(session))
    return session.table


@pytest.mark.rule("MI-03")
@pytest.mark.parametrize(
    ("scenario", "bot"),
    [("combat_patrol", "steady"), ("combat_patrol", "random"), ("adrift", "steady")],
)
def test_bots_deploy_where_they_can_leave(scenario: str, bot: str) -> None:
    there = [*in_west(table_as_deployed(to_board(half_sealed(32)), scenario, bot))]
    assert there
    assert all(model.at.y - model.base >= 32 for model in there)


@pytest.mark.parametrize("bot", ["steady", "random"])
def test_the_modern_bots_do_so_in_the_zones_of_the_mission(bot: str) -> None:
    """The corner of 20" x 20" is sealed, whichever zone map is taken."""
    sealed = {"class": "Wall", "polyline": [[0, 20], [20, 20], [20, 0]]}
    table = table_as_deployed(to_board(map_of(72, 48, [sealed], "corner")), "no_mercy", bot)
    assert table.markers or table.zones
    bases = [m for side in table.sides for m in table.standing(side)]
    assert len(bases) > 40
    assert not [m.id for m in bases if m.at.x < 20 and m.at.y < 20]


@pytest.mark.rule("CC-33")
@pytest.mark.parametrize("bot", few(["steady", "random"]))
def test_where_only_the_sealed_part_has_room_they_deploy_in_it(bot: str) -> None:
    """The clause asks for a place within the zone, not for a way out of it."""
    table = table_as_deployed(to_board(half_sealed(47.9)), "combat_patrol", bot)
    there = [*in_west(table)]
    assert len(there) == len([m for m in table.models.values() if m.side == there[0].side])


def test_the_check_says_that_they_could_not_leave() -> None:
    board = to_board(half_sealed(47.9))
    assert [fault.kind for fault in findings_of(board).faults] == ["cramped zone"] * 2
    battle = prepare("combat_patrol", seed=0)
    (fault,) = sides_without_room(battle.rules(board), on_board(battle, board))
    assert 'leaves a base 1" across where no way leads to another zone' in fault.reason
    assert not refusals(battle, to_board(half_sealed(32)))


def test_what_if_sets_up_where_models_can_leave() -> None:
    session = session_on(to_board(half_sealed(32)), "combat_patrol")
    assert set_up(session) is None
    assert all(model.at.y > 32 for model in in_west(session.table))
    assert isinstance(set_up(session_on(to_board(half_sealed(47.9)), "combat_patrol")), Cramped)


def test_what_if_counts_no_bases_in_the_sealed_part() -> None:
    """Bases 1" across stand 7 in a row, 1.05" apart; rows 31 to 44 are at y = 33.05 to 46.7."""
    board = to_board(half_sealed(32))
    west = board.zones[0]
    sides = Side("one"), Side("other")
    assert bases_in(west, Table(board, sides), 0.5) == 7 * 14
    assert not fits(board, west, Disc(Point(4.0, 10.0), 0.5))
    assert fits(board, west, Disc(Point(4.0, 40.0), 0.5))


def test_a_base_too_wide_for_the_way_out_has_none() -> None:
    """A gap of 1.5" lets bases of 1" through, but none of 2"."""
    gap = [[0, 32], [9, 32], [9, 10]], [[9, 8.5], [9, 0]]
    walls = [{"class": "Wall", "polyline": path} for path in gap]
    zones = [{"class": "DeploymentZone", "rectangle": [x, 0, 8, 48]} for x in (0, 40)]
    board = to_board(map_of(48, 48, [*walls, *zones], "gap"))
    goals = goals_of(board, board.zones[0])
    assert is_usable(board, goals, Disc(Point(4.0, 10.0), 0.5))
    assert not is_usable(board, goals, Disc(Point(4.0, 10.0), 1.0))
    assert is_usable(board, goals, Disc(Point(4.0, 40.0), 1.0))
