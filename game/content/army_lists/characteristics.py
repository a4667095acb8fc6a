"""Conversion of an army list's characteristics to those of Undertow's armouries."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from game.content.armouries import modern
from game.content.parsing import faults_in

_SPELT = {"LD": "Ld", "SV": "Save", "RANGE": "Range", "TYPE": "Type"}
NONE = {"-", "–", "", "n/a"}
"""Values that mean that a characteristic is absent."""

_INCHES = re.compile(r"(\d{1,2}) ?(?:\"|”|″|in)?")
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


def stats(values: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """Return a model's characteristics as in an armoury file, and a reason for each fault."""
    read, wrong = dict[str, Any](), list[str]()
    if absent := [key for key in (*READ, "SV") if key not in values]:
        wrong.append(f"has no {_spelt(absent)} (MC-01)")
    for key, convert in READ.items():
        if key in values:
            try:
                read["Ld" if key == "LD" else key] = convert(values[key])
            except ValueError as error:
                wrong.append(f"{key}: {_clause(str(error), values[key])}")
    if "SV" in values:
        try:
            read |= saves(values["SV"])
        except ValueError as error:
            wrong.append(f"Save: {_clause(str(error), values['SV'])}")
    return read, wrong


def _spelt(keys: Iterable[str]) -> str:
    return ", ".join(_SPELT.get(key, key) for key in keys)


def _clause(reason: str, text: str) -> str:
    """Return the reason with the value and the clause added, unless it names them."""
    words = reason if repr(text) in reason else f"{reason}, not {text!r}"
    return f"{words.removesuffix(' (MC-01)')} (MC-01)"


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
