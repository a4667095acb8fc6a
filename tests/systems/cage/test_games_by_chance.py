"""Whole bouts of random bots: each ends, and a save at any point restores it."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations, product

import pytest

from game.bots.simple_bots import RandomBot
from game.content.shipped_folders import ROOT
from game.play.decisions import Choose
from game.play.dice_sequences import SeededDice
from game.play.log.wording import name
from game.play.session import Session
from game.rules.battles import Battle, prepare
from game.systems.cage.rules import bout_of
from game.systems.cage.rules.floor import cell_of, in_cage
from game.systems.cage.table import STEP, floor_of, pose_in_cell
from game.systems.cage.table.events import BoutBegan
from game.systems.cage.table.floor_state import FLOOR, rings_now
from game.table.events import Scored
from game.table.records import Where
from game.table.state import Table
from tests.systems.cage.cage_tables import BLUE, CHAMPIONS, RED, RULES, duel
from tests.tiers import few
from tests.tools.replay_check import fought
from tests.tools.save_at_every_answer import interrupted, straight

ENDS = {"TC-23", "TC-30", "TC-31", "TC-32"}


def bout(seed: int, red: str = "champions", blue: str = "champions", **options: int) -> Battle:
    rosters = {"red": red, "blue": blue}
    return prepare("cage", seed=seed, rosters=rosters, options=options)


def play_out(of: Battle) -> Session:
    bot, session = RandomBot(), of.session()
    while session.pending is not None:
        session.answer(bot.answer(session))
        sound(session.table)
    fought.append(session)
    return session


def sound(table: Table) -> None:
    """Check that two champions stand in two cells, at the places given by their rings."""
    floor, standing = floor_of(table.board), table.standing()
    assert all(0 <= ring < 360 and ring % STEP == 0 for ring in rings_now(table))
    cells = [cell_of(table, m.id) for m in standing]
    assert len(set(cells)) == len(cells) <= 2
    for m, cell in zip(standing, cells, strict=True):
        assert (m.at, m.facing) == pose_in_cell(floor, rings_now(table), *in_cage(table, m.id))
        assert cell.number < floor.cells[cell.ring]
    for lying in FLOOR.of(table).dropped:
        assert lying.weapon in [w.name for w in table.models[lying.model].profile.weapons]
        assert lying.cell not in [cell_of(table, m.id) for m in standing if m.id == lying.model]
    bout = bout_of(table)
    assert all(left >= 0 for left in bout.left)
    assert 0 <= bout.quiet <= 6


@pytest.mark.rule("TC-30", "TC-31", "TC-32")
@pytest.mark.parametrize("seed", few([1, 2, 3]))
@pytest.mark.parametrize(("red", "blue"), [*combinations(CHAMPIONS, 2)])
def test_every_pair_comes_to_an_end(red: str, blue: str, seed: int) -> None:
    result = play_out(bout(seed, red, blue)).table.result
    assert result is not None
    assert result.clause in ENDS


@pytest.mark.rule("TC-30")
def test_the_best_of_three_is_scored_bout_by_bout() -> None:
    """Over some seeds: a match ends after two wins, or after three bouts."""
    lengths = set[int]()
    for seed in range(1, 13):
        session = play_out(bout(seed, three=True))
        story, result = session.game.story, session.table.result
        bouts = 1 + sum(isinstance(e, BoutBegan) for e in story)
        won = [sum(isinstance(e, Scored) and e.side == s for e in story) for s in (RED, BLUE)]
        lengths.add(bouts)
        assert result is not None
        assert bouts == 3 or max(won) == 2
        assert result.winner == (None if won[0] == won[1] else (RED, BLUE)[won[1] > won[0]])
        assert [session.table.scores.get(s, 0) for s in (RED, BLUE)] == won
    assert lengths <= {2, 3}
    assert 3 in lengths


@pytest.mark.slow
def test_a_bout_is_the_same_from_any_save() -> None:
    for seed, three in ((4, False), (5, True)):
        of = bout(seed, three=three)
        assert interrupted(of, 1) == straight(of)


@pytest.mark.rule("TC-04")
def test_picks_are_sealed_and_a_twin_only_guesses_the_other() -> None:
    session = bout(1).session()
    for side in (RED, BLUE):
        asked = session.pending
        assert isinstance(asked, Choose)
        assert (asked.by, asked.sealed, len(asked.options)) == (side, True, 6)
        if side == RED:
            session.answer("red-bulwark-champion")
    assert session.game.story[-1].clause == "TC-04"
    assert [t.answer for t in session.secrets] == ["red-bulwark-champion"]
    assert not session.table.standing()

    seen = set[str]()
    for luck in range(12):
        twin = session.fork(luck)
        twin.answer("blue-captain-champion")
        seen.update(m.id for m in twin.table.standing(RED))
    assert len(seen) > 1


@pytest.mark.rule("TC-04")
def test_whoever_brings_one_champion_has_picked() -> None:
    session = bout(1, "captain", "bulwark").session()

    assert [m.id for m in session.table.standing()] == [
        "red-captain-champion",
        "blue-bulwark-champion",
    ]
    assert all(m.where is Where.TABLE for m in session.table.models.values())


@pytest.mark.rule("TC-06", "TC-07", "TC-31")
def test_the_phases_of_a_game_turn() -> None:
    session = bout(1, "captain", "bulwark").session()

    assert [(phase.name, phase.clause) for phase, _ in RULES.phases.course(session.table)] == [
        ("actions", "TC-06"),
        ("reckoning", "TC-31"),
        ("floor", "TC-07"),
    ]


@pytest.mark.rule("TC-11", "TC-28", "TC-29")
@pytest.mark.parametrize(
    ("red", "blue"),
    few(sorted(product(CHAMPIONS, repeat=2), key=lambda two: two[0] > two[1]), 10),
)
def test_champions_at_blows_come_to_an_end_too(red: str, blue: str) -> None:
    """From contact on, where the random bot attacks."""
    clauses = set[str]()
    for seed in range(4):
        bot = RandomBot()
        session = Session(RULES, duel(red, blue).table, SeededDice(seed))
        while session.pending is not None:
            session.answer(bot.answer(session))
            sound(session.table)
        fought.append(session)
        clauses.update(event.clause for event in session.game.story)
    assert "TC-14" in clauses
    assert clauses & ENDS


@pytest.mark.rule("TC-04")
def test_two_of_one_name_are_told_apart() -> None:
    session = bout(1).session()
    session.answer("red-veteran-champion")
    session.answer("blue-veteran-champion")
    table = session.table

    assert [name(table, m.id) for m in table.standing()] == ["Veteran (Red)", "Veteran (Blue)"]
    assert name(table, "red-veteran") == "Veteran (Red)"
    assert name(table, "red-captain") == "Captain"


@pytest.mark.slow
def test_the_story_is_the_same_in_every_process() -> None:
    """Hash seeds order sets differently; three bouts give a long event log."""
    tell = (
        "from tests.systems.cage.test_games_by_chance import bout, play_out;"
        "from game.content.state_hashes import story_hash;"
        "print(story_hash(play_out(bout(7, three=True)).game.story))"
    )

    def story(seed: str) -> str:
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", tell]
        run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=True)  # noqa: S603
        return run.stdout.decode()

    assert story("1") == story("77")
