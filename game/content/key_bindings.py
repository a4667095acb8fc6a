"""Keyboard actions, their default keys, and the spelling of keys in the settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, TypeAlias

from pydantic import AfterValidator


class Action(StrEnum):
    """An action that a key can be bound to; its value is its name in the settings."""

    RULER = "ruler"
    TAKE_BACK = "take_back"
    REDO = "redo"
    SKIP = "skip"
    SPEED = "speed"
    HOLD = "hold"
    HELP = "help"
    WALK = "walk"
    WHOLE_TABLE = "whole_table"
    ZOOM_IN = "zoom_in"
    ZOOM_OUT = "zoom_out"
    PAN_UP = "pan_up"
    PAN_LEFT = "pan_left"
    PAN_DOWN = "pan_down"
    PAN_RIGHT = "pan_right"
    BEFORE = "before"
    NEXT = "next"
    MEND = "mend"
    SUGGEST = "suggest"
    REST = "rest"
    TURN = "turn"
    GROUP = "group"
    PUT_BACK = "put_back"
    BEND = "bend"
    RANGES = "ranges"
    SIGHT = "sight"
    REACH = "reach"
    COHERENCY = "coherency"
    GRID = "grid"
    WATER = "water"
    FLOOD = "flood"
    DANGER = "danger"
    ORDER = "order"
    SHEET = "sheet"
    INSIDE = "inside"
    STEP_BACK = "step_back"
    STEP_ON = "step_on"
    PLAY_ON = "play_on"
    CARD = "card"
    FULLSCREEN = "fullscreen"
    LARGER = "larger"
    SMALLER = "smaller"


DOES: dict[Action, str] = {
    Action.RULER: "Measure (hold)",
    Action.TAKE_BACK: "Undo",
    Action.REDO: "Redo",
    Action.SKIP: "Skip; play or pause a replay",
    Action.SPEED: "Animation speed (Shift: slower)",
    Action.HOLD: "Pause what is shown",
    Action.HELP: "Help",
    Action.WALK: "Move the focus through buttons, lists and log",
    Action.WHOLE_TABLE: "Show the whole table",
    Action.ZOOM_IN: "Zoom in",
    Action.ZOOM_OUT: "Zoom out",
    Action.PAN_UP: "Up the table",
    Action.PAN_LEFT: "Left",
    Action.PAN_DOWN: "Down the table",
    Action.PAN_RIGHT: "Right",
    Action.BEFORE: "Previous model or option",
    Action.NEXT: "Next model or option",
    Action.MEND: "Use nearest legal place or move",
    Action.SUGGEST: "Suggest a place",
    Action.REST: "Let a bot deploy the rest",
    Action.TURN: "Turn (Shift: the other way)",
    Action.GROUP: "Select whole unit",
    Action.PUT_BACK: "Undo a model's move",
    Action.BEND: "Bend the route here",
    Action.RANGES: "Overlay: weapon ranges",
    Action.SIGHT: "Overlay: lines of sight",
    Action.REACH: "Overlay: where a move can end",
    Action.COHERENCY: "Overlay: coherency",
    Action.GRID: 'Overlay: a 1" grid',
    Action.WATER: "Overlay: where the water flows",
    Action.FLOOD: "Overlay: what the flood may do",
    Action.DANGER: "Overlay: danger from the rolling street",
    Action.ORDER: "Overlay: order of play",
    Action.SHEET: "The score sheet",
    Action.INSIDE: "Debug view",
    Action.STEP_BACK: "Replay: step back",
    Action.STEP_ON: "Step forward, in a replay or an animation",
    Action.PLAY_ON: "Replay: play on from here",
    Action.CARD: "Lesson: next card",
    Action.FULLSCREEN: "Full screen",
    Action.LARGER: "Everything larger",
    Action.SMALLER: "Everything smaller",
}

DEFAULT_KEYS: dict[Action, str] = {
    Action.RULER: "m",
    Action.TAKE_BACK: "ctrl+z",
    Action.REDO: "ctrl+y",
    Action.SKIP: "space",
    Action.SPEED: "v",
    Action.HOLD: "p",
    Action.HELP: "f1",
    Action.WALK: "f6",
    Action.WHOLE_TABLE: "home",
    Action.ZOOM_IN: "pageup",
    Action.ZOOM_OUT: "pagedown",
    Action.PAN_UP: "w",
    Action.PAN_LEFT: "a",
    Action.PAN_DOWN: "s",
    Action.PAN_RIGHT: "d",
    Action.BEFORE: "q",
    Action.NEXT: "e",
    Action.MEND: "f",
    Action.SUGGEST: "n",
    Action.REST: "z",
    Action.TURN: "r",
    Action.GROUP: "g",
    Action.PUT_BACK: "backspace",
    Action.BEND: "b",
    Action.RANGES: "t",
    Action.SIGHT: "l",
    Action.REACH: "h",
    Action.COHERENCY: "c",
    Action.GRID: "x",
    Action.WATER: "u",
    Action.FLOOD: "i",
    Action.DANGER: "j",
    Action.ORDER: "y",
    Action.SHEET: "f2",
    Action.INSIDE: "f3",
    Action.STEP_BACK: ",",
    Action.STEP_ON: ".",
    Action.PLAY_ON: "o",
    Action.CARD: "k",
    Action.FULLSCREEN: "f11",
    Action.LARGER: "ctrl+=",
    Action.SMALLER: "ctrl+-",
}

NAMED = (
    *(f"f{n}" for n in range(1, 13)),
    *("space", "backspace", "delete", "insert", "home", "end", "pageup", "pagedown"),
)
"""Names of keys that produce no visible character."""
RESERVED = (*"123456789", "ctrl+0")
"""Keys with a fixed meaning, which cannot be bound."""

_SPELT = re.compile(rf"(ctrl\+)?(shift\+)?({'|'.join(NAMED)}|[^\s\x00-\x1f])")


def key_fault(key: str) -> str:
    """Return the reason why a key cannot be bound; empty if it can."""
    if not _SPELT.fullmatch(key) or key != key.lower():
        return "is not the name of a key, such as m, f5 or ctrl+z"
    return "is reserved" if key in RESERVED else ""


def _able(key: str) -> str:
    if fault := key_fault(key):
        raise ValueError(fault)
    return key


KeyName: TypeAlias = Annotated[str, AfterValidator(_able)]


def keys_in_use(own: Mapping[Action, str]) -> dict[Action, str]:
    """Return the key of each action: the user's own key, else the default."""
    return {**DEFAULT_KEYS, **own}


def rival(action: Action, key: str, own: Mapping[Action, str]) -> Action | None:
    """Return the other action that the key is already bound to; None if there is none."""
    keys = keys_in_use(own)
    return next((a for a in Action if a is not action and keys[a] == key), None)
