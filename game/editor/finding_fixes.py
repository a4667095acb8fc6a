"""Fixes of all findings."""

from __future__ import annotations

from collections.abc import Iterable

from game.content.maps.map_file import MapFile
from game.content.maps.validation import faults_of
from game.editor import fixes, zone_fixes
from game.editor.edits import EditRefusedError
from game.editor.findings import Finding
from game.editor.fixes import Fix, Grows
from game.editor.system_parts import IN_ORDER
from game.editor.workspace import Workspace

FIXES: dict[str, tuple[Fix, ...]] = {
    **{kind: known for part in IN_ORDER for kind, known in part.fixes.items()},
    **fixes.FIXES,
    **zone_fixes.FIXES,
}
GROWING: dict[str, tuple[Grows, ...]] = {
    **{kind: known for part in IN_ORDER for kind, known in part.growing.items()},
    **zone_fixes.GROWING,
}


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
