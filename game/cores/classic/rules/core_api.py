"""The interface of the classic core to all other parts of a game.

The core API for modules, and answers to queries (CC-01, CC-08, CC-15, CC-37).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from game.cores.classic.rules import OWN_THREATS, ClassicHit
from game.cores.classic.rules.assault import charge_reach
from game.cores.classic.rules.combat import skirmish
from game.cores.classic.rules.cover import cover_of
from game.cores.classic.rules.deep_strike import LANDS_OFF, arrive_at
from game.cores.classic.rules.movement import COHERENCY, normal_move
from game.cores.classic.rules.targeting import RAPID_RANGE, may_target, relentless
from game.cores.classic.rules.unit_state import (
    combat_of,
    is_falling_back,
    is_locked,
    is_model_locked,
    modified_characteristics,
    update_locked_marks,
)
from game.cores.classic.rules.wounds import strike_models
from game.cores.kit.attacks import Hit
from game.cores.kit.core import Core
from game.cores.kit.difficult_ground import goes_over
from game.cores.kit.queries import (
    CHAINS,
    CHARACTERISTICS,
    GROUND,
    HIDES,
    PROSPECTS,
    SIGHTLINES,
    THREATS,
    ForecastFigure,
    Sightline,
    ThreatArea,
    ThreatKind,
    UnitPair,
)
from game.cores.kit.sight_lines import sight_lines, sight_obstacles
from game.entry_points import EntryPoints
from game.geometry.points import CONTACT
from game.play.game import Game, GameView
from game.table.board import Terrain
from game.table.events import Reason
from game.table.records import Fire, How, Model, ModelId, UnitId
from game.table.state import Table

RUN = 6.0
"""``CC-22``  Inches of the longest run."""
ODDS: Mapping[str, Callable[..., Any]] = EntryPoints(
    {
        "round": "game.cores.classic.rules.melee_odds:round_odds",
        "volley": "game.cores.classic.rules.shooting_odds:volley_odds",
    }
)
"""The odds of attacks, which games that only borrow from this core never compute."""


async def strike(game: Game, model_id: ModelId, strength: int) -> None:
    """``CC-12``  Roll to wound a model as usual; it gets no save of any kind."""
    foe = game.table.enemy(game.table.models[model_id].side)
    hit: ClassicHit = Hit(foe, strength, how=How.HAZARD, no_save=True)
    await strike_models(game, [(model_id, [hit])])


def locked(table: Table, unit_id: UnitId) -> bool:
    """``CC-31``  Return whether the main body of a unit is locked in combat."""
    return is_locked(table.units[unit_id])


def pace(view: GameView, model: Model) -> float:
    """``CC-18``  Return the normal move of a model in inches."""
    return normal_move(model)


def rough(view: GameView) -> Sequence[Terrain]:
    """``CC-20``  Return the Difficult terrain of the board."""
    return view.table.difficult


CLASSIC = Core(
    name="classic",
    strike=strike,
    lock=update_locked_marks,
    locked=locked,
    holds=CONTACT,
    pace=pace,
    rough=rough,
    skirmish=skirmish,
    lands_off=LANDS_OFF,
    arrive=arrive_at,
)


def sightlines(view: GameView, pair: UnitPair) -> Iterator[Sightline]:
    """``CC-08``, ``CC-15``  Yield each model's line of sight to a unit, with its cover."""
    models = view.table.models
    for line in sight_lines(view, pair, "CC-08"):
        if line.block is not None:
            yield line
            continue
        # Cover is judged along the line between the centres, as for the shot.
        cover = cover_of(view, line.start, pair.unit_id, models[line.target])
        clause = cover.clause if cover.save else line.clause
        yield line._replace(clause=clause, by=cover.by, cover=cover.save)


def prospects(view: GameView, pair: UnitPair) -> Iterator[ForecastFigure]:
    """Yield the odds of the round that two units fight, else of the first one's fire."""
    table, unit = view.table, view.table.units[pair.unit_id]
    if is_locked(unit) and pair.target in (combat := combat_of(table, unit.id)):
        yield from ODDS["round"](view, combat, table.clock.side or unit.side).figures()
    elif may_target(view, pair.unit_id, pair.target) is None and (
        odds := ODDS["volley"](view, pair.unit_id, pair.target)
    ):
        yield from odds.figures()


def chains(view: GameView, unit: UnitId) -> Iterator[float]:
    """``CC-19``  Yield the coherency distance of a unit in inches."""
    yield COHERENCY


def ground(view: GameView, piece: Terrain) -> Iterator[Reason]:
    """``CC-37``  Yield the effects of a piece of terrain, each with its clause."""
    if piece.impassable:
        yield Reason(0, "Impassable: no base may overlap it", "CC-37")
    if piece.blocks_sight:
        seen = "Models can see in and out, not through" if piece.area else "Blocks sight"
        yield Reason(0, seen, "CC-37" if piece.area else "CC-08")
    if piece.difficult:
        words = "Difficult: a unit entering it moves at most the higher of 2d6 inches"
        yield Reason(0, words, "CC-20")
    if piece.dangerous:
        words = "Dangerous: roll a die for each model; on a 1 it takes a wound"
        yield Reason(0, words, "CC-21")
    if piece.cover:
        where = "in it" if piece.area else "behind it"
        yield Reason(0, f"{piece.cover}+ cover save {where}", "CC-15")


def threats(view: GameView, model_id: ModelId) -> Iterator[ThreatArea]:
    """Yield where a model may shoot and charge in its next turn."""
    replaced = next(OWN_THREATS.of(view, model_id), None)
    yield from on_foot(view, model_id) if replaced is None else replaced


def on_foot(view: GameView, model_id: ModelId) -> Iterator[ThreatArea]:
    """``CC-09``, ``CC-18``, ``CC-22``, ``CC-23``  Yield the threats of a model that may move.

    It moves, shoots and charges; a fleet model runs in between. A locked one does none of it,
    and one that falls back only shoots (``CC-32``).
    """
    model = view.table.models[model_id]
    if is_model_locked(view.table, model):
        return
    flees = is_falling_back(view.table.units[model.unit])
    move = 0.0 if flees else normal_move(model)
    over, steady = goes_over(model), relentless(model)
    for weapon in model.profile.weapons:
        shot = ThreatArea(
            ThreatKind.SHOOTS, "CC-09", over=over, reach=weapon.range, in_sight=True
        )
        if weapon.fire is Fire.MELEE or not weapon.range:
            continue
        if steady or weapon.fire not in {Fire.HEAVY, Fire.RAPID}:
            yield shot._replace(move=move)
            continue
        yield shot
        if weapon.fire is Fire.RAPID:
            yield shot._replace(move=move, reach=min(RAPID_RANGE, weapon.range))
    if flees:
        return
    run = RUN if model.profile.has("fleet") else 0.0
    charge = move + run + charge_reach(view, model)
    yield ThreatArea(ThreatKind.CHARGES, "CC-23", move=charge, over=over)


INSIGHTS = (
    CHAINS.gets(chains),
    CHARACTERISTICS.gets(modified_characteristics),
    SIGHTLINES.gets(sightlines),
    GROUND.gets(ground),
    HIDES.gets(sight_obstacles),
    PROSPECTS.gets(prospects),
    THREATS.gets(threats),
)
