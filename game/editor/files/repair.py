"""Repair session for a map that does not load."""

from __future__ import annotations

from pathlib import Path

from game.content.faults import Fault, UnusableFile
from game.content.maps.lenient_reader import salvaged
from game.content.maps.validation import faults_of
from game.content.parsing import MAP_BYTES, read_bytes
from game.editor.checks.findings import Finding, Places, Severity
from game.editor.edits.objects import EditRefusedError, removed
from game.editor.fixes.base import Fix
from game.editor.fixes.registry import fixes_of
from game.editor.workspace import History, Workspace


class Repair:
    """Of one file. Nothing is written: what comes of it has no file yet."""

    def __init__(self, path: Path) -> None:
        """Raise UnusableFile if the file cannot be read at all, or is far too big."""
        self.path = path
        text = read_bytes(path, MAP_BYTES).decode("utf-8-sig", "replace")
        self.map, self.losses = salvaged(text, str(path))
        """What was read, and what was lost by that."""

    @property
    def wrong(self) -> list[Finding]:
        """Return what keeps what was read from being a map."""
        return Places(self.map).found(faults_of(self.map), Severity.FAULT)

    def fix(self, finding: Finding, fix: Fix) -> None:
        """Mend one finding; raise EditRefusedError if that cannot be."""
        self.map = fix.does(self.map, finding)

    def leave_out(self, finding: Finding) -> None:
        """Leave out what a finding is about."""
        self.map = removed(self.map, set(finding.about))

    def mend(self) -> list[Fault]:
        """Mend all that can be, and leave the rest out; return what was left out, and why."""
        gone = list[Fault]()
        # Each round mends or removes one thing at least; mending may show what lay behind.
        for _ in range(4 * sum(len(layer.objects) for layer in self.map.layers) + 4):
            found = self.wrong
            if not found:
                break
            if not self._mended(found[0]):
                if not found[0].about:
                    raise UnusableFile(str(self.path), [Fault("", found[0].words)])
                gone.append(Fault(found[0].place, f"{found[0].reason}: it is left out"))
                self.leave_out(found[0])
        return gone

    def _mended(self, finding: Finding) -> bool:
        for fix in fixes_of(finding):
            try:
                after = fix.does(self.map, finding)
            except EditRefusedError:
                continue
            left = Places(after).found(faults_of(after), Severity.FAULT)
            if finding.words not in [one.words for one in left] and after != self.map:
                self.map = after
                return True
        return False

    def workspace(self) -> Workspace:
        """Return a workspace with what is left, which has no file; raise UnusableFile.

        What is still wrong is mended first, or left out.
        """
        self.mend()
        return Workspace(History(self.map, f"Repaired from {self.path.name}"))
