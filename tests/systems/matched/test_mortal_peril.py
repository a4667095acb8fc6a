"""Mortal peril: its forecast, and the side of a psyker that has turned (``MP-10``)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.cores.kit.battle_end import is_destroyed
from game.cores.kit.dice import Roll
from game.cores.kit.queries import TableView, characteristics, forecast
from game.cores.modern.rules.forecasts import again_figures
from game.cores.modern.rules.powers import BOLT
from game.cores.modern.rules.psychic import manifest
from game.cores.modern.rules.stratagems import is_slight
from game.geometry.points import Point
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game
from game.rules.battles import prepare
from game.rules.catalog import rules_of
from game.systems.matched.rules import victory
from game.systems.matched.rules.twist_state import PAGE, TwistState
from game.table.events import Defected, Placed, Removed
from game.table.records import How, Mark, Model, ModelId, Side
from tests.cores.modern.small_tables import THEM, US, A, B, unit, view_of_units

pytestmark = pytest.mark.rule("MP-10")
SEER = ModelId("a-1")


def with_peril(*, twist: int = 0, on: bool = True) -> TableView:
    """Return a seer of three wounds and Ld 8, ten inches from a brute."""
    view = view_of_units(
        unit(A, US, ["seer"], 10, 10), unit(B, THEM, ["brute"], 21, 10), phase="psychic"
    )
    options = {"peril": on, "twist": twist}
    view.table.notes[PAGE.name] = TwistState(twist)
    return TableView(view.table, rules_of("matched", options=options))


def foretold(view: TableView) -> dict[str, float]:
    rule = manifest(Game(view.rules, view.table, ScriptedDice(())))
    asked = rule.send(None)
    rule.close()
    figures = forecast(view, asked, f"{SEER} {BOLT}")
    return {f.what: f.value for f in figures}


def test_what_a_power_may_cost_is_foretold() -> None:
    """A double in 6 of 36; then a 1 kills, and a 2 if the d3 shows 3.

    1/6 of 1/6 + 1/18. It turns on a 5 if 2d6 show 9 or more, which 10 of 36 do. The power takes
    effect whenever it is manifested: 5 or more on 30 of 36.
    """
    found = foretold(with_peril())

    assert found["perils"] == pytest.approx(1 / 6)
    assert found["its psyker dies"] == pytest.approx(1 / 27)
    assert found["goes over"] == pytest.approx(1 / 36 * 10 / 36)
    assert found["takes effect"] == pytest.approx(30 / 36)


def test_without_it_perils_are_those_of_the_core() -> None:
    """A double 1 or 6; a d3 of 3 kills, and then a double 6 has no effect: 1/36 of 1/3."""
    found = foretold(with_peril(on=False))

    assert found["perils"] == pytest.approx(2 / 36)
    assert found["its psyker dies"] == pytest.approx(2 / 36 / 3)
    assert found["takes effect"] == pytest.approx(30 / 36 - 1 / 36 / 3)
    assert "goes over" not in found


@pytest.mark.rule("MP-14")
def test_a_warp_storm_makes_a_backlash_deadlier() -> None:
    """d3 + 1 kills three wounds on 2 of 3: 1/6 of 1/6 + 1/9."""
    found = foretold(with_peril(twist=4))

    assert found["its psyker dies"] == pytest.approx(1 / 6 * (1 / 6 + 1 / 9))


def test_every_double_is_worth_a_die_rolled_again() -> None:
    """Of a double 3 either die brings another double on one face of six."""
    cast = Roll(
        "MC-08",
        by=US,
        what="psychic test",
        need=5,
        who=A,
        weapon=BOLT,
        faces=(3, 3),
        total=True,
    )

    found = {f.what: f.value for f in again_figures(with_peril(), cast, "Roll the 3 again")}
    assert found["perils as rolled"] == 1.0
    assert found["perils rolled again"] == pytest.approx(1 / 6)
    assert not is_slight(with_peril(), cast)
    assert is_slight(with_peril(on=False), cast)


def test_a_surge_shows_in_the_numbers_of_a_psyker() -> None:
    view = with_peril()
    seer = view.table.models[SEER]
    assert characteristics(view, SEER)["s"].now == 3
    assert "inv" not in characteristics(view, SEER)

    view.table.models[SEER] = _marked(seer, "surging with power")
    raw = characteristics(view, SEER)
    assert (raw["s"].now, raw["inv"].now) == (10, 2)
    assert raw["inv"].reasons[0].clause == "MP-10"


def _marked(model: Model, word: str) -> Model:
    return replace(model, marks=(Mark(word, about="1 wardens"),))


@pytest.mark.rule("MP-32")
@pytest.mark.parametrize("turns", [False, True])
def test_a_warlord_that_turns_is_nobodys_and_not_slain(turns: bool) -> None:  # noqa: FBT001
    """It falls in the end: neither the side that turned it nor the other scores for it."""
    battle = prepare("no_mercy", seed=1, options={"peril": True})
    game = Game(battle.rules(), battle.opening.fork(), ScriptedDice(()))
    alpha = game.table.models[ModelId("brood-alpha-alpha")]
    game.do(Placed("MP-25", model=alpha.id, at=Point(10.0, 10.0), facing=0.0))
    assert alpha.profile.has("WARLORD")

    if turns:
        game.do(Defected("MP-10", alpha.unit, US))
    game.do(Removed("MC-18", alpha.id, How.SHOT))

    assert _slain(game, US) == ([] if turns else [1])
    assert _slain(game, THEM) == []


def _slain(game: Game, side: Side) -> list[int]:
    return [points for points, _ in victory.SLAY_THE_WARLORD.earned(game.table, side)]


def test_a_unit_that_turns_is_not_destroyed_and_counts_for_its_new_side() -> None:
    view = with_peril()
    game = Game(view.rules, view.table, ScriptedDice(()))
    game.do(Defected("MP-10", A, THEM))

    assert not is_destroyed(game.table, game.table.units[A])
    assert [u.id for u in game.table.fielded(THEM)] == [A, B]
    assert game.table.models[SEER].side == THEM
