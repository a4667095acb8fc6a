"""Presets of new maps: each passes its checks, and can be played on at once."""

from __future__ import annotations

import pytest

from game.content.maps.map_library import parse_map
from game.content.maps.writer import canonical
from game.editor.findings import CheckReport, Severity
from game.editor.map_checks import judge
from game.editor.open_file import blank
from game.editor.system_parts import PRESETS
from game.editor.zone_fixes import Preset

NAMED = {one.name: one for one in PRESETS}
MATCHED = ("deadlock", "no_mercy", "tactical_escalation", "visions_of_victory")
PLAYED = {
    "Patrol": ("combat_patrol",),
    "Matched play": MATCHED,
    "Sewer": ("the_nest", "crossing"),
    "Street": ("pursuit",),
    "Zero-g": ("adrift", "salvage"),
    "Cage": ("cage",),
    "Empty table": (),
}
"""The scenarios that each kind of map is for."""


def report_on(preset: Preset, width: int, height: int) -> CheckReport:
    mapfile = preset.draw(blank(width, height, "New", preset.look))
    assert parse_map(canonical(mapfile), "new.tmj") == mapfile
    *_, last = judge(mapfile)
    assert last
    return last


def test_every_kind_is_tested_here() -> None:
    assert sorted(PLAYED) == sorted(NAMED)


@pytest.mark.parametrize("name", PLAYED)
def test_a_new_map_has_no_findings_and_can_be_played_at_once(name: str) -> None:
    preset = NAMED[name]
    report = report_on(preset, *preset.size)

    assert [finding.words for finding in report.findings] == []
    playable = [one.scenario for one in report.playable if not one.reasons]
    assert set(PLAYED[name]) <= set(playable)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, played in PLAYED.items() if played])
def test_so_it_is_at_its_least_and_its_greatest_size(name: str) -> None:
    preset = NAMED[name]
    for size in (
        preset.least,
        tuple(min(side, most) for side, most in zip((120, 80), preset.most, strict=True)),
    ):
        report = report_on(preset, *size)
        faults = [f.words for f in report.findings if f.severity is Severity.FAULT]
        playable = [one.scenario for one in report.playable if not one.reasons]
        assert (faults, set(PLAYED[name]) <= set(playable)) == ([], True), size


@pytest.mark.parametrize("name", PLAYED)
def test_a_smaller_size_is_refused_with_the_limits(name: str) -> None:
    preset = NAMED[name]
    long, short = preset.least

    assert preset.refusal(long, short) == preset.refusal(short, long) == ""
    assert f'{long}" × {short}"' in preset.refusal(long - 1, short)
    assert preset.refusal(long, short - 1).startswith(f"{name}: ")
