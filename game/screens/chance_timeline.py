"""The chances to win over the course of a recorded game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from game.bots.chances.weighing import TERMS
from game.lab.highlights import Highlight, highlights
from game.lab.turning_points import ChanceMoment, Swing, chance_history, swings
from game.screens.live_game import RecordedGame
from game.shown.event_captions import CaptionWriter


class ChanceTimeline:
    """The chances of a recorded game, computed one turn at a time; none if nobody can win."""

    def __init__(self, story: RecordedGame) -> None:
        history = chance_history(story.opening, story.events, story.turns_begun, story.rules)
        self._coming: Iterator[ChanceMoment] = (
            history if story.rules.system in TERMS else iter(())
        )
        self.moments: list[ChanceMoment] = []
        self.swings: Sequence[Swing] = ()
        self.highlights: list[Highlight] = []
        """The decisive deeds of the swings, found one after the other."""
        self._told: Iterator[Highlight] | None = None
        self._story = story
        self.done = False
        """True once all swings are known."""
        # The first turn loads the terms and the weights, which takes longer than a frame.
        self.go_on()

    def go_on(self) -> None:
        """Compute the chances as one more turn begins; after the last, one more highlight."""
        if self.done:
            self._tell_next()
            return
        if (moment := next(self._coming, None)) is not None:
            self.moments.append(moment)
            return
        self.done, self.swings = True, swings(self.moments)
        story = self._story
        about = story.mission, story.turns, story.rules, story.motives
        writer = partial(CaptionWriter, *about)
        self._told = highlights(story.opening, story.events, self.swings, story.rules, writer)

    @property
    def complete(self) -> bool:
        """Return whether all highlights are known, too."""
        return self.done and self._told is None

    def _tell_next(self) -> None:
        """Find one more highlight, if there is one."""
        if self._told and (highlight := next(self._told, None)):
            self.highlights.append(highlight)
        else:
            self._told = None

    def finish(self) -> None:
        """Compute the chances of all turns that are left, and all highlights."""
        while not self.complete:
            self.go_on()


def highlights_of(story: RecordedGame) -> Sequence[Highlight]:
    """Return the highlights of a recorded game, in order of time."""
    timeline = ChanceTimeline(story)
    timeline.finish()
    return timeline.highlights
