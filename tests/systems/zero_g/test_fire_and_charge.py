"""Odds of zero-g fire and charges, and their queries, compared with every row of dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import isclose

import pytest

from game.cores.classic.rules.assault import ChargeAttempt
from game.cores.kit.attempts import Attempt
from game.cores.kit.marks import CHARGED
from game.cores.kit.probability import average
from game.cores.kit.queries import ARCS, ConsideredAnswer, ForecastFigure, forecast
from game.geometry.points import Point
from game.play.decisions import Choose, CommonKind, DecisionKind, Option
from game.play.dice_sequences import Dice, ScriptedDice
from game.play.game import at_once
from game.play.moves.placement_regions import OnTable, PlacedAt
from game.play.session import Session
from game.systems.zero_g.rules.charge import IMPACT, charges
from game.systems.zero_g.rules.charge_odds import charge_odds
from game.systems.zero_g.rules.shooting import FireAt, FirePointRegion, ShotLine, fly_on
from game.systems.zero_g.rules.shot_outcomes import RECOILS, STRAYS, FiringOption, figures
from game.table.events import Act, BodyRemoved, Struck
from game.table.records import Fire, Model, ModelId, UnitId, Weapon, Where
from game.table.state import Table
from tests.systems.zero_g.zero_g_tables import (
    BROOD,
    HALE,
    RULES,
    WARDENS,
    drifter,
    game_on,
    table_of,
    void,
    wall,
)
from tests.tools.dice_rows import all_dice_rows

SPITTER = Weapon("spitter", fire=Fire.ASSAULT, range=12.0, shots=1, strength=4, ap=5)
ONSET = ChargeAttempt(UnitId("hale"), UnitId("foe"))


def armed(one: Model, *weapons: Weapon) -> Model:
    return replace(one, profile=replace(one.profile, weapons=weapons))


def foe(at: tuple[float, float], unit: str = "foe", kind: str = "drifter") -> Model:
    return drifter(unit, at, kind=kind, side=BROOD)


def chances_by_playing(table: Table) -> dict[object, Fraction]:
    """Play a charge with every row of dice; return the chance of each result."""

    def end(dice: Dice) -> object:
        played = game_on(table.fork(), dice)
        at_once(charges(played, ONSET))
        unit = played.table.units[UnitId("hale")]
        if unit.mark(CHARGED) is None:
            return "failed"
        mark = unit.mark(IMPACT)
        return int(mark.about) if mark else 0

    found = all_dice_rows(end)
    assert found is not None
    return found


def foretold(table: Table) -> Mapping[str, ForecastFigure]:
    attempt = Attempt(UnitId("hale"), Act.CHARGES, UnitId("foe"))
    return {f.what: f for f in charge_odds(game_on(table), attempt)}


@pytest.mark.rule("ZG-20")
@pytest.mark.parametrize(
    ("arrows", "distance", "chance"),
    [
        (0, 5.0, Fraction(2, 6)),  # a 5 or a 6
        (1, 5.0, Fraction(2, 6)),
        (1, 8.0, Fraction(1, 9)),  # a 6 and 2 or more on the d3
        (1, 9.0, Fraction(1, 18)),
        (2, 4.0, Fraction(841, 1296)),  # no 1: (4 + 5/6)² / 36, each 6 with its test passed
    ],
)
def test_a_charge_arrives_by_the_odds_of_its_dice(
    arrows: int, distance: float, chance: Fraction
) -> None:
    table = table_of(void(), drifter("hale", (10, 24), arrows, 90.0), foe((11 + distance, 24)))

    assert isclose(foretold(table)["arrives"].value, float(chance), abs_tol=1e-12)


@pytest.mark.rule("ZG-20")
@pytest.mark.parametrize(("arrows", "chance"), [(1, Fraction(1, 6)), (2, Fraction(11, 36))])
def test_a_charge_fails_by_a_1_of_any_die(arrows: int, chance: Fraction) -> None:
    table = table_of(void(), drifter("hale", (10, 24), arrows, 90.0), foe((15, 24)))

    assert isclose(foretold(table)["fails on a 1"].value, float(chance), abs_tol=1e-12)


@pytest.mark.rule("ZG-20", "CC-14")
@pytest.mark.parametrize(
    ("wounds", "inv", "chance"),
    [
        (1, 4, Fraction(59, 72) ** 2),  # a test kills by 1/12: (4 + 11/12)² / 36
        (2, None, Fraction(16 + 8, 36) + Fraction(1, 36) * Fraction(35, 36)),
    ],
)
def test_who_can_live_through_a_failed_test_arrives_more_often(
    wounds: int, inv: int | None, chance: Fraction
) -> None:
    hale = replace(drifter("hale", (10, 24), 2, 90.0, inv=inv), wounds=wounds)

    said = foretold(table_of(void(), hale, foe((15, 24))))["arrives"].value

    assert isclose(said, float(chance), abs_tol=1e-12)


@pytest.mark.rule("ZG-20", "ZG-21")
@pytest.mark.parametrize("arrows", [0, 1])
@pytest.mark.parametrize("distance", [2.0, 5.0, 7.5, 8.01, 9.0])
def test_the_odds_of_a_charge_are_those_of_every_row_of_dice(
    arrows: int, distance: float
) -> None:
    table = table_of(void(), drifter("hale", (10, 24), arrows, 90.0), foe((11 + distance, 24)))

    arrives = 1 - chances_by_playing(table).get("failed", Fraction(0))

    said = foretold(table)["arrives"].value
    assert isclose(said, float(arrives), abs_tol=1e-12)


@pytest.mark.rule("ZG-20", "ZG-21")
@pytest.mark.parametrize("distance", [2.0, 7.5])
def test_impact_hits_are_foretold_for_a_charge_that_arrives(distance: float) -> None:
    table = table_of(void(), drifter("hale", (10, 24), 1, 90.0), foe((11 + distance, 24)))
    came, spread = chances_by_playing(table), foretold(table)["impact hits"].spread

    arrives = 1 - came.pop("failed", Fraction(0))

    for hits, chance in enumerate(spread):
        expected = came.get(hits, Fraction(0)) / arrives
        assert isclose(chance, float(expected), abs_tol=1e-12), hits


@pytest.mark.rule("CC-34", "ZG-21")
def test_hammer_of_wrath_is_one_more_of_the_impact_hits_foretold() -> None:
    plain = drifter("hale", (10, 24), 1, 90.0)
    hammer = replace(plain, profile=replace(plain.profile, rules=("hammer of wrath",)))
    one, two = (
        average(foretold(table_of(void(), m, foe((13, 24))))["impact hits"].spread)
        for m in (plain, hammer)
    )

    assert isclose(two, one + 1)


@pytest.mark.rule("ZG-03")
def test_no_odds_of_dice_are_told_of_who_charges_as_ever() -> None:
    assert not foretold(
        table_of(void(), drifter("hale", (10, 24), kind="floater"), foe((14, 24)))
    )


MATE, FAR, DEAD = ModelId("mate-1"), ModelId("far-1"), ModelId("dead-1")


def line_up(*others: Model, shots: int = 1) -> Table:
    """Return a table on which hale fires a spitter along a row of models, past a foe."""
    hale = armed(drifter("hale", (2, 24)), replace(SPITTER, shots=shots))
    return table_of(void(), hale, foe((12, 24)), *others, phase="shooting")


def forecast_of_answer(
    table: Table, answer: str, kind: DecisionKind = CommonKind.TARGET
) -> dict[tuple[str, str], ForecastFigure]:
    asked = Choose(
        WARDENS,
        clause="CC-07",
        asks="?",
        options=(Option(answer, "?"),),
        about="hale",
        kind=kind,
    )
    return {
        (f.what, f.about): f for f in figures(game_on(table), ConsideredAnswer(asked, answer))
    }


@pytest.mark.rule("ZG-17")
def test_the_chance_of_a_stray_round_is_a_sixth_of_what_comes_past_the_others() -> None:
    table = line_up(drifter("mate", (20, 24)), foe((26, 24), "far"))

    said = forecast_of_answer(table, "foe")

    # BS 4 misses on 1 or 2; the mate is tried first, the far foe only if that one is missed.
    assert isclose(said["stray round hits", MATE].value, 1 / 3 * 1 / 6)
    assert isclose(said["stray round hits", FAR].value, 1 / 3 * 5 / 6 * 1 / 6)
    assert ("stray round hits", "foe-1") not in said
    assert said["inches of recoil", "spitter"].value == 2


@pytest.mark.rule("ZG-15")
@pytest.mark.parametrize(
    ("behind", "inches", "why"),
    [
        # Bases of half an inch; hale stands at 10 and is pushed 2 to the left.
        ((8.7, 24), 0.3, ["blocked by: mate-1"]),
        ((9, 24), 0.0, ["blocked by: mate-1"]),
        ((6.9, 24), 2.0, []),
    ],
    ids=["some room", "none", "enough"],
)
def test_the_recoil_is_told_as_far_as_there_is_room(
    behind: tuple[float, float], inches: float, why: list[str]
) -> None:
    hale, mate = armed(drifter("hale", (10, 24)), SPITTER), drifter("mate", behind)
    assert (hale.base, mate.base) == (0.5, 0.5)
    table = table_of(void(), hale, mate, foe((20, 24)), phase="shooting")
    said = forecast_of_answer(table, "foe")["inches of recoil", "spitter"]

    assert isclose(said.value, inches, abs_tol=0.01)
    assert [reason.why for reason in said.reasons] == why


@pytest.mark.rule("ZG-15")
def test_the_recoil_ends_at_a_wall_and_an_inch_from_an_enemy() -> None:
    hale = armed(drifter("hale", (10, 24)), SPITTER)
    walled = table_of(void(wall((9, 20), (9, 28))), hale, foe((20, 24)), phase="shooting")
    watched = table_of(void(), hale, foe((20, 24)), foe((7, 24), "far"), phase="shooting")
    by_wall, by_foe = (
        forecast_of_answer(table, "foe")["inches of recoil", "spitter"]
        for table in (walled, watched)
    )

    assert isclose(by_wall.value, 0.5, abs_tol=0.01)
    assert [reason.why for reason in by_wall.reasons] == ["blocked by a wall"]
    # Three inches between the middles, less two bases and the inch.
    gap = 3.0 - hale.base - watched.models[ModelId("far-1")].base
    assert isclose(by_foe.value, gap - 1.0, abs_tol=0.01)
    assert [reason.why for reason in by_foe.reasons] == ['blocked 1" from: far-1']


@pytest.mark.rule("ZG-14", "ZG-15")
def test_a_recoil_over_the_edge_is_told_as_the_loss_that_it_is() -> None:
    hale = armed(drifter("hale", (1, 24)), SPITTER)
    said = forecast_of_answer(table_of(void(), hale, foe((11, 24)), phase="shooting"), "foe")

    assert said["inches of recoil", "spitter"].value == 1.0
    assert said["lost in space", "spitter"].value == 1.0


@pytest.mark.rule("ZG-17")
def test_several_shots_are_more_likely_to_hit_somebody_once() -> None:
    said = forecast_of_answer(line_up(drifter("mate", (20, 24)), shots=3), "foe")

    one = 1 / 3 * 1 / 6
    assert isclose(said["stray round hits", MATE].value, 1 - (1 - one) ** 3)


@pytest.mark.rule("ZG-16", "ZG-17")
def test_what_is_fired_at_a_point_strays_for_sure() -> None:
    table = line_up(drifter("mate", (20, 24)))
    region = FirePointRegion(OnTable(48, 48), Point(2, 24))
    asked = FireAt(
        WARDENS, clause="ZG-16", asks="?", region=region, about=HALE, weapon="spitter"
    )

    said = {f.about: f for f in forecast(game_on(table), asked, PlacedAt(Point(30, 24)))}

    # The foe is no target now, and the first on the line.
    assert isclose(said["foe-1"].value, 1 / 6)
    assert isclose(said["mate-1"].value, 5 / 36)


@pytest.mark.rule("ZG-17", "ZG-18", "ZG-26")
def test_a_window_is_told_the_line_of_a_stray_round_to_its_end() -> None:
    dead = replace(drifter("dead", (16, 24), 1), where=Where.BODY)
    table = line_up(dead, drifter("mate", (20, 24)), foe((40, 24), "far"))
    look = game_on(table)

    (stray,) = STRAYS.of(
        look, FiringOption(HALE, weapon="spitter", at=Point(12, 24), target=ModelId("foe-1"))
    )

    assert (stray.start, stray.end) == (Point(2, 24), Point(48, 24))
    assert [(r.model, r.strength) for r in stray.risks] == [(DEAD, 4), (MATE, 4), (FAR, 2)]
    for risk, chance in zip(stray.risks, (1 / 6, 5 / 36, 25 / 216), strict=True):
        assert isclose(risk.chance, chance)


@pytest.mark.rule("ZG-17", "ZG-18")
@pytest.mark.parametrize(
    ("strength", "corners", "end"),
    [
        (4, ((30, 20), (30, 28)), 30.0),  # at a wall
        (4, ((30, 20), (30, 23.9)), 48.0),  # past it
        (1, (), 26.5),  # spent 12 + 12 inches from the base's edge
    ],
)
def test_a_stray_round_ends_at_a_wall_the_edge_or_where_it_is_spent(
    strength: int, corners: tuple[tuple[float, float], ...], end: float
) -> None:
    hale = armed(drifter("hale", (2, 24)), replace(SPITTER, strength=strength))
    board = void(wall(*corners)) if corners else void()
    look = game_on(table_of(board, hale, foe((12, 24))))

    (stray,) = STRAYS.of(
        look, FiringOption(HALE, weapon="spitter", at=Point(12, 24), target=ModelId("foe-1"))
    )

    assert stray.end == pytest.approx((end, 24.0))


@pytest.mark.rule("ZG-17")
def test_who_is_told_to_be_at_risk_is_whom_the_dice_can_hit() -> None:
    """Over every row of dice a stray round hits only these models, with these odds."""
    dead = replace(drifter("dead", (16, 24), 1), where=Where.BODY)
    table = line_up(dead, drifter("mate", (20, 24)))
    firing = FiringOption(HALE, "spitter", Point(30, 24))
    (stray,) = STRAYS.of(game_on(table), firing)

    def struck(dice: Dice) -> object:
        played = game_on(table.fork(), dice)
        at_once(fly_on(played, ShotLine(HALE, SPITTER, Point(30, 24)), 1))
        hit = [e.model for e in played.story if isinstance(e, Struck | BodyRemoved)]
        return hit[0] if hit else ""

    came = all_dice_rows(struck)
    assert came is not None
    assert [r.model for r in stray.risks] == ["foe-1", DEAD, MATE]
    for risk in stray.risks:
        assert isclose(risk.chance, float(came[risk.model]))
    assert sum(came.values()) == 1


@pytest.mark.rule("ZG-15", "ZG-14")
def test_a_window_is_told_where_a_shot_pushes_its_firer() -> None:
    near = armed(drifter("hale", (1, 24)), SPITTER)
    inside = armed(drifter("hale", (10, 24)), SPITTER)
    jets = armed(drifter("hale", (10, 24), kind="jet-boarder"), SPITTER)
    firing = FiringOption(HALE, "spitter", Point(20, 24))

    pushes = [[*RECOILS.of(game_on(table_of(void(), m)), firing)] for m in (near, inside, jets)]

    (lost,), (moved,), none = pushes
    assert (lost.path[-1], lost.left, lost.exit) == (Point(0, 24), True, None)
    assert (moved.path, moved.left) == ((Point(10, 24), Point(8, 24)), False)
    assert not none


@pytest.mark.rule("ZG-19", "ZG-20")
@pytest.mark.parametrize(
    ("arrows", "wide", "reach"), [(0, 360, 9), (1, 45, 9), (2, 22.5, 18), (3, 11.25, 27)]
)
def test_a_window_is_told_the_arc_of_a_charge(arrows: int, wide: float, reach: float) -> None:
    look = game_on(table_of(void(), drifter("hale", (10, 24), arrows, 80.0)))

    (arc,) = ARCS.of(look, HALE)

    assert (arc.heading, arc.wide, arc.reach) == (80.0, wide, reach)


@pytest.mark.rule("ZG-06")
def test_nobody_is_asked_who_runs() -> None:
    table = table_of(void(), drifter("hale", (20, 20)), foe((20, 30)), phase="shooting")
    session = Session(RULES, table, ScriptedDice(()))

    assert session.pending
    assert session.pending.asks == "Shoot with which unit?"
