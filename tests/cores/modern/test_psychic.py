"""Hooks for psykers and advances: limits, modifiers, and other perils."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from game.cores.kit.game_rules import GameRules
from game.cores.kit.hooks import HookHandler
from game.cores.kit.marks import TRIED, marked
from game.cores.kit.modules import Module
from game.cores.kit.queries import TableView
from game.cores.modern.rules import (
    ADVANCE,
    DENY_TEST,
    PERIL_MORE,
    POWER_DONE,
    POWER_REFUSED,
    PSYCHIC_TEST,
    REACH,
    PowerAttempt,
)
from game.cores.modern.rules import Test as PsychicTest
from game.cores.modern.rules.movement import advance
from game.cores.modern.rules.perils import PERILS
from game.cores.modern.rules.powers import POWERS, Power, PowerCast
from game.cores.modern.rules.psychic import attempt, charge_of, why_not
from game.cores.modern.rules.system import modern
from game.play.decisions import Decision, Refusal
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game, GameView
from game.play.moves.march import March
from game.table.events import Event, Reason, Rolled
from game.table.records import ModelId, Side, UnitId
from tests.cores.modern.small_tables import THEM, US, A, B, C, unit, view_of_units

BOLT = POWERS["mind bolt"]
SEER, ORACLE, TWIN = ModelId("a-1"), ModelId("c-1"), ModelId("b-1")


def a_field(distance: float, *hooks: HookHandler) -> TableView:
    """Return our seer and an enemy brute *distance* inches away, edge to edge."""
    view = view_of_units(
        unit(A, US, ["seer"], 10, 10),
        unit(C, THEM, ["brute"], 10 + 0.63 + distance + 0.8, 10),
        phase="psychic",
    )
    return TableView(view.table, GameRules(modern({}), [Module("more", hooks=hooks)]))


def events_of_bolt(
    view: TableView, faces: Sequence[int], answers: Sequence[str] = ()
) -> list[Event]:
    """Return the events of a mind bolt of the seer with these dice and answers."""
    rules = view.rules
    assert isinstance(rules, GameRules)
    game, left = Game(rules, view.table, ScriptedDice(tuple(faces))), [*answers]
    rule = attempt(game, SEER, BOLT)
    asked: Decision[object] | None = None
    try:
        asked = rule.send(None)
        while True:
            asked = rule.send(left.pop(0))
    except StopIteration:
        assert game.table.rolls == len(faces), asked
        return game.story


def wounds(view: TableView, id_: str) -> int:
    return view.table.models[ModelId(id_)].wounds


@pytest.mark.rule("MC-11", "MP-21")
@pytest.mark.parametrize(("distance", "may"), [(12.0, True), (12.001, False)])
def test_a_limit_of_reach_holds_for_powers(distance: float, *, may: bool) -> None:
    def dark(view: GameView, side: Side) -> Iterator[Reason]:
        yield Reason(12, "dead of night", "MP-21")
        yield Reason(30, "not the least", "MP-21")

    view = a_field(distance, REACH.gets(dark))

    assert (why_not(view, view.table.models[SEER], BOLT) is None) is may


def storm(view: GameView, model_id: ModelId) -> Iterator[Reason]:
    yield Reason(2, "storm", "MP-14")


@pytest.mark.rule("MC-08")
def test_what_is_added_to_a_test_counts_for_the_charge_and_what_follows() -> None:
    """9 + 2 are 11: a d6 of wounds."""

    view = a_field(5, PSYCHIC_TEST.gets(storm))
    story = events_of_bolt(view, [4, 5, 1])

    test = next(e for e in story if isinstance(e, Rolled))
    assert (test.need, test.reasons) == (3, (Reason(2, "storm", "MP-14"),))
    assert [e.what for e in story if isinstance(e, Rolled)][-1] == "mind bolt"
    assert wounds(view, "c-1") == 2


@pytest.mark.rule("MC-09")
def test_what_is_added_to_a_deny_test_counts() -> None:
    """6 + 2 beat 7."""

    base = view_of_units(unit(A, US, ["seer"], 10, 10), unit(C, THEM, ["oracle"], 20, 10))
    rules = GameRules(modern({}), [Module("more", hooks=(DENY_TEST.gets(storm),))])
    view = TableView(base.table, rules)

    events_of_bolt(view, [3, 4, 2, 4], ["c-1"])

    assert wounds(view, ORACLE) == 5


@pytest.mark.rule("MC-10")
def test_a_module_may_make_perils_worse() -> None:
    def storm(view: GameView, model_id: ModelId) -> Iterator[Reason]:
        yield Reason(1, "storm", "MP-14")

    view = a_field(9, PERIL_MORE.gets(storm))
    events_of_bolt(view, [1, 1, 1])

    assert wounds(view, SEER) == 1


@pytest.mark.rule("MC-10", "MP-09")
def test_a_module_may_put_perils_off_until_the_power_is_resolved() -> None:
    seen = list[tuple[PsychicTest, int]]()

    async def none(game: Game, test: PsychicTest) -> None:
        pass

    async def after(game: Game, test: PsychicTest) -> None:
        seen.append((test, game.table.models[ModelId("c-1")].wounds))

    view = a_field(9, PERILS.by(none), POWER_DONE.then(after))
    events_of_bolt(view, [6, 6, 2])

    assert seen == [(PsychicTest(SEER, "mind bolt", (6, 6)), 1)]
    assert wounds(view, SEER) == 3


@pytest.mark.rule("MC-08")
def test_a_module_may_refuse_a_power_to_a_psyker() -> None:
    def lost(view: GameView, tried: PowerAttempt) -> Iterator[Refusal]:
        if tried == PowerAttempt(SEER, "mind bolt"):
            yield Refusal("it is lost to it", "MP-10")

    view = a_field(9, POWER_REFUSED.gets(lost))

    assert why_not(view, view.table.models[SEER], BOLT) == Refusal("it is lost to it", "MP-10")


async def no_effect(game: Game, cast: PowerCast) -> None:
    pass


@pytest.mark.rule("MC-08")
def test_a_power_that_does_not_grow_harder_is_tried_once_a_turn_by_a_side() -> None:
    veil = Power("veil", clause="MC-08", charge=6, works=no_effect, finds=lambda *_: True)
    view = view_of_units(
        unit(A, US, ["seer"], 10, 10), unit(B, US, ["seer"], 10, 20), phase="psychic"
    )
    twin = view.table.models[TWIN]
    assert why_not(view, twin, veil) is None
    rules = view.rules
    assert isinstance(rules, GameRules)
    Game(rules, view.table, ScriptedDice(())).do(marked("MC-08", SEER, TRIED, "veil"))

    no = why_not(view, twin, veil)
    assert no is not None
    assert no.clause == "MC-08"
    assert charge_of(view.table, veil) == 6


@pytest.mark.rule("MC-05")
@pytest.mark.parametrize(("face", "more", "goes"), [(3, -1, 8.0), (1, -1, 6.0), (1, -2, 6.0)])
def test_a_module_may_change_an_advance_but_not_below_nothing(
    face: int, more: int, goes: float
) -> None:
    def rain(view: GameView, unit_id: UnitId) -> Iterator[Reason]:
        yield Reason(more, "acid rain", "MP-13")

    base = view_of_units(unit(A, US, ["warden"], 10, 10), phase="movement")
    rules = GameRules(modern({}), [Module("more", hooks=(ADVANCE.gets(rain),))])
    rule = advance(Game(rules, base.table, ScriptedDice((face,))), A)
    march = rule.send(None)
    rule.close()

    assert isinstance(march, March)
    assert march.model_limits[ModelId("a-1")].distance == goes
