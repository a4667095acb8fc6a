"""Who may take part in a chase: ``PU-01``, ``PU-30``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from game.content.faults import Fault

SYSTEM = "pursuit"


class _Squad(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def models(self) -> Sequence[object]: ...


def unfit(squads: Sequence[_Squad]) -> Iterator[Fault]:
    """Return which units of a roster are more than one fig."""
    for n, squad in enumerate(squads):
        if len(squad.models) > 1:
            words = f"{squad.name} has {len(squad.models)} models: in a chase each acts alone"
            yield Fault(f"unit[{n}]", f"{words} (PU-01)")
