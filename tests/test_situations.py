"""Every situation in ``tests/situations`` ends as its file expects."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from game.content.shipped_folders import ASSETS
from tests.tools.situations import SITUATIONS, files, played_text, situation_result


def name_of(file: Path) -> str:
    return str(file.relative_to(SITUATIONS).with_suffix(""))


@pytest.mark.parametrize("file", files(), ids=name_of)
def test_it_comes_out_as_it_says(file: Path) -> None:
    """Its replay also gives the same event log, as for every game of a test."""
    assert not situation_result(file).faults


def test_no_two_have_one_title() -> None:
    titles = Counter(file.read_text("utf-8").partition("\n")[0] for file in files())

    assert [title for title, times in titles.items() if times > 1] == []


def test_the_example_of_the_guide_comes_out_as_it_says() -> None:
    guide = (ASSETS / "guide" / "situations.md").read_text("utf-8")
    _, _, rest = guide.partition("\n```toml\n")
    example, _, _ = rest.partition("\n```\n")

    assert not played_text(example).faults
