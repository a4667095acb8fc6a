"""The shipped answers in the battles behind the title."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.bots.registry import policy
from game.screens import demo_battle
from game.screens.demo_battle import ANSWERS, BOT, SEEDS, battle_of, shipped_answers
from tests.tiers import few

FIRST = 25
"""Number of answers that the bot is asked for again."""


def thought_out(seed: int) -> Iterator[Any]:
    """Yield the bot's answers in the battle of a seed."""
    session, bot = battle_of(seed).session(), policy(BOT)
    while session.pending:
        answer = bot.answer(session)
        session.answer(answer)
        yield answer


@pytest.mark.parametrize("seed", few(range(SEEDS), fast=3))
def test_the_shipped_answers_end_a_battle(seed: int) -> None:
    """``python -m tests.screens.test_title_battles`` has the bots think them out again."""
    session = battle_of(seed).session()
    for answer in shipped_answers(seed):
        session.answer(answer)

    assert session.table.clock.round > demo_battle.OPENS
    assert session.pending is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_shipped_answers_are_those_of_the_bot(seed: int) -> None:
    fresh = thought_out(seed)
    assert [next(fresh) for _ in range(FIRST)] == [*shipped_answers(seed)[:FIRST]]


@pytest.mark.parametrize("text", ["", "{", "7", "[]", "{}", '["no list"]'])
def test_without_a_file_of_answers_the_bots_think(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    file = tmp_path / "answers.json"
    if text:
        file.write_text(text, "utf-8")
    monkeypatch.setattr(demo_battle, "ANSWERS", file)

    assert [*shipped_answers(0)] == []


def as_text() -> str:
    """Return the answers in all battles as JSON, a line for each battle."""
    lines = (
        json.dumps([*thought_out(seed)], separators=(",", ":"), ensure_ascii=False)
        for seed in range(SEEDS)
    )
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    ANSWERS.write_text(as_text(), "utf-8")
