"""Import of other programs' army lists as roster files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.content.army_lists.converter import Draft, ListedModel, bodies, called, models, slug
from game.content.army_lists.reader import Force, Selection, army_list, open_list
from game.content.faults import Fault, UnusableFile
from game.content.file_source import DISK
from game.content.roster_units import LEGAL, SYSTEM, points_of
from game.content.rosters import DEAREST, FOLDER, MAX_MODELS, Roster, parse_roster
from game.content.storage import own_rosters, write_whole
from game.table.records import many

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def written(raw: Mapping[str, Any]) -> str:
    """Return a dict as TOML: values first, then tables, then arrays of tables."""
    return "\n".join(_lines(raw, ())).lstrip("\n") + "\n"


def _lines(raw: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    for key, value in raw.items():
        if not isinstance(value, dict) and not _is_tables(value):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in raw.items():
        here = (*path, key)
        if isinstance(value, dict):
            if any(not isinstance(v, dict) for v in value.values()):
                yield f"\n[{_dotted(here)}]"
            yield from _lines(value, here)
        elif _is_tables(value):
            for part in value:
                yield f"\n[[{_dotted(here)}]]"
                yield from _lines(part, here)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(v, dict) for v in value)


def _dotted(path: Iterable[str]) -> str:
    return ".".join(_key(key) for key in path)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_value(v) for v in value)}]"
    # TOML writes strings, numbers and booleans as JSON; names have no control characters.
    return json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Imported:
    """A roster that was made from an army list."""

    roster: Roster
    text: str
    """Text of the roster file."""
    left_out: tuple[str, ...]
    """One line for each item of the list that was left out."""

    @property
    def brief(self) -> str:
        """Return a summary: the number of units, models and points."""
        units = self.roster.units
        models = sum(len(squad.models) for squad in units)
        counts = (len(units), "unit"), (models, "model"), (points_of(units), "point")
        return ", ".join(many(number, what) for number, what in counts)


def import_list(path: Path) -> Imported:
    """Return the roster made from a file; raise UnusableFile with all faults.

    *path* is the path of a ``.ros``, ``.rosz`` or ``.json`` file.
    """
    return imported(open_list(path), str(path))


def imported(raw: Any, name: str) -> Imported:
    """Return the roster made from a parsed list; raise UnusableFile."""
    read = army_list(raw, name)
    draft, units, detachments = Draft(), list[dict[str, Any]](), list[dict[str, str]]()
    for force, kind in _detachments(read.forces, draft):
        id_ = f"{kind}-{len(detachments) + 1}"
        found = [u for one in force.selections for u in _unit(one, draft, id_)]
        detachments += [{"id": id_, "kind": kind}] if found else []
        units += found
    if not units and not draft.faults:
        draft.faults.append(Fault("", "has no unit of a patrol or a battalion (MC-26)"))
    if draft.faults:
        raise UnusableFile(name, draft.faults)
    _lead(units, draft)
    ours: dict[str, Any] = {"title": called(read.name), "armoury": SYSTEM}
    ours |= {} if read.limit is None else {"points": read.limit}
    ours |= {"detachment": detachments, "unit": _with_ids(units)}
    text = written(ours | {"weapon": draft.weapons, "profile": draft.profiles})
    try:
        roster = parse_roster(text, f"{slug(read.name)}.toml")
    except UnusableFile as error:
        raise UnusableFile(name, error.faults) from error
    return Imported(roster, text, tuple(draft.left_out))


def _detachments(
    forces: tuple[Force, ...], draft: Draft, around: str = ""
) -> Iterator[tuple[Force, str]]:
    """Yield the forces that are detachments, each with its kind."""
    for force in forces:
        kind = next((kind for kind in LEGAL if kind in force.name.lower()), around)
        if kind:
            yield force, kind
        elif any(any(one.models()) for one in force.selections):
            legal = " nor ".join(f"a {kind}" for kind in LEGAL)
            draft.leave_out(f"the force {called(force.name)} is neither {legal} (MC-26)")
        yield from _detachments(force.forces, draft, kind)


def _unit(chosen: Selection, draft: Draft, detachment: str) -> Iterator[dict[str, Any]]:
    name = called(chosen.name)
    if not any(chosen.models()):
        draft.leave_out(f"{name}: no model")
        return
    slots = sorted(chosen.categories, key=lambda c: not c.primary)
    words = [c.name.strip().lower() for c in slots]
    slot = next((word for word in words if word in LEGAL["patrol"]), None)
    if slot is None:
        shown = called(slots[0].name) if slots else "none"
        draft.leave_out(
            f"{name}: its slot is {shown}, not {', '.join(LEGAL['patrol'])} (MC-26)"
        )
        return
    if (many := sum(number for _, number in bodies(chosen))) > MAX_MODELS:
        draft.faults.append(Fault(name, f"{many} models are more than {MAX_MODELS}"))
        return
    points = sum([c.value for one in chosen.all() for c in one.costs if c.is_points])
    if not 0 <= points <= DEAREST:
        dear = f"costs {points:g} points, not 0 to {DEAREST} (MC-26)"
        draft.faults.append(Fault(name, dear))
        return
    group: list[ListedModel] = models(chosen)
    parts = draft.parts(name, group)
    draft.abilities(chosen, group)
    if parts:
        raw = {"name": name, "slot": slot, "points": round(points), "detachment": detachment}
        yield {**raw, "model": parts}


def _with_ids(units: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give each unit an id; its number keeps it different from the ids of models."""
    return [{"id": f"u{n}-{slug(unit['name'])}", **unit} for n, unit in enumerate(units, 1)]


def _lead(units: list[dict[str, Any]], draft: Draft) -> None:
    """``MC-26``  Ensure that there is a WARLORD: a CHARACTER if possible, else any model."""
    parts = [part for unit in units for part in unit["model"]]
    if any("warlord" in part for part in parts):
        return
    heroes = [p for p in parts if "CHARACTER" in draft.profiles[p["profile"]]["keywords"]]
    leader = (heroes or parts)[0]
    for unit in units:
        unit["model"] = [
            one for part in unit["model"] for one in (_led(part) if part is leader else [part])
        ]
    words = draft.profiles[leader["profile"]]["name"]
    draft.leave_out(f"no WARLORD is named: {words} becomes it (MC-26)")


def _led(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the part split so that its first model is the WARLORD."""
    many = part.get("count", 1)
    alone = {key: value for key, value in part.items() if key != "count"}
    yield {**alone, "warlord": True}
    if many > 1:
        yield {**alone, "count": many - 1} if many > 2 else alone


def keep(found: Imported, path: Path, out: Path | None = None) -> Path:
    """Write the imported roster to *out*, or else to the user's rosters; return the file.

    *path* is the path of the imported list. Raise UnusableFile if the file cannot be
    written, or if a roster of this name exists and *out* is None.
    """
    if out is None and DISK.has(f"{FOLDER}/{found.roster.file}"):
        no = f"a roster called {found.roster.id} already exists; choose a file with --out FILE"
        raise UnusableFile(str(path), [("", no)])
    goal = out or own_rosters() / found.roster.file
    write_whole(goal, found.text)
    return goal
