"""Combat on the street (PU-16, PU-20)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.cores.classic.rules import SPARED
from game.cores.classic.rules.combat import OUTCOME, CombatRound, exchange
from game.cores.classic.rules.unit_state import combat_of
from game.cores.kit.marks import CHARGED, marked
from game.cores.kit.units import touch
from game.play.game import Game, GameView
from game.systems.pursuit.rules.state import FOUGHT, clear_stop, is_on_street, mark_event
from game.systems.pursuit.rules.street_pieces import NEAR
from game.table.events import Act, Acted, Reason, Unmarked
from game.table.records import Model, ModelId, Side, Unit, Where
from game.table.state import Table


def foes_of(table: Table, model_id: ModelId) -> list[Model]:
    """Return the enemies in base contact with a model, in the order of the rosters."""
    me = table.models[model_id]
    side, (x, y), near, on = me.side, me.at, me.base + NEAR, Where.TABLE
    return [
        m
        for m in table.models.values()
        # Cheap tests first: most enemies are far away.
        if m.side != side
        and m.where is on
        and -near - m.base < m.at.x - x < near + m.base
        and -near - m.base < m.at.y - y < near + m.base
        and touch(me.disc, m.disc)
    ]


def has_fought(model: Model) -> bool:
    """``PU-16``, ``PU-20``  Return whether a model has already fought in this phase."""
    return model.mark(FOUGHT) is not None


def melee_of(table: Table, model_id: ModelId) -> list[ModelId]:
    """``PU-16``  Return all models linked to a model by contact with enemies, it first."""
    units = combat_of(table, table.models[model_id].unit)
    return [m.id for unit in units for m in table.of(unit)]


def pending_melees(table: Table, melee: Sequence[ModelId]) -> list[ModelId]:
    """``PU-16``  Return the models that still fight a round: at most one in a phase."""
    left = [m for m in melee if not has_fought(table.models[m])]
    return [m for m in left if any(foe.id in left for foe in foes_of(table, m))]


async def clash(
    game: Game, clause: str, model_id: ModelId, foes: Sequence[ModelId], *, charging: bool
) -> None:
    """``PU-20``  Fight a round between a model and only the enemies that it has touched."""
    mover = game.table.models[model_id]
    if charging:
        game.do(marked(clause, mover.unit, CHARGED))
    await fight(
        game, clause, [model_id, *foes], mover.side, charger=model_id if charging else None
    )


async def fight(
    game: Game,
    clause: str,
    model_ids: Sequence[ModelId],
    acting: Side,
    charger: ModelId | None = None,
) -> None:
    """``PU-16``, ``PU-20``  Fight one round (``CC-24`` to ``CC-28``) among models in contact.

    Only *charger* counts as charging, even if another model charged before in this phase.
    """
    models = game.table.models
    units = tuple(models[m].unit for m in model_ids)
    for m in model_ids:
        if m != charger and game.table.units[models[m].unit].mark(CHARGED):
            game.do(Unmarked(clause, models[m].unit, CHARGED))
    for m in model_ids:
        foe = next(f for f in foes_of(game.table, m) if f.unit in units)
        game.do(Acted(clause, unit=models[m].unit, act=Act.FIGHTS, target=foe.unit))
    for m in model_ids:
        game.do(mark_event(clause, m, FOUGHT))
    await OUTCOME.happens(game, CombatRound(units, acting, await exchange(game, units, acting)))
    for m in model_ids:
        # PU-16: a model in combat is not stopped.
        if is_on_street(game, m) and foes_of(game.table, m):
            clear_stop(game, clause, m)


async def nothing_follows(game: Game, fought: CombatRound) -> None:
    """``PU-31``  Do nothing after a round: no tests, falling back, pile-in or consolidation."""


def unshaken(view: GameView, unit: Unit) -> Iterator[Reason]:
    """``PU-01``  Yield the reason why no unit tests morale."""
    yield Reason(0, "nobody tests morale in a pursuit", "PU-01")


HOOKS = (OUTCOME.by(nothing_follows), SPARED.gets(unshaken))
