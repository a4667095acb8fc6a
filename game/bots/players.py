"""The players without hands, by the names that the command line and saves know them by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.bots.match import Seats
from game.bots.policy import Policy
from game.play.lazy_imports import EntryPoints
from game.table.records import Side

POLICIES: Mapping[str, type[Policy]] = EntryPoints(
    {
        "random": "game.bots.simple_bots:RandomBot",
        "steady": "game.bots.steady.policy:Steady",
    }
)


def policy(name: str) -> Policy:
    """Return the policy of this name; raise KeyError where there is none."""
    return POLICIES[name]()


def seated(sides: Sequence[Side], names: Sequence[str]) -> Seats:
    """Return who plays each side, by the names of the policies; raise KeyError."""
    named = dict(zip(sides, names, strict=True))
    return Seats({side: policy(name) for side, name in named.items()}, named)
