"""The score if the game ended now, for every mission."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

from game.play.lazy_imports import EntryPoints
from game.rules.matched.victory import Bonus
from game.rules.missions import combat_patrol, crossing
from game.rules.missions.shared import kills
from game.rules.pursuit.state import left
from game.table.board import ObjectiveMarker
from game.table.records import Side
from game.table.state import Table

HolderOf: TypeAlias = Callable[[Table, ObjectiveMarker], Side | None]


@dataclass(frozen=True, slots=True)
class Prices:
    """Points that a mission pays for held markers and for destroyed units."""

    holder_of: HolderOf
    marker: int
    unit: int
    clause: str


MISSIONS: Mapping[str, Prices] = {
    "combat_patrol": Prices(
        combat_patrol.holder_of, combat_patrol.PER_MARKER, combat_patrol.PER_UNIT, "MI-03"
    )
}


class ScoreUnit(NamedTuple):
    """The unit of the sides' numbers where they are not points."""

    noun: str
    clause: str
    has_sheet: bool = False
    """Whether a score sheet shows them by turn."""


PURSUIT = "pursuit"
CAGE = "cage"
SCORE_UNITS: Mapping[str, ScoreUnit] = {
    PURSUIT: ScoreUnit("models left", "PU-05"),
    CAGE: ScoreUnit("bouts won", "TC-30"),
    "adrift": ScoreUnit("kills", "MI-04", has_sheet=True),
}
"""By mission or, without one, by system."""
MATCHED: Mapping[str, tuple[Bonus, ...]] = EntryPoints(
    {
        "vital_intelligence": "game.rules.missions.vital_intelligence:BONUSES",
        "beachhead": "game.rules.missions.beachhead:BONUSES",
        "no_mercy": "game.rules.missions.no_mercy:BONUSES",
        "visions_of_victory": "game.rules.missions.visions_of_victory:BONUSES",
        "tactical_escalation": "game.rules.missions.tactical_escalation:BONUSES",
        "deadlock": "game.rules.missions.deadlock:BONUSES",
    }
)
"""Missions of matched play, with the bonuses scored at their end."""
HOLDER_OF: Mapping[str, HolderOf] = EntryPoints(
    {"matched play": "game.rules.matched.objective_markers:controller"}
)
TALLY = "tally"
"""Name of the phase that adds the points scored at the end."""
GOALS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "nest": (
        (
            (
                'Wardens: end your Assault phase with a model within 2" of the nest, and not in'
                " combat, to place a charge. Three charges win."
            ),
            "MI-01",
        ),
        (
            (
                "Brood: wipe out the Wardens, or keep them from placing a third charge."
                " {End}, the Brood wins."
            ),
            "MI-01",
        ),
        ("Beware the flood: it comes once, between turns 2 and 5.", "FF-06"),
    ),
    "crossing": (
        ("Leave by the exit at the far end: 1 point for each model.", "MI-02"),
        ("Destroy enemy units: 1 point each.", "MI-02"),
        ("Beware the flood: it comes once, between turns 2 and 5.", "FF-06"),
    ),
    "adrift": (
        ("Be the last side on the table. {End}, most kills wins.", "MI-04"),
        ("A model that drifts off the table counts as killed.", "ZG-14"),
    ),
    PURSUIT: (
        ("Riders: get one rider out through the Arrival, or kill the whole swarm.", "PU-05"),
        ("Swarm: kill every rider. If neither has won {end}, it is a draw.", "PU-05"),
        ("Anyone carried over the rear edge is lost.", "PU-15"),
    ),
    CAGE: (
        ("Wound the other champion until it has no wounds left.", "TC-30"),
        ("Or push it out of the outer ring: it loses at once.", "TC-23"),
        ("Turns without an attack may end the bout: then both lose.", "TC-31"),
    ),
    "vital_intelligence": (
        ("Control markers at the end of each round: 1 point, 2 for the active one.", "MP-36"),
    ),
    "beachhead": (
        ("At the start of your turn, from round 2: your own marker scores 1 point,", "MP-37"),
        ("the centre 2, the one in the enemy's zone 3.", "MP-37"),
    ),
    "visions_of_victory": (
        ("Achieve objectives by the end of your turns. You hold up to 4 at a time.", "MP-39"),
        ("You roll two at a time; the enemy picks which one you get.", "MP-41"),
    ),
    "tactical_escalation": (
        (
            (
                "Achieve objectives by the end of your turns."
                " You hold as many as the round number."
            ),
            "MP-39",
        ),
        (
            "Objectives of your priority score 1 more; discarding one costs 1 point.",
            "MP-42",
        ),
    ),
    "deadlock": (
        (
            "Achieve objectives by the end of your turns: 6 in round 1, one fewer each round.",
            "MP-43",
        ),
        ("From round 3 stratagems cost double.", "MP-43"),
    ),
    "salvage": (
        ("Carry a container off over your own edge: 3 points.", "MI-05"),
        ("Kill an enemy: 1 point. Most points {end} win.", "MI-05"),
    ),
}
"""Goals of a mission, a line each with its clause, except bonuses at the end."""


def has_sheet(mission: str) -> bool:
    """Return whether a mission has a score sheet."""
    unit = SCORE_UNITS.get(mission)
    return unit is None or unit.has_sheet


def score_label(mission: str) -> str:
    """Return the label of the sides' numbers if no score sheet explains them, else ``""``."""
    if has_sheet(mission):
        return ""
    noun, clause, _ = SCORE_UNITS[mission]
    return f"{noun[:1].upper()}{noun[1:]} ({clause})"


def holders(mission: str, table: Table) -> dict[str, Side]:
    """Return the side that holds each objective marker, by the marker's id."""
    prices = MISSIONS.get(mission)
    if (mission not in MATCHED and prices is None) or table.clock.round == 0:
        return {}
    holder_of = prices.holder_of if prices else HOLDER_OF["matched play"]
    found = {m.id: holder_of(table, m) for m in table.objectives}
    return {id_: side for id_, side in found.items() if side is not None}


def points(mission: str, table: Table) -> dict[Side, int]:
    """Return the points of each side as if the battle ended now."""
    if counts := COUNTED.get(mission):
        return {side: counts(table, side) for side in table.sides}
    counted = table.clock.phase == TALLY or table.result is not None
    if (more := AT_THE_END.get(mission)) and not counted:
        return {side: table.scores.get(side, 0) + more(table, side) for side in table.sides}
    prices = MISSIONS.get(mission)
    if prices is None or any(table.scores.values()):
        return {side: table.scores.get(side, 0) for side in table.sides}
    held = [*holders(mission, table).values()]
    return {
        side: prices.marker * held.count(side) + prices.unit * _destroyed(table, side)
        for side in table.sides
    }


def mission_goals(mission: str, turns: int) -> tuple[tuple[str, str], ...]:
    """Return the goals of a mission, a line each with its clause; *turns*: number of turns."""
    end = f"after turn {turns}" if turns else "at the end"
    prices = MISSIONS.get(mission)
    if prices is None:
        bonuses = tuple((bonus.words, bonus.clause) for bonus in MATCHED.get(mission, ()))
        found = (*GOALS.get(mission, ()), *bonuses)
        ends = {"end": end, "End": end.capitalize()}
        return tuple((words.format(**ends), clause) for words, clause in found)
    return (
        (f"Control markers {end}: {_points(prices.marker)} each.", prices.clause),
        (f"Destroy enemy units: {_points(prices.unit)} each.", prices.clause),
    )


def _points(number: int) -> str:
    return f"{number} point" if number == 1 else f"{number} points"


def _bouts(table: Table, side: Side) -> int:
    won = table.result is not None and table.result.winner == side
    return max(table.scores.get(side, 0), int(won))


def _with_bonuses(table: Table, side: Side, *, mission: str) -> int:
    """``MP-31``  Return the points of a side, including those due at the end of the game."""
    scored = table.scores.get(side, 0)
    if table.clock.round == 0 or table.result is not None:
        return scored
    return scored + sum(points for b in MATCHED[mission] for points, _ in b.earned(table, side))


def _wiped_out(table: Table, by: Side) -> int:
    enemies = [u for u in table.units.values() if u.side != by]
    return sum(crossing.is_wiped_out(table, u) for u in enemies) if table.clock.round else 0


def _destroyed(table: Table, by: Side) -> int:
    """Return the number of enemy units that a side has destroyed."""
    enemies = [u for u in table.units.values() if u.side != by]
    return sum(combat_patrol.is_destroyed(table, u) for u in enemies)


def _killed(table: Table, by: Side) -> int:
    return kills(table, by) if table.clock.round else 0


COUNTED: Mapping[str, Callable[[Table, Side], int]] = {
    PURSUIT: left,
    CAGE: _bouts,
    "adrift": _killed,
    **{mission: partial(_with_bonuses, mission=mission) for mission in MATCHED},
}
"""The score of a side in missions in which it is not simply the points scored."""
AT_THE_END: Mapping[str, Callable[[Table, Side], int]] = {
    "salvage": _killed,
    "crossing": _wiped_out,
}
"""Points that a side scores only at the end of the battle, as of now."""
UNSCORED: Mapping[str, str] = {
    "adrift": "kills",
    "salvage": "kills",
    "crossing": "enemy units destroyed",
    "combat_patrol": "not scored yet",
}
"""Label of points that are in no event if the battle ends before they are scored."""
