"""Combat patrol: ``MI-03``, and the order of a game and of its dice: ``CC-33``, ``CC-36``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from game.content.situations.situation_files import parse_situation
from game.cores.classic.rules.unit_state import is_locked
from game.cores.kit.game_rules import GameRules
from game.cores.kit.units import contacts
from game.geometry.points import ROUNDING, gap
from game.play.dice_sequences import SeededDice
from game.play.moves.base_placement import impassable_under, on_table
from game.play.phases import When
from game.play.session import Session
from game.rules.situation_setup import set_up
from game.table.events import Ended, PhaseBegan, Rolled
from game.table.records import Side
from game.table.state import Table
from tests.tiers import few
from tests.tools.replay_check import fought
from tests.tools.texts import edited
from tests.tools.transcript import assert_approved, transcript

WARDENS, BROOD = Side("wardens"), Side("brood")

PATROL = """
title = "A patrol on a small table"
clauses = ["MI-03"]
system = "classic"
mission = "combat_patrol"
armoury = "classic"
board = { width = 30, height = 30 }
options = { turns = TURNS, reserves = true }
object = [
    { class = "DeploymentZone", name = "north", rectangle = [0, 0, 30, 7] },
    { class = "DeploymentZone", name = "south", rectangle = [0, 23, 30, 7] },
    { class = "Objective", name = "well", point = [15, 15], number = 1 },
    { class = "Objective", name = "mast", point = [6, 12], number = 2 },
    { class = "Objective", name = "pump", point = [24, 18], number = 3 },
    { class = "Wood", name = "copse", rectangle = [5, 14, 5, 4] },
    { class = "Block", name = "shed", rectangle = [19, 11, 3, 4] },
    { class = "LowWall", name = "dyke", polyline = [[12, 20], [20, 20]] },
]
"""

SIX = """
[[unit]]
id = "squad"
name = "First squad"
side = "wardens"
profile = "warden"
where = "reserve"
at = [[0, 0], [0, 0], [0, 0]]

[[unit]]
id = "scouts"
name = "Scout squad"
side = "wardens"
profile = "scout"
where = "reserve"
at = [[0, 0], [0, 0]]

[[unit]]
id = "leapers"
name = "Leaper pack"
side = "brood"
profile = "leaper"
where = "reserve"
at = [[0, 0], [0, 0], [0, 0]]

[[unit]]
id = "brute"
name = "Brute"
side = "brood"
profile = "brute"
where = "reserve"
at = [[0, 0]]

[[unit]]
id = "stalkers"
name = "Stalker pack"
side = "brood"
profile = "stalker"
rules = ["fleet", "deep strike"]
where = "reserve"
at = [[0, 0], [0, 0]]
"""


def patrol(seed: int, turns: int = 6) -> Session:
    """Open a small patrol: two units against three, one of which may be held back."""
    text = edited(PATROL, {"TURNS": str(turns)}) + SIX
    rules, table = set_up(parse_situation(text, "a test"))
    session = Session(rules, table, SeededDice(seed))
    fought.append(session)
    return session


def varied_answers(session: Session, luck: int) -> Iterator[Any]:
    """Yield varied answers to a game until its end, and avoid idle ones."""
    n = 0
    while asked := session.pending:
        many = list(asked.samples(session.table, 6))
        deeds = [answer for answer in many if answer not in ("pass", [])] or many
        yield deeds[(luck * 5 + n * 3 + n * n) % len(deeds)]
        n += 1


def play_answers(session: Session, luck: int) -> Session:
    for answer in varied_answers(session, luck):
        session.answer(answer)
    return session


def phases_begun(session: Session) -> list[PhaseBegan]:
    return [event for event in session.game.story if isinstance(event, PhaseBegan)]


def rules_of(session: Session) -> GameRules:
    rules = session.game.rules
    assert isinstance(rules, GameRules)
    return rules


@pytest.mark.rule("CC-33", "MI-03")
def test_the_phases_of_a_patrol() -> None:
    phases = rules_of(patrol(1)).phases.all

    assert [(p.name, p.when) for p in phases] == [
        ("reserves", When.TURN),
        ("movement", When.TURN),
        ("shooting", When.TURN),
        ("assault", When.TURN),
        ("zones", When.SETUP),
        ("deployment", When.SETUP),
        ("scouts", When.SETUP),
        ("first turn", When.SETUP),
        ("tally", When.END),
    ]


@pytest.mark.rule("CC-33", "MI-03")
@pytest.mark.parametrize("luck", range(3))
def test_every_phase_can_be_reached_and_left(luck: int) -> None:
    session = play_answers(patrol(luck, turns=2), luck)

    reached = [event.phase for event in phases_begun(session)]
    assert {*reached} == {p.name for p in rules_of(session).phases.all}
    assert isinstance(session.game.story[-1], Ended)
    assert not session.table.queue


@pytest.mark.rule("CC-33")
@pytest.mark.parametrize("luck", range(3))
def test_phases_follow_one_another_as_their_list_says(luck: int) -> None:
    session = play_answers(patrol(luck, turns=3), luck)

    first = session.table.first
    assert first
    turn = ["reserves", "movement", "shooting", "assault"]
    both = [(phase, side) for side in (first, session.table.enemy(first)) for phase in turn]
    setup = [(name, None) for name in ("zones", "deployment", "scouts", "first turn")]
    course: list[tuple[int, str, Side | None]] = [(0, *step) for step in setup]
    course += [(n, *step) for n in (1, 2, 3) for step in (*both, ("tally", None))]
    found = [(event.round, event.phase, event.side) for event in phases_begun(session)]
    assert found == course[: len(found)]


def sides_of(rolls: Iterable[Rolled], what: str) -> Iterator[tuple[Side, int]]:
    return ((roll.by, roll.faces[0]) for roll in rolls if roll.what == what)


@pytest.mark.rule("MI-03", "CC-36")
@pytest.mark.parametrize("seed", range(12))
def test_the_roll_offs_of_a_patrol_and_who_is_asked_after_them(seed: int) -> None:
    session = patrol(seed)
    assert session.pending
    rolls = [event for event in session.game.story if isinstance(event, Rolled)]
    cast = list(sides_of(rolls, "roll-off for zones"))

    assert [side for side, _ in cast] == [WARDENS, BROOD] * (len(cast) // 2)
    *ties, (mine, theirs) = [(a, b) for (_, a), (_, b) in list(pairwise(cast))[::2]]
    assert all(a == b for a, b in ties)
    assert session.pending.by == (WARDENS if mine > theirs else BROOD)


def astray(table: Table) -> list[str]:
    """Return the models in illegal places: off the table, on a wall, on another model."""
    standing = {m.id: m.disc for m in table.standing()}
    return [
        model_id
        for model_id, base in standing.items()
        if not on_table(table.board, base)
        or impassable_under(table.board, base)
        or any(
            gap(base, disc) < -ROUNDING for other, disc in standing.items() if other != model_id
        )
    ]


@pytest.mark.rule("CC-18", "CC-30", "CC-32", "CC-35")
@pytest.mark.parametrize("luck", few(range(12), 4))
def test_nobody_ever_stands_where_nobody_may(luck: int) -> None:
    session = patrol(luck + 10)

    for answer in varied_answers(session, luck):
        session.answer(answer)
        assert astray(session.table) == []


@pytest.mark.rule("CC-31")
@pytest.mark.parametrize("luck", few(range(12), 4))
def test_when_a_phase_begins_those_are_locked_who_touch_an_enemy(luck: int) -> None:
    session = play_answers(patrol(luck + 30), luck)

    for chapter in session.chapters:
        table = chapter.opening
        if table.clock.over:
            assert [u.id for u in table.fielded() if is_locked(u)] == [
                u.id for u in table.fielded() if contacts(table, u.id)
            ]


def test_two_games_of_one_seed_are_one_story() -> None:
    one, other = play_answers(patrol(5, turns=2), 1), play_answers(patrol(5, turns=2), 1)

    assert one.game.story == other.game.story


def way(id_: str, *points: tuple[float, float]) -> list[Any]:
    return [id_, [list(at) for at in points]]


BEFORE: list[Any] = [
    "south",
    "leapers",
    [["leapers-1", [8, 6.4]], ["leapers-2", [10, 6.4]], ["leapers-3", [12, 6.4]]],
    "squad",
    [["squad-1", [14, 23.6]], ["squad-2", [16, 23.6]], ["squad-3", [18, 23.6]]],
    "stalkers",
    "hold",
    [["scouts-1", [7, 23.6]], ["scouts-2", [9, 23.6]]],
    [["brute-1", [15, 6]]],
    "enter",
    [way("scouts-1", (7, 23.6), (7, 21.6)), way("scouts-2", (9, 23.6), (9, 21.6))],
    "brood",
]

LEAPERS_CHARGE: list[Any] = [
    "leapers",
    [
        way("leapers-1", (8, 6.4), (9, 12)),
        way("leapers-2", (10, 6.4), (11, 12)),
        way("leapers-3", (12, 6.4), (13, 12)),
    ],
    "brute",
    [way("brute-1", (15, 6), (15, 12))],
    "brute",
    "squad",
    "leapers",
    "run",
    [
        way("leapers-3", (13, 12), (15, 16.5)),
        way("leapers-2", (11, 12), (13, 16.5)),
        way("leapers-1", (9, 12), (11, 16.5)),
    ],
    "leapers",
    "squad",
    "keep out",
    [
        way("leapers-2", (13, 16.5), (14, 22.6)),
        way("leapers-1", (11, 16.5), (13, 23.6)),
        way("leapers-3", (15, 16.5), (16, 22.6)),
    ],
    "squad-3",
    "leapers-3",
]

SCOUTS_HELP: list[Any] = [
    "scouts",
    "keep out",
    [way("scouts-1", (7, 21.6), (8.6, 20.6)), way("scouts-2", (9, 21.6), (10.6, 20.6))],
    "scouts",
    "pass",
    "scouts",
    "leapers",
    [
        way("scouts-2", (10.6, 20.6), (12.6, 22.683)),
        way("scouts-1", (8.6, 20.6), (12, 23.6)),
    ],
    "pass",
    "scouts",
    "squad",
    "leapers-1",
    [
        way("squad-2", (14.896, 23.048), (15.5, 19.2)),
        way("squad-1", (14, 23.6), (13.5, 19.8)),
    ],
    [],
]

STALKERS_STRIKE: list[Any] = [
    [23, 19],
    "brute",
    "keep out",
    [way("brute-1", (15, 12), (15, 16.2))],
    "brute",
    "squad",
    "squad-1",
    "stalkers",
    "run",
    [
        way("stalkers-2", (17.5, 27.426), (17, 26.6)),
        way("stalkers-1", (17.5, 28.526), (17, 27.7)),
    ],
    "brute",
    "squad",
    [way("brute-1", (15, 16.2), (15.4, 17.9))],
    [way("brute-1", (15.4, 17.9), (15.4, 15))],
]

SCOUTS_TAKE_THE_WELL: list[Any] = [
    "scouts",
    "keep out",
    [
        way("scouts-2", (12.6, 22.683), (13.6, 18.2)),
        way("scouts-1", (12, 23.6), (12, 18.8)),
    ],
    "scouts",
    "brute",
    "shotgun",
    "scouts",
    "brute",
    "keep out",
    [way("scouts-2", (13.6, 18.2), (14.9, 16.2)), way("scouts-1", (12, 18.8), (14.1, 15))],
    [],
]


def test_a_whole_small_battle(request: pytest.FixtureRequest) -> None:
    session = patrol(4, turns=2)
    answers = BEFORE + LEAPERS_CHARGE + SCOUTS_HELP + STALKERS_STRIKE + SCOUTS_TAKE_THE_WELL

    assert_approved(request, "combat-patrol", transcript(session, answers))
    assert session.pending is None
