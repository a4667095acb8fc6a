"""``MI-06``  What becomes of a roster in a campaign: losses, seasoned units, who joins."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from typing import Any

from game.content.armouries import FOLDER as ARMOURIES
from game.content.army_lists.writing import written
from game.content.campaign_files import Extra
from game.content.faults import UnusableFile
from game.content.file_source import Library, named
from game.content.rosters import FOLDER as ROSTERS
from game.content.toml import parse_toml

SEASONED = "seasoned"
BRAVEST = 10


def roster_file(word: str) -> str:
    return named(word, ROSTERS, ".toml")


def sizes(word: str, library: Library) -> dict[str, int]:
    """Return of how many models each unit of a roster is; raise UnusableFile."""
    told = parse_toml(library.read(roster_file(word)), word)
    return {unit["id"]: _size(unit) for unit in told.get("unit", ())}


def changed(
    word: str,
    library: Library,
    gone: Mapping[str, int],
    seasoned: Collection[str] = (),
    extra: Sequence[Extra] = (),
) -> str:
    """Return a roster's text as it is brought; raise UnusableFile if there is no such unit.

    *gone*: how many models of a unit are missing, the last of the file first; who has none left
    is not brought, but a force without anybody comes whole. *seasoned*: whose Ld is one better.
    """
    told = parse_toml(library.read(roster_file(word)), word)
    if any(gone.get(unit["id"], 0) < _size(unit) for unit in told["unit"]):
        told["unit"] = [left for unit in told["unit"] if (left := _left(unit, gone))]
    for unit in told["unit"]:
        if unit["id"] in seasoned:
            _season(unit, told, library)
    for one in extra:
        _join(told, one, library)
    return written(told)


def _size(unit: Mapping[str, Any]) -> int:
    return sum([part.get("count", 1) for part in unit["model"]])


def _left(unit: dict[str, Any], gone: Mapping[str, int]) -> dict[str, Any] | None:
    missing = gone.get(unit["id"], 0)
    parts = list[dict[str, Any]]()
    for part in reversed(unit["model"]):
        away = min(missing, part.get("count", 1))
        missing -= away
        if stay := part.get("count", 1) - away:
            parts.insert(0, {**part, "count": stay} if stay > 1 else _one(part))
    return {**unit, "model": parts} if parts else None


def _one(part: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if key != "count"}


def _season(unit: dict[str, Any], told: dict[str, Any], library: Library) -> None:
    """Let the models of a unit be of profiles like theirs with one more Ld."""
    armoury = parse_toml(library.read(named(told["armoury"], ARMOURIES, ".toml")), "armoury")
    own = told.setdefault("profile", {})
    for part in unit["model"]:
        profile = deepcopy(own.get(part["profile"], armoury["profile"].get(part["profile"])))
        if profile is None:
            continue  # the roster is refused for it when it is read
        profile["Ld"] = min(BRAVEST, profile.get("Ld", 0) + 1)
        part["profile"] = f"{part['profile']}-{SEASONED}"
        own[part["profile"]] = profile


def _join(told: dict[str, Any], extra: Extra, library: Library) -> None:
    other = parse_toml(library.read(roster_file(extra.roster)), extra.roster)
    found = next((unit for unit in other["unit"] if unit["id"] == extra.unit), None)
    if found is None:
        raise UnusableFile(extra.roster, [("unit", f"there is no unit {extra.unit!r}")])
    for key in ("weapon", "profile"):
        told.setdefault(key, {}).update(other.get(key, {}))
    ids, id_ = [unit["id"] for unit in told["unit"]], extra.unit
    while id_ in ids:
        id_ += "-joined"
    told["unit"].append({**found, "id": id_})
