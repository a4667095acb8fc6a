"""``demo``, ``lab``, ``check`` and ``list`` of campaigns (``MI-06``)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.cli import main
from tests.campaigns import TEXT, changed_text

WATER = "the-water-below"


@pytest.fixture
def bouts(tmp_path: Path) -> str:
    """Return a short campaign in a file."""
    file = tmp_path / "bouts.toml"
    file.write_text(TEXT, "utf-8")
    return str(file)


def test_a_demo_of_a_campaign_tells_every_battle(
    bouts: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "demo",
        "campaign",
        bouts,
        "--headless",
        "--players",
        "random,random",
        "--seed",
        "2",
    ]
    assert main(words) == 0

    text = capsys.readouterr().out
    assert "The first bout\nIt begins.\n" in text
    assert "The last bout\nIt ends.\n" in text
    assert " the campaign: Us " in text.splitlines()[-1]


def test_as_json_it_is_one_object_and_the_same_each_time(
    bouts: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["demo", "campaign", bouts, "--json", "--players", "random,random", "--seed", "5"]
    raw = []
    for _ in range(2):
        assert main(words) == 0
        raw.append(json.loads(capsys.readouterr().out))

    assert raw[0] == raw[1]
    found = raw[0]
    assert list(found) == [
        "campaign",
        "seed",
        "players",
        "winner",
        "points",
        "battles",
        "story",
    ]
    assert (found["campaign"], found["seed"]) == ("bouts", 5)
    first = found["battles"][0]
    assert (first["battle"], first["scenario"]) == ("first", "cage")
    assert len(first["story"]) == len(found["story"]) == 64


def test_the_lab_counts_campaigns(bouts: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "campaign", bouts, "--games", "3", "--workers", "1", "--json"]
    assert main([*words, "--players", "random,random"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert (found["campaign"], found["games"]) == ("bouts", 3)
    assert sum(one["won"] for one in found["winners"].values()) == 3
    assert found["battles"][0]["fought"] == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["demo", "campaign"],
            "campaign: which one? Try: the-water-below, salt-marsh/two-tides",
        ),
        (["demo", "campaign", "the-water"], "no campaign called 'the-water'"),
        (["demo", "campaign", WATER, "--map", "x"], "--map: is for single battles"),
        (["lab", "campaign", WATER, "--option", "a=b"], "--option: is for single battles"),
        (["demo", "campaign", WATER, "--save", "x"], "--save: is for single battles"),
        (["demo", "crossing", "twice"], "twice: is one word too many"),
        (["demo", "cage", "--loop", "--json"], "--loop: needs the window: leave out"),
        (["demo", "campaign", WATER, "--players", "human,steady"], "--players: "),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.startswith(said)


def test_check_tells_what_is_wrong_with_a_campaign(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bouts.toml"
    file.write_text(changed_text(('next = "second"', 'next = "third"')), "utf-8")

    assert main(["check", str(file)]) == 1
    text = capsys.readouterr().out
    assert f"{file}: battle[0].result[1].next: there is no battle 'third'" in text


def test_check_and_list_know_campaigns(bouts: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", bouts]) == 0
    assert main(["list", "--json"]) == 0

    found = json.loads(capsys.readouterr().out.partition("\n")[2])
    assert [one["id"] for one in found["campaigns"]] == [WATER, "salt-marsh/two-tides"]
    assert len(found["campaigns"][0]["battles"]) == 7
