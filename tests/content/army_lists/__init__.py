"""Army lists to read, and the pieces from which the tests build others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

WATCH = Path(__file__).with_name("border-watch.ros")

Told = dict[str, Any]
LINE: Told = {"M": '6"', "WS": "4+", "BS": "4+", "S": 3, "T": 3, "W": 1, "A": 1, "Ld": 6}
GUN: Told = {"Range": '24"', "Type": "Heavy 1", "S": 4, "AP": -1, "D": 1}


def profile(name: str, **values: str | int) -> Told:
    """Return a profile as New Recruit writes it, with its numbers as JSON numbers."""
    found = [{"name": key, "typeId": "x", "$text": value} for key, value in values.items()]
    return {"name": name, "typeName": "any", "hidden": False, "characteristics": found}


def raw_model(name: str, number: int = 1, *inside: Told, **values: str | int) -> Told:
    raw = profile(name, **{**LINE, "Save": "5+", **values})
    return {"name": name, "number": number, "profiles": [raw], "selections": [*inside]}


def armed(name: str, number: int = 1, **values: str | int) -> Told:
    return {"name": name, "number": number, "profiles": [profile(name, **{**GUN, **values})]}


def raw_unit(name: str, slot: str, *inside: Told, points: float = 50, words: str = "") -> Told:
    categories = [{"name": slot, "primary": True}]
    categories += [{"name": word, "primary": False} for word in words.split()]
    costs = [{"name": "pts", "typeId": "points", "value": points}]
    raw = {"name": name, "number": 1, "type": "unit", "selections": [*inside]}
    return {**raw, "categories": categories, "costs": costs}


def army(*units: Told, force: str = "Patrol Detachment", name: str = "Test") -> Told:
    return {"roster": {"name": name, "forces": [{"name": force, "selections": [*units]}]}}


HERO = raw_unit("Hero", "HQ", raw_model("Hero"), words="Character")
SQUAD = raw_unit("Squad", "Troops", raw_model("Trooper", 5))
