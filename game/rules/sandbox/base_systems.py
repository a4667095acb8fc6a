"""The rule systems that the sandbox can lie over (SB-14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from game.play.game import Game, Phase, When, insert_phases
from game.play.wording import side_name
from game.rules.cage.match_flow import CHAMPIONS
from game.rules.cage.system import cage
from game.rules.classic.core_api import CLASSIC
from game.rules.classic.system import classic
from game.rules.flood.state import PAGE as FLOOD
from game.rules.flood.system import flood
from game.rules.kit.core_api import Core
from game.rules.kit.modules import Module, Watcher
from game.rules.matched.system import matched
from game.rules.modern.core_api import MODERN
from game.rules.modern.system import modern
from game.rules.pursuit.street_checks import unfit as street_faults
from game.rules.pursuit.system import pursuit
from game.rules.zero_g.system import zero_g
from game.table.state import Table
from game.table.water import origins

Why: TypeAlias = Callable[[Table, Phase], str]


def _as_it_is(game: Game, clause: str) -> None:
    """Do nothing: no state follows from models that were moved by hand."""


def _always(table: Table, phase: Phase) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class System:
    """A rule system that may be turned on."""

    name: str
    armed: tuple[str, ...]
    """Systems of the rosters that are available."""
    parts: Callable[[Mapping[str, Any]], Sequence[Module]]
    """Returns the system and its modules, for a game's options."""
    core: Core = CLASSIC
    """The core that a flood is laid over."""
    left_out: tuple[str, ...] = ()
    """Names of phases that free play replaces."""
    ends: bool = False
    """True if its watchers end the game; in the sandbox that only ends the phase."""
    readies: Callable[[Game, str], None] = _as_it_is
    """Updates the state that follows from models placed by hand."""
    why_not: Why = _always
    """Returns the reason why a phase cannot be played now; empty if it can."""

    def phases(self, options: Mapping[str, Any]) -> list[Phase]:
        core, *modules = self.parts(options) or (Module("none"),)
        return insert_phases(core.phases, [p for m in modules for p in m.phases])

    def playable(self, options: Mapping[str, Any]) -> list[Phase]:
        """``SB-14``  Return the phases that a player may choose to play."""
        return [p for p in self.phases(options) if p.name not in self.left_out]

    def watch(self, options: Mapping[str, Any]) -> tuple[Watcher, ...]:
        return tuple(w for part in self.parts(options) for w in part.watch)


def _no_origin(table: Table, phase: Phase) -> str:
    """``FF-01``  Return why a flood phase has no origin; empty if it has one."""
    if phase.name == "origin" and not origins(table.board):
        return "the map has no flood origin: draw a FloodOrigin"
    if phase.name == "flood" and not FLOOD.of(table).origin:
        return "no flood origin is chosen yet: play the Origin phase first"
    return ""


def _no_bout(table: Table, phase: Phase) -> str:
    """``TC-04``  Return why there is no bout: it needs one champion of each side in a cell."""
    for side in table.sides:
        if len(there := table.standing(side)) != 1 or there[0].cell is None:
            many = len(there)
            whose = side_name(side)
            return f"a bout needs one champion of each side in the cage, not {many} of {whose}"
    return ""


def _no_street(table: Table, phase: Phase) -> str:
    """``PU-02``  Return why the map is not a street, as a pursuit needs; empty if it is one."""
    faults = street_faults(table.board)
    return f"this map is not a street: {faults[0]}" if faults else ""


ARMOURIES = ("classic", "zero_g", "pursuit", "cage", "modern")
SYSTEMS: tuple[System, ...] = (
    System("Off", ARMOURIES, lambda _: ()),
    System("Classic", ("classic",), lambda o: (classic(o),), readies=CLASSIC.lock),
    System(
        "Flood",
        ("classic",),
        lambda o: (classic(o), flood(o, CLASSIC)),
        readies=CLASSIC.lock,
        why_not=_no_origin,
    ),
    System("Zero-g", ("zero_g",), lambda o: (zero_g(o),), readies=CLASSIC.lock),
    System(
        "Pursuit",
        ("pursuit",),
        lambda o: (pursuit(o),),
        left_out=("deployment",),
        ends=True,
        why_not=_no_street,
    ),
    System(
        "Cage",
        ("cage",),
        lambda o: (cage(o),),
        left_out=(CHAMPIONS, "reckoning"),
        ends=True,
        why_not=_no_bout,
    ),
    System("Modern", ("modern",), lambda o: (modern(o),), core=MODERN),
    System("Matched", ("modern",), lambda o: (matched(o),), core=MODERN),
)


def chosen(options: Mapping[str, Any]) -> System:
    """Return the system that the option *rules* selects."""
    return SYSTEMS[int(options.get("rules", 0))]


def sided(phase: Phase) -> bool:
    return phase.when is When.TURN
