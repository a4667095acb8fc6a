"""The players without hands, by the names that the command line and saves know them by."""

from __future__ import annotations

from collections.abc import Mapping

from game.bots.policy import Policy
from game.bots.random_bot import RandomBot
from game.bots.steady.policy import Steady

POLICIES: Mapping[str, type[Policy]] = {"random": RandomBot, "steady": Steady}


def policy(name: str) -> Policy:
    """Return the policy of this name; raise KeyError where there is none."""
    return POLICIES[name]()
