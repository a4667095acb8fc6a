"""A roster of ours in the making: profiles and weapons under names that are free."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from game.content.army_lists.characteristics import NONE, stats, weapon
from game.content.army_lists.models import Body, is_psyker, is_weapon
from game.content.army_lists.shape import ListedProfile, Selection
from game.content.faults import Fault

LONGEST = 60
MOST_ALIKE = 60
"""Models in one part of a unit."""
SIZES = (
    ("CHARACTER", 0.63, "commander"),
    ("VEHICLE", 1.2, "walker"),
    ("MONSTER", 1.2, "colossus"),
)
"""Such lists say nothing of bases: the radius, and a picture, by keyword."""
USUAL = 0.5, "person"


def called(name: str) -> str:
    """Return a name as one short line."""
    words = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    return words[:LONGEST].strip() or "Unnamed"


def slug(name: str) -> str:
    """Return an id made of a name."""
    words = re.findall(r"[a-z0-9]+", name.lower())
    return re.sub(r"^[^a-z]", "x", "-".join(words)[:30].strip("-")) or "x"


@dataclass(slots=True)
class Draft:
    """What was read of a list so far."""

    weapons: dict[str, dict[str, Any]] = field(default_factory=dict)
    profiles: dict[str, dict[str, Any]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def leave_out(self, words: str) -> None:
        if words not in self.left_out:
            self.left_out.append(words)

    def parts(self, unit: str, group: list[Body]) -> list[dict[str, Any]]:
        """Return the models of a unit as our files write them: those alike in one part."""
        told = [part for body in group for part in self._part(unit, body)]
        parts = list[dict[str, Any]]()
        for part, alike in groupby(told):
            many = len(list(alike))
            for n in range(0, many, MOST_ALIKE):
                count = min(MOST_ALIKE, many - n)
                parts.append({**part, "count": count} if count > 1 else part)
        return parts

    def _part(self, unit: str, body: Body) -> Iterator[dict[str, Any]]:
        kind = self._profile(unit, body)
        arms = [name for profile, many in body.arms if (name := self._weapon(profile, many))]
        if kind:
            part = {"profile": kind, "weapons": list(dict.fromkeys(arms))}
            yield {**part, "warlord": True} if body.warlord else part

    def _profile(self, unit: str, body: Body) -> str:
        """Return the id of what a model is; nothing if it cannot be read."""
        place = f"{unit}, {called(body.name)}"
        if body.of is None:
            self._fault(place, "has no profile of a model (MC-01)")
            return ""
        read, wrong = stats(body.of.values())
        for reason in wrong:
            self._fault(f"{unit}, {called(body.of.name)}", reason)
        if wrong:
            return ""
        base, icon = next(((b, i) for word, b, i in SIZES if word in body.keywords), USUAL)
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
        """Return the name of a weapon, of several alike in one; nothing if it is not known."""
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

    def abilities(self, unit: Selection, group: list[Body]) -> None:
        """Note what else a unit is and can do: that is somebody's text."""
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
    """Return the values of several weapons that one model fires together."""
    kind = values.get("TYPE", "")
    found = re.fullmatch(r"(\D*?) ?(\d*)([dD][36])?", kind)
    if many < 2 or kind.lower() == "melee":
        return values
    if not found:
        raise ValueError(f"{many} of the type {kind!r} cannot be fired as one")
    shots = int(found[2] or 1) * many
    return {**values, "TYPE": f"{found[1]} {shots}{found[3] or ''}"}


def _free(taken: dict[str, dict[str, Any]], name: str, told: dict[str, Any], gap: str) -> str:
    """Put something under its name, or under the next that is free; return the name."""
    key, n = name, 1
    while taken.setdefault(key, told) != told:
        n += 1
        key = f"{name}{gap}{n}"
    return key
