"""Terms of the chances in a bout."""

from __future__ import annotations

from math import log

from game.bots.chances.battle import Terms
from game.play.game import GameView
from game.systems.cage.rules.bout_position import Fighter, Position, champion_of, position_of
from game.systems.cage.rules.champion_stats import ChampionStats, kind_of
from game.systems.cage.rules.floor import bearing_to
from game.systems.cage.table import floor_of
from game.table.records import Where
from game.table.state import Table

NAMES = ("bouts", "wounds", "pace", "arms", "initiative", "actions", "inner", "rim", "faces")
"""Names of the terms; each is the first side's advantage."""
SLOWEST = 0.02
"""Least pace of a champion, in wounds a game turn."""


def terms(view: GameView) -> Terms:
    """Return the terms of a bout; before the champions are picked only those of the match."""
    table = view.table
    one, other = table.sides
    bouts = {"bouts": float(table.scores.get(one, 0) - table.scores.get(other, 0))}
    if any(_is_missing(table, n) for n in (0, 1)):
        return bouts
    at = position_of(table)
    champions = [champion_of(table, side) for side in table.sides]
    kinds = kind_of(view, *champions), kind_of(view, *champions[::-1])
    mine, theirs = (_of_seat(table, at, kinds, seat) for seat in (0, 1))
    return bouts | {term: mine[term] - theirs[term] for term in mine}


def _is_missing(table: Table, seat: int) -> bool:
    mine = [m for m in table.models.values() if m.side == table.sides[seat]]
    return all(m.where is Where.RESERVE for m in mine)


def _of_seat(
    table: Table, at: Position, kinds: tuple[ChampionStats, ChampionStats], seat: int
) -> Terms:
    """Return the terms of one champion."""
    me, foe, kind = at.fighters[seat], at.fighters[1 - seat], kinds[seat]
    floor = floor_of(table.board)
    bearing = bearing_to(at.stance(floor, seat), foe.cell)
    return {
        "wounds": max(0, me.wounds) / 3,
        "pace": log(max(0.5, me.wounds) * _pace(kind, kinds[1 - seat], me, foe)),
        "arms": (len(kind.arms) - len(me.lying)) / max(1, len(kind.arms)),
        "initiative": float(table.first == table.sides[seat]),
        "actions": kind.actions / 10,
        "inner": -me.cell.ring / floor.outer,
        "rim": -float(me.cell.ring == floor.outer),
        "faces": float(bearing is not None and bearing in kind.reach(me.lost)),
    }


def _pace(kind: ChampionStats, foe_kind: ChampionStats, me: Fighter, foe: Fighter) -> float:
    """Return roughly the wounds that a champion takes off the other in a game turn."""
    arms = kind.in_hand(me.lost)
    most = max([a.foe.wounds * (max(1, foe.wounds) if a.foe.outright else 1) for a in arms])
    skill = 1.5 if kind.ws > foe_kind.ws else 0.6 if kind.ws < foe_kind.ws else 1.0
    return max(SLOWEST, most * skill * min(kind.actions, kind.attacks + (len(arms) > 1)))
