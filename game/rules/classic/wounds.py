"""From a hit to a removed model; dangerous terrain tests (CC-12 to CC-17, CC-21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise

from game.geometry.points import Disc, Path
from game.geometry.polygons import sweeps_over
from game.play.decisions import Choose, Option
from game.play.game import Game, GameView
from game.play.paths import Moves
from game.rules.classic.hooks import COVER_HELD, KILLED, REMAINS, WENT
from game.rules.classic.unit_state import pierces, to_wound, unit_trait
from game.rules.kit.core_api import trait
from game.rules.kit.dice import Roll, roll
from game.rules.kit.movement import goes_over, is_slowed
from game.rules.kit.probability import NEVER
from game.table.events import Act, Acted, Reason, Removed, Wounded
from game.table.records import How, Model, ModelId, Side, UnitId, Where
from game.table.state import Table

COVERED = "CC-15"
REND_AP = 2
"""``CC-28``  AP of a rending weapon's wound on a 6."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit that is about to wound."""

    by: Side
    strength: int
    ap: int | None = None
    cover: int = 0
    """Cover save allowed against it; 0 for none."""
    cover_by: str = ""
    cover_clause: str = COVERED
    rules: tuple[str, ...] = ()
    """Special rules of its weapon."""
    how: How = How.SHOT
    no_armour: bool = False
    no_save: bool = False
    weapon: str = ""
    who: str = ""
    """Id of the attacking unit, for the log."""


@dataclass(slots=True)
class WoundTally:
    """Wounds given and inflicted by a volley or a round of blows so far."""

    given: list[ModelId] = field(default_factory=list)
    """Models given a wound; each gets one before any gets a second (``CC-17``)."""
    wounds: int = 0
    """Number of wounds inflicted, as close combat counts them (``CC-29``)."""


async def strike_unit(
    game: Game, hits: Sequence[Hit], target: UnitId, tally: WoundTally
) -> None:
    """``CC-12`` to ``CC-17``  Resolve hits: rolls to wound, then saves, then casualties.

    If saves differ in the unit, each wound is given to a model before its save is rolled.
    """
    wounds = await _wound(game, hits, target, unit_trait(game, target, "t"))
    models = game.table.of(target)
    if save_alike(models, covered=any([w.cover for w in wounds])):
        unsaved = await _save_all(game, wounds, target, models[0].id)
        for n, wound in enumerate(unsaved, 1):
            if game.table.of(target):
                model_id = await _casualty(game, target, tally, n, len(unsaved))
                await _lose(game, wound, model_id, tally)
        return
    for n, wound in enumerate(wounds, 1):
        if game.table.of(target):
            model_id = await _casualty(game, target, tally, n, len(wounds))
            await strike_saved(game, [wound], model_id, tally)


def save_alike(models: Sequence[Model], *, covered: bool) -> bool:
    """``CC-17``  Return whether models all have the same saves.

    Stealth counts only in cover.
    """
    stealth = [covered and m.profile.has("stealth") for m in models]
    saves = {(m.profile.sv, m.profile.inv, s) for m, s in zip(models, stealth, strict=True)}
    return len(saves) == 1


async def wound_model(game: Game, hits: Sequence[Hit], model_id: ModelId) -> list[Hit]:
    """``CC-12``  Roll to wound one model; return the hits that did."""
    return await _wound(game, hits, model_id, trait(game, game.table.models[model_id], "t").now)


async def strike_saved(
    game: Game, wounds: Sequence[Hit], model_id: ModelId, tally: WoundTally
) -> None:
    """Roll saves for the wounds of one model, and apply the unsaved ones."""
    for wound in await _save_all(game, wounds, model_id, model_id):
        if game.table.models[model_id].where is Where.TABLE:
            await _lose(game, wound, model_id, tally)


async def _wound(game: Game, hits: Sequence[Hit], target: str, toughness: int) -> list[Hit]:
    """``CC-12``  Roll to wound; return the hits that did.

    ``CC-28``: a rending 6 wounds at AP 2.
    """
    wounds = list[Hit]()
    for strength, same in groupby(hits, key=lambda h: h.strength):
        batch = list(same)
        need = to_wound(strength, toughness)
        first = batch[0]
        if need == NEVER:
            game.do(Acted("CC-12", UnitId(first.who), Act.CANNOT_WOUND, target))
            continue
        why = (Reason(0, f"S {strength} against T {toughness}", "CC-12"),)
        cast = Roll("CC-12", first.by, "to wound", need, first.who, target, first.weapon, why)
        cast = await roll(game, len(batch), cast)
        for n in cast.successes:
            rends = "rending" in batch[n].rules and cast.faces[n] == 6
            wounds.append(replace(batch[n], ap=REND_AP) if rends else batch[n])
    return wounds


async def _save_all(
    game: Game, wounds: Sequence[Hit], target: str, model: ModelId
) -> list[Hit]:
    """``CC-13``, ``CC-14``  Roll the best save for each wound; return the unsaved wounds."""
    unsaved = list[Hit]()
    table = game.table
    for (need, reason), same in groupby(
        wounds, key=lambda w: best_save(game, table.models[model], w)
    ):
        batch = list(same)
        if need == NEVER:
            unsaved += batch
            continue
        by = table.models[model].side
        cast = Roll(reason.clause, by, "to save", need, target, reasons=(reason,))
        cast = await roll(game, len(batch), cast)
        unsaved += [w for n, w in enumerate(batch) if n not in cast.successes]
        if reason.clause == batch[0].cover_clause:
            for n in cast.successes:
                await COVER_HELD.has_come(game, batch[n].cover_by)
    return unsaved


def best_save(view: GameView, model: Model, wound: Hit) -> tuple[int, Reason]:
    """``CC-14``  Return the best save of armour, cover and invulnerable, with its reason.

    It is never better than 2+; ``NEVER`` if there is none.
    """
    saves = [(NEVER, Reason(0, "no save", "CC-14"))]
    profile = model.profile
    if not wound.no_save:
        if profile.inv:
            saves.append((max(2, profile.inv), Reason(0, "invulnerable", "CC-14")))
        if wound.cover:
            better = 1 if profile.has("stealth") else 0
            why = ("stealth, " if better else "") + f"cover: {wound.cover_by}"
            saves.append((max(2, wound.cover - better), Reason(0, why, wound.cover_clause)))
        if profile.sv and not wound.no_armour and not pierces(wound.ap, profile.sv):
            saves.append((max(2, profile.sv), Reason(0, "armour", "CC-13")))
    best = min(s[0] for s in saves)
    return next(s for s in reversed(saves) if s[0] == best)


async def _casualty(
    game: Game, target: UnitId, tally: WoundTally, n: int, many: int
) -> ModelId:
    """``CC-17``  Let the owner choose the model that takes the n-th of *many* wounds.

    No model takes a second one before all have one.
    """
    models = game.table.of(target)
    fresh = [m for m in models if m.id not in tally.given]
    if not fresh:
        tally.given.clear()
        fresh = models
    model_id = fresh[0].id
    if len(fresh) > 1:
        options = tuple(Option(m.id, m.profile.name, "CC-17", m.id) for m in fresh)
        asks = f"{game.table.units[target].name}: which model takes the wound?"
        stake = f" ({n} of {many} wounds)" if many > 1 else ""
        model_id = ModelId(
            await Choose(
                fresh[0].side,
                "CC-17",
                f"{asks}{stake}",
                options,
                about=target,
                kind="casualty",
            )
        )
    tally.given.append(model_id)
    return model_id


async def _lose(game: Game, wound: Hit, model_id: ModelId, tally: WoundTally) -> None:
    """``CC-16``, ``CC-17``  Take one wound, or all by instant death; remove the model at 0."""
    model = game.table.models[model_id]
    at_once = is_slain(game, model, wound)
    clause = "CC-16" if at_once and model.wounds > 1 else "CC-17"
    wounds = model.wounds if at_once else 1
    tally.wounds += wounds
    game.do(Wounded(clause, model_id, wounds))
    if game.table.models[model_id].wounds == 0:
        where = next(REMAINS.of(game, model_id), Where.GONE)
        game.do(Removed(clause, model_id, wound.how, where))
        await KILLED.has_come(game, model_id)


def is_slain(view: GameView, model: Model, wound: Hit) -> bool:
    """``CC-16``  Return whether an unsaved wound removes a model regardless of its W."""
    own = model.profile.own_t
    tough = trait(view, model, "t").now if own is None else own
    return wound.strength >= 2 * tough


async def test_ground(game: Game, unit_id: UnitId, moves: Moves) -> None:
    """``CC-21``  Roll for each model that moved through Dangerous terrain: a 1 wounds it."""
    await WENT.has_come(game, moves)
    risky = [m for m, path in moves if _dangerous(game.table, game.table.models[m], path)]
    await test_dangerous_terrain(
        game, "CC-21", [m.id for m in game.table.of(unit_id) if m.id in risky]
    )


async def test_dangerous_terrain(game: Game, clause: str, tested: Sequence[ModelId]) -> None:
    """``CC-21``  Roll a die for each test of models of one unit: a 1 is a wound.

    *tested* may name a model more than once.
    """
    if not tested:
        return
    first = game.table.models[tested[0]]
    wound = dangerous_terrain_wound(game, first)
    what = "dangerous ground"
    faces = game.throw(clause, first.side, what, len(tested), need=2, id_=first.unit)
    for model, face in zip(tested, faces, strict=True):
        if face == 1 and game.table.models[model].where is Where.TABLE:
            await strike_saved(game, [wound], model, WoundTally())


def dangerous_terrain_wound(view: GameView, model: Model) -> Hit:
    """``CC-21``  Return the wound of a failed test, with neither armour nor cover saves."""
    enemy = view.table.enemy(model.side)
    return Hit(enemy, 0, how=How.HAZARD, no_armour=True, who=model.unit)


def _dangerous(table: Table, model: Model, path: Path) -> bool:
    """Return whether a path takes a model through terrain that is Dangerous for it.

    A model that moves over terrain is in danger only at its start and end (``CC-20``).
    """
    for area in table.areas:
        if not (area.dangerous or (area.difficult and not is_slowed(model))):
            continue
        if goes_over(model):
            if any(area.holds(Disc(at, model.base)) for at in (path[0], path[-1])):
                return True
        elif any(sweeps_over(a, b, model.base, area.outline) for a, b in pairwise(path)):
            return True
    return False
