"""Module, GameRules, hook points where modules change a core, and offers to interrupt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from game.content.faults import Fault
from game.play.decisions import PASS, Choose, Option, pass_option
from game.play.game import Game, GameView, Phase, Phases, Rule, Step, insert_phases
from game.table.board import Board
from game.table.pieces import PieceKind
from game.table.records import Side
from game.table.state import StatePage, Table

Subject = TypeVar("Subject")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class HookHandler:
    at: object
    does: Callable[..., Any]


@dataclass(frozen=True, eq=False)
class QueryHook(Generic[Subject, Value]):
    name: str

    def of(self, look: GameView, subject: Subject) -> Iterator[Value]:
        for hook in look.rules.hooks.get(self, ()):
            yield from hook(look, subject)

    def gets(self, hook: Callable[[GameView, Subject], Iterable[Value]]) -> HookHandler:
        return HookHandler(self, hook)


@dataclass(frozen=True, eq=False)
class EventHook(Generic[Subject]):
    name: str

    async def has_come(self, game: Game, subject: Subject) -> None:
        for hook in game.rules.hooks.get(self, ()):
            await hook(game, subject)

    def then(self, hook: Callable[[Game, Subject], Rule[None]]) -> HookHandler:
        return HookHandler(self, hook)


@dataclass(frozen=True, eq=False)
class ReplaceHook(Generic[Subject]):
    name: str
    usual: Callable[[Game, Subject], Rule[None]]

    async def happens(self, game: Game, subject: Subject) -> None:
        hooks = game.rules.hooks.get(self)
        await (hooks[-1] if hooks else self.usual)(game, subject)

    def by(self, rule: Callable[[Game, Subject], Rule[None]]) -> HookHandler:
        return HookHandler(self, rule)


AnyMoment: TypeAlias = QueryHook[Any, Any] | EventHook[Any] | ReplaceHook[Any]


Watcher: TypeAlias = Callable[[Table], Step | None]
"""A step that comes before all others as soon as the table calls for it."""
Judge: TypeAlias = Callable[[Board], Sequence[Fault]]


class Caution(NamedTuple):
    """What players should know before they begin; it keeps them from nothing."""

    words: str
    clause: str


ASKED_FOR = (PieceKind.CONTAINER,)
"""``MI-05``  Pieces of a map that come to the table only where a module lays them out."""
Adviser: TypeAlias = Callable[[Table], Sequence[Caution]]
Objector: TypeAlias = Callable[[Table], Sequence[Fault]]


def _fits(board: Board) -> Sequence[Fault]:
    return ()


def _calm(table: Table) -> Sequence[Caution]:
    return ()


def _agrees(table: Table) -> Sequence[Fault]:
    return ()


@dataclass(frozen=True, slots=True)
class Module:
    """Rules that lie over a core: hooks on its moments, phases of its own, a page for notes.

    A core, a mission and a twist are all of this form; the core's phases come first.
    """

    name: str
    hooks: tuple[HookHandler, ...] = ()
    phases: tuple[Phase, ...] = ()
    page: StatePage[Any] | None = None
    pages: tuple[StatePage[Any], ...] = ()
    """Those of the systems that it plays events of."""
    pieces: tuple[PieceKind, ...] = ()
    """What it lays out of a map that otherwise stays away."""
    watch: tuple[Watcher, ...] = ()
    """Looked at between any two steps: an end of the game that comes at once."""
    unfit: Judge = _fits
    """Why it cannot be played on a board; asked when a battle is set up."""
    cautions: Adviser = _calm
    """What to warn of before a battle begins; asked of the table when it is set up."""
    box: tuple[str, ...] = ()
    """``SB-02``  The systems whose rosters all lie at hand; then no side has to bring one."""
    clash: Objector = _agrees
    """Why the options that it was made to contradict each other, or the forces; likewise."""


class GameRules:
    """What does not change while a game is played. Forks share it."""

    def __init__(
        self,
        core: Module,
        modules: Sequence[Module] = (),
        options: Mapping[str, Any] = {},
        again: Callable[[], GameRules] | None = None,
    ) -> None:
        """*again* makes the same rules once more: so they come to another process."""
        parts = (core, *modules)
        self._again = again
        self.options = dict(options)
        self.phases = Phases(insert_phases(core.phases, [p for m in modules for p in m.phases]))
        pages = [page for p in parts for page in (p.page, *p.pages) if page]
        self.pages: Mapping[str, StatePage[Any]] = {page.name: page for page in pages}
        laid = [kind for part in parts for kind in part.pieces]
        self.pieces = tuple(k for k in PieceKind if k in laid or k not in ASKED_FOR)
        """Which pieces of a map come to the table."""
        self.box = tuple(system for part in parts for system in part.box)
        """The systems whose rosters lie at hand."""
        self._unfit = tuple(part.unfit for part in parts)
        self._cautions = tuple(part.cautions for part in parts)
        self._clash = tuple(part.clash for part in parts)
        self._watch = tuple(w for part in parts for w in part.watch)
        self.hooks: dict[object, tuple[Callable[..., Any], ...]] = {}
        for hook in (hook for part in parts for hook in part.hooks):
            if isinstance(hook.at, ReplaceHook) and hook.at in self.hooks:
                raise ValueError(f"two modules want to replace {hook.at.name!r}")
            self.hooks[hook.at] = (*self.hooks.get(hook.at, ()), hook.does)

    def __reduce__(self) -> tuple[Callable[[], GameRules], tuple[()]]:
        """Send how they are made: moments are known by what they are, not by what they hold."""
        if self._again is None:
            raise TypeError("these rules come from no catalog: nobody else could make them")
        return self._again, ()

    def unfit(self, board: Board) -> list[Fault]:
        """Return why this game cannot be played on a board."""
        return [fault for judge in self._unfit for fault in judge(board)]

    def clash(self, table: Table) -> list[Fault]:
        """Return why this game cannot be played with its options by the forces of a table."""
        return [fault for objector in self._clash for fault in objector(table)]

    def cautions(self, table: Table) -> list[Caution]:
        """Return what to warn of before a battle begins that is set up like this."""
        return [caution for adviser in self._cautions for caution in adviser(table)]

    def next_step(self, table: Table) -> Step | None:
        if table.result:
            return None
        for watch in self._watch:
            if step := watch(table):
                return step
        return self.phases.next_step(table)


@dataclass(frozen=True, slots=True)
class InterruptOffer(Generic[Subject]):
    """One thing that *by* may do now. It must spend something, or it is offered for ever."""

    name: str
    clause: str
    by: Side
    does: Callable[[Game, Subject], Rule[Subject]]
    """Returns what the moment is about as it stands afterwards."""
    label: str = ""
    """What it says to a player, if more than its name."""
    slight: bool = False
    """Whether little hangs on it."""
    anchor: str = ""
    """The unit on the board that it is about."""


BREAK_IN = "break in"
"""What such choices are called (``Choose.kind``)."""


async def offer_interrupts(
    game: Game,
    moment: QueryHook[Subject, InterruptOffer[Subject]],
    subject: Subject,
    by: Side,
    asks: Callable[[GameView, Subject], str] | None = None,
    about: str = "",
) -> Subject:
    """Let *by* break in, one offer at a time, until it passes or has none.

    *asks*: what the question says; the moment's name without. *about*: whom it is about.
    """
    if moment not in game.rules.hooks:
        return subject
    while offers := {o.name: o for o in moment.of(game, subject) if o.by == by}:
        options = tuple(
            Option(o.name, o.label or o.name, o.clause, o.anchor) for o in offers.values()
        )
        clause = options[0].clause
        said = asks(game, subject) if asks else moment.name
        name = await Choose(
            by,
            clause,
            said,
            (*options, pass_option("Let it be", clause)),
            about=about,
            kind=BREAK_IN,
            on=subject,
            slight=all(o.slight for o in offers.values()),
        )
        if name == PASS:
            break
        subject = await offers[name].does(game, subject)
    return subject
