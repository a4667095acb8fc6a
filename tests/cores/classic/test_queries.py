"""Queries of the classic core, computed by the functions of the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from game.cores.classic.rules.system import classic
from game.cores.kit.game_rules import GameRules
from game.cores.kit.modules import Module
from game.cores.kit.queries import (
    CHAINS,
    GROUND,
    HIDES,
    PROSPECTS,
    SIGHTLINES,
    Sightline,
    TableView,
    UnitPair,
    characteristics,
)
from game.cores.kit.traits import TRAIT, Trait
from game.geometry.points import Point
from game.geometry.polygons import box
from game.play.game import GameView
from game.table.board import TerrainKind, terrain
from game.table.events import Reason
from game.table.records import Mark, ModelId, Profile
from tests.cores.classic.odds_tables import RIFLE, A, B, duel, row_of
from tests.tools.shapes import box_corners

TROOPER = Profile("trooper", weapons=(RIFLE,))
TEN = Profile("giant", a=10)
ONE, FOE = ModelId("a-1"), ModelId("b-1")


def cold(view: GameView, asked: Trait) -> Iterator[Reason]:
    if asked.name in {"ws", "a"} and asked.model == ONE:
        yield Reason(-1 if asked.name == "ws" else 2, "icy water", "FF-09")


def sightlines_of(view: GameView) -> list[Sightline]:
    return [*SIGHTLINES.of(view, UnitPair(A, B))]


def test_a_characteristic_tells_what_it_was_and_why_it_is_not_that_now() -> None:
    view = duel(row_of(TROOPER, 2, 9, 10), row_of(TROOPER, 1, 9, 20))
    rules = GameRules(classic({}), [Module("cold", hooks=(TRAIT.gets(cold),))])
    found = characteristics(TableView(view.table, rules), ONE)
    weapon_skill = found["ws"]

    assert (weapon_skill.base, weapon_skill.now) == (3, 2)
    assert [(r.why, r.clause) for r in weapon_skill.reasons] == [("icy water", "FF-09")]
    assert (found["bs"].now, found["bs"].reasons) == (3, ())
    assert characteristics(TableView(view.table, rules), ModelId("a-2"))["ws"].now == 3


def test_no_characteristic_comes_above_10() -> None:
    view = duel(row_of(TEN, 1, 9, 10), row_of(TROOPER, 1, 9, 20))
    rules = GameRules(classic({}), [Module("cold", hooks=(TRAIT.gets(cold),))])

    assert characteristics(TableView(view.table, rules), ONE)["a"].now == 10


def test_a_clear_line_ends_at_the_nearest_enemy() -> None:
    view = duel(row_of(TROOPER, 1, 9, 10), row_of(TROOPER, 3, 9, 20))

    assert sightlines_of(view) == [
        Sightline(ONE, target=FOE, start=Point(10, 10), end=Point(10, 20), clause="CC-08")
    ]


def test_a_wall_blocks_and_is_named_where_the_line_meets_it() -> None:
    wall = terrain("long-wall", TerrainKind.WALL, (Point(0, 14), Point(40, 14)), closed=False)
    view = duel(row_of(TROOPER, 1, 9, 10), row_of(TROOPER, 1, 9, 20), terrain=(wall,))
    (line,) = sightlines_of(view)

    assert (line.block, line.by, line.clause) == (Point(10, 14), "long-wall", "CC-08")


def test_a_line_that_is_clear_past_a_corner_ends_where_the_enemy_is_seen() -> None:
    wall = terrain("stub", TerrainKind.WALL, (Point(0, 15), Point(10.2, 15)), closed=False)
    view = duel(row_of(TROOPER, 1, 9, 10), row_of(TROOPER, 1, 9, 20), terrain=(wall,))
    (line,) = sightlines_of(view)

    assert line.block is None
    # The line from (10, 10) past (10.2, 15) comes to the enemy at x > 10.4 or so.
    assert 10.35 < line.end.x <= 10.5


def test_cover_is_told_with_what_gives_it() -> None:
    hedge = terrain("hedge", TerrainKind.HEDGE, (Point(0, 18), Point(40, 18)), closed=False)
    view = duel(row_of(TROOPER, 1, 9, 10), row_of(TROOPER, 1, 9, 20), terrain=(hedge,))
    (line,) = sightlines_of(view)

    assert (line.block, line.cover, line.by, line.clause) == (None, 5, "hedge", "CC-15")


def test_a_ruin_hides_what_is_behind_it_but_not_from_those_within() -> None:
    ruin = terrain("ruin", TerrainKind.RUIN, box_corners(20, 8, 26, 14))
    view = duel(row_of(TROOPER, 1, 9, 10), row_of(TROOPER, 1, 21, 10), terrain=(ruin,))
    outside, within = (view.table.models[model_id].disc for model_id in (ONE, FOE))
    (hide,) = HIDES.of(view, outside)

    assert hide.into
    assert box(tuple(a for a, _ in hide.sides)) == (20, 8, 26, 14)
    assert [*HIDES.of(view, within)] == []


def test_the_prospect_of_a_shot_is_known_before_anybody_aims() -> None:
    view = duel(row_of(TROOPER, 2, 9, 10), row_of(TROOPER, 3, 9, 20))
    found = {f.what: f.value for f in PROSPECTS.of(view, UnitPair(A, B))}

    # BS 3 hits on 4+: two rifles at 9 inches fire two shots each, and two of the four hit.
    assert (found["to hit"], found["hits"]) == (0.5, 2.0)


def test_who_sees_nobody_has_no_prospect() -> None:
    wall = terrain("wall", TerrainKind.WALL, (Point(0, 14), Point(40, 14)), closed=False)
    view = duel(row_of(TROOPER, 2, 9, 10), row_of(TROOPER, 3, 9, 20), terrain=(wall,))

    assert [*PROSPECTS.of(view, UnitPair(A, B))] == []


def test_terrain_tells_what_it_does_and_by_which_clause() -> None:
    view = duel(row_of(TROOPER, 1, 9, 10), row_of(TROOPER, 1, 9, 20))
    corner = box_corners(20, 8, 26, 14)

    def clauses(kind: TerrainKind) -> list[str]:
        return [r.clause for r in GROUND.of(view, terrain("it", kind, corner))]

    assert clauses(TerrainKind.WALL) == ["CC-37", "CC-08"]
    assert clauses(TerrainKind.WOOD) == ["CC-37", "CC-20", "CC-15"]
    assert clauses(TerrainKind.DEEP_WATER) == ["CC-37"]
    hedge = terrain("it", TerrainKind.HEDGE, corner[:2], closed=False)
    assert [r.why for r in GROUND.of(view, hedge)] == ["5+ cover save behind it"]


def test_coherency_is_two_inches() -> None:
    view = duel(row_of(TROOPER, 1, 9, 10), row_of(TROOPER, 1, 9, 20))

    assert [*CHAINS.of(view, A)] == [2.0]


def test_the_prospect_of_units_that_are_locked_is_their_round() -> None:
    view = duel(row_of(TROOPER, 1, 9, 10), row_of(TROOPER, 1, 9, 11), "assault")
    for unit_id in (A, B):
        unit = view.table.units[unit_id]
        view.table.units[unit_id] = replace(unit, marks=(Mark("locked in combat"),))
    found = {(f.what, f.about): f.value for f in PROSPECTS.of(view, UnitPair(A, B))}

    # Each hits on 4+, wounds on 4+, and has no save. Of four rounds a side wins if it alone
    # wounds: 1/4 x 3/4 of them for each.
    assert found["wins the round", "wardens"] == pytest.approx(3 / 16)
    assert found["wins the round", "brood"] == pytest.approx(3 / 16)
