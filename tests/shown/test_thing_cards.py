"""The card of a thing on the board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.cores.kit.queries import TableView
from game.geometry.points import Point
from game.shown.lines import Tone, clause_line
from game.shown.thing_cards import HoverTarget, describe_target
from game.table.board import Spot, TerrainKind, terrain
from game.table.records import Mark, ModelId, Side, Where
from game.table.state import Piece, PieceKind, Table
from tests.tools.patrol_table import SIDES, patrol_rules, patrol_table

WARDENS, BROOD = SIDES
SQUARE = (Point(1, 1), Point(3, 1), Point(3, 3), Point(1, 3))
NOTE = Spot(
    "old-well",
    "note",
    SQUARE,
    words=(("text", "Do not drink from it."), ("style", "pin"), ("tint", "#FFFFFFFF")),
)


@pytest.fixture
def table() -> Table:
    """Return a patrol whose first unit stands on the table."""
    table = patrol_table()
    first = next(iter(table.units.values()))
    for id_ in first.models:
        table.models[id_] = replace(table.models[id_], where=Where.TABLE)
    return table


def card(
    table: Table, kind: str, id_: str, acting: ModelId | None = None, **held: Side
) -> list[str]:
    view = TableView(table, patrol_rules())
    by_marker = {marker.replace("_", "-"): side for marker, side in held.items()}
    lines = describe_target(view, HoverTarget(kind, id_), by_marker, acting=acting)
    return [line.text for line in lines]


def first_of(table: Table) -> ModelId:
    return next(iter(table.units.values())).models[0]


def test_a_model_has_its_name_in_its_sides_colour_and_its_state(table: Table) -> None:
    model_id = first_of(table)
    unit = table.units[table.models[model_id].unit]
    many = len(unit.models)
    table.units[unit.id] = replace(unit, marks=(Mark("ran"), Mark("handled")))
    view = TableView(table, patrol_rules())
    lines = describe_target(view, HoverTarget("model", model_id), {})

    assert (lines[0].spans[0].team, lines[0].spans[0].strong) == (0, True)
    assert lines[1].text == f"1 of 1 wound · {many} of {many} left"
    assert (lines[2].text, lines[2].spans[0].tone) == ("ran", Tone.TITLE)


def test_parts_of_the_game_add_lines_about_a_model(table: Table) -> None:
    view, added = TableView(table, patrol_rules()), clause_line("Its feet are wet", "FF-09")
    target = HoverTarget("model", first_of(table))

    assert describe_target(view, target, {}, lambda *_: [added])[-1] == added


def test_a_body_is_named_as_killed(table: Table) -> None:
    assert card(table, "body", first_of(table))[0].endswith(" · killed")


def test_a_marker_says_who_controls_it(table: Table) -> None:
    free = card(table, "marker", "marker-1")
    assert free[:2] == ["Objective marker 1", "Uncontrolled"]
    held = card(table, "marker", "marker-1", marker_1=BROOD)
    assert held[:2] == ["Objective marker 1", "Controlled by the Brood"]


def test_a_note_of_a_map_has_its_text_below_its_name(table: Table) -> None:
    table.board = replace(table.board, spots=(NOTE,))
    assert card(table, "note", "old-well") == ["Old well", "Do not drink from it."]

    same = replace(NOTE, words=(("text", ""), ("style", "pin"), ("tint", "#FFFFFFFF")))
    table.board = replace(table.board, spots=(same,))
    assert card(table, "note", "old-well") == ["Old well"], "a text that is its name"


def test_terrain_is_named_with_its_kind_unless_its_name_begins_with_it(table: Table) -> None:
    hut = terrain("hut", TerrainKind.WALL, SQUARE)
    table.board = replace(table.board, terrain=(hut, replace(hut, id="wall-2")))

    assert card(table, "terrain", hut.id)[0].startswith("Hut · ")
    assert card(table, "terrain", "wall-2")[0] == "Wall"


def test_a_piece_says_who_carries_it(table: Table) -> None:
    bearer = first_of(table)
    table.pieces["crate-1"] = Piece("crate-1", next(iter(PieceKind)), Point(5, 5), radius=0.5)
    before = card(table, "piece", "crate-1")
    assert not any(line.startswith("Carried by") for line in before)
    table.pieces["crate-1"] = replace(table.pieces["crate-1"], holder=bearer)

    assert card(table, "piece", "crate-1")[1].startswith("Carried by ")
