"""Games that are recorded while they are played, and opened again."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.content.faults import UnusableFile
from game.content.save_files import SaveWriter
from game.content.state_hashes import story_hash
from game.play.decisions import Choose, pass_option
from game.play.dice_sequences import ScriptedDice
from game.play.game import Game
from game.play.session import Session
from game.rules.saving import Recorder, saved_text, verify
from tests.tiers import few
from tests.tools.toy import REDS, ToyRules, play_on, replaced, toy, toy_table
from tests.tools.toy_saves import header_of, parsed_save, recorder_of, restored_game, text_of
from tests.tools.toy_with_secrets import NONE, SEALED, STONE, sealed_toy

SEEDS = few(range(10), 4)
Record: TypeAlias = Callable[[Session], Recorder]


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    """Record games into one folder, and close the files afterwards."""
    recorders = list[Recorder]()

    def started(session: Session) -> Recorder:
        recorders.append(recorder_of(session, tmp_path)[0])
        return recorders[-1]

    yield started
    for recorder in recorders:
        recorder.close()


def same(one: Session, other: Session) -> bool:
    """Return true if two games agree in state, past and future; else an assertion fails."""
    assert one.game.story == other.game.story
    assert one.table == other.table
    assert one.pending == other.pending
    assert one.over == other.over
    assert one.chapters == other.chapters
    assert one.undone == other.undone
    assert one.game.dice == other.game.dice
    return True


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("answers", [0, 1, 2, 3, 5, 8, 13, 99])
def test_a_game_is_opened_where_it_stood(seed: int, answers: int) -> None:
    session = play_on(toy(seed), seed, answers)

    restored = restored_game(text_of(session))

    assert restored.lost == 0
    assert same(restored.session, session)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_recorded_line_by_line_is_what_is_saved_as_a_whole(
    seed: int, record: Record
) -> None:
    session = toy(seed)
    recorder = record(session)
    play_on(session, seed)

    assert recorder.path
    assert recorder.path.read_text("utf-8") == text_of(session)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_recording_may_begin_in_the_middle_of_a_game(seed: int, record: Record) -> None:
    session = play_on(toy(seed), seed, 5)
    recorder = record(session)
    play_on(session, seed)

    assert recorder.path
    assert recorder.path.read_text("utf-8") == text_of(session)


moves = st.lists(
    st.one_of(
        st.tuples(st.just("answer"), st.integers(0, 20)),
        st.tuples(st.just("take back"), st.none() | st.integers(0, 3)),
        st.tuples(st.just("redo"), st.none()),
    ),
    max_size=25,
)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 99), moves=moves)
def test_take_backs_and_redos_are_recorded_with_their_dice(
    seed: int, moves: list[tuple[str, int | None]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    session = toy(seed)
    recorder, _ = recorder_of(session, tmp_path_factory.mktemp("saves"))
    for deed, luck in moves:
        if deed == "answer":
            play_on(session, luck or 0, 1)
        elif deed == "take back" and session.can_take_back:
            session.undo(luck)
        elif deed == "redo" and session.can_redo:
            session.redo()

    assert recorder.path
    text = recorder.path.read_text("utf-8")
    recorder.close()

    assert same(restored_game(text).session, session)
    assert verify(parsed_save(text), ToyRules(), toy_table()) is None


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_that_was_opened_again_goes_on_as_if_it_had_never_stopped(seed: int) -> None:
    session = play_on(toy(seed), seed, 6)
    again = restored_game(text_of(session)).session

    for game in (session, again):
        game.undo(1)
        game.undo(2)
        game.redo()
        play_on(game, seed + 1)

    assert same(again, session)


def test_taking_back_works_beyond_the_moment_of_saving() -> None:
    session = play_on(toy(3), 2, 9)
    again = restored_game(text_of(session)).session
    while again.can_take_back:
        again.undo()
        session.undo()

    assert same(again, session)


@pytest.mark.parametrize("answers", [(STONE,), (STONE, NONE), (STONE, NONE, [])])
def test_what_lies_sealed_does_so_after_loading(answers: tuple[object, ...]) -> None:
    session = sealed_toy(3)
    for answer in answers:
        session.answer(answer)
    restored = restored_game(text_of(session), SEALED).session

    assert same(restored, session)
    assert restored.secrets == session.secrets
    back = len(answers) - 1 if answers[-1] == [] else 1
    assert restored.free_to_take_back(back) == (answers == (STONE,))


@pytest.mark.parametrize("seed", few(SEEDS, 2))
def test_a_torn_last_line_loads_to_the_answer_before_it(seed: int) -> None:
    session = play_on(toy(seed), seed, 7)
    text = text_of(session)
    session.undo()
    session.undone.clear()
    whole = text_of(session)
    assert text.startswith(whole)

    for cut in range(len(whole), len(text), 7):
        save = parsed_save(text[:cut])
        assert save.torn is (cut > len(whole))
        assert same(restored_game(text[:cut]).session, session)


def test_a_cut_anywhere_after_the_opening_loses_at_most_what_was_cut() -> None:
    text = text_of(play_on(toy(3), 1))
    second_line = text.index("\n", text.index("\n") + 1) + 1

    for cut in range(second_line, len(text), 41):
        whole = text[:cut].count("\n", second_line)
        assert restored_game(text[:cut]).session.answers_given == whole


def test_the_header_and_the_opening_cannot_be_done_without() -> None:
    text = text_of(toy(3))

    for cut in range(0, len(text), 13):
        with pytest.raises(UnusableFile, match=r"game\.undertow: line [12]"):
            parsed_save(text[:cut])


def test_the_answers_of_a_chapter_that_no_longer_fit_are_asked_for_again() -> None:
    session = toy(7)
    session.answer([])
    session.answer("reds-runners-1")
    rules = replaced(ToyRules(), "tagging", _tags_no_more)
    restored = restored_game(text_of(session), rules)

    assert restored.lost == 1
    assert restored.session.pending
    assert restored.session.pending.asks == "Any rest?"
    assert restored.session.game.story == session.game.story


async def _tags_no_more(game: Game) -> None:
    await Choose(REDS, clause="CC-07", asks="Any rest?", options=(pass_option("No"),))


def test_rules_that_cannot_go_on_at_all_say_so() -> None:
    session = toy(7)
    session.answer([])

    async def stumble(game: Game) -> None:
        raise KeyError("nobody")

    with pytest.raises(UnusableFile, match=r"line 3: the rules cannot go on from here"):
        restored_game(text_of(session), replaced(ToyRules(), "tagging", stumble))


def test_a_saved_game_is_verified_from_its_first_answer() -> None:
    text = text_of(play_on(toy(4), 3))

    assert verify(parsed_save(text), ToyRules(), toy_table()) is None


def test_the_first_answer_that_diverges_is_named() -> None:
    session = toy(7)
    for answer in ("[]", '"reds-runners-1"', '"blues-runners-2"', "[]"):
        session.answer(json.loads(answer))
    changed = replaced(ToyRules(), "tagging", _tags_no_more)

    assert verify(parsed_save(text_of(session)), changed, toy_table()) == (
        "answer 2 (line 4) is refused: you cannot choose 'reds-runners-1' here; "
        "choose one of: pass (CC-07)"
    )


def test_other_dice_are_another_story() -> None:
    session = play_on(toy(4), 3)
    header = header_of(session).model_copy(update={"seed": 3})

    found = verify(parsed_save(saved_text(session, header)), ToyRules(), toy_table())

    assert found
    assert found.startswith("the opening (line 2) gives a different result: ")


def test_dice_that_a_situation_fixed_are_saved_too() -> None:
    session = play_on(toy(ScriptedDice((5, 2, 4, 3, 6, 1) * 9)), 1, 6)

    assert same(restored_game(text_of(session)).session, session)


def test_the_story_is_the_same_after_a_save() -> None:
    session = play_on(toy(5), 2)

    assert story_hash(restored_game(text_of(session)).session.game.story) == story_hash(
        session.game.story
    )


def test_games_at_once_write_into_files_of_their_own(record: Record, tmp_path: Path) -> None:
    sessions = [toy(seed) for seed in range(4)]
    recorders = [record(session) for session in sessions]
    for n in range(12):
        play_on(sessions[n % 4], n, 1)

    paths = [r.path for r in recorders if r.path]
    assert [p.name for p in sorted(paths)] == [
        "toy-20261120T221500-2.undertow",
        "toy-20261120T221500-3.undertow",
        "toy-20261120T221500-4.undertow",
        "toy-20261120T221500.undertow",
    ]
    for path, session in zip(paths, sessions, strict=True):
        assert path.read_text("utf-8") == text_of(session)
    assert len(list(tmp_path.iterdir())) == 4


def test_a_folder_that_cannot_be_written_is_told_once_and_play_goes_on(
    tmp_path: Path,
) -> None:
    (tmp_path / "saves").write_text("a file where the folder should be")
    session = toy(3)

    recorder, complaints = recorder_of(session, tmp_path / "saves")
    play_on(session, 1)

    assert session.over
    assert recorder.path is None
    assert len(complaints) == 1
    assert complaints[0].startswith("This game can no longer be saved: ")


def test_a_disk_that_fills_up_is_told_once_and_what_was_written_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = play_on(toy(3), 1, 2)
    recorder, complaints = recorder_of(session, tmp_path)
    path = recorder.path
    play_on(session, 1, 1)
    before = text_of(session)

    def full(_: SaveWriter, __: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(SaveWriter, "add", full)
    play_on(session, 1)

    assert complaints == ["This game can no longer be saved: No space left on device"]
    assert path
    assert path.read_text("utf-8") == before


def test_who_stops_recording_leaves_a_save(tmp_path: Path) -> None:
    session = toy(3)
    recorder, complaints = recorder_of(session, tmp_path)
    play_on(session, 1, 3)
    path, text = recorder.path, text_of(session)
    recorder.close()
    play_on(session, 1)

    assert path
    assert path.read_text("utf-8") == text
    assert not complaints
