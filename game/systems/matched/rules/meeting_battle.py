"""The twist Meeting battle (MP-22)."""

from __future__ import annotations

from functools import partial

from game.cores.kit.marks import HANDLED, IN_RESERVE, marked
from game.cores.modern.rules.reinforcements import arrangement, arrive, has_room
from game.geometry.points import EPSILON, Point
from game.geometry.polygons import Polygon, off_polygon
from game.play.decisions import Choose, Option, Refusal, sorted_options
from game.play.game import Game, Step
from game.play.phases import Phase, When
from game.systems.matched.rules.matched_decisions import MatchedKind
from game.systems.matched.rules.twist_state import Twist, twist_in_force
from game.table.board import Board
from game.table.events import Act, Acted, Marked
from game.table.records import Mark, Side, Unit, UnitId
from game.table.state import Table

FIRST, SECOND, THIRD = "1", "2", "3"
CONTINGENT = "contingent"
"""On a unit; *about*: the number of its contingent."""
DEEP = 9.0
"""Inches from one edge within which all its bases arrive."""
WORDS = {
    FIRST: "First: deploys before the battle",
    SECOND: "Second: arrives in round 2",
    THIRD: "Third: arrives in round 3",
}
MEETING = 12
"""``MP-22``  Number of the meeting battle."""


def units_of(table: Table, side: Side) -> list[Unit]:
    return [unit for unit in table.units.values() if unit.side == side]


def splitting(table: Table) -> Step | None:
    """``MP-22``  Return the step for the next unit that is in no contingent yet, or None."""
    if not twist_in_force(table, MEETING):
        return None
    for side in table.sides:
        units = units_of(table, side)
        if len(units) > 1 and (left := [u for u in units if not u.mark(CONTINGENT)]):
            return partial(assign, unit_id=left[0].id)
    return None


def why_not(table: Table, side: Side, contingent: str) -> Refusal | None:
    """``MP-22``  Return why one more unit of a side may not go into a contingent, or None."""
    units = units_of(table, side)
    marks = [mark.about for unit in units if (mark := unit.mark(CONTINGENT))]
    if 2 * (marks.count(contingent) + 1) > len(units):
        most = len(units) // 2
        return Refusal(f"at most half of the army: {most} of {len(units)} units", "MP-22")
    if contingent != FIRST and FIRST not in marks and len(marks) + 1 == len(units):
        return Refusal("at least one unit must deploy before the battle", "MP-22")
    return None


async def assign(game: Game, *, unit_id: UnitId) -> None:
    """``MP-22``  Ask for the contingent of a unit; the later ones are held back."""
    table, unit = game.table, game.table.units[unit_id]
    options, greyed = sorted_options(
        (Option(contingent, words, "MP-22"), why_not(table, unit.side, contingent))
        for contingent, words in WORDS.items()
    )
    answer = await Choose(
        unit.side,
        clause="MP-22",
        asks=f"{unit.name}: which contingent?",
        options=tuple(options),
        greyed=tuple(greyed),
        about=unit_id,
        kind=MatchedKind.CONTINGENT,
    )
    game.do(Marked("MP-22", unit_id, Mark(CONTINGENT, about=answer)))
    if answer != FIRST:
        game.do(Marked("MP-22", unit_id, Mark(IN_RESERVE, about=answer)))


def to_come(table: Table) -> str:
    """Return the number of units still to come, in words; empty before the battle."""
    if not table.clock.round:
        return ""
    many = len([u for u in table.units.values() if u.mark(IN_RESERVE) and u.mark(CONTINGENT)])
    return f"{many} to come" if many else "all have arrived"


def arriving(table: Table) -> Step | None:
    """``MP-22``  Return the arrival of the next unit with a contingent that is due, or None."""
    side, clock = table.clock.side, table.clock
    if not twist_in_force(table, MEETING):
        return None
    for unit in table.units.values():
        if unit.side == side and is_due(unit, clock.round) and not unit.mark(HANDLED):
            return partial(bring_on, unit_id=unit.id)
    return None


def is_due(unit: Unit, round_: int) -> bool:
    """``MP-22``  Return whether a unit is held back and its contingent is due by now."""
    held = unit.mark(IN_RESERVE)
    return held is not None and held.about in (SECOND, THIRD) and round_ >= int(held.about)


async def bring_on(game: Game, *, unit_id: UnitId) -> None:
    """``MP-22``  Set up a unit wholly within 9" of an edge that its player picks."""
    game.do(marked("MP-22", unit_id, HANDLED))
    table, unit = game.table, game.table.units[unit_id]
    enemy = table.enemy(unit.side)
    zone = table.board.zone(table.zones[enemy]).outline
    away = zone, 0.0
    edges = strips(table.board)

    def fits(strip: Polygon) -> bool:
        return has_room(table, arrangement(table, "MP-22", unit_id, strip, away))

    free = [n for n, strip in edges.items() if not _lies_in(strip, zone) and fits(strip)]
    if not free:
        game.do(Acted("MP-22", unit_id, Act.FINDS_NO_ROOM))
        return
    edge = free[0]
    if len(free) > 1:
        full = Refusal("no room for the unit there", "MP-22")
        edge = await Choose(
            unit.side,
            clause="MP-22",
            asks=f"{unit.name}: arrive at which edge?",
            options=tuple(_edge(name) for name in free),
            greyed=tuple((_edge(name), full) for name in edges if name not in free),
            about=unit_id,
            kind=MatchedKind.EDGE,
        )
    await arrive(game, "MP-22", unit_id, edges[edge], away)


def _lies_in(strip: Polygon, zone: Polygon) -> bool:
    """Return whether all corners of a strip are in a zone; a search for room would be slow."""
    return all([off_polygon(corner, zone) <= EPSILON for corner in strip])


def _edge(name: str) -> Option:
    return Option(name, f"The {name} edge", "MP-22", does=f"Arrive at the {name} edge")


def strips(board: Board) -> dict[str, Polygon]:
    """``MP-22``  Return the area within 9" of each edge of the table."""
    wide, high = board.width, board.height
    return {
        "north": _box(0.0, 0.0, wide, min(DEEP, high)),
        "east": _box(max(0.0, wide - DEEP), 0.0, wide, high),
        "south": _box(0.0, max(0.0, high - DEEP), wide, high),
        "west": _box(0.0, 0.0, min(DEEP, wide), high),
    }


def _box(left: float, top: float, right: float, low: float) -> Polygon:
    corners = ((left, top), (right, top), (right, low), (left, low))
    return tuple(Point(x, y) for x, y in corners)


MEETING_PHASES = (
    Phase("contingents", clause="MP-22", todo=splitting, when=When.SETUP, before="deployment"),
    Phase("arrivals", "MP-22", arriving, before="psychic"),
)
MEETING_BATTLE = Twist(
    MEETING,
    name="Meeting battle",
    clause="MP-22",
    words="Each army comes in three contingents",
    phases=MEETING_PHASES,
    now=to_come,
)
