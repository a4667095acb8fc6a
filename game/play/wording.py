"""Player-facing wording: names, lengths, groups of log lines, and texts for stored words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields
from math import ceil, floor
from re import Match, Pattern
from typing import Any, Final, NamedTuple

from game.geometry.points import LOOSE_EPSILON
from game.play.game import FIRST
from game.table.board import TerrainKind
from game.table.command_points import commands
from game.table.events import Act, Motion, RollKind
from game.table.records import How, Model, ModelId, Side, Unit, UnitId, Where
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
        RollKind.ORDER: Routine("model", "rolls for a place in the order"),
        RollKind.TIE: Routine("model", "rolls for a place in the order"),
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


MAX_LISTED = 3
"""Up to this many models are listed by name; more are only counted."""


def name(table: Table, id_: str) -> str:
    """Return the name of a model, unit, side, marker or piece by its id.

    Other texts are returned unchanged.
    """
    if unit := table.units.get(UnitId(id_)):
        return unit_name(table, unit)
    if ModelId(id_) in table.models:
        return model_name(table, ModelId(id_))
    if id_ in table.sides:
        return side_name(Side(id_))
    for marker in table.objectives:
        if marker.id == id_:
            return f"marker {marker.number}" if marker.number else plain_name(id_)
    if piece := table.pieces.get(id_):
        mines = piece.kind is PieceKind.MINES
        called = f"mine cluster {id_.rpartition('-')[2]}" if mines else plain_name(id_)
        return called.capitalize()
    named = {spot.id: plain_name(spot.id) for spot in table.board.spots}
    named |= {piece.id: piece.name for piece in table.board.terrain}
    return named.get(id_, id_)


def plain_name(id_: str) -> str:
    """Return an id as words: ``"marker-north-west"`` is ``"marker north west"``."""
    return id_.replace("-", " ")


def with_article(called: str) -> str:
    """Return a name with "the", unless it has one or a number: ``"the mill"``, ``"ruin 3"``."""
    named = called.startswith("the ") or called[-1:].isdecimal()
    return called if named else f"the {called}"


def phase_text(phase: str) -> str:
    """Return the text of a phase by its name."""
    return VOCABULARY.phases.get(phase, phase)


def turn_word(table: Table) -> str:
    """``MC-02``  Return the name of a game turn: in the modern core a round, else a turn."""
    return "round" if commands(table) else "turn"


def mark_text(mark: str, about: str = "") -> str:
    """Return the text of a mark by its name, with what it is about if the text holds that."""
    return VOCABULARY.marks.get(mark, mark).replace("{}", about).rstrip()


def join_names(ids: Sequence[str]) -> str:
    """Return a few ids as a list in a sentence; of many, only the number of models."""
    if len(ids) > MAX_LISTED:
        return f"{len(ids)} models"
    return joined(ids)


def joined(parts: Sequence[str]) -> str:
    """Return a list in a sentence: ``"A, B and C"``; empty without parts."""
    return " and ".join([part for part in (", ".join(parts[:-1]), *parts[-1:]) if part])


def side_name(side: Side) -> str:
    """Return a side's name as a title: ``"Wardens"``."""
    return side[:1].upper() + side[1:]


COLOURS = {"red", "blue"}
"""Sides that are called by their colour alone."""


def the_side(side: Side) -> str:
    """Return a side's name inside a sentence: ``"the Wardens"``, but ``"Red"``."""
    return side_name(side) if side in COLOURS else f"the {side_name(side)}"


def side_does(side: Side, deed: str) -> str:
    """Return a sentence about a side and its deed: ``"Wardens agree"``, ``"Brood agrees"``.

    A name that ends in *s* counts as a plural.
    """
    return f"{side_name(side)} {agree(deed, plural=side.endswith('s'))}"


def possessive(called: str) -> str:
    """Return a name in the possessive: ``"Wardens'"``, ``"Red's"``."""
    return f"{called}'" if called.endswith("s") else f"{called}'s"


_DRAWN: Final = {
    "most kills": "as many kills on either side",
    "points": "equal points",
    "victory points": "equal victory points",
}


def victory(winner: Side | None) -> str:
    """Return a result without its reason: ``"Wardens win"``, ``"Brood wins"``, ``"Draw"``."""
    return side_does(winner, "wins") if winner else "Draw"


def result_reason(winner: Side | None, reason: str) -> str:
    """Return the reason of a result: ``"most kills"``; of a draw: ``"equal points"``."""
    for stored, shown in VOCABULARY.results.items():
        reason = reason.replace(stored, shown)
    return reason if winner else _DRAWN.get(reason, reason)


def score_text(scores: Iterable[int]) -> str:
    """Return scores, the higher first: ``"7–2"``; with one below zero ``"3 to −1"``."""
    high_first = sorted(scores, reverse=True)
    between = "–" if high_first[-1] >= 0 else " to "
    return between.join(map(str, high_first)).replace("-", "−")


def unit_name(table: Table, unit: Unit) -> str:
    """Return a unit's name, with its side if both have a single model of that name.

    So both sides may bring the same model: ``"Veteran (Red)"``.
    """
    called = unit.name or unit.id
    if len(unit.models) == 1:
        for other in table.units.values():
            twin = other.name == unit.name and other.side != unit.side
            if twin and table.models[other.models[0]].where is not Where.RESERVE:
                return f"{called} ({side_name(unit.side)})"
    return called


def model_name(table: Table, id_: ModelId) -> str:
    """Return a model's name by its profile: ``"Warden sergeant"``, ``"Warden 3"``.

    Equal models of one unit are numbered in the order of the roster. The unit is added if other
    units have such models. A unit of one model shares its name with the model.
    """
    model = table.models[id_]
    unit = table.units.get(model.unit)
    if unit is None:
        return id_
    if len(unit.models) == 1:
        return unit_name(table, unit)
    mates, alike = (_alike(table, model, of) for of in (unit.models, table.models))
    squad = f" of {unit.name or unit.id}" if mates < alike else ""
    return f"{short_name(table, id_)}{squad}"


def short_name(table: Table, id_: ModelId) -> str:
    """Return a model's name without its unit: ``"Warden sergeant"``, ``"Warden 3"``."""
    model = table.models[id_]
    unit = table.units[model.unit]
    if len(unit.models) == 1:
        return unit_name(table, unit)
    called = model.profile.name
    mates = [m for m in unit.models if table.models[m].profile.name == called]
    return f"{called} {mates.index(id_) + 1}" if len(mates) > 1 else called


def _alike(table: Table, model: Model, among: Iterable[ModelId]) -> int:
    """Return the number of models in *among* with the profile name of *model*."""
    return sum([table.models[m].profile.name == model.profile.name for m in among])


FINE = 0.1
"""Inches of excess below which hundredths are shown."""


def excess_text(distance: float, most: float) -> tuple[str, str]:
    """Return texts for a distance and for its excess over *most* inches.

    Both are rounded up alike, so that an excess never looks like none: 24.004 of 24 inches is
    ``24.01`` and ``0.01``, 31.52 is ``31.6`` and ``7.6``.
    """
    over = distance - most
    steps, digits = (100, 2) if over < FINE else (10, 1)
    over = ceil(over * steps - LOOSE_EPSILON) / steps
    return f"{most + over:.{digits}f}", f"{over:.{digits}f}"


def too_near_text(distance: float, least: float, what: str) -> str:
    """Return the text of a distance below the minimum: ``is 1.3" from the mill, not 2"``.

    It is rounded down, so that it never looks sufficient: 1.996 is ``1.99``.
    """
    steps, digits = (100, 2) if least - distance < FINE else (10, 1)
    value = floor(max(0.0, distance) * steps + LOOSE_EPSILON) / steps
    return f'is {value:.{digits}f}" from {what}, not {least:g}"'


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


def unit_does(table: Table, unit: Unit, deed: str) -> str:
    """Return a unit's name and a deed, given in the singular, that agrees with it."""
    return f"{unit.name} {agree(deed, plural=is_plural(table, unit.id))}"


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
