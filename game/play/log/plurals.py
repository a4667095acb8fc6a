"""Verbs that agree with the name before them."""

from __future__ import annotations

from typing import Final

from game.table.records import UnitId
from game.table.state import Table

_IRREGULAR: Final = {
    "is": "are",
    "has": "have",
    "does": "do",
    "its": "their",
    "itself": "themselves",
}


def agree(deed: str, *, plural: bool) -> str:
    """Return a deed in the singular, such as ``"slows and drifts"``, or in the plural."""
    return " and ".join(map(_in_plural, deed.split(" and "))) if plural else deed


def _in_plural(deed: str) -> str:
    verb, *rest = deed.split(" ")
    if verb in _IRREGULAR:
        verb = _IRREGULAR[verb]
    elif verb.endswith("ies"):
        verb = f"{verb[:-3]}y"
    elif verb.endswith(("ches", "shes", "sses", "oes")):
        verb = verb[:-2]
    else:
        verb = verb.removesuffix("s")
    return " ".join([verb, *(_IRREGULAR.get(word, word) for word in rest)])


def is_plural(table: Table, id_: str) -> bool:
    """Return whether verbs after the name of a unit, model or side are in the plural.

    A side's name is in the plural if it ends with an "s", that of a unit only if it has
    several models, too.
    """
    unit = table.units.get(UnitId(id_))
    if unit and len(unit.models) == 1:
        return False
    called = (unit.name or unit.id) if unit else id_
    return (unit is not None or id_ in table.sides) and called.endswith("s")
