"""Module, GameRules, hook points where modules change a core, and offers to interrupt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from game.content.faults import Fault
from game.play.decisions import PASS, Choose, CommonKind, Option, pass_option
from game.play.game import Game, GameView, Rule, Step
from game.play.phases import Interrupt, Phase, PhaseMachine, Replacement, insert_phases
from game.table.board import Board
from game.table.records import Side
from game.table.state import PieceKind, StatePage, Table

if TYPE_CHECKING:
    # Formats of files load pydantic, which no game needs.
    from game.content.rosters import Roster

Subject = TypeVar("Subject")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class HookHandler:
    """A function registered at a hook."""

    at: object
    does: Callable[..., Any]


@dataclass(frozen=True, eq=False)
class QueryHook(Generic[Subject, Value]):
    """A hook that asks its handlers for values about a subject."""

    name: str

    def of(self, view: GameView, subject: Subject) -> Iterator[Value]:
        """Return the values of all handlers, in the order of the modules."""
        hooks = view.rules.hooks.get(self, ())
        return chain.from_iterable([hook(view, subject) for hook in hooks])

    def gets(self, hook: Callable[[GameView, Subject], Iterable[Value]]) -> HookHandler:
        """Return the registration of a handler that yields values for a subject."""
        return HookHandler(self, hook)


@dataclass(frozen=True, eq=False)
class EventHook(Generic[Subject]):
    """A hook with handlers that run after an event."""

    name: str

    async def has_come(self, game: Game, subject: Subject) -> None:
        """Run all handlers in the order of the modules."""
        for hook in game.rules.hooks.get(self, ()):
            await hook(game, subject)

    def then(self, hook: Callable[[Game, Subject], Rule[None]]) -> HookHandler:
        """Return the registration of a handler to run after the event."""
        return HookHandler(self, hook)


@dataclass(frozen=True, eq=False)
class ReplaceHook(Generic[Subject]):
    """A rule of a core that one module may replace."""

    name: str
    usual: Callable[[Game, Subject], Rule[None]]
    during: tuple[str, ...] = ()
    """Names of the phases in which it comes; empty for any."""

    async def happens(self, game: Game, subject: Subject) -> None:
        """Run the replacement if there is one, else the core's own rule."""
        hooks = game.rules.hooks.get(self)
        await (hooks[-1] if hooks else self.usual)(game, subject)

    def by(self, rule: Callable[[Game, Subject], Rule[None]]) -> HookHandler:
        """Return the registration of a rule that replaces the core's."""
        return HookHandler(self, rule)


Judge: TypeAlias = Callable[[Board], Sequence[Fault]]


class Caution(NamedTuple):
    """Something for players to consider before they begin; it prevents nothing."""

    words: str
    clause: str


ASKED_FOR = (PieceKind.CONTAINER,)
"""``MI-05``  Kinds of pieces that are set up only if a module lays them out."""
Adviser: TypeAlias = Callable[[Table], Sequence[Caution]]
Objector: TypeAlias = Callable[[Table], Sequence[Fault]]


def _none(_: object) -> tuple[()]:
    return ()


def change_nothing(*_: object) -> None:
    """Change nothing."""


def _always(table: Table, phase: Phase) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Module:
    """Rules laid over a core: handlers for its hooks, phases and a stored state.

    A core, a mission and a twist all have this form; the core's phases come first.
    """

    name: str
    hooks: tuple[HookHandler, ...] = ()
    phases: tuple[Phase, ...] = ()
    _: KW_ONLY
    page: StatePage[Any] | None = None
    pages: tuple[StatePage[Any], ...] = ()
    """States of the other systems from which it uses events."""
    pieces: tuple[PieceKind, ...] = ()
    """Kinds of pieces of a map that are set up only because of this module."""
    interrupts: tuple[Interrupt, ...] = ()
    unfit: Judge = _none
    """Returns the faults that prevent play on a board; called when a battle is set up."""
    cautions: Adviser = _none
    """Returns warnings before a battle begins, given the table as it is set up."""
    box: tuple[str, ...] = ()
    """``SB-02``  Systems with all their rosters available; then no side has to bring one."""
    clash: Objector = _none
    """Returns conflicts of the module's options with each other or with the forces.

    Called when a battle is set up.
    """
    uses: tuple[str, ...] = ()
    """Names of other systems and modules of which this one plays rules."""
    opens: Callable[[Table], None] = change_nothing
    """Sets up the part's own state on the table of a battle, from its board."""
    brings: Callable[[Table, Side, Roster], None] = change_nothing
    """Takes from a side's roster what the part needs besides units and pieces."""
    settles: Callable[[Game, str], None] = change_nothing
    """Updates the state that follows from models that were placed by hand; cites a clause."""
    left_out: tuple[str, ...] = ()
    """``SB-14``  Names of phases that free play replaces."""
    why_not: Callable[[Table, Phase], str] = _always
    """``SB-14``  Returns why a phase cannot be played by hand now; empty if it can."""


class GameRules:
    """The rules of a game: constant while it is played and shared by forks."""

    def __init__(
        self,
        core: Module,
        modules: Sequence[Module] = (),
        options: Mapping[str, Any] = {},
        again: Callable[[], GameRules] | None = None,
    ) -> None:
        """Combine a core with modules; raise ValueError if two replace the same rule.

        *again* makes the same rules once more, for pickling.
        """
        parts = (core, *modules)
        self._again = again
        self.system = core.name
        """Name of the rule system, as in the catalog."""
        names = [name for part in parts for name in (part.name, *part.uses)]
        self.parts = tuple(dict.fromkeys(names))
        """Names of the system, the mission and the modules, and of what these use.

        Other layers look up here what a part adds to them.
        """
        self.options = dict(options)
        pages = [page for p in parts for page in (p.page, *p.pages) if page]
        self.pages: Mapping[str, StatePage[Any]] = {page.name: page for page in pages}
        laid = [kind for part in parts for kind in part.pieces]
        self.pieces = tuple(k for k in PieceKind if k in laid or k not in ASKED_FOR)
        """Kinds of pieces of a map that are set up."""
        self.box = tuple(system for part in parts for system in part.box)
        """Systems with all their rosters available."""
        self._modules = parts
        self.hooks: dict[object, tuple[Callable[..., Any], ...]] = {}
        replaced = list[Replacement]()
        for by, hook in [(part.name, hook) for part in parts for hook in part.hooks]:
            if isinstance(hook.at, ReplaceHook):
                if hook.at in self.hooks:
                    raise ValueError(f"two modules want to replace {hook.at.name!r}")
                replaced.append(Replacement(hook.at.name, by, hook.at.during))
            self.hooks[hook.at] = (*self.hooks.get(hook.at, ()), hook.does)
        self.phases = PhaseMachine(
            insert_phases(core.phases, [p for m in modules for p in m.phases]),
            [one for part in parts for one in part.interrupts],
            replaced,
        )
        """The state machine of the game."""

    def __reduce__(self) -> tuple[Callable[[], GameRules], tuple[()]]:
        """Pickle by reconstruction, because hooks compare by identity."""
        if self._again is None:
            raise TypeError("these rules come from no catalog: nobody else could make them")
        return self._again, ()

    def unfit(self, board: Board) -> list[Fault]:
        """Return the faults that prevent play on a board."""
        return [fault for part in self._modules for fault in part.unfit(board)]

    def clash(self, table: Table) -> list[Fault]:
        """Return the conflicts of this game's options with each other or with the forces."""
        return [fault for part in self._modules for fault in part.clash(table)]

    def cautions(self, table: Table) -> list[Caution]:
        """Return the warnings before a battle with this set-up."""
        return [caution for part in self._modules for caution in part.cautions(table)]

    def open(self, table: Table) -> None:
        """Set up the state of all parts on the table of a battle."""
        for part in self._modules:
            part.opens(table)

    def bring(self, table: Table, side: Side, roster: Roster) -> None:
        """Take from a side's roster what the parts need besides units and pieces."""
        for part in self._modules:
            part.brings(table, side, roster)

    def settle(self, game: Game, clause: str) -> None:
        """Update the state that follows from models that were placed by hand."""
        for part in self._modules:
            part.settles(game, clause)

    def next_step(self, table: Table) -> Step | None:
        """Return the next step to run; None if the game is over."""
        return self.phases.next_step(table)


@dataclass(frozen=True, slots=True)
class InterruptOffer(Generic[Subject]):
    """An action that *by* may take now.

    It must spend something, or it is offered again for ever.
    """

    name: str
    clause: str
    by: Side
    _: KW_ONLY
    does: Callable[[Game, Subject], Rule[Subject]]
    """Carries the action out and returns the subject as it is afterwards."""
    label: str = ""
    """Text of the option, if it is not simply the name."""
    slight: bool = False
    """True if the decision is of little consequence."""
    anchor: str = ""
    """Id of the unit on the board that the offer is about."""


async def offer_interrupts(
    game: Game,
    moment: QueryHook[Subject, InterruptOffer[Subject]],
    subject: Subject,
    by: Side,
    asks: Callable[[GameView, Subject], str] | None = None,
    about: str = "",
) -> Subject:
    """Offer *by* the interrupts of a hook, one at a time, until it passes or has none.

    Return the subject as it is afterwards. *asks* returns the question text, by default the
    hook's name. *about*: the id of the unit or model that the question is about.
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
            clause=clause,
            asks=said,
            options=(*options, pass_option("No", clause)),
            about=about,
            kind=CommonKind.BREAK_IN,
            on=subject,
            slight=all(o.slight for o in offers.values()),
        )
        if name == PASS:
            break
        subject = await offers[name].does(game, subject)
    return subject
