"""Doors in play: models that reach them, and what they close on (CC-39)."""

import pytest

from game.content.situations.situation_files import load_situation
from game.cores.classic.rules.core_api import CLASSIC
from game.cores.kit.doors import blocked_by, workers_of
from game.cores.kit.sight_lines import sees
from game.geometry.points import Point
from game.play.dice_sequences import SeededDice
from game.play.session import Session
from game.rules import MODULES
from game.rules.catalog import modules_on, rules_of
from game.rules.situation_setup import set_up
from game.table.board import BARE, Board, TerrainKind, terrain
from game.table.records import Model, ModelId, Profile, Side, Unit, UnitId, Where
from game.table.state import Piece, PieceKind, Table
from tests.tools.situations import SITUATIONS

US = Side("wardens")
OPENED = SITUATIONS / "classic" / "doors" / "opened-and-gone-through.toml"
GATE = terrain("gate", TerrainKind.DOOR, (Point(10, 8), Point(10, 12)), closed=False)
HATCH = terrain(
    "hatch",
    TerrainKind.DOOR,
    (Point(20, 8), Point(21, 8), Point(21, 12), Point(20, 12)),
)
BOARD = Board(terrain=(GATE, HATCH))


def troopers_by_open_doors(*places: tuple[float, float], where: Where = Where.TABLE) -> Table:
    """Return a table with a unit of a model with a 1" base at each place; doors are open."""
    profile = Profile("trooper", ws=4, bs=4, s=3, t=3, w=1, a=1, ld=7, sv=5)
    models = {
        ModelId(f"m{n}"): Model(
            ModelId(f"m{n}"),
            unit=UnitId(f"u{n}"),
            side=US,
            profile=profile,
            base=0.5,
            at=Point(*at),
            where=where,
        )
        for n, at in enumerate(places)
    }
    units = {
        m.unit: Unit(m.unit, side=US, name=m.unit, models=(m.id,)) for m in models.values()
    }
    return Table(BOARD.all_open, models=models, units=units)


@pytest.mark.rule("CC-39")
def test_the_nearest_model_in_reach_works_a_door() -> None:
    # Base edges: 1.0", 0.5" and 1.001" from the line x = 10; the last is inside the hatch.
    laid = troopers_by_open_doors((8.5, 10), (11, 10), (11.501, 8), (20.5, 10))

    assert {door: m.id for door, m in workers_of(laid, US, CLASSIC).items()} == {
        "gate": "m1",
        "hatch": "m3",
    }
    assert [*workers_of(laid, US, CLASSIC, ["gate"])] == ["hatch"]
    assert workers_of(troopers_by_open_doors((8.499, 10)), US, CLASSIC) == {}
    # From the end of the line the distance is measured to the end: 3-4-5.
    assert [*workers_of(troopers_by_open_doors((10.9, 13.2)), US, CLASSIC)] == ["gate"]


@pytest.mark.rule("CC-39")
@pytest.mark.parametrize(
    ("at", "where", "by"),
    [
        ((10.4, 10), Where.TABLE, "m0"),
        ((10.5, 10), Where.TABLE, ""),
        ((10.4, 10), Where.BODY, "m0"),
        ((10.4, 10), Where.RESERVE, ""),
        ((10.0, 12.4), Where.TABLE, "m0"),
    ],
)
def test_a_door_closes_on_no_model_or_body(
    at: tuple[float, float], where: Where, by: str
) -> None:
    assert blocked_by(troopers_by_open_doors(at, where=where), "gate") == by


@pytest.mark.rule("CC-39")
def test_a_door_closes_on_no_movable_piece() -> None:
    square = Point(-1, -1), Point(1, -1), Point(1, 1), Point(-1, 1)
    crate = Piece("crate", PieceKind.CONTAINER, Point(20.5, 10), radius=0.5)
    across = Piece("block", PieceKind.DEBRIS, Point(10.5, 10), outline=square)
    beside = Piece("block", PieceKind.DEBRIS, Point(12, 10), outline=square)
    laid = troopers_by_open_doors()

    laid.pieces = {"crate": crate, "block": across}
    assert (blocked_by(laid, "hatch"), blocked_by(laid, "gate")) == ("crate", "block")
    laid.pieces = {"block": beside}
    assert (blocked_by(laid, "hatch"), blocked_by(laid, "gate")) == ("", "")


@pytest.mark.rule("CC-39", "ZG-13")
@pytest.mark.parametrize(
    ("x", "y", "wide", "high", "by"),
    [
        # The hatch is 1" by 4" from (20, 8): beside it, above it, at its corner.
        (21, 9, 2, 2, ""),
        (20, 6, 1, 2, ""),
        (21, 12, 1, 1, ""),
        # As large as the hatch, flush with its sides, and all over it.
        (20, 8, 1, 4, "hatch"),
        (20, 9, 1, 2, "hatch"),
        (19, 7, 3, 6, "hatch"),
        (20.99, 9, 2, 2, "hatch"),
        # The gate is the line from (10, 8) to (10, 12): along it, at its end, across it.
        (10, 7, 2, 6, ""),
        (9, 12, 2, 2, ""),
        (9, 8, 2, 4, "gate"),
        (9, 11.99, 2, 2, "gate"),
    ],
)
def test_debris_that_only_touches_a_doorway_lets_the_door_close(
    x: float, y: float, wide: float, high: float, by: str
) -> None:
    w, h = wide / 2, high / 2
    outline = Point(-w, -h), Point(w, -h), Point(w, h), Point(-w, h)
    laid = troopers_by_open_doors()
    laid.pieces = {
        "block": Piece("block", PieceKind.DEBRIS, Point(x + w, y + h), outline=outline)
    }

    barred = [door for door in ("gate", "hatch") if blocked_by(laid, door)]
    assert barred == ([by] if by else [])


@pytest.mark.rule("CC-39")
def test_doors_are_in_force_where_the_board_has_one() -> None:
    assert modules_on(BARE, "classic") == ()
    assert modules_on(BOARD, "classic", ["flood"]) == ("flood", "doors")
    assert modules_on(BOARD, "classic", ["doors"]) == ("doors",)
    assert [modules_on(BOARD, s) for s in ("pursuit", "cage", "sandbox")] == [(), (), ()]
    for system, mission in (("zero_g", "adrift"), ("matched", "no_mercy"), ("modern", "")):
        rules = rules_of(system, mission, modules_on(BOARD, system))
        names = [phase.name for phase in rules.phases.all]
        assert names[names.index("movement") - 1] == "doors"


@pytest.mark.rule("CC-39")
@pytest.mark.parametrize("system", ["classic", "modern", "matched"])
def test_doors_come_just_before_movement_whatever_else_comes_before_it(system: str) -> None:
    """Reserves, reinforcements, drains and twists precede the movement, too."""
    others = [name for name in MODULES if name != "doors" and system in MODULES[name].systems]
    for modules, options in ((["doors", *others], {}), ([], dict.fromkeys(others, 1))):
        rules = rules_of(system, "", modules_on(BOARD, system, modules), options)
        names = [phase.name for phase in rules.phases.all]
        assert names[names.index("movement") - 1] == "doors"
    assert modules_on(BARE, system, ["doors"]) == ()


@pytest.mark.rule("CC-39", "CC-08")
def test_a_door_is_undone_and_done_again_with_the_sight_through_it() -> None:
    rules, laid = set_up(load_situation(str(OPENED)))
    session = Session(rules, laid, SeededDice(1))

    def seen() -> bool:
        squad, foe = session.table.standing()
        return sees(session.table, squad.disc, foe.disc)

    found = [seen()]
    session.answer("gate")
    found += [seen(), session.fork(7).table.board.doors[0].is_open]
    session.undo()
    found.append(seen())
    session.redo()
    found.append(seen())
    assert found == [False, True, True, False, True]
