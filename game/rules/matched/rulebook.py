"""Matched play: the modern core with the cover of the tournament packet (``MP``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.rules.kit.modules import Module
from game.rules.matched.features import unfit
from game.rules.modern.rulebook import modern


def matched(options: Mapping[str, Any]) -> Module:
    """``MC-02``, ``MP-01`` to ``MP-06``  The turns of the modern core, with better cover."""
    return replace(modern(options), name="matched", unfit=unfit)
