"""The twists: the table, rolling on it, and the meeting battle (MP-11, MP-22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from typing import Any

from game.cores.kit.core import Core
from game.cores.kit.declarations import AddOn
from game.cores.kit.hooks import HookHandler
from game.cores.kit.marks import HANDLED, HELD, marked
from game.cores.kit.modules import Caution, Module
from game.cores.kit.queries import BANNERS, BattleBanner
from game.cores.modern.rules.reinforcements import arrangement, arrive, has_room
from game.geometry.points import EPSILON, Point
from game.geometry.polygons import Polygon, off_polygon
from game.play.decisions import Choose, Option, Refusal, sorted_options
from game.play.game import Game, GameView, Step
from game.play.phases import Phase, When, once
from game.systems.matched.rules import twist_effects
from game.systems.matched.rules.twist_effects import PAGE, TwistState, is_on, phase_during
from game.systems.matched.rules.zones_and_markers import MatchedKind
from game.table.board import Board
from game.table.events import Act, Acted, Announced, Marked
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


def units_of(table: Table, side: Side) -> list[Unit]:
    return [unit for unit in table.units.values() if unit.side == side]


def splitting(table: Table) -> Step | None:
    """``MP-22``  Return the step for the next unit that is in no contingent yet, or None."""
    if not is_on(table, twist_effects.MEETING):
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
        game.do(Marked("MP-22", unit_id, Mark(HELD, about=answer)))


def to_come(table: Table) -> str:
    """Return the number of units still to come, in words; empty before the battle."""
    if not table.clock.round:
        return ""
    many = len([u for u in table.units.values() if u.mark(HELD) and u.mark(CONTINGENT)])
    return f"{many} to come" if many else "all have arrived"


def arriving(table: Table) -> Step | None:
    """``MP-22``  Return the arrival of the next unit with a contingent that is due, or None."""
    side, clock = table.clock.side, table.clock
    if not is_on(table, twist_effects.MEETING):
        return None
    for unit in table.units.values():
        if unit.side == side and is_due(unit, clock.round) and not unit.mark(HANDLED):
            return partial(bring_on, unit_id=unit.id)
    return None


def is_due(unit: Unit, round_: int) -> bool:
    """``MP-22``  Return whether a unit is held back and its contingent is due by now."""
    held = unit.mark(HELD)
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
    return Option(name, f"The {name} edge", "MP-22")


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


@dataclass(frozen=True, slots=True)
class Twist:
    """One line of the table of ``MP-11``."""

    number: int
    """Its total of 2d6."""
    name: str
    clause: str
    _: KW_ONLY
    words: str
    """Its effect, in a line."""
    hooks: tuple[HookHandler, ...] = ()
    phases: tuple[Phase, ...] = ()


_ALL = (
    Twist(
        twist_effects.HEALS,
        name="Restoratives",
        clause="MP-12",
        words="At the start of each turn a model of the player's regains d3 wounds",
        phases=twist_effects.HEAL_PHASES,
    ),
    Twist(
        twist_effects.RAIN,
        name="Acid rain",
        clause="MP-13",
        words="-1 to hit in shooting, -1 to advances and charges, while it rains",
        hooks=twist_effects.ACID_RAIN,
        phases=twist_effects.RAIN_PHASES,
    ),
    Twist(
        twist_effects.STORM,
        name="Warp storm",
        clause="MP-14",
        words="+1 to psychic and deny tests; perils cost a mortal wound more",
        hooks=twist_effects.WARP_STORM,
    ),
    Twist(
        twist_effects.EAGER,
        name="Eager for the fight",
        clause="MP-15",
        words='+2" M, +1 to advances and charges',
        hooks=twist_effects.EAGER_FOR_THE_FIGHT,
    ),
    Twist(
        twist_effects.FRENZY,
        name="Battle frenzy",
        clause="MP-16",
        words="+1 A",
        hooks=twist_effects.BATTLE_FRENZY,
    ),
    Twist(
        twist_effects.DIM,
        name="Low visibility",
        clause="MP-17",
        words='To hit in shooting: -1 beyond 12", -2 beyond 24", -3 beyond 36"',
        hooks=twist_effects.LOW_VISIBILITY,
        phases=twist_effects.LIGHT_PHASES,
    ),
    Twist(
        twist_effects.GRUDGE,
        name="Grudge match",
        clause="MP-18",
        words="No Morale tests",
        hooks=twist_effects.GRUDGE_MATCH,
    ),
    Twist(
        twist_effects.DEBRIS,
        name="Orbital debris",
        clause="MP-19",
        words="At the start of each turn three dice: an enemy unit is struck for each 6",
        phases=twist_effects.DEBRIS_PHASES,
    ),
    Twist(
        twist_effects.FOG,
        name="Fog of war",
        clause="MP-20",
        words="Who would arrive during the battle is delayed on 1-2",
        hooks=twist_effects.FOG_OF_WAR,
    ),
    Twist(
        twist_effects.NIGHT,
        name="Dead of night",
        clause="MP-21",
        words=f'At first shots and powers reach {twist_effects.AT_FIRST}" at most',
        hooks=twist_effects.DEAD_OF_NIGHT,
        phases=twist_effects.NIGHT_PHASES,
    ),
    Twist(
        twist_effects.MEETING,
        name="Meeting battle",
        clause="MP-22",
        words="Each army comes in three contingents",
        phases=MEETING_PHASES,
    ),
)
TWISTS: Mapping[int, Twist] = {twist.number: twist for twist in _ALL}
"""All twists, by their total of 2d6."""


ROLLED = 1
"""Option value that leaves it to the dice; 0 is no twist, from 2 on it is the twist."""


def twist(options: Mapping[str, Any], core: Core) -> Module:
    """``MP-11`` to ``MP-22``  Return the module of one twist, by 2d6 or by choice.

    If it is chosen, the hooks and phases of the others are left out.
    """
    chosen = int(options.get("twist", ROLLED))
    may_be = list(TWISTS.values()) if chosen == ROLLED else [TWISTS[chosen]]
    return Module(
        "twist",
        hooks=(BANNERS.gets(banner), *(hook for one in may_be for hook in one.hooks)),
        phases=(
            once(
                "twist",
                "MP-11",
                lambda game: come(game, chosen),
                When.SETUP,
                before="deployment",
            ),
            *(phase_during(one.number, phase) for one in may_be for phase in one.phases),
        ),
        page=PAGE,
        cautions=lambda _: _cautions(options, chosen),
    )


async def come(game: Game, chosen: int) -> None:
    """``MP-11``  Roll 2d6 for the twist before the battle, or take the choice."""
    number = chosen
    if chosen == ROLLED:
        faces = game.throw("MP-11", game.table.sides[0], "twist", 2, total=True)
        number = sum(faces)
    game.do(PAGE.write("MP-11", TwistState(number)))
    one = TWISTS[number]
    game.do(Announced(one.clause, f"The twist is {one.name.lower()}: {one.words}"))


def _cautions(options: Mapping[str, Any], chosen: int) -> Sequence[Caution]:
    """``MP-20``  Warn of fog if no unit arrives during the battle."""
    if chosen != twist_effects.FOG or options.get("reinforcements"):
        return ()
    return (Caution("Fog changes nothing while Reinforcements are off", "MP-20"),)


def banner(view: GameView, subject: None) -> Iterator[BattleBanner]:
    """Yield the twist that is in force, and its current state."""
    if one := TWISTS.get(PAGE.of(view.table).number):
        yield BattleBanner(one.name, one.clause, one.words, state(view.table, one))


def state(table: Table, one: Twist) -> str:
    """Return the current state of a twist in a word or two; empty if it never changes."""
    match one.number:
        case twist_effects.RAIN:
            return "raining" if PAGE.of(table).raining else "dry"
        case twist_effects.NIGHT:
            return f'to {twist_effects.limit(table)}"'
        case twist_effects.MEETING:
            return to_come(table)
        case _:
            return ""


TWIST = AddOn(twist, "MP-11", ("matched",))
