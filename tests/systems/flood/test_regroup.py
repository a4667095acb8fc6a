"""Chapter "Stragglers": ``FF-19`` to ``FF-24``."""

from __future__ import annotations

from typing import Any

import pytest

from game.cores.classic.rules.core_api import CLASSIC
from game.cores.kit.marks import OUT_OF_COHERENCY, SCATTERED
from game.geometry.points import gap
from game.play.game import Game
from game.play.session import Session
from game.systems.flood.rules.paths_back import enemy_in_the_way, path_back_to_unit
from game.systems.flood.rules.regroup_moves import has_crossed, move_back_to_unit
from game.table.events import Removed
from game.table.records import How, ModelId, UnitId
from tests.systems.flood.flood_tables import LANE, ORIGIN, flood, squad_at

HIGH = {"class": "Gantry", "rectangle": [0, 12, 48, 36]}
CORRIDOR = (
    {"class": "Wall", "rectangle": [0, 17, 48, 1]},
    {"class": "Wall", "rectangle": [0, 22, 48, 1]},
)
FOES, SQUAD = UnitId("foes"), UnitId("squad")


def squad_in_row(*xs: float, y: float = 20, **more: Any) -> dict[str, Any]:
    return squad_at(*[(x, y) for x in xs], **more)


def muddle(*units: dict[str, Any], objects: tuple[dict[str, Any], ...] = ()) -> Session:
    """Open a battle at the start of Movement, after a flood that reached no model."""
    return flood(*units, objects=(ORIGIN, LANE, HIGH, *objects))


def foes_in_row(*xs: float) -> dict[str, Any]:
    return squad_in_row(*xs, id="foes", side="brood")


@pytest.mark.rule("FF-19", "FF-21", "FF-22")
@pytest.mark.parametrize(
    ("main", "others", "scattered"),
    [(2, 1, False), (2, 2, False), (2, 3, True), (3, 3, False), (3, 4, True), (1, 1, True)],
)
def test_half_of_the_survivors_make_a_unit_that_is_not_scattered(
    main: int, others: int, *, scattered: bool
) -> None:
    near = [2 + 1.5 * n for n in range(main)]
    session = muddle(
        squad_in_row(*near, *[12 + 5 * n for n in range(others)]),
        squad_in_row(47, id="foes", side="brood", y=46),
    )

    table = session.table
    assert bool(table.units[SQUAD].mark(SCATTERED)) is scattered
    out = [m.id for m in table.of(SQUAD) if m.mark(OUT_OF_COHERENCY)]
    assert len(out) == (others if main > 1 else main + others)


@pytest.mark.rule("FF-20", "CC-38")
def test_the_way_back_keeps_an_inch_from_enemies_or_there_is_none() -> None:
    session = muddle(squad_in_row(10, 11.5, 25), foes_in_row(18), objects=CORRIDOR)
    table, model_id, mates = session.table, ModelId("squad-3"), [ModelId("squad-2")]

    assert path_back_to_unit(table, model_id, mates, 99.0) is None
    through = path_back_to_unit(table, model_id, mates, 99.0, through=FOES)
    assert through
    assert through.arrived
    assert enemy_in_the_way(table, model_id, mates) == FOES


@pytest.mark.rule("FF-23")
@pytest.mark.parametrize(("x", "crossed"), [(16.0, False), (15.99, True), (25.0, False)])
def test_who_is_more_than_an_inch_beyond_has_crossed(x: float, *, crossed: bool) -> None:
    session = muddle(squad_in_row(10, 11.5, x), foes_in_row(18), objects=CORRIDOR)

    assert has_crossed(session.table, ModelId("squad-3"), FOES) is crossed


@pytest.mark.rule("FF-20")
def test_a_main_body_that_is_lost_leaves_stragglers_to_one_another() -> None:
    opened = muddle(squad_in_row(10, 11.5, 25, 31), foes_in_row(45)).game
    game = Game(opened.rules, opened.table.fork(), opened.dice)
    for id_ in ("squad-1", "squad-2"):
        game.do(Removed("CC-17", ModelId(id_), How.SHOT))

    left = [m.id for m in game.table.of(SQUAD)]
    move_back_to_unit(game, CLASSIC, SQUAD, dict.fromkeys(left, 6.0))
    one, other = (m.disc for m in game.table.of(SQUAD))
    assert other.at == (31, 20)
    assert 1.98 <= gap(one, other) <= 2.0
