"""Games saved with bots of any name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from game.content.save_format import load_save
from game.rules.battles import prepare
from game.screens.live_game import resume_game, start_game


def test_a_saved_game_keeps_its_bots_and_steady_plays_for_one_that_is_gone(
    tmp_path: Path,
) -> None:
    begun = start_game(prepare("cage", seed=1), ("bold", "wary"))
    file = tmp_path / "bout.undertow"
    file.write_text(begun.as_text(), "utf-8")

    save = load_save(file)
    assert [*resume_game(save).seats.names.values()] == ["bold", "wary"]

    players = {**save.header.players, "blue": "gone"}
    later = replace(save, header=save.header.model_copy(update={"players": players}))
    resumed = resume_game(later).seats
    assert [*resumed.names.values()] == ["bold", "steady"]
    assert resumed.people == []
