"""The players that can take a seat."""

from __future__ import annotations

from game.bots.registry import HELPER, POLICIES, RANDOM
from game.bots.steady.personalities import LEVELS
from game.content.save_format import HUMAN

PERSON, BOT = "A person", "A bot"
"""Labels of the kinds of players."""
PERSON_NOTE = "You, or a friend at this screen."


def all_players() -> tuple[str, ...]:
    """Return the names of all possible players."""
    return HUMAN, *bots_by_strength()


def known_player(name: str) -> str:
    """Return a player named in a file; the usual bot instead of one that is missing."""
    return name if name == HUMAN or name in POLICIES else HELPER


def bots_by_strength() -> tuple[str, ...]:
    """Return the names of all bots: those of each level, weakest first, then the others.

    A bot of a level is called as its level; the others play alike but for their character.
    """
    names = [*POLICIES]
    levels = [name for name in LEVELS if name in names]
    others = [name for name in names if name not in {*levels, RANDOM}]
    return *levels, *others, RANDOM


def character_label(name: str) -> str:
    """Return the label of a bot's character."""
    return POLICIES.described(name).label


def seat_note(name: str) -> str:
    """Return the sentence that describes a player."""
    return PERSON_NOTE if name == HUMAN else POLICIES.described(name).note
