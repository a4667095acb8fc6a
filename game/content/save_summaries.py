"""Summaries of saved games, for lists of them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from game.content.faults import UnusableFile, system_reason
from game.content.file_lookup import files_with
from game.content.maps.map_library import title_in
from game.content.save_format import ENDING, FORMAT, HUMAN, VERSION, default_save_name
from game.content.schema_faults import faults_in
from game.content.strict_toml import parse_toml

TAIL = 1 << 16
"""Number of bytes at the end of a file that are searched for the state of the game."""


class _Head(BaseModel):
    """The parts of a header that lists of saves show."""

    model_config = ConfigDict(extra="ignore", strict=True)

    scenario: str
    map: str
    begun: str
    players: dict[str, str] = Field(default_factory=dict)
    files: dict[str, str] = Field(default_factory=dict)


class _Phase(BaseModel):
    """The event of the beginning of a phase."""

    model_config = ConfigDict(extra="ignore", strict=True)

    round: int
    phase: str
    side: str | None = None


@dataclass(frozen=True, slots=True)
class SaveSummary:
    """The summary of a save that lists show."""

    path: Path
    changed: float
    """Time of the last change, in seconds since the epoch."""
    name: str = ""
    """Name given by a player; empty if there is none."""
    _: KW_ONLY
    fault: str = ""
    """Reason why the save cannot be loaded; if set, the fields below are empty."""
    scenario: str = ""
    """Title of the scenario, or the name of its file."""
    map: str = ""
    """Title of the map, or the name of its file."""
    map_file: str = ""
    """Name of the map's file."""
    begun: str = ""
    players: Mapping[str, str] = field(default_factory=dict)
    round: int = 0
    phase: str = ""
    side: str | None = None
    over: bool = False
    winner: str | None = None

    @property
    def is_watched(self) -> bool:
        """Return whether only bots play it."""
        return bool(self.players) and HUMAN not in self.players.values()


def saved_games(folder: Path) -> list[SaveSummary]:
    """Return summaries of all saves in a folder, the last played first."""
    glances = list[SaveSummary]()
    for path in files_with(folder, ENDING):
        try:
            changed = path.stat().st_mtime
        except OSError:  # removed in the meantime
            continue
        try:
            glances.append(summarise_save(path))
        except UnusableFile as error:
            glances.append(
                SaveSummary(path, changed=changed, name=path.stem, fault=str(error.faults[0]))
            )
    return sorted(glances, key=lambda g: g.changed, reverse=True)


def summarise_save(path: Path) -> SaveSummary:
    """Return the summary of a save; raise UnusableFile.

    The file must be a save of this version, and readable.
    """
    try:
        with path.open("rb") as file:
            first = file.readline()
            size = file.seek(0, 2)
            file.seek(max(len(first), size - TAIL))
            tail = file.read(TAIL)
        changed = path.stat().st_mtime
    except OSError as error:
        reason = f"cannot read it: {system_reason(error)}"
        raise UnusableFile(str(path), [("", reason)]) from error
    raw = _read(first)
    if raw.get("format") != FORMAT:
        raise UnusableFile(str(path), [("line 1", "is not an Undertow save")])
    if raw.get("version") != VERSION:
        raise UnusableFile(str(path), [("line 1", "is from another version of the game")])
    try:
        head = _Head.model_validate(raw)
    except ValidationError as error:
        faults = [(f"line 1: {f.place}", f.reason) for f in faults_in(error, _Head)]
        raise UnusableFile(str(path), faults) from error
    return SaveSummary(
        path,
        changed,
        _own_name(path.stem, head.scenario, head.begun),
        scenario=_scenario_title(head),
        map=title_in(head.files.get(head.map, "")) or PurePosixPath(head.map).stem,
        map_file=PurePosixPath(head.map).stem,
        begun=head.begun,
        players=head.players,
        **_where([_read(line) for line in tail.split(b"\n")]),
    )


def _scenario_title(head: _Head) -> str:
    """Return the title of the scenario in a save; the file's name if it cannot be read."""
    try:
        title = parse_toml(head.files.get(head.scenario, ""), "").get("title")
    except UnusableFile:
        title = None
    return title if title and isinstance(title, str) else PurePosixPath(head.scenario).stem


def _own_name(stem: str, scenario: str, begun: str) -> str:
    """Return the name of a file; empty if it is the default name."""
    usual = default_save_name(scenario, begun)
    more = stem.removeprefix(usual)
    return "" if stem.startswith(usual) and re.fullmatch(r"(-\d+)?", more) else stem


def _read(line: bytes) -> dict[str, Any]:
    """Return the JSON object on a line; empty if there is none."""
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return raw if isinstance(raw, dict) else {}


def _where(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the fields of the summary that the last lines of a save determine."""
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
