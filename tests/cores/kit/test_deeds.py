"""Deeds that models do by themselves, and the rules that read them."""

from __future__ import annotations

from typing import Any

import pytest

from game.cores.classic.rules import forecasts
from game.cores.classic.rules.melee_attacks import has_charged
from game.cores.kit.deeds import (
    Deed,
    charging_models,
    deeds_of_turn,
    has_done,
    kept_from_charging,
    models_left_behind,
    note,
)
from game.cores.kit.marks import CHARGED, MOVED, marked
from game.cores.kit.queries import TableView
from game.play.dice_sequences import SeededDice
from game.play.game import Game
from game.table.events import PhaseBegan
from game.table.records import ModelId, Side, UnitId
from tests.systems.flood.flood_tables import STRAIGHT, rules_and_table, squad_at

SQUAD = UnitId("squad")
ONE, TWO, THREE = (ModelId(f"squad-{n}") for n in (1, 2, 3))


def game_of(**more: Any) -> Game:
    clock = {"phase": "movement", "side": "wardens", "round": 5}
    units = (
        squad_at((10, 20), (11, 20), (12, 20), **more),
        squad_at((40, 40), id="foes", side="brood"),
    )
    rules, table = rules_and_table(units, STRAIGHT, clock)
    return Game(rules, table, SeededDice(1))


@pytest.mark.rule("FF-20", "CC-09")
def test_a_model_has_done_what_it_or_its_unit_did_in_this_turn() -> None:
    game = game_of()
    note(game, "FF-20", Deed.MOVED, [TWO])
    models = game.table.models

    moved = [m for m in (ONE, TWO, THREE) if has_done(game.table, models[m], Deed.MOVED)]
    assert moved == [TWO]
    assert not has_done(game.table, models[TWO], Deed.RAN)

    game.do(marked("CC-09", SQUAD, MOVED))
    assert has_done(game.table, game.table.models[ONE], Deed.MOVED)


@pytest.mark.rule("FF-20")
@pytest.mark.parametrize(("round_", "side"), [(5, "brood"), (6, "wardens")])
def test_deeds_of_one_player_turn_do_not_count_in_another(round_: int, side: str) -> None:
    game = game_of()
    note(game, "FF-20", Deed.RAN, [TWO])
    assert deeds_of_turn(game.table)

    game.do(PhaseBegan("CC-18", round_, "movement", Side(side)))
    assert deeds_of_turn(game.table) == ()
    note(game, "FF-20", Deed.MOVED, [ONE])
    assert deeds_of_turn(game.table) == ((ONE, Deed.MOVED, "FF-20"),)


@pytest.mark.rule("FF-20", "CC-22", "MC-05")
@pytest.mark.parametrize(
    ("deed", "rules", "clause"),
    [
        (Deed.RAN, [], "CC-22"),
        (Deed.RAN, ["fleet"], "FF-20"),
        (Deed.ADVANCED, [], "MC-05"),
        (Deed.MOVED, [], None),
    ],
)
def test_who_ran_or_advanced_back_does_not_charge(
    deed: Deed, rules: list[str], clause: str | None
) -> None:
    game = game_of(rules=rules)
    note(game, "FF-20", deed, [TWO])
    kept = kept_from_charging(game.table, SQUAD)

    assert [(m, no.clause) for m, no in kept.items()] == ([(TWO, clause)] if clause else [])
    assert models_left_behind(game.table, SQUAD) == ((TWO,) if clause else ())
    charges = [m.id for m in charging_models(game.table, SQUAD)]
    assert charges == ([ONE, THREE] if clause else [ONE, TWO, THREE])


@pytest.mark.rule("CC-25", "FF-20")
def test_who_stayed_behind_has_no_advantage_of_its_units_charge() -> None:
    game = game_of()
    assert not has_charged(game.table, game.table.models[ONE])
    game.do(marked("CC-25", SQUAD, CHARGED, "foes"))
    note(game, "CC-25", Deed.STAYED_BEHIND, [THREE])

    models = [game.table.models[m] for m in (ONE, TWO, THREE)]
    assert [has_charged(game.table, m) for m in models] == [True, True, False]


@pytest.mark.rule("CC-25", "FF-20")
def test_the_forecast_of_a_charge_leaves_out_who_stays_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = {"phase": "assault", "side": "wardens", "round": 5}
    units = squad_at((10, 20), (11, 20), (12, 20)), squad_at((11, 24), id="foes", side="brood")
    rules, table = rules_and_table(units, STRAIGHT, clock)
    note(Game(rules, table, SeededDice(1)), "FF-20", Deed.RAN, [THREE])
    seen = list[TableView]()
    monkeypatch.setattr(forecasts, "round_odds", lambda view, *_: seen.append(view))

    view = TableView(table, rules)
    forecasts.round_after(view, forecasts.charge_odds(view, SQUAD, UnitId("foes")))

    after = seen[0].table
    assert [m.id for m in after.of(SQUAD) if has_charged(after, m)] == [ONE, TWO]
    assert after.models[THREE].at == table.models[THREE].at
    assert not has_done(table, table.models[THREE], Deed.STAYED_BEHIND)
