"""Refusals in words for players: ids become names."""

from __future__ import annotations

import re

from game.play.wording import name
from game.table.records import ModelId, UnitId
from game.table.state import Table

_WORD = re.compile(r"[\w-]+")


def spoken(table: Table, words: str) -> str:
    """Return a sentence with every model and unit called by its name, its start a capital."""

    def called(word: re.Match[str]) -> str:
        id_ = word.group()
        known = ModelId(id_) in table.models or UnitId(id_) in table.units
        return name(table, id_) if known else id_

    told = _WORD.sub(called, words)
    return told[:1].upper() + told[1:]
