"""Mysterious objectives (MP-07, MP-08)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import pairwise
from typing import Any

from game.content.faults import Fault
from game.cores.kit.attempts import Attempt, Shot
from game.cores.kit.core import Core
from game.cores.kit.declarations import AddOn
from game.cores.kit.dice import Again
from game.cores.kit.modules import Module, Objector
from game.cores.kit.queries import FACTS, NATURES, MysteryInfo
from game.cores.modern.rules import CHARGE, HIT_AGAIN, SAVE_AGAIN, UNIT_MOVED, FinishedMove
from game.cores.modern.rules.shooting import shooting
from game.cores.modern.rules.wounds import ONE_D3, mortal_wounds, roll_number
from game.geometry.limits import is_within
from game.geometry.points import Disc, Path, distance, gap
from game.geometry.polygons import off_segment
from game.play.decisions import Option, ask_which
from game.play.game import Game, GameView, Step
from game.play.phases import Interrupt
from game.systems.matched.rules.matched_decisions import MatchedKind
from game.systems.matched.rules.objective_markers import REACH, controller
from game.table.board import ObjectiveMarker
from game.table.events import Announced, Reason
from game.table.records import How, Side, UnitId
from game.table.state import StatePage, Table

SUPPORT_RANGE = 36.0
SUPPORTS = 5
"""Roll needed for fire support."""
SLOWED = -2


class Mystery(IntEnum):
    """``MP-08``  The nature of a marker, by the face of the die."""

    SABOTAGED = 1
    NOTHING = 2
    GRAV_WAVE = 3
    RELAY = 4
    SCATTERFIELD = 5
    FIRE_SUPPORT = 6


NAMES: Mapping[Mystery, str] = {
    Mystery.SABOTAGED: "sabotaged",
    Mystery.NOTHING: "nothing",
    Mystery.GRAV_WAVE: "grav-wave generator",
    Mystery.RELAY: "targeting relay",
    Mystery.SCATTERFIELD: "scatterfield",
    Mystery.FIRE_SUPPORT: "fire support",
}
DOES: Mapping[Mystery, str] = {
    Mystery.SABOTAGED: "Sabotaged: the unit that identified it took d3 mortal wounds",
    Mystery.NOTHING: "Nothing special",
    Mystery.GRAV_WAVE: (
        "Grav-wave generator: −2 to charges against its controller's units within 3\""
    ),
    Mystery.RELAY: (
        "Targeting relay: its controller's units within 3\" re-roll hit rolls of 1"
        " when shooting"
    ),
    Mystery.SCATTERFIELD: (
        "Scatterfield: its controller's units within 3\" re-roll saves of 1"
    ),
    Mystery.FIRE_SUPPORT: (
        'Fire support: on a 5+ an enemy unit within 36" takes d3 mortal wounds'
    ),
}


@dataclass(frozen=True, slots=True)
class IdentifiedMarker:
    """A marker that was identified."""

    marker: str
    face: int


@dataclass(frozen=True, slots=True)
class MysteryState:
    """Known natures of the markers."""

    found: tuple[IdentifiedMarker, ...] = ()
    looked: bool = False
    """True once the markers near units at the start of the first turn were identified."""
    supported: str = ""
    """The last turn with fire support: its round and side."""


PAGE = StatePage("mysteries", MysteryState())


def mysteries(options: Mapping[str, Any], core: Core) -> Module:
    """``MP-07``, ``MP-08``  Return the module of markers that have to be identified."""
    return Module(
        "mysteries",
        hooks=(
            UNIT_MOVED.then(has_moved),
            CHARGE.gets(slowed),
            HIT_AGAIN.gets(relay),
            SAVE_AGAIN.gets(scatterfield),
            FACTS.gets(facts),
            NATURES.gets(natures),
        ),
        page=PAGE,
        interrupts=(
            Interrupt("first look at markers", "MP-07", first_look),
            Interrupt("fire support", "MP-08", supporting, during=("shooting",)),
        ),
    )


def without_markers(options: Mapping[str, Any]) -> Objector:
    """``MP-07``  Return a check that rejects the option in a mission without markers."""
    no = Fault("option.mysteries", "there are no markers to identify in this mission (MP-07)")
    return lambda _: (no,) if options.get("mysteries") else ()


def mystery_of(table: Table, marker: str) -> Mystery | None:
    """``MP-08``  Return the nature of a marker; None before it is identified."""
    for one in PAGE.of(table).found:
        if one.marker == marker:
            return Mystery(one.face)
    return None


def unknown(table: Table) -> list[ObjectiveMarker]:
    """``MP-07``  Return the markers that are not identified, in the order of their numbers."""
    known = [one.marker for one in PAGE.of(table).found]
    left = [marker for marker in table.objectives if marker.id not in known]
    return sorted(left, key=lambda marker: marker.number)


def first_look(table: Table) -> Step | None:
    """``MP-07``  Return the step that identifies markers near units as turn 1 starts."""
    clock = table.clock
    begins = clock.round == 1 and clock.side is not None
    return look_around if begins and not PAGE.of(table).looked else None


async def look_around(game: Game) -> None:
    """``MP-07``  Let the unit nearest to each marker identify it."""
    game.do(PAGE.write("MP-07", replace(PAGE.of(game.table), looked=True)))
    for marker in unknown(game.table):
        if unit_id := nearest(game.table, marker):
            await identify(game, marker, unit_id)


def nearest(table: Table, marker: ObjectiveMarker) -> UnitId | None:
    """``MP-07``  Return the unit nearest to a marker, within 3"; on a tie the active side's."""
    spot, active = Disc(marker.at, 0.0), table.clock.side
    near = [
        (gap(m.disc, spot), m.side != active, m.unit)
        for m in table.standing()
        if is_within(gap(m.disc, spot), REACH)
    ]
    return min(near, key=lambda n: n[:2])[2] if near else None


async def has_moved(game: Game, went: FinishedMove) -> None:
    """``MP-07``  Let a unit identify the markers that it came within 3" of."""
    for marker in unknown(game.table) if went.moves else ():
        if game.table.of(went.unit) and _came_near(game.table, went, marker):
            await identify(game, marker, went.unit)


def _came_near(table: Table, went: FinishedMove, marker: ObjectiveMarker) -> bool:
    models = table.models
    return any(
        is_within(_off(path, marker) - models[model_id].base, REACH)
        for model_id, path in went.moves
    )


def _off(path: Path, marker: ObjectiveMarker) -> float:
    """Return the inches from a path to a marker's centre."""
    legs = [off_segment(marker.at, leg) for leg in pairwise(path)]
    return min([distance(path[-1], marker.at), *legs])


async def identify(game: Game, marker: ObjectiveMarker, unit_id: UnitId) -> None:
    """``MP-07``, ``MP-08``  Roll a d6 for the nature of a marker, once for the battle."""
    side = game.table.units[unit_id].side
    (face,) = game.throw("MP-07", side, "to identify", id_=unit_id, target=marker.id)
    page = PAGE.of(game.table)
    game.do(
        PAGE.write(
            "MP-07", replace(page, found=(*page.found, IdentifiedMarker(marker.id, face)))
        )
    )
    named = f"Marker {marker.number}" if marker.number else "The marker"
    found = Mystery(face)
    game.do(Announced("MP-08", f"{named}: {NAMES[found]}"))
    if found is Mystery.SABOTAGED:
        many = roll_number(game, "MP-08", side, "sabotage", ONE_D3, id_=unit_id)
        await mortal_wounds(game, "MP-08", unit_id, many, How.HAZARD)


def _held(table: Table, kind: Mystery, unit_id: UnitId) -> bool:
    """``MP-08``  Return whether a unit is within 3" of such a marker that its side controls."""
    side = table.units[unit_id].side
    kinds = [one.marker for one in PAGE.of(table).found if one.face == kind]
    for marker in table.objectives if kinds else ():
        if marker.id in kinds:
            spot = Disc(marker.at, 0.0)
            near = any([is_within(gap(m.disc, spot), REACH) for m in table.of(unit_id)])
            if near and controller(table, marker) == side:
                return True
    return False


def slowed(view: GameView, attempt: Attempt) -> Iterator[Reason]:
    """``MP-08``  Yield the penalty of charges at units near their grav-wave generator."""
    if attempt.target and _held(view.table, Mystery.GRAV_WAVE, attempt.target):
        yield Reason(SLOWED, NAMES[Mystery.GRAV_WAVE], "MP-08")


def relay(view: GameView, shot: Shot) -> Iterator[Again]:
    """``MP-08``  Yield the re-roll of hit rolls of 1 by a targeting relay."""
    if _held(view.table, Mystery.RELAY, view.table.models[shot.model].unit):
        yield Again(NAMES[Mystery.RELAY], "MP-08", 0, below=2)


def scatterfield(view: GameView, unit_id: UnitId) -> Iterator[Again]:
    """``MP-08``  Yield the re-roll of saves of 1 by a scatterfield."""
    if _held(view.table, Mystery.SCATTERFIELD, unit_id):
        yield Again(NAMES[Mystery.SCATTERFIELD], "MP-08", 0, below=2)


def supporting(table: Table) -> Step | None:
    """``MP-08``  Return the step of fire support as a side's Shooting phase ends, or None."""
    page = PAGE.of(table)
    is_still_shooting = not table.clock.over and shooting(table)
    if is_still_shooting or page.supported == _turn(table):
        return None
    if not any(one.face == Mystery.FIRE_SUPPORT for one in page.found):
        return None
    return support if _supporters(table) else None


def _turn(table: Table) -> str:
    return f"{table.clock.round} {table.clock.side}"


def _supporters(table: Table) -> list[ObjectiveMarker]:
    """Return the markers that give the active side fire support now."""
    kinds = [one.marker for one in PAGE.of(table).found if one.face == Mystery.FIRE_SUPPORT]
    return [
        marker
        for marker in table.objectives
        if marker.id in kinds
        and controller(table, marker) == table.clock.side
        and in_reach(table, marker)
    ]


def in_reach(table: Table, marker: ObjectiveMarker) -> list[UnitId]:
    """``MP-08``  Return the enemy units of the active side within 36" of a marker."""
    side, spot = table.clock.side, Disc(marker.at, 0.0)
    assert side
    return [
        foe.id
        for foe in table.fielded(table.enemy(side))
        if any([is_within(gap(m.disc, spot), SUPPORT_RANGE) for m in table.of(foe.id)])
    ]


async def support(game: Game) -> None:
    """``MP-08``  Roll a d6 for each fire support: on 5+ an enemy takes d3 mortal wounds."""
    side = game.table.clock.side
    assert side
    markers = sorted(_supporters(game.table), key=lambda marker: marker.number)
    game.do(PAGE.write("MP-08", replace(PAGE.of(game.table), supported=_turn(game.table))))
    for marker in markers:
        if not in_reach(game.table, marker):
            continue
        what = NAMES[Mystery.FIRE_SUPPORT]
        (face,) = game.throw("MP-08", side, what, need=SUPPORTS, id_=marker.id)
        if face >= SUPPORTS:
            foe = await _pick(game, side, in_reach(game.table, marker))
            many = roll_number(game, "MP-08", side, what, ONE_D3, id_=marker.id)
            await mortal_wounds(game, "MP-08", foe, many, How.HAZARD)


async def _pick(game: Game, side: Side, foes: Sequence[UnitId]) -> UnitId:
    """``MP-08``  Let the side that controls the marker choose the unit that is hit."""
    units = game.table.units
    options = [Option(foe, units[foe].name, "MP-08", foe) for foe in foes]
    asks, kind = "Fire support: strike which unit?", MatchedKind.FIRE_SUPPORT
    return UnitId(await ask_which(side, "MP-08", asks, options, kind=kind))


def natures(view: GameView, _: None) -> Iterator[MysteryInfo]:
    """``MP-08``  Yield the natures of the identified markers, the first found first."""
    for one in PAGE.of(view.table).found:
        yield MysteryInfo(one.marker, NAMES[Mystery(one.face)])


def facts(view: GameView, what: str) -> Iterator[Reason]:
    """``MP-07``, ``MP-08``  Yield the nature of a marker, or that it is not identified."""
    if any(marker.id == what for marker in view.table.objectives):
        found = mystery_of(view.table, what)
        if found is None:
            yield Reason(
                0, 'Not yet identified: the next unit to move within 3" identifies it', "MP-07"
            )
        else:
            yield Reason(0, DOES[found], "MP-08")


MYSTERIES = AddOn(mysteries, "MP-07", ("matched",))
