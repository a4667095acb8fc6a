"""Questions about the unit or weapons to act with."""

from __future__ import annotations

from collections.abc import Sequence

from game.play.decisions import (
    PASS,
    Choose,
    CommonKind,
    DecisionKind,
    Option,
    Refusal,
    pass_option,
)
from game.play.game import Game
from game.play.log.wording import name
from game.table.events import Act, Acted, PhaseOver
from game.table.records import Model, UnitId, Weapon


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
