"""Reports of many faults: the first are shown, and the rest is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli import main
from game.content.faults import (
    MAX_FAULTS,
    Fault,
    UnusableFile,
    did_you_mean,
    first_faults,
    first_lines,
    number_of,
)
from game.content.scenarios import MAX_CHOICES, load_scenario
from game.content.shipped_folders import ROOT

MANY = [Fault(f"unit[{n}]", "is missing") for n in range(MAX_FAULTS)]


def test_a_report_shows_fifty_faults_and_counts_the_rest() -> None:
    faults = [("", f"fault {n}") for n in range(20_000)]
    lines = str(UnusableFile("a.toml", faults)).splitlines()

    assert len(lines) == 51
    assert lines[49:] == ["a.toml: fault 49", "a.toml: and 19,950 more faults"]
    assert len(str(UnusableFile("a.toml", faults[:50])).splitlines()) == 50
    assert str(first_faults(MANY + MANY[:1])[-1]) == "and 1 more fault"


def test_faults_that_were_counted_before_count_again() -> None:
    once = first_faults([*MANY, *MANY])
    assert str(once[-1]) == "and 50 more faults"
    # 49 are shown besides the first; of the others one, and the 50 that were counted, are left.
    again = first_faults([Fault("", "another"), *once])
    assert len(again) == MAX_FAULTS + 1
    assert str(again[-1]) == "and 51 more faults"
    assert number_of(again) == 101


def test_a_line_of_a_report_is_no_longer_than_can_be_read() -> None:
    line = str(Fault("k" * 1_000_000, "r" * 1_000_000))
    assert len(line) == 200 + len(": ") + 1000
    assert line.endswith("rrr...")


def test_lists_of_lines_are_shortened_too() -> None:
    assert first_lines(["a"] * 50) == ["a"] * 50
    assert first_lines(["a"] * 1051)[50:] == ["and 1,001 more"]


def test_a_hint_lists_sixty_names_at_most() -> None:
    hint = did_you_mean("", [f"name-{n}" for n in range(1060)])
    assert hint.startswith("; try: name-0, name-1, ")
    assert hint.endswith(", name-59 and 1,000 more")


def test_the_check_of_a_file_with_many_faults_prints_few(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    units = "".join(f'[[unit]]\nid = "U{n}"\n' for n in range(600))
    file = tmp_path / "many.toml"
    file.write_text(f'title = "Many"\narmoury = "classic"\n{units}', "utf-8")

    assert main(["check", str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    # Each unit has a faulty id, and neither a name nor models: 1800 faults.
    assert len(lines) == 51
    assert lines[-1] == f"{file}: and 1,750 more faults"


@pytest.mark.parametrize(("key", "place"), [("maps", "maps"), ("rosters", "side[0].rosters")])
def test_a_scenario_names_a_hundred_maps_or_rosters_at_most(
    tmp_path: Path, key: str, place: str
) -> None:
    text = (ROOT / "assets/scenarios/combat_patrol.toml").read_text("utf-8")
    start = text.index(f"{key} = [")
    end = text.index("]", start)
    names = ", ".join(f'"no-{n}"' for n in range(20_000))
    file = tmp_path / "names.toml"
    file.write_text(f"{text[:start]}{key} = [{names}]{text[end + 1 :]}", "utf-8")

    with pytest.raises(UnusableFile) as caught:
        load_scenario(str(file))
    assert [str(fault) for fault in caught.value.faults] == [
        f"{place}: must have at most {MAX_CHOICES} entries"
    ]
