"""The frames of a film, each a picture with the sounds that begin in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import pygame

from game.rules.catalog import points, score_label
from game.screens.film.film_settings import STEPS_PER_SECOND
from game.screens.live_game import RecordedGame
from game.screens.recorded_play import RecordedPlay
from game.screens.show.caption_source import CaptionSource
from game.screens.show.show_camera import ShowCamera
from game.screens.show.show_pace import ShowPace
from game.screens.show.show_surround import ShownCaption, ShowSurround
from game.screens.ui_scale import natural_scale
from game.shown.event_captions import EventCaption
from game.shown.turn_header import turn_header
from game.table.events import Event
from game.table.state import Table
from game.view.camera import CameraGuide
from game.view.playback import sounds_of
from game.view.playback.stage import Stage
from game.view.scene import Scene
from game.view.sounds import Sound
from game.widgets.theme import Theme

OPENING_SECONDS, REST_SECONDS = 1.0, 2.0
"""Seconds that the film stands still before the first event, and after the last one."""


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


class FilmFrames:
    """A recorded game as a film shows it: sides with score, the board, a caption."""

    def __init__(
        self,
        record: RecordedGame,
        start: int,
        end: int,
        size: tuple[int, int],
        *,
        follows: bool = False,
    ) -> None:
        """Show the events after the first *start* ones, up to the first *end* ones.

        *follows*: camera and pace follow the action, as in show mode; otherwise the whole
        table is shown at an even pace.
        """
        self.start = start
        theme = Theme(natural_scale(size))
        self.canvas = pygame.Surface(size)
        self.surround = ShowSurround(size)
        window = self.surround.board
        self.scene = Scene(record.opening, theme, window, record.rules.parts)
        self.scene.has_badges, self.scene.shows_progress = True, False
        self.scene.prepare()
        self.board = FilmBoard(self.scene)
        self.play = RecordedPlay(replace(record, events=record.events[:end]))
        self.play.open(self.board)
        self._captions = CaptionSource(self.play.event_log)
        captions = self.play.event_log.captions
        captions.mission, captions.turns = record.mission, record.turns
        self._guide = CameraGuide(self.scene.camera)
        self._camera = ShowCamera(self._guide) if follows else None
        self._pace = ShowPace() if follows else None

    def frames(self, rate: int, speed: float) -> Iterator[FilmFrame]:
        """Yield all frames, *rate* in a second; ``picture`` draws the one yielded last."""
        play, board = self.play, self.board
        play.jump(self.start)
        board.stage.speed = speed
        yield from self._standing(round(rate * OPENING_SECONDS))
        while not (play.is_over and not board.stage.lively):
            for _ in range(STEPS_PER_SECOND // rate):
                self._step()
            yield FilmFrame(board.take_sounds(), self._share)
        yield from self._standing(round(rate * REST_SECONDS))

    def _step(self) -> None:
        """Advance by one step; events that take no time do not wait for the next one."""
        self._captions.update(self.scene.stage)
        if self._camera:
            shown = self.scene.stage
            self._camera.update(1 / STEPS_PER_SECOND, self._captions.caption, shown.seen)
            self._guide.update(1 / STEPS_PER_SECOND, shown.moving_places())
            self.scene.dice.aim = self._guide.aim
        play, stage = self.play, self.board.stage
        seconds = 1 / STEPS_PER_SECOND
        if play.is_over:
            stage.play(seconds)
            return
        if self._pace:
            seconds = self._pace.paced(seconds, self._captions.caption, stage)
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
        return (self.play.shown - self.start) / max(1, self.play.most - self.start)

    def picture(self) -> pygame.Surface:
        """Return the picture of the moment, which the next one draws over."""
        if not self.scene.draw(self.canvas):
            self.scene.prepare(whole=False)
            self.scene.draw(self.canvas)
        table, game = self.scene.stage.seen, self.play.game
        scores, label = points(game.mission, table), score_label(game.mission)
        header = turn_header(game.phases, table, game.turns, scores, label)
        title = self.play.game.title
        self.surround.spoil()
        self.surround.draw(self.canvas, header, ShownCaption.of(self._caption, title))
        return self.canvas

    @property
    def _caption(self) -> EventCaption | None:
        """Return the caption of the last events of the film; None before the first ones."""
        return self._captions.caption if self.play.shown > self.start else None
