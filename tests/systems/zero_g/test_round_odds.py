"""Odds of a round of zero-g combat, in which no unit breaks."""

from __future__ import annotations

import pytest

from game.cores.classic.rules.melee_odds import RoundOdds, round_odds
from game.cores.kit.game_rules import GameRules
from game.rules.catalog import rules_of
from game.table.records import UnitId
from tests.systems.zero_g.zero_g_tables import (
    BROOD,
    RULES,
    WARDENS,
    drifter,
    game_on,
    table_of,
    void,
)


def odds(rules: GameRules) -> RoundOdds:
    """Return the odds of one fight under some rules: a boarder and a floater of 3 wounds."""
    hale = drifter("hale", (10, 10))
    foe = drifter("foe", (10, 10), kind="floater", side=BROOD)
    table = table_of(void(), hale, foe, phase="assault")
    where = hale.at.x + hale.base + foe.base
    table.models[foe.id] = drifter("foe", (where, 10), kind="floater", side=BROOD)
    return round_odds(game_on(table, rules=rules), (hale.unit, foe.unit), WARDENS)


@pytest.mark.rule("ZG-22")
def test_nobody_breaks_who_fights_to_the_bitter_end() -> None:
    found, ordinary = odds(RULES), odds(rules_of("classic"))
    foe = UnitId("foe")

    # Blows are the same; the effects of defeat differ.
    assert found.lost == ordinary.lost
    assert found.wins == ordinary.wins
    assert ordinary.breaks[foe] > 0.0
    assert ordinary.destroyed(foe) > ordinary.lost[foe][-1]
    assert [*found.breaks.values(), *found.caught.values()] == [0.0] * 4
    assert found.destroyed(foe) == found.lost[foe][-1]
    assert "breaks" in {f.what for f in ordinary.figures()}
    assert "breaks" not in {f.what for f in found.figures()}
