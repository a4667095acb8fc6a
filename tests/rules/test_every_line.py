"""All lines of the log, and all questions, of games of every scenario: they read well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from time import perf_counter

import pytest

from game.bots.match import answers, seated
from game.content.scenarios import Scenario, load_scenario, scenario_names
from game.play.decisions import Choose, Decision
from game.play.log.battle_report import BattleReport
from game.play.log.plurals import is_plural
from game.play.log.transcript import line
from game.play.log.wording import name
from game.rules import PLAYED
from game.rules.battles import Battle, prepare
from game.systems.flood.rules import PAGE
from game.table.apply import apply
from game.table.events import Announced
from game.table.state import Table
from tests.bench.time_budget import allowed
from tests.systems.flood.test_every_mission import CORES, SEEDS, battle_with_flood, each

SINGULAR = "is|has|does|wins|takes|goes|scores|loses|uses|moves|shoots|fights|charges|attacks"
PLURAL = "are|have|do|win|take|go|score|lose|use|move|shoot|fight|charge|attack"
COUNTED = "models|units|points|wounds|arrows|hits|shots|attacks|pieces|turns(?! to)|inches"
FAULTS = {
    "a word twice": re.compile(r"\b([A-Za-z]{2,}) \1\b"),
    "one in the plural": re.compile(rf"(?<![\d.–])\b1 ({COUNTED})\b"),
    "several in the singular": re.compile(r"\b(?:0|[2-9]|\d\d+) (model|unit|point)\b"),
    "a negative nothing": re.compile(r"[-−]0\b(?!\.)"),
    "an underscore": re.compile(r"\w_\w"),
    "no wound lost": re.compile(r"\b0 wounds\b"),
    "a comma after a question": re.compile(r"\?,"),
    "a wrong plural": re.compile(r"\bSpore mines \d"),
}


def telling_ids(table: Table) -> list[str]:
    """Return all ids on a table that are not also words."""
    markers = [marker.id for marker in table.objectives]
    places = [zone.id for zone in table.board.zones] + [s.id for s in table.board.spots]
    known = [*table.units, *table.models, *table.pieces, *markers, *places]
    return [id_ for id_ in known if "-" in id_]


def faults_of_words(words: str, table: Table) -> Iterator[str]:
    """Yield what is wrong with a text that players read."""
    yield from (fault for fault, pattern in FAULTS.items() if pattern.search(words))
    if found := [id_ for id_ in telling_ids(table) if id_ in words]:
        shown = {name(table, id_) for id_ in (*table.units, *table.models)}
        yield from (f"the id {id_}" for id_ in found if id_ not in shown)
    for id_ in (*table.units, *table.sides):
        wrong = SINGULAR if is_plural(table, id_) else PLURAL
        called = name(table, id_)
        if called in words and re.search(
            rf"(?<!and )(?<!, )(?<!of )\b{re.escape(called)} (?:{wrong})\b", words
        ):
            yield f"{called} and its verb"


def questions(asked: Decision[object]) -> Iterator[str]:
    yield asked.asks
    if isinstance(asked, Choose):
        for option in asked.options:
            yield option.label
        for option, refusal in asked.greyed:
            yield f"{option.label}: {refusal.reason}"


def played_lines(battle: Battle, players: str) -> tuple[Table, list[str]]:
    """Play a game; return its table at the end, and all faults with their texts."""
    session, table = battle.session(), battle.opening.fork()
    going = answers(session, seated(table.sides, (players, players)))
    report, count, found = BattleReport(), 0, dict[str, None]()

    def check(words: str) -> None:
        for fault in faults_of_words(words, table):
            found.setdefault(f"{fault}: {words}")

    running = True
    while running:
        for event in session.game.story[count:]:
            apply(table, event)
            if not isinstance(event, Announced):  # whose words may contain a map maker's
                check(line(event, table))
            if summed := report.add(event, table):
                check(summed.text)
                if summed.text[0].islower():
                    found.setdefault(f"a small letter: {summed.text}")
        count = len(session.game.story)
        if session.pending:
            for words in questions(session.pending):
                check(words)
        running = next(going, going) is not going
    return session.table, list(found)


WITHOUT_FLOOD = [
    name for name in scenario_names() if load_scenario(name, PLAYED).system not in CORES
]


@pytest.mark.slow
@pytest.mark.parametrize("scenario", WITHOUT_FLOOD)
def test_every_line_of_a_game_reads_well(scenario: str) -> None:
    """For all other scenarios see the next test."""
    assert played_lines(prepare(scenario, seed=1), "steady")[1] == []


@pytest.mark.slow
@pytest.mark.rule("FF-25")
@each
def test_bots_that_think_play_every_mission_through_a_flood_in_lines_that_read_well(
    scenario: Scenario,
) -> None:
    """They play up to the first game with a flood.

    A battle lasts at most 30 s with 750 points a side, set-up and reading included, and ends
    with points, unless one side is wiped out (``MP-30``).
    """
    for seed in SEEDS:
        began = perf_counter()
        table, found = played_lines(battle_with_flood(scenario, seed), "steady")
        assert perf_counter() - began <= allowed(30.0)
        assert found == []
        assert table.result is not None
        if scenario.system == "matched":
            assert table.clock.round >= 2
            assert table.result.reason == "sudden death" or any(table.scores.values())
        if PAGE.of(table).came:
            return
    pytest.fail("no flood came")


@pytest.mark.slow
@pytest.mark.parametrize("scenario", scenario_names())
def test_every_line_of_a_wild_game_reads_well(scenario: str) -> None:
    assert played_lines(prepare(scenario, seed=2), "random")[1] == []


def test_a_short_game_reads_well() -> None:
    assert played_lines(prepare("cage", seed=7), "steady")[1] == []


@pytest.mark.parametrize(
    "words",
    [
        'First squad move up to 6"',
        "Veterans moves",
        "Brood win: points",
        "Wardens wins: points",
        "no_mercy begins",
        'a move of of 3"',
        "1 models moves",
        "3 model",
        "Seer loses 0 wounds",
        "Brood, does it rain?, 4+: 3",
    ],
)
def test_what_reads_badly_is_found(words: str) -> None:
    assert [*faults_of_words(words, prepare("no_mercy", seed=1).opening)]
