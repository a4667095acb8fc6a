"""Hooks at which modules change a core."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, TypeVar

from game.play.game import Game, GameView, Rule

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
        if not (hooks := view.rules.hooks.get(self)):
            return iter(())
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
