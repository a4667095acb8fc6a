"""Cost of forks, state hashes and saves."""

from __future__ import annotations

from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from game.content.save_format import SaveHeader, parse_save
from game.content.state_hashes import story_hash
from game.play.session import Session, SessionChange
from game.rules.saving import Recorder, restore, saved_text, verify
from tests.bench.time_budget import hold
from tests.bench.worlds import measure
from tests.tools.patrol_table import patrol, patrol_rules, patrol_table, play_some

HEADER = SaveHeader(begun="2026-11-20T22:15:00Z", scenario="combat_patrol", map="bare", seed=5)


def patrol_played_out(seed: int = 5) -> Session:
    session = patrol(seed)
    play_some(session, 9999)
    return session


def crowded_session() -> Session:
    """Return a game of more than eighty models; its last chapter has no answer yet."""
    session = patrol(5, patrols=2)
    while session.chapters[-1].answers:
        play_some(session, 1)
    assert len(session.table.models) > 80
    return session


def test_a_fork_at_a_chapters_start_with_eighty_models(benchmark: BenchmarkFixture) -> None:
    session = crowded_session()

    def forked() -> None:
        session.fork(1)

    measure(benchmark, forked, 400)
    hold(benchmark, 50e-6)


def test_the_floor_of_a_fork(benchmark: BenchmarkFixture) -> None:
    """The table alone."""
    table = crowded_session().table

    def forked() -> None:
        table.fork()

    measure(benchmark, forked, 400)


def test_the_fingerprint_of_a_decision(benchmark: BenchmarkFixture) -> None:
    """Four events: about the number that a decision causes."""
    story = patrol_played_out().game.story
    four = story[len(story) // 2 :][:4]

    def hashed() -> None:
        story_hash(four)

    measure(benchmark, hashed, 400)


def test_a_line_of_a_recording(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    session = patrol(5)
    play_some(session, 40)
    recorder = Recorder(session, HEADER, tmp_path, print)

    def recorded() -> None:
        recorder._changed(SessionChange.ANSWERED)  # noqa: SLF001  as a session does after an answer

    measure(benchmark, recorded, 400)
    recorder.close()


def test_a_whole_game_as_a_save(benchmark: BenchmarkFixture) -> None:
    session = patrol_played_out()

    def saved() -> None:
        saved_text(session, HEADER)

    measure(benchmark, saved, 10)


def test_loading_a_whole_game(benchmark: BenchmarkFixture) -> None:
    text, rules = saved_text(patrol_played_out(), HEADER), patrol_rules()

    def loaded() -> None:
        restore(parse_save(text, "x"), rules, patrol_table())

    measure(benchmark, loaded, 10)


def test_verifying_a_whole_game(benchmark: BenchmarkFixture) -> None:
    save, rules = parse_save(saved_text(patrol_played_out(), HEADER), "x"), patrol_rules()

    def verified() -> None:
        assert verify(save, rules, patrol_table()) is None

    measure(benchmark, verified, 3)
