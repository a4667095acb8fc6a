"""A glance at saves: what a list of them shows, without reading whole games."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from game.content.faults import UnusableFile
from game.content.saves import ENDING, FORMAT, VERSION, usual_name

TAIL = 1 << 16
"""So many bytes at the end of a file are looked at for where the game stands."""


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
            glances.append(Glance(path, changed, path.stem, error.faults[0].reason))
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
    header = _read(first)
    if header.get("format") != FORMAT:
        raise UnusableFile(str(path), [("line 1", "is not a save of Undertow")])
    if header.get("version") != VERSION:
        raise UnusableFile(str(path), [("line 1", "is of another version of the game")])
    stands = _where([_read(line) for line in tail.split(b"\n")])
    return Glance(
        path,
        changed,
        _own_name(path.stem, str(header.get("scenario")), str(header.get("begun"))),
        scenario=PurePosixPath(str(header.get("scenario"))).stem,
        map=PurePosixPath(str(header.get("map"))).stem,
        begun=str(header.get("begun")),
        players=dict(header.get("players") or {}),
        **stands,
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
    """Return where the game stands by the last lines of its save."""
    end: dict[str, Any] = next((line for line in reversed(lines) if line), {})
    over = {"over": True, "winner": end.get("winner")} if end.get("line") == "end" else {}
    for line in reversed(lines):
        for event in reversed(line.get("events") or []):
            if event.get("event") == "PhaseBegan":
                return over | {key: event.get(key) for key in ("round", "phase", "side")}
    return over
