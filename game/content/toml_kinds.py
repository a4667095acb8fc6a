"""The kinds of TOML files, by their keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SIGNS: Mapping[str, str] = {
    "scenarios": "experiment",
    "level": "bot",
    "card": "lesson",
    "lead": "page",
    "battle": "campaign",
    "side": "scenario",
    "mission": "scenario",
    "armoury": "roster",
    "profile": "armoury",
    "clauses": "situation",
}
"""Kind of a TOML file by a key that only this kind has; the first match counts."""


def kind_of(raw: Mapping[str, Any]) -> str | None:
    """Return the kind of a TOML file; None if it is of none."""
    kind = next((kind for key, kind in SIGNS.items() if key in raw), None)
    # A situation may have clauses too, but neither sides nor profiles of its own.
    return "situation" if "expect" in raw or "dice" in raw else kind
