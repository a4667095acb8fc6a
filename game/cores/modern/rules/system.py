"""Assembly of the modern core (MC-02).

It has a core API, answers to queries, and phases in turn order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import TYPE_CHECKING, Any

from game.content.armouries.weapon_rules import AttackStage
from game.cores.kit.aimed_weapons import shooting_weapons
from game.cores.kit.attempts import Shot
from game.cores.kit.core import Core
from game.cores.kit.declarations import System
from game.cores.kit.deeds import PAGE as DEEDS
from game.cores.kit.difficult_ground import goes_over
from game.cores.kit.modules import Module
from game.cores.kit.queries import (
    CHAINS,
    CHARACTERISTICS,
    GROUND,
    HIDES,
    SIGHTLINES,
    THREATS,
    Characteristic,
    Sightline,
    ThreatArea,
    ThreatKind,
    UnitPair,
)
from game.cores.kit.sight_lines import sight_lines, sight_obstacles
from game.cores.modern.rules import COVER, OBSCURED, REACH, SHOT, reinforcements, targeting
from game.cores.modern.rules.charge import REACH as CHARGE_REACH
from game.cores.modern.rules.charge import charging
from game.cores.modern.rules.fight import fighting
from game.cores.modern.rules.forecasts import FIGURES
from game.cores.modern.rules.melee_attacks import skirmish
from game.cores.modern.rules.morale import testing
from game.cores.modern.rules.movement import COHERENCY, NEAR, difficult, engaged, movement, pace
from game.cores.modern.rules.psychic import manifesting
from game.cores.modern.rules.reinforcements import ARRIVES_OFF
from game.cores.modern.rules.shooting import shooting
from game.cores.modern.rules.stratagems import STRATAGEMS
from game.cores.modern.rules.targeting import PLAIN
from game.cores.modern.rules.wounds import invulnerable, lose, to_wound, trait
from game.play.game import Game, GameView
from game.play.phases import Phase
from game.table.board import Terrain
from game.table.command_points import give_points
from game.table.events import Reason, RollKind
from game.table.records import Fire, How, ModelId, Side, UnitId
from game.table.state import Table

if TYPE_CHECKING:
    # Formats of files load pydantic, which no game needs.
    from game.content.rosters import Roster
TRAITS = ("m", "ws", "bs", "s", "t", "w", "a", "ld")
ADVANCE_INCHES = 6.0
"""``MC-05``  Inches of the longest advance."""


async def strike(game: Game, model_id: ModelId, strength: int) -> None:
    """``MC-16``, ``MC-18``  Roll to wound one model, which loses a wound without a save.

    The hit belongs to no player, so none may roll the die again (``MC-27``).
    """
    model = game.table.models[model_id]
    tough = trait(game, model, "t").now
    need, why = to_wound(strength, tough), Reason(0, f"S {strength} against T {tough}", "MC-16")
    by = game.table.enemy(model.side)
    (face,) = game.throw(
        "MC-16",
        by,
        AttackStage.WOUND,
        need=need,
        target=model_id,
        reasons=(why,),
        kind=RollKind.WOUND,
    )
    if face >= need:
        await lose(game, "MC-18", model_id, 1, How.HAZARD)


def lock(game: Game, clause: str) -> None:
    """``MC-06``  Do nothing: an enemy within 1" puts a model in a fight without any mark."""


MODERN = Core(
    name="modern",
    strike=strike,
    lock=lock,
    locked=engaged,
    holds=NEAR,
    pace=pace,
    rough=difficult,
    skirmish=skirmish,
    lands_off=ARRIVES_OFF,
    arrive=reinforcements.come,
)


def characteristics(view: GameView, model_id: ModelId) -> Iterator[Characteristic]:
    """``MC-01``  Yield a model's characteristics with their modifiers."""
    model = view.table.models[model_id]
    for name in TRAITS:
        value = trait(view, model, name)
        yield Characteristic(name, value.base, value.now, value.reasons)
    if (own := invulnerable(view, model)).now:
        yield Characteristic("inv", own.base, own.now, own.reasons)


def sightlines(view: GameView, pair: UnitPair) -> Iterator[Sightline]:
    """``MC-12``  Yield each model's sight line to a unit, with a shot's modifiers."""
    for line in sight_lines(view, pair, "MC-12"):
        if line.block is None:
            yield line._replace(effects=tuple(_met(view, line, pair.target)))
        else:
            yield line


def _met(view: GameView, line: Sightline, target: UnitId) -> Iterator[Reason]:
    """``MC-15``, ``MC-17``  Yield the modifiers of rolls to hit, and the target's cover."""
    weapons = shooting_weapons(view.table.models[line.eye])
    shot = Shot(line.eye, next((w.name for w in weapons), ""), target)
    yield from OBSCURED.of(view, shot)
    yield from SHOT.of(view, shot)
    if (cover := targeting.covered(view, shot)).bonus:
        yield Reason(cover.bonus, f"cover: {cover.by}", cover.clause, cover.by)
        yield from [Reason(0, f"{t.name}s", t.clause) for t in cover.triggers]


def chains(view: GameView, unit: UnitId) -> Iterator[float]:
    """``MC-04``  Yield the maximum distance between neighbours of a unit, in inches."""
    yield COHERENCY


def ground(view: GameView, piece: Terrain) -> Iterator[Reason]:
    """``MC-04``, ``MC-12``, ``MC-17``, ``CC-20``  Yield the effects of a piece of terrain."""
    if piece.impassable:
        yield Reason(0, "Impassable: no base may overlap it", "MC-04")
    if piece.blocks_sight:
        seen = "Models can see in and out, not through" if piece.area else "Blocks sight"
        yield Reason(0, seen, "CC-37")
    if any(piece.id == area.id for area in difficult(view)):
        words = "Difficult: a unit entering it moves at most the higher of 2d6 inches"
        yield Reason(0, words, "CC-20")
    if COVER not in view.rules.hooks and piece.area and (piece.cover or piece.bonus):
        yield Reason(0, f"+{PLAIN} to armour saves for units wholly in it", "MC-17")


def threats(view: GameView, model_id: ModelId) -> Iterator[ThreatArea]:
    """``MC-04``, ``MC-05``, ``MC-12``, ``MC-20``  Yield where a model may shoot and charge.

    It moves before; with Assault weapons it may advance. None if an enemy is within 1".
    """
    model = view.table.models[model_id]
    if engaged(view.table, model.unit):
        return
    move, over = pace(view, model), goes_over(model)
    limit = min([reason.amount for reason in REACH.of(view, model.side)], default=inf)
    for weapon in model.profile.weapons:
        if weapon.range:
            yield ThreatArea(
                ThreatKind.SHOOTS,
                "MC-12",
                move=move + (ADVANCE_INCHES if weapon.fire is Fire.ASSAULT else 0.0),
                over=over,
                reach=min(limit, weapon.range),
                in_sight=True,
            )
    yield ThreatArea(
        ThreatKind.CHARGES, "MC-22", move=move + CHARGE_REACH, over=over, reach=NEAR
    )


INSIGHTS = (
    CHAINS.gets(chains),
    CHARACTERISTICS.gets(characteristics),
    SIGHTLINES.gets(sightlines),
    GROUND.gets(ground),
    HIDES.gets(sight_obstacles),
    THREATS.gets(threats),
)


def command_points(table: Table, side: Side, roster: Roster) -> None:
    """``MC-26``  Give a side the command points of its army."""
    if roster.army:
        give_points(table, {side: roster.army.command})


def modern(options: Mapping[str, Any]) -> Module:
    """``MC-02``  Return the core: Movement, Psychic, Shooting, Charge, Fight, Morale."""
    return Module(
        "modern",
        pages=(DEEDS,),
        brings=command_points,
        hooks=(*STRATAGEMS, *FIGURES, *INSIGHTS),
        phases=(
            Phase("movement", "MC-04", movement),
            Phase("psychic", "MC-08", manifesting),
            Phase("shooting", "MC-12", shooting),
            Phase("charge", "MC-20", charging),
            Phase("fight", "MC-23", fighting),
            Phase("morale", "MC-25", testing),
        ),
    )


SYSTEM = System(modern, MODERN, options=("turns", "points", "chooser"))
