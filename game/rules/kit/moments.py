"""Named moments: the only places where modules may touch what a core does.

A core declares a moment once, as a value with a type, and passes it where the rulebook says
so. A module hangs a function on it. mypy checks both ends; nobody spells a name in quotes.

* ``Ask``: what do you add to this? Modifiers, refusals, offers: collected, nothing happens.
* ``Moment``: this has happened; do what your rule says. Listeners may ask, roll and move.
* ``Instead``: a rule of the core that one module may replace as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from game.play.game import Game, GameView, Rule

Subject = TypeVar("Subject")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Hook:
    at: object
    does: Callable[..., Any]


@dataclass(frozen=True, eq=False)
class Ask(Generic[Subject, Value]):
    name: str

    def of(self, look: GameView, subject: Subject) -> Iterator[Value]:
        for hook in look.rules.hooks.get(self, ()):
            yield from hook(look, subject)

    def gets(self, hook: Callable[[GameView, Subject], Iterable[Value]]) -> Hook:
        return Hook(self, hook)


@dataclass(frozen=True, eq=False)
class Moment(Generic[Subject]):
    name: str

    async def has_come(self, game: Game, subject: Subject) -> None:
        for hook in game.rules.hooks.get(self, ()):
            await hook(game, subject)

    def then(self, hook: Callable[[Game, Subject], Rule[None]]) -> Hook:
        return Hook(self, hook)


@dataclass(frozen=True, eq=False)
class Instead(Generic[Subject]):
    name: str
    usual: Callable[[Game, Subject], Rule[None]]

    async def happens(self, game: Game, subject: Subject) -> None:
        hooks = game.rules.hooks.get(self)
        await (hooks[-1] if hooks else self.usual)(game, subject)

    def by(self, rule: Callable[[Game, Subject], Rule[None]]) -> Hook:
        return Hook(self, rule)


AnyMoment: TypeAlias = Ask[Any, Any] | Moment[Any] | Instead[Any]
