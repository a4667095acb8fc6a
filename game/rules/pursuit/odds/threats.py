"""What rolls toward a fig, and how far it may slow down: ``PU-08``, ``PU-11``, ``PU-14``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.geometry.points import Disc
from game.geometry.sweeps import NO_WALLS, sweep
from game.play.game import GameView
from game.rules.classic.unit_state import pierces, to_wound
from game.rules.classic.wounds import Hit, is_slain
from game.rules.kit.core_api import trait
from game.rules.kit.probability import NONE, Spread, chance_of_face, mixture
from game.rules.pursuit.figs import mines as clusters
from game.rules.pursuit.figs.harm import STRENGTH
from game.rules.pursuit.roll_back import dues, to_rear
from game.rules.pursuit.state import chase_of
from game.rules.pursuit.street_pieces import is_impassable, is_on, meets_at, mines
from game.table.pieces import ROLL, Piece, PieceKind, street_of
from game.table.records import Model, ModelId
from game.table.state import Table

FAILS = 1 / 6
"""``PU-22``  The chance of a 1."""
_DIE: Spread = (0.0, *(1 / 6 for _ in range(6)))


class Threat(NamedTuple):
    """A piece that would come to a fig where it stands."""

    piece: str
    far: float
    """Inches that it rolls until then."""
    dice: int
    """``PU-14``  How many dice are rolled for a ruin; 0 for a hit at once."""
    hurts: bool = True
    """Whether it strikes, and does not only push whom it touched before."""
    mines: bool = False


def threats(table: Table, who: ModelId, base: Disc | None = None) -> list[Threat]:
    """Return the pieces that are still to roll, and would come to a fig, the first first.

    *base*: where it would stand; where it stands, if left out.
    """
    model = table.models[who]
    there = base or model.disc
    return [
        threat
        for piece in to_roll(table)
        for threat in sorted(_threats(table, piece, model, there), key=lambda one: one.far)
    ]


def to_roll(table: Table) -> list[Piece]:
    """``PU-07``  Return the pieces that have not rolled yet, in their order."""
    cities = [p for p in table.pieces.values() if p.kind is PieceKind.CITY and is_on(p)]
    if chase_of(table).rolled == table.clock.round:
        return [table.pieces[id_] for id_ in table.queue if table.pieces.get(id_) in cities]
    street = street_of(table.board)
    return sorted(cities, key=lambda p: -street.off(p.at))


def _threats(table: Table, piece: Piece, model: Model, base: Disc) -> Iterator[Threat]:
    street = street_of(table.board)
    far = min(ROLL, max(0.0, to_rear(street, piece)))
    for c in [c for c in mines(table) if c.on == piece.id]:
        if met := sweep(c.at, street.back, far, c.radius, NO_WALLS, {"it": base}):
            yield Threat(piece.id, met.far, 0, mines=True)
    if is_impassable(piece):
        hit = meets_at(piece, base, street.ahead, far)
        if hit is not None and hit < far - 1e-9:
            pressed = (model.id, piece.id) in chase_of(table).pressed
            yield Threat(piece.id, hit, 0, hurts=not pressed)
    elif rolled := list(dues(piece, model, base, street.ahead, far)):
        yield Threat(piece.id, rolled[0], len(rolled))


def kills(look: GameView, model: Model, strength: int = STRENGTH) -> float:
    """Return the chance that a hit without save kills a fig."""
    hit = Hit(look.table.enemy(model.side), strength, no_save=True)
    if model.wounds > 1 and not is_slain(look, model, hit):
        return 0.0
    return chance_of_face(to_wound(strength, trait(look, model, "t").now))


def blows_up(look: GameView, model: Model) -> float:
    """``PU-24``  Return the chance that mines that it touches kill a fig, by one marker."""
    saves = (
        0.0 if pierces(clusters.AP, model.profile.sv) else chance_of_face(model.profile.sv or 7)
    )
    return kills(look, model, clusters.STRENGTH) * (1.0 - saves)


def totals(dice: int) -> Spread:
    """Return how likely each total of some dice is."""
    spread = NONE
    for _ in range(dice):
        spread = mixture([(p, (0.0,) * n + spread) for n, p in enumerate(_DIE) if p])
    return spread
