"""``MI-01``, ``MI-02``, ``FF-04``  What can be asked for when a sewer is made by chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from game.content.faults import Fault


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


LIMITS: Mapping[str, tuple[float, float]] = {
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


def faults(plan: SewerPlan) -> Iterator[Fault]:
    """Yield what cannot be asked for."""
    for name, (least, most) in LIMITS.items():
        if not least <= (asked := getattr(plan, name)) <= most:
            told = f"{asked:g} is not between {least:g} and {most:g}"
            yield Fault(f"--{name.replace('_', '-')}", told)
