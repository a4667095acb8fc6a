"""Terms of the chances in matched play: those of a classic one."""

from game.bots.chances.battle import NAMES, terms

__all__ = ["NAMES", "terms"]
