"""The form of a map generator, with its named parameters.

It makes attempts until a map fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from random import Random
from typing import Any

from game.content.faults import Fault, did_you_mean
from game.content.maps.made_board import to_board
from game.content.maps.map_file import MapFile
from game.geometry.points import Path
from game.table.board import Board


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a generator: a number within limits, or one of several names."""

    label: str
    unit: str = ""
    """Unit of the number: ``inches``, ``percent``, ``pieces``; empty for a name."""
    least: float = 0
    _: KW_ONLY
    most: float = 0
    step: float = 1
    """Step between values; 1 for whole numbers."""
    names: tuple[str, ...] = ()
    """Names to choose from; empty for a number."""
    name: str = ""
    """Name of the plan's field."""

    def fault(self, asked: Any) -> Iterator[Fault]:
        """Yield a fault if the parameter cannot have a value."""
        reason = ""
        if self.names and asked not in self.names:
            reason = f"there is no {self.name} {asked!r}{did_you_mean(asked, self.names)}"
        elif not self.names and not self.least <= asked <= self.most:
            reason = f"must be {self.least:g} to {self.most:g}, not {asked:g}"
        if reason:
            yield Fault(f"--{self.name.replace('_', '-')}", reason)


def number(
    usual: float, least: float, most: float, label: str, unit: str = "inches", step: float = 1
) -> Any:
    """Return the field of a plan for a number; *usual* is its default."""
    found = Parameter(label, unit=unit, least=least, most=most, step=step)
    return field(default=usual, metadata={"parameter": found})


def choice(usual: str, label: str, names: Iterable[str]) -> Any:
    """Return the field of a plan for one of several names; *usual* is its default."""
    found = Parameter(label, names=tuple(names))
    return field(default=usual, metadata={"parameter": found})


@dataclass(frozen=True, slots=True)
class Generator:
    """A generator of maps, with its parameters."""

    name: str
    """Name on the command line."""
    label: str
    about: str
    _: KW_ONLY
    plan: Callable[..., Any]
    """Return a plan from values by name; missing values get their defaults."""
    make: Callable[[Any, int], MapFile]
    """Return a map made from a plan and a seed; raise NoRoomError."""
    make_into: Callable[[MapFile, Path, Any, int], MapFile]
    """Return a map in which the generator has filled an area, a polygon in inches.

    Objects of the generator's kinds that are wholly in the area are replaced. All other
    objects stay as they are and keep their ids. Raise NoRoomError.
    """
    own_faults: Callable[[Any], Iterable[Fault]] = lambda _: ()
    """Return the faults of a plan with valid numbers."""

    @property
    def measures(self) -> tuple[Parameter, ...]:
        """Return the parameters of the plan, names first."""
        found = [replace(f.metadata["parameter"], name=f.name) for f in fields(self.plan())]
        return tuple(sorted(found, key=lambda one: not one.names))

    def faults(self, plan: Any) -> Iterator[Fault]:
        """Yield the faults of a plan."""
        named, numbers = [m for m in self.measures if m.names], self.measures
        for one in numbers[len(named) :]:
            yield from one.fault(getattr(plan, one.name))
        yield from self.own_faults(plan)
        for one in named:
            yield from one.fault(getattr(plan, one.name))


class NoRoomError(ValueError):
    """The objects that were asked for do not fit; the message suggests a change."""


def retry_until_fit(
    row: str,
    most: int,
    draw: Callable[[Random], MapFile],
    unfit: Callable[[Board], Sequence[Fault]],
) -> MapFile:
    """Return the first map without faults of at most *most* attempts; raise NoRoomError.

    *row* seeds the random numbers of the attempts.
    """
    last: object = ""
    for attempt in range(most):
        try:
            mapfile = draw(Random(f"{row} {attempt}"))  # noqa: S311  a table, no secret
        except NoRoomError as error:
            last = error
            continue
        if not (faults := unfit(to_board(mapfile).all_open)):
            return mapfile
        last = faults[0]
    raise NoRoomError(f"no usable map in {most} tries; last problem: {last}")
