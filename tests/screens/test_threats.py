"""Ground that units threaten, against distances worked out by hand.

Shots, charges, and the flood's carry.
"""

from __future__ import annotations

import pygame
import pytest
import shapely

from game.cores.kit.queries import TableView, ThreatKind
from game.geometry.points import Point
from game.screens.battle.overlays import THREATS, threatening
from game.screens.battle.screen import BattleScreen
from game.table.board import Board, Terrain, TerrainKind, terrain
from game.table.records import Fire, UnitId, Weapon
from game.view.overlays import OverlayTone, VisibleArea
from game.view.overlays.threat_areas import areas_of, open_ground, threats_of
from tests.cores.classic.small_tables import model_at, shooting_game
from tests.cores.modern.small_tables import THEM, US
from tests.cores.modern.small_tables import unit as modern_unit
from tests.cores.modern.small_tables import view_of_units as modern_field
from tests.screens.input_driver import Player, open_deployed, ready
from tests.systems.flood.flood_tables import squad_at, view_before_flood
from tests.systems.zero_g.zero_g_tables import RULES, table_of, void, wall
from tests.systems.zero_g.zero_g_tables import drifter as boarder

SHOOTS, CHARGES, STRIKES, CARRIED = ThreatKind


def reached(view: TableView, unit: str, kind: ThreatKind, at: Point, along: Point) -> float:
    """Return the inches from a point to the edge of a unit's area in some direction."""
    area = areas_of(view, threats_of(view, UnitId(unit))).get(kind)
    if area is None:
        return 0.0
    ray = shapely.LineString([at, (at.x + 100 * along.x, at.y + 100 * along.y)])
    cut = ray.intersection(area)
    return max((shapely.Point(at).distance(shapely.Point(c)) for c in cut.coords), default=0.0)


LEFT, RIGHT, UP = Point(-1, 0), Point(1, 0), Point(0, -1)


def classic_view(
    *weapons: Weapon, terrain: tuple[Terrain, ...] = (), **profile: tuple[str, ...]
) -> TableView:
    """Return a table, 96" wide, with one model at (10, 24)."""
    game = shooting_game(model_at("a-1", "a", (10, 24), weapons=weapons, **profile))
    game.table.board = Board("wide", width=96.0, height=48.0, terrain=terrain)
    return TableView(game.table, game.rules)


AT = Point(10, 24)


@pytest.mark.parametrize(
    ("fire", "reach", "expected"),
    [
        (Fire.ASSAULT, 18.0, 6 + 18 + 0.5),
        (Fire.HEAVY, 36.0, 36 + 0.5),
        (Fire.RAPID, 24.0, 24 + 0.5),
        (Fire.RAPID, 12.0, 6 + 12 + 0.5),
    ],
)
def test_a_model_threatens_its_range_after_a_move_that_its_weapon_allows(
    fire: Fire, reach: float, expected: float
) -> None:
    view = classic_view(Weapon("gun", fire, reach))

    assert reached(view, "a", SHOOTS, AT, RIGHT) == pytest.approx(expected, abs=0.1)


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (classic_view(), 6 + 6 + 0.5),
        (classic_view(rules=("fleet",)), 6 + 6 + 6 + 0.5),
        (classic_view(types=("bike",)), 12 + 6 + 0.5),
        (classic_view(types=("beast",)), 6 + 12 + 0.5),
    ],
    ids=["foot", "fleet", "bike", "beast"],
)
def test_a_charge_goes_as_far_as_move_run_and_charge(view: TableView, expected: float) -> None:
    assert reached(view, "a", CHARGES, AT, RIGHT) == pytest.approx(expected, abs=0.1)
    assert reached(view, "a", SHOOTS, AT, RIGHT) == 0.0


def test_a_wall_stops_charges_but_those_of_who_goes_over_and_hides_from_shots() -> None:
    # A wall across the whole table, 3" ahead.
    line = (Point(13, 0), Point(13, 48))
    cut = (terrain("w", TerrainKind.WALL, line, closed=False),)
    gun = Weapon("gun", Fire.ASSAULT, 18.0)

    walks = classic_view(gun, terrain=cut)
    jumps = classic_view(gun, terrain=cut, types=("jump infantry",))

    assert reached(walks, "a", CHARGES, AT, RIGHT) == pytest.approx(3.0, abs=0.15)
    assert reached(walks, "a", SHOOTS, AT, RIGHT) == pytest.approx(3.0, abs=0.15)
    assert reached(jumps, "a", CHARGES, AT, RIGHT) == pytest.approx(12 + 6 + 0.5, abs=0.1)


def test_ground_that_no_base_may_overlap_is_left_out() -> None:
    rock = (Point(14, 22), Point(18, 22), Point(18, 26), Point(14, 26))
    view = classic_view(terrain=(terrain("r", TerrainKind.WALL, rock),))

    ground = open_ground(view.table.board)

    assert ground.area == pytest.approx(96 * 48 - 16)
    assert not ground.contains(shapely.Point(16, 24))


def test_a_modern_unit_advances_with_assault_weapons_and_charges_two_dice() -> None:
    one = modern_unit(UnitId("a"), US, ["warden"], 10.0, 24.0)
    foe = modern_unit(UnitId("b"), THEM, ["warden"], 60.0, 24.0)
    view = modern_field(one, foe)
    (model,) = one[1]
    guns = [w for w in model.profile.weapons if w.range]
    far = max(w.range + 6 * (w.fire is Fire.ASSAULT) for w in guns)

    at, move = model.at, model.profile.m
    up = reached(view, "a", SHOOTS, at, RIGHT)
    charge = reached(view, "a", CHARGES, at, RIGHT)

    assert up == pytest.approx(min(move + far + model.base, 48 - at.x), abs=0.1)
    assert charge == pytest.approx(move + 12 + 1 + model.base, abs=0.1)


def test_a_boarder_goes_ahead_with_its_arrows_and_any_way_without() -> None:
    still, flies = boarder("a", (24, 24)), boarder("b", (24, 40), arrows=2, heading=0.0)
    table = table_of(void(width=48, height=48), still, flies)
    view = TableView(table, RULES)

    # Six inches of pushing off, then nine of the charge along the new arrow.
    assert reached(view, "a", CHARGES, still.at, LEFT) == pytest.approx(
        15 + still.base, abs=0.1
    )
    # Two arrows: 12" ahead, and 18" of charge.
    assert reached(view, "b", CHARGES, flies.at, UP) == pytest.approx(30 + flies.base, abs=0.1)
    assert reached(view, "b", CHARGES, flies.at, Point(0, 1)) < 1.0


def test_a_bulkhead_stops_a_boarders_charge() -> None:
    one = boarder("a", (24, 24))
    table = table_of(void(wall((20, 0), (20, 48))), one)

    assert reached(TableView(table, RULES), "a", CHARGES, one.at, LEFT) == pytest.approx(
        4.0, abs=0.1
    )


def test_the_flood_may_carry_a_model_six_inches_down_its_lane() -> None:
    view = view_before_flood(squad_at((10, 10)))
    (one,) = view.table.of(UnitId("squad"))

    carried = reached(view, "squad", CARRIED, one.at, RIGHT)

    assert carried == pytest.approx(6 + one.base, abs=0.1)


def test_the_enemies_of_the_side_that_is_asked_threaten_and_one_alone_if_pointed_at(
    player: Player,
) -> None:
    screen = open_deployed(player)
    ready(player, screen)
    table = screen.session.table
    hand = screen.parts.board.hand((0, 0))
    assert screen.prompt
    foes = table.enemy(screen.prompt.decision.by)
    model = next(iter(table.standing(foes)))
    ours = next(iter(table.standing(table.enemy(foes))))

    everyone = threatening(table, screen.prompt, hand)

    assert everyone == tuple(unit.id for unit in table.fielded(foes))
    over = hand._replace(at=model.at, over=True)
    assert threatening(table, screen.prompt, over) == (model.unit,)
    assert threatening(table, screen.prompt, hand._replace(at=ours.at, over=True)) == everyone
    assert threatening(table, None, hand._replace(at=ours.at, over=True)) == (ours.unit,)


@pytest.mark.slow
def test_its_key_fills_the_ground_that_the_enemy_reaches(player: Player) -> None:
    screen: BattleScreen = open_deployed(player)

    def areas() -> list[VisibleArea]:
        return [o for o in screen.parts.board.sheets.below if isinstance(o, VisibleArea)]

    ready(player, screen)
    player.key(pygame.K_F9)
    player.wait_for(
        lambda: {OverlayTone.CHOSEN, OverlayTone.THREAT} <= {area.tone for area in areas()}
    )

    assert THREATS in screen.extras.overlays.on
    found = areas()
    player.key(pygame.K_F9)
    ready(player, screen)
    assert not [o for o in screen.parts.board.sheets.below if o in found]
