"""Assembly of the sandbox."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from game.play.game import Game, GameView, Step
from game.play.phases import END, Interrupt, Phase, Todo, When
from game.rules.classic.system import CLASSIC
from game.rules.kit.modules import Module
from game.rules.kit.parts import System
from game.rules.kit.queries import TOKENS, DrawnMarker
from game.rules.registry import EVENTS_BY_HAND
from game.rules.sandbox.actions import LaidRules, SandboxActions
from game.rules.sandbox.state import FREE, PAGE, back_to_free, bench_of
from game.table.events import Ended, PhaseBegan, TurnsOrdered, ZoneTaken
from game.table.pieces import PieceKind
from game.table.state import Table


def sandbox(options: Mapping[str, Any]) -> Module:
    """``SB-01``  Return the sandbox: free play.

    ``SB-14``: with the rules that the option *rules* turns on.
    """
    rules = LaidRules.chosen(options)
    deeds = SandboxActions(rules)
    parts, by_hand = rules.parts, EVENTS_BY_HAND.values()
    events = [event.phase(rules.core) for event in by_hand if event.phase]
    own = {phase.name: phase for phase in rules.playable()}
    played = own | {phase.name: phase for phase in events if phase.name not in own}
    return Module(
        "sandbox",
        hooks=(*(hook for part in parts for hook in part.hooks), TOKENS.gets(_tokens)),
        phases=(
            Phase("table", "SB-01", lambda _: set_up_sandbox, When.SETUP, then=(FREE,)),
            Phase(FREE, "SB-01", lambda _: deeds.done, then=(FREE, *played, END)),
            *map(_returning, played.values()),
        ),
        page=PAGE,
        pages=(
            *(page for event in by_hand for page in event.pages),
            *(part.page for part in parts if part.page),
        ),
        pieces=(PieceKind.CONTAINER,),
        interrupts=(
            *_limit(int(options.get("turns", 0))),
            *_interrupts(rules, tuple(played)),
        ),
        box=rules.armed,
        uses=(*(part.name for part in parts), *EVENTS_BY_HAND),
        opens=_open,
    )


def _open(table: Table) -> None:
    for event in EVENTS_BY_HAND.values():
        event.opens(table)


async def set_up_sandbox(game: Game) -> None:
    """``SB-01``  Give each side a zone to fall back to, and begin with the first side."""
    table = game.table
    zones = [z.id for z in table.board.zones]
    if len(zones) < 2:
        zones = [z.id for z in next(iter(table.board.zone_maps.values()))]
    for side, zone in zip(table.sides, zones, strict=False):
        game.do(ZoneTaken("SB-01", side, zone))
    game.do(TurnsOrdered("SB-01", table.sides[0]))
    game.do(PhaseBegan("SB-01", 1, FREE, table.sides[0]))


def _returning(phase: Phase) -> Phase:
    """``SB-14``  Return a phase that leads back to free play instead of the next phase."""

    def closing(table: Table) -> Step:
        return (phase.closing(table) if phase.closing else None) or _back

    when = When.TURN if phase.when is When.TURN else When.START
    return replace(phase, closing=closing, when=when, then=(FREE,))


async def _back(game: Game) -> None:
    back_to_free(game)


def _interrupts(rules: LaidRules, played: tuple[str, ...]) -> Iterator[Interrupt]:
    """``SB-14``  Yield those of a system, for its phases; the end of its game ends a phase."""
    for one in (one for part in rules.parts for one in part.interrupts):
        during = one.during or played
        if END in one.then:
            yield replace(one, todo=_breaking_off(one.todo), during=during, then=(FREE,))
        else:
            yield replace(one, during=during)


def _breaking_off(todo: Todo) -> Todo:
    return lambda table: _back if todo(table) else None


def _limit(turns: int) -> Iterator[Interrupt]:
    """``SB-15``  Yield the end of the game after the last game turn, if one was agreed."""

    def todo(table: Table) -> Step | None:
        return _over if table.clock.round > turns else None

    if turns:
        yield Interrupt("the last turn is over", "SB-15", todo, then=(END,))


async def _over(game: Game) -> None:
    game.do(Ended("SB-15", None, "the turns that were agreed are over"))


def _tokens(view: GameView, _: None) -> Iterator[DrawnMarker]:
    yield from bench_of(view.table).tokens


SYSTEM = System(sandbox, CLASSIC, options=("turns", "rules"))
