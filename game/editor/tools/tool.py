"""What every tool of the editor is: it takes a pointer, and tells what to show meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import ClassVar, NamedTuple, Protocol

from game.content.maps.map_file import MapObject
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


class Line(NamedTuple):
    path: Path
    role: Role = Role.OUTLINE
    closed: bool = False


class Handle(NamedTuple):
    at: Point
    role: Role
    hot: bool = False
    """Whether the pointer is on it."""


class Word(NamedTuple):
    """A measure beside the pointer or an edge: ``6.5" x 4"``."""

    at: Point
    text: str


class Sketch(NamedTuple):
    """What a tool shows over the board until it is done."""

    objects: Sequence[MapObject] = ()
    """Drawn as they would be, those with the id of one on the map instead of it."""
    hidden: frozenset[int] = frozenset()
    """Objects that would be gone."""
    lines: Sequence[Line] = ()
    handles: Sequence[Handle] = ()
    words: Sequence[Word] = ()
    hint: str = ""
    """What can be done now, for the foot of the window; or why it cannot."""


NOTHING = Sketch()


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

    def sketch(self) -> Sketch: ...
