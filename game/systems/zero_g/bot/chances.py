"""Terms of the chances in a battle without gravity.

They are those of any battle, with nerve, drift and containers.
"""

from __future__ import annotations

from math import sqrt

from game.bots.chances import battle
from game.bots.chances.battle import BattleTerms, Terms, near
from game.geometry.points import distance, vector_of_heading
from game.geometry.polygons import off_segment
from game.geometry.sweeps import sweep
from game.physics.travel import distance_to_edge
from game.play.game import GameView
from game.systems.zero_g.rules.adrift import PLUCK
from game.systems.zero_g.rules.container_exits import CARGO
from game.systems.zero_g.rules.mobility import is_free
from game.table.records import Model, Side

NAMES = (*battle.NAMES, "nerve", "drifting", "cargo")
DRIFT = 3.7
"""Mean inches that a model drifts in a turn for each of its arrows."""
TURNS_AHEAD = 2.0
"""Turns of drift that are looked ahead."""


class VoidTerms(BattleTerms):
    """Computes the terms of one position."""

    def of(self, side: Side) -> Terms:
        table, late = self.view.table, sqrt(1.0 + self.turns)
        mine = table.standing(side)
        limit = next(iter(PLUCK.of(self.view, side)), None)
        drifting = sum([self._lost(m) for m in mine]) / max(1, len(mine))
        return {
            **super().of(side),
            "nerve": 0.0 if limit is None else -float(len(mine) <= limit),
            "drifting": -drifting * self.forces[side].value,
            "cargo": self._cargo(side) / late,
        }

    def _lost(self, model: Model) -> float:
        """Return roughly the chance that a model drifts off the table soon."""
        if not model.arrows or is_free(model):
            return 0.0
        board, along = self.view.table.board, vector_of_heading(model.heading)
        rim = distance_to_edge(model.at, along, (board.width, board.height))
        far = TURNS_AHEAD * DRIFT * model.arrows
        if rim >= far or sweep(model.at, along, rim, model.base, board.walls, {}):
            return 0.0
        return 1.0 - rim / far

    def _cargo(self, side: Side) -> float:
        """Return the points of containers at hand: held ones near home, others nearby."""
        table, found = self.view.table, 0.0
        mine = {m.id: m for m in table.standing(side)}
        for cargo in CARGO.of(self.view, side):
            piece = table.pieces[cargo.piece]
            home = near(min([off_segment(piece.at, e) for e in cargo.exits], default=99.0))
            if piece.holder is None:
                off = min([distance(m.at, piece.at) for m in mine.values()], default=99.0)
                found += cargo.value * near(off) * home
            elif piece.holder in mine:
                found += cargo.value * (1.0 + home)
        return found


def terms(view: GameView) -> Terms:
    """Return the terms of a battle without gravity."""
    return VoidTerms(view).terms()
