"""The twists as a module: the table and rolling on it (MP-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.play.game import Game, GameView
from game.play.phases import Phase, When, once
from game.rules.kit.core_api import Core
from game.rules.kit.modules import Caution, HookHandler, Module
from game.rules.kit.parts import AddOn
from game.rules.kit.queries import BANNERS, BattleBanner
from game.rules.matched.twists import meeting_battle, twist_effects
from game.rules.matched.twists.state import PAGE, TwistState
from game.table.events import Announced
from game.table.state import Table


@dataclass(frozen=True, slots=True)
class Twist:
    """One line of the table of ``MP-11``."""

    number: int
    """Its total of 2d6."""
    name: str
    clause: str
    words: str
    """Its effect, in a line."""
    hooks: tuple[HookHandler, ...] = ()
    phases: tuple[Phase, ...] = ()


_ALL = (
    Twist(
        twist_effects.HEALS,
        "Restoratives",
        "MP-12",
        "At the start of each turn a model of the player's regains d3 wounds",
        phases=twist_effects.HEAL_PHASES,
    ),
    Twist(
        twist_effects.RAIN,
        "Acid rain",
        "MP-13",
        "-1 to hit in shooting, -1 to advances and charges, while it rains",
        twist_effects.ACID_RAIN,
        twist_effects.RAIN_PHASES,
    ),
    Twist(
        twist_effects.STORM,
        "Warp storm",
        "MP-14",
        "+1 to psychic and deny tests; perils cost a mortal wound more",
        twist_effects.WARP_STORM,
    ),
    Twist(
        twist_effects.EAGER,
        "Eager for the fight",
        "MP-15",
        '+2" M, +1 to advances and charges',
        twist_effects.EAGER_FOR_THE_FIGHT,
    ),
    Twist(twist_effects.FRENZY, "Battle frenzy", "MP-16", "+1 A", twist_effects.BATTLE_FRENZY),
    Twist(
        twist_effects.DIM,
        "Low visibility",
        "MP-17",
        'To hit in shooting: -1 beyond 12", -2 beyond 24", -3 beyond 36"',
        twist_effects.LOW_VISIBILITY,
        twist_effects.LIGHT_PHASES,
    ),
    Twist(
        twist_effects.GRUDGE,
        "Grudge match",
        "MP-18",
        "No Morale tests",
        twist_effects.GRUDGE_MATCH,
    ),
    Twist(
        twist_effects.DEBRIS,
        "Orbital debris",
        "MP-19",
        "At the start of each turn three dice: an enemy unit is struck for each 6",
        phases=twist_effects.DEBRIS_PHASES,
    ),
    Twist(
        twist_effects.FOG,
        "Fog of war",
        "MP-20",
        "Who would arrive during the battle is delayed on 1-2",
        twist_effects.FOG_OF_WAR,
    ),
    Twist(
        twist_effects.NIGHT,
        "Dead of night",
        "MP-21",
        "Shots and powers reach no further than one sees",
        twist_effects.DEAD_OF_NIGHT,
        twist_effects.NIGHT_PHASES,
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
"""All twists, by their total of 2d6."""


ROLLED = 1
"""Option value that leaves it to the dice; 0 is no twist, from 2 on it is the twist."""


def twist(options: Mapping[str, Any], core: Core) -> Module:
    """``MP-11`` to ``MP-22``  Return the module of one twist, by 2d6 or by choice.

    If it is chosen, the hooks and phases of the others are left out.
    """
    chosen = int(options.get("twist", ROLLED))
    may_be = list(TWISTS.values()) if chosen == ROLLED else [TWISTS[chosen]]
    return Module(
        "twist",
        hooks=(BANNERS.gets(banner), *(hook for one in may_be for hook in one.hooks)),
        phases=(
            once(
                "twist",
                "MP-11",
                lambda game: come(game, chosen),
                When.SETUP,
                before="deployment",
            ),
            *(phase for one in may_be for phase in one.phases),
        ),
        page=PAGE,
        cautions=lambda _: _cautions(options, chosen),
    )


async def come(game: Game, chosen: int) -> None:
    """``MP-11``  Roll 2d6 for the twist before the battle, or take the choice."""
    number = chosen
    if chosen == ROLLED:
        faces = game.throw("MP-11", game.table.sides[0], "twist", 2, total=True)
        number = sum(faces)
    game.do(PAGE.write("MP-11", TwistState(number)))
    one = TWISTS[number]
    game.do(Announced(one.clause, f"The twist is {one.name.lower()}: {one.words}"))


def _cautions(options: Mapping[str, Any], chosen: int) -> Sequence[Caution]:
    """``MP-20``  Warn of fog if no unit arrives during the battle."""
    if chosen != twist_effects.FOG or options.get("reinforcements"):
        return ()
    return (Caution("Fog changes nothing while Reinforcements are off", "MP-20"),)


def banner(view: GameView, subject: None) -> Iterator[BattleBanner]:
    """Yield the twist that is in force, and its current state."""
    if one := TWISTS.get(PAGE.of(view.table).number):
        yield BattleBanner(one.name, one.clause, one.words, state(view.table, one))


def state(table: Table, one: Twist) -> str:
    """Return the current state of a twist in a word or two; empty if it never changes."""
    match one.number:
        case twist_effects.RAIN:
            return "raining" if PAGE.of(table).raining else "dry"
        case twist_effects.NIGHT:
            return f'to {twist_effects.limit(table)}"'
        case meeting_battle.MEETING:
            return meeting_battle.to_come(table)
        case _:
            return ""


TWIST = AddOn(twist, "MP-11", ("matched",))
