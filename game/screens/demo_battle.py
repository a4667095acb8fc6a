"""The battle that plays behind the title."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from threading import Event as Signal
from typing import Any

import pygame

from game.background import Pending
from game.bots.protocol import Policy
from game.bots.registry import policy
from game.content.shipped_folders import ASSETS
from game.geometry.points import Point, distance
from game.lab.opening_answers import OpeningAnswers
from game.play.decisions import IllegalAnswer
from game.play.session import Session
from game.rules.battles import Battle, prepare
from game.rules.catalog import holders
from game.screens.idle_painting import IdlePainter
from game.screens.screen import WindowContext
from game.screens.seats import Seats
from game.screens.title_background import PACE, REST_PACE, paint_still, vignette, window_of
from game.table.events import Event, Moved
from game.table.records import ModelId
from game.table.state import Table
from game.view.scene import Scene
from game.view.scene_snapshot import SceneSnapshot
from game.widgets.theme import INK, Theme

SCENARIO, BOT = "combat_patrol", "steady"
DEMO_MAPS = ("old-quarter", "long-orchard", "ruined-crossing")
SEEDS = 6
"""Number of battles."""
ANSWERS = ASSETS / "title-battles.json"
"""The bots' answers in each of the battles, so that nobody waits until they have thought."""
OPENS = 2
"""Game turn at which it is first shown; both sides have met by then."""
SPEED = 0.6
"""Playback speed; slow, because it is only a background."""
DEMO_CLOSE = 46
"""Minimum pixels per inch, at a UI scale of 1."""
FADE_SECONDS = 1.4
"""Seconds in which the battle or the still picture fades in."""
GLIDE_SECONDS = 2.0
"""Seconds in which the camera glides to where the battle is."""
REST_SHARE, REST_SECONDS = 0.32, 20.0
"""Share of the window off its middle, each way, up to which events do not move the camera.

Between two motions it rests for the seconds, because moving ground is slow to draw.
"""
QUIET_SECONDS = 0.3
"""Seconds without a new picture after which fewer frames are needed."""
EARLY = 0.9
"""Share of the time between two pictures after which the next one may come."""
PAUSE_SECONDS = 0.8
"""Seconds of rest after each thing that was shown; without them something always moves."""


class DemoCancelledError(Exception):
    """Raised in the loader when the battle is no longer needed."""


def battle_of(seed: int) -> Battle:
    """Return the battle of a seed, on one of the maps."""
    return prepare(SCENARIO, seed=seed, map_=DEMO_MAPS[seed % len(DEMO_MAPS)])


def shipped_answers(seed: int) -> Sequence[Any]:
    """Return the shipped answers in the battle of a seed; none if there are none to read."""
    with suppress(OSError, ValueError, LookupError, TypeError):
        found = json.loads(ANSWERS.read_text("utf-8"))[seed]
        return found if isinstance(found, list) else ()
    return ()


class PreparedBattle:
    """A battle played to its second turn, with its board painted."""

    def __init__(self, frame: WindowContext, seed: int, wanted: Callable[[], bool]) -> None:
        """Prepare it while *wanted* returns True; otherwise raise DemoCancelledError."""
        battle = battle_of(seed)
        self.answers = OpeningAnswers(battle, policy(BOT), BOT, shipped_answers(seed))
        self.session: Session = self.answers.play(OPENS, partial(_answer, wanted))
        if not wanted():
            raise DemoCancelledError
        self.mission = battle.scenario.mission
        self.seats = Seats(dict.fromkeys(battle.opening.sides, BOT))
        # The fonts and caches of the frame's own theme belong to the main thread.
        theme, parts = Theme(frame.theme.scale), self.session.game.rules.parts
        self.scene = Scene(self.session.table, theme, window_of(frame), parts)
        self.scene.stage.speed = SPEED
        self.scene.shows_progress = False
        self.played = len(self.session.game.story)
        self.held_after = -1
        """Number of shown events after which the holders of objectives were last counted."""
        self.zoom_in()
        self.scene.prepare(whole=False)

    def is_answered(self) -> bool:
        """Think for a slice of time unless the answer is kept; return whether there is one."""
        return bool(self.answers.further) or self.seats.think(self.session)

    def play_on(self) -> list[Event]:
        """Give the answer to the open question; return the events that come of it."""
        session, further = self.session, self.answers.further
        try:
            answer = further[-1] if further else self.seats.say()
            session.answer(answer)
        except IllegalAnswer:
            if not further:
                raise
            # The file was written by something else.
            further.clear()
            return []
        self.answers.note(answer)
        fresh = session.game.story[self.played :]
        self.played += len(fresh)
        return [*fresh]

    def count_holders(self) -> None:
        """Count anew who holds the objectives if another event has been shown."""
        scene = self.scene
        shown = self.played - scene.stage.waits
        if shown != self.held_after:
            self.held_after = shown
            scene.held = holders(self.mission, scene.stage.seen)

    def zoom_in(self) -> None:
        """Zoom in until models are visible."""
        camera, scale = self.scene.camera, self.scene.look.scale
        camera.fit()
        for _ in range(12):
            if camera.ppi >= DEMO_CLOSE * scale:
                break
            camera.zoom(1, camera.window.center)
        camera.look_at(self.midst())

    def midst(self) -> Point:
        """Return the middle between the two nearest enemies."""
        table = self.scene.stage.seen
        ours, theirs = (table.standing(side) for side in table.sides)
        pairs = ((distance(a.at, b.at), a.at, b.at) for a in ours for b in theirs)
        middle = Point(table.board.width / 2, table.board.height / 2)
        _, a, b = min(pairs, default=(0.0, middle, middle))
        return Point((a.x + b.x) / 2, (a.y + b.y) / 2)


def _answer(wanted: Callable[[], bool], bot: Policy, session: Session) -> Any:
    """Return the bot's answer; raise DemoCancelledError when it is no longer wanted."""
    thoughts = bot.think(session)
    while wanted():
        try:
            next(thoughts)
        except StopIteration as made_up:
            return made_up.value
    raise DemoCancelledError


def _at_rest(opened: PreparedBattle) -> object:
    """Return a key of a battle in which nothing moves; None if anything does."""
    scene, stage = opened.scene, opened.scene.stage
    lies = all(effect.toss and scene.dice.lies(effect.age) for effect in stage.effects)
    if not lies or stage.motion.tracks or any(one.moving for one in stage.animations):
        return None
    tosses = [id(effect.toss) for effect in stage.effects]
    shown = stage.applied, id(stage.showing)
    return scene.camera.view, shown, tosses, scene.ground.painted


class DemoBattle:
    """A battle that is loaded in a thread and fades in over the still picture.

    When it is over, the picture fades in again until another battle is loaded.
    """

    def __init__(self, frame: WindowContext, seed: int) -> None:
        self.frame, self.seed = frame, seed
        self.light = 0.0
        """Share of the battle from 0, only the still picture, to 1."""
        self.opened: PreparedBattle | None = None
        self._eye = self._aim = Point(0.0, 0.0)
        """The place at which the camera rests, and that of the latest event."""
        self._target: Point | None = None
        """The place to which the camera glides; None while it rests."""
        self._rested = 0.0
        """Seconds for which the camera has rested, or has been gliding."""
        self._pause = 0.0
        """Seconds until the battle goes on."""
        self._is_thinking = False
        """True while a bot has not yet made up its mind."""
        self._loading = Pending[PreparedBattle]()
        self._prepared = Signal()
        """Set when the battle that is loaded has been prepared, or has failed."""
        self._left = False
        self._unseen = 0.0
        """Seconds since it was last drawn."""
        self._drawn: object = None
        """Key of what was shown beside the battle in the last picture; None before it."""
        self._shown: SceneSnapshot | None = None
        """The battle in that picture; None if it has to be drawn again."""
        self._rest: object = None
        """Key of the battle at rest for which nothing had changed since; None if it moves."""
        self._now: SceneSnapshot | None = None
        """The battle as it is now, once it was compared with that picture."""
        self._idle = IdlePainter(frame)
        self._open()

    def _open(self) -> None:
        frame, seed = self.frame, self.seed
        self._prepared.clear()
        self._loading.start(lambda: self._prepare(frame, seed))

    def _prepare(self, frame: WindowContext, seed: int) -> PreparedBattle:
        try:
            return PreparedBattle(frame, seed, lambda: not self._left)
        finally:
            self._prepared.set()

    def wait(self) -> None:
        """Wait until the battle is prepared, or loading it has failed."""
        self._prepared.wait()

    def leave(self) -> None:
        """Stop loading battles, because the title is left."""
        self._left = True
        if self.opened:
            self.opened.answers.keep()

    def fit(self, frame: WindowContext) -> None:
        """Fit another window."""
        if frame.size != self.frame.size:
            self._idle = IdlePainter(frame)
        self.frame = frame
        if self.opened:
            self.opened.scene.fit(frame.theme)
            self.opened.scene.camera.resize(window_of(frame))
            self.opened.zoom_in()

    def use_idle_time(self) -> None:
        """Paint boards for later, unless the next battle is being loaded."""
        if not self._loading.is_running:
            self._idle.step()

    @property
    def frames(self) -> int:
        """Return the number of pictures per second that it needs now."""
        return PACE if self._is_thinking or self._unseen < QUIET_SECONDS else REST_PACE

    def due(self) -> list[pygame.Rect]:
        """Return the areas that look different from the last picture, if that was long ago."""
        window, opened = window_of(self.frame), self.opened
        if self._unseen < EARLY / PACE:
            return []
        if self._drawn is None or self._drawn != self._fading:
            return [window]
        if not (opened and self.light):
            return []
        opened.count_holders()
        if self._shown is None:
            return [window]
        rest = _at_rest(opened)
        if rest is not None and rest == self._rest:
            return []
        opened.scene.place_dice()
        self._now = SceneSnapshot.of(opened.scene, self._shown)
        changed = self._now.changed_since(self._shown, window)
        self._rest = None if changed else rest
        return changed

    @property
    def _fading(self) -> object:
        """Return a key of what is shown beside the battle's own scene."""
        return self.light, self.seed

    def update(self, seconds: float) -> None:
        self._unseen += seconds
        self._now = None
        for opened in self._loading.finished():
            self.opened = opened
            self.light = 0.0
            if window_of(self.frame) != self.opened.scene.camera.window:
                self.fit(self.frame)
            camera = self.opened.scene.camera
            self._eye = self._aim = self.opened.midst()
            self._target, self._rested = None, REST_SECONDS
            camera.look_at(self._eye)
        if self.opened:
            self._play(self.opened, seconds)

    def _play(self, opened: PreparedBattle, seconds: float) -> None:
        stage, session = opened.scene.stage, opened.session
        if session.pending is None and not stage.busy and not self._loading.is_running:
            self.light = max(0.0, self.light - seconds / FADE_SECONDS)
            if not self.light:
                opened.answers.keep()
                self.opened, self.seed = None, (self.seed + 1) % SEEDS
                self._open()
            return
        if self.light < 1.0:
            self.light = min(1.0, self.light + seconds / FADE_SECONDS)
        if self._target is not None:
            self._glide(opened, self._target, seconds)
            return
        self._rested += seconds
        self._pause = PAUSE_SECONDS if stage.busy else self._pause - seconds
        rested = stage.busy or (self._pause <= 0.0 and not stage.effects)
        self._is_thinking = bool(session.pending) and not opened.is_answered()
        if session.pending and not self._is_thinking and stage.eager and rested:
            fresh = opened.play_on()
            places = (place_on_table(event, stage.seen) for event in fresh)
            self._aim = next((at for at in places if at), self._aim)
            stage.add(fresh)
            self._turn_to_aim(opened)
        if self._target is None:
            stage.play(seconds)

    def _turn_to_aim(self, opened: PreparedBattle) -> None:
        """Begin to glide to the latest event if it is far from the middle.

        It is played after the glide: then nothing moves on ground that moves, too.
        """
        camera = opened.scene.camera
        right, down = self._aim.x - self._eye.x, self._aim.y - self._eye.y
        wide, high = (REST_SHARE * side / camera.ppi for side in camera.window.size)
        is_near = abs(right) <= wide and abs(down) <= high
        if not is_near and self._rested >= REST_SECONDS and not opened.scene.stage.effects:
            self._target, self._rested = self._aim, 0.0

    def _glide(self, opened: PreparedBattle, target: Point, seconds: float) -> None:
        """Move the camera on to a place."""
        self._rested += seconds
        share = min(1.0, self._rested / GLIDE_SECONDS)
        share *= share * (3 - 2 * share)
        right, down = target.x - self._eye.x, target.y - self._eye.y
        at = Point(self._eye.x + right * share, self._eye.y + down * share)
        opened.scene.camera.look_at(at)
        if share >= 1.0:
            self._eye, self._target, self._rested = target, None, 0.0

    def draw(self, canvas: pygame.Surface, parts: Sequence[pygame.Rect] = ()) -> None:
        """Draw into its part of the window: all of it, or only some *parts*."""
        self._unseen, self._drawn, self._shown = 0.0, self._fading, None
        self._rest, is_sharp = None, True
        for part in parts or [window_of(self.frame)]:
            canvas.set_clip(part)
            is_sharp = self._draw_part(canvas) and is_sharp
        canvas.set_clip(None)
        if self.opened and self.light and (is_sharp or self.opened.scene.awaits_ground):
            # Parts of the ground may have come since it was compared with the last picture.
            self._shown = self._now or SceneSnapshot.of(self.opened.scene)

    def _draw_part(self, canvas: pygame.Surface) -> bool:
        """Draw as far as the canvas is not clipped; return whether all of it is sharp."""
        is_sharp = True
        if not self.opened or not self.light:
            canvas.fill(INK, window_of(self.frame))
        else:
            is_sharp = self.draw_scene(canvas, self.opened)
        if self.light < 1.0:
            paint_still(canvas, self.frame, 1.0 - self.light)
        return is_sharp

    def draw_scene(self, canvas: pygame.Surface, opened: PreparedBattle) -> bool:
        """Draw a battle into its part of the window; return whether all of it is sharp."""
        opened.count_holders()
        scene = opened.scene
        is_sharp = scene.draw(canvas)
        window = scene.camera.window
        canvas.blit(vignette(window.size), window, special_flags=pygame.BLEND_PREMULTIPLIED)
        return is_sharp


def place_on_table(event: Event, table: Table) -> Point | None:
    """Return the place of an event on the table, or None."""
    if isinstance(event, Moved):
        return event.path[-1]
    who = getattr(event, "who", "") or ""
    found = table.models.get(ModelId(who))
    return found.at if found else next((m.at for m in table.standing() if m.unit == who), None)
