"""A scripted player without a visible window: sends input to screens, finds widgets."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar, overload

import pygame

from game.background import loading
from game.content.palettes import use_sides
from game.content.save_format import HUMAN
from game.geometry.points import Point
from game.rules.battles import Battle, prepare
from game.screens.battle.input_guard import KEY_DELAY_SECONDS
from game.screens.battle.screen import BattleScreen
from game.screens.destinations import screen_of
from game.screens.live_game import LiveGame, start_game
from game.screens.menu_screen import MenuScreen
from game.screens.result import ResultScreen
from game.screens.screen import Change, Destination, Load, Quit, Screen, WindowContext
from game.screens.screen_stack import ScreenStack
from game.screens.typed_text import TypedText
from game.widgets.button import Button
from game.widgets.list_box import ListBox
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.stepper import Stepper
from game.widgets.theme import Theme

S = TypeVar("S", bound=Screen)

FRAME = 1 / 60
DRAWN = 4
"""Of so many frames that pass one is drawn; drawing takes most of their time."""
PAUSE = 0.01
"""Seconds between frames while waiting for another process or thread."""


def battle(seed: int = 3, map_: str | None = None) -> Battle:
    return prepare("combat_patrol", seed=seed, map_=map_)


class Player:
    def __init__(self, frame: WindowContext) -> None:
        self.frame = frame
        self.canvas = pygame.Surface(frame.size)
        self.at_home = False
        self.stack = ScreenStack(frame, self._home)
        self.typed = TypedText()

    def _home(self) -> Screen:
        from game.screens.title import TitleScreen  # noqa: PLC0415  only where it leads there

        self.at_home = True
        return TitleScreen()

    @overload
    def open(self, screen: S) -> S: ...
    @overload
    def open(self, screen: Destination) -> Any: ...
    def open(self, screen: Screen | Destination) -> Screen:
        screen = screen_of(screen) if isinstance(screen, Destination) else screen
        self.stack.screens.append(screen)
        use_sides()
        screen.fill(self.frame)
        self.wait()
        return screen

    def play(self, *players: str, seed: int = 3) -> BattleScreen:
        """Open a battle; without names both sides are people."""
        names: Sequence[str] = players or ("human", "human")
        screen = self.open(BattleScreen(start_game(battle(seed), names), speed=50.0))
        if HUMAN in names:
            self.wait_for_keys()
        return screen

    def leave(self) -> None:
        self.stack.follow(Quit())
        self.stack.tidy_up()

    @property
    def top(self) -> Screen:
        assert self.stack.top
        return self.stack.top

    def wait(self, frames: int = 1) -> None:
        """Let frames pass; of several, the first, the last and one in `DRAWN` are drawn."""
        for count in range(frames):
            self._frame(drawn=count % DRAWN == 0 or count == frames - 1)

    def frames(self, count: int) -> Iterator[int]:
        """Let frames pass, and yield after each; one in `DRAWN` is drawn."""
        for number in range(count):
            self._frame(drawn=number % DRAWN == 0)
            yield number

    def _frame(self, *, drawn: bool) -> None:
        self.stack.tidy_up()
        if self.stack.top:
            self.stack.follow(self.stack.top.update(FRAME))
        if drawn and self.stack.top:
            self.stack.top.draw(self.canvas)

    def wait_for_keys(self) -> None:
        """Let time pass until a new question accepts keys; only the last frame is drawn."""
        for _ in range(round(KEY_DELAY_SECONDS / FRAME)):
            self._frame(drawn=False)
        self.wait()

    def wait_until(self, done: Callable[[], bool], frames: int = 4000) -> None:
        for count in range(frames):
            if done():
                if count and (count - 1) % DRAWN and self.stack.top:
                    self.stack.top.draw(self.canvas)
                return
            self._frame(drawn=count % DRAWN == 0)
            if loading():
                # Frames without a pause would take processor time from background threads.
                time.sleep(PAUSE)
        raise AssertionError("it never came to that")

    def wait_for(self, done: Callable[[], bool], seconds: float = 120.0) -> None:
        """Draw a frame now and then until another process or thread has done its work.

        Frames without a pause would take processor time from it.
        """
        for _ in range(round(seconds / PAUSE)):
            if done():
                return
            self.wait()
            time.sleep(PAUSE)
        raise AssertionError("it never came to that")

    def send(self, kind: int, **what: Any) -> None:
        event = pygame.Event(kind, **what)
        if self.stack.top and not self.typed.drops(event, self.stack.top):
            self.stack.follow(self.stack.top.handle(event))

    def key(self, key: int, mod: int = 0, *, drawn: bool = True) -> None:
        """Press and release a key; let a frame pass, which need not be *drawn*.

        A new result is first looked at, because it takes no key at once.
        """
        if isinstance(self.top, ResultScreen):
            self._wait_for_clicks((0, 0))
        self.send(pygame.KEYDOWN, key=key, mod=mod, unicode="")
        self.send(pygame.KEYUP, key=key, mod=mod)
        self._frame(drawn=drawn)

    def type(self, words: str) -> None:
        for letter in words:
            self.send(pygame.TEXTINPUT, text=letter)
        self.wait()

    def move(self, x: float, y: float) -> None:
        at = round(x), round(y)
        self.send(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0))

    def push(self, x: float, y: float, button: int = 1) -> None:
        self.move(x, y)
        self.send(pygame.MOUSEBUTTONDOWN, pos=(round(x), round(y)), button=button)

    def let_go(self, x: float, y: float, button: int = 1) -> None:
        self.move(x, y)
        self.send(pygame.MOUSEBUTTONUP, pos=(round(x), round(y)), button=button)
        self.wait()

    def click(self, x: float, y: float, button: int = 1) -> None:
        self.push(x, y, button)
        self.let_go(x, y, button)

    def wheel(self, notches: int) -> None:
        self.send(pygame.MOUSEWHEEL, x=0, y=notches)
        self.wait()

    @property
    def panels(self) -> PanelStack:
        """Return the panel stack of the top screen."""
        stack: PanelStack = getattr(self.top, "stack", None) or self.top.parts.stack  # type: ignore[attr-defined]
        return stack

    @property
    def seen_panels(self) -> PanelStack:
        """Return the visible panel stack: the curtain's, if there is one."""
        veil = self.top.handover.veil if isinstance(self.top, BattleScreen) else None
        return veil.stack if veil else self.panels

    def _found(self, label: str) -> tuple[Panel, Button]:
        for panel in self.panels.open_panels:
            for widget in panel.widgets:
                if isinstance(widget, Button) and widget.label == label:
                    return panel, widget
        raise AssertionError(f"no button says {label!r}")

    def button(self, label: str) -> Button:
        """Return the button with this label on the top screen."""
        return self._found(label)[1]

    def press(self, label: str) -> None:
        """Click the button with this label."""
        panel, button = self._found(label)
        at = button.rect.move(panel.rect.topleft).center
        self._wait_for_clicks(at)
        self.click(*at)

    def _wait_for_clicks(self, at: tuple[int, int]) -> None:
        """Let time pass while a click is ignored, because what is there has just changed."""
        while self._is_new(at):
            self._frame(drawn=False)

    def _is_new(self, at: tuple[int, int]) -> bool:
        if isinstance(self.top, ResultScreen):
            return self.top.is_new
        return isinstance(self.top, BattleScreen) and self.top.input_guard.ignores_click(at)

    def list_box(self, *keys: Hashable) -> ListBox:
        """Return the list of a key on the card of the top screen, which is a menu screen."""
        found = self.menu.panel.known(*keys)
        assert isinstance(found, ListBox), keys
        return found

    def choose(self, id_: str, *keys: Hashable) -> ListBox:
        """Choose a row, wherever the list of a key has scrolled to; return the list."""
        found = self.list_box(*keys)
        found.choose(id_)
        self.menu.show()
        return found

    def step(self, stepper: Stepper, by: int = 1) -> None:
        """Step through the values of a choice on the card of the top screen."""
        stepper.step(by)
        self.menu.show()

    @property
    def menu(self) -> MenuScreen:
        """Return the top screen, which is a menu screen."""
        assert isinstance(self.top, MenuScreen)
        return self.top

    def press_choice(self, label: str) -> None:
        """Click the option with this label in the question's panel."""
        ask = self.top.parts.ask  # type: ignore[attr-defined]
        rows = ask.choices
        row = next(r for r in rows.rows if r.choice.label == label)
        rows.scroll.show(row.top, row.top + row.high)
        at = rows.place(row).move(ask.panel.rect.topleft).center
        self._wait_for_clicks(at)
        self.click(*at)


def finished_load(change: Change | None) -> Change | None:
    """Return the change that a Load leads to; others are returned as they are."""
    return change.finish(change.work) if isinstance(change, Load) else change


def pixel(screen: BattleScreen, at: Point) -> tuple[int, int]:
    """Return the pixel of a point of the board."""
    return screen.parts.board.scene.camera.pixel(at)


def ready(player: Player, screen: BattleScreen) -> None:
    """Wait until a question accepts keys, or the battle is over."""
    player.wait_until(lambda: screen.prompt is not None or screen.ended)
    player.wait_for_keys()


def take_answer(screen: BattleScreen) -> None:
    """Pass on the answer of the prompt at once; the screen would in its next frame."""
    screen._take_answer()  # noqa: SLF001  a frame would play on, too


def open_battle(player: Player, game: LiveGame, speed: float = 50.0) -> BattleScreen:
    """Open a battle, and wait until its question accepts keys."""
    screen = player.open(BattleScreen(game, speed=speed))
    ready(player, screen)
    return screen


def deploy(player: Player, screen: BattleScreen) -> None:
    """Deploy all units as suggested, until the first Movement phase."""
    for _ in range(60):
        ready(player, screen)
        if screen.session.table.clock.round:
            return
        player.key(pygame.K_RETURN)
    raise AssertionError("the set-up has no end")


@cache
def _set_up() -> tuple[Any, ...]:
    """Return the answers of a suggested deployment, recorded once."""
    player = Player(WindowContext(Theme(), (1280, 720)))
    screen = player.play()
    deploy(player, screen)
    answers = _answers_of(screen)
    player.leave()
    return answers


def _answers_of(screen: BattleScreen) -> tuple[Any, ...]:
    return tuple(one.answer for part in screen.session.chapters for one in part.answers)


def open_deployed(player: Player) -> BattleScreen:
    """Open a battle of two people in its first Movement phase, deployed as suggested."""
    return _open_after(player, _set_up())


def _open_after(player: Player, answers: Sequence[Any]) -> BattleScreen:
    """Open a battle of two people after some answers."""
    live_game = start_game(battle(), (HUMAN, HUMAN))
    for answer in answers:
        live_game.session.answer(answer)
    return open_battle(player, live_game)


_played = dict[Callable[[Player], BattleScreen], tuple[Any, ...]]()
"""The answers that led to positions, by the functions that played them."""


def open_played(player: Player, play: Callable[[Player], BattleScreen]) -> BattleScreen:
    """Open a battle of two people at a position, which is played at the window only once."""
    if answers := _played.get(play):
        return _open_after(player, answers)
    screen = play(player)
    _played[play] = _answers_of(screen)
    return screen
