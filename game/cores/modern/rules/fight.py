"""The fight phase and the morale phase (MC-23 to MC-25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from typing import Any

from game.cores.kit.approach_paths import path_toward
from game.cores.kit.coherency import detached_models, is_detached
from game.cores.kit.dice import Roll, roll
from game.cores.kit.interrupt_offers import offer_interrupts
from game.cores.kit.marks import CHARGED, FOUGHT, TESTED, marked
from game.cores.kit.movement import carry_out_path
from game.cores.kit.units import enemy_within, in_turn, pairs_within
from game.cores.modern.rules import (
    BROKE,
    FOUGHT_NOW,
    MORALE,
    NERVES,
    UNIT_MOVED,
    FinishedMove,
    ModernKind,
    MoraleCheck,
)
from game.cores.modern.rules.melee_attacks import strike
from game.cores.modern.rules.movement import COHERENCY, NEAR, engaged
from game.cores.modern.rules.wounds import trait
from game.geometry.limits import is_more_than, is_within, last_within
from game.geometry.points import CONTACT, EPSILON, Disc, Path, gap, length
from game.play.base_placement import MoveClauses, out_of_chain
from game.play.decisions import Choose, CommonKind, Option, Refusal, ask_which
from game.play.game import Game, GameView, Step
from game.play.march import March, moves_to_json
from game.play.paths import MoveLimits, Moves, shortened_into_coherency
from game.play.wording import name
from game.table.events import Act, Acted, Handled, PhaseOver, Queued, Reason, Removed
from game.table.records import How, ModelId, Side, Unit, UnitId
from game.table.state import Table

CLOSING = 3.0
"""``MC-24``  Inches that a model may pile in, and consolidate."""
CLAUSES = MoveClauses(move="MC-24", chain="MC-04", table="MC-04", ground="MC-04", slows=False)


async def pile_in(game: Game, unit_id: UnitId) -> None:
    """``MC-24``  Let each model move up to 3" nearer to the enemy nearest to it."""
    await _close(game, unit_id, Act.PILES_IN, "pile in")


async def consolidate(game: Game, unit_id: UnitId) -> None:
    """``MC-24``  Move once more, by the rule of piling in."""
    await _close(game, unit_id, Act.CONSOLIDATES, "consolidate")


async def _close(game: Game, unit_id: UnitId, act: Act, verb: str) -> None:
    unit = game.table.units[unit_id]
    march = closing_march(game.table, unit_id, f'{unit.name}: {verb} up to {CLOSING:g}"')
    if not march.goings:
        return
    moves = tuple([move for move in await march if length(move[1])])
    if not moves:
        return
    game.do(Acted("MC-24", unit_id, act))
    for model, path in moves:
        carry_out_path(game, "MC-24", model, path)
    await UNIT_MOVED.has_come(game, FinishedMove(unit_id, act, moves))


@dataclass(frozen=True, slots=True)
class Closing(March):
    """A march in which every moving model ends nearer to the enemy nearest to it."""

    _: KW_ONLY
    closest: Mapping[ModelId, tuple[ModelId, ...]] = field(default_factory=dict)
    """By model: the enemies nearest to it; several only if they tie."""

    def why_not(
        self, table: Table, stands: Mapping[ModelId, Disc], model_id: ModelId, path: Path
    ) -> Refusal | None:
        """``MC-24``  Return the refusal of one model's path, or None."""
        no = super(Closing, self).why_not(table, stands, model_id, path)
        if no or length(path) <= EPSILON:
            return no
        start = table.models[model_id].disc
        foes = [table.models[foe].disc for foe in self.closest[model_id]]
        end = start._replace(at=path[-1])
        if any([gap(end, foe) < gap(start, foe) - EPSILON for foe in foes]):
            return None
        enemy = name(table, self.closest[model_id][0])
        return Refusal(f"must end closer to {enemy}, its nearest enemy", "MC-24")

    def sample(self, table: Table, k: int, n: int) -> list[list[Any]] | None:
        """Return the suggested march, then staying, then others; None for an illegal one."""
        if k == 0:
            return moves_to_json(self.suggested) or None
        found = super(Closing, self).sample(table, k - 1, n)
        return found if not found or self._legal(table, self.read(found)) else None

    def way_in(
        self, table: Table, stands: Mapping[ModelId, Disc], model_id: ModelId
    ) -> Path | None:
        """Return a model's path into contact with its nearest enemy, or some path toward it.

        A model that is stopped too far from contact goes on along the obstacle.
        """
        for foe in [table.models[foe].disc for foe in self.closest[model_id]]:
            if path := path_toward(self, table, stands, model_id, foe):
                return path
        return None

    def drawn_in(self, table: Table, moves: Moves) -> Moves:
        """Return the same moves shortened until the unit is in coherency; empty if none are."""
        stands = self.stands(table)
        unit = {m: stands[m] for m in self.body(table)}
        fits = partial(self._goes, table, stands)
        for less in shortened_into_coherency(unit, moves, self.chain, fits):
            ends = stands | {m: stands[m]._replace(at=path[-1]) for m, path in less}
            # Coherency is judged first: it fails more often than a shorter path.
            if self.ends_wrong(table, ends, less) is None and self._legal(table, less):
                return less
        return ()


def closing_march(table: Table, unit_id: UnitId, asks: str = "") -> Closing:
    """``MC-24``  Return the march by which a unit piles in, without models in base contact.

    A model out of coherency takes part if an enemy is within 1" of it. The main body of such a
    unit takes part if it charged or is engaged.
    """
    unit = table.units[unit_id]
    foes = table.standing(table.enemy(unit.side))
    goings, closest = dict[ModelId, MoveLimits](), dict[ModelId, tuple[ModelId, ...]]()
    loose = detached_models(table, unit_id)
    together = not loose or unit.mark(CHARGED) or engaged(table, unit_id)
    for model in table.of(unit_id) if foes else ():
        offs = [gap(model.disc, foe.disc) for foe in foes]
        least = min(offs)
        fights = is_within(least, NEAR) if is_detached(model) else together
        if fights and is_more_than(least, CONTACT):
            most = last_within(least + CONTACT)
            tied = [f.id for f, off in zip(foes, offs, strict=True) if off <= most]
            closest[model.id] = tuple(tied)
            goings[model.id] = MoveLimits(CLOSING, over=model.profile.has("FLY"))
    march = Closing(
        unit.side,
        "MC-24",
        asks,
        unit=unit_id,
        goings=goings,
        clauses=CLAUSES,
        keep_off=NEAR,
        chain=COHERENCY,
        foes=tuple(f.id for f in table.fielded(table.enemy(unit.side))),
        loose=loose,
        closest=closest,
    )
    return replace(march, suggested=_as_near_as_can_be(march, table))


def _as_near_as_can_be(march: Closing, table: Table) -> Moves:
    """Return moves that take each model to its nearest enemy, or as near as it can come.

    If that would break coherency, some models move less or stay. Empty if none can move.
    """
    discs = {m: table.models[m].disc for m in march.goings}
    order = sorted(discs, key=lambda m: gap(discs[m], table.models[march.closest[m][0]].disc))
    staying = list[ModelId]()
    while len(staying) < len(order):
        stands, moves = march.stands(table), list[tuple[ModelId, Path]]()
        for model_id in [m for m in order if m not in staying]:
            if path := march.way_in(table, stands, model_id):
                moves.append((model_id, path))
                stands[model_id] = stands[model_id]._replace(at=path[-1])
        if march.ends_wrong(table, stands, tuple(moves)) is None:
            return tuple(moves)
        if less := march.drawn_in(table, tuple(moves)):
            return less
        torn = out_of_chain({m: stands[m] for m in march.body(table)}, march.chain)
        left = [model_id for model_id, _ in moves if model_id in torn] or [
            model_id for model_id, _ in moves
        ]
        staying += left
    return ()


def fighting(table: Table) -> Step | None:
    """Return the next step of the Fight phase, or None when the phase is over.

    The queue holds the unit that a stratagem makes fight next, or else the side that picks
    next.
    """
    return fight_queued if table.queue and table.queue[0] in table.units else pick_fighter


def able(table: Table, side: Side) -> list[Unit]:
    """``MC-23``  Return the units that may fight: they charged or have an enemy within 1"."""
    return [
        u
        for u in table.fielded(side)
        if not u.mark(FOUGHT) and (u.mark(CHARGED) or enemy_within(table, u.id, NEAR))
    ]


def fights_next(game: Game, clause: str, unit_id: UnitId) -> None:
    """``MC-27``  Make a unit fight before any other is picked."""
    game.do(Queued(clause, (unit_id,)))


async def fight_queued(game: Game) -> None:
    """``MC-27``  Let the unit fight that a stratagem has put first."""
    unit_id = UnitId(game.table.queue[0])
    game.do(Handled("MC-23"))
    if game.table.of(unit_id):
        await fight(game, unit_id)


async def pick_fighter(game: Game) -> None:
    """``MC-23``  Let units that charged fight first; then the sides pick in turn.

    The acting side begins. If a side has no unit left to pick, the other goes on.
    """
    table, acting = game.table, game.table.clock.side
    assert acting
    side = Side(table.queue[0]) if table.queue else acting
    for picker in in_turn(table, acting):
        units = table.fielded(picker)
        if chargers := [u for u in units if u.mark(CHARGED) and not u.mark(FOUGHT)]:
            await fight(game, await _picked(picker, chargers))
            return
    for picker in in_turn(table, side):
        if units := able(table, picker):
            unit_id = await _picked(picker, units)
            game.do(Queued("MC-23", (table.enemy(picker),)))
            await fight(game, unit_id)
            return
    game.do(Queued("MC-23", ()))
    game.do(PhaseOver("MC-02"))


async def _picked(side: Side, units: list[Unit]) -> UnitId:
    options = [Option(u.id, u.name, "MC-23", u.id) for u in units]
    asks = "Fight with which unit next?"
    return UnitId(await ask_which(side, "MC-23", asks, options, kind=ModernKind.FIGHTER))


async def fight(game: Game, unit_id: UnitId) -> None:
    """``MC-24``  Pile in, strike and consolidate; after a charge the enemy may interrupt."""
    unit = game.table.units[unit_id]
    game.do(marked("MC-23", unit_id, FOUGHT))
    game.do(Acted("MC-24", unit=unit_id, act=Act.FIGHTS, target=_nearest(game.table, unit)))
    await pile_in(game, unit_id)
    await strike(game, unit_id)
    await consolidate(game, unit_id)
    if unit.mark(CHARGED):
        enemy, asks = game.table.enemy(unit.side), f"{unit.name} charged and has already fought"
        await offer_interrupts(game, FOUGHT_NOW, unit_id, enemy, lambda *_: asks, unit_id)


def _nearest(table: Table, unit: Unit) -> str:
    """Return the first enemy unit within 1", for the log; empty if there is none."""
    models, foes = table.of(unit.id), table.standing(table.enemy(unit.side))
    near = {foe.unit for _, foe in pairs_within(models, foes, NEAR)}
    return next((unit.id for unit in table.fielded() if unit.id in near), "")


NO_TEST = (How.FLED, How.LEFT, How.LOST)
"""Losses that cause no Morale test: fled, left by an exit, or lost."""


def testing(table: Table) -> Step | None:
    """Return the test of the next unit that owes one, or None."""
    shaken = next((u for u in shaken_units(table) if not table.units[u].mark(TESTED)), None)
    return partial(test_nerve, unit_id=shaken) if shaken else None


def shaken_units(table: Table) -> list[UnitId]:
    """``MC-25``, ``CC-36``  Return the units that lost models this turn, acting side first."""
    acting = table.clock.side
    assert acting
    return [
        unit.id
        for side in in_turn(table, acting)
        for unit in table.fielded(side)
        if lost_in_turn(table, unit.id)
    ]


def lost_in_turn(table: Table, unit_id: UnitId) -> int:
    """``MC-25``  Return the models a unit lost in this player turn, but for ``NO_TEST``."""
    now, lost = table.clock, 0
    for loss in reversed(table.losses):
        if (loss.when.round, loss.when.side) != (now.round, now.side):
            break
        lost += loss.unit == unit_id and loss.how not in NO_TEST
    return lost


def best_ld(view: GameView, unit_id: UnitId) -> int:
    """``MC-25``  Return the highest Ld among the remaining models of a unit."""
    return max([trait(view, model, "ld").now for model in view.table.of(unit_id)])


async def test_nerve(game: Game, *, unit_id: UnitId) -> None:
    """``MC-25``  Roll d6 + the number lost: for each point above Ld one model flees."""
    game.do(marked("MC-25", unit_id, TESTED))
    unit, lost = game.table.units[unit_id], lost_in_turn(game.table, unit_id)
    if any(True for _ in MORALE.of(game, unit)):
        return
    models = "1 model" if lost == 1 else f"{lost} models"
    asks = f"{unit.name} lost {models} and must test morale"
    nerve = await offer_interrupts(
        game, NERVES, MoraleCheck(unit_id, lost), unit.side, lambda *_: asks, unit_id
    )
    if nerve.holds:
        return
    best = best_ld(game, unit_id)
    why = Reason(0, f"Ld {best}", "MC-25"), Reason(lost, "lost in this turn", "MC-25")
    cast = Roll(
        "MC-25",
        by=unit.side,
        what="morale",
        need=max(0, best - lost),
        who=unit_id,
        reasons=why,
        under=True,
    )
    cast = await roll(game, 1, cast)
    over = cast.faces[0] + lost - best
    if over > 0:
        game.do(Acted("MC-25", unit_id, Act.BREAKS))
        await BROKE.has_come(game, unit_id)
    await flee(game, unit_id, over)


async def flee(game: Game, unit_id: UnitId, many: int) -> None:
    """``MC-25``  Remove *many* models that flee; their owner chooses which."""
    for n in range(many):
        models = game.table.of(unit_id)
        left = many - n
        if len(models) <= left:
            for model in models:
                game.do(Removed("MC-25", model.id, How.FLED))
            return
        unit = game.table.units[unit_id]
        options = tuple(Option(m.id, m.profile.name, "MC-25", m.id) for m in models)
        asks = f"{unit.name}: choose {left} of {len(models)} models to flee"
        answer = await Choose(
            unit.side,
            clause="MC-25",
            asks=asks,
            options=options,
            about=unit_id,
            kind=CommonKind.CASUALTY,
            series=left,
        )
        game.do(Removed("MC-25", ModelId(answer), How.FLED))
