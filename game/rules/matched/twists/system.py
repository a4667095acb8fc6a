"""The eleven twists: ``MP-12`` to ``MP-22``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.play.game import Phase
from game.rules.kit.modules import HookHandler
from game.rules.matched.twists import effects, fog, meeting_battle, night, rain, steady, turns


@dataclass(frozen=True, slots=True)
class Twist:
    """One line of the table of ``MP-11``."""

    number: int
    """What 2d6 show for it."""
    name: str
    clause: str
    words: str
    """What it does, in a line."""
    hooks: tuple[HookHandler, ...] = ()
    phases: tuple[Phase, ...] = ()


_ALL = (
    Twist(
        turns.HEALS,
        "Restoratives",
        "MP-12",
        "At the start of each turn a model of the player's regains d3 wounds",
        phases=turns.HEAL_PHASES,
    ),
    Twist(
        rain.RAIN,
        "Acid rain",
        "MP-13",
        "-1 to hit in shooting, -1 to advances and charges, while it rains",
        rain.ACID_RAIN,
        rain.RAIN_PHASES,
    ),
    Twist(
        steady.STORM,
        "Warp storm",
        "MP-14",
        "+1 to psychic and deny tests; perils cost a mortal wound more",
        steady.WARP_STORM,
    ),
    Twist(
        steady.EAGER,
        "Eager for the fight",
        "MP-15",
        '+2" M, +1 to advances and charges',
        steady.EAGER_FOR_THE_FIGHT,
    ),
    Twist(steady.FRENZY, "Battle frenzy", "MP-16", "+1 A", steady.BATTLE_FRENZY),
    Twist(
        effects.DIM,
        "Low visibility",
        "MP-17",
        'To hit in shooting: -1 beyond 12", -2 beyond 24", -3 beyond 36"',
        effects.LOW_VISIBILITY,
        effects.LIGHT_PHASES,
    ),
    Twist(steady.GRUDGE, "Grudge match", "MP-18", "No Morale tests", steady.GRUDGE_MATCH),
    Twist(
        turns.DEBRIS,
        "Orbital debris",
        "MP-19",
        "At the start of each turn three dice: an enemy unit is struck for each 6",
        phases=turns.DEBRIS_PHASES,
    ),
    Twist(
        fog.FOG,
        "Fog of war",
        "MP-20",
        "Who would arrive during the battle is delayed on 1-2",
        fog.FOG_OF_WAR,
    ),
    Twist(
        night.NIGHT,
        "Dead of night",
        "MP-21",
        "Shots and powers reach no further than one sees",
        night.DEAD_OF_NIGHT,
        night.NIGHT_PHASES,
    ),
    Twist(
        meeting_battle.MEETING,
        "Meeting battle",
        "MP-22",
        "Each army comes in three contingents",
        phases=meeting_battle.MEETING_PHASES,
    ),
)
TWISTS: Mapping[int, Twist] = {twist.number: twist for twist in _ALL}
"""By what 2d6 show."""
