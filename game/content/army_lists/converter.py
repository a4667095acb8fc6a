"""Conversion of an army list's selections to units and models of a roster."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from game.content.army_lists.characteristics import NONE, stats, weapon
from game.content.army_lists.reader import ListedProfile, Selection
from game.content.faults import Fault

KEYWORDS = ("INFANTRY", "VEHICLE", "MONSTER", "CHARACTER", "FLY")
PSYKER = "PSYKER"
"""``MC-08``  Keyword that goes with psychic powers."""


@dataclass(slots=True)
class ListedModel:
    """A model of an army list."""

    of: ListedProfile | None
    """The model's profile; None if the list has none for it."""
    name: str
    keywords: tuple[str, ...]
    arms: list[tuple[ListedProfile, int]] = field(default_factory=list)
    """Weapon profiles, each with its number."""
    powers: int = 0
    warlord: bool = False


def is_weapon(profile: ListedProfile) -> bool:
    return {"RANGE", "S", "AP"} <= profile.values().keys()


def is_psyker(profile: ListedProfile) -> bool:
    return "CAST" in profile.values()


def bodies(unit: Selection) -> Iterator[tuple[Selection, int]]:
    """Yield the selections that are models of the unit, each with its number."""
    inner = list(_inside(unit))
    if not inner:
        yield unit, max(1, unit.number)
    yield from ((part, part.number) for part in inner if part.number)


def _inside(unit: Selection) -> Iterator[Selection]:
    for part in unit.selections:
        if part.type == "model" or any(p.is_model for p in part.profiles):
            yield part
        else:
            yield from _inside(part)


def models(unit: Selection) -> list[ListedModel]:
    """Return the models of a unit, in the order of the list."""
    found = list[ListedModel]()
    parts = list(bodies(unit))
    for part, many in parts:
        profile = _profile(part, unit)
        group = [ListedModel(profile, part.name, _keywords(part, unit)) for _ in range(many)]
        _arm(group, part)
        _empower(group, part)
        if _leads(part):
            group[0].warlord = True
        found += group
    _share(unit, [part for part, _ in parts], found)
    if found and PSYKER in _categories(unit) and not any(body.powers for body in found):
        found[0].powers = 1
    return found


def _profile(part: Selection, unit: Selection) -> ListedProfile | None:
    """Return the profile of a part: its own, or one of its name, or the unit's first."""
    own = next(part.models(), None)
    like = [p for p in unit.models() if p.name.strip().lower() == part.name.strip().lower()]
    return own or next(iter(like), None) or next(unit.models(), None)


def _keywords(*parts: Selection) -> tuple[str, ...]:
    found = _categories(*parts)
    return tuple(word for word in KEYWORDS if word in found)


def _categories(*parts: Selection) -> set[str]:
    return {c.name.strip().upper() for part in parts for c in part.categories}


def _leads(part: Selection) -> bool:
    return any(
        word.strip().lower() == "warlord"
        for one in part.all()
        for word in (one.name, *(c.name for c in one.categories))
    )


def _arm(group: Sequence[ListedModel], part: Selection) -> None:
    """Distribute a part's weapons; surplus copies go to the models with the fewest."""
    more = [0] * len(group)
    for holder in part.all():
        many = len(group) if holder is part else max(1, holder.number)
        each, left = divmod(many, len(group))
        fewest = sorted(range(len(group)), key=lambda n: more[n])[:left]
        for profile in filter(is_weapon, holder.profiles):
            for n, body in enumerate(group):
                if copies := each + (n in fewest):
                    body.arms.append((profile, copies))
        if left and any(map(is_weapon, holder.profiles)):
            for n in fewest:
                more[n] += 1


def _empower(group: Sequence[ListedModel], part: Selection) -> None:
    casts = [p.values()["CAST"] for one in part.all() for p in one.profiles if is_psyker(p)]
    for cast in casts:
        for body in group:
            body.powers = int(cast) if cast.isdecimal() and len(cast) == 1 else 1


def _share(unit: Selection, parts: Sequence[Selection], group: Sequence[ListedModel]) -> None:
    """Distribute the selections of the whole unit.

    All models get the weapons; the first gets the powers, and is WARLORD if the unit is.
    """
    if parts == [unit] or not group:
        return
    for holder in _outside(unit, parts):
        for profile in filter(is_weapon, holder.profiles):
            for body in group:
                body.arms.append((profile, 1))
        if any(map(is_psyker, holder.profiles)) and not any(body.powers for body in group):
            _empower(group[:1], holder.model_copy(update={"selections": ()}))
    if _leads(unit) and not any(body.warlord for body in group):
        group[0].warlord = True


def _outside(unit: Selection, parts: Sequence[Selection]) -> Iterator[Selection]:
    """Yield the unit and its selections that are not models."""
    yield unit
    for part in unit.selections:
        if not any(part is one for one in parts):
            yield from _outside(part, parts)


MAX_NAME_LENGTH = 60
MAX_IDENTICAL = 60
"""Maximum number of models in one part of a unit."""
SIZES = (
    ("CHARACTER", 0.63, "commander"),
    ("VEHICLE", 1.2, "walker"),
    ("MONSTER", 1.2, "colossus"),
)
"""Radius in inches and icon by keyword, because army lists have no base sizes."""
DEFAULT_BASE = 0.5, "person"


def called(name: str) -> str:
    """Return a name as one printable line of at most 60 characters."""
    words = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    return words[:MAX_NAME_LENGTH].strip() or "Unnamed"


def slug(name: str) -> str:
    """Return an id derived from a name."""
    words = re.findall(r"[a-z0-9]+", name.lower())
    return re.sub(r"^[^a-z]", "x", "-".join(words)[:30].strip("-")) or "x"


@dataclass(slots=True)
class Draft:
    """The parts of a roster collected so far, with faults and items left out."""

    weapons: dict[str, dict[str, Any]] = field(default_factory=dict)
    profiles: dict[str, dict[str, Any]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def leave_out(self, words: str) -> None:
        if words not in self.left_out:
            self.left_out.append(words)

    def parts(self, unit: str, group: list[ListedModel]) -> list[dict[str, Any]]:
        """Return the models of a unit as in a roster file; equal neighbours share one part."""
        raw = [part for body in group for part in self._part(unit, body)]
        parts = list[dict[str, Any]]()
        for part, alike in groupby(raw):
            many = len(list(alike))
            for n in range(0, many, MAX_IDENTICAL):
                count = min(MAX_IDENTICAL, many - n)
                parts.append({**part, "count": count} if count > 1 else part)
        return parts

    def _part(self, unit: str, body: ListedModel) -> Iterator[dict[str, Any]]:
        kind = self._profile(unit, body)
        arms = [name for profile, many in body.arms if (name := self._weapon(profile, many))]
        if kind:
            part = {"profile": kind, "weapons": list(dict.fromkeys(arms))}
            yield {**part, "warlord": True} if body.warlord else part

    def _profile(self, unit: str, body: ListedModel) -> str:
        """Return the id of the model's profile; empty if it cannot be converted."""
        place = f"{unit}, {called(body.name)}"
        if body.of is None:
            self._fault(place, "has no profile of a model (MC-01)")
            return ""
        read, wrong = stats(body.of.values())
        for reason in wrong:
            self._fault(f"{unit}, {called(body.of.name)}", reason)
        if wrong:
            return ""
        base, icon = next(
            ((b, i) for word, b, i in SIZES if word in body.keywords), DEFAULT_BASE
        )
        profile = {
            "name": called(body.of.name),
            **read,
            "keywords": [*body.keywords, *(["PSYKER"] if body.powers else [])],
            "powers": body.powers,
            "base": base,
            "icon": icon,
        }
        return _free(self.profiles, slug(body.of.name), profile, "-")

    def _weapon(self, profile: ListedProfile, many: int) -> str:
        """Return the name of a weapon or of several as one; empty if it cannot be converted."""
        values, name = profile.values(), called(profile.name.replace(",", " -").lstrip("➤-• "))
        try:
            read = weapon(_times(values, many))
        except ValueError as error:
            self.leave_out(f"weapon {name}: {error}")
            return ""
        if values.get("ABILITIES", "").lower() not in NONE:
            self.leave_out(f"abilities of the weapon {name}")
        twin = many > 1 and read["type"] != "melee"
        return _free(self.weapons, f"{many} x {name}" if twin else name, read, " ")

    def abilities(self, unit: Selection, group: list[ListedModel]) -> None:
        """Record the unit's other profiles and abilities as left out."""
        for profile in unit.models():
            if not any(body.of is profile for body in group):
                self.leave_out(f"profile {called(profile.name)} of {called(unit.name)}")
        for part in unit.all():
            others = [p for p in part.profiles if not p.is_model and not is_weapon(p)]
            names = [rule.name for rule in part.rules]
            names += [p.name for p in others if not is_psyker(p)]
            for name in names:
                self.leave_out(f"ability {called(name)} of {called(unit.name)}")

    def _fault(self, place: str, reason: str) -> None:
        if (fault := Fault(place, reason)) not in self.faults:
            self.faults.append(fault)


def _times(values: dict[str, str], many: int) -> dict[str, str]:
    """Return the values of *many* weapons that one model fires as one; raise ValueError."""
    kind = values.get("TYPE", "")
    found = re.fullmatch(r"(\D*?) ?(\d*)([dD][36])?", kind)
    if many < 2 or kind.lower() == "melee":
        return values
    if not found:
        raise ValueError(f"{many} {kind!r} weapons cannot be combined into one")
    shots = int(found[2] or 1) * many
    return {**values, "TYPE": f"{found[1]} {shots}{found[3] or ''}"}


def _free(taken: dict[str, dict[str, Any]], name: str, raw: dict[str, Any], gap: str) -> str:
    """Store an entry under *name*, or under the next free name; return the name used."""
    key, n = name, 1
    while taken.setdefault(key, raw) != raw:
        n += 1
        key = f"{name}{gap}{n}"
    return key
