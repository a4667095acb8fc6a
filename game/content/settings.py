"""Key bindings, and the user's settings file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from game.content.faults import Fault, UnusableFile
from game.content.looks import PaletteName
from game.content.parsing import Word, faults_in, parse_json, read_text, spelt
from game.content.storage import write_whole


class Action(StrEnum):
    """An action that a key can be bound to; its value is its name in the settings.

    The one list of all actions, those of systems included: no two may share a key.
    """

    key: str
    """The default key."""
    label: str

    def __new__(cls, name: str, key: str = "", label: str = "") -> Self:
        action = str.__new__(cls, name)
        action._value_, action.key, action.label = name, key, label
        return action

    RULER = "ruler", "m", "Measure (hold)"
    TAKE_BACK = "take_back", "ctrl+z", "Undo"
    REDO = "redo", "ctrl+y", "Redo"
    SKIP = "skip", "space", "Skip; play or pause a replay"
    SPEED = "speed", "v", "Animation speed (Shift: slower)"
    HOLD = "hold", "p", "Pause what is shown"
    HELP = "help", "f1", "Help"
    WALK = "walk", "f6", "Move the focus through buttons, lists and log"
    WHOLE_TABLE = "whole_table", "home", "Show the whole table"
    ZOOM_IN = "zoom_in", "pageup", "Zoom in"
    ZOOM_OUT = "zoom_out", "pagedown", "Zoom out"
    PAN_UP = "pan_up", "w", "Up the table"
    PAN_LEFT = "pan_left", "a", "Left"
    PAN_DOWN = "pan_down", "s", "Down the table"
    PAN_RIGHT = "pan_right", "d", "Right"
    BEFORE = "before", "q", "Previous model or option"
    NEXT = "next", "e", "Next model or option"
    MEND = "mend", "f", "Use nearest legal place or move"
    SUGGEST = "suggest", "n", "Suggest a place"
    REST = "rest", "z", "Let a bot deploy the rest"
    END = "end_phase", "shift+return", "End the phase although units could still act"
    TURN = "turn", "r", "Turn (Shift: the other way)"
    HINT = "hint", "f10", "Hint: show what a bot would do"
    GROUP = "group", "g", "Select whole unit"
    PUT_BACK = "put_back", "backspace", "Undo a model's move"
    BEND = "bend", "b", "Bend the route here"
    RANGES = "ranges", "t", "Overlay: weapon ranges"
    SIGHT = "sight", "l", "Overlay: lines of sight"
    REACH = "reach", "h", "Overlay: where a move can end"
    THREATS = "threats", "f9", "Overlay: what the enemy threatens"
    COHERENCY = "coherency", "c", "Overlay: coherency"
    GRID = "grid", "x", 'Overlay: a 1" grid'
    WATER = "water", "u", "Overlay: where the water flows"
    FLOOD = "flood", "i", "Overlay: what the flood may do"
    DANGER = "danger", "j", "Overlay: danger from the rolling street"
    ORDER = "order", "y", "Overlay: order of play"
    SHEET = "sheet", "f2", "The score sheet"
    INSIDE = "inside", "f3", "Debug view"
    ROSTERS = "rosters", "f4", "Show or hide the rosters (Shift: all panels)"
    DOCK = "dock", "f5", "Show or hide the question's panels"
    RECAP = "recap", "f7", "Show what the last turn brought"
    LAYERS = "layers", "f8", "Choose overlays"
    STEP_BACK = "step_back", ",", "Replay: step back"
    STEP_ON = "step_on", ".", "Step forward, in a replay or an animation"
    PLAY_ON = "play_on", "o", "Replay: play on from here"
    CARD = "card", "k", "Lesson: next card"
    FULLSCREEN = "fullscreen", "f11", "Full screen"
    LARGER = "larger", "ctrl+=", "Everything larger"
    SMALLER = "smaller", "ctrl+-", "Everything smaller"


DEFAULT_KEYS: Mapping[Action, str] = {action: action.key for action in Action}

NAMED = (
    *(f"f{n}" for n in range(1, 13)),
    *("space", "backspace", "delete", "insert", "home", "end", "pageup", "pagedown", "return"),
)
"""Names of keys that produce no visible character."""
RESERVED = (*"123456789", "ctrl+0", "return")
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


LATER = (Action.ROSTERS, Action.DOCK, Action.RECAP, Action.LAYERS, Action.THREATS)
"""Actions that were added later: a user may have given their default keys to others."""


def keys_in_use(own: Mapping[Action, str]) -> dict[Action, str]:
    """Return the key of each action: the user's own key, else the default.

    A later action whose default is a user's key takes the key that this left free.
    """
    keys, owners = {**DEFAULT_KEYS, **own}, {key: action for action, key in own.items()}
    for action in LATER:
        key, passed = keys[action], set[str]()
        while action not in own and key in owners and key not in passed:
            passed.add(key)
            key = DEFAULT_KEYS[owners[key]]
        keys[action] = key
    return keys


def rival(action: Action, key: str, own: Mapping[Action, str]) -> Action | None:
    """Return the other action that the key is already bound to; None if there is none."""
    keys = keys_in_use(own)
    return next((a for a in Action if a is not action and keys[a] == key), None)


OLD = "settings.old.json"
BYTES = 1 << 16
SPEEDS = (0.5, 1.0, 2.0, 4.0)
TEXTS = (0.85, 1.0, 1.15, 1.3, 1.5)
"""Factors on the usual size of running text."""

Percent = Annotated[int, Field(ge=0, le=100, strict=True)]
Flag = Annotated[bool, Field(strict=True)]
Pixels = Annotated[int, Field(ge=1, le=32_768, strict=True)]


class Curtain(StrEnum):
    """Setting for the hand-over curtain, which covers the screen between the players' turns."""

    OFF = "off"
    HIDDEN = "hidden"
    """Only if something is hidden from one of the players."""
    ALWAYS = "always"


def _one_of_the_speeds(speed: float) -> float:
    if speed not in SPEEDS:
        raise ValueError(f"must be one of {', '.join(f'{s:g}' for s in SPEEDS)}")
    return speed


class Settings(BaseModel):
    """The user's settings; fields with default values are not written to the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scale: Annotated[float, Field(ge=0.75, le=2.0, strict=True)] | None = None
    """Scale of the interface in pixels per unit; None to fit the window."""
    text: Annotated[float, Field(ge=TEXTS[0], le=TEXTS[-1], strict=True)] = 1.0
    palette: PaletteName = PaletteName.LAMPLIGHT
    still: Flag = False
    """Reduced motion: nothing glides, tumbles or scrolls by itself."""
    speed: Annotated[float, Field(strict=True), AfterValidator(_one_of_the_speeds)] = 1.0
    """Factor on the speed of playback."""
    mute: Flag = False
    volume: Percent = 80
    """Master volume in percent."""
    effects: Percent = 100
    """Volume of the table's sounds, in percent of the master volume."""
    captions: Flag = False
    """True if sounds are also shown as text."""
    follow: Flag = True
    """True if the view goes to who is asked and to attacks that are out of sight."""
    clauses: Flag = False
    """True if every line of the log names its clause."""
    curtain: Curtain = Curtain.HIDDEN
    learnt: Annotated[tuple[Word, ...], Field(max_length=200, strict=False)] = ()
    """The lessons that were finished, by their ids."""
    fullscreen: Flag = False
    window: tuple[Pixels, Pixels] | None = None
    """Size of the window when it was last closed, in pixels."""
    keys: dict[Action, KeyName] = {}
    """The user's own keys, where they differ from the defaults."""

    @property
    def bound(self) -> dict[Action, str]:
        """Return the key of each action."""
        return keys_in_use(self.keys)

    def with_key(self, action: Action, key: str) -> Settings:
        """Return settings with another key for an action; raise UnusableFile if it is taken."""
        if taken := rival(action, key, self.keys):
            raise UnusableFile("keys", [(action, f"{key} is already used for {taken}")])
        return self.model_copy(update={"keys": {**self.keys, action: key}})

    @property
    def loudness(self) -> float:
        """Return the volume of effects, from 0 to 1."""
        return 0.0 if self.mute else self.volume * self.effects / 10_000


class Loaded(NamedTuple):
    settings: Settings
    faults: list[Fault]
    """Faults of the file, each of which names a setting that is ignored; to be shown once."""


def load_settings(path: Path) -> Loaded:
    """Return the valid settings of a file and its faults; defaults if there is no file.

    A file with invalid settings is copied to ``OLD`` and rewritten, so that its faults are
    shown only once.
    """
    try:
        there = path.exists()
    except OSError:
        there = False
    if not there:
        return Loaded(Settings(), [])
    try:
        text = read_text(path, BYTES)
    except UnusableFile as error:
        return Loaded(Settings(), error.faults)
    loaded = _read(text)
    if loaded.faults:
        with suppress(UnusableFile):
            write_whole(path.parent / OLD, text)
            save_settings(path, loaded.settings)
    return loaded


def _read(text: str) -> Loaded:
    try:
        found = parse_json(text, "settings")
    except UnusableFile as error:
        return Loaded(Settings(), error.faults)
    if not isinstance(found, dict):
        return Loaded(Settings(), [Fault("", "is not a table of keys and values")])
    faults = list[Fault]()
    try:
        settings = Settings.model_validate(found)
    except ValidationError as error:
        faults = faults_in(error, Settings, _place)
        settings = Settings.model_validate(_without(found, error))
    return _without_rivals(settings, faults)


def _place(steps: tuple[int | str, ...]) -> str:
    return spelt([step for step in steps if step != "[key]"])


def _without(found: dict[str, Any], error: ValidationError) -> dict[str, Any]:
    """Return the settings without those that pydantic refused."""
    left = dict(found)
    for fault in error.errors():
        place = fault["loc"]
        if place[0] == "keys" and isinstance(left.get("keys"), dict) and len(place) > 1:
            left["keys"] = {k: v for k, v in left["keys"].items() if k != place[1]}
        else:
            left.pop(str(place[0]), None)
    return left


def _without_rivals(settings: Settings, faults: list[Fault]) -> Loaded:
    """Drop the user's keys that are already bound to another action."""
    keys = dict(settings.keys)
    for action in settings.keys:
        if other := rival(action, keys[action], keys):
            faults.append(
                Fault(f"keys.{action}", f"{keys[action]} is already used for {other}")
            )
            del keys[action]
    return Loaded(settings.model_copy(update={"keys": keys}), faults)


def save_settings(path: Path, settings: Settings) -> None:
    """Write the settings atomically; raise UnusableFile."""
    write_whole(path, settings.model_dump_json(indent=2, exclude_defaults=True) + "\n")
