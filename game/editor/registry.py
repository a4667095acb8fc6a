"""The registry of rule systems in the editor, with all fixes and probes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from operator import attrgetter

from game.content.faults import UnusableFile
from game.content.maps.class_base import MapClass
from game.content.maps.map_file import MapFile, MapObject
from game.content.maps.validation import faults_of
from game.content.scenarios import load_scenario
from game.editor import fixes, zone_fixes
from game.editor.edits import EditRefusedError
from game.editor.fixes import Fix
from game.editor.map_checks import Finding
from game.editor.probes import ClassDrawing, DeploymentProbe, EditorPart, Probe, SightProbe
from game.editor.workspace import Workspace
from game.editor.zone_fixes import EMPTY, PATROL, Preset
from game.lab.trial_game import Setup
from game.rules import PLAYED
from game.systems import Parts

PARTS: Mapping[str, EditorPart] = Parts("editor", "PART")
IN_ORDER = sorted(PARTS.values(), key=attrgetter("place"))


def drawing_of(what: MapClass) -> ClassDrawing | None:
    """Return the way in which a class is drawn; None if it is drawn like others."""
    found = (part.draws.get(type(what)) for part in IN_ORDER)
    return next((drawing for drawing in found if drawing), None)


def moved_together(mapfile: MapFile, objects: Sequence[MapObject]) -> list[MapObject]:
    """Return the objects, and those that move with them."""
    more = (one for part in IN_ORDER for one in part.moves_with(mapfile, objects))
    return [*{one.id: one for one in (*objects, *more)}.values()]


def mended(mapfile: MapFile, gone: Sequence[MapObject]) -> MapFile:
    """Return the map, made valid again, from which some objects were removed."""
    for part in IN_ORDER:
        mapfile = part.mends(mapfile, gone)
    return mapfile


FIXES: dict[str, tuple[Fix, ...]] = {}
for part in IN_ORDER:
    FIXES |= part.fixes
FIXES |= fixes.FIXES | zone_fixes.FIXES


def fixes_of(finding: Finding) -> tuple[Fix, ...]:
    """Return the fixes for a finding, the best first; empty if there are none."""
    return FIXES.get(finding.kind, ())


def apply_fix(workspace: Workspace, finding: Finding, fix: Fix) -> None:
    """Apply a fix as one entry of the history; raise EditRefusedError if it is impossible."""
    after = fix.does(workspace.map, finding)
    workspace.do(fix.label, after, finding.about, mirrored=False)


def apply_all(workspace: Workspace, findings: Iterable[Finding]) -> int:
    """Apply all possible fixes as one entry of the history; return their number."""
    after, many = fixed_map(workspace.map, findings)
    if many:
        label = f"Fix {many} findings" if many > 1 else "Fix 1 finding"
        workspace.do(label, after, mirrored=False)
    return many


def fixed_map(mapfile: MapFile, findings: Iterable[Finding]) -> tuple[MapFile, int]:
    """Return a map with the best fix of each finding applied, and the number of fixes."""
    many, sound = 0, not faults_of(mapfile)
    for finding in findings:
        for fix in fixes_of(finding)[:1]:
            try:
                after = fix.does(mapfile, finding)
            except EditRefusedError:
                continue
            # An earlier fix may have repaired this finding as well.
            if after != mapfile and not (sound and faults_of(after, sound=mapfile)):
                mapfile, many = after, many + 1
    return mapfile, many


PRESETS: tuple[Preset, ...] = (
    EMPTY,
    PATROL,
    *(part.preset for part in IN_ORDER if part.preset),
)
"""Presets of new maps, in the order in which they are offered."""
PROBES: tuple[type[Probe], ...] = (
    *(probe for part in IN_ORDER for probe in part.probes),
    SightProbe,
    DeploymentProbe,
)


def first_for(mapfile: MapFile) -> type[Probe]:
    """Return the probe that suits a map best, by the classes drawn on it."""
    kinds = {type(one.what) for _, one in mapfile.objects()}
    suited = (probe for probe in reversed(PROBES) if probe.subject in kinds)
    return next(suited, DeploymentProbe)


def with_options(setup: Setup, mapfile: MapFile) -> Setup:
    """Return the setup with the options of its scenario that a map turns on.

    An option that is refused stays off; the map checks name the reason.
    """
    options = load_scenario(setup.scenario, PLAYED).options
    for name, part in PARTS.items():
        kinds = {type(one.what) for _, one in mapfile.objects()}
        if name in options and part.turned_on_by in kinds:
            changed = replace(setup, options={**setup.options, name: True})
            with suppress(UnusableFile):
                changed.battle(1)
                setup = changed
    return setup
