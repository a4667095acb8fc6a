"""``MI-04``, ``MI-05``  What can be asked for when a wreck is made by chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from game.content.faults import Fault, did_you_mean

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


LIMITS: Mapping[str, tuple[float, float]] = {
    "width": (36, 96),
    "height": (36, 84),
    "wreckage": (25, 150),
    "bulkheads": (1, 3),
    "hatch": (6, 24),
}
"""The least and the most of each measure."""


def faults(plan: WreckPlan) -> Iterator[Fault]:
    """Yield what cannot be asked for."""
    for name, (least, most) in LIMITS.items():
        if not least <= (asked := getattr(plan, name)) <= most:
            yield Fault(f"--{name}", f"{asked} is not between {least} and {most}")
    if plan.kind not in KINDS:
        reason = f"there is no kind {plan.kind!r}{did_you_mean(plan.kind, KINDS)}"
        yield Fault("--kind", reason)
