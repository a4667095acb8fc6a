"""Assembly of the sandbox."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from game.play.game import Game, GameView, Phase, Step, Todo, When
from game.rules.flood.flood_phase import FloodPhase
from game.rules.flood.state import PAGE as FLOOD
from game.rules.kit.modules import Module, Watcher
from game.rules.kit.queries import TOKENS, DrawnMarker
from game.rules.pursuit.pursuit_phase import pursuit
from game.rules.pursuit.state import PAGE as PURSUIT
from game.rules.sandbox.actions import SandboxActions
from game.rules.sandbox.base_systems import System, chosen
from game.rules.sandbox.state import FREE, PAGE, back_to_free, bench_of, is_free
from game.rules.sandbox.triggered_events import DRIFT, drifting
from game.table.events import Ended, PhaseBegan, TurnsOrdered, ZoneTaken
from game.table.pieces import PieceKind
from game.table.state import Table


def sandbox(options: Mapping[str, Any]) -> Module:
    """``SB-01``  Return the sandbox: free play.

    ``SB-14``: with the rules that the option *rules* turns on.
    """
    system = chosen(options)
    parts = system.parts(options)
    deeds = SandboxActions(system, options)
    own = {phase.name: _returning(phase) for phase in system.phases(options)}
    events = [
        Phase("flood", "SB-10", FloodPhase(system.core).todo, When.START),
        Phase("pursuit", "SB-11", pursuit, When.START),
        Phase(DRIFT, "SB-12", drifting, When.START),
    ]
    added = [_returning(phase) for phase in events if phase.name not in own]
    return Module(
        "sandbox",
        hooks=(*(hook for part in parts for hook in part.hooks), TOKENS.gets(_tokens)),
        phases=(
            Phase("table", "SB-01", lambda _: set_up_sandbox, When.SETUP),
            Phase(FREE, "SB-01", lambda _: deeds.done),
            *own.values(),
            *added,
        ),
        page=PAGE,
        pages=(FLOOD, PURSUIT, *(part.page for part in parts if part.page)),
        pieces=(PieceKind.CONTAINER,),
        watch=(_Limit(int(options.get("turns", 0))).todo, *_watched(system, options)),
        box=system.armed,
    )


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

    async def back(game: Game) -> None:
        back_to_free(game)

    def todo(table: Table) -> Step | None:
        return phase.todo(table) or back

    task: Todo = todo
    return replace(phase, todo=task, when=When.TURN if phase.when is When.TURN else When.START)


def _watched(system: System, options: Mapping[str, Any]) -> Iterator[Watcher]:
    for watch in system.watch(options):
        yield _Watched(watch, ends=system.ends).todo


@dataclass(frozen=True, slots=True)
class _Watched:
    """``SB-14``  A watcher of a system, active while one of its phases is played."""

    watch: Watcher
    ends: bool

    def todo(self, table: Table) -> Step | None:
        if is_free(table) or not table.clock.round:
            return None
        step = self.watch(table)
        return _breaks_off if step and self.ends else step


async def _breaks_off(game: Game) -> None:
    """``SB-14``  Go back to free play where the game would be over."""
    back_to_free(game)


@dataclass(frozen=True, slots=True)
class _Limit:
    """``SB-15``  Ends the game after the last game turn, if one was agreed."""

    turns: int

    def todo(self, table: Table) -> Step | None:
        return _over if self.turns and table.clock.round > self.turns else None


async def _over(game: Game) -> None:
    game.do(Ended("SB-15", None, "the turns that were agreed are over"))


def _tokens(view: GameView, _: None) -> Iterator[DrawnMarker]:
    yield from bench_of(view.table).tokens
