"""Command lines share their parsers: each takes as long to build as many commands to run."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from game.cli.parser import CAMPAIGN, parser

GENERATE = "generate"


@cache
def built(*words: str) -> argparse.ArgumentParser:
    return parser(list(words))


def shared(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser for *words*, built of those that tell its kind."""
    of_lab = words[:2] if words[:1] == ["lab"] else []
    return built(*of_lab, *(word for word in (CAMPAIGN, GENERATE) if word in words))


@pytest.fixture(autouse=True)
def _shared_parsers() -> Iterator[None]:
    # Not undone by tests that undo their own changes in the middle.
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("game.cli.parser", shared)
        yield
