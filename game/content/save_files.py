"""A glance at saves: what a list of them shows, without reading whole games."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from game.content.faults import UnusableFile
from game.content.pydantic_faults import faults_in
from game.content.save_format import ENDING, FORMAT, VERSION, usual_name

TAIL = 1 << 16
"""So many bytes at the end of a file are looked at for where the game stands."""


class _Head(BaseModel):
    """What a list shows of a header."""

    model_config = ConfigDict(extra="ignore", strict=True)

    scenario: str
    map: str
    begun: str
    players: dict[str, str] = Field(default_factory=dict)


class _Phase(BaseModel):
    """The event that a phase began."""

    model_config = ConfigDict(extra="ignore", strict=True)

    round: int
    phase: str
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Glance:
    path: Path
    changed: float
    """When it was written last, in seconds of the system's clock."""
    name: str = ""
    """What a player called it; empty if nobody did."""
    fault: str = ""
    """Why it cannot be loaded; then the rest is empty."""
    scenario: str = ""
    map: str = ""
    begun: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    round: int = 0
    phase: str = ""
    side: str | None = None
    over: bool = False
    winner: str | None = None


def saved_games(folder: Path) -> list[Glance]:
    """Return what is in a folder of saves, the last played first."""
    glances = list[Glance]()
    for path in sorted(folder.glob(f"*{ENDING}")):
        try:
            changed = path.stat().st_mtime
        except OSError:  # somebody removed it meanwhile
            continue
        try:
            glances.append(glance(path))
        except UnusableFile as error:
            glances.append(Glance(path, changed, path.stem, str(error.faults[0])))
    return sorted(glances, key=lambda g: g.changed, reverse=True)


def glance(path: Path) -> Glance:
    """Look at one save; raise UnusableFile if it is none or of a newer game."""
    try:
        with path.open("rb") as file:
            first = file.readline()
            size = file.seek(0, 2)
            file.seek(max(len(first), size - TAIL))
            tail = file.read(TAIL)
        changed = path.stat().st_mtime
    except OSError as error:
        raise UnusableFile(str(path), [("", f"cannot be read: {error.strerror}")]) from error
    told = _read(first)
    if told.get("format") != FORMAT:
        raise UnusableFile(str(path), [("line 1", "is not a save of Undertow")])
    if told.get("version") != VERSION:
        raise UnusableFile(str(path), [("line 1", "is of another version of the game")])
    try:
        head = _Head.model_validate(told)
    except ValidationError as error:
        faults = [(f"line 1: {f.place}", f.reason) for f in faults_in(error, _Head)]
        raise UnusableFile(str(path), faults) from error
    return Glance(
        path,
        changed,
        _own_name(path.stem, head.scenario, head.begun),
        scenario=PurePosixPath(head.scenario).stem,
        map=PurePosixPath(head.map).stem,
        begun=head.begun,
        players=head.players,
        **_where([_read(line) for line in tail.split(b"\n")]),
    )


def _own_name(stem: str, scenario: str, begun: str) -> str:
    """Return the name of a file, or nothing if the game was written down by itself."""
    usual = re.escape(usual_name(scenario, begun))
    return "" if re.fullmatch(rf"{usual}(-\d+)?", stem) else stem


def _read(line: bytes) -> dict[str, Any]:
    """Return a line that is a table of JSON; an empty one for any other."""
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _where(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Return where the game stands by the last lines of its save, as far as they tell."""
    end: dict[str, Any] = next((line for line in reversed(lines) if line), {})
    winner = end.get("winner")
    over = {"over": True, "winner": winner if isinstance(winner, str) else None}
    over = over if end.get("line") == "end" else {}
    for line in reversed(lines):
        events = line.get("events")
        for event in reversed(events if isinstance(events, list) else []):
            if isinstance(event, dict) and event.get("event") == "PhaseBegan":
                with suppress(ValidationError):
                    return over | _Phase.model_validate(event).model_dump()
    return over
