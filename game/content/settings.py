"""The user's settings file."""

from __future__ import annotations

from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from game.content.faults import Fault, UnusableFile
from game.content.key_bindings import Action, KeyName, keys_in_use, rival
from game.content.palettes import PaletteName
from game.content.parsing import parse_json, read_text
from game.content.pydantic_faults import faults_in, spelt
from game.content.storage import write_whole

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
    curtain: Curtain = Curtain.HIDDEN
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
