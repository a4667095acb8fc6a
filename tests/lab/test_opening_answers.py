"""Answers to the first questions of a battle, kept on disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.bots.protocol import Policy
from game.bots.registry import policy
from game.content.disk_cache import ENDING, DiskCache
from game.content.state_hashes import story_hash
from game.lab import opening_answers
from game.lab.opening_answers import OpeningAnswers
from game.play.session import Session
from game.rules.battles import Battle, prepare

BOT, TURN = "random", 2


class Asked:
    """Lets a bot answer, and counts its answers."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, bot: Policy, session: Session) -> Any:
        self.count += 1
        return bot.answer(session)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UNDERTOW_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def battle() -> Battle:
    return prepare("cage", seed=7)


def played(battle: Battle, bot: str = BOT) -> tuple[str, int]:
    """Play to the second turn; return the story's hash, and how often the bot thought."""
    asked = Asked()
    session = OpeningAnswers(battle, policy(BOT), bot).play(TURN, asked)
    assert session.pending is None or session.table.clock.round == TURN
    return story_hash(session.game.story), asked.count


def kept(home: Path) -> list[Path]:
    return [*home.rglob(f"*{ENDING}")]


def write(home: Path, data: bytes) -> None:
    """Write other data in place of the answers that are kept."""
    (file,) = kept(home)
    DiskCache(file.parent).keep(file.name.removesuffix(ENDING), data)


def test_the_story_is_the_same_with_and_without_the_answers(battle: Battle) -> None:
    story, thought = played(battle)
    assert thought > 5
    assert played(battle) == (story, 0)

    session, bot = battle.session(), policy(BOT)
    while session.pending and session.table.clock.round < TURN:
        session.answer(bot.answer(session))
    assert story_hash(session.game.story) == story


def test_other_battles_have_answers_of_their_own(battle: Battle, home: Path) -> None:
    played(battle)
    assert played(prepare("cage", seed=8))[1]
    assert played(prepare("cage", seed=7, options={"three": True}))[1]
    assert played(battle)[1] == 0
    assert len(kept(home)) == 3


def test_answers_of_another_version_are_ignored(
    battle: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    story, thought = played(battle)
    monkeypatch.setattr(opening_answers, "program_version", lambda: "another")
    assert played(battle) == (story, thought)


def test_answers_of_another_bot_are_ignored(battle: Battle) -> None:
    played(battle)
    assert played(battle, "another")[1]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda file: file.write_bytes(b"no packed data"),
        lambda file: file.write_bytes(file.read_bytes()[:-5]),
        lambda file: file.write_bytes(b""),
        lambda file: file.unlink(),
    ],
    ids=["other data", "cut off", "empty", "gone"],
)
def test_damaged_files_are_ignored_and_written_anew(
    battle: Battle, home: Path, spoil: Callable[[Path], None]
) -> None:
    story, thought = played(battle)
    spoil(kept(home)[0])
    assert played(battle) == (story, thought)
    assert played(battle) == (story, 0)


@pytest.mark.parametrize(
    "data",
    [b"{", b"{}", b"7", b"[" * 100_000, b"\xff", b'["no option of any question"]', b"[[[]]]"],
)
def test_wrong_answers_are_ignored_and_written_anew(
    battle: Battle, home: Path, data: bytes
) -> None:
    story, thought = played(battle)
    write(home, data)
    assert played(battle) == (story, thought)
    assert played(battle) == (story, 0)


def test_shipped_answers_save_the_thinking_and_none_is_wrong(battle: Battle) -> None:
    asked, bot, given = Asked(), policy(BOT), list[Any]()
    session = battle.session()
    while session.pending and session.table.clock.round < TURN:
        given.append(bot.answer(session))
        session.answer(given[-1])
    story = story_hash(session.game.story)
    for shipped, is_asked in ((given, False), ([*given[:3], "no option"], True)):
        again = OpeningAnswers(battle, policy(BOT), "shipped", shipped).play(TURN, asked)
        assert story_hash(again.game.story) == story
        assert bool(asked.count) is is_asked


def test_too_few_answers_are_completed(battle: Battle, home: Path) -> None:
    story, thought = played(battle)
    write(home, b"[]")
    assert played(battle) == (story, thought)


def test_answers_until_it_is_stopped_are_kept() -> None:
    """A title that is left while its battle is prepared has not thought in vain."""
    asked = Asked()

    def stopped(bot: Policy, session: Session) -> Any:
        if asked.count == 4:
            raise KeyboardInterrupt
        return asked(bot, session)

    another = prepare("cage", seed=9)
    with pytest.raises(KeyboardInterrupt):
        OpeningAnswers(another, policy(BOT), BOT).play(TURN, stopped)
    whole = Asked()
    OpeningAnswers(another, policy(BOT), "not kept").play(TURN, whole)
    assert played(another)[1] == whole.count - 4


def test_a_folder_that_cannot_be_written_only_costs_time(battle: Battle, home: Path) -> None:
    (home / "cache").write_text("a file in place of the folder")
    assert played(battle) == played(battle)
    assert kept(home) == []


def test_the_space_on_disk_is_limited(
    battle: Battle, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening_answers, "MAX_ANSWERS_BYTES", 1)
    played(battle)
    assert kept(home) == []


def test_answers_after_the_opening_are_kept_when_asked_for(battle: Battle) -> None:
    """The bot thinks about none of them twice; another answer ends the kept ones."""
    asked = Asked()

    def further(count: int) -> tuple[OpeningAnswers, list[Any]]:
        answers = OpeningAnswers(battle, policy(BOT), BOT)
        session, given = answers.play(TURN, asked), list[Any]()
        for _ in range(count):
            kept = answers.further
            given.append(kept[-1] if kept else asked(policy(BOT), session))
            session.answer(given[-1])
            answers.note(given[-1])
        return answers, given

    first, given = further(4)
    first.keep()
    count = asked.count
    second, again = further(3)

    assert again == given[:3]
    assert asked.count == count
    assert second.further == given[3:]
    second.note("another")
    assert second.further == []
