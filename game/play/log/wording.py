"""Names of things as players read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from game.play.log.plurals import agree, is_plural
from game.play.log.vocabulary import VOCABULARY
from game.table.command_points import commands
from game.table.records import Model, ModelId, Side, Unit, UnitId, Where, many
from game.table.state import PieceKind, Table

MAX_LISTED = 3
"""Up to this many models are listed by name; more are only counted."""
COLOURS = {"red", "blue"}
"""Sides that are called by their colour alone."""
_DIRECTIONS: Final = (
    *("up", "up and right", "right", "down and right"),
    *("down", "down and left", "left", "up and left"),
)
"""Directions as the table is shown, clockwise, 45 degrees apart."""
_DRAWN: Final = {
    "most kills": "as many kills on either side",
    "points": "equal points",
    "victory points": "equal victory points",
}


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


def spoken_name(table: Table, id_: str) -> str:
    """Return the name of a thing within a sentence: ``"the mill"``, ``"mine cluster 2"``."""
    called = name(table, id_)
    return with_article(f"{called[:1].lower()}{called[1:]}")


def direction_text(heading: float) -> str:
    """Return the direction of a heading in degrees as the table is shown: ``"up and left"``."""
    return _DIRECTIONS[round(heading / 45.0) % len(_DIRECTIONS)]


def momentum_text(arrows: int, heading: float) -> str:
    """Return momentum in words: ``"1 arrow, heading down and left"``."""
    if not arrows:
        return "no arrows"
    return f"{many(arrows, 'arrow')}, heading {direction_text(heading)}"


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


def unit_does(table: Table, unit: Unit, deed: str) -> str:
    """Return a unit's name and a deed, given in the singular, that agrees with it."""
    return f"{unit.name} {agree(deed, plural=is_plural(table, unit.id))}"
