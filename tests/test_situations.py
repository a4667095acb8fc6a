"""Every situation in ``tests/situations`` ends as its file expects."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from game.content.shipped_folders import ASSETS
from tests.tools.replay_check import check_replays
from tests.tools.situations import SITUATIONS, files, played_text, situation_result

FOLDERS = {folder: [*group] for folder, group in groupby(files(), lambda file: file.parent)}


def name_of(path: Path) -> str:
    return str(path.relative_to(SITUATIONS).with_suffix(""))


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_each_of_a_folder_comes_out_as_it_says(folder: Path) -> None:
    """Its replay also gives the same event log, as for every game of a test.

    A test for each would take longer than to play it.
    """
    faults = dict[str, Any]()
    for file in FOLDERS[folder]:
        try:
            faults[name_of(file)] = situation_result(file).faults
            check_replays()
        except Exception as error:
            error.add_note(f"in the situation {name_of(file)}")
            raise

    assert {name: told for name, told in faults.items() if told} == {}


def test_no_situation_is_left_out() -> None:
    assert sorted(file for group in FOLDERS.values() for file in group) == files()


def test_no_two_have_one_title() -> None:
    titles = Counter(file.read_text("utf-8").partition("\n")[0] for file in files())

    assert [title for title, times in titles.items() if times > 1] == []


def test_the_example_of_the_guide_comes_out_as_it_says() -> None:
    guide = (ASSETS / "guide" / "situations.md").read_text("utf-8")
    _, _, rest = guide.partition("\n```toml\n")
    example, _, _ = rest.partition("\n```\n")

    assert not played_text(example).faults
