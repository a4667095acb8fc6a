"""The steady bot and doors: it opens those on its way, and closes none (CC-39)."""

from pathlib import Path
from typing import Any

import pytest

from game.bots.match import play, seated
from game.bots.registry import policy
from game.bots.steady.walking_distance import DOOR, field_to
from game.content.maps.map_library import drawn_map
from game.content.maps.writer import canonical
from game.content.situations.situation_files import load_situation
from game.cores.kit.doors import DoorKind
from game.geometry.points import Point
from game.play.decisions import PASS, Choose
from game.play.dice_sequences import SeededDice
from game.play.session import Session
from game.rules.battles import prepare
from game.rules.situation_setup import set_up
from game.table.board import Board, ObjectiveMarker, TerrainKind, terrain
from game.table.events import DoorMoved, Moved
from tests.tools.situations import SITUATIONS

DOORS = SITUATIONS / "classic" / "doors"
BEHIND_A_WALL: list[dict[str, Any]] = [
    {"class": "DeploymentZone", "name": "north", "rectangle": [0, 0, 30, 8]},
    {"class": "DeploymentZone", "name": "south", "rectangle": [0, 32, 30, 8]},
    *({"class": "Objective", "point": [x, y]} for x, y in ((15, 17), (6, 23), (24, 23))),
    {"class": "Wall", "polyline": [[0, 20], [14, 20]]},
    {"class": "Wall", "polyline": [[16, 20], [30, 20]]},
    {"class": "Door", "name": "gate", "polyline": [[14, 20], [16, 20]]},
]


@pytest.fixture
def walled() -> Board:
    """Return a table 48" wide with a wall across it, and a closed door 4" wide in it."""
    ends = ((0, 22), (26, 48))
    walls = [
        terrain(f"wall-{a}", TerrainKind.WALL, (Point(a, 24), Point(b, 24)), closed=False)
        for a, b in ends
    ]
    gate = terrain("gate", TerrainKind.DOOR, (Point(22, 24), Point(26, 24)), closed=False)
    return Board(terrain=(*walls, gate))


@pytest.mark.rule("CC-39")
def test_a_way_leads_through_a_closed_door_but_a_path_ends_before_it(walled: Board) -> None:
    start, goal = Point(24.5, 10.5), Point(24.5, 40.5)
    closed, opened = (field_to(b, 0.5, goal) for b in (walled, walled.all_open))

    assert opened.left(start) == pytest.approx(30.0)
    # The step from 22.5 to 23.5 touches the door at 24, and the next one crosses it.
    assert closed.left(start) == pytest.approx(30.0 + 2 * DOOR)
    assert closed.route(start, 30.0)[-1] == Point(24.5, 22.5)
    assert opened.route(start, 30.0)[-1] == goal
    assert closed.first_door(start, 20.0) == "gate"
    assert closed.first_door(start, 10.0) == opened.first_door(start, 20.0) == ""


def asked_about(file: str, marker: Point | None = None) -> Session:
    """Return the game of a situation at its question about doors, with a marker if wanted."""
    rules, table = set_up(load_situation(str(DOORS / file)))
    if marker:
        table.markers = {"m": ObjectiveMarker("m", marker, 1)}
    session = Session(rules, table, SeededDice(1))
    assert isinstance(session.pending, Choose)
    assert session.pending.kind is DoorKind.DOOR
    return session


@pytest.mark.rule("CC-39")
@pytest.mark.parametrize(
    ("file", "marker", "answer"),
    [
        # The foe is behind the gate.
        ("opened-and-gone-through.toml", None, "gate"),
        # The marker is behind it: the way around the wall is longer.
        ("opened-and-gone-through.toml", Point(20, 10), "gate"),
        # The way to the marker is open, and the foe is out of sight but in range.
        ("opened-and-gone-through.toml", Point(2, 10), "gate"),
        # The gate is open: closing it would gain nothing.
        ("closed-on-nobody.toml", None, PASS),
    ],
)
def test_it_opens_a_door_for_a_way_or_a_shot_and_closes_none(
    file: str, marker: Point | None, answer: str
) -> None:
    assert policy("steady").answer(asked_about(file, marker)) == answer


@pytest.mark.rule("CC-39")
def test_it_leaves_a_door_closed_that_is_of_no_use() -> None:
    session = asked_about("opened-and-gone-through.toml", Point(2, 10))
    table = session.game.table
    for model in table.standing(table.sides[1]):
        table.models[model.id] = model.moved(Point(46, 46), 0.0)

    assert policy("steady").answer(session) == PASS


@pytest.mark.slow
@pytest.mark.rule("CC-39")
@pytest.mark.parametrize("names", [("steady", "steady"), ("random", "steady")])
def test_where_the_only_way_leads_through_a_door_steady_goes_through_it(
    names: tuple[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "wall.tmj"
    drawn = drawn_map(30, 40, {"all": BEHIND_A_WALL}, title="Behind a wall", look="city")
    path.write_text(canonical(drawn), "utf-8")
    session = prepare("combat_patrol", seed=1, map_=str(path)).session()
    play(session, seated(session.table.sides, names))

    story = session.game.story
    moved = [e for e in story if isinstance(e, DoorMoved)]
    paths = [e.path for e in story if isinstance(e, Moved)]
    assert session.table.result
    assert [e.is_open for e in moved if "random" not in names] in ([], [True])
    assert moved
    assert any((path[0].y < 20.0) != (path[-1].y < 20.0) for path in paths)
