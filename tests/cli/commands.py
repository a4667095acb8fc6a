"""Runs commands, and reads what they print."""

from __future__ import annotations

import pytest

from game.cli import main


def error_output(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err


def lab(*words: object) -> int:
    return main(["lab", *map(str, words)])
