"""The steady bot's choices about the beginning of a matched battle.

They are about the first turn, and the edge to arrive at.
"""

from __future__ import annotations

from game.bots.protocol import Thoughts
from game.cores.modern.bot.assessment import ModernAssessment
from game.play.decisions import Choose
from game.systems.matched.rules.deployment import ROLL


def seize(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MP-26``  Roll: a failure costs nothing, and to begin is better (``first_turn``)."""
    yield
    return ROLL


def edge(assessment: ModernAssessment, asked: Choose) -> Thoughts:
    """``MP-22``  Arrive at the edge that is nearest to the middle of the enemies."""
    yield
    board, spots = (
        assessment.view.table.board,
        [m.at for foe in assessment.foes for m in foe.models],
    )
    many = max(1, len(spots))
    x, y = sum([spot.x for spot in spots]) / many, sum([spot.y for spot in spots]) / many
    offs = {"north": y, "south": board.height - y, "west": x, "east": board.width - x}
    return min([option.id for option in asked.options], key=lambda name: offs[name])
