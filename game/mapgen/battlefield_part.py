"""``MP-23``  What can be asked for when a battlefield is made by chance."""

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


LIMITS: Mapping[str, tuple[int, int]] = {"width": (30, 120), "height": (30, 96)}
"""The least and the most of each measure."""


def faults(plan: BattlefieldPlan) -> Iterator[Fault]:
    """Yield what cannot be asked for."""
    for name, (least, most) in LIMITS.items():
        if not least <= (asked := getattr(plan, name)) <= most:
            yield Fault(f"--{name}", f"{asked} is not between {least} and {most}")
    if max(plan.width, plan.height) < LEAST[0]:
        yield Fault("--width", f'a table is {LEAST[0]:g}" long at least (MP-23)')
    if plan.theme not in THEMES:
        more = did_you_mean(plan.theme, THEMES)
        yield Fault("--theme", f"there is no theme {plan.theme!r}{more}")
