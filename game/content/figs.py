"""Who may take part in a chase: ``PU-01``, ``PU-30``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.content.faults import Fault
from game.content.squads import Squad

SYSTEM = "pursuit"


def unfit(squads: Sequence[Squad]) -> Iterator[Fault]:
    """Return which units of a roster are more than one fig."""
    for n, squad in enumerate(squads):
        if len(squad.models) > 1:
            words = f"{squad.name} has {len(squad.models)} models: in a chase each acts alone"
            yield Fault(f"unit[{n}]", f"{words} (PU-01)")
