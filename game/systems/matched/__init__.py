"""Matched play, with its missions, twists and objectives (rulebook: matched-play.md)."""

from game.systems import Ranked, SystemEntry

ENTRY = SystemEntry(
    armed_as="modern",
    missions={
        "vital_intelligence": "rules.marker_missions:VITAL_INTELLIGENCE",
        "beachhead": "rules.marker_missions:BEACHHEAD_MISSION",
        "no_mercy": "rules.marker_missions:NO_MERCY",
        "visions_of_victory": "rules.tactical_missions:VISIONS_OF_VICTORY",
        "tactical_escalation": "rules.tactical_missions:TACTICAL_ESCALATION",
        "deadlock": "rules.tactical_missions:DEADLOCK",
    },
    modules={
        "mysteries": Ranked("rules.mysterious_objectives:MYSTERIES"),
        "peril": Ranked("rules.mortal_peril:PERIL"),
        "twist": Ranked("rules.twists:TWIST"),
    },
    generators={"battlefield": Ranked("mapgen.battlefield:GENERATOR")},
    by_hand=("matched",),
    unfit="rules.system:unfit_battlefield",
    has_doors=True,
)
