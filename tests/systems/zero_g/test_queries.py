"""Zero-g queries about models, corpses and answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.cores.kit.marks import HANDLED
from game.cores.kit.queries import FACTS, REACHES, ConsideredAnswer
from game.geometry.points import Point
from game.play.decisions import Aim, Choose, CommonKind
from game.play.moves.placement_regions import OnTable, PlacedAt
from game.play.moves.single_move import Steer
from game.rules.catalog import rules_of
from game.systems.zero_g.rules.mobility import PUSHED_OFF, SNAPS_ONLY, ZeroGKind
from game.systems.zero_g.rules.movement import OPTIONS
from game.systems.zero_g.rules.shooting import FireAt, FirePointRegion
from game.systems.zero_g.rules.shot_outcomes import FIRINGS, RECOILS, FiringOption
from game.table.board import Board, Zone
from game.table.events import Reason
from game.table.records import Clock, Fire, Mark, Side, Until, Weapon, Where
from game.table.state import Piece, PieceKind, Table
from tests.systems.zero_g.zero_g_tables import (
    BROOD,
    HALE,
    WARDENS,
    drifter,
    game_on,
    table_of,
    void,
    wall,
)

STEER = Steer(
    WARDENS, clause="ZG-05", asks="Push off", model=HALE, distance=6.0, does="Push off"
)
CHOOSE = Choose(
    WARDENS, clause="ZG-06", asks="?", options=OPTIONS, about="hale", kind=ZeroGKind.DRIFT
)


def facts(table: Table, id_: str = HALE) -> list[tuple[str, str]]:
    found = [*FACTS.of(game_on(table), id_)]
    assert not any(r.amount for r in found)
    return [(r.why, r.clause) for r in found]


def with_mark(table: Table, name: str, about: str = "") -> Table:
    hale = table.models[HALE].unit
    mark = Mark(name, Until.BATTLE, about)
    table.units[hale] = replace(table.units[hale], marks=(mark,))
    return table


@pytest.mark.rule("ZG-05")
def test_a_push_off_ends_where_it_is_steered_to_or_at_what_is_in_the_way() -> None:
    open_ = table_of(void(), drifter("hale", (10, 10)))
    shut = table_of(void(wall((13, 5), (13, 15))), drifter("hale", (10, 10)))
    asked = ConsideredAnswer(STEER, Point(16.0, 10.0))
    (free,) = REACHES.of(game_on(open_), asked)
    (stopped,) = REACHES.of(game_on(shut), asked)
    radius = shut.models[HALE].base

    assert [(e.at, e.heading, e.chance) for e in free.endings] == [(Point(16, 10), 90.0, 1.0)]
    assert [e.at.x for e in stopped.endings] == pytest.approx([13 - radius], abs=0.001)
    assert not [*REACHES.of(game_on(open_), ConsideredAnswer(STEER, Point(10.0, 10.0)))]


@pytest.mark.rule("ZG-14")
def test_a_push_off_over_the_edge_is_lost_for_sure() -> None:
    table = table_of(void(), drifter("hale", (10, 2)))
    (found,) = REACHES.of(game_on(table), ConsideredAnswer(STEER, Point(10.0, -3.0)))

    assert (found.lost, found.endings) == (1.0, ())
    assert found.leaves == ((10, 2), (10, 0))


@pytest.mark.rule("ZG-09", "ZG-11")
@pytest.mark.parametrize(
    ("kind", "first", "step", "many"),
    [
        ("boarder", 315.0, 7.5, 13),  # 45 degrees to either side
        ("leaping-drifter", 180.0, 30.0, 12),  # all around, the first not repeated
    ],
)
def test_before_a_turn_is_aimed_each_of_some_directions_is_told(
    kind: str, first: float, step: float, many: int
) -> None:
    table = table_of(void(), drifter("hale", (24, 24), 1, 0.0, kind=kind))
    found = REACHES.of(game_on(table), ConsideredAnswer(CHOOSE, "turn"))
    headed = [reach.endings[-1].heading for reach in found]

    assert headed == [(first + n * step) % 360.0 for n in range(many)]


@pytest.mark.rule("ZG-09")
def test_a_turn_that_is_aimed_has_one_way() -> None:
    table = table_of(void(), drifter("hale", (24, 24), 1, 0.0))
    aim = Aim(
        WARDENS,
        clause="ZG-09",
        asks="?",
        about="hale",
        middle=0.0,
        spread=45.0,
        kind=CommonKind.TURN,
    )
    (found,) = REACHES.of(game_on(table), ConsideredAnswer(aim, 30.0))

    assert {e.heading for e in found.endings} == {30.0}


def salvage_at_home(at: tuple[float, float], *, cargo: bool) -> Table:
    """A salvage of which the wardens' edge is the lower one."""
    zone = Zone("south", wall((0, 40), (48, 40), (48, 48), (0, 48)))
    board = replace(void(), zones=(zone,))
    table = table_of(board, drifter("hale", at))
    table.zones[WARDENS] = zone.id
    held = Piece("crate-1", kind=PieceKind.CONTAINER, at=Point(*at), radius=0.5, holder=HALE)
    if cargo:
        table.pieces["crate-1"] = held
    return table


@pytest.mark.rule("MI-05")
@pytest.mark.parametrize(
    ("at", "to", "cargo", "listed"),
    [
        ((10, 46), (10, 50), True, Reason(3, "brings crate 1 home", "MI-05")),
        ((10, 46), (10, 50), False, None),
        ((2, 20), (-2, 20), True, None),
    ],
    ids=["over its own edge", "with nothing in its hands", "over another edge"],
)
def test_a_bearer_is_not_lost_over_its_own_edge(
    at: tuple[float, float], to: tuple[float, float], listed: Reason | None, *, cargo: bool
) -> None:
    table = salvage_at_home(at, cargo=cargo)
    look = game_on(table, rules=rules_of("zero_g", "salvage"))
    (found,) = REACHES.of(look, ConsideredAnswer(STEER, Point(*map(float, to))))

    assert found.lost == 1.0
    assert found.exit == listed


@pytest.mark.rule("MI-05", "ZG-15")
def test_a_recoil_can_bring_a_container_home() -> None:
    table = salvage_at_home((10, 47), cargo=True)
    gun = Weapon("gun", fire=Fire.ASSAULT, range=24.0, shots=1, strength=4, ap=5)
    hale = table.models[HALE]
    table.models[HALE] = replace(hale, profile=replace(hale.profile, weapons=(gun,)))
    look = game_on(table, rules=rules_of("zero_g", "salvage"))
    (push,) = RECOILS.of(look, FiringOption(HALE, "gun", Point(10.0, 20.0)))

    assert push.left
    assert push.exit == Reason(3, "brings crate 1 home", "MI-05")


@pytest.mark.rule("ZG-16")
def test_a_shot_at_a_point_flies_on_for_sure() -> None:
    table = table_of(void(), drifter("hale", (10, 10)))
    gun = Weapon("gun", fire=Fire.ASSAULT, range=24.0, shots=3, strength=4, ap=5)
    hale = table.models[HALE]
    table.models[HALE] = replace(hale, profile=replace(hale.profile, weapons=(gun,)))
    asked = FireAt(
        WARDENS,
        clause="ZG-16",
        asks="?",
        region=FirePointRegion(OnTable(48, 48), hale.at),
        about=HALE,
        weapon="gun",
    )
    at = Point(30.0, 30.0)

    assert [*FIRINGS.of(game_on(table), ConsideredAnswer(asked, PlacedAt(at)))] == [
        FiringOption(HALE, weapon="gun", at=at, target=None, shots=3, missed=1.0)
    ]


@pytest.mark.rule("ZG-08")
@pytest.mark.parametrize(
    ("phase", "side", "marks", "known"),
    [
        ("movement", WARDENS, (), False),
        ("movement", WARDENS, (HANDLED,), False),
        ("shooting", WARDENS, (), True),
        ("assault", WARDENS, (), False),
        ("shooting", BROOD, (), False),
    ],
    ids=[
        "before its move",
        "as it is asked how",
        "as it shoots",
        "after that",
        "in their turn",
    ],
)
def test_who_counts_as_stationary_is_told_in_the_phase_it_shoots_in(
    phase: str, side: Side, marks: tuple[str, ...], *, known: bool
) -> None:
    table = table_of(void(), drifter("hale", (10, 10), 2, 45.0))
    table.clock = Clock(1, phase, side)
    for name in marks:
        with_mark(table, name)

    said = [words for words, _ in facts(table)]
    assert ("Counts as stationary when it shoots" in said) is known


@pytest.mark.rule("ZG-03", "ZG-04", "ZG-08", "ZG-11")
def test_what_pushes_a_model_and_how_it_may_fire_is_told_with_the_clause() -> None:
    still = table_of(void(), drifter("hale", (10, 10)))
    moving = table_of(void(), drifter("hale", (10, 10), 2, 45.0), phase="shooting")
    pushed = ("2 arrows, heading up and right", "ZG-04")
    jets = table_of(void(), drifter("hale", (10, 10), kind="leaping-drifter"))

    assert facts(still) == [("No arrows: may push off", "ZG-05")]
    assert facts(moving) == [pushed, ("Counts as stationary when it shoots", "ZG-08")]
    assert facts(with_mark(moving, SNAPS_ONLY, "ZG-09")) == [
        pushed,
        ("Fires only snap shots: it turned", "ZG-09"),
    ]
    assert facts(with_mark(moving, PUSHED_OFF)) == [
        pushed,
        ("Pushed off: Heavy weapons fire snap shots", "ZG-08"),
    ]
    assert facts(jets)[-1] == ("Jets: turns arrows any way, no recoil", "ZG-11")
    slight = table_of(void(), drifter("hale", (10, 10), 1, 0.618))
    assert facts(slight)[0] == ("1 arrow, heading up", "ZG-04")


@pytest.mark.rule("ZG-24", "ZG-25", "ZG-26")
def test_a_body_says_what_it_does() -> None:
    dead = replace(drifter("foe", (10, 10), 1, 90.0, side=BROOD), where=Where.BODY)
    table = table_of(Board("void", 48, 48), drifter("hale", (20, 20)), dead)

    assert facts(table, dead.id) == [
        ("1 arrow, heading right", "ZG-04"),
        ("Drifts d6\" in its side's next Movement phase", "ZG-24"),
        ("Gives 5+ cover to targets behind it", "ZG-25"),
        ('Removed when hit, when its cover saves a model, or within 1" of an enemy', "ZG-26"),
    ]


@pytest.mark.rule("ZG-04")
def test_what_drifts_and_is_no_model_tells_its_arrow() -> None:
    table = table_of(void(), drifter("hale", (20, 20)))
    table.pieces["crate-1"] = Piece(
        "crate-1", kind=PieceKind.CONTAINER, at=Point(5, 5), radius=0.5, arrows=1, heading=200.0
    )

    assert facts(table, "crate-1") == [("1 arrow, heading down", "ZG-04")]


@pytest.mark.rule("MI-05")
def test_containers_and_who_holds_them_say_what_they_are_worth() -> None:
    table = salvage_at_home((10, 46), cargo=True)
    loose = Piece("crate-2", kind=PieceKind.CONTAINER, at=Point(30, 30), radius=0.5)
    table.pieces["crate-2"] = loose
    look = game_on(table, rules=rules_of("zero_g", "salvage"))

    assert [r.why for r in FACTS.of(look, HALE)][
        -1
    ] == "Carries crate 1: 3 points if it leaves over its own edge"
    assert [r.why for r in FACTS.of(look, "crate-1")] == []
    assert [r.why for r in FACTS.of(look, "crate-2")] == [
        'Drifts d6" each game turn; 3 points if brought home'
    ]
