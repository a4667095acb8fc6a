"""The rules of a game, made of its core with all modules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeGuard
from weakref import WeakKeyDictionary

from game.content.faults import Fault
from game.cores.kit.hooks import ReplaceHook
from game.cores.kit.modules import Caution, Judge, Module
from game.play.game import Game, Step
from game.play.phases import PhaseMachine, Replacement, insert_phases
from game.table.board import Board
from game.table.records import Side
from game.table.state import PieceKind, StatePage, Table

if TYPE_CHECKING:
    # Formats of files load pydantic, which no game needs.
    from game.content.rosters import Roster

ASKED_FOR = (PieceKind.CONTAINER,)
"""``MI-05``  Kinds of pieces that are set up only if a module lays them out."""
_JUDGED = WeakKeyDictionary[Board, dict[Any, tuple[Fault, ...]]]()
"""Faults of boards by judge: many games are checked on a board, and maps are played again."""


def _faults_on(board: Board, judge: Judge) -> Sequence[Fault]:
    """Return the faults that a module finds on a board, which never changes."""
    known = _JUDGED.setdefault(board, {})
    # Modules that were built twice have equal judges, which are partial functions.
    key = (judge.func, judge.args, *judge.keywords.items()) if _is_partial(judge) else judge
    if key not in known:
        known[key] = tuple(judge(board))
    return known[key]


def _is_partial(judge: Judge) -> TypeGuard[partial[Sequence[Fault]]]:
    return isinstance(judge, partial)


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
        """``CC-39``  Return the faults that prevent play on a board with its doors open."""
        open_ = board.all_open
        return [fault for part in self._modules for fault in _faults_on(open_, part.unfit)]

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
