"""Additions of all systems to the formats of files."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from pydantic import create_model

from game.content.format_additions import FormatAdditions, RosterAdditions
from game.content.schemas import Part
from game.systems import Parts

ADDITIONS = Parts[FormatAdditions]("content.keys", "ADDED")
"""The additions of the systems that have some."""
MODEL_RULES = tuple(rule for added in ADDITIONS.values() for rule in added.model_rules)
"""Special rules of models."""
WEAPON_RULES = tuple(rule for added in ADDITIONS.values() for rule in added.weapon_rules)
"""Special rules of weapons; none has a trigger."""


def _all_keys(name: str, of: str, base: type[Part]) -> type[Part]:
    """Return a table with the keys that systems declare in a field of `FormatAdditions`."""
    tables = [getattr(added, of) for added in ADDITIONS.values()]
    # Fields of a later base come first.
    own = tuple(table for table in reversed(tables) if table is not base)
    return create_model(name, __base__=own or (base,), __module__=__name__)


if TYPE_CHECKING:
    RosterKeys: TypeAlias = RosterAdditions
    SituationKeys: TypeAlias = Part
    SituationModelKeys: TypeAlias = Part
    ExpectedKeys: TypeAlias = Part
    ExpectedModelKeys: TypeAlias = Part
else:
    RosterKeys = _all_keys("RosterKeys", "roster", RosterAdditions)
    SituationKeys = _all_keys("SituationKeys", "situation", Part)
    SituationModelKeys = _all_keys("SituationModelKeys", "situation_model", Part)
    ExpectedKeys = _all_keys("ExpectedKeys", "expected", Part)
    ExpectedModelKeys = _all_keys("ExpectedModelKeys", "expected_model", Part)
