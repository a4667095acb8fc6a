"""The repair of a map file of which a part can be read."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from game.content.faults import Fault, UnusableFile, and_so
from game.content.file_kinds import Kind, kind_of_file, refusal, words_for
from game.content.file_names import joined
from game.content.maps.external_parts import self_contained
from game.content.maps.lenient_reader import salvaged
from game.content.maps.uvtt_import import import_map, keep_map
from game.content.maps.validation import faults_of
from game.content.png_payload import is_picture
from game.content.reading import MAP_BYTES, read_bytes, read_text
from game.editor.documents import History
from game.editor.edits import EditRefusedError
from game.editor.finding_fixes import fixes_of
from game.editor.findings import Finding, Places, Severity
from game.editor.fixes import Fix
from game.editor.open_file import open_workspace
from game.editor.workspace import Workspace

OPENED: tuple[Kind, ...] = ("map", "drawing")


def open_or_repair(path: Path) -> Workspace | Repair:
    """Open a map file, or a repair of its readable part; raise UnusableFile if it is no map.

    A file of another program becomes one of the user's maps; the workspace's ``greeting`` says
    of it all that the command line would say.
    """
    kind = kind_of_file(path)
    if kind.kind == "drawing":
        found = import_map(path)
        goal = keep_map(found, path)
        skipped = f"Left out: {'; '.join(found.left_out)}." if found.left_out else ""
        words = (f"It is kept as {goal.stem}: {found.brief}.", *found.notes, skipped)
        return open_workspace(goal, " ".join(filter(None, words)))
    if kind.kind != "map":
        raise refusal(path, kind, f"the editor opens {words_for(OPENED)}")
    try:
        return open_workspace(path)
    except UnusableFile:
        if is_picture(path):
            raise
        return Repair(path)


class Repair:
    """The repair of one file. Nothing is written: the repaired map has no file yet."""

    def __init__(self, path: Path) -> None:
        """Raise UnusableFile if the file cannot be read at all, or is far too big."""
        self.path = path
        text = read_bytes(path, MAP_BYTES).decode("utf-8-sig", "replace")
        with suppress(UnusableFile):
            text = self_contained(
                text, str(path), lambda file: read_text(joined(path.parent, file))
            )
        self.map, self.losses = salvaged(text, str(path))
        """The readable part of the map, and the parts that were lost."""

    @property
    def wrong(self) -> list[Finding]:
        """Return the faults that keep the readable part from being a valid map."""
        return Places(self.map).found(faults_of(self.map), Severity.FAULT)

    def fix(self, finding: Finding, fix: Fix) -> None:
        """Fix one finding; raise EditRefusedError if that is impossible."""
        self.map = fix.does(self.map, finding)

    def leave_out(self, finding: Finding) -> None:
        """Remove the objects of a finding."""
        self.map = self.map.removed(set(finding.about))

    def mend(self) -> list[Fault]:
        """Fix all findings, removing objects without a fix; return those removed, with reasons.

        Raise UnusableFile if a fault without objects has no fix.
        """
        gone = list[Fault]()
        # Each round fixes or removes at least one object; a fix may reveal further faults.
        for _ in range(4 * sum(len(layer.objects) for layer in self.map.layers) + 4):
            found = self.wrong
            if not found:
                break
            if not self._try_fixes(found[0]):
                if not found[0].about:
                    raise UnusableFile(str(self.path), [Fault("", found[0].words)])
                gone.append(Fault(found[0].place, and_so(found[0].reason, "removed")))
                self.leave_out(found[0])
        return gone

    def _try_fixes(self, finding: Finding) -> bool:
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
        """Return a workspace with the repaired map, which has no file.

        All findings left are fixed first. Raise UnusableFile if one of them cannot be.
        """
        self.mend()
        return Workspace(History(self.map, f"Repaired from {self.path.name}"))
