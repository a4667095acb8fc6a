"""Actions of the title and the battle behind it, imported late for a fast first frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pygame

from game.background import Loader
from game.bots.protocol import Thoughts
from game.bots.registry import policy
from game.content.army_lists import import_list, keep
from game.content.campaign_saves import Ongoing, Tie, kept, load_ongoing, place_of
from game.content.faults import UnusableFile
from game.content.file_kinds import Kind, kind_of_file, refusal, words_for
from game.content.save_format import HUMAN, SavedGame, load_save
from game.content.save_summaries import SaveSummary, saved_games
from game.content.scenarios import FREE
from game.content.storage import is_file, saves
from game.geometry.points import Point, distance
from game.lab.experiment_run import running_in_words
from game.play.session import Session
from game.rules.battles import prepare
from game.rules.campaigns import Course
from game.rules.catalog import holders
from game.screens.backdrop import prepare_backdrop
from game.screens.battle.screen import all_keys
from game.screens.battle.seats import Seats
from game.screens.battle_screens import battle_screen
from game.screens.campaign_screen import CampaignScreen, ChooserScreen
from game.screens.editor.screen import EditorScreen, opened
from game.screens.editor.start_screen import StartScreen
from game.screens.help import CREDITS, HelpScreen
from game.screens.idle_painting import IdlePainter
from game.screens.lab_screen import ExperimentsScreen, open_experiment
from game.screens.lesson_screen import LessonsScreen
from game.screens.live_game import random_seed, resume_game
from game.screens.load_game import LoadScreen, ago
from game.screens.notice_screen import NoticeScreen
from game.screens.pack_screens import PacksScreen, open_packed
from game.screens.screen import Begin, Change, Load, Open, Screen, WindowContext
from game.screens.settings_screen import SettingsScreen
from game.screens.setup import SetupScreen
from game.screens.title_background import paint_still, vignette, window_of
from game.table.events import Event, Moved
from game.table.records import ModelId
from game.table.state import Table
from game.view.scene import Scene
from game.widgets.dialogs import notice
from game.widgets.panel_stack import Dialog
from game.widgets.theme import INK, Theme


def sandbox() -> Screen:
    """Return the setup screen of a sandbox table, where one person plays both sides."""
    screen = SetupScreen()
    screen.plan.choose(FREE)
    screen.plan.players = [HUMAN, HUMAN]
    return screen


SCREENS: Mapping[str, Callable[[], Screen]] = {
    "play": SetupScreen,
    "watch": lambda: SetupScreen(watch=True),
    "lesson": lambda: LessonsScreen(SetupScreen),
    "editor": lambda: StartScreen(EditorScreen),
    "campaign": ChooserScreen,
    "saves": lambda: LoadScreen(battle_screen),
    "sandbox": sandbox,
    "packs": PacksScreen,
    "results": ExperimentsScreen,
    "settings": SettingsScreen,
    "help": lambda: HelpScreen(all_keys()),
    "credits": lambda: HelpScreen(all_keys(), CREDITS),
}
"""The screens that the buttons of the title open."""
experiments = running_in_words


def prepared(name: str, frame: WindowContext) -> Callable[[], Screen]:
    """Return what makes a screen, once the backdrop of all menus is painted."""
    prepare_backdrop(frame)
    return SCREENS[name]


def not_loaded(theme: Theme, words: str) -> Dialog:
    """Return a dialog with the reason why a game cannot be loaded."""
    return notice(theme, "Not loaded", words)


def demo_battle(frame: WindowContext, seed: int | None) -> DemoBattle:
    return DemoBattle(frame, seed)


def _left_last() -> SaveSummary | None:
    """Return the most recent unfinished game that a person plays, or None."""
    games = saved_games(saves())
    return next((g for g in games if not (g.fault or g.over or g.is_watched)), None)


def _campaign_left() -> tuple[Path, Ongoing] | None:
    """Return the campaign last left between two battles, unless a game is more recent."""
    game = _left_last()
    for path in kept():
        if game and path.stat().st_mtime < game.changed:
            return None
        try:
            found = load_ongoing(path)
        except UnusableFile:
            continue  # The list of campaigns shows the reason.
        course = Course(found.campaign(), found.seed, found.fought)
        if course.stage and not found.playing:
            return path, found
    return None


def latest() -> str:
    """Return the state of the last unfinished game in one line; empty if there is none."""
    if left := _campaign_left():
        path, ongoing = left
        title = ongoing.campaign().title
        return f"{title}, battle {len(ongoing.fought) + 1} · {ago(path.stat().st_mtime)}"
    found = _left_last()
    if found is None:
        return ""
    turn = f"Turn {found.round}" if found.round else "Before the battle"
    return f"{turn} · {found.map} · {ago(found.changed)}"


def unfinished() -> Begin | Load | str:
    """Open the last unfinished game; return the error if that fails."""
    try:
        if left := _campaign_left():
            return Begin(CampaignScreen.of(Tie.named(left[0])))
        found = _left_last()
        if found is None:
            return "No unfinished game."
        save = load_save(found.path)
        if save.header.campaign and is_file(place_of(save.header.campaign)):
            return Begin(CampaignScreen.of(save.header.campaign))
        return _resumed(save, "Not loaded")
    except UnusableFile as error:
        return str(error)


def _resumed(save: SavedGame, title: str, words: str = "{}") -> Load:
    """Return the loading of a saved game; *title* and *words* tell its error."""
    return Load(
        "Opening the game",
        lambda: resume_game(save),
        lambda live_game: Begin(battle_screen(live_game)),
        lambda error: Open(NoticeScreen(title, words.format(error.faults[0]))),
    )


DROPPED: Sequence[Kind] = ("save", "pack", "map", "drawing", "list", "experiment")
CAN_DROP = f"You can drop {words_for(DROPPED)}."
TOLD = 8
"""Maximum number of skipped items of a list shown here; the command line shows all."""


def open_dropped(path: Path) -> Change:
    """Open the game or map of a file, or return a screen that shows the error."""
    found = kind_of_file(path)
    try:
        match found.kind:
            case "pack":
                return open_packed(path)
            case "experiment" | "toml":
                return open_experiment(path)
            case "list":
                return Open(_imported(path))
            case "map" | "drawing":
                # Opened on top, because the present screen may have unsaved work.
                return Open(opened(path))
            case "save":
                words = f"{path.name}: {{}}. {CAN_DROP}"
                return _resumed(load_save(path), "Cannot open this file", words)
            case _:
                raise refusal(path, found)
    except UnusableFile as error:
        words = f"{path.name}: {error.faults[0]}. {CAN_DROP}"
        return Open(NoticeScreen("Cannot open this file", words))


def _imported(path: Path) -> NoticeScreen:
    """Save the roster made from an army list, and report it; raise UnusableFile."""
    found = import_list(path)
    keep(found, path)
    words = (
        f"{found.roster.title} was added to your rosters ({found.brief}). "
        f"Use it in {'the sandbox' if found.roster.free else 'matched play'}."
    )
    for what, lines in (("Assumed", found.assumed), ("Skipped", found.left_out)):
        if lines:
            more = len(lines) - TOLD
            rest = f"; and {more} more" if more > 0 else ""
            words += f" {what}: {'; '.join(lines[:TOLD])}{rest}."
    return NoticeScreen("Army list imported", words)


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
