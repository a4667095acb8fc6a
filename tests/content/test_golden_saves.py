"""Golden saves: one save of each format version, all of which can still be opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.content.save_format import VERSION, load_save
from game.content.state_hashes import story_hash
from game.rules.saving import restore
from tests.tools.toy import ToyRules, play_on, toy_table

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("version", range(1, VERSION + 1))
def test_an_old_save_is_opened_and_played_on(version: int) -> None:
    save = load_save(GOLDEN / f"toy-version-{version}.undertow")

    restored = restore(save, ToyRules(), toy_table())

    assert restored.lost == 0
    assert len(save.undone) == 1
    assert story_hash(restored.session.game.story)[:16] == "3a5c4bef60b56728"
    restored.session.redo()
    assert play_on(restored.session, 1).over
