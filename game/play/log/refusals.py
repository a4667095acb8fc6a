"""The sentence of a refusal."""

from __future__ import annotations

import re

from game.play.log.wording import name
from game.table.records import ModelId, UnitId
from game.table.state import Table


def refusal_text(table: Table, words: str) -> str:
    """Return a sentence that names models and units and begins with a capital letter.

    A word inside a name is no id: a unit ``squad`` may be called "First squad".
    """
    names = {unit.name for unit in table.units.values()}
    names |= {model.profile.name for model in table.models.values()}
    longest = sorted(filter(None, names), key=lambda each: (-len(each), each))
    spared = "|".join([re.escape(each) for each in longest if each in words])

    def called(word: re.Match[str]) -> str:
        id_ = word.group()
        known = ModelId(id_) in table.models or UnitId(id_) in table.units
        return name(table, id_) if known and id_ not in names else id_

    whole = rf"(?<![\w-])(?:{spared})(?![\w-])|" if spared else ""
    text = re.sub(rf"{whole}[\w-]+", called, words)
    return text[:1].upper() + text[1:]
