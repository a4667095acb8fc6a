"""The mission Deadlock (MP-43)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from game.cores.kit.modules import Module
from game.cores.modern.rules import COST, Stratagem
from game.play.game import GameView
from game.systems.matched.rules import victory
from game.systems.matched.rules.objective_deck import HANDS
from game.systems.matched.rules.objective_scoring import DrawRules, tactics
from game.systems.matched.rules.tactical_escalation import escalating
from game.systems.matched.rules.victory import LAST, SUDDEN_DEATH, matched_mission, rounds_end
from game.table.events import Reason

CLAUSE = "MP-43"
BONUSES = (victory.SLAY_THE_WARLORD, victory.FIRST_BLOOD, victory.LINEBREAKER)
DEAR_FROM = 3
"""First round in which stratagems cost double."""


def deadlock(options: Mapping[str, Any]) -> Module:
    """``MP-43``  Return the mission: set-up, tactical objectives, and dearer stratagems."""
    hooks, phases = tactics(DrawRules(CLAUSE, lambda round_: LAST - round_))
    return Module(
        "deadlock",
        hooks=(*hooks, COST.gets(doubled)),
        phases=(*escalating(), *phases, SUDDEN_DEATH, rounds_end(BONUSES)),
        page=HANDS,
    )


def doubled(view: GameView, stratagem: Stratagem) -> Iterator[Reason]:
    """``MP-43``  Double the cost of stratagems from round 3 on."""
    if view.table.clock.round >= DEAR_FROM:
        yield Reason(stratagem.points, "deadlock", CLAUSE)


DEADLOCK = matched_mission(
    deadlock,
    BONUSES,
    (
        "Achieve objectives by the end of your turns: 6 in round 1, one fewer each round.",
        CLAUSE,
    ),
    ("From round 3 stratagems cost double.", CLAUSE),
)
