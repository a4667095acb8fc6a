"""Parameters of the map generators, and repeated attempts until a map fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from game.content.faults import Fault, did_you_mean
from game.content.maps import MapFile, to_board
from game.mapgen.battlefield_themes import THEMES
from game.rules.matched.system import MIN_TABLE
from game.table.board import Board


@dataclass(frozen=True, slots=True)
class BattlefieldPlan:
    """Parameters of a battlefield; lengths in inches."""

    width: int = 72
    height: int = 48
    theme: str = "ruins"


BATTLEFIELD_LIMITS: Mapping[str, tuple[int, int]] = {"width": (30, 120), "height": (30, 96)}
"""Minimum and maximum of each parameter."""


def battlefield_faults(plan: BattlefieldPlan) -> Iterator[Fault]:
    """Yield the faults of a plan."""
    for name, (least, most) in BATTLEFIELD_LIMITS.items():
        if not least <= (asked := getattr(plan, name)) <= most:
            yield Fault(f"--{name}", f"must be {least} to {most}, not {asked}")
    if max(plan.width, plan.height) < MIN_TABLE[0]:
        yield Fault("--width", f'a table is at least {MIN_TABLE[0]:g}" long (MP-23)')
    if plan.theme not in THEMES:
        more = did_you_mean(plan.theme, THEMES)
        yield Fault("--theme", f"there is no theme {plan.theme!r}{more}")


@dataclass(frozen=True, slots=True)
class SewerPlan:
    """Parameters of a sewer; lengths in inches, numbers for either half of the table."""

    width: int = 48
    height: int = 48
    corridor: float = 6.0
    """Width of corridors in inches."""
    loops: int = 50
    """Percentage of those passages that are not needed to connect the corridors."""
    vaults: int = 2
    """Side chambers behind a narrow passage; every other one has a watertight gate."""
    chambers: int = 1
    """Recesses beside corridors; one of them holds the nest."""
    gates: int = 1
    grates: int = 1
    cave_ins: int = 1
    gantries: int = 3


SEWER_LIMITS: Mapping[str, tuple[float, float]] = {
    "width": (48, 96),
    "height": (36, 84),
    "corridor": (5, 7),
    "loops": (0, 100),
    "vaults": (0, 6),
    "chambers": (1, 4),
    "gates": (0, 6),
    "grates": (0, 6),
    "cave_ins": (0, 6),
    "gantries": (0, 8),
}
"""Minimum and maximum of each parameter."""


def sewer_faults(plan: SewerPlan) -> Iterator[Fault]:
    """Yield the faults of a plan."""
    for name, (least, most) in SEWER_LIMITS.items():
        if not least <= (asked := getattr(plan, name)) <= most:
            text = f"must be {least:g} to {most:g}, not {asked:g}"
            yield Fault(f"--{name.replace('_', '-')}", text)


KINDS = ("hulk", "void")


@dataclass(frozen=True, slots=True)
class WreckPlan:
    """Parameters of a wreck; lengths in inches."""

    width: int = 48
    height: int = 48
    kind: str = "hulk"
    """``hulk``: the inside of a hulk, with hull along the edges; ``void``: loose wreckage."""
    wreckage: int = 100
    """Amount of wreckage, in percent of the usual amount."""
    bulkheads: int = 2
    """Rows of walls on either half; only in a hulk."""
    hatch: int = 10
    """Width of the hatches in inches."""


WRECK_LIMITS: Mapping[str, tuple[float, float]] = {
    "width": (36, 96),
    "height": (36, 84),
    "wreckage": (25, 150),
    "bulkheads": (1, 3),
    "hatch": (6, 24),
}
"""Minimum and maximum of each parameter."""


def wreck_faults(plan: WreckPlan) -> Iterator[Fault]:
    """Yield the faults of a plan."""
    for name, (least, most) in WRECK_LIMITS.items():
        if not least <= (asked := getattr(plan, name)) <= most:
            yield Fault(f"--{name}", f"must be {least} to {most}, not {asked}")
    if plan.kind not in KINDS:
        reason = f"there is no kind {plan.kind!r}{did_you_mean(plan.kind, KINDS)}"
        yield Fault("--kind", reason)


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
        if not (faults := unfit(to_board(mapfile))):
            return mapfile
        last = faults[0]
    raise NoRoomError(f"no usable map in {most} tries; last problem: {last}")
