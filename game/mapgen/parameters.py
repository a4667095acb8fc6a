"""Parameters of the battlefield, sewer and wreck generators."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from game.content.faults import Fault, did_you_mean
from game.mapgen.battlefield_themes import THEMES
from game.rules.matched.system import LEAST


@dataclass(frozen=True, slots=True)
class BattlefieldPlan:
    """What is asked for, in inches."""

    width: int = 72
    height: int = 48
    theme: str = "ruins"


BATTLEFIELD_LIMITS: Mapping[str, tuple[int, int]] = {"width": (30, 120), "height": (30, 96)}
"""The least and the most of each measure."""


def battlefield_faults(plan: BattlefieldPlan) -> Iterator[Fault]:
    """Yield what cannot be asked for."""
    for name, (least, most) in BATTLEFIELD_LIMITS.items():
        if not least <= (asked := getattr(plan, name)) <= most:
            yield Fault(f"--{name}", f"{asked} is not between {least} and {most}")
    if max(plan.width, plan.height) < LEAST[0]:
        yield Fault("--width", f'a table is {LEAST[0]:g}" long at least (MP-23)')
    if plan.theme not in THEMES:
        more = did_you_mean(plan.theme, THEMES)
        yield Fault("--theme", f"there is no theme {plan.theme!r}{more}")


@dataclass(frozen=True, slots=True)
class SewerPlan:
    """What is asked for, in inches; what is counted stands on either half."""

    width: int = 48
    height: int = 48
    corridor: float = 6.0
    """How wide corridors are."""
    loops: int = 50
    """How many in a hundred of the passages that no way needs are there."""
    vaults: int = 2
    """Side chambers behind a narrow passage; every other has a watertight gate."""
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
"""The least and the most of each measure."""


def sewer_faults(plan: SewerPlan) -> Iterator[Fault]:
    """Yield what cannot be asked for."""
    for name, (least, most) in SEWER_LIMITS.items():
        if not least <= (asked := getattr(plan, name)) <= most:
            told = f"{asked:g} is not between {least:g} and {most:g}"
            yield Fault(f"--{name.replace('_', '-')}", told)


KINDS = ("hulk", "void")


@dataclass(frozen=True, slots=True)
class WreckPlan:
    """What is asked for, in inches."""

    width: int = 48
    height: int = 48
    kind: str = "hulk"
    """The inside of a hulk, its edges hull; or wreckage in the void."""
    wreckage: int = 100
    """How much lies about, in hundredths of what is usual."""
    bulkheads: int = 2
    """In a hulk: rows of walls on either half."""
    hatch: int = 10
    """How wide the ways out are."""


WRECK_LIMITS: Mapping[str, tuple[float, float]] = {
    "width": (36, 96),
    "height": (36, 84),
    "wreckage": (25, 150),
    "bulkheads": (1, 3),
    "hatch": (6, 24),
}
"""The least and the most of each measure."""


def wreck_faults(plan: WreckPlan) -> Iterator[Fault]:
    """Yield what cannot be asked for."""
    for name, (least, most) in WRECK_LIMITS.items():
        if not least <= (asked := getattr(plan, name)) <= most:
            yield Fault(f"--{name}", f"{asked} is not between {least} and {most}")
    if plan.kind not in KINDS:
        reason = f"there is no kind {plan.kind!r}{did_you_mean(plan.kind, KINDS)}"
        yield Fault("--kind", reason)
