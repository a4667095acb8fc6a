"""Chapters "Before the battle" and "When it comes": ``FF-01`` to ``FF-07``."""

from __future__ import annotations

import pytest

from game.play.dice_sequences import SeededDice
from game.systems.flood.rules import PAGE
from game.table.events import Announced, Queued, Rolled
from tests.systems.flood.flood_tables import LANE, flood, squad_at

RANK = [(0.6 + 1.2 * (n % 10), 12 + 1.2 * (n // 10)) for n in range(51)]


@pytest.mark.rule("FF-05")
@pytest.mark.parametrize(("many", "warned"), [(49, False), (50, True)])
def test_more_than_fifty_models_get_a_warning(many: int, *, warned: bool) -> None:
    foe = squad_at((40, 40), id="foes", side="brood")
    session = flood(squad_at(*RANK[:many]), foe, phase="origin", round_=0)

    found = [e for e in session.game.story if isinstance(e, Announced) and e.clause == "FF-05"]
    assert bool(found) is warned
    assert session.pending is not None


@pytest.mark.rule("FF-06")
@pytest.mark.parametrize("seed", range(8))
def test_the_flood_comes_once_in_a_battle_from_turn_two_to_five(seed: int) -> None:
    foe = squad_at((40, 40), id="foes", side="brood", S=10)
    friend = squad_at((10, 40), S=10)
    session = flood(friend, foe, dice=SeededDice(seed), phase="origin", round_=0)

    while session.table.clock.round < 8:
        session.answer("pass")

    came = [e for e in session.game.story if isinstance(e, Announced)]
    rolled = [e for e in session.game.story if isinstance(e, Rolled) and e.clause == "FF-06"]
    assert len(came) == 1
    assert came[0].spot == PAGE.of(session.table).origin != ""
    assert 2 <= PAGE.of(session.table).came <= 5
    assert [roll.need for roll in rolled] == [6, 4, 2][: len(rolled)]


@pytest.mark.rule("FF-07")
def test_the_dead_and_who_is_in_reserve_have_no_place_in_the_order() -> None:
    late = squad_at((30, 10), id="late", where="reserve")
    gone = squad_at((25, 10), id="gone", where="gone")
    foe = squad_at((40, 40), id="foes", side="brood", where="body")
    session = flood(squad_at((10, 10)), late, gone, foe, dice="3")

    queues = [e.order for e in session.game.story if isinstance(e, Queued)]
    assert queues[0] == ("squad-1",)


@pytest.mark.rule("FF-01")
@pytest.mark.parametrize("spots", [("east",), ("east", "west")])
def test_a_flood_without_a_chosen_origin_comes_from_the_first_of_the_map(
    spots: tuple[str, ...],
) -> None:
    mouths = [{"class": "FloodOrigin", "name": name, "point": [40, 10]} for name in spots]
    session = flood(squad_at((10, 10)), dice="3", objects=(*mouths, LANE))

    (came,) = [e for e in session.game.story if isinstance(e, Announced)]
    assert came.spot == "east"
