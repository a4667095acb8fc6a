"""Assembly of the pursuit, which replaces the classic turn (PU-31).

It answers queries, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from game.cores.classic.rules import OWN_THREATS
from game.cores.classic.rules.core_api import CLASSIC, INSIGHTS
from game.cores.classic.rules.forecasts import FIGURES
from game.cores.classic.rules.unit_state import pierces, to_wound
from game.cores.kit.core import Core
from game.cores.kit.declarations import EventByHand, System, unfit_for
from game.cores.kit.dice_chances import NEVER
from game.cores.kit.hooks import QueryHook
from game.cores.kit.modules import Module
from game.cores.kit.queries import (
    FACTS,
    FIRE_ARCS,
    FORECAST,
    HOLDS,
    Arc,
    ConsideredAnswer,
    ForecastFigure,
    PieceContact,
    ThreatArea,
    ThreatKind,
)
from game.cores.kit.score import Score
from game.cores.kit.traits import trait
from game.geometry.limits import is_within
from game.geometry.points import EPSILON
from game.play.decisions import Choose, CommonKind
from game.play.game import Game, GameView
from game.play.log.wording import with_article
from game.play.phases import Phase, When, end_of_game
from game.systems.pursuit.rules import (
    combat,
    ride_odds,
    shooting,
    street_checks,
    street_pieces,
    threats,
)
from game.systems.pursuit.rules.combat import foes_of
from game.systems.pursuit.rules.danger import Danger, danger
from game.systems.pursuit.rules.deployment import deployment
from game.systems.pursuit.rules.mines import ACROSS, AP, MARKERS
from game.systems.pursuit.rules.mines import MINE_STRENGTH as BLAST
from game.systems.pursuit.rules.movement import ACCELERATE, DEFAULT_MODE, LOST, TRIES, movement
from game.systems.pursuit.rules.odds import FAILS
from game.systems.pursuit.rules.pursuit_phase import ASTRAY
from game.systems.pursuit.rules.pursuit_phase import pursuit as rolls
from game.systems.pursuit.rules.shooting import (
    ARC,
    LEADER,
    NEAR_MINES,
    OVER_THE_SHOULDER,
    SHOULDER_BS,
)
from game.systems.pursuit.rules.slides import to_rear
from game.systems.pursuit.rules.state import (
    ACCELERATED,
    CLAUSES,
    PAGE,
    TURNS,
    decided,
    left,
    order_of,
    pursuit_of,
    riders,
    stopped_in,
)
from game.systems.pursuit.rules.street_hazards import COLLISION_STRENGTH
from game.systems.pursuit.rules.street_pieces import is_impassable, is_open, mines
from game.systems.pursuit.rules.threats import Threat
from game.systems.pursuit.table.street import ROLL, street_of
from game.table.events import PhaseBegan, Reason
from game.table.records import Model, ModelId, Side, Where
from game.table.state import Piece, PieceKind, Table

RIDE_ARC = 90.0
"""``PU-18``  Width of the arc ahead in which a ride with its turns ends."""


def pursuit(options: Mapping[str, Any]) -> Module:
    """``PU-06``  Assemble the module: Pursuit, Movement, Shooting, with both sides in each.

    ``PU-31``: none of the core's phases is played, so no model runs, charges or tests morale.
    ``PU-25``: nothing is left that fleet would change.
    """
    return Module(
        "pursuit",
        hooks=(
            *FIGURES,
            *INSIGHTS,
            *QUERY_HOOKS,
            *ride_odds.HOOKS,
            *street_pieces.HOOKS,
            *shooting.HOOKS,
            *combat.HOOKS,
        ),
        phases=(
            Phase("deployment", clause="PU-04", todo=deployment, when=When.SETUP),
            Phase("pursuit", clause="PU-07", todo=rolls, when=When.START),
            Phase("movement", clause="PU-17", todo=movement, when=When.START),
            Phase("shooting", clause="PU-29", todo=shooting.shooting, when=When.START),
        ),
        page=PAGE,
        pieces=(PieceKind.CITY,),
        interrupts=(end_of_game("decided", "PU-05", decided),),
        unfit=street_checks.unfit,
        left_out=("deployment",),
        why_not=no_street,
    )


def no_street(table: Table, phase: Phase) -> str:
    """``PU-02``  Return why the map is not a street, as a pursuit needs; empty if it is one."""
    faults = street_checks.unfit(table.board.all_open)
    return f"this map is not a street: {faults[0]}" if faults else ""


SYSTEM = System(
    pursuit,
    CLASSIC,
    turns=TURNS,
    score=Score(
        goals=(
            (
                "Riders: get one rider out through the Arrival, or kill the whole swarm.",
                "PU-05",
            ),
            ("Swarm: kill every rider. If neither has won {end}, it is a draw.", "PU-05"),
            ("Anyone carried over the rear edge is lost.", "PU-15"),
        ),
        counts=left,
        unit="models left",
        clause="PU-05",
        has_sheet=False,
    ),
)


async def rolls_once(game: Game, side: Side, core: Core) -> None:
    """``SB-11``  Roll the table back once: play the Pursuit phase of ``PU-07``."""
    game.do(PAGE.write("SB-11", replace(pursuit_of(game.table), rolled=-1)))
    game.do(PhaseBegan("SB-11", game.table.clock.round, "pursuit", None))


BY_HAND = EventByHand(
    "street",
    label="Roll the street",
    clause="SB-11",
    does=rolls_once,
    why_not=lambda table: unfit_for("a pursuit", street_checks.unfit(table.board.all_open)),
    phase=lambda _: Phase("pursuit", clause="SB-11", todo=rolls, when=When.START),
    pages=(PAGE,),
)


class ActivationOrder(NamedTuple):
    """The activation order in a phase of both sides."""

    groups: tuple[tuple[str, ...], ...]
    """Models and pieces in order; those of one group roll for it."""
    clause: str


ORDERS = QueryHook[None, ActivationOrder]("who is handled when")


def of_piece(table: Table, piece: Piece) -> Iterator[Reason]:
    """Yield the effect of a piece on all models, and its roll in a Pursuit phase."""
    if piece.kind is PieceKind.MINES:
        yield from _of_mines(piece)
        return
    if piece.kind is not PieceKind.CITY:
        return
    kind = "Intact building" if piece.intact else "Ruin"
    what = "Impassable, blocks sight" if is_impassable(piece) else "Difficult, cover 4+"
    yield Reason(0, f"{kind}, size {piece.size}: {what}", "PU-03")
    rear = to_rear(street_of(table.board), piece)
    if is_within(rear, ROLL):
        words = f'Reaches the rear edge in {max(0.0, rear):.1f}" and comes back at the Arrival'
        yield Reason(0, words, "PU-09")
    else:
        yield Reason(0, f'Rolls {ROLL:g}" back in each Pursuit phase', "PU-08")
    for cluster in mines(table):
        if cluster.on == piece.id:
            yield Reason(0, "Carries mines along", "PU-10")


def _of_mines(piece: Piece) -> Iterator[Reason]:
    shot = f'or a model within {NEAR_MINES:g}" shoots or is shot at'
    yield Reason(0, f"Explodes when a model touches it, {shot}", "PU-24")
    words = f'{MARKERS} blasts of {ACROSS:g}", S{BLAST} AP{AP}, one hit from each'
    yield Reason(0, words, "PU-24")
    if piece.on:
        yield Reason(
            0, f"Rolls back with {with_article(street_pieces.called(piece.on))}", "PU-08"
        )


def is_to(view: GameView, one: PieceContact) -> Iterator[Reason]:
    """Yield the effect of a piece on one model, and whether it will reach that model."""
    table = view.table
    model, piece = table.models[one.model], table.pieces[one.piece]
    if piece.kind is PieceKind.MINES:
        yield Reason(
            0, f"A blast wounds it on {_needs(view, model, BLAST)}{_saved(model)}", "PU-24"
        )
        return
    if piece.kind is not PieceKind.CITY:
        return
    needed = _needs(view, model, COLLISION_STRENGTH)
    hit = f"a Strength {COLLISION_STRENGTH} hit, wounds on {needed}, no save"
    if is_open(piece, model.profile):
        yield Reason(0, "Open ground to it: it flies over", "PU-03")
        return
    if is_impassable(piece):
        yield Reason(0, f"Running into it: {hit}", "PU-21")
    else:
        yield Reason(0, f'Each 2" inside: roll a die; on a 1 {hit}', "PU-22")
    coming = [
        t for t in threats.threats(table, model.id) if t.piece == piece.id and not t.mines
    ]
    yield from (_coming(threat) for threat in coming)


def _coming(threat: Threat) -> Reason:
    after = f'Comes to it after {threat.distance:.1f}"'
    if threat.dice:
        dice = "1 die" if threat.dice == 1 else f"{threat.dice} dice"
        return Reason(0, f"{after}: {dice} if this model keeps pace", "PU-14")
    if not threat.hurts:
        return Reason(0, "Touches it from ahead: carries it back without a hit", "PU-14")
    return Reason(0, f"{after} and hits it if this model keeps pace", "PU-14")


def _needs(view: GameView, model: Model, strength: int) -> str:
    need = to_wound(strength, trait(view, model, "t").now)
    return "nothing" if need == NEVER else f"{need}+"


def _saved(model: Model) -> str:
    if not model.profile.sv or pierces(AP, model.profile.sv):
        return ", no armour save"
    return f", save {model.profile.sv}+"


def arcs(view: GameView, model_id: ModelId) -> Iterator[Arc]:
    """``PU-27``, ``PU-28``  Yield a model's firing arcs; a leader's also over its shoulder."""
    model = view.table.models[model_id]
    guns = [w for w in model.profile.weapons if w.range]
    extra = [w for w in guns if OVER_THE_SHOULDER in w.rules]
    if guns:
        yield Arc(model.facing, ARC, max(w.range for w in guns), "PU-27")
    if extra and model.profile.has(LEADER):
        behind = (model.facing + 180.0) % 360.0
        yield Arc(behind, 360.0 - ARC, max(w.range for w in extra), "PU-28")


def strikes(view: GameView, model_id: ModelId) -> Iterator[tuple[ThreatArea, ...]]:
    """``PU-18``, ``PU-20``, ``PU-27``  Yield where a model may shoot after a ride, or touch.

    It may turn on the way and so shoot any way, and accelerate to touch. None in contact.
    """
    model = view.table.models[model_id]
    if foes_of(view.table, model_id):
        yield ()
        return
    ride = ThreatArea(
        ThreatKind.CHARGES,
        "PU-20",
        move=ACCELERATE.distance,
        heading=model.facing,
        wide=RIDE_ARC,
    )
    shot = ride._replace(
        kind=ThreatKind.SHOOTS, clause="PU-27", move=DEFAULT_MODE.distance, in_sight=True
    )
    yield *(shot._replace(reach=w.range) for w in model.profile.weapons if w.range), ride


def orders(view: GameView, _: None) -> Iterator[ActivationOrder]:
    """``PU-07``, ``PU-17``, ``PU-29``  Yield the order of models and pieces still to act."""
    if groups := order_of(view):
        yield ActivationOrder(groups, CLAUSES[view.table.clock.phase])


def facts(view: GameView, id_: str) -> Iterator[Reason]:
    """Yield the current facts about a model, a piece or a mine cluster."""
    table = view.table
    model, piece = table.models.get(ModelId(id_)), table.pieces.get(id_)
    if model and model.where is Where.TABLE:
        yield from _of_fig(table, model)
    elif piece:
        yield from of_piece(table, piece)


def _of_fig(table: Table, model: Model) -> Iterator[Reason]:
    street = street_of(table.board)
    if foes_of(table, model.id):
        yield Reason(0, "In combat: stays here as the street rolls, and fights on", "PU-16")
    elif piece := stopped_in(model):
        yield Reason(
            0,
            f"Stuck in {with_article(street_pieces.called(piece))}: rolls back with it",
            "PU-23",
        )
        yield Reason(0, getting_away(), "PU-23")
    elif (off := street.turned_away(model.facing)) > ASTRAY + EPSILON:
        words = f'Faces {off:.3g}° away from the Arrival: goes {ROLL:g}" back'
        yield Reason(0, words, "PU-12")
    if model.mark(ACCELERATED):
        yield Reason(0, "Accelerated: may not shoot this turn", "PU-27")
    for weapon in model.profile.weapons:
        if OVER_THE_SHOULDER in weapon.rules and model.profile.has(LEADER):
            words = f"May fire its {weapon.name} over the shoulder at BS {SHOULDER_BS} or worse"
            yield Reason(0, words, "PU-28")
    ahead, rear = street.off(model.at) - model.base, street.to_rear(model.disc)
    if model.side == riders(table):
        yield Reason(0, f'{max(0.0, ahead):.1f}" to the Arrival', "PU-26")
    yield Reason(0, f'{max(0.0, rear):.1f}" to the rear edge', "PU-15")


def getting_away() -> str:
    """``PU-23``  Return the moves open to a stopped model, each with its chance."""
    parts = [
        f'{DEFAULT_MODE.distance - LOST * n:g}" {100 * FAILS**n * (1 - FAILS):.0f}%'
        for n in range(TRIES)
    ]
    return f"Gets away on 2+: {', '.join(parts)}, stays stuck {100 * FAILS**TRIES:.1f}%"


def paces(view: GameView, question: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """``PU-11``  Yield the chances of the pace that is considered."""
    asked, answer = question.decision, question.answer
    if isinstance(asked, Choose) and asked.kind is CommonKind.PACE:
        model_id = ModelId(asked.about)
        unit = view.table.models[model_id].unit
        yield from figures(danger(view, model_id, answer, model_id), unit)


def figures(found: Danger, unit: str) -> Iterator[ForecastFigure]:
    """Yield a model's chances in a Pursuit phase, each with its clause."""
    why = () if found.exact else (Reason(0, "others or mines may interfere", "PU-14"),)
    yield ForecastFigure("dies", value=found.dies, clause="PU-14", about=unit, reasons=why)
    for cause, blow in found.causes.items():
        words = f"struck by {street_pieces.called(cause.by)}"
        yield ForecastFigure(
            words, value=blow.strikes, clause=cause.clause, about=unit, more=True
        )
    yield ForecastFigure("lost", value=found.lost, clause="PU-15", about=unit)
    yield ForecastFigure("swept up", value=found.swept, clause="PU-14", about=unit)
    yield ForecastFigure("stuck", value=found.stopped, clause="PU-23", about=unit)
    if found.backs:
        yield ForecastFigure("backs in", value=found.backs, clause="PU-13", about=unit)


QUERY_HOOKS = (
    FACTS.gets(facts),
    FIRE_ARCS.gets(arcs),
    FORECAST.gets(paces),
    HOLDS.gets(is_to),
    ORDERS.gets(orders),
    OWN_THREATS.gets(strikes),
)
