"""The table of twists, on which one is rolled (MP-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.cores.kit.core import Core
from game.cores.kit.declarations import AddOn
from game.cores.kit.modules import Caution, Module
from game.cores.kit.queries import BANNERS, BattleBanner
from game.play.game import Game, GameView
from game.play.phases import When, once
from game.systems.matched.rules.acid_rain import ACID_RAIN
from game.systems.matched.rules.dead_of_night import DEAD_OF_NIGHT
from game.systems.matched.rules.fog_of_war import FOG, FOG_OF_WAR
from game.systems.matched.rules.low_visibility import LOW_VISIBILITY
from game.systems.matched.rules.meeting_battle import MEETING_BATTLE
from game.systems.matched.rules.orbital_debris import ORBITAL_DEBRIS
from game.systems.matched.rules.plain_twists import (
    BATTLE_FRENZY,
    EAGER_FOR_THE_FIGHT,
    GRUDGE_MATCH,
    WARP_STORM,
)
from game.systems.matched.rules.restoratives import RESTORATIVES
from game.systems.matched.rules.twist_state import PAGE, Twist, TwistState, phase_during
from game.table.events import Announced

ROLLED = 1
"""Option value that leaves it to the dice; 0 is no twist, from 2 on it is the twist."""
_ALL = (
    RESTORATIVES,
    ACID_RAIN,
    WARP_STORM,
    EAGER_FOR_THE_FIGHT,
    BATTLE_FRENZY,
    LOW_VISIBILITY,
    GRUDGE_MATCH,
    ORBITAL_DEBRIS,
    FOG_OF_WAR,
    DEAD_OF_NIGHT,
    MEETING_BATTLE,
)
TWISTS: Mapping[int, Twist] = {twist.number: twist for twist in _ALL}
"""All twists, by their total of 2d6."""


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
            *(phase_during(one.number, phase) for one in may_be for phase in one.phases),
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
    if chosen != FOG or options.get("reinforcements"):
        return ()
    return (Caution("Fog changes nothing while Reinforcements are off", "MP-20"),)


def banner(view: GameView, subject: None) -> Iterator[BattleBanner]:
    """Yield the twist that is in force, and its current state."""
    if one := TWISTS.get(PAGE.of(view.table).number):
        yield BattleBanner(one.name, one.clause, one.words, one.now(view.table))


TWIST = AddOn(twist, "MP-11", ("matched",))
