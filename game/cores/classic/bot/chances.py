"""Terms of the chances in a classic battle."""

from game.bots.chances.battle import NAMES, terms

__all__ = ["NAMES", "terms"]
