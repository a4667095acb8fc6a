"""The mission Deadlock (MP-43)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from game.play.game import GameView, Phase, When
from game.rules.kit.modules import Module
from game.rules.matched import victory
from game.rules.matched.tactical_objectives.deck import HANDS
from game.rules.matched.tactical_objectives.generation import DrawRules
from game.rules.matched.tactical_objectives.scoring import tactics
from game.rules.matched.victory import LAST, ending, sudden_death
from game.rules.missions.tactical_escalation import escalating
from game.rules.modern.hooks import COST, Stratagem
from game.table.events import Reason

CLAUSE = "MP-43"
BONUSES = (victory.SLAY_THE_WARLORD, victory.FIRST_BLOOD, victory.LINEBREAKER)
TERMS = DrawRules(CLAUSE, lambda round_: LAST - round_)
DEAR_FROM = 3
"""First round in which stratagems cost double."""


def deadlock(options: Mapping[str, Any]) -> Module:
    """``MP-43``  Return the mission: set-up, tactical objectives, and dearer stratagems."""
    added = tactics(TERMS)
    return Module(
        "deadlock",
        hooks=(*added.hooks, COST.gets(doubled)),
        phases=(
            *escalating(),
            *added.phases,
            Phase("sudden death", "MP-30", sudden_death),
            Phase("round's end", "MP-27", ending(BONUSES), When.END),
        ),
        page=HANDS,
    )


def doubled(view: GameView, stratagem: Stratagem) -> Iterator[Reason]:
    """``MP-43``  Double the cost of stratagems from round 3 on."""
    if view.table.clock.round >= DEAR_FROM:
        yield Reason(stratagem.points, "deadlock", CLAUSE)
