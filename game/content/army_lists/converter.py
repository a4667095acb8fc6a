"""The characteristics of army lists in the form of armoury files (MC-01, MC-14).

A list states a model's characteristics in one of several ways, by game and edition. Two are
known: one line with all of them, and one without skills, strength and attacks, which are then
those of the model's weapons. Values that degrade with wounds are taken from the first row of
the table beside them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from game.content.army_lists.list_schema import ArmyList, ListedProfile, Selection
from game.content.schema_faults import faults_in
from game.cores.modern import content as modern

WHOLE = ("M", "WS", "BS", "S", "T", "W", "A", "LD", "SV")
"""``MC-01``  Characteristics of a model in one line."""
SPLIT = ("M", "T", "SV", "W", "LD")
"""Characteristics of a model whose weapons state the others."""
ABROAD = ("I", "INITIATIVE", "APL", "FRONT")
"""Characteristics of games in which the others mean something else."""
DEGRADES = "*"
"""Value that stands in a table of wounds."""
WOUNDS = ("REMAINING W", "WOUNDS", "HEALTH", "W", "HP")
SPELT = {"MOVE": "M", "MOVEMENT": "M", "ATTACKS": "A", "STRENGTH": "S", "LEADERSHIP": "LD"}
HIGHEST = 14
"""A model that must roll a number or more on 2D6 has this less that number as Ld."""
MAX_NAMED = 16
"""Maximum number of characteristics that a message names."""
INVULNERABLE = re.compile(r"invulnerable", re.IGNORECASE)
MAX_MOVE = 40
"""``MC-01``  Maximum M in inches."""
SPLIT_WORDS = (
    "models have the BS of their best gun, and WS, S and A of the close combat weapon with the "
    "most attacks; Ld 6+ on 2D6 becomes Ld 8"
)
_SPELT = {"LD": "Ld", "SV": "Save", "RANGE": "Range", "TYPE": "Type"}
NONE = {"-", "–", "", "n/a"}
"""Values that mean that a characteristic is absent."""
_INCHES = re.compile(r"(?:\d{1,3} ?[\"”″]?-)?(\d{1,3})\+? ?(?:\"|”|″|in)?")
"""A number of inches, of which a second one is the upper end."""
_SAVE = re.compile(r"(?:([1-9])\+)?\s*/?\s*(?:([2-6])\+\+)?")
_MELEE = "melee"
TYPES = ("pistol", "rapid fire", "heavy", "assault")
"""``MC-14``  Types of weapons that may be among keywords, the most special first."""
UNTYPED = "assault"
RULE = "ignores cover"


def is_whole(profile: ListedProfile) -> bool:
    """Return whether a profile has all characteristics of a model, or all but a few."""
    return keys(profile) >= {"WS", "T", "W"} and not foreign(profile)


def foreign(profile: ListedProfile) -> str:
    """Return the characteristic of a profile by which it is of another kind of game, if any."""
    return next((key for key in profile.values() if key in ABROAD), "")


def is_split(profile: ListedProfile) -> bool:
    """Return whether the model's weapons state its skills, strength and attacks."""
    found = keys(profile)
    return found.issuperset(SPLIT) and not found & {"WS", "BS", *ABROAD}


def keys(profile: ListedProfile) -> set[str]:
    return {*profile.values()}


def is_ranged(weapon: ListedProfile) -> bool:
    return weapon.values().get("RANGE", "").strip().lower() != "melee"


def completed(
    profile: ListedProfile, unit: Selection, arms: Iterable[ListedProfile]
) -> tuple[dict[str, str], list[str]]:
    """Return a model's characteristics in one line, and a sentence for each assumption.

    *arms*: the profiles of its weapons.
    """
    values, words = profile.values(), list[str]()
    if any(value == DEGRADES for value in values.values()):
        values, filled = _undegraded(values, profile, unit)
        words += [f"{unit.name}: as with all its wounds; it does not get worse"] * filled
    if is_split(profile):
        values |= _of_weapons(values, arms)
        words.append(SPLIT_WORDS)
    if fast := _fast(values.get("M", "")):
        words.append(f"{unit.name}: its M of {values['M']} becomes {fast}")
        values["M"] = fast
    if found := _invulnerable(unit):
        values["SV"] = f"{values.get('SV', '-').partition('/')[0]}/{found}+"
    return values, words


def _fast(text: str) -> str:
    """Return the M of a model that flies, whose M is a range or too high; else nothing."""
    found = re.fullmatch(r"(\d{1,3}\D*-)?(\d{1,3})(\+?)\D*", text)
    if not found or not (found[1] or found[3] or int(found[2]) > MAX_MOVE):
        return ""
    return f'{min(int(found[2]), MAX_MOVE)}"'


def _of_weapons(values: Mapping[str, str], arms: Iterable[ListedProfile]) -> dict[str, str]:
    """Return the characteristics that a model of a split statline gets from its weapons."""
    found = [*arms]
    shot = [weapon.values().get("BS", "") for weapon in found if is_ranged(weapon)]
    melee = [weapon.values() for weapon in found if not is_ranged(weapon)]
    best = max(melee, key=lambda one: _average(one.get("A", "")), default={})
    nerve = re.fullmatch(r"(\d{1,2})\+", values.get("LD", ""))
    return {
        "BS": min([need for need in shot if re.fullmatch(r"\d\+", need)], default="-"),
        "WS": best.get("WS", "-"),
        "S": best.get("S", values.get("T", "")),
        "A": best.get("A", "0"),
        "LD": str(HIGHEST - int(nerve[1])) if nerve else values.get("LD", ""),
    }


def _average(text: str) -> float:
    """Return the average of a number of attacks; 0 if it is none."""
    found = re.fullmatch(r"(?:(\d*)d(\d))?\+?(\d*)", text.lower().replace(" ", ""))
    if not found:
        return 0.0
    dice = int(found[1] or 1) * (int(found[2]) + 1) / 2 if found[2] else 0.0
    return dice + int(found[3] or 0)


def _undegraded(
    values: Mapping[str, str], profile: ListedProfile, unit: Selection
) -> tuple[dict[str, str], bool]:
    """Return a model's values with those of a table's first row, and whether there was one."""
    starred = [key for key in WHOLE if values.get(key) == DEGRADES]
    tables = [p for one in unit.all() for p in one.profiles if _is_row(p)]
    own = [p for p in tables if p.name.strip().lower().startswith(profile.name.strip().lower())]
    rows = own or tables
    heads = next((_columns(row) for row in rows if not _remaining(row)), [])
    row = max(rows, key=_remaining, default=None)
    if row is None or not _remaining(row):
        return dict(values), False
    named = [SPELT.get(name, name) for name, _ in _columns(row)]
    if not set(named) & set(starred):
        named = [SPELT.get(text.upper(), text.upper()) for _, text in heads] or starred
    cells = [text for _, text in _columns(row)]
    found = dict(zip(named, cells, strict=False))
    filled = {key: found[key] for key in starred if found.get(key)}
    return {**values, **filled}, bool(filled)


def _is_row(profile: ListedProfile) -> bool:
    """Return whether a profile is a row of a table of wounds."""
    found = keys(profile)
    return ("T" not in found and "REMAINING W" in found) or found >= {"WOUNDS", "BS"}


def _columns(row: ListedProfile) -> list[tuple[str, str]]:
    return [(key, text) for key, text in row.values().items() if key not in WOUNDS]


def _remaining(row: ListedProfile) -> int:
    """Return the wounds from which a row counts, 0 for a row of headings."""
    values = row.values()
    numbers = re.findall(r"\d+", values.get("REMAINING W") or values.get("WOUNDS", ""))
    return max(map(int, numbers), default=0)


def _invulnerable(unit: Selection) -> str:
    """Return the number of an invulnerable save that a unit has as an ability, or nothing."""
    for one in unit.all():
        for profile in one.profiles:
            if INVULNERABLE.search(profile.name):
                text = " ".join([profile.name, *profile.values().values()])
                if found := re.search(r"\b([2-6])\+", text):
                    return f"{found[1]}+"
    return ""


def unusable(read: ArmyList, left_out: Sequence[str]) -> str:
    """Return in a sentence why no unit of a list can be brought, given what was left out."""
    models = [profile for chosen in _chosen(read) for profile in chosen.models()]
    if not any(is_whole(one) or is_split(one) for one in models):
        return _unknown_system(read)
    more = f"; and {len(left_out) - 1} more" if len(left_out) > 1 else ""
    return (
        f"has no unit that can be brought: {left_out[0]}{more}" if left_out else "has no unit"
    )


def _chosen(read: ArmyList) -> Iterator[Selection]:
    for force in read.forces:
        for one in force.all():
            yield from one.selections


def _unknown_system(read: ArmyList) -> str:
    """Return in a sentence what the models of a list have, and what is needed."""
    lines = Counter(
        names
        for chosen in _chosen(read)
        for part in chosen.all()
        for profile in part.profiles
        if (names := _statline(profile))
    )
    game = f"is of the game {read.system!r}; it " if read.system else ""
    needed = "needed are M, WS, BS, S, T, W, A, Ld and Save, or M, T, SV, W and LD (MC-01)"
    if not lines:
        return f"{game}has no profile of a model; {needed}"
    (line, _), *_ = lines.most_common(1)
    return f"{game}has models with {', '.join(line)}; {needed}"


def _statline(profile: ListedProfile) -> tuple[str, ...]:
    """Return the characteristics of a profile if it is a model's, known or not."""
    names = tuple(c.name.strip() for c in profile.characteristics[:MAX_NAMED])
    found = {name.upper() for name in names}
    counted = sum(any(ch.isdecimal() for ch in c.text) for c in profile.characteristics)
    lives = not found.isdisjoint({"W", "WOUNDS", "HEALTH", "HP"})
    return names if lives and counted >= 3 and "RANGE" not in found else ()


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
