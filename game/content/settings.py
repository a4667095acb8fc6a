"""The user's settings file."""

from __future__ import annotations

from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from game.content.editor_actions import EditorAction, KeyAction
from game.content.faults import Fault, UnusableFile, spelt
from game.content.palettes import PaletteName
from game.content.reading import read_text
from game.content.safe_writing import write_whole
from game.content.schema_faults import faults_in
from game.content.schemas import Word, about
from game.content.strict_json import parse_json
from game.content.table_actions import Action
from game.content.user_keys import (
    EditorKeyName,
    KeyName,
    editor_keys_in_use,
    keys_in_use,
    rival,
)

OLD = "settings.old.json"
BYTES = 1 << 16
SPEEDS = (0.5, 1.0, 2.0, 4.0)
TEXTS = (0.85, 1.0, 1.15, 1.3, 1.5)
"""Factors on the usual size of running text."""

Percent = Annotated[int, Field(ge=0, le=100, strict=True)]
Flag = Annotated[bool, Field(strict=True)]
Pixels = Annotated[int, Field(ge=1, le=32_768, strict=True)]
KEY_FIELDS = ("keys", "editor_keys")
"""Names of the settings that are tables of keys."""


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

    scale: Annotated[
        Annotated[float, Field(ge=0.75, le=2.0, strict=True)] | None,
        about("scale of the interface", usual="it fits the window"),
    ] = None
    text: Annotated[
        float,
        Field(ge=TEXTS[0], le=TEXTS[-1], strict=True),
        about("factor on the size of running text"),
    ] = 1.0
    palette: Annotated[PaletteName, about("the colours")] = PaletteName.LAMPLIGHT
    still: Annotated[
        Flag, about("less motion: nothing glides, tumbles or scrolls by itself")
    ] = False
    speed: Annotated[
        float,
        Field(strict=True),
        AfterValidator(_one_of_the_speeds),
        about("factor on the speed of playback", value=", ".join(f"{s:g}" for s in SPEEDS)),
    ] = 1.0
    mute: Annotated[Flag, about("no sounds")] = False
    volume: Annotated[Percent, about("volume in percent")] = 80
    effects: Annotated[
        Percent, about("volume of the table's sounds, in percent of the volume")
    ] = 100
    captions: Annotated[Flag, about("sounds are also shown as text")] = False
    follow: Annotated[
        Flag, about("zoomed in, the view goes to who is asked and to attacks out of sight")
    ] = True
    clauses: Annotated[Flag, about("every line of the log names its clause")] = False
    curtain: Annotated[
        Curtain,
        about("hides the table between turns; with `hidden` only if something is hidden"),
    ] = Curtain.HIDDEN
    learnt: Annotated[
        tuple[Word, ...],
        Field(max_length=200, strict=False),
        about("the lessons that you finished"),
    ] = ()
    fullscreen: Annotated[Flag, about("the window fills the screen")] = False
    window: Annotated[
        tuple[Pixels, Pixels] | None,
        about("size of the window when it was last closed", value="width and height in pixels"),
    ] = None
    keys: Annotated[
        dict[Action, KeyName],
        about("keys that differ from those shipped", value="table: action = key"),
    ] = {}
    editor_keys: Annotated[
        dict[EditorAction, EditorKeyName],
        about(
            "the same in the editor, where `0` and `space` cannot be changed either",
            value="table: action = key",
        ),
    ] = {}

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
