"""Fog, darkness, lamps and hidden notes of the sandbox (SB-16 to SB-19).

The table is 40" x 40". A wall runs from (20, 0) to (20, 20).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from game.content.maps.made_board import to_board
from game.content.maps.map_library import map_of
from game.geometry.points import Disc, Point
from game.systems.sandbox.rules import PAGE, SandboxState
from game.systems.sandbox.rules.table_aids import Fog, Vision, burning, is_secret
from game.table.board import Board, Spot
from game.table.records import Model, ModelId, Profile, Side, UnitId, Where
from game.table.state import Table

BLUE, RED = Side("blue"), Side("red")
BASE = 0.5
WALL = {"class": "Wall", "polyline": [[20, 0], [20, 20]]}
LAMP = {"class": "Lamp", "name": "lamp", "point": [30, 30], "radius": 5}


def walled_board(*objects: Mapping[str, object]) -> Board:
    return to_board(map_of(40, 40, [WALL, *objects]))


def hidden_model(id_: str, side: Side, x: float, y: float, where: Where = Where.TABLE) -> Model:
    return Model(
        ModelId(id_),
        UnitId(id_),
        side,
        base=BASE,
        at=Point(x, y),
        profile=Profile("soldier"),
        where=where,
    )


def foggy_table(of: Board, fog: Fog, *models: Model, out: tuple[str, ...] = ()) -> Table:
    laid = Table(of, (BLUE, RED), {one.id: one for one in models})
    PAGE.put(laid, SandboxState(fog=fog, out=out))
    return laid


def hidden(laid: Table, *sides: Side) -> list[str]:
    return [one.id for one in Vision(laid, sides).hidden()]


EYE = hidden_model("eye", BLUE, 10, 10)
BEHIND = hidden_model("behind", RED, 30, 10)
BESIDE = hidden_model("beside", RED, 30, 35)


@pytest.mark.rule("SB-19")
def test_without_fog_everything_is_shown() -> None:
    assert hidden(foggy_table(walled_board(), Fog.NONE, EYE, BEHIND, BESIDE), BLUE) == []


@pytest.mark.rule("SB-17", "SB-19")
def test_in_fog_a_side_sees_what_is_in_line_of_sight_of_a_model() -> None:
    """The line to (30, 10) meets the wall; the one to (30, 35) passes below it."""
    laid = foggy_table(walled_board(), Fog.FOG, EYE, BEHIND, BESIDE)

    assert hidden(laid, BLUE) == ["behind"]
    assert hidden(laid, RED) == []


@pytest.mark.rule("SB-19")
def test_both_sides_together_see_the_models_of_both() -> None:
    assert hidden(foggy_table(walled_board(), Fog.FOG, EYE, BEHIND), BLUE, RED) == []


@pytest.mark.rule("SB-19")
def test_own_models_are_shown_although_nobody_sees_them_and_bodies_are_not() -> None:
    own = hidden_model("own", BLUE, 30, 10)
    body = hidden_model("body", BLUE, 35, 5, Where.BODY)
    gone = hidden_model("gone", RED, 35, 5, Where.GONE)
    seen_by_own = foggy_table(walled_board(), Fog.FOG, EYE, own, body)
    unseen = foggy_table(walled_board(), Fog.FOG, EYE, body, gone)

    assert hidden(seen_by_own, BLUE) == []
    assert hidden(unseen, BLUE) == ["body"]


@pytest.mark.rule("SB-17")
@pytest.mark.parametrize(("x", "unseen"), [(17.0, []), (17.001, ["foe"])])
def test_in_the_dark_a_model_sees_six_inches_from_edge_to_edge(
    x: float, unseen: list[str]
) -> None:
    """The centres of two bases of radius 0.5" are 7" apart if the edges are 6" apart."""
    foe = hidden_model("foe", RED, x, 10)

    assert hidden(foggy_table(walled_board(), Fog.DARK, EYE, foe), BLUE) == unseen


@pytest.mark.rule("SB-16", "SB-17")
@pytest.mark.parametrize(("y", "unseen"), [(35.5, []), (35.501, ["foe"])])
def test_in_the_dark_a_model_in_the_light_of_a_lamp_is_seen(
    y: float, unseen: list[str]
) -> None:
    """The lamp at y = 30 reaches to 35, where a base of radius 0.5" at 35.5 begins."""
    foe = hidden_model("foe", RED, 30, y)
    lit = foggy_table(walled_board(LAMP), Fog.DARK, EYE, foe)
    out = foggy_table(walled_board(LAMP), Fog.DARK, EYE, foe, out=("lamp",))

    assert hidden(lit, BLUE) == unseen
    assert hidden(out, BLUE) == ["foe"]
    assert burning(out) == []


@pytest.mark.rule("SB-17")
def test_light_alone_does_not_show_what_no_model_has_in_line_of_sight() -> None:
    lamp = {**LAMP, "point": [30, 8]}

    assert hidden(foggy_table(walled_board(lamp), Fog.DARK, EYE, BEHIND), BLUE) == ["behind"]


@pytest.mark.rule("SB-17")
def test_light_does_not_go_through_walls() -> None:
    """The lamp at (22, 10) is 4" from the model at (18, 10), beyond the wall at x = 20."""
    foe = hidden_model("foe", RED, 18, 10)
    lamp = {**LAMP, "point": [22, 10]}

    assert hidden(foggy_table(walled_board(lamp), Fog.DARK, EYE, foe), BLUE) == ["foe"]


@pytest.mark.rule("SB-17")
def test_a_side_without_models_sees_nothing_in_fog() -> None:
    vision = Vision(foggy_table(walled_board(), Fog.FOG, EYE), (RED,))

    assert not vision.sees(Disc(Point(10, 12), 0.0))


@pytest.mark.rule("SB-18")
def test_a_hidden_note_is_secret_until_the_players_are_shown_it() -> None:
    at = (Point(5, 5),)
    hidden_note = Spot("trap", "note", at, numbers=(("hidden", 1.0),))
    open_note = Spot("well", "note", at, numbers=(("hidden", 0.0),))
    laid = foggy_table(replace(walled_board(), spots=(hidden_note, open_note)), Fog.NONE)
    secrets = [is_secret(laid, note) for note in laid.board.spots]
    PAGE.put(laid, SandboxState(revealed=("trap",)))

    assert secrets == [True, False]
    assert not is_secret(laid, hidden_note)


DOOR = {"class": "Door", "name": "door", "polyline": [[20, 20], [20, 40]]}
"""A door from the end of the wall to the edge of the table."""


@pytest.mark.rule("SB-17")
def test_a_closed_door_hides_and_an_open_one_shows() -> None:
    """From (10, 30) to (30, 30) the only thing in the way is the door at x = 20."""
    eye, foe = hidden_model("eye", BLUE, 10, 30), hidden_model("foe", RED, 30, 30)
    closed = walled_board(DOOR)
    opened = closed.with_open_doors(["door"])

    assert hidden(foggy_table(closed, Fog.FOG, eye, foe), BLUE) == ["foe"]
    assert hidden(foggy_table(opened, Fog.FOG, eye, foe), BLUE) == []


@pytest.mark.rule("SB-17")
def test_the_light_of_a_lamp_comes_through_an_open_door_only() -> None:
    """The lamp at (22, 30) is 4" from the model at (18, 30), which is 8" from the eye."""
    eye, foe = hidden_model("eye", BLUE, 10, 30), hidden_model("foe", RED, 18, 30)
    closed = walled_board(DOOR, {**LAMP, "point": [22, 30]})
    opened = closed.with_open_doors(["door"])

    assert hidden(foggy_table(closed, Fog.DARK, eye, foe), BLUE) == ["foe"]
    assert hidden(foggy_table(opened, Fog.DARK, eye, foe), BLUE) == []
