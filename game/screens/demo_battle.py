"""The battle that plays behind the title."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.background import Loader
from game.bots.protocol import Thoughts
from game.bots.registry import policy
from game.geometry.points import Point, distance
from game.play.session import Session
from game.rules.battles import prepare
from game.rules.catalog import holders
from game.screens.battle.seats import Seats
from game.screens.idle_painting import IdlePainter
from game.screens.live_game import random_seed
from game.screens.screen import WindowContext
from game.screens.title_background import paint_still, vignette, window_of
from game.table.events import Event, Moved
from game.table.records import ModelId
from game.table.state import Table
from game.view.scene import Scene
from game.widgets.theme import INK, Theme

SCENARIO, BOT = "combat_patrol", "steady"
DEMO_MAPS = ("old-quarter", "long-orchard", "ruined-crossing")
OPENS = 2
"""Game turn at which it is first shown; both sides have met by then."""
SPEED = 0.6
"""Playback speed; slow, because it is only a background."""
DEMO_CLOSE = 46
"""Minimum pixels per inch, at a UI scale of 1."""
FADE = 1.4
"""Seconds in which the battle or the still picture fades in."""
DRIFT = 1.5
"""Maximum speed at which the camera follows the battle, in inches per second."""


class DemoCancelledError(Exception):
    """Raised in the loader when the battle is no longer needed."""


class PreparedBattle:
    """A battle played to its second turn, with its board painted."""

    def __init__(self, frame: WindowContext, seed: int, wanted: Callable[[], bool]) -> None:
        """Prepare it while *wanted* returns True; otherwise raise DemoCancelledError."""
        battle = prepare(SCENARIO, seed=seed, map_=DEMO_MAPS[seed % len(DEMO_MAPS)])
        self.session: Session = battle.session()
        bot = policy(BOT)
        while self.session.pending and self.session.table.clock.round < OPENS:
            self.session.answer(_thought_of(bot.think(self.session), wanted))
        self.mission = battle.scenario.mission
        self.seats = Seats(dict.fromkeys(battle.opening.sides, BOT))
        # The fonts and caches of the frame's own theme belong to the main thread.
        theme, parts = Theme(frame.theme.scale), self.session.game.rules.parts
        self.scene = Scene(self.session.table, theme, window_of(frame), parts)
        self.scene.stage.speed = SPEED
        self.played = len(self.session.game.story)
        self.fit()

    def fit(self) -> None:
        """Zoom in until models are visible, and paint the visible part of the board."""
        camera, scale = self.scene.camera, self.scene.look.scale
        camera.fit()
        for _ in range(12):
            if camera.ppi >= DEMO_CLOSE * scale:
                break
            camera.zoom(1, camera.window.center)
        camera.look_at(self.midst())
        self.scene.prepare()

    def midst(self) -> Point:
        """Return the middle between the two nearest enemies."""
        table = self.scene.stage.seen
        ours, theirs = (table.standing(side) for side in table.sides)
        pairs = ((distance(a.at, b.at), a.at, b.at) for a in ours for b in theirs)
        middle = Point(table.board.width / 2, table.board.height / 2)
        _, a, b = min(pairs, default=(0.0, middle, middle))
        return Point((a.x + b.x) / 2, (a.y + b.y) / 2)


def _thought_of(thoughts: Thoughts, wanted: Callable[[], bool]) -> Any:
    """Return the bot's answer; raise DemoCancelledError when it is no longer wanted."""
    while wanted():
        try:
            next(thoughts)
        except StopIteration as made_up:
            return made_up.value
    raise DemoCancelledError


class DemoBattle:
    """A battle that is loaded in a thread and fades in over the still picture.

    When it is over, the picture fades in again until another battle is loaded.
    """

    def __init__(self, frame: WindowContext, seed: int | None = None) -> None:
        self.frame = frame
        self.seed = random_seed() if seed is None else seed
        self.light = 0.0
        """Share of the battle from 0, only the still picture, to 1."""
        self.opened: PreparedBattle | None = None
        self._eye = self._aim = Point(0.0, 0.0)
        self._loader: Loader[PreparedBattle] | None = None
        self._left = False
        self._idle = IdlePainter(frame)
        self._open()

    def _open(self) -> None:
        frame, seed = self.frame, self.seed
        self._loader = Loader(lambda: PreparedBattle(frame, seed, lambda: not self._left))

    def leave(self) -> None:
        """Stop loading battles, because the title is left."""
        self._left = True

    def fit(self, frame: WindowContext) -> None:
        """Fit another window."""
        if frame.size != self.frame.size:
            self._idle = IdlePainter(frame)
        self.frame = frame
        if self.opened:
            self.opened.scene.dress(frame.theme)
            self.opened.scene.camera.resize(window_of(frame))
            self.opened.fit()

    def use_idle_time(self) -> None:
        """Paint boards for later, unless the next battle is being loaded."""
        if self._loader is None:
            self._idle.step()

    def update(self, seconds: float) -> None:
        if self._loader and self._loader.done:
            self.opened, self._loader = self._loader.result(), None
            self.light = 0.0
            if window_of(self.frame) != self.opened.scene.camera.window:
                self.fit(self.frame)
            camera = self.opened.scene.camera
            self._eye = self._aim = self.opened.midst()
            camera.look_at(self._eye)
        if self.opened:
            self._play(self.opened, seconds)

    def _play(self, opened: PreparedBattle, seconds: float) -> None:
        stage, session = opened.scene.stage, opened.session
        if session.pending is None and not stage.busy and self._loader is None:
            self.light = max(0.0, self.light - seconds / FADE)
            if not self.light:
                self.opened, self.seed = None, self.seed + 1
                self._open()
            return
        if self.light < 1.0:
            self.light = min(1.0, self.light + seconds / FADE)
        if session.pending and opened.seats.think(session) and stage.eager:
            session.answer(opened.seats.say())
            fresh = session.game.story[opened.played :]
            opened.played += len(fresh)
            places = (place_on_table(event, stage.seen) for event in fresh)
            self._aim = next((at for at in places if at), self._aim)
            stage.add(fresh)
        stage.play(seconds)
        self._follow(opened, seconds)

    def _follow(self, opened: PreparedBattle, seconds: float) -> None:
        """Move the camera toward the latest event."""
        right, down = self._aim.x - self._eye.x, self._aim.y - self._eye.y
        off, step = max(abs(right), abs(down)), DRIFT * seconds
        if off <= step:
            return
        x, y = self._eye
        self._eye = Point(x + right * step / off, y + down * step / off)
        opened.scene.camera.look_at(self._eye)

    def draw(self, canvas: pygame.Surface) -> None:
        """Draw into the whole window."""
        canvas.fill(INK)
        if self.opened and self.light:
            self.draw_scene(canvas, self.opened)
        if self.light < 1.0:
            paint_still(canvas, self.frame, 1.0 - self.light)

    def draw_scene(self, canvas: pygame.Surface, opened: PreparedBattle) -> None:
        """Draw a battle into its part of the window."""
        scene = opened.scene
        scene.held = holders(opened.mission, scene.stage.seen)
        scene.draw(canvas)
        window = scene.camera.window
        canvas.blit(vignette(window.size), window)


def place_on_table(event: Event, table: Table) -> Point | None:
    """Return the place of an event on the table, or None."""
    if isinstance(event, Moved):
        return event.path[-1]
    who = getattr(event, "who", "") or ""
    found = table.models.get(ModelId(who))
    return found.at if found else next((m.at for m in table.standing() if m.unit == who), None)
