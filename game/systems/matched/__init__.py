"""Matched play (rulebook: matched-play.md).

It has missions, twists and tactical objectives.
"""

from game.systems import Ranked, SystemEntry

ENTRY = SystemEntry(
    armed_as="modern",
    missions={
        "vital_intelligence": "rules.vital_intelligence:VITAL_INTELLIGENCE",
        "beachhead": "rules.beachhead:BEACHHEAD",
        "no_mercy": "rules.no_mercy:NO_MERCY",
        "visions_of_victory": "rules.visions_of_victory:VISIONS_OF_VICTORY",
        "tactical_escalation": "rules.tactical_escalation:TACTICAL_ESCALATION",
        "deadlock": "rules.deadlock:DEADLOCK",
    },
    modules={
        "mysteries": Ranked("rules.mysterious_objectives:MYSTERIES"),
        "peril": Ranked("rules.mortal_peril:PERIL"),
        "twist": Ranked("rules.twists:TWIST"),
    },
    generators={"battlefield": Ranked("mapgen.battlefield:GENERATOR")},
    by_hand=("matched",),
    unfit="rules.matched_boards:unfit_battlefield",
    has_doors=True,
)
