"""The gentle bot: decent answers drawn by their values, and openings left while it is ahead."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from game.bots.luck import BotRandom
from game.bots.match import play, seated
from game.bots.protocol import run_to_completion
from game.bots.registry import policy
from game.bots.steady import policy as policies
from game.bots.steady.personalities import load_personality
from game.bots.steady.policy import AHEAD
from game.bots.steady.scored_answers import CRUSHING, DECENT, ScoredAnswers
from game.play.session import Session
from game.rules.battles import prepare

DRAWS = 400


def scored(*worths: float, temperature: float = 1.0, tie: float = 0.0) -> ScoredAnswers:
    """Return answers with these values, named by their places."""
    found = ScoredAnswers(temperature, tie)
    for n, worth in enumerate(worths):
        found.add(worth, str(n))
    return found


def drawn(answers: ScoredAnswers, *, ahead: bool = False, scale: float = 1.0) -> Counter[str]:
    """Count the answers that a hesitant bot gives to the same question."""
    return Counter(
        answers.hesitant(BotRandom(n), ahead=ahead, scale=scale) for n in range(DRAWS)
    )


def test_the_best_answer_is_the_first_of_equals() -> None:
    assert scored(1.0, 3.0, 3.0, 2.0).best == "1"
    assert scored(1.0, 1.0 + 1e-9, tie=1e-6).best == "0"


def test_the_better_of_two_answers_is_e_times_as_likely_at_a_distance_of_a_temperature() -> (
    None
):
    """Of 400 draws 292 are expected: 400 * e / (e + 1)."""
    counts = drawn(scored(1.0, 2.0))

    assert 265 < counts["1"] < 320
    assert counts["0"] == DRAWS - counts["1"]
    assert drawn(scored(1.0, 2.0, temperature=4.0), scale=0.25) == counts


def test_a_blunder_is_never_drawn() -> None:
    assert {*drawn(scored(0.0, DECENT, DECENT - 1.0))} == {"0", "1", "2"}
    assert {*drawn(scored(-0.01, DECENT, DECENT - 1.0))} == {"1", "2"}
    assert {*drawn(scored(float("-inf"), 0.0))} == {"1"}


def test_the_best_answer_is_forgone_while_ahead_unless_all_others_are_blunders() -> None:
    assert {*drawn(scored(0.0, CRUSHING), ahead=True)} == {"0"}
    assert {*drawn(scored(0.0, 0.0), ahead=True)} == {"1"}
    assert {*drawn(scored(-0.01, CRUSHING), ahead=True)} == {"1"}
    assert {*drawn(scored(0.0), ahead=True)} == {"0"}


def test_an_answer_that_was_weighed_twice_is_one_answer() -> None:
    found = scored(0.0, 2.0)
    found.add(1.0, "0")
    found.add(2.0, "1")

    assert {*drawn(found, ahead=True)} == {"0"}


def test_nothing_is_drawn_without_a_temperature_or_where_all_is_lost() -> None:
    assert {*drawn(scored(0.0, 1.0, 1.0, temperature=0.0))} == {"1"}
    assert {*drawn(scored(float("-inf"), float("-inf")))} == {"0"}


def test_gentle_weighs_as_steady_does_but_for_how_readily_it_hesitates() -> None:
    tables = (load_personality(name).weights.tables for name in ("gentle", "steady"))
    gentle, steady = ({name: t.model_dump() for name, t in one.items()} for one in tables)

    for weights in (*gentle.values(), *steady.values()):
        del weights["temperature"]
    assert gentle == steady


def answers_of(session: Session) -> list[Any]:
    return [given.answer for chapter in session.chapters for given in chapter.answers]


def test_the_same_seed_brings_the_same_hesitation() -> None:
    one, other = (prepare("cage", seed=5).session() for _ in range(2))
    for session in (one, other):
        play(session, seated(session.table.sides, ("gentle", "random")))

    assert answers_of(one) == answers_of(other)


def test_gentle_differs_from_steady_by_what_it_takes() -> None:
    """Both weigh the same; whenever it takes another answer, it says that it hesitates."""
    session = prepare("cage", seed=5).session()
    while session.pending:
        steady = policy("steady").answer(session)
        gentle = run_to_completion(policy("gentle").reasoned(session))
        assert gentle.answer == policy("gentle").answer(session)
        if steady != gentle.answer:
            assert gentle.reason in {"Red hesitates.", "Blue hesitates."}
            return
        assert gentle.reason == ""
        assert run_to_completion(policy("steady").reasoned(session))[:2] == (steady, "")
        session.answer(steady)
    pytest.fail("it never hesitated")


def test_a_side_hesitates_in_words_that_agree_with_its_name() -> None:
    said = set[str]()
    session = prepare("first_patrol", seed=4).session()
    while len(said) < 2 and session.pending:
        gentle = run_to_completion(policy("gentle").reasoned(session))
        said |= {gentle.reason} - {""}
        session.answer(gentle.answer)

    assert said == {"The Wardens hesitate.", "The Brood hesitates."}


@pytest.mark.parametrize(
    ("scenario", "answers", "units"), [("cage", 0, 6), ("cage", 2, 1), ("first_patrol", 0, 2)]
)
def test_a_side_hesitates_less_the_more_units_it_has(
    monkeypatch: pytest.MonkeyPatch, scenario: str, answers: int, units: int
) -> None:
    """Units in reserve count until the first game turn begins."""
    session = prepare(scenario, seed=3).session()
    for _ in range(answers):
        session.answer(policy("random").answer(session))
    blunder = -DECENT / sqrt(units)
    weighed = scored(0.0, blunder + 1e-6, blunder - 1e-6)
    bot = policy("gentle")
    assert isinstance(bot, policies.GentleBot)
    given = set()
    for n in range(100):
        monkeypatch.setattr(policies, "luck_of", lambda _, n=n: BotRandom(n))
        given.add(bot.chosen(session, weighed))

    assert given == {"0", "1"}


def test_a_side_is_ahead_by_its_chance_to_win(monkeypatch: pytest.MonkeyPatch) -> None:
    session = prepare("adrift", seed=3).session()
    asked = session.pending
    assert asked
    weighed = scored(0.0, 1.0, temperature=7.0)
    for chance, taken in ((AHEAD + 0.01, {"0"}), (AHEAD, {"0", "1"})):
        chances = dict.fromkeys(session.table.sides, 1.0 - chance) | {asked.by: chance}
        monkeypatch.setattr(policies, "chances", lambda _, chances=chances: chances)
        bot = policy("gentle")
        assert isinstance(bot, policies.GentleBot)
        given = set()
        for n in range(40):
            monkeypatch.setattr(policies, "luck_of", lambda _, n=n: BotRandom(n))
            given.add(bot.chosen(session, weighed))
        assert given == taken
