"""Registry of the systems, missions and modules; each is imported when it is played.

The one file of the rules that names them all, but for the sandbox, which lies over the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from game.play.lazy_imports import EntryPoints

if TYPE_CHECKING:
    from types import ModuleType

    # Declarations are loaded with the parts that make them.
    from game.rules.kit.modules import Judge
    from game.rules.kit.parts import AddOn, EventByHand, Mission, SituationPart, System

WORDS: EntryPoints[ModuleType] = EntryPoints(
    {
        name: f"game.rules.{name}"
        for name in ("cage", "classic", "flood", "matched", "modern", "pursuit", "zero_g")
    }
)
"""Packages of the systems, which add the words of their system when they are imported."""
BASE_SYSTEMS: EntryPoints[System] = EntryPoints(
    {
        "classic": "game.rules.classic.system:SYSTEM",
        "zero_g": "game.rules.zero_g.system:SYSTEM",
        "pursuit": "game.rules.pursuit.system:SYSTEM",
        "cage": "game.rules.cage.system:SYSTEM",
        "modern": "game.rules.modern.system:SYSTEM",
        "matched": "game.rules.matched.system:SYSTEM",
    }
)
ARMED_AS: Mapping[str, str] = {"matched": "modern"}
"""Systems that use the rosters and armouries of another system, and that system."""
MISSIONS: Mapping[str, Mission] = EntryPoints(
    {
        "combat_patrol": "game.rules.missions.classic_missions:PATROL_MISSION",
        "crossing": "game.rules.missions.classic_missions:CROSSING_MISSION",
        "nest": "game.rules.missions.classic_missions:NEST_MISSION",
        "adrift": "game.rules.zero_g.adrift:MISSION",
        "salvage": "game.rules.zero_g.salvage:MISSION",
        "vital_intelligence": "game.rules.missions.marker_missions:VITAL_INTELLIGENCE",
        "beachhead": "game.rules.missions.marker_missions:BEACHHEAD_MISSION",
        "no_mercy": "game.rules.missions.marker_missions:NO_MERCY",
        "visions_of_victory": "game.rules.missions.tactical_missions:VISIONS_OF_VICTORY",
        "tactical_escalation": "game.rules.missions.tactical_missions:TACTICAL_ESCALATION",
        "deadlock": "game.rules.missions.tactical_missions:DEADLOCK",
    }
)
MODULES: Mapping[str, AddOn] = EntryPoints(
    {
        "reserves": "game.rules.classic.deployment:RESERVES",
        "flood": "game.rules.flood.system:FLOOD",
        "mysteries": "game.rules.matched.mysterious_objectives:MYSTERIES",
        "peril": "game.rules.matched.mortal_peril:PERIL",
        "twist": "game.rules.matched.twists:TWIST",
        "reinforcements": "game.rules.modern.movement:REINFORCEMENTS",
        "sewer_rats": "game.rules.missions.sewer_rats:SEWER_RATS",
    }
)
LAID_BY_HAND: Sequence[Sequence[str]] = (
    (),
    ("classic",),
    ("classic", "flood"),
    ("zero_g",),
    ("pursuit",),
    ("cage",),
    ("modern",),
    ("matched",),
)
"""``SB-14``  What the sandbox can lie over, by the value of its option: a system, modules."""
EVENTS_BY_HAND: Mapping[str, EventByHand] = EntryPoints(
    {
        "flood": "game.rules.flood.system:BY_HAND",
        "pursuit": "game.rules.pursuit.system:BY_HAND",
        "zero_g": "game.rules.zero_g.system:BY_HAND",
        "cage": "game.rules.cage.system:BY_HAND",
    }
)
"""Events that players of a sandbox may start, by the part that plays them."""
SITUATION_PARTS: Mapping[str, SituationPart] = EntryPoints(
    {"cage": "game.rules.cage.system:PART"}
)
"""The additions of systems to the format of situations."""
BOARDS_OF: Mapping[str, Judge] = EntryPoints(
    {
        "pursuit": "game.rules.pursuit.street_checks:unfit_street",
        "matched": "game.rules.matched.system:unfit_battlefield",
    }
)
"""Judges of the boards that can be seen to be made for a system; others have no faults."""
