"""The mouse tools of the editor.

A tool shows a sketch until its change is made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import Enum, auto
from typing import ClassVar, NamedTuple

from game.content.editor_actions import EditorAction
from game.content.maps.map_file import MapObject
from game.editor.edits import EditRefusedError
from game.editor.mirror import axis, shown_twins, twins
from game.editor.new_objects import draft_fault
from game.editor.workspace import Workspace
from game.geometry.points import Path, Point


class Pointer(NamedTuple):
    """Position of the mouse, and the modifier keys held."""

    at: Point
    """Inches on the board, unsnapped: tools snap by themselves."""
    reach: float
    """Distance in inches that still counts as on an object: eight pixels at any zoom."""
    shift: bool = False
    ctrl: bool = False
    alt: bool = False


class Role(Enum):
    """The meaning of a line or handle in a sketch, which determines its look."""

    OUTLINE = auto()
    """Outline of an object that is being drawn, or is selected."""
    WRONG = auto()
    """Outline of an object that is invalid."""
    HOVER = auto()
    """Outline of the object that a click would select."""
    BOX = auto()
    """The box that selects."""
    GUIDE = auto()
    """Target of snapping, or frame of the selection."""
    AXIS = auto()
    """Axis of the mirror."""
    HANDLE = auto()
    """A square to drag: a corner of the box, to scale."""
    VERTEX = auto()
    """A corner of an outline."""
    MIDDLE = auto()
    """The middle of an edge: dragging it makes a corner."""
    TURN = auto()
    """The knob that rotates."""
    POINTER = auto()
    """The cross of the keyboard pointer."""


class SketchLine(NamedTuple):
    """A line of a sketch, in inches."""

    path: Path
    role: Role = Role.OUTLINE
    closed: bool = False


class Handle(NamedTuple):
    """A point of a sketch that can be dragged."""

    at: Point
    role: Role
    hot: bool = False
    """True if the pointer is on it."""


class MeasureLabel(NamedTuple):
    """A measure beside the pointer or an edge: ``6.5" x 4"``."""

    at: Point
    text: str


class ToolSketch(NamedTuple):
    """Everything that a tool shows over the board before its change is made."""

    objects: Sequence[MapObject] = ()
    """Objects as they would be; one with the id of an object on the map replaces it."""
    hidden: frozenset[int] = frozenset()
    """Ids of objects that would be removed."""
    lines: Sequence[SketchLine] = ()
    handles: Sequence[Handle] = ()
    words: Sequence[MeasureLabel] = ()
    hint: str = ""
    """Instruction for the status bar, or the reason why something is impossible."""


NOTHING = ToolSketch()


class Tool:
    """A mouse tool, by itself without an action; it edits its workspace at an action's end."""

    name: ClassVar[str]
    """Name in the toolbar."""
    action: ClassVar[EditorAction]
    """The action that chooses it, by which its key is found."""
    hint: ClassVar[str]
    """Instructions in one sentence."""
    draws_any: ClassVar[bool] = False
    """True if it draws objects of any class, so that it stays when another class is chosen."""
    drags: ClassVar[bool] = False
    """True if a click alone does nothing, so that a tap of a key begins to drag."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.pointer: Pointer | None = None
        """The pointer as last reported."""
        self.refused = ""
        """Reason why the last action was refused."""

    @property
    def is_drawing(self) -> bool:
        """Return whether an action of several clicks has begun."""
        return False

    def refuses(self) -> str:
        """Return why it cannot be used with the workspace's brush; empty if it can."""
        return ""

    def hover(self, pointer: Pointer) -> None:
        """Handle a move of the pointer with no button down."""
        self.pointer = pointer

    def press(self, pointer: Pointer) -> None:
        """Handle a press of the left button."""
        self.pointer = pointer
        self.refused = ""

    def drag(self, pointer: Pointer) -> None:
        """Handle a move of the pointer with the left button down."""
        self.pointer = pointer

    def release(self, pointer: Pointer) -> None:
        """Handle the release of the left button."""
        self.pointer = pointer

    def take_action(self, action: EditorAction) -> bool:
        """Perform an action of the tool's own; return whether it is one."""
        return False

    def finish(self) -> bool:
        """Complete an action of several clicks: double click, right click, or Enter.

        Return whether there was anything to complete.
        """
        return False

    def cancel(self) -> bool:
        """Cancel the current action; return whether there was one."""
        self.refused = ""
        return False

    def erase(self) -> bool:
        """Undo the last of several clicks (Backspace); return whether there was one."""
        return False

    def sketch(self) -> ToolSketch:
        """Return the sketch to show over the board now."""
        return self.shown()

    def attempt(self, edit: Callable[..., None], *given: object) -> bool:
        """Call a function that edits the map; return whether the edit was not refused."""
        try:
            edit(*given)
        except EditRefusedError as error:
            self.refused = str(error)
            return False
        return True

    def shown(
        self,
        drafts: Sequence[MapObject] = (),
        gone: Collection[int] = (),
        lines: Sequence[SketchLine] = (),
        handles: Sequence[Handle] = (),
        words: Sequence[MeasureLabel] = (),
        hint: str = "",
    ) -> ToolSketch:
        """Return a sketch that includes the mirrored side and the first fault of the drafts."""
        space = self.workspace
        guides, others = list[SketchLine](), list[MapObject]()
        if space.mirror:
            guides.append(mirror_line(space))
            if drafts or gone:
                found = twins(space.index, space.mirror, drafts, gone, space.untouchable())
                others = [*shown_twins(found)]
                gone = {*gone, *found.gone}
        reason = next((r for one in drafts if (r := draft_fault(space, one))), "")
        role = Role.WRONG if reason else Role.OUTLINE
        outlines = [outline(one, role) for one in (*drafts, *others)]
        return ToolSketch(
            (*drafts, *others),
            hidden=frozenset(gone),
            lines=(*guides, *outlines, *lines),
            handles=handles,
            words=words,
            hint=self.refused or reason or hint or self.hint,
        )


def outline(one: MapObject, role: Role = Role.OUTLINE) -> SketchLine:
    return SketchLine(
        one.outline, role, closed=one.shape in {"rectangle", "polygon", "ellipse"}
    )


def mirror_line(workspace: Workspace) -> SketchLine:
    """Return the axis of the mirror; for a half turn, a small cross at its centre."""
    board = workspace.map
    path = axis(workspace.mirror, board.width, board.height)
    if len(path) == 1:
        x, y = path[0]
        path = (Point(x - 1, y), Point(x + 1, y), path[0], Point(x, y - 1), Point(x, y + 1))
    return SketchLine(path, Role.AXIS)
