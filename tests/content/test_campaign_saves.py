"""Saved campaigns, with the battles fought so far (``MI-06``)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.content.campaign_saves import Ongoing, Tie, begun, keep, kept, load_ongoing, new_place
from game.content.faults import UnusableFile
from tests.campaigns import campaign, fought_battle

pytestmark = pytest.mark.usefixtures("own_home")


def ongoing_after(*battles: tuple[str, str]) -> Ongoing:
    made = begun(campaign(), 7, {"us": "human", "them": "steady"})
    return made.model_copy(update={"fought": tuple(fought_battle(*one) for one in battles)})


def test_what_is_kept_is_read_again() -> None:
    one = ongoing_after(("first", "them"), ("second", "draw"))
    path = new_place(campaign())
    keep(path, one)

    assert load_ongoing(path) == one
    assert kept() == [path]
    assert new_place(campaign()) != path


def test_a_file_is_known_by_its_name_without_its_ending(tmp_path: Path) -> None:
    assert Tie.named(tmp_path / "bouts-1.campaign.json") == "bouts-1"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"fought": [{"stage": "second", "winner": "us", "reason": "", "turns": 1}]},
         "fought[0]: 'second' is not the battle that is due, or has no such winner"),
        ({"fought": [{"stage": "first", "winner": "him", "reason": "", "turns": 1}]},
         "fought[0]: 'first' is not the battle that is due, or has no such winner"),
        ({"seed": "seven"}, "seed: "),
        ({"version": 2}, "version: "),
        ({"players": 5}, "players: "),
        ({"text": "title = 1"}, "bouts.toml: title: "),
        ({"more": True}, "more: "),
    ],
)  # fmt: skip
def test_what_is_no_such_file_is_refused_with_its_place(
    change: dict[str, Any], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "bouts.campaign.json"
    path.write_text(json.dumps(json.loads(ongoing_after().model_dump_json()) | change), "utf-8")

    with pytest.raises(UnusableFile) as refusal:
        load_ongoing(path)
    assert any(str(fault).startswith(said) for fault in refusal.value.faults)


@pytest.mark.parametrize("text", ["", "{", "[]", "5", '{"format": "undertow-save"}', "\0"])
def test_what_is_no_campaign_at_all_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bouts.campaign.json"
    path.write_text(text, "utf-8")
    with pytest.raises(UnusableFile):
        load_ongoing(path)
