"""The actions of the editor that keys can be bound to."""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class KeyAction(StrEnum):
    """An action that a key can be bound to; its value is its name in the settings."""

    key: str
    """The default key."""
    label: str

    def __new__(cls, name: str, key: str = "", label: str = "") -> Self:
        action = str.__new__(cls, name)
        action._value_, action.key, action.label = name, key, label
        return action


class EditorAction(KeyAction):
    """An action of the map editor; forms and the list of objects use some of them."""

    SELECT = "select", "v", "Tool: select"
    RECTANGLE = "rectangle", "r", "Tool: rectangle"
    POLYGON = "polygon", "p", "Tool: polygon"
    POLYLINE = "polyline", "l", "Tool: polyline"
    ELLIPSE = "ellipse", "e", "Tool: ellipse"
    POINT = "point", "d", "Tool: point"
    CORRIDOR = "corridor", "c", "Tool: corridor"
    STAMP = "stamp", "t", "Tool: stamp"
    SCATTER = "scatter", "b", "Tool: scatter"
    EYEDROPPER = "eyedropper", "i", "Tool: eyedropper"
    ERASER = "eraser", "x", "Tool: eraser"
    PICTURE = "picture", "u", "Tool: picture"
    TURN_STAMP = "turn_stamp", "r", "With a stamp: turn it"
    FLIP_STAMP = "flip_stamp", "f", "With a stamp: flip it"
    SEARCH = "search", "/", "Search the palette"
    LIST = "list", "o", "List and find objects"
    RENAME = "rename", "f2", "In the list: rename"
    UNDO = "undo", "ctrl+z", "Undo"
    REDO = "redo", "ctrl+y", "Redo"
    CUT = "cut", "ctrl+x", "Cut"
    COPY = "copy", "ctrl+c", "Copy"
    PASTE = "paste", "ctrl+v", "Paste"
    DUPLICATE = "duplicate", "ctrl+d", "Duplicate"
    DELETE = "delete", "delete", "Delete"
    UNDO_CORNER = "undo_corner", "backspace", "Undo the last corner of a polygon or polyline"
    SELECT_ALL = "select_all", "ctrl+a", "Select all"
    SELECT_ALIKE = "select_alike", "ctrl+shift+a", "Select all of the same classes"
    GROUP = "group", "ctrl+g", "Group the selection"
    UNGROUP = "ungroup", "ctrl+shift+g", "Ungroup the selection"
    LOCK = "lock", "ctrl+l", "Lock or unlock the selection"
    UNLOCK = "unlock", "ctrl+u", "Unlock everything"
    HIDE = "hide", "ctrl+h", "Hide or show the selection"
    BACKWARD = "backward", "[", "Send back by one"
    FORWARD = "forward", "]", "Bring forward by one"
    TO_BACK = "to_back", "{", "Send to the back"
    TO_FRONT = "to_front", "}", "Bring to the front"
    FILL = "fill", "ctrl+r", "Fill ground that cannot be reached with rock"
    MIRROR = "mirror", "m", "Switch the mirror on or off"
    MIRROR_AXIS = "mirror_axis", "shift+m", "Mirror: left-right, top-bottom, rotated"
    GRID = "grid", "g", "Grid size"
    SHOW_GRID = "show_grid", "shift+g", "Show or hide the grid"
    LOOK = "look", "k", "Show the board painted or in plain colours"
    ZOOM_IN = "zoom_in", "pageup", "Zoom in"
    ZOOM_OUT = "zoom_out", "pagedown", "Zoom out"
    WHOLE_BOARD = "whole_board", "home", "Show the whole board"
    SAVE = "save", "ctrl+s", "Save"
    SAVE_AS = "save_as", "ctrl+shift+s", "Save as"
    NEW = "new", "ctrl+n", "New map"
    OPEN = "open", "ctrl+o", "Open a map"
    TRY = "try", "f5", "Try the map, or what a form describes"
    WHAT_IF = "what_if", "f7", "What if: simulate what would happen"
    TEXT = "text", "ctrl+t", "In a form: show the file as text"
    NEXT_FAULT = "next_fault", "f8", "In a form: next fault"
    HELP = "help", "f1", "List the keys"


TOOLS = (
    *(EditorAction.SELECT, EditorAction.RECTANGLE, EditorAction.POLYGON),
    *(EditorAction.POLYLINE, EditorAction.ELLIPSE, EditorAction.POINT),
    *(EditorAction.CORRIDOR, EditorAction.STAMP, EditorAction.EYEDROPPER),
    *(EditorAction.ERASER, EditorAction.PICTURE, EditorAction.SCATTER),
)
"""Actions that choose a tool."""
STAMPING = (EditorAction.TURN_STAMP, EditorAction.FLIP_STAMP)
"""Actions while a stamp is placed, which go before the choice of a tool with the same key."""


def share_keys(first: EditorAction, second: EditorAction) -> bool:
    """Return whether two actions may have the same key."""
    return (first in STAMPING and second in TOOLS) or (second in STAMPING and first in TOOLS)
