"""The movement phase: ``MC-04`` to ``MC-06``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.geometry.points import Disc, gap, length
from game.play.decisions import PASS, Choose, Option, Refusal, passing
from game.play.footing import Clauses
from game.play.game import Game, Look, Step
from game.play.march import March
from game.play.names import listed
from game.play.paths import Going, Moves
from game.rules.kit.deeds import Attempt
from game.rules.kit.going import go
from game.rules.kit.marks import HANDLED, MOVED
from game.rules.kit.nearness import enemy_within
from game.rules.kit.rolls import Roll, roll
from game.rules.modern.moments import (
    ADVANCE,
    ADVANCED,
    FELL_BACK,
    REFUSED,
    UNIT_MOVED,
    Went,
    marked,
)
from game.rules.modern.traits import trait
from game.table.events import Act, Acted, PhaseOver
from game.table.records import ModelId, Side, Unit, UnitId
from game.table.state import Table

CLAUSES = Clauses(move="MC-04", chain="MC-04", table="MC-04", ground="MC-04")
AWAY = Clauses(move="MC-06", chain="MC-04", table="MC-04", ground="MC-04")
COHERENCY = 2.0
NEAR = 1.0
"""Inches: with an enemy so near a unit is in a fight."""
WAYS = 32
"""So many ways out are tried for whoever asks how to get away."""
OFF = NEAR + 1e-6
"""How far movers keep off enemies: an inch exactly is within an inch."""


def movement(table: Table) -> Step | None:
    """Return what is left to do: any unit may still move that has not."""
    side = table.clock.side
    assert side
    return move if not table.clock.over and ready(table, side) else None


def ready(table: Table, side: Side) -> list[Unit]:
    """Return the units that may still move; who arrived has moved (``MC-07``)."""
    return [u for u in table.fielded(side) if not u.mark(HANDLED) and not u.mark(MOVED)]


def engaged(table: Table, who: UnitId) -> bool:
    """``MC-06``, ``MC-12``, ``MC-20``  Return whether an enemy is within 1" of a unit."""
    return enemy_within(table, who, NEAR)


async def move(game: Game) -> None:
    """``MC-04``  The active side picks a unit and moves it, or ends the phase."""
    table, side = game.table, game.table.clock.side
    assert side
    options, greyed = list[Option](), list[tuple[Option, Refusal]]()
    for unit in table.fielded(side):
        option = Option(unit.id, unit.name, _clause(table, unit.id), unit.id)
        if unit.mark(HANDLED):
            continue
        if unit.mark(MOVED):
            greyed.append((option, Refusal(f"{unit.name} arrived and has moved", "MC-07")))
        elif no := next(REFUSED.of(game, Attempt(unit.id, _act(table, unit.id))), None):
            greyed.append((option, no))
        else:
            options.append(option)
    ends = passing("End the Movement phase", "MC-02")
    asks = "Which unit moves next?"
    answer = await Choose(side, "MC-04", asks, (*options, ends), tuple(greyed), kind="unit")
    if answer == PASS:
        for option in options:
            game.do(Acted(option.clause, UnitId(option.id), Act.STAYS))
        game.do(PhaseOver("MC-02"))
    elif engaged(table, UnitId(answer)):
        await fall_back(game, UnitId(answer))
    else:
        await _move_on(game, UnitId(answer))


def _clause(table: Table, who: UnitId) -> str:
    return "MC-06" if engaged(table, who) else "MC-04"


def _act(table: Table, who: UnitId) -> Act:
    return Act.FALLS_BACK if engaged(table, who) else Act.MOVES


async def _move_on(game: Game, who: UnitId) -> None:
    """``MC-04``, ``MC-05``  The unit moves as usual, or advances."""
    unit = game.table.units[who]
    far = max([trait(game, m, "m").now for m in game.table.of(who)])
    normal = Option("move", f'Move up to {far}"', "MC-04", who)
    faster = Option("advance", f'Advance: {far}" and a die more', "MC-05", who)
    no = next(REFUSED.of(game, Attempt(who, Act.ADVANCES)), None)
    answer = await Choose(
        unit.side,
        "MC-05",
        f"{unit.name}: move or advance?",
        (normal,) if no else (normal, faster),
        ((faster, no),) if no else (),
        about=who,
        kind="pace",
    )
    if answer == normal.id:
        await _march(game, "MC-04", who, Act.MOVES, 0, f"Move {unit.name}")
    else:
        await advance(game, who)


async def advance(game: Game, who: UnitId) -> None:
    """``MC-05``  Add d6 inches to the move of the whole unit."""
    unit = game.table.units[who]
    reasons = tuple(ADVANCE.of(game, who))
    cast = await roll(
        game, 1, Roll("MC-05", unit.side, "advance", 0, who, reasons=reasons, total=True)
    )
    game.do(marked("MC-05", who, ADVANCED))
    more = max(0, cast.sum + sum([r.amount for r in reasons]))
    asks = f'Advance with {unit.name}: {more}" more'
    await _march(game, "MC-05", who, Act.ADVANCES, more, asks)


async def _march(game: Game, clause: str, who: UnitId, act: Act, more: int, asks: str) -> None:
    moves = await March(
        game.table.units[who].side,
        clause,
        asks,
        unit=who,
        goings=goings(game, who, more),
        clauses=CLAUSES,
        keep_off=OFF,
        chain=COHERENCY,
    )
    await carry_out(game, clause, who, act, moves)


def goings(look: Look, who: UnitId, more: int = 0) -> dict[ModelId, Going]:
    """``MC-04``  How far each model of a unit may go: M and *more* inches."""
    return {
        m.id: Going(float(trait(look, m, "m").now + more), over=m.profile.has("FLY"))
        for m in look.table.of(who)
    }


async def fall_back(game: Game, who: UnitId) -> None:
    """``MC-06``  The unit stays, or falls back until no enemy is within 1"."""
    unit = game.table.units[who]
    moves = await FallBack(
        unit.side,
        "MC-06",
        f"{unit.name}: fall back, or stay in the fight",
        unit=who,
        goings=goings(game, who),
        clauses=AWAY,
        keep_off=OFF,
        chain=COHERENCY,
    )
    if any(length(path) for _, path in moves):
        game.do(marked("MC-06", who, FELL_BACK))
    await carry_out(game, "MC-06", who, Act.FALLS_BACK, moves)


async def carry_out(game: Game, clause: str, who: UnitId, act: Act, moves: Moves) -> None:
    """Move the models as a march says; note that the unit had its turn, and that it moved."""
    moves = tuple([move for move in moves if length(move[1])])
    game.do(marked("MC-02", who, HANDLED))
    if moves:
        game.do(marked("MC-14", who, MOVED))
    game.do(Acted(clause, who, act if moves else Act.STAYS))
    for model, path in moves:
        go(game, clause, model, path)
    await UNIT_MOVED.has_come(game, Went(who, act if moves else Act.STAYS, moves))


@dataclass(frozen=True, slots=True)
class FallBack(March):
    """``MC-06``  A move that leaves no enemy within 1" of any model; or none at all."""

    def ends_wrong(
        self, table: Table, stands: Mapping[ModelId, Disc], moves: Moves
    ) -> Refusal | None:
        """Say what is wrong with where the unit ends as a whole."""
        if not any(length(path) for _, path in moves):
            return None
        foes = [foe.disc for foe in table.standing(table.enemy(self.by))]
        caught = [
            m.id
            for m in table.of(self.unit)
            if any([gap(stands[m.id], foe) < OFF - 1e-9 for foe in foes])
        ]
        if caught:
            return Refusal(f'{listed(caught)} would still be within 1" of an enemy', "MC-06")
        return super(FallBack, self).ends_wrong(table, stands, moves)

    def _fix(self, table: Table, answer: Moves) -> list[list[Any]] | None:
        """Return the nearest legal answer that can be found: else some way out, if any."""
        fix = super(FallBack, self)._fix(table, answer)
        return fix or next((way for way in self.samples(table, WAYS) if way), None)

    def sample(self, table: Table, k: int, n: int) -> list[list[Any]] | None:
        """Return the k-th of a spread of moves; None where it does not get the unit away."""
        told = super(FallBack, self).sample(table, k, n)
        return told if not told or self._legal(table, self.read(told)) else None
