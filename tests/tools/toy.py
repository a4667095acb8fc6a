"""A toy rule system, to try the engine with: two sides, three models each, run and tag.

In each player turn a unit of three moves as one; then its side picks one of its models, which
rolls a die to tag an enemy: on 4+ the enemy is out. A player may pass. After three game turns
the side with more tags wins. In the rally a side that lost a model is asked whether it comes
back. The weather is a module's state: it changes on a 6.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from game.geometry.points import Point, length
from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.dice_sequences import Dice, SeededDice
from game.play.game import Game, Step
from game.play.moves.base_placement import MoveClauses
from game.play.moves.march import March
from game.play.moves.paths import MoveLimits
from game.play.phases import END, NEXT, Phase, PhaseMachine, When, once
from game.play.session import Session
from game.table import events
from game.table.events import Act, Reason
from game.table.records import (
    How,
    Mark,
    Model,
    ModelId,
    Profile,
    Side,
    Unit,
    UnitId,
    Until,
    Where,
)
from game.table.state import StatePage, Table
from tests.tools.replay_check import fought

REDS, BLUES = Side("reds"), Side("blues")
TURNS = 3
ABOUT = "CC-18"
FAST = Profile("Runner", w=1)


@dataclass(frozen=True, slots=True)
class Weather:
    rain: bool = False
    wind: tuple[float, ...] = ()


WEATHER = StatePage("weather", Weather())


def toy_table() -> Table:
    """Return six models face to face, ten inches apart."""
    table = Table(sides=(REDS, BLUES))
    for side, y in ((REDS, 10.0), (BLUES, 20.0)):
        ids = tuple(ModelId(f"{side}-runners-{n}") for n in (1, 2, 3))
        unit = UnitId(f"{side}-runners")
        table.units[unit] = Unit(unit, side=side, name=f"{side} team".capitalize(), models=ids)
        for n, id_ in enumerate(ids):
            at = Point(10.0 + 1.5 * n, y)
            table.models[id_] = Model(
                id_, unit=unit, side=side, profile=FAST, base=0.5, at=at, where=Where.TABLE
            )
    return table


async def toss(game: Game) -> None:
    (face,) = game.throw("CC-33", REDS, "toss")
    game.do(events.TurnsOrdered("CC-33", REDS if face > 3 else BLUES))


async def weather(game: Game) -> None:
    (face,) = game.throw("MP-13", REDS, "weather", need=6)
    now = WEATHER.of(game.table)
    rain = now.rain != (face == 6)
    game.do(WEATHER.write("MP-13", Weather(rain, (*now.wind, face / 8))))


async def move_unit(game: Game) -> None:
    """Ask for the move of the active side's unit."""
    side = game.table.clock.side
    assert side
    unit = UnitId(f"{side}-runners")
    moves = await March(
        side,
        ABOUT,
        "Where do you run?",
        unit=unit,
        model_limits={m.id: MoveLimits(6.0) for m in game.table.of(unit)},
        clauses=MoveClauses("CC-18", chain="CC-19", table="CC-18", ground="CC-20"),
    )
    game.do(events.Acted(ABOUT, unit, Act.MOVES if moves else Act.STAYS))
    for model_id, path in moves:
        game.do(events.Moved(ABOUT, model=model_id, path=path, facing=90.0))
    if moves:
        distance = max(length(path) for _, path in moves)
        game.do(events.Marked(ABOUT, unit, Mark("ran", Until.TURN, f"{distance:.3f}")))


async def tag(game: Game) -> None:
    """Ask for a model and its target, then roll to tag."""
    side = game.table.clock.side
    assert side
    mine = _options(game.table, side)
    id_ = await Choose(
        side,
        clause="CC-07",
        asks="Who tags?",
        options=(*mine, pass_option("Nobody")),
        about=side,
    )
    if id_ == PASS:
        return
    foes = _options(game.table, game.table.enemy(side))
    foe = await Choose(side, clause="CC-07", asks="Whom?", options=foes, about=id_)
    reasons = (Reason(-1, "rain", "MP-13"),) if WEATHER.of(game.table).rain else ()
    (face,) = game.throw("CC-05", side, "to tag", need=4, id_=id_, target=foe, reasons=reasons)
    if face >= 4:
        game.do(events.Wounded("CC-17", ModelId(foe), 1))
        game.do(events.Removed("CC-17", ModelId(foe), How.SHOT))
        game.do(events.Scored("MI-03", side, 1, foe))


def _options(table: Table, side: Side) -> tuple[Option, ...]:
    return tuple(Option(m.id, m.id, "CC-07", m.id) for m in table.standing(side))


def rally(table: Table) -> Step | None:
    """Return the step that offers a side its last loss back; None without losses."""
    if table.clock.over or not table.losses:
        return None
    return _rally


async def _rally(game: Game) -> None:
    lost = game.table.losses[-1]
    options = (Option("back", "Come back"), pass_option("Stay away"))
    if await Choose(lost.side, clause="CC-32", asks="Back again?", options=options) == "back":
        at = game.table.models[lost.model].at
        game.do(events.Placed("CC-32", model=lost.model, at=at, facing=0.0))
    game.do(events.PhaseOver("CC-32"))


async def end(game: Game) -> None:
    if game.table.clock.round < TURNS:
        return
    reds, blues = (game.table.scores.get(side, 0) for side in (REDS, BLUES))
    winner = None if reds == blues else REDS if reds > blues else BLUES
    game.do(events.Ended("MI-03", winner, "tags"))


@dataclass
class ToyRules:
    system = "toy"
    parts = ("toy",)
    options: Mapping[str, Any] = field(default_factory=dict)
    hooks: Mapping[object, tuple[Callable[..., Any], ...]] = field(default_factory=dict)
    pages: Mapping[str, StatePage[Any]] = field(default_factory=lambda: {WEATHER.name: WEATHER})

    def __post_init__(self) -> None:
        self.phases = PhaseMachine(
            (
                once("toss", "CC-33", toss, When.SETUP),
                once("weather", "MP-13", weather, When.START),
                once("running", ABOUT, move_unit),
                once("tagging", "CC-07", tag),
                Phase("rally", clause="CC-32", todo=rally, when=When.END),
                replace(once("end", "MI-03", end, When.END), then=(NEXT, END)),
            )
        )

    def next_step(self, table: Table) -> Step | None:
        return None if table.result else self.phases.next_step(table)


def toy(dice: Dice | int = 1, table: Table | None = None) -> Session:
    """Open a game of the toy; a number is the seed of its dice."""
    row = SeededDice(dice) if isinstance(dice, int) else dice
    session = Session(ToyRules(), table or toy_table(), row)
    fought.append(session)
    return session


def play_on(session: Session, luck: int, answers: int = 9999) -> Session:
    """Give up to *answers* varied sample answers, until the game is over."""
    for n in range(answers):
        if session.pending is None:
            break
        many = list(session.pending.samples(session.table, 5))
        session.answer(many[(luck * 7 + n * 3 + n * n) % len(many)])
    return session


def replaced(rules: ToyRules, name: str, rule: Step) -> ToyRules:
    """Return rules in which another step replaces that of one phase."""
    changed = ToyRules(rules.options, rules.hooks, rules.pages)
    phases = [
        once(p.name, p.clause, rule, p.when) if p.name == name else p for p in rules.phases.all
    ]
    changed.phases = PhaseMachine(phases)
    return changed
