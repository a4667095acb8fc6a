"""The parts of a roster that are collected from an army list, unit by unit."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from game.content.army_lists.converter import (
    NONE,
    completed,
    foreign,
    stats,
    times,
    typed,
    weapon,
)
from game.content.army_lists.list_schema import ListedProfile, Selection
from game.content.army_lists.squads import ListedModel

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


def printable(text: str) -> str:
    """Return a text as one printable line."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def called(name: str) -> str:
    """Return a name as one printable line of at most 60 characters."""
    return printable(name)[:MAX_NAME_LENGTH].strip() or "Unnamed"


def slug(name: str) -> str:
    """Return an id derived from a name."""
    words = re.findall(r"[a-z0-9]+", name.lower())
    return re.sub(r"^[^a-z]", "x", "-".join(words)[:30].strip("-")) or "x"


@dataclass(slots=True)
class Draft:
    """The parts of a roster collected so far, with items left out and assumptions."""

    weapons: dict[str, dict[str, Any]] = field(default_factory=dict)
    profiles: dict[str, dict[str, Any]] = field(default_factory=dict)
    left_out: dict[str, None] = field(default_factory=dict)
    """Sentences, each once, in the order of the list."""
    assumed: dict[str, None] = field(default_factory=dict)
    names: dict[tuple[ListedProfile, int], str] = field(default_factory=dict)
    """Names of the weapons converted so far, each with its number."""
    unread: set[str] = field(default_factory=set)
    """Names of the weapons that were left out, as in the list."""
    models: int = 0
    """Number of models so far."""

    def leave_out(self, words: str) -> None:
        self.left_out[words] = None

    def assume(self, words: str) -> None:
        self.assumed[words] = None

    def parts(self, group: list[ListedModel]) -> list[dict[str, Any]]:
        """Return the models of a unit as in a roster file; equal neighbours share one part.

        Raise ValueError if a model cannot be converted.
        """
        raw = [self._part(body) for body in group]
        parts = list[dict[str, Any]]()
        for part, alike in groupby(raw):
            many = len(list(alike))
            for n in range(0, many, MAX_IDENTICAL):
                count = min(MAX_IDENTICAL, many - n)
                parts.append({**part, "count": count} if count > 1 else part)
        return parts

    def _part(self, body: ListedModel) -> dict[str, Any]:
        kind = self._profile(body)
        arms = [
            name for profile, many in body.arms.items() if (name := self._weapon(profile, many))
        ]
        part = {"profile": kind, "weapons": list(dict.fromkeys(arms))}
        return {**part, "warlord": True} if body.warlord else part

    def _profile(self, body: ListedModel) -> str:
        """Return the id of the model's profile; raise ValueError if it cannot be converted."""
        if body.of is None:
            raise ValueError(f"{called(body.name)} has no profile of a model (MC-01)")
        name = called(body.of.name)
        if key := foreign(body.of):
            raise ValueError(f"{name} has {key}, as in another kind of game")
        values, assumed = completed(body.of, body.where, body.arms)
        try:
            read = stats(values)
        except ValueError as error:
            raise ValueError(f"{name} {error}") from error
        for words in assumed:
            self.assume(words)
        base, icon = next(
            ((b, i) for word, b, i in SIZES if word in body.keywords), DEFAULT_BASE
        )
        profile = {
            "name": name,
            **read,
            "keywords": [*body.keywords, *(["PSYKER"] if body.powers else [])],
            "powers": body.powers,
            "base": base,
            "icon": icon,
        }
        return _free(self.profiles, slug(body.of.name), profile, "-")

    def _weapon(self, profile: ListedProfile, many: int) -> str:
        """Return the name of a weapon or of several as one; empty if it cannot be converted."""
        if (profile, many) not in self.names:
            self.names[profile, many] = self._converted(profile, many)
        return self.names[profile, many]

    def _converted(self, profile: ListedProfile, many: int) -> str:
        values, name = (
            typed(profile.values()),
            called(profile.name.replace(",", " -").lstrip("➤-• ")),
        )
        try:
            read = weapon(times(values, many))
        except ValueError as error:
            self.leave_out(f"weapon {name}: {error}")
            self.unread.add(profile.name)
            return ""
        if values.get("ABILITIES", "").lower() not in NONE:
            self.leave_out(f"abilities of the weapon {name}")
        if values.get("KEYWORDS", "").lower() not in NONE:
            self.leave_out(f"keywords of the weapon {name} other than its type")
        twin = many > 1 and read["type"] != "melee"
        return _free(self.weapons, f"{many} x {name}" if twin else name, read, " ")

    def abilities(self, unit: Selection, group: list[ListedModel]) -> None:
        """Record the unit's other profiles and abilities as left out."""
        for profile in unit.models():
            if not any(body.of is profile for body in group):
                self.leave_out(f"profile {called(profile.name)} of {called(unit.name)}")
        for part in unit.all():
            others = [p for p in part.profiles if not p.is_model and not p.is_weapon]
            names = [rule.name for rule in part.rules]
            names += [p.name for p in others if not p.is_psyker]
            for name in names:
                self.leave_out(f"ability {called(name)} of {called(unit.name)}")


def _free(taken: dict[str, dict[str, Any]], name: str, raw: dict[str, Any], gap: str) -> str:
    """Store an entry under *name*, or under the next free name; return the name used."""
    key, n = name, 1
    while taken.setdefault(key, raw) != raw:
        n += 1
        key = f"{name}{gap}{n}"
    return key
