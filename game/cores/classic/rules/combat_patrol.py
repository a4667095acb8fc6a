"""The mission Combat patrol (``MI-03``).

Units that are destroyed and markers that are held count at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from game.cores.classic.rules.deployment import beginning, unit_by_unit
from game.cores.classic.rules.unit_state import is_falling_back, is_locked
from game.cores.classic.rules.zone_faults import two_zones
from game.cores.kit.battle_end import destroyed_units, end_by, end_without, has_models
from game.cores.kit.coherency import is_astray
from game.cores.kit.declarations import Mission
from game.cores.kit.modules import Module
from game.cores.kit.queries import FACTS
from game.cores.kit.score import Score
from game.cores.kit.zones_and_turns import pick_zone
from game.geometry.limits import is_within
from game.geometry.points import Disc, gap
from game.play.game import Game, GameView, Step
from game.play.log.wording import unit_does, unit_name
from game.play.phases import END, NEXT, Phase, Todo, When, end_of_game
from game.table.board import ObjectiveMarker
from game.table.events import PhaseOver, Reason, Scored
from game.table.records import Model, Side, many
from game.table.state import Table

PATROL = "MI-03"


HOLDS = 3.0
PER_UNIT = 1
PER_MARKER = 2


def combat_patrol(options: Mapping[str, Any]) -> Module:
    """``MI-03``  Return the mission: set-up, scout moves, and points after the last turn."""
    turns = int(options.get("turns", 6))
    return Module(
        "combat_patrol",
        phases=(
            *beginning(PATROL, pick_zone, partial(unit_by_unit, clause=PATROL)),
            Phase("tally", PATROL, tallying(turns), when=When.END, then=(NEXT, END)),
        ),
        interrupts=(end_of_game("wiped out", PATROL, wiped_out),),
        hooks=(FACTS.gets(facts),),
        unfit=partial(two_zones, clause=PATROL),
    )


def wiped_out(table: Table) -> Step | None:
    """``MI-03``  End the battle when a side has no models left: it loses at once."""
    gone = [side for side in table.sides if not has_models(table, side)]
    lose = partial(end_without, clause=PATROL, gone=gone, reason="no models left")
    return lose if gone else None


def tallying(turns: int) -> Todo:
    """``MI-03``  Return a phase that counts the points at the end of the last turn."""
    return lambda table: tally_patrol if table.clock.round >= turns else go_on


async def go_on(game: Game) -> None:
    game.do(PhaseOver(PATROL))


async def tally_patrol(game: Game) -> None:
    """``MI-03``  Score 1 point for each enemy unit destroyed, 2 for each marker held."""
    table = game.table
    for side in table.sides:
        for unit in destroyed_units(table, side):
            game.do(Scored(PATROL, side, PER_UNIT, unit.id))
    for marker in table.board.markers:
        if holder := holder_of(table, marker):
            game.do(Scored(PATROL, holder, PER_MARKER, marker.id))
    end_by(game, PATROL, table.scores, "points")


def holder_of(table: Table, marker: ObjectiveMarker) -> Side | None:
    """``MI-03``  Return the side that holds a marker; None if no side does.

    It needs a steady unit within 3 inches, and no enemy within 3 inches.
    """
    near = _near(table, marker)
    sides = {m.side for m in near}
    if len(sides) != 1:
        return None
    return near[0].side if any(_steady(table, m) for m in near) else None


def _near(table: Table, marker: ObjectiveMarker) -> list[Model]:
    spot = Disc(marker.at, 0.0)
    return [m for m in table.standing() if is_within(gap(m.disc, spot), HOLDS)]


def facts(view: GameView, what: str) -> Iterator[Reason]:
    """``MI-03``  Yield why a side holds a marker, or why neither does."""
    for marker in [marker for marker in view.table.objectives if marker.id == what]:
        yield Reason(0, _why(view.table, _near(view.table, marker)), PATROL)


def _why(table: Table, near: Sequence[Model]) -> str:
    """``MI-03``  Return the reason that the models near a marker give."""
    if not near:
        return f'Nobody within {HOLDS:g}"'
    if len({m.side for m in near}) > 1:
        return f'Both sides within {HOLDS:g}"'
    steady = next((m for m in near if _steady(table, m)), None)
    unit = table.units[(steady or near[0]).unit]
    if steady:
        return f'{unit_name(table, unit)} within {HOLDS:g}"'
    if is_locked(unit):
        return unit_does(table, unit, "is locked in combat")
    if is_falling_back(unit):
        return unit_does(table, unit, "is falling back")
    return unit_does(table, unit, "is out of coherency")


def _steady(table: Table, model: Model) -> bool:
    unit = table.units[model.unit]
    return not (is_falling_back(unit) or is_locked(unit) or is_astray(table, model))


def _points(table: Table, side: Side) -> int:
    """``MI-03``  Return a side's points; before they are scored, those that it would score."""
    if any(table.scores.values()):
        return table.scores.get(side, 0)
    return sum([points for points, _ in _unpaid(table, side)])


def _unpaid(table: Table, side: Side) -> Iterator[tuple[int, str]]:
    """``MI-03``  Yield the points that a side would score now, each with its unit or marker."""
    if any(table.scores.values()):
        return
    for marker in table.objectives if table.clock.round else ():
        if holder_of(table, marker) == side:
            yield PER_MARKER, marker.id
    for unit in destroyed_units(table, side):
        yield PER_UNIT, unit.id


PATROL_MISSION = Mission(
    combat_patrol,
    ("classic", "modern"),
    Score(
        goals=(
            (f"Control markers {{end}}: {many(PER_MARKER, 'point')} each.", PATROL),
            (f"Destroy enemy units: {many(PER_UNIT, 'point')} each.", PATROL),
        ),
        counts=_points,
        unpaid=_unpaid,
        unscored="not scored yet",
        holder_of=holder_of,
    ),
)
