"""Real games, recorded with undo, restored from every position, and verified."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.content.save_format import SaveHeader, load_save, parse_save
from game.content.state_hashes import story_hash
from game.rules.saving import Recorder, restore, saved_text, verify
from tests.tiers import few
from tests.tools.patrol_table import patrol, patrol_rules, patrol_table, play_some


def header(seed: int) -> SaveHeader:
    return SaveHeader(begun="2026-11-20T22:15:00Z", scenario="patrol", map="bare", seed=seed)


@pytest.mark.parametrize("seed", few(range(3)))
def test_a_patrol_with_take_backs_is_restored_and_verified(seed: int, tmp_path: Path) -> None:
    session = patrol(seed)
    recorder = Recorder(session, header(seed), tmp_path, pytest.fail)
    path = recorder.path
    for _ in range(8):
        play_some(session, 17, seed)
        for luck in range(3):
            session.undo(luck)
        session.redo()
    recorder.close()

    assert path
    save = load_save(path)
    table = patrol_table()
    table.board = session.table.board
    restored = restore(save, patrol_rules(), table)
    assert restored.lost == 0
    assert restored.session.game.story == session.game.story
    assert restored.session.table == session.table
    assert restored.session.pending == session.pending
    assert restored.session.game.dice == session.game.dice
    assert verify(save, patrol_rules(), patrol_table()) is None


@pytest.mark.parametrize("seed", few(range(2)))
def test_wherever_a_patrol_is_saved_the_same_game_goes_on(seed: int) -> None:
    for answers in range(0, 120, 29):
        session = patrol(seed)
        play_some(session, answers, seed)
        table = patrol_table()
        table.board = session.table.board

        save = parse_save(saved_text(session, header(seed)), "patrol.undertow")
        again = restore(save, patrol_rules(), table).session
        assert again.pending == session.pending

        for game in (session, again):
            play_some(game, 25, seed + 1)
        assert story_hash(again.game.story) == story_hash(session.game.story)
