"""Questions about the unit, target or weapon to act with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from game.play.decisions import (
    PASS,
    Choose,
    CommonKind,
    DecisionKind,
    LazySequence,
    Option,
    Refusal,
    pass_option,
)
from game.play.game import Game, GameView, Snapshot
from game.play.wording import name
from game.table.events import Act, Acted, PhaseOver
from game.table.records import Model, UnitId, Weapon

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
    )


async def ask_unit(
    game: Game,
    options: Sequence[Option],
    greyed: Sequence[tuple[Option, Refusal]],
    *,
    clause: str,
    asks: str,
    ends: Option,
    kind: DecisionKind,
    idle: Act,
    stuck: Refusal | None = None,
) -> UnitId | None:
    """Ask with which unit the active side acts next; None if it ends the phase.

    *ends*: the option to do so; *stuck*: why the phase may not end; *idle*: logged for each
    unit that might have acted.
    """
    side = game.table.clock.side
    assert side
    may_end = () if stuck else (ends,)
    greyed = (*greyed, (ends, stuck)) if stuck else greyed
    answer = await Choose(
        side, clause=clause, asks=asks, options=(*options, *may_end), greyed=greyed, kind=kind
    )
    if answer != PASS:
        return UnitId(answer)
    for option in options:
        game.do(Acted(option.clause, UnitId(option.id), idle))
    game.do(PhaseOver(ends.clause))
    return None


async def ask_each(
    game: Game,
    models: Sequence[Model],
    options: Sequence[Option],
    *,
    clause: str,
    asks: str,
    kind: DecisionKind,
    as_unit: bool,
) -> list[str]:
    """Ask one question for several models that are alike: for all together, or one by one.

    *as_unit*: even a single model is first asked about as its unit.
    """
    lead, many = models[0], len(models) > 1
    if len(options) == 1:
        return [options[0].id] * len(models)
    if many or as_unit:
        called = f"{lead.profile.name} × {len(models)}" if many else lead.profile.name
        apart = [pass_option("Choose model by model", clause)] if many else []
        answer = await Choose(
            lead.side,
            clause=clause,
            asks=f"{called}: {asks}",
            options=(*options, *apart),
            about=lead.unit,
            kind=kind,
        )
        if answer != PASS:
            return [answer] * len(models)
    return [
        await Choose(
            model.side,
            clause=clause,
            asks=f"{name(game.table, model.id)}: {asks}",
            options=tuple(options),
            about=model.id,
            kind=kind,
        )
        for model in models
    ]


async def ask_weapons(
    game: Game,
    models: Sequence[Model],
    weapons: Sequence[Weapon],
    *,
    clause: str,
    cited: str,
    as_unit: bool,
) -> list[Weapon]:
    """Return the weapon for all attacks of each model; *cited*: the clause of the options."""
    options = [Option(w.name, w.name, cited) for w in weapons]
    asks, kind = "attack with which weapon?", CommonKind.STRIKE_WITH
    answers = await ask_each(
        game, models, options, clause=clause, asks=asks, kind=kind, as_unit=as_unit
    )
    return [next(w for w in weapons if w.name == answer) for answer in answers]
