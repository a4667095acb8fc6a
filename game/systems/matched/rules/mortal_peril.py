"""Mortal peril of psykers (MP-09, MP-10).

It may create a spawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from game.cores.kit.core import Core
from game.cores.kit.declarations import AddOn
from game.cores.kit.dice_chances import two_exceed
from game.cores.kit.modules import Module
from game.cores.kit.probability import NONE, mixture, of_total
from game.cores.kit.queries import FORECAST, ConsideredAnswer, FigureKind, ForecastFigure
from game.cores.kit.traits import TRAIT, Trait
from game.cores.modern.rules import (
    PERIL_MORE,
    PERIL_ODDS,
    POWER_DONE,
    POWER_REFUSED,
    PerilEffect,
    PowerAttempt,
    Test,
    psychic,
)
from game.cores.modern.rules.perils import PERILS, backlash
from game.cores.modern.rules.powers import POWERS
from game.cores.modern.rules.psychic import attempt_beyond, charge_of, option_of, picked
from game.cores.modern.rules.wounds import ONE_D3, lose, trait
from game.geometry.points import Point
from game.play.decisions import PASS, Choose, CommonKind, Option, Refusal, pass_option
from game.play.game import Game, GameView, Rule, Step
from game.play.moves.arrange import Arrange
from game.play.moves.base_placement import MoveClauses, nearest_place
from game.play.phases import Interrupt, Precedence
from game.systems.matched.rules.matched_decisions import MatchedKind
from game.table.events import (
    Act,
    Acted,
    Announced,
    Defected,
    Marked,
    Placed,
    Raised,
    Reason,
    Unmarked,
)
from game.table.records import How, Mark, Model, ModelId, Side, Spare, Where
from game.table.state import Table

if TYPE_CHECKING:
    # Formats of files load pydantic, which no game needs.
    from game.content.rosters import Roster

CLAUSES = MoveClauses(move="MP-10", chain="MP-10", table="MP-10", ground="MP-10")
DOUBLES = (1, 2, 3, 4, 5, 6)
TORN_BY = 6
"""Mortal wounds of result 1."""
LOST = "power lost"
"""On a psyker; *about*: the powers that it has lost."""
SURGING = "surging with power"
"""On a psyker; *about*: round and side of the turn in which it began."""
STRONG, WARDED = 10, 2
FACE = 1 / 6


async def may_spawn(game: Game, psyker: ModelId) -> None:
    """``MP-10``  Let the opponent put a spawn of their roster where a psyker fell."""
    table, fallen = game.table, game.table.models[psyker]
    side = table.enemy(fallen.side)
    spare = next((s for s in table.spares.values() if s.unit.side == side), None)
    at = room(table, side, spare, fallen.at) if spare else None
    if spare is None or at is None:
        return
    label = f"Replace {fallen.profile.name} with {spare.unit.name}"
    answer = await Choose(
        side,
        clause="MP-10",
        asks=f"{fallen.profile.name} is torn apart. Put your {spare.unit.name} in its place?",
        options=(
            Option("spawn", label, "MP-10"),
            pass_option("Leave the place empty", "MP-10"),
        ),
        about=fallen.unit,
        kind=MatchedKind.SPAWN,
    )
    if answer != PASS:
        game.do(Raised("MP-10", spare.unit.id))
        game.do(Placed("MP-10", model=spare.models[0].id, at=at, facing=fallen.facing))


def room(table: Table, side: Side, spare: Spare, at: Point) -> Point | None:
    """``MP-10``  Return the place nearest to a point where a spawn may stand."""
    spawn = spare.models[0]
    arrange = Arrange(
        side,
        "MP-10",
        "",
        unit=spare.unit.id,
        models={spawn.id: spawn.base},
        zone=tuple(corner for corner, _ in table.board.rim),
        clauses=CLAUSES,
    )
    bases = arrange.bases(table)
    return nearest_place(at, lambda spot: not arrange.wrong(table, bases, spawn.id, spot))


def keep_spawn(table: Table, side: Side, roster: Roster) -> None:
    """``MP-10``  Keep the spawn of a side's roster, if it lists one."""
    if roster.spawn:
        unit, models = roster.spawn.brought(side)
        table.spares[unit.id] = Spare(unit, models)


def peril(options: Mapping[str, Any], core: Core) -> Module:
    """``MP-09``  Return the module that brings a peril after any double on a psychic test."""
    return Module(
        "peril",
        brings=keep_spawn,
        hooks=(
            PERILS.by(not_yet),
            PERIL_ODDS.gets(odds),
            POWER_DONE.then(resolved),
            POWER_REFUSED.gets(lost),
            TRAIT.gets(surge),
            FORECAST.gets(figures),
        ),
        interrupts=(
            Interrupt(
                "a surge fades", "MP-10", fading, order=Precedence.STATE, during=("psychic",)
            ),
        ),
    )


async def not_yet(game: Game, test: Test) -> None:
    """``MP-09``  Do nothing: perils come after the power has been resolved."""


async def resolved(game: Game, test: Test) -> None:
    """``MP-09``  After a double, roll a d6 for the peril and apply it."""
    first, second = test.faces
    psyker = game.table.models[test.psyker]
    if first != second or psyker.where is not Where.TABLE:
        return
    game.do(Acted("MP-09", psyker.unit, Act.IN_PERIL))
    (face,) = game.throw("MP-10", psyker.side, "mortal peril", id_=psyker.unit)
    words, applies = RESULTS[face]
    game.do(Announced("MP-10", f"Mortal peril: {words}"))
    await applies(game, test)


async def apply_torn(game: Game, test: Test) -> None:
    """``MP-10``  1: inflict six mortal wounds; a psyker that they kill may become a spawn."""
    more = sum([r.amount for r in PERIL_MORE.of(game, test.psyker)])
    await lose(game, "MP-10", test.psyker, TORN_BY + more, How.POWER)
    if game.table.models[test.psyker].where is not Where.TABLE:
        await may_spawn(game, test.psyker)


async def struck_back(game: Game, test: Test) -> None:
    """``MP-10``  2: inflict d3 mortal wounds; if it dies, each unit within 6" takes d3."""
    await backlash(game, "MP-10", test.psyker)


async def forgets(game: Game, test: Test) -> None:
    """``MP-10``  3: take the power that it was manifesting from the psyker for the battle."""
    known = _lost_to(game.table.models[test.psyker])
    about = ", ".join([*known, *([test.power] if test.power not in known else [])])
    game.do(Marked("MP-10", test.psyker, Mark(LOST, about=about)))


def _lost_to(psyker: Model) -> list[str]:
    mark = psyker.mark(LOST)
    return mark.about.split(", ") if mark else []


def lost(view: GameView, tried: PowerAttempt) -> Iterator[Refusal]:
    """``MP-10``  Yield a refusal if the power is lost to the psyker."""
    psyker = view.table.models[tried.psyker]
    if tried.power in _lost_to(psyker):
        yield Refusal(f"{tried.power} is lost to {psyker.profile.name}", "MP-10")


async def tries_again(game: Game, test: Test) -> None:
    """``MP-10``  4: let the psyker try one more power at once, even one tried before."""
    psyker = game.table.models[test.psyker]
    options = [
        replace(option_of(psyker, power, charge_of(game.table, power)), clause="MP-10")
        for power in POWERS.values()
        if psychic.why_not(game, psyker, power, anew=True) is None
    ]
    if not options:
        return
    asks = f"{psyker.profile.name}: try one more power now?"
    leaves = pass_option("No more powers", "MP-10")
    answer = await Choose(
        psyker.side,
        clause="MP-10",
        asks=asks,
        options=(*options, leaves),
        about=psyker.unit,
        kind=CommonKind.POWER,
    )
    if answer != PASS:
        model_id, power = picked(answer)
        await attempt_beyond(game, model_id, power)


async def may_turn(game: Game, test: Test) -> None:
    """``MP-10``  5: if 2d6 show more than its Ld, give its unit to the opponent for good."""
    psyker = game.table.models[test.psyker]
    ld = trait(game, psyker, "ld").now
    why = (Reason(0, f"Ld {ld}", "MP-10"),)
    faces = game.throw(
        "MP-10",
        psyker.side,
        "nerve",
        2,
        need=ld,
        under=True,
        total=True,
        id_=psyker.unit,
        reasons=why,
    )
    if sum(faces) > ld:
        game.do(Defected("MP-10", psyker.unit, game.table.enemy(psyker.side)))


async def surges(game: Game, test: Test) -> None:
    """``MP-10``  6: give S 10 and a 2+ invulnerable save up to its next Psychic phase."""
    game.do(Marked("MP-10", test.psyker, Mark(SURGING, about=_turn(game.table))))


def _turn(table: Table) -> str:
    return f"{table.clock.round} {table.clock.side}"


def surge(view: GameView, subject: Trait) -> Iterator[Reason]:
    """``MP-10``  Yield the change of Strength or invulnerable save by a surge of power."""
    if subject.name not in ("s", "inv"):
        return
    psyker = view.table.models[subject.model]
    if psyker.mark(SURGING):
        own = psyker.profile
        now, was = (STRONG, own.s) if subject.name == "s" else (WARDED, own.inv or 0)
        yield Reason(now - was, SURGING, "MP-10")


def fading(table: Table) -> Step | None:
    """``MP-10``  Return the step that ends surges as a side's Psychic phase begins, or None."""
    return fade if _surging(table) else None


def _surging(table: Table) -> list[Model]:
    """Return the psykers of the active side with a surge that began in another turn."""
    return [
        m
        for m in table.standing(table.clock.side)
        if (mark := m.mark(SURGING)) and mark.about != _turn(table)
    ]


async def fade(game: Game) -> None:
    for psyker in _surging(game.table):
        game.do(Unmarked("MP-10", psyker.id, SURGING))


RESULTS: Mapping[int, tuple[str, Callable[[Game, Test], Rule[None]]]] = {
    1: ("the mind is torn open", apply_torn),
    2: ("a backlash", struck_back),
    3: ("the power is lost", forgets),
    4: ("one power more", tries_again),
    5: ("the mind may turn", may_turn),
    6: ("a surge of power", surges),
}


def odds(view: GameView, model_id: ModelId) -> Iterator[PerilEffect]:
    """``MP-10``  Yield the wounds that a peril costs its psyker: two results of six cost some.

    The risk of one more power is left out.
    """
    more = sum([r.amount for r in PERIL_MORE.of(view, model_id)])
    torn_by, backlash_ = of_total(TORN_BY + more), of_total(more, ONE_D3)
    cost = mixture([(FACE, torn_by), (FACE, backlash_), (4 * FACE, NONE)])
    yield PerilEffect("MP-10", DOUBLES, cost, resolved_first=True)


def figures(view: GameView, question: ConsideredAnswer) -> Iterator[ForecastFigure]:
    """``MP-10``  Yield the chance that a psyker goes over to the enemy, by any power."""
    asked, answer = question.decision, question.answer
    if isinstance(asked, Choose) and asked.kind is CommonKind.POWER and answer != PASS:
        model_id, power = picked(answer)
        ld = trait(view, view.table.models[model_id], "ld").now
        yield ForecastFigure(
            "goes over",
            value=FACE * FACE * two_exceed(ld),
            clause="MP-10",
            about=power.name,
            kind=FigureKind.PSYKER_LOST,
        )


PERIL = AddOn(peril, "MP-09", ("matched",))
