"""Key bindings, and the user's settings file."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from game.content.editor_actions import EditorAction, KeyAction, share_keys
from game.content.faults import Fault, UnusableFile, spelt
from game.content.palettes import PaletteName
from game.content.reading import read_text
from game.content.safe_writing import write_whole
from game.content.schema_faults import faults_in
from game.content.schemas import Word
from game.content.strict_json import parse_json


class Action(KeyAction):
    """An action at the table, those of systems included, or of the whole window."""

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
EDITOR_KEYS: Mapping[EditorAction, str] = {action: action.key for action in EditorAction}
"""The default keys of the editor."""

NAMED = (
    *(f"f{n}" for n in range(1, 13)),
    *("space", "backspace", "delete", "insert", "home", "end", "pageup", "pagedown", "return"),
)
"""Names of keys that produce no visible character."""
RESERVED = (*"123456789", "ctrl+0", "return")
"""Keys with a fixed meaning at the table, which cannot be bound."""
EDITOR_RESERVED = (*RESERVED, "0", *(f"{held}space" for held in ("", "ctrl+", "shift+")))
"""Keys with a fixed meaning in the editor: classes to draw, and the pointer's button."""
ABOVE = dict(zip('~_+{}|:"<>?', "`-=[]\\;',./", strict=True))
"""Punctuation marks typed with Shift on a US keyboard, each with the mark that is below it.

Those above digits are left out: they are digits on some keyboards.
"""

_SPELT = re.compile(rf"(ctrl\+)?(shift\+)?({'|'.join(NAMED)}|[^\s\x00-\x1f])")


def key_fault(key: str, reserved: Collection[str] = RESERVED) -> str:
    """Return the reason why a key cannot be bound; empty if it can."""
    if not _SPELT.fullmatch(key) or key != key.lower():
        return "is not the name of a key, such as m, f5 or ctrl+z"
    return "is reserved" if key in reserved else ""


def reserved_for(action: KeyAction) -> Collection[str]:
    """Return the keys that cannot be bound to an action."""
    return EDITOR_RESERVED if isinstance(action, EditorAction) else RESERVED


def _able(key: str) -> str:
    if fault := key_fault(key):
        raise ValueError(fault)
    return key


def _able_in_editor(key: str) -> str:
    if fault := key_fault(key, EDITOR_RESERVED):
        raise ValueError(fault)
    return key


KeyName: TypeAlias = Annotated[str, AfterValidator(_able)]
EditorKeyName: TypeAlias = Annotated[str, AfterValidator(_able_in_editor)]


LATER = (Action.ROSTERS, Action.DOCK, Action.RECAP, Action.LAYERS, Action.THREATS)
"""Actions that were added later: a user may have given their default keys to others."""
EVERYWHERE = (Action.FULLSCREEN, Action.LARGER, Action.SMALLER, Action.WALK)
"""Actions that the editor has, too, so that their keys can have no other meaning there."""


def keys_in_use(own: Mapping[Action, str]) -> dict[Action, str]:
    """Return the key of each action: the user's own key, else the default.

    A later action whose default is a user's key takes the key that this left free.
    """
    keys, owners = {**DEFAULT_KEYS, **own}, {key: action for action, key in own.items()}
    for action in LATER:
        if action not in own:
            keys[action] = _left_free(keys[action], owners)
    return keys


def editor_keys_in_use(
    own: Mapping[Action, str], editors: Mapping[EditorAction, str]
) -> dict[EditorAction, str]:
    """Return the key of each action of the editor: the user's own key, else the default.

    An action whose default key is the user's own for an action of the whole window takes the
    key that this left free. *own*: the user's keys of other actions; *editors*: the editor's.
    """
    owners = {key: action for action, key in own.items() if action in EVERYWHERE}
    keys = {action: _left_free(key, owners) for action, key in EDITOR_KEYS.items()}
    return {**keys, **editors}


def _left_free(key: str, owners: Mapping[str, Action]) -> str:
    """Return a key, or the default of the action that the user gave it to, and so on."""
    passed = set[str]()
    while key in owners and key not in passed:
        passed.add(key)
        key = DEFAULT_KEYS[owners[key]]
    return key


def _typed(key: str) -> str:
    """Return a key with the mark that it types on a US keyboard: ``{`` for ``shift+[``."""
    held, shift, mark = key.rpartition("shift+")
    above = next((mark_ for mark_, below in ABOVE.items() if below == mark), "")
    return held + above if shift and above else key


def rival(
    action: KeyAction,
    key: str,
    own: Mapping[Action, str],
    editors: Mapping[EditorAction, str] = MappingProxyType({}),
) -> KeyAction | None:
    """Return the other action that the key is already bound to; None if there is none.

    Table and editor may give the same key different meanings. *own*: the user's keys;
    *editors*: those of the editor.
    """
    typed = _typed(key)
    table = [a for a, used in keys_in_use(own).items() if _typed(used) == typed]
    drawn = [a for a, used in editor_keys_in_use(own, editors).items() if _typed(used) == typed]
    found: list[KeyAction]
    if isinstance(action, EditorAction):
        found = [a for a in table if a in EVERYWHERE]
        found += [a for a in drawn if a is not action and not share_keys(a, action)]
    else:
        found = [a for a in table if a is not action]
        found += drawn if action in EVERYWHERE else []
    return next(iter(found), None)


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
    editor_keys: dict[EditorAction, EditorKeyName] = {}
    """The user's own keys in the editor, where they differ from the defaults."""

    @property
    def bound(self) -> dict[Action, str]:
        """Return the key of each action."""
        return keys_in_use(self.keys)

    @property
    def editor_bound(self) -> dict[EditorAction, str]:
        """Return the key of each action of the editor."""
        return editor_keys_in_use(self.keys, self.editor_keys)

    def rival(self, action: KeyAction, key: str) -> KeyAction | None:
        """Return the other action that the key is already bound to; None if there is none."""
        return rival(action, key, self.keys, self.editor_keys)

    def with_key(self, action: KeyAction, key: str) -> Settings:
        """Return settings with another key for an action; raise UnusableFile if it is taken."""
        if taken := self.rival(action, key):
            raise UnusableFile("keys", [(action, f"{key} is already used for {taken}")])
        name = "editor_keys" if isinstance(action, EditorAction) else "keys"
        return self.model_copy(update={name: {**getattr(self, name), action: key}})

    @property
    def loudness(self) -> float:
        """Return the volume of effects, from 0 to 1."""
        return 0.0 if self.mute else self.volume * self.effects / 10_000


KEY_FIELDS = ("keys", "editor_keys")
"""Names of the settings that are tables of keys."""


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
        field = str(place[0])
        if field in KEY_FIELDS and isinstance(left.get(field), dict) and len(place) > 1:
            left[field] = {k: v for k, v in left[field].items() if k != place[1]}
        else:
            left.pop(field, None)
    return left


def _without_rivals(settings: Settings, faults: list[Fault]) -> Loaded:
    """Drop the user's keys that are already bound to another action."""
    given = [("keys", a, key) for a, key in settings.keys.items()]
    drawn = [("editor_keys", a, key) for a, key in settings.editor_keys.items()]
    for field, action, key in (*given, *drawn):
        if other := settings.rival(action, key):
            faults.append(Fault(f"{field}.{action}", f"{key} is already used for {other}"))
            kept = {a: k for a, k in getattr(settings, field).items() if a is not action}
            settings = settings.model_copy(update={field: kept})
    return Loaded(settings, faults)


def save_settings(path: Path, settings: Settings) -> None:
    """Write the settings atomically; raise UnusableFile."""
    write_whole(path, settings.model_dump_json(indent=2, exclude_defaults=True) + "\n")
