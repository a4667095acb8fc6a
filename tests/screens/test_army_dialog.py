"""The army list dialog before a battle: costs of lists, and reasons of refusals (MC-26)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.content import library_kinds
from game.content.own_folders import own_folder
from game.content.rosters import load_roster
from game.content.safe_writing import write_whole
from game.screens.army_dialog import REFUSED, army_dialog, army_entries
from game.screens.setup import SCENARIOS, SetupScreen
from game.widgets.dialogs import TextDialog
from game.widgets.text_view import Log, LogEntry
from game.widgets.theme import Theme
from tests.screens.input_driver import Player


def entry_text(entry: LogEntry) -> str:
    return " ".join("".join(span.text for span in entry.spans).split())


@pytest.mark.rule("MC-26")
def test_a_list_tells_points_slots_command_points_and_its_warlord() -> None:
    lines = [entry_text(entry) for entry in army_entries(load_roster("wardens-army"))]

    # 75 + 60 + 3 × 81 + 130 + 82 + 160; a battalion has 3 + 5 command points.
    assert lines[1] == "750 of 750 points · battalion · 8 command points MC-26"
    assert lines[2] == "75 Commander WARLORD hq"
    assert lines[4] == "81 First squad troops · Sergeant, 11 × Warden"
    assert len(lines) == 2 + 8


def test_what_is_refused_tells_every_complaint() -> None:
    faults = ["own.toml:\n  points: too many\n  unit[0]: no slot"]
    dialog = army_dialog(Theme(), [], faults, lambda _: None)
    log = next(w for w in dialog.widgets if isinstance(w, Log))

    assert [entry_text(entry) for entry in log.entries] == [
        REFUSED.upper(),
        "own.toml:",
        "points: too many",
        "unit[0]: no slot",
    ]


def test_the_lists_are_opened_where_a_battle_is_set_up(player: Player) -> None:
    screen = player.open(SetupScreen())
    labels = [w.label for p in screen.stack.panels for w in p.widgets if hasattr(w, "label")]
    assert "Armies" not in labels  # Combat patrol uses fixed squads.

    player.choose("no_mercy", SCENARIOS)
    player.wait()
    player.press("Armies")
    assert isinstance(screen.stack.dialog, TextDialog)


@pytest.mark.rule("MC-26")
def test_a_roster_for_free_play_cannot_be_chosen_and_says_why(home: Path) -> None:
    write_whole(
        own_folder(library_kinds.ROSTER) / "band.toml",
        'title = "Warband"\narmoury = "modern"\nfree = true\n'
        '[[unit]]\nid = "squad"\nname = "Squad"\n[[unit.model]]\nprofile = "warden"\n',
    )
    plan = SetupScreen().plan
    plan.choose("no_mercy")
    offers = {o.id: o.fault for o in plan.rosters(plan.scenario.sides[0])}

    assert offers["band"] == "Warband is for free play only: it has no detachments (MC-26)"
    assert not offers["wardens-army"]
