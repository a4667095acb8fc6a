"""The flash flood that sweeps models through a sewer (rulebook: flash-flood.md)."""

from game.systems import Ranked, SystemEntry

ENTRY = SystemEntry(
    plays="",
    missions={
        "crossing": "rules.crossing:CROSSING_MISSION",
        "nest": "rules.the_nest:NEST_MISSION",
    },
    modules={
        "flood": Ranked("rules.system:FLOOD"),
        "sewer_rats": Ranked("rules.sewer_rats:SEWER_RATS", rank=2),
    },
    generators={"sewer": Ranked("mapgen.sewer:GENERATOR")},
    by_hand=("classic", "flood"),
    event="rules.system:BY_HAND",
)
