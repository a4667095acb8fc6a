"""What tools have in common: their workspace, where the pointer is, and what was refused."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from game.content.maps.map_file import MapObject
from game.editor.mirror import axis, shown_twins, twins
from game.editor.new_objects import wrong
from game.editor.tools.tool import Handle, Line, Pointer, Role, Sketch, Word
from game.editor.workspace import Workspace
from game.geometry.points import Point


class BaseTool:
    """A tool that does nothing yet."""

    name: ClassVar[str]
    key: ClassVar[str]
    hint: ClassVar[str]

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.pointer: Pointer | None = None
        """The last that was heard of."""
        self.refused = ""
        """Why what was asked for last was not done."""

    def refuses(self) -> str:
        return ""

    def hover(self, pointer: Pointer) -> None:
        self.pointer = pointer

    def press(self, pointer: Pointer) -> None:
        self.pointer = pointer
        self.refused = ""

    def drag(self, pointer: Pointer) -> None:
        self.pointer = pointer

    def release(self, pointer: Pointer) -> None:
        self.pointer = pointer

    def finish(self) -> None:
        """Nothing takes several clicks."""

    def cancel(self) -> bool:
        self.refused = ""
        return False

    def erase(self) -> bool:
        return False

    def sketch(self) -> Sketch:
        return self.shown()

    def shown(
        self,
        drafts: Sequence[MapObject] = (),
        gone: Collection[int] = (),
        lines: Sequence[Line] = (),
        handles: Sequence[Handle] = (),
        words: Sequence[Word] = (),
        hint: str = "",
    ) -> Sketch:
        """Return a sketch with the other side of the mirror, and what is wrong with drafts."""
        space = self.workspace
        guides, others = list[Line](), list[MapObject]()
        if space.mirror:
            guides.append(mirror_line(space))
            if drafts or gone:
                found = twins(space.index, space.mirror, drafts, gone, space.untouchable())
                others = [*shown_twins(found)]
                gone = {*gone, *found.gone}
        reason = next((r for one in drafts if (r := wrong(space, one))), "")
        role = Role.WRONG if reason else Role.OUTLINE
        outlines = [outline(one, role) for one in (*drafts, *others)]
        return Sketch(
            (*drafts, *others),
            frozenset(gone),
            (*guides, *outlines, *lines),
            handles,
            words,
            self.refused or reason or hint or self.hint,
        )


def outline(one: MapObject, role: Role = Role.OUTLINE) -> Line:
    return Line(one.outline, role, closed=one.shape in {"rectangle", "polygon", "ellipse"})


def mirror_line(workspace: Workspace) -> Line:
    """Return the axis of the mirror; of a half turn, a small cross's worth of line."""
    board = workspace.map
    path = axis(workspace.mirror, board.width, board.height)
    if len(path) == 1:
        x, y = path[0]
        path = (Point(x - 1, y), Point(x + 1, y), path[0], Point(x, y - 1), Point(x, y + 1))
    return Line(path, Role.GUIDE)
