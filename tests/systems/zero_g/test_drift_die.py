"""The outcomes of a drift's die, compared with the drift that is played."""

from __future__ import annotations

from math import fsum

import pytest

from game.play.dice_sequences import ScriptedDice
from game.play.game import at_once
from game.systems.zero_g.rules.drift import drift
from game.systems.zero_g.rules.drift_die import DRIFT_DIE, DieOutcome, rolled
from tests.systems.zero_g.zero_g_tables import HALE, drifter, game_on, table_of, void


@pytest.mark.rule("ZG-07")
@pytest.mark.parametrize("die", DRIFT_DIE)
def test_a_drift_of_one_die_moves_and_changes_arrows_as_its_outcome_says(
    die: DieOutcome,
) -> None:
    table = table_of(void(), drifter("hale", (24, 24), 1, 90.0))
    d3 = [2 * (die.inches - die.face)] if die.is_six else []  # a d6, halved
    at_once(drift(game_on(table, ScriptedDice((die.face, *d3))), HALE))
    hale = table.models[HALE]

    assert hale.at.x - 24 == pytest.approx(die.inches)
    assert hale.arrows - 1 == die.arrows


@pytest.mark.rule("ZG-07")
def test_two_dice_by_hand() -> None:
    """Two 1s in 36 move nothing; 4 is a 1 with a 4, or two 2s; 18 is two 6s with two 3s."""
    found = rolled(2, 0, lambda total: [(total + d.inches, d.chance) for d in DRIFT_DIE])

    assert found[0] == pytest.approx(1 / 36)
    assert found[4] == pytest.approx(3 / 36)
    assert found[18] == pytest.approx(1 / 18**2)
    assert fsum(found.values()) == pytest.approx(1.0)
