"""Enemy units that a unit may act against."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from game.play.decisions import (
    Choose,
    DecisionKind,
    LazySequence,
    Option,
    Passing,
    Refusal,
    pass_option,
)
from game.play.game import Game, GameView, Snapshot
from game.table.records import UnitId

Foes: TypeAlias = tuple[Sequence[UnitId], Sequence[tuple[UnitId, Refusal]]]
"""The enemy units that a unit may act against, and the others with refusals."""


def sorted_foes(
    view: GameView,
    unit: UnitId,
    refuses: Callable[[GameView, UnitId], Refusal | None],
    may: Callable[[UnitId], bool] | None = None,
) -> Foes:
    """Return the enemy units that a unit may act against, and the others with refusals.

    *may*: a quicker test for having no refusal. Refusals are made when they are read.
    """
    foes = [u.id for u in view.table.fielded(view.table.enemy(view.table.units[unit].side))]
    legal = [foe for foe in foes if (may(foe) if may else refuses(view, foe) is None)]
    if not (refused := [foe for foe in foes if foe not in legal]):
        return legal, ()
    now = Snapshot.of(view)
    return legal, LazySequence(
        lambda: [(foe, no) for foe in refused if (no := refuses(now, foe))]
    )


async def ask_foe(
    game: Game,
    unit_id: UnitId,
    foes: Foes,
    *,
    clause: str,
    asks: str,
    passes: str,
    kind: DecisionKind,
    more: Sequence[Option] = (),
    greyed: Sequence[tuple[Option, Refusal]] = (),
) -> str:
    """Ask against which enemy unit a unit acts; return the answer.

    *foes*: the legal ones, and the others with refusals; *passes*: the label of acting against
    none; *more*, *greyed*: options besides the enemy units.
    """
    units = game.table.units

    def option(foe: UnitId) -> Option:
        return Option(foe, units[foe].name, clause, foe)

    return await Choose(
        units[unit_id].side,
        clause=clause,
        asks=f"{units[unit_id].name}: {asks}",
        options=(*map(option, foes[0]), *more, pass_option(passes, clause)),
        greyed=LazySequence(lambda: (*[(option(foe), no) for foe, no in foes[1]], *greyed)),
        about=unit_id,
        kind=kind,
        passing=Passing.DECLINES if foes[0] else Passing.KEEPS,
    )
