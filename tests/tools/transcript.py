"""A whole game as text that a person can read and ``git diff`` can compare."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from game.play.log.transcript import line
from game.play.session import Session

APPROVED = Path(__file__).parents[1] / "transcripts"


def transcript(session: Session, answers: Iterable[Any]) -> str:
    """Play on with *answers*, and return questions, answers and log as text."""
    lines, count = _log(session, 0)
    for answer in answers:
        asked = session.pending
        assert asked
        lines.append(
            f"{asked.by} ({asked.clause}) {asked.asks} {json.dumps(answer, ensure_ascii=False)}"
        )
        session.answer(answer)
        fresh, count = _log(session, count)
        lines += fresh
    return "\n".join(lines) + "\n"


def assert_approved(request: pytest.FixtureRequest, name: str, text: str) -> None:
    """Compare with the approved text; ``pytest --rewrite`` writes it anew."""
    approved = APPROVED / f"{name}.txt"
    if request.config.getoption("--rewrite"):
        approved.parent.mkdir(exist_ok=True)
        approved.write_text(text, "utf-8")
    assert text == approved.read_text("utf-8"), "run pytest --rewrite and read the diff"


def _log(session: Session, count: int) -> tuple[list[str], int]:
    story = session.game.story
    lines = [
        f"    {words} [{event.clause}]"
        for event in story[count:]
        if (words := line(event, session.table))
    ]
    return lines, len(story)
