"""Command points, stratagems, and the dice that no side may re-roll (MC-26 to MC-28)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from game.bots.simple_bots import RandomBot
from game.cores.kit.dice import ROLLED, Again, Roll, roll
from game.cores.kit.game_rules import GameRules
from game.cores.kit.interrupt_offers import InterruptOffer
from game.cores.kit.modules import Module
from game.cores.kit.queries import TableView
from game.cores.modern.rules import COST, MoraleCheck, Stratagem
from game.cores.modern.rules.stratagems import (
    COUNTER_BLOW,
    HOLD_FIRM,
    NAMED,
    RE_ROLL,
    counter_blows,
    holds_firm,
    may_spend,
    re_rolls,
    stratagem_offer,
)
from game.cores.modern.rules.system import modern
from game.play.decisions import Choose, CommonKind
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game, GameView, Rule, at_once
from game.rules.battles import prepare
from game.table.command_points import COMMAND, Command, CommandState, commands, give_points
from game.table.events import Reason, Rolled, Spent
from tests.cores.modern.small_tables import THEM, US, A, B, C, unit, view_of_units, with_mark

HUNT = Stratagem("Hunt", 2, "MP-17")


def a_field(*points: int, phase: str = "shooting") -> TableView:
    """Return our squad before an enemy one; *points*: the command points of each side."""
    view = view_of_units(
        unit(A, US, ["warden"] * 2, 10, 10), unit(B, THEM, ["brute"] * 2, 20, 10), phase=phase
    )
    give_points(view.table, dict(zip((US, THEM), points, strict=False)))
    return view


def with_module(view: TableView, *hooks: Any) -> TableView:
    return TableView(view.table, GameRules(modern({}), [Module("more", hooks=hooks)]))


def a_roll(what: str, *faces: int, need: int = 4, **more: Any) -> Roll:
    return Roll("MC-15", by=US, what=what, need=need, who=A, target=B, faces=faces, **more)


def game_of(view: TableView, *faces: int) -> Game:
    rules = view.rules
    assert isinstance(rules, GameRules)
    return Game(rules, view.table, ScriptedDice(faces))


@pytest.mark.rule("MC-27")
@pytest.mark.parametrize("what", NAMED)
def test_every_kind_of_die_that_the_clause_names_may_be_rolled_again(what: str) -> None:
    names = [o.name for o in re_rolls(a_field(1), a_roll(what, 2, 5))]

    assert names == ["Roll the 2 again"]


@pytest.mark.rule("MC-27", "MC-28")
@pytest.mark.parametrize(
    "what",
    ["attacks", "mind bolt", "peril", "roll-off", "seize the initiative", "who goes first"],
)
def test_no_other_die_may_be_rolled_again(what: str) -> None:
    assert not list(re_rolls(a_field(9), a_roll(what, 1, need=0)))


@pytest.mark.rule("MC-27")
def test_how_a_number_is_rolled_does_not_matter() -> None:
    cast = a_roll("damage, d3", 1, need=0, total=True)

    assert [o.name for o in re_rolls(a_field(1), cast)] == ["Roll the 1 again"]


@pytest.mark.rule("MC-27")
@pytest.mark.parametrize(
    ("points", "label"),
    [
        (1, "Re-roll the 1 (1 of 1 command point)"),
        (8, "Re-roll the 1 (1 of 8 command points)"),
    ],
)
def test_an_offer_says_what_it_costs_and_what_there_is(points: int, label: str) -> None:
    (offer,) = re_rolls(a_field(points), a_roll("to hit", 1))

    assert (offer.label, offer.clause, offer.by) == (label, "MC-27", US)


@pytest.mark.rule("MC-03", "MC-27")
def test_a_die_that_a_rule_has_rolled_again_is_not_rolled_a_third_time() -> None:
    view = a_field(3)
    cast = a_roll("to hit", again=Again("relay", "MP-08", 4, below=2))
    rule = roll(game_of(view, 1, 3, 2), 2, cast)

    asked = rule.send(None)

    # The 1 became a 2 by the rule; only the 3 is left.
    assert isinstance(asked, Choose)
    assert [o.id for o in asked.options] == ["Roll the 3 again", "pass"]
    rule.close()


@pytest.mark.rule("MC-03", "MC-27")
def test_a_die_of_a_total_is_not_rolled_a_third_time_either() -> None:
    cast = a_roll("charge", 3, 5, need=0, total=True, rerolled=(0,))

    assert [o.name for o in re_rolls(a_field(3), cast)] == ["Roll the 5 again"]


@pytest.mark.rule("MC-27")
def test_a_module_may_make_stratagems_dearer() -> None:
    def double(view: GameView, stratagem: Stratagem) -> Iterator[Reason]:
        yield Reason(stratagem.points, "from round 3", "MP-43")

    def dear(points: int) -> TableView:
        return with_module(a_field(points), COST.gets(double))

    assert not may_spend(dear(1), US, RE_ROLL)
    assert may_spend(dear(2), US, RE_ROLL)
    assert not may_spend(dear(3), US, HOLD_FIRM)
    assert may_spend(dear(4), US, HOLD_FIRM)
    game = game_of(dear(5), 1, 6)
    rule = roll(game, 1, a_roll("to hit"))
    asked = rule.send(None)
    assert isinstance(asked, Choose)
    assert asked.options[0].label == "Re-roll the 1 (2 of 5 command points)"
    with pytest.raises(StopIteration):
        _ = rule.send("Roll the 1 again")
    assert Spent("MC-27", US, 2, "Re-roll") in game.story
    assert commands(game.table)[US].points == 3


@pytest.mark.rule("MC-27")
def test_a_module_may_add_a_stratagem() -> None:
    async def better(game: Game, cast: Roll) -> Roll:
        return replace(cast, need=cast.need - 1)

    def hunt(view: GameView, cast: Roll) -> Iterator[InterruptOffer[Roll]]:
        yield from stratagem_offer(view, cast.by, HUNT, better)

    game = game_of(with_module(a_field(2), ROLLED.gets(hunt)), 3)
    rule: Rule[Roll] = roll(game, 1, a_roll("to hit"))
    asked = rule.send(None)
    assert isinstance(asked, Choose)
    assert [o.id for o in asked.options] == ["Roll the 3 again", "Hunt", "pass"]
    with pytest.raises(StopIteration) as done:
        _ = rule.send("Hunt")

    assert done.value.value.successes == (0,)
    assert commands(game.table)[US] == Command(0, ("Hunt",))
    assert game.story[-1] == Spent("MP-17", US, 2, "Hunt")


@pytest.mark.rule("MC-27")
def test_what_is_used_is_not_offered_until_the_next_phase() -> None:
    view = a_field(9)
    COMMAND.put(
        view.table, CommandState({**commands(view.table), US: Command(9, ("Re-roll",))})
    )

    assert not may_spend(view, US, RE_ROLL)
    assert may_spend(view, US, COUNTER_BLOW)
    assert not list(re_rolls(view, a_roll("to hit", 1)))


SLIGHT = [
    (a_roll("to hit", 1, 2, 3), True, "a shot of many"),
    (a_roll("to hit", 1, weapon="rifle"), True, "a light shot alone"),
    (a_roll("to save", 1, 2), True, "models of one wound"),
    (
        Roll("MC-17", by=THEM, what="to save", need=4, who=B, faces=(1,)),
        False,
        "models of three wounds",
    ),
    (a_roll("advance", 1, need=0, total=True), True, "an advance"),
    (a_roll("damage", 2, need=0, total=True), False, "poor damage"),
    (a_roll("damage", 3, need=0, total=True), True, "fair damage"),
    (a_roll("psychic test", 1, 3, need=5, total=True), False, "a test that failed"),
    (a_roll("psychic test", 2, 3, need=5, total=True), True, "a test that succeeded"),
    (a_roll("psychic test", 6, 6, need=5, total=True), False, "a double 6"),
    (a_roll("psychic test", 1, 2, need=11, total=True), True, "a test beyond one die"),
    (a_roll("psychic test", 5, 1, need=11, total=True), False, "a test just in reach"),
    (a_roll("deny", 6, 6, need=13, total=True), True, "a deny that cannot be"),
    (a_roll("charge", 3, 3, need=0, total=True), False, "a charge that falls short"),
    (a_roll("charge", 3, 4, need=0, total=True), True, "a charge that gets there"),
    (a_roll("charge", 1, 1, need=0, total=True), False, "a charge just in reach"),
    (a_roll("morale", 4, need=3, under=True), True, "one who flees"),
    (a_roll("morale", 5, need=3, under=True), False, "two who flee"),
]


@pytest.mark.rule("MC-27")
@pytest.mark.parametrize("case", SLIGHT, ids=[case[2] for case in SLIGHT])
def test_what_hangs_on_one_die(case: tuple[Roll, bool, str]) -> None:
    """The squads are 7.6 inches apart: a charge needs 7.

    The last warden stands at 11.1 with a radius of 0.5, the first brute at 20 with 0.8; to
    come within an inch of it takes 6.6.
    """
    cast, slight, _ = case
    view = a_field(1, 1)

    assert {o.slight for o in re_rolls(view, cast)} == {slight}


@pytest.mark.rule("MC-27")
def test_hold_firm_is_slight_where_one_model_could_flee() -> None:
    """A warden's Ld is 6: after one loss one flees on a 6, after two losses two."""

    def slight(lost: int) -> list[bool]:
        return [o.slight for o in holds_firm(a_field(2), MoraleCheck(A, lost))]

    assert slight(0) == []
    assert slight(1) == [True]
    assert slight(2) == [False]


@pytest.mark.rule("MC-27")
def test_a_counter_blow_shows_on_the_board_who_strikes() -> None:
    view = view_of_units(unit(A, US, ["warden"], 10, 10), unit(B, THEM, ["brute"], 11.5, 10))
    COMMAND.put(view.table, CommandState({THEM: Command(2)}))

    (offer,) = counter_blows(view, A)

    assert (offer.anchor, offer.label) == (B, "Counter-blow with b (2 of 2 command points)")


@pytest.mark.rule("MC-27")
@pytest.mark.parametrize("others", [False, True], ids=["nobody else", "another charger"])
def test_a_counter_blow_is_slight_if_nobody_else_would_fight_before(*, others: bool) -> None:
    more = [unit(C, US, ["leaper"], 11.5, 11.5)] if others else []
    view = view_of_units(
        unit(A, US, ["warden"], 10, 10), unit(B, THEM, ["brute"], 11.5, 10), *more
    )
    COMMAND.put(view.table, CommandState({THEM: Command(2)}))
    fought = with_mark(view, A, "charged", "fought")

    (offer,) = counter_blows(fought, A)

    assert offer.slight is not others


@pytest.mark.rule("MC-27")
def test_nobody_waits_for_dice_that_nobody_can_touch() -> None:
    cast = at_once(roll(game_of(a_field(0, 9), 1, 2), 2, a_roll("to hit")))

    assert cast.faces == (1, 2)


@pytest.mark.rule("MC-28")
@pytest.mark.parametrize("scenario", ["no_mercy", "beachhead", "vital_intelligence"])
def test_nobody_breaks_in_before_the_battle(scenario: str) -> None:
    """Set-up and first turn: all dice fall while both sides have all their points."""
    session, bot = prepare(scenario, seed=7).session(), RandomBot()
    while not session.table.clock.side:
        asked = session.pending
        assert asked is not None
        assert not (isinstance(asked, Choose) and asked.kind is CommonKind.BREAK_IN)
        session.answer(bot.answer(session))

    assert any(isinstance(event, Rolled) for event in session.game.story)
    assert all(command.points >= 3 for command in commands(session.table).values())
