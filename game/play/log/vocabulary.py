"""Texts for words that events store."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field, fields
from re import Match, Pattern
from typing import Any, Final, NamedTuple

from game.play.dice_sequences import FIRST
from game.table.board import TerrainKind
from game.table.events import Act, Motion, RollKind
from game.table.records import How
from game.table.state import PieceKind, Table


class RollText(NamedTuple):
    """The text of a roll; one that begins with a capital letter names no roller."""

    purpose: str
    passed: str
    failed: str


class Routine(NamedTuple):
    """One of many small events, of which a line of the report only counts the subjects."""

    noun: str
    """The subject in the singular: ``"model"``."""
    deed: str
    is_counted: bool = True
    """False if captions name no number, which would only count up while it goes on."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Texts by the words or kinds that they stand for; others are shown as they are stored."""

    acts: dict[Act, str] = field(default_factory=dict)
    losses: dict[How | Motion, str] = field(default_factory=dict)
    """Ways in which models are lost; the text of a motion comes before that of the way."""
    removals: dict[PieceKind, str] = field(default_factory=dict)
    """Ways in which pieces are removed."""
    _: KW_ONLY
    ground: dict[TerrainKind, str] = field(default_factory=dict)
    """Sentences about ground that changed."""
    causes: dict[str, str] = field(default_factory=dict)
    """Causes of hits."""
    announcements: dict[Pattern[str], str | Callable[[Match[str]], str]] = field(
        default_factory=dict
    )
    scored: dict[Pattern[str], str] = field(default_factory=dict)
    """Reasons of points."""
    rolls: dict[str, RollText] = field(default_factory=dict)
    purposes: dict[str, str] = field(default_factory=dict)
    """Purposes of other rolls, and reasons of all."""
    numbered: dict[Pattern[str], str] = field(default_factory=dict)
    """The same, if they contain a number."""
    failures: dict[RollKind, str] = field(default_factory=dict)
    """Failures of tests of which only the consequences matter, as verbs."""
    routines: dict[RollKind | Act | Motion, Routine] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    """Texts of marks; braces stand for what a mark is about."""
    phases: dict[str, str] = field(default_factory=dict)
    results: dict[str, str] = field(default_factory=dict)
    """Parts of the reasons of results."""
    notes: dict[str, Callable[[Any, Table], tuple[str, ...]]] = field(default_factory=dict)
    """Sentences about stored states by their page; empty if players need not read them."""

    def add(self, more: Vocabulary) -> None:
        """Add the texts of a rule system; raise ValueError if one is defined already."""
        for one in fields(self):
            known: dict[Any, Any] = getattr(self, one.name)
            added: Mapping[Any, Any] = getattr(more, one.name)
            if both := [*(known.keys() & added.keys())]:
                raise ValueError(f"two {one.name} of {both[0]!r}")
            known.update(added)


VOCABULARY: Final = Vocabulary(
    acts={
        Act.STAYS: "stays put",
        Act.STOPPED: "is blocked",
        Act.LETS_GO: "passes",
    },
    losses={
        How.SHOT: "is killed",
        How.FOUGHT: "is killed in combat",
        How.HAZARD: "is killed",
        How.FLED: "flees off the table",
        How.POWER: "is killed by a power",
        How.LOST: "is lost",
        How.LEFT: "gets out",
    },
    announcements={
        re.compile(r"^A marker is (drawn|taken away): "): r"Token \1: ",
    },
    rolls={
        "to hit": RollText("to hit", "hit", "missed"),
        "to wound": RollText("to wound", "wound", "no wound"),
        "to save": RollText("to save", "saved", "not saved"),
    },
    purposes={
        "S test": "Strength test",
        "roll-off for zones": "roll-off for the zones",
        FIRST: "place in the order",
    },
    failures={
        RollKind.STRENGTH: "fails its Strength test",
        RollKind.DANGEROUS: "fails its test in dangerous ground",
    },
    routines={
        RollKind.ORDER: Routine("model", "rolls for a place in the order", is_counted=False),
        RollKind.TIE: Routine("model", "rolls for a place in the order", is_counted=False),
    },
    phases={
        "charges": "demolition",
        "markers held": "marker scoring",
        "beachheads": "beachhead scoring",
    },
    results={
        "no models left": "the enemy has no models left",
        "the third charge was not placed": "the third charge was never placed",
        "the turns that were agreed are over": "the turn limit is reached",
        "the table is put away": "the game was ended",
    },
)
"""The texts of what all systems share, and of every system that is registered."""
