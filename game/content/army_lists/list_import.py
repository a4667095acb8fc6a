"""Import of an army list as a roster file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.content.army_lists.bodies import bodies
from game.content.army_lists.converter import unusable
from game.content.army_lists.list_schema import ArmyList, Force, Selection, army_list
from game.content.army_lists.reader import open_list
from game.content.army_lists.roster_draft import Draft, called, printable, slug
from game.content.army_lists.roster_toml import written
from game.content.army_lists.squads import squad, weapon_words
from game.content.detachments import LEGAL, SYSTEM, points_of
from game.content.faults import UnusableFile
from game.content.file_names import joined
from game.content.library_kinds import ROSTER
from game.content.own_folders import own_folder
from game.content.rosters import DEAREST, MAX_MODELS, Roster, parse_roster
from game.content.safe_writing import write_whole
from game.content.user_files import DISK
from game.table.records import many

MAX_WEAPONS = 500
"""Maximum number of selections of a unit that are weapons."""
BASES = 'bases are 1" across, 1.26" of a CHARACTER, 2.4" of a VEHICLE or MONSTER'


@dataclass(frozen=True, slots=True)
class Imported:
    """A roster that was made from an army list."""

    roster: Roster
    text: str
    """Text of the roster file."""
    left_out: tuple[str, ...]
    """One line for each item of the list that was left out."""
    assumed: tuple[str, ...] = ()
    """One line for each value that the list does not state as our rules need it."""

    @property
    def brief(self) -> str:
        """Return a summary: the number of units, models and points."""
        units = self.roster.units
        models = sum(len(squad.models) for squad in units)
        counts = (len(units), "unit"), (models, "model"), (points_of(units), "point")
        free = f"; for free play only: {self.roster.free}" if self.roster.free else ""
        return ", ".join(many(number, what) for number, what in counts) + free


def import_list(path: Path) -> Imported:
    """Return the roster made from a file; raise UnusableFile with all faults.

    *path* is the path of a ``.ros``, ``.rosz`` or ``.json`` file.
    """
    return imported(open_list(path), str(path))


def imported(raw: Any, name: str) -> Imported:
    """Return the roster made from a parsed list; raise UnusableFile.

    It is an army by ``MC-26`` if its patrols and battalions are one; otherwise it has all
    units of the list, for free play.
    """
    read = army_list(raw, name)
    try:
        return _roster_of(read, name)
    except UnusableFile:
        return _roster_of(read, name, free=True)


def _roster_of(read: ArmyList, name: str, *, free: bool = False) -> Imported:
    draft, units, detachments = Draft(), list[dict[str, Any]](), list[dict[str, str]]()
    for force, kind in _forces(read.forces) if free else _detachments(read.forces, draft):
        id_ = f"{kind}-{len(detachments) + 1}" if kind else ""
        found = [u for one in force.selections for u in _unit(one, draft, id_, free=free)]
        detachments += [{"id": id_, "kind": kind}] if id_ and found else []
        units += found
    if not units:
        raise UnusableFile(name, [("", unusable(read, [*draft.left_out]))])
    _lead(units, draft)
    _compare_points(read, units, draft)
    draft.assume(BASES)
    ours: dict[str, Any] = {"title": called(read.name), "armoury": SYSTEM}
    ours |= {} if read.limit is None else {"points": min(read.limit, DEAREST)}
    ours |= {"free": True} if free else {}
    ours |= {"detachment": detachments, "unit": _with_ids(units)}
    text = written(ours | {"weapon": draft.weapons, "profile": draft.profiles})
    try:
        roster = parse_roster(text, f"{slug(read.name)}.toml")
    except UnusableFile as error:
        raise UnusableFile(name, error.faults) from error
    return Imported(roster, text, tuple(draft.left_out), tuple(draft.assumed))


def _forces(forces: tuple[Force, ...]) -> Iterator[tuple[Force, str]]:
    """Yield all forces, each with its kind of detachment, or nothing."""
    for force in forces:
        for one in force.all():
            name = one.name.lower()
            yield one, next((kind for kind in LEGAL if kind in name), "")


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


def _unit(
    chosen: Selection, draft: Draft, detachment: str, *, free: bool
) -> Iterator[dict[str, Any]]:
    """Yield a unit as in a roster file, if it can be brought; *free*: in any slot."""
    name = called(chosen.name)
    if not any(chosen.models()):
        draft.leave_out(f"{name}: no model")
        return
    slots = sorted(chosen.categories, key=lambda c: not c.primary)
    words = [c.name.strip().lower() for c in slots]
    slot = next((word for word in words if word in LEGAL["patrol"]), None)
    if slot is None and not free:
        shown = called(slots[0].name) if slots else "none"
        draft.leave_out(
            f"{name}: its slot is {shown}, not {', '.join(LEGAL['patrol'])} (MC-26)"
        )
        return
    points = sum([c.value for one in chosen.all() for c in one.costs if c.is_points])
    found = bodies(chosen)
    weapons = sum(bool(part.weapons) for part in chosen.all())
    if no := _too_much(draft.models + found.number, weapons, points):
        draft.leave_out(f"unit {name}: {no}")
        return
    made = squad(chosen, found)
    group = made.models
    try:
        parts = draft.parts(group)
    except ValueError as error:
        draft.leave_out(f"unit {name}: {error}")
        return
    draft.abilities(chosen, group)
    for sentence in (*made.assumed, *weapon_words(chosen, made, draft.unread)):
        draft.assume(printable(sentence))
    if parts:
        draft.models += found.number
        place = {"slot": slot} if slot else {}
        place |= {"detachment": detachment} if detachment and slot else {}
        yield {"name": name, **place, "points": round(points), "model": parts}


def _too_much(models: int, weapons: int, points: float) -> str:
    """Return why a unit is too large or too dear for a roster; empty if it is not."""
    if weapons > MAX_WEAPONS:
        return f"{weapons} weapons are more than {MAX_WEAPONS}"
    if models > MAX_MODELS:
        return f"{models} models are more than {MAX_MODELS}"
    if not 0 <= points <= DEAREST:
        return f"costs {points:g} points, not 0 to {DEAREST} (MC-26)"
    return ""


def _compare_points(read: ArmyList, units: list[dict[str, Any]], draft: Draft) -> None:
    """Say it if the units do not cost what the list says."""
    points = sum(unit["points"] for unit in units)
    if read.points is not None and read.points != points:
        words = f"the units cost {points:g} points, where the list costs {read.points:g}"
        draft.assume(f"{words}; each costs whole points, and what was left out costs none")


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
    if out is None and DISK.has(f"{ROSTER.folder}/{found.roster.file}"):
        no = f"a roster called {found.roster.id} already exists; choose a file with --out FILE"
        raise UnusableFile(str(path), [("", no)])
    goal = out or joined(own_folder(ROSTER), found.roster.file)
    write_whole(goal, found.text)
    return goal
