"""The tool interface, the sketch that a tool shows, and shared behaviour of tools."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum, auto
from typing import ClassVar, NamedTuple, Protocol

from game.content.maps.map_file import MapObject
from game.editor.mirror import axis, shown_twins, twins
from game.editor.new_objects import draft_faults
from game.editor.workspace import Workspace
from game.geometry.points import Path, Point


class Pointer(NamedTuple):
    """Where the mouse is, and what is held down."""

    at: Point
    """Inches on the board, as the mouse has it: tools snap by themselves."""
    reach: float
    """How many inches off still count as on a thing: eight pixels, whatever the zoom."""
    shift: bool = False
    ctrl: bool = False
    alt: bool = False


class Role(Enum):
    """What a line or handle of a sketch means; the screen has a look for each."""

    OUTLINE = auto()
    """Of what is being drawn, or is selected."""
    WRONG = auto()
    """Of what could not be drawn so."""
    HOVER = auto()
    """Of what a click would take."""
    BOX = auto()
    """The box that selects."""
    GUIDE = auto()
    """What the pointer snaps to; the axis of a mirror."""
    HANDLE = auto()
    """A square to drag: a corner of the box, to scale."""
    VERTEX = auto()
    """A corner of an outline."""
    MIDDLE = auto()
    """The middle of an edge: dragging it makes a corner."""
    TURN = auto()
    """The knob that rotates."""


class SketchLine(NamedTuple):
    path: Path
    role: Role = Role.OUTLINE
    closed: bool = False


class Handle(NamedTuple):
    at: Point
    role: Role
    hot: bool = False
    """Whether the pointer is on it."""


class MeasureLabel(NamedTuple):
    """A measure beside the pointer or an edge: ``6.5" x 4"``."""

    at: Point
    text: str


class ToolSketch(NamedTuple):
    """What a tool shows over the board until it is done."""

    objects: Sequence[MapObject] = ()
    """Drawn as they would be, those with the id of one on the map instead of it."""
    hidden: frozenset[int] = frozenset()
    """Objects that would be gone."""
    lines: Sequence[SketchLine] = ()
    handles: Sequence[Handle] = ()
    words: Sequence[MeasureLabel] = ()
    hint: str = ""
    """What can be done now, for the foot of the window; or why it cannot."""


NOTHING = ToolSketch()


class Tool(Protocol):
    """One way of using the mouse. It knows its workspace, and changes it when it is done."""

    name: ClassVar[str]
    """What the toolbar says."""
    key: ClassVar[str]
    """The letter that picks it."""
    hint: ClassVar[str]
    """What it does and how, in one sentence."""

    def refuses(self) -> str:
        """Return why it cannot be used with the workspace's brush; empty if it can."""
        ...

    def hover(self, pointer: Pointer) -> None:
        """Hear that the pointer moved with no button down."""

    def press(self, pointer: Pointer) -> None:
        """Hear that the left button went down."""

    def drag(self, pointer: Pointer) -> None:
        """Hear that the pointer moved with the left button down."""

    def release(self, pointer: Pointer) -> None:
        """Hear that the left button went up."""

    def finish(self) -> None:
        """End what takes several clicks: double click, right click, or Enter."""

    def cancel(self) -> bool:
        """Give up what is under way; return whether anything was."""
        ...

    def erase(self) -> bool:
        """Take back the last click of several (Backspace); return whether there was one."""
        ...

    def sketch(self) -> ToolSketch: ...


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

    def sketch(self) -> ToolSketch:
        return self.shown()

    def shown(
        self,
        drafts: Sequence[MapObject] = (),
        gone: Collection[int] = (),
        lines: Sequence[SketchLine] = (),
        handles: Sequence[Handle] = (),
        words: Sequence[MeasureLabel] = (),
        hint: str = "",
    ) -> ToolSketch:
        """Return a sketch with the other side of the mirror, and what is wrong with drafts."""
        space = self.workspace
        guides, others = list[SketchLine](), list[MapObject]()
        if space.mirror:
            guides.append(mirror_line(space))
            if drafts or gone:
                found = twins(space.index, space.mirror, drafts, gone, space.untouchable())
                others = [*shown_twins(found)]
                gone = {*gone, *found.gone}
        reason = next((r for one in drafts if (r := draft_faults(space, one))), "")
        role = Role.WRONG if reason else Role.OUTLINE
        outlines = [outline(one, role) for one in (*drafts, *others)]
        return ToolSketch(
            (*drafts, *others),
            frozenset(gone),
            (*guides, *outlines, *lines),
            handles,
            words,
            self.refused or reason or hint or self.hint,
        )


def outline(one: MapObject, role: Role = Role.OUTLINE) -> SketchLine:
    return SketchLine(
        one.outline, role, closed=one.shape in {"rectangle", "polygon", "ellipse"}
    )


def mirror_line(workspace: Workspace) -> SketchLine:
    """Return the axis of the mirror; of a half turn, a small cross's worth of line."""
    board = workspace.map
    path = axis(workspace.mirror, board.width, board.height)
    if len(path) == 1:
        x, y = path[0]
        path = (Point(x - 1, y), Point(x + 1, y), path[0], Point(x, y - 1), Point(x, y + 1))
    return SketchLine(path, Role.GUIDE)
