"""The twists as a module: ``MP-11``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.content.faults import Fault
from game.play.game import Game, GameView, Phase, When, single_step
from game.rules.kit.core_api import Core
from game.rules.kit.modules import Caution, Module
from game.rules.kit.queries import BANNERS, BattleBanner
from game.rules.matched.twists import fog, meeting_battle, night, rain
from game.rules.matched.twists.state import PAGE, InForce
from game.rules.matched.twists.system import TWISTS, Twist
from game.table.events import Announced
from game.table.state import Table

ROLLED = 1
"""The option's value that leaves it to the dice; 0 is none, from 2 on it is the twist."""


def twist(options: Mapping[str, Any], core: Core) -> Module:
    """``MP-11`` to ``MP-22``  One twist, by 2d6 before the battle or by choice.

    Hooks and phases of the others are not even there if it is chosen.
    """
    chosen = int(options.get("twist", ROLLED))
    may_be = list(TWISTS.values()) if chosen == ROLLED else [TWISTS[chosen]]
    begins = single_step(lambda game: come(game, chosen), "MP-11")
    return Module(
        "twist",
        hooks=(BANNERS.gets(banner), *(hook for one in may_be for hook in one.hooks)),
        phases=(
            Phase("twist", "MP-11", begins, When.SETUP, before="deployment"),
            *(phase for one in may_be for phase in one.phases),
        ),
        page=PAGE,
        cautions=lambda _: _cautions(options, chosen),
        clash=clash,
    )


async def come(game: Game, chosen: int) -> None:
    """``MP-11``  Before the battle 2d6, or a choice."""
    number = chosen
    if chosen == ROLLED:
        faces = game.throw("MP-11", game.table.sides[0], "twist", 2, total=True)
        number = sum(faces)
    game.do(PAGE.write("MP-11", InForce(number)))
    one = TWISTS[number]
    game.do(Announced(one.clause, f"The twist is {one.name.lower()}: {one.words}"))


def clash(table: Table) -> Sequence[Fault]:
    """``MP-11``  Why there can be no twist: it is one of matched play."""
    if any(model.profile.m for model in table.models.values()):
        return ()
    return (Fault("option.twist", "twists are of matched play (MP-11)"),)


def _cautions(options: Mapping[str, Any], chosen: int) -> Sequence[Caution]:
    """``MP-20``  Warn of fog where nobody arrives during the battle."""
    if chosen != fog.FOG or options.get("reinforcements"):
        return ()
    return (Caution("Fog changes nothing while Reinforcements are off", "MP-20"),)


def banner(look: GameView, subject: None) -> Iterator[BattleBanner]:
    """Yield the twist that is in force, and how it stands."""
    if one := TWISTS.get(PAGE.of(look.table).number):
        yield BattleBanner(one.name, one.clause, one.words, state(look.table, one))


def state(table: Table, one: Twist) -> str:
    """Return how a twist stands, in a word or two; nothing if it is always the same."""
    match one.number:
        case rain.RAIN:
            return "raining" if PAGE.of(table).raining else "dry"
        case night.NIGHT:
            return f'to {night.limit(table)}"'
        case meeting_battle.MEETING:
            return meeting_battle.to_come(table)
        case _:
            return ""
