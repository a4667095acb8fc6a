"""The models of an army list's units, and their characteristics as in armoury files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from pydantic import ValidationError

from game.content.armouries import modern
from game.content.army_lists.reader import ListedProfile, Selection
from game.content.parsing import faults_in

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
    _: KW_ONLY
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


_SPELT = {"LD": "Ld", "SV": "Save", "RANGE": "Range", "TYPE": "Type"}
NONE = {"-", "–", "", "n/a"}
"""Values that mean that a characteristic is absent."""

_INCHES = re.compile(r"(?:\d{1,3} ?[\"”″]?-)?(\d{1,3})\+? ?(?:\"|”|″|in)?")
"""A number of inches, of which a second one is the upper end."""
_SAVE = re.compile(r"(?:([1-9])\+)?\s*/?\s*(?:([2-6])\+\+)?")
_MELEE = "melee"


def _whole_number(text: str) -> int:
    if not re.fullmatch(r"\d{1,2}", text):
        raise ValueError(f"{text!r} is not a number")
    return int(text)


def _moved(text: str) -> int:
    found = _INCHES.fullmatch(text)
    if text.lower() not in NONE and not found:
        raise ValueError(f"{text!r} is not a number of inches")
    return int(found[1]) if found else 0


def _needed(text: str) -> str:
    words = "-" if text.lower() in NONE else text
    modern.need(words)
    return words


def _counted(text: str) -> int | str:
    """Return a number, or dice as armoury files write them; raise ValueError."""
    words = text.lower().replace(" ", "")
    value = int(words) if re.fullmatch(r"\d{1,2}", words) else words
    modern.number(value)
    return value


READ: Mapping[str, Callable[[str], Any]] = {
    "M": _moved,
    "WS": _needed,
    "BS": _needed,
    "S": _whole_number,
    "T": _whole_number,
    "W": _whole_number,
    "A": _counted,
    "LD": _whole_number,
}
"""``MC-01``  Parser of each characteristic of a model, except for the save."""


def saves(text: str) -> dict[str, str]:
    """Parse ``4+``, ``4+/5++`` or ``-`` to armour and invulnerable save; raise ValueError."""
    if text.lower() in NONE:
        return {"Sv": "-"}
    found = _SAVE.fullmatch(text)
    if not found or not any(found.groups()):
        raise ValueError(f"{text!r} is not a save")
    armour = found[1] or "7"
    read = {"Sv": f"{armour}+" if "2" <= armour <= "6" else "-"}
    return {**read, "inv": f"{found[2]}+"} if found[2] else read


def stats(values: Mapping[str, str]) -> dict[str, Any]:
    """``MC-01``  Return a model's characteristics as in an armoury file; raise ValueError."""
    if absent := [key for key in (*READ, "SV") if key not in values]:
        raise ValueError(f"has no {_spelt(absent)} (MC-01)")
    read, wrong = dict[str, Any](), list[str]()
    for key, convert in READ.items():
        try:
            read["Ld" if key == "LD" else key] = convert(values[key])
        except ValueError:
            wrong.append(f"{key} {values[key]!r}")
    try:
        read |= saves(values["SV"])
    except ValueError:
        wrong.append(f"Save {values['SV']!r}")
    if wrong:
        raise ValueError(f"cannot have {', '.join(wrong)} (MC-01)")
    return read


def _spelt(keys: Iterable[str]) -> str:
    return ", ".join(_SPELT.get(key, key) for key in keys)


TYPES = ("pistol", "rapid fire", "heavy", "assault")
"""``MC-14``  Types of weapons that may be among keywords, the most special first."""
UNTYPED = "assault"
RULE = "ignores cover"


def typed(values: Mapping[str, str]) -> dict[str, str]:
    """Return the characteristics of a weapon with its type, which may be among its keywords."""
    if "TYPE" in values or "KEYWORDS" not in values:
        return dict(values)
    if values.get("RANGE", "").lower() == _MELEE:
        return {**values, "TYPE": _MELEE}
    words = values["KEYWORDS"].lower()
    kind = next((one for one in TYPES if one in words), UNTYPED)
    return {**values, "TYPE": f"{kind} {values.get('A', '')}"}


def weapon(values: Mapping[str, str]) -> dict[str, Any]:
    """Return a weapon as in an armoury file; raise ValueError for an unknown characteristic."""
    if absent := [key for key in ("RANGE", "TYPE", "S", "AP", "D") if key not in values]:
        raise ValueError(f"has no {_spelt(absent)}")
    kind = values["TYPE"].lower()
    try:
        modern.fire(kind)
    except ValueError:
        raise ValueError(f"its type {values['TYPE']!r} is not known (MC-14)") from None
    read: dict[str, Any] = {"type": kind}
    if kind != _MELEE:
        read["range"] = _moved(values["RANGE"])
    read["S"] = _strength(values["S"])
    read["AP"] = _pierced(values["AP"])
    read["D"] = _counted(values["D"])
    if RULE in values.get("KEYWORDS", "").lower():
        read["rules"] = [RULE]
    try:
        modern.OwnWeapon.model_validate(read)
    except ValidationError as error:
        faults = faults_in(error, modern.OwnWeapon)
        raise ValueError("; ".join(map(str, faults))) from error
    return read


def _strength(text: str) -> int | str:
    words = text.lower().replace(" ", "")
    if re.fullmatch(r"\d{1,2}", words):
        return int(words)
    if found := re.fullmatch(r"(?:user)?\+(\d)", words):
        return f"user + {found[1]}"
    if found := re.fullmatch(r"(?:user)?[x×](\d)", words):
        return f"user x {found[1]}"
    return "user" if words in NONE else words


def _pierced(text: str) -> int:
    words = text.replace("–", "-").replace("−", "-")
    if words in NONE:
        return 0
    if not re.fullmatch(r"-?\d", words):
        raise ValueError(f"AP {text!r} is not a number")
    return int(words)


def times(values: dict[str, str], many: int) -> dict[str, str]:
    """Return the values of *many* weapons that one model fires as one; raise ValueError."""
    kind = values.get("TYPE", "")
    found = re.fullmatch(r"(\D*?) ?(\d*)([dD][36])?", kind)
    if many < 2 or kind.lower() == "melee":
        return values
    if not found:
        raise ValueError(f"{many} {kind!r} weapons cannot be combined into one")
    shots = int(found[2] or 1) * many
    return {**values, "TYPE": f"{found[1]} {shots}{found[3] or ''}"}
