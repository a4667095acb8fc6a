"""Terms of the chances in a modern battle: those of a classic one."""

from game.cores.classic.bot.chances import NAMES, terms

__all__ = ["NAMES", "terms"]
