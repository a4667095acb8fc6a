"""Wounds from hits or Dangerous terrain (CC-12 to CC-17, CC-21)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby, pairwise
from operator import itemgetter

from game.content.armouries.weapon_rules import AttackStage, Trigger
from game.cores.classic.rules import COVER_HELD, REMAINS, WENT, ClassicHit, CoverBonus
from game.cores.classic.rules.unit_state import pierces, to_wound, unit_trait
from game.cores.kit.attacks import AttackSequence, Hit
from game.cores.kit.attempts import KILLED
from game.cores.kit.dice import Roll
from game.cores.kit.dice_chances import NEVER
from game.cores.kit.difficult_ground import goes_over, is_slowed
from game.cores.kit.traits import trait
from game.geometry.points import Disc, Path
from game.geometry.polygons import box, boxes_meet, sweeps_over, widened
from game.play.decisions import CommonKind, Option, ask_which
from game.play.game import Game, GameView
from game.play.moves.paths import Moves
from game.table.board import Terrain
from game.table.events import Reason, Removed, RollKind, Wounded
from game.table.records import How, Model, ModelId, UnitId, Where


class ClassicAttacks(AttackSequence[CoverBonus]):
    """``CC-12`` to ``CC-17``  The sequence of a unit's fire, or of a group's blows."""

    def __init__(self) -> None:
        super().__init__()
        self.given = list[ModelId]()
        """Models given a wound; each gets one before any gets a second (``CC-17``)."""
        self.wounds = 0
        """Number of wounds inflicted, as close combat counts them (``CC-29``)."""

    def toughness(self, view: GameView, target: UnitId) -> int:
        return unit_trait(view, target, "t")

    def wound_roll(self, hit: ClassicHit, target: str, tough: int) -> Roll:
        """``CC-12``  Return the roll to wound, by S against T."""
        need, why = to_wound(hit.strength, tough), f"S {hit.strength} against T {tough}"
        reasons = (Reason(0, why, "CC-12"),)
        what, who = AttackStage.WOUND, hit.who
        return Roll(
            "CC-12",
            by=hit.by,
            what=what,
            need=need,
            who=who,
            target=target,
            weapon=hit.weapon,
            reasons=reasons,
            kind=RollKind.WOUND,
        )

    def save_roll(self, view: GameView, model: Model, hit: ClassicHit) -> Roll:
        """``CC-14``  Return the best save of armour, cover and invulnerable, up to 2+."""
        need, reason = NEVER, Reason(0, "no save", "CC-14")
        profile, cover, saves = model.profile, hit.cover, list[tuple[int, Reason]]()
        if profile.sv and not hit.no_armour and not pierces(hit.ap, profile.sv):
            saves.append((profile.sv, Reason(0, "armour", "CC-13")))
        if cover and cover.save:
            better = profile.has("stealth")
            why = f"{'stealth, ' * better}cover: {cover.by}"
            saves.append((cover.save - better, Reason(0, why, cover.clause, cover.by)))
        if profile.inv:
            saves.append((profile.inv, Reason(0, "invulnerable", "CC-14")))
        for face, why_ in () if hit.no_save else saves:
            if max(2, face) < need:
                need, reason = max(2, face), why_
        return Roll(
            reason.clause,
            by=model.side,
            what=AttackStage.SAVE,
            need=need,
            who=model.unit,
            reasons=(reason,),
            kind=RollKind.SAVE,
        )

    def save_alike(
        self, view: GameView, models: Sequence[Model], hits: Sequence[ClassicHit]
    ) -> bool:
        """``CC-17``  Return whether models all have the same saves; stealth needs cover."""
        covered = any([hit.cover and hit.cover.save for hit in hits])
        saves = {
            (m.profile.sv, m.profile.inv, covered and m.profile.has("stealth")) for m in models
        }
        return len(saves) == 1

    def batches(
        self, hits: Sequence[ClassicHit], keys: Sequence[Hashable]
    ) -> Iterator[list[ClassicHit]]:
        """Yield the hits rolled together: those alike that follow each other."""
        for _, pairs in groupby(zip(keys, hits, strict=True), key=itemgetter(0)):
            yield [hit for _, hit in pairs]

    def saver(self, model: Model) -> str:
        return model.id

    async def saved(self, game: Game, cast: Roll, wounds: Sequence[ClassicHit]) -> None:
        """Tell modules of passed cover saves."""
        for n in cast.successes:
            if (cover := wounds[n].cover) and cast.reasons[0].about == cover.by:
                await COVER_HELD.has_come(game, cover.by)

    async def bearer(self, game: Game, target: UnitId, n: int, many: int) -> ModelId:
        """``CC-17``  Let the owner choose the model that takes the n-th of *many* wounds.

        No model takes a second one before all have one.
        """
        models = game.table.of(target)
        fresh = [m for m in models if m.id not in self.given]
        if not fresh:
            self.given.clear()
            fresh = models
        options = [Option(m.id, m.profile.name, "CC-17", m.id) for m in fresh]
        asks = f"{game.table.units[target].name}: which model takes the wound?"
        asks += f" ({n} of {many} wounds)" * (many > 1)
        side, kind, left = fresh[0].side, CommonKind.CASUALTY, many - n + 1
        model_id = ModelId(
            await ask_which(side, "CC-17", asks, options, about=target, kind=kind, series=left)
        )
        self.given.append(model_id)
        return model_id

    async def lose(self, game: Game, wound: ClassicHit, model_id: ModelId) -> None:
        """``CC-16``, ``CC-17``  Take one wound, or all by instant death."""
        model = game.table.models[model_id]
        at_once = is_slain(game, model, wound)
        clause = "CC-16" if at_once and model.wounds > 1 else "CC-17"
        await self._take(game, clause, model_id, model.wounds if at_once else 1, wound.how)

    async def _take(
        self, game: Game, clause: str, model_id: ModelId, wounds: int, how: How
    ) -> None:
        """Take wounds off a model and remove it at 0."""
        self.wounds += wounds
        game.do(Wounded(clause, model_id, wounds))
        if game.table.models[model_id].wounds == 0:
            where = next(REMAINS.of(game, model_id), Where.GONE)
            game.do(Removed(clause, model=model_id, how=how, where=where))
            await KILLED.has_come(game, model_id)

    async def mortal(
        self, game: Game, clause: str, target: UnitId, many: int, how: How, by: str
    ) -> None:
        for n in range(1, many + 1):
            if game.table.of(target):
                model_id = await self.bearer(game, target, n, many)
                await self._take(game, clause, model_id, 1, how)

    async def backfire(self, game: Game, trigger: Trigger, model_id: ModelId) -> None:
        """``CC-09``  Wound a firer that still stands; it may save."""
        model = game.table.models[model_id]
        if model.where is Where.TABLE:
            wound = backfire_wound(game, model, trigger)
            await ClassicAttacks().strike_saved(game, [wound], model_id)


def backfire_wound(view: GameView, firer: Model, trigger: Trigger) -> ClassicHit:
    """``CC-09``  Return the wound caused by an overheating weapon."""
    by = view.table.enemy(firer.side)
    return Hit(by, 0, how=How.HAZARD, weapon=trigger.name, who=firer.unit)


async def strike_models(
    game: Game, struck: Sequence[tuple[ModelId, Sequence[ClassicHit]]]
) -> None:
    """``CC-36``  Roll all hits on single models to wound, then save all wounds."""
    wounded = list[tuple[ClassicAttacks, ModelId, list[ClassicHit]]]()
    for model_id, hits in struck:
        attacks, model = ClassicAttacks(), game.table.models[model_id]
        tough = trait(game, model, "t").now
        wounded.append((attacks, model_id, await attacks.wound(game, hits, model_id, tough)))
    for attacks, model_id, wounds in wounded:
        if wounds and game.table.models[model_id].where is Where.TABLE:
            await attacks.strike_saved(game, wounds, model_id)
        await attacks.finish(game, game.table.models[model_id].unit)


def is_slain(view: GameView, model: Model, wound: ClassicHit) -> bool:
    """``CC-16``  Return whether an unsaved wound removes a model regardless of its W."""
    own = model.profile.own_t
    tough = trait(view, model, "t").now if own is None else own
    return slays(wound.strength, tough)


def slays(strength: int, tough: int) -> bool:
    """``CC-16``  Return whether a hit's Strength is at least double a Toughness."""
    return strength >= 2 * tough


async def test_ground(game: Game, unit_id: UnitId, moves: Moves) -> None:
    """``CC-21``  Roll for each model that moved through Dangerous terrain: a 1 wounds it."""
    await WENT.has_come(game, moves)
    dangerous = [area for area in game.table.areas if area.dangerous]
    rough = [area for area in game.table.areas if area.dangerous or area.difficult]
    walked = [(game.table.models[m], path) for m, path in moves]
    risky = [m.id for m, p in walked if _crosses(dangerous if is_slowed(m) else rough, m, p)]
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
    faces = game.throw(
        clause,
        first.side,
        "dangerous ground",
        len(tested),
        need=2,
        id_=first.unit,
        kind=RollKind.DANGEROUS,
    )
    for model, face in zip(tested, faces, strict=True):
        if face == 1 and game.table.models[model].where is Where.TABLE:
            await ClassicAttacks().strike_saved(game, [wound], model)


def dangerous_terrain_wound(view: GameView, model: Model) -> ClassicHit:
    """``CC-21``  Return the wound of a failed test, with neither armour nor cover saves."""
    enemy = view.table.enemy(model.side)
    return Hit(enemy, 0, how=How.HAZARD, no_armour=True, who=model.unit)


def _crosses(areas: Sequence[Terrain], model: Model, path: Path) -> bool:
    """Return whether a path takes a model through terrain that is Dangerous for it.

    A model that moves over terrain is in danger only at its start and end (``CC-20``).
    """
    around = widened(box(path), model.base)
    for area in areas:
        if not boxes_meet(area.box, around):
            continue
        if goes_over(model):
            if any(area.holds(Disc(at, model.base)) for at in (path[0], path[-1])):
                return True
        elif any(sweeps_over(a, b, model.base, area.outline) for a, b in pairwise(path)):
            return True
    return False
