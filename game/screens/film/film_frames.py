"""The frames of a film, each a picture with the sounds that begin in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import pygame

from game.lab.highlights import Highlight
from game.rules.catalog import score_label, score_of, standing
from game.screens.film.film_settings import STEPS_PER_SECOND
from game.screens.live_game import RecordedGame
from game.screens.recorded_play import RecordedPlay
from game.screens.show.caption_source import CaptionSource
from game.screens.show.show_camera import ShowCamera, acting
from game.screens.show.show_pace import ShowPace
from game.screens.show.show_stakes import StakesSource
from game.screens.show.show_surround import ShownCaption, ShowSurround
from game.screens.ui_scale import natural_scale
from game.shown.event_captions import EventCaption
from game.shown.turn_header import turn_header
from game.table.events import Event
from game.table.state import Table
from game.view.camera import CameraGuide
from game.view.overlays import Overlay
from game.view.playback import sounds_of
from game.view.playback.stage import Stage
from game.view.scene import Scene
from game.view.sounds import Sound
from game.widgets.theme import Theme

OPENING_SECONDS, REST_SECONDS = 1.0, 2.0
"""Seconds that the film stands still before the first event, and after the last one."""


class FilmRange(NamedTuple):
    """Some events of a recorded game, one after the other, that a film shows."""

    start: int
    """Number of events before the film."""
    end: int
    """Number of events at its end."""


def ranges_of(found: Sequence[Highlight]) -> list[FilmRange]:
    """Return the events that a film of highlights shows; none of them twice."""
    ranges = list[FilmRange]()
    for one in found:
        if ranges and one.start <= ranges[-1].end:
            ranges[-1] = ranges[-1]._replace(end=max(one.end, ranges[-1].end))
        else:
            ranges.append(FilmRange(one.start, one.end))
    return ranges


class FilmFrame(NamedTuple):
    """A frame, without its picture."""

    sounds: Sequence[Sound]
    """Sounds that begin with it."""
    share: float
    """Share of the film up to it, from 0 to 1."""


class FilmBoard:
    """The board of a film, which collects what is to be heard."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._heard: list[Sound] = []

    @property
    def stage(self) -> Stage:
        return self.scene.stage

    def listen(self, events: Iterable[Event]) -> None:
        """Collect the sounds of events that were just shown."""
        self._heard += sounds_of(events, self.stage.sound)

    def restart(self, table: Table) -> None:
        """Show another table at once."""
        self.scene.restart(table)

    def take_sounds(self) -> Sequence[Sound]:
        """Return the sounds since the last call, each once."""
        found = [*self._heard, *self.stage.sounds]
        self._heard.clear()
        self.stage.sounds.clear()
        return tuple(dict.fromkeys(found))


class PlayedRange(RecordedPlay):
    """A recorded game that is played back up to some event."""

    def __init__(self, record: RecordedGame) -> None:
        super().__init__(record)
        self.end = len(record.events)
        """Number of events after which it ends."""

    @property
    def most(self) -> int:
        """Return the number of events that are played."""
        return self.end


class FilmFrames:
    """A recorded game as a film shows it: sides with score, the board, a caption."""

    def __init__(
        self,
        record: RecordedGame,
        ranges: Sequence[FilmRange],
        size: tuple[int, int],
        *,
        follows: bool = False,
    ) -> None:
        """Show some ranges of the events, one after the other.

        *follows*: camera and pace follow the action, as in show mode; otherwise the whole
        table is shown at an even pace.
        """
        self.record, self.ranges, self.shown = record, ranges, ranges[0]
        theme = Theme(natural_scale(size))
        self.canvas = pygame.Surface(size)
        self.surround = ShowSurround(size)
        window = self.surround.board
        self.scene = Scene(record.opening, theme, window, record.rules.parts)
        self.scene.has_badges, self.scene.shows_progress = True, False
        self.scene.prepare()
        self.board = FilmBoard(self.scene)
        self.play = PlayedRange(record)
        self.play.open(self.board)
        self._captions = CaptionSource(self.play.event_log)
        self._stakes = StakesSource(record.goals, record.rules)
        captions = self.play.event_log.captions
        captions.mission, captions.turns = record.mission, record.turns
        captions.rules = record.rules
        self._guide = CameraGuide(self.scene.camera)
        self._camera = ShowCamera(self._guide) if follows else None
        self._pace = ShowPace() if follows else None
        self.is_begun = False
        """True once a range was begun."""
        self.begin(ranges[0])

    def frames(self, rate: int, speed: float) -> Iterator[FilmFrame]:
        """Yield all frames, *rate* in a second; ``picture`` draws the one yielded last."""
        board = self.board
        for shown in self.ranges:
            self.begin(shown)
            board.stage.speed = speed
            yield from self._standing(round(rate * OPENING_SECONDS))
            while not self.has_ended:
                for _ in range(STEPS_PER_SECOND // rate):
                    self.advance(1 / STEPS_PER_SECOND)
                yield FilmFrame(board.take_sounds(), self._share)
            yield from self._standing(round(rate * REST_SECONDS))

    def still(self, count: int) -> pygame.Surface:
        """Return the picture after *count* events, which the next one draws over."""
        self.shown, self.play.end = FilmRange(0, count), count
        self.play.jump(count)
        return self.picture()

    def begin(self, shown: FilmRange) -> None:
        """Show the state before a range of the events, which are played from there on.

        If all before it has just been played, it goes on without a break.
        """
        goes_on = self.play.is_over and self.shown.end == self.play.count == shown.start
        self.shown, self.play.end = shown, shown.end
        if not goes_on or not self.is_begun:
            self.play.jump(shown.start)
            self._captions.update(self.scene.stage)
            if self._camera:
                self._guide.back()
                self._camera, self._pace = ShowCamera(self._guide), ShowPace()
        self.is_begun = True

    @property
    def has_ended(self) -> bool:
        """Return whether the range was shown, and nothing moves any more."""
        return self.play.is_over and not self.board.stage.lively

    def advance(self, seconds: float) -> None:
        """Advance by *seconds*; events that take no time do not wait for the next step."""
        self._captions.update(self.scene.stage, seconds)
        self.scene.acting = acting(
            self._captions.latest if self._caption else None, self.scene.stage.seen
        )
        if self._camera:
            shown = self.scene.stage
            self._camera.update(seconds, self._captions.caption, shown.seen)
            self._guide.update(seconds, shown.moving_places())
            self.scene.dice.aim = self._guide.aim
        play, stage = self.play, self.board.stage
        if play.is_over:
            stage.play(seconds)
            return
        if self._pace:
            seconds = self._pace.paced(seconds, self._captions.pacing, stage)
        play.playing = True
        play.update(seconds)
        while not stage.busy and not play.is_over:
            play.playing = True
            play.update(0.0)

    def _standing(self, count: int) -> Iterator[FilmFrame]:
        """Yield *count* frames in which nothing happens."""
        for _ in range(count):
            yield FilmFrame(self.board.take_sounds(), self._share)

    @property
    def _share(self) -> float:
        """Return the share of the events that were shown, of all ranges together."""
        before = self.ranges[: self.ranges.index(self.shown)]
        counts = [end - start for start, end in before]
        done = sum(counts) + self.play.shown - self.shown.start
        return done / max(1, sum([end - start for start, end in self.ranges]))

    def picture(self, marks: Sequence[Overlay] = ()) -> pygame.Surface:
        """Return the picture of the moment, which the next one draws over.

        *marks*: overlays above the models.
        """
        if not self.scene.draw(self.canvas, (), marks):
            self.scene.prepare(whole=False)
            self.scene.draw(self.canvas, (), marks)
        table, game = self.scene.stage.seen, self.play.game
        scores, label = standing(game.mission, table), score_label(game.mission)
        unit = score_of(game.mission).unit
        header = turn_header(game.phases, table, game.turns, scores, label, unit)
        caption = ShownCaption.of(self._caption, game.title)
        self.surround.spoil()
        self.surround.draw(self.canvas, header, caption, self._stakes.stakes(table))
        return self.canvas

    @property
    def _caption(self) -> EventCaption | None:
        """Return the caption of the last events of the film; None before the first ones."""
        return self._captions.caption if self.play.shown > self.shown.start else None
