"""Randomly spoilt files: none is too expensive for its reader."""

from __future__ import annotations

import subprocess
import sys

import pytest

from game.content.shipped_folders import ROOT
from tests.content.mangled_archives import stores
from tests.content.mangling import mangled, samples
from tests.content.pack_parts import pack_bytes

COUNT = 300
"""Number of files; the command in ``mangling`` takes any number."""


def test_a_seed_spoils_the_same_file_in_the_same_way() -> None:
    kinds = {
        ".toml": ["".join(f"a{n} = 'b'\n" for n in range(9))],
        ".ros": ["<a b='1'>c</a>\n" * 9],
    }
    assert mangled(kinds, 7) == mangled(kinds, 7)
    assert len({mangled(kinds, seed)[1] for seed in range(40)}) > 30


def test_a_seed_spoils_the_same_pack_in_the_same_way() -> None:
    packs = {".undertow-pack": [pack_bytes()]}
    made = [mangled({}, seed, packs) for seed in range(30)]
    assert made == [mangled({}, seed, packs) for seed in range(30)]
    assert len({data for _, data in made}) > 20


@pytest.mark.slow
def test_a_seed_spoils_the_same_store_in_the_same_way() -> None:
    one = {".undertow-lab": stores()}
    made = [mangled({}, seed, one) for seed in range(40)]
    assert made == [mangled({}, seed, one) for seed in range(40)]
    assert sum(1 for _, data in made if data != one[".undertow-lab"][0]) > 30


@pytest.mark.slow
def test_no_long_list_in_a_scenario_or_roster_breaks_its_reader() -> None:
    kinds = ("scenario ", "roster ", "experiment ")
    command = [sys.executable, "-m", "tests.content.enlarging", "--only", *kinds]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    assert ", 0 wrong" in done.stdout


@pytest.mark.slow
def test_there_are_samples_of_every_kind() -> None:
    assert all(samples().values())


@pytest.mark.slow
def test_no_file_that_was_spoilt_by_chance_breaks_its_reader() -> None:
    command = [sys.executable, "-m", "tests.content.mangling", "--count", str(COUNT)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{COUNT} files, 0 wrong" in done.stdout
