"""Bodies in games of every system: the same played back, skipped to, or drawn anew."""

from __future__ import annotations

import pygame
import pytest

from game.bots.match import answers, seated
from game.rules.battles import prepare
from game.table.apply import apply
from game.view.scene import Scene
from game.view.style import DrawingTheme
from tests.view.test_stage import pixels_of

SCENARIOS = ("combat_patrol", "the_nest", "deadlock", "adrift", "cage", "pursuit")
FRAME = 0.25
SWAYS = "pursuit"
"""Here mines sway by the inches that were seen to roll, for decoration."""
MOMENTS = 3
"""Number of moments of a game that are compared."""


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bodies_lie_as_in_a_fresh_drawing_of_the_same_moment(
    scenario: str, look: DrawingTheme, canvas: pygame.Surface
) -> None:
    battle = prepare(scenario, seed=5)
    session = battle.session()
    for _ in answers(session, seated(session.table.sides, ("random", "random"))):
        pass
    story, table = session.game.story, battle.opening.fork()
    window, parts = pygame.Rect(0, 0, 480, 360), battle.rules().parts
    played, fresh = (Scene(table, look, window, parts) for _ in range(2))
    played.prepare()
    fresh.prepare()
    step = max(1, len(story) // MOMENTS)
    for first in range(0, len(story), step):
        played.stage.add(story[first : first + step])
        while played.stage.lively:
            played.stage.play(FRAME)
        for event in story[first : first + step]:
            apply(table, event)
        fresh.restart(table)
        fresh.stage.recall(story[: first + step])
        assert [*played.stage.bodies()] == [*fresh.stage.bodies()]
        for scene in (played, fresh):
            scene.prepare()
        if scenario != SWAYS:
            assert pixels_of(played, canvas) == pixels_of(fresh, canvas)
