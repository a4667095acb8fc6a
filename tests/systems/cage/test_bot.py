"""The steady bot in the cage: its look-ahead agrees with the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import pytest

from game.bots.protocol import ReasonedAnswer, run_to_completion
from game.bots.registry import policy
from game.cores.kit.dice_branches import rule_branches
from game.cores.kit.queries import forecast
from game.play.decisions import PASS, Choose, Decision
from game.play.dice_sequences import ScriptedDice, SeededDice
from game.play.game import Game
from game.play.session import Session
from game.rules.battles import prepare
from game.systems.cage.bot.answers import lead_of, mixed
from game.systems.cage.bot.exchange_odds import ExchangeOdds
from game.systems.cage.bot.search import CageAssessment, assessment_of
from game.systems.cage.rules import PAGE, BoutState, CageKind
from game.systems.cage.rules.acting import acts
from game.systems.cage.rules.action_options import ATTACK
from game.systems.cage.rules.attack_effects import PlannedAttack, comes, planned, shares
from game.systems.cage.rules.attack_options import in_reach
from game.systems.cage.rules.attack_results import DISARMED
from game.systems.cage.rules.bout_position import OUT, Position, countered, position_of, spent
from game.systems.cage.rules.champions import to_pick
from game.systems.cage.rules.moves import PARRY, goes
from game.systems.cage.rules.planned_attack import attack_of
from game.table.records import Cell, Side
from game.table.state import Table
from tests.bots.shipped_weights import CAGE
from tests.systems.cage.cage_tables import BLUE, CHAMPIONS, RED, RULES, cage, duel, profile
from tests.tiers import few

LOWEST = (1, 2, 3, 4, 5, 6)
"""Preference of a player that always takes the lowest die."""
ENOUGH = 6
"""Attacks compared for each pair, each without and with a counter-attack."""
Spread = dict[Position, float]


def moments(red: str, blue: str, seed: int) -> Iterator[Session]:
    """Yield a bout of random bots at each point where an action is asked for."""
    session = prepare("cage", seed=seed, rosters={"red": red, "blue": blue}).session()
    bot = policy("random")
    while asked := session.pending:
        if isinstance(asked, Choose) and asked.kind is CageKind.ACTION:
            yield session
        session.answer(bot.answer(session))


def by_the_rules(game: Game, side: Side, action: str, *, counter: bool) -> Spread:
    """Return the odds of an action's ends if all other questions get their first option."""

    def says(asked: Decision[Any], table: Table) -> str:
        assert isinstance(asked, Choose)
        if asked.kind is CageKind.ACTION:
            return action
        if asked.kind in (CageKind.ON, CageKind.TACTICS) or (
            asked.kind is CageKind.COUNTER and not counter
        ):
            return PASS
        return asked.options[0].id

    found: Spread = {}
    for branch in rule_branches(game, partial(acts, side=side), says):
        _add_chance(found, position_of(branch.table), float(branch.chance))
    return found


def foreseen(assessment: CageAssessment, weapon: str, *, counter: bool) -> Spread:
    """Return the odds of the same ends as the bot forecasts them."""
    floor, kinds, at = assessment.scales.floor, assessment.scales.kinds, assessment.at
    arm = next(a for a in in_reach(floor, kinds[at.acts], at, at.acts) if a.name == weapon)
    attack = planned(floor, kinds, at, at.acts, arm)
    after = spent(at, at.acts, attack=True, fought=attack.dice > 0)
    answers = assessment.ahead.answers_to(after, attack) if counter else []
    if answers:
        after = countered(after, 1 - attack.seat)
    found: Spread = {}
    for one, chance in _rolled(assessment, after, attack).items():
        if answers and all(f.wounds != OUT for f in one.fighters):
            for last, share in _rolled(assessment, one, answers[0]).items():
                _add_chance(found, last, chance * share)
        else:
            _add_chance(found, one, chance)
    return found


def _rolled(assessment: CageAssessment, at: Position, attack: PlannedAttack) -> Spread:
    found: Spread = {}
    if attack.dice < 1:
        return {at: 1.0}
    for share, face in zip(shares(attack.dice, LOWEST), LOWEST, strict=True):
        outcome = comes(assessment.scales.floor, assessment.scales.kinds, at, attack, face)
        # A dropped weapon is rolled until it lands in a cell: here always in the first.
        lottery = outcome.lotteries[0]
        for chance, one in [(1.0, lottery[0][1])] if face == DISARMED else lottery:
            _add_chance(found, one, share * chance)
    return found


def _add_chance(found: Spread, at: Position, chance: float) -> None:
    found[at] = found.get(at, 0.0) + chance


def _without_wounds_below_0(spread: Spread) -> Spread:
    """Return the distribution with the wounds of champions that are out set to 0."""
    found: Spread = {}
    for at, chance in spread.items():
        one, other = (f._replace(wounds=max(0, f.wounds)) for f in at.fighters)
        if chance:
            _add_chance(found, at._replace(fighters=(one, other)), chance)
    return found


@pytest.mark.parametrize(
    ("red", "blue"),
    few([("captain", "veteran"), ("prelate", "bulwark"), ("warlock", "outrider")]),
)
def test_what_is_foreseen_is_what_the_rules_do(
    red: str, blue: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every action offered in some random bouts, and every attack with every chance."""
    monkeypatch.setattr("game.systems.cage.rules.attacks.pick", lambda *_, **__: 0)
    struck = 0
    for seed in range(2, 7):
        for session in islice(moments(red, blue, seed), 40):
            asked = session.pending
            assert isinstance(asked, Choose)
            if struck >= ENOUGH:
                return
            assessment = assessment_of(session.game, asked.by, CAGE)
            there = dict(
                goes(
                    assessment.scales.floor,
                    assessment.scales.kinds[assessment.seat],
                    assessment.at,
                )
            )
            for action in [o.id for o in asked.options]:
                what, _, weapon = action.partition(" ")
                if what != ATTACK:
                    (end,) = by_the_rules(session.game, asked.by, action, counter=False)
                    assert end == there.pop(action)[0]
                    continue
                for counter in (False, True):
                    rules = by_the_rules(session.game, asked.by, action, counter=counter)
                    seen = _without_wounds_below_0(
                        foreseen(assessment, weapon, counter=counter)
                    )
                    assert seen == pytest.approx(rules)
                    struck += 1
            assert not there

    pytest.fail(f"in so many bouts there were only {struck} attacks")


@pytest.mark.rule("TC-14", "TC-15")
@pytest.mark.parametrize(
    ("skills", "faces", "dice", "chooser"),
    [
        ((10, 10), "in", 2, RED),  # 11 against 10
        ((10, 10), "clockwise", 1, RED),  # from the front
        ((9, 10), "in", 1, RED),
        ((8, 10), "in", 2, BLUE),
        ((9, 3), "in", 3, RED),  # 10 is more than three times 3
        ((8, 3), "in", 2, RED),
    ],
)
def test_the_flank_adds_to_weapon_skill_beyond_ten(
    skills: tuple[int, int], faces: str, dice: int, chooser: Side
) -> None:
    """The bot plans the attack that the rules plan."""
    red, blue = (profile("veteran", ws=ws, rules=()) for ws in skills)
    table = cage((red, Cell(3, 1), "counter-clockwise"), (blue, Cell(3, 0), faces))
    game = Game(RULES, table, SeededDice(1))
    assessment = assessment_of(game, RED, CAGE)
    floor, kinds, at = assessment.scales.floor, assessment.scales.kinds, assessment.at

    seen = planned(floor, kinds, at, 0, in_reach(floor, kinds[0], at, 0)[0])
    ruled = attack_of(game, RED, red.weapons[0])

    assert (ruled.dice, ruled.chooser) == (dice, chooser)
    assert (seen.dice, (RED, BLUE)[seen.chooser]) == (dice, chooser)


def asked_in(table: Table) -> Session:
    return Session(RULES, table, SeededDice(1))


def told_by_steady(session: Session) -> ReasonedAnswer:
    told: ReasonedAnswer = run_to_completion(policy("steady").reasoned(session))
    return told


def test_who_can_push_the_other_out_attacks() -> None:
    """Red stands further in, blue has its back to the rim: results 3 and 6 win at once."""
    table = cage(
        (profile("captain"), Cell(2, 0), "out"), (profile("veteran"), Cell(3, 0), "in")
    )
    session = asked_in(table)

    assert session.pending
    assert session.pending.by == RED
    told = told_by_steady(session)
    wins = next(
        figure.value
        for figure in forecast(session.game, session.pending, "attack power blade")
        if figure.what == "wins"
    )
    assert told == ReasonedAnswer("attack power blade", motive=f"{wins:.0%} to win")


@pytest.mark.parametrize(("faces", "chosen"), [((3, 5), "3"), ((3, 4), "3"), ((2, 6), "6")])
def test_the_die_that_pushes_out_is_chosen(faces: tuple[int, int], chosen: str) -> None:
    table = cage(
        (profile("captain"), Cell(2, 0), "out"), (profile("veteran"), Cell(3, 0), "in")
    )
    session = Session(RULES, table, ScriptedDice(faces))
    session.answer("attack power blade")

    assert isinstance(session.pending, Choose)
    assert session.pending.kind is CageKind.DIE
    assert told_by_steady(session) == ReasonedAnswer(chosen, motive="the better of two results")


def test_the_last_action_of_a_quiet_turn_attacks_if_it_can() -> None:
    """``TC-31``  Even a bulwark attacks that would rather not strike at a captain's front."""
    table = duel("bulwark", "captain").table
    bout = BoutState(turn=1, acts=RED, left=(1, 0), made=(0, 0))
    table.notes[PAGE.name] = bout
    session = asked_in(table)

    assert session.pending
    assert policy("steady").answer(session) == "attack power fist"


def test_nobody_waits_while_neither_can_strike() -> None:
    waited = 0
    for session in islice(moments("captain", "captain", seed=4), 60):
        assert session.pending
        assessment = assessment_of(session.game, session.pending.by, CAGE)
        floor, kinds = assessment.scales.floor, assessment.scales.kinds
        if not any(in_reach(floor, kinds[seat], assessment.at, seat) for seat in (0, 1)):
            assert policy("steady").answer(session) not in (PARRY, PASS)
            waited += 1
    assert waited > 10


def test_of_two_weapons_the_better_is_taken() -> None:
    """``TC-19``  A captain without its power blade is half a captain."""
    table = duel("veteran", "captain").table
    session = Session(RULES, table, ScriptedDice((4, 4)))
    session.answer("attack chain blade")

    assert isinstance(session.pending, Choose)
    assert session.pending.kind is CageKind.DISARM
    assert policy("steady").answer(session) == "power blade"


@pytest.mark.slow
def test_at_least_four_champions_are_picked_in_sixty() -> None:
    """``TC-04``  No champion is best against all others."""
    picked = Counter[str]()
    for seed in range(1, 31):
        session = prepare("cage", seed=seed).session()
        for side in (RED, BLUE):
            answer = policy("steady").answer(session)
            picked[answer.removeprefix(f"{side}-").removesuffix("-champion")] += 1
            session.answer(answer)

    assert set(picked) <= set(CHAMPIONS)
    assert len(picked) >= 4
    assert max(picked.values()) <= 30


def test_the_table_of_pairs_covers_all_champions_and_none_is_hopeless() -> None:
    """``TC-04``  The leads by which champions are picked, of each over each."""
    session = prepare("cage", seed=1).session()
    game, (one, other) = session.game, session.table.sides
    mine, foes = to_pick(game.table, one), to_pick(game.table, other)
    assert [model.profile.name.lower() for model in mine] == [*CHAMPIONS]
    for me in mine:
        for foe in foes:
            lead = lead_of(game, me, foe)
            assert abs(lead) < 0.6
            assert lead == pytest.approx(-lead_of(game, foe, me))
            assert me.profile != foe.profile or lead == pytest.approx(0.0)


def test_the_lead_is_the_odds_of_trading_blows() -> None:
    """``TC-16`` to ``TC-21``  Two wounds against one, otherwise alike, with one die each.

    One hit in six wounds. Of 216 attacks 17 wound only the defender, 11 only the attacker, one
    both. Both strike as often, so 14 wound only the one, 14 only the other. Of these 29, the 14
    on the one with two wounds make them even, the others win for it.
    """
    game = duel("veteran", "veteran")
    kinds = assessment_of(game, RED, CAGE).scales.kinds

    odds = ExchangeOdds(kinds)
    assert odds.lead((2, 2), ((), ())) == pytest.approx(0.0)
    assert odds.lead((2, 1), ((), ())) == pytest.approx(15 / 29)
    assert 0.0 < odds.lead((2, 1), (("chain blade",), ())) < 15 / 29
    assert odds.lead((1, 2), ((), ())) == pytest.approx(-15 / 29)


def test_picks_are_mixed_where_each_champion_beats_another() -> None:
    assert mixed([[0, 1, -1], [-1, 0, 1], [1, -1, 0]], 0.1) == pytest.approx([1 / 3] * 3)
    # Who fears a loss to the third more than it wins against the second picks the second more.
    uneven = mixed([[0.0, 0.3, -0.9], [-0.3, 0.0, 0.6], [0.9, -0.6, 0.0]], 0.1)
    assert uneven[1] == max(uneven)
    assert mixed([[0.8, 0.8], [-0.8, -0.8]], 0.1)[0] == pytest.approx(1.0, abs=0.01)


def test_the_floor_is_turned_to_where_the_other_can_be_pushed_out() -> None:
    """``TC-07``  Blue has its back to the rim; red, further in, turns to it and acts first.

    Cell 3 of ring 2 lies from 154° to 206°, cell 0 of ring 3 from 0° to 40°.
    """
    table = cage(
        (profile("captain"), Cell(2, 3), "out"), (profile("veteran"), Cell(3, 0), "in")
    )
    table.notes[PAGE.name] = BoutState(turn=1, acts=RED, left=(0, 0), fought=True, reckoned=1)
    session = asked_in(table)
    while session.pending and session.pending.by != RED:
        session.answer(0)

    assert session.pending
    assert session.pending.clause == "TC-07"
    told = told_by_steady(session)
    assert told.motive == "to push blue out"
    session.answer(told.answer)
    assert session.pending
    assert policy("steady").answer(session) == "attack power blade"


@pytest.mark.parametrize("seat", few([0, 1]))
@pytest.mark.parametrize("kind", few(sorted(CHAMPIONS)))
def test_every_champion_beats_the_random_bot_from_either_seat(kind: str, seat: int) -> None:
    """Of twelve bouts against a warlock, more are won than lost.

    Most other champions stand off. Bouts that cannot change that are not fought.
    """
    won = lost = 0
    for seed in range(1, 13):
        if abs(won - lost) > 13 - seed:
            break
        pair = (kind, "warlock") if seat == 0 else ("warlock", kind)
        rosters = dict(zip(("red", "blue"), pair, strict=True))
        session = prepare("cage", seed=seed, rosters=rosters).session()
        sides = session.table.sides
        bots = [policy("steady" if n == seat else "random") for n in (0, 1)]
        while asked := session.pending:
            session.answer(bots[sides.index(asked.by)].answer(session))
        assert session.table.result
        won += session.table.result.winner == sides[seat]
        lost += session.table.result.winner == sides[1 - seat]

    assert won > lost
