"""The chances to win over the course of a recorded game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.bots.chances.weighing import TERMS
from game.lab.turning_points import ChanceMoment, Swing, chance_history, swings
from game.screens.live_game import RecordedGame


class ChanceTimeline:
    """The chances of a recorded game, computed one turn at a time; none if nobody can win."""

    def __init__(self, story: RecordedGame) -> None:
        history = chance_history(story.opening, story.events, story.turns_begun, story.rules)
        self._coming: Iterator[ChanceMoment] = (
            history if story.rules.system in TERMS else iter(())
        )
        self.moments: list[ChanceMoment] = []
        self.swings: Sequence[Swing] = ()
        self.done = False
        # The first turn loads the terms and the weights, which takes longer than a frame.
        self.go_on()

    def go_on(self) -> None:
        """Compute the chances as one more turn begins; find the swings after the last."""
        if self.done:
            return
        if (moment := next(self._coming, None)) is not None:
            self.moments.append(moment)
            return
        self.done, self.swings = True, swings(self.moments)

    def finish(self) -> None:
        """Compute the chances of all turns that are left."""
        while not self.done:
            self.go_on()
