"""Pupils that play a lesson by its card alone: one uses the mouse, one the keyboard.

A test of a lesson is a list of parts, in the order of its cards::

    BY_MOUSE = [
        part("zoom, drag with", lambda p: p.wheel(1), ends=False),
        part("press Home", lambda p: p.use("Show the whole table")),
        part("Press Next below", lambda p: p.go_on()),
        part("Drag First squad", lambda p: p.drag("squad", 0, -4)),
    ]
    follow(MousePupil(AtWindow()), "first-battle", BY_MOUSE)

The quoted words are those of the card that the pupil obeys: a card that no longer says them
fails the test. Each part ends its step; with ``ends=False`` the card has to stay, because only
a part of its instruction is done. All input goes through the event queue of the window. Places
are units and markers that the card marks with a ring; anything else has ``unmarked=True``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pygame
import pytest

from game.content.lessons import load_lesson
from game.content.table_actions import Action
from game.geometry.points import Point
from game.lab.bot_process import ThinkingHere
from game.prompts.choose import anchor
from game.prompts.prompt import AnyPrompt, PromptAction
from game.screens.battle_lesson import LessonScreen
from game.screens.editor_lesson import EditorLesson
from game.screens.lesson_card import NEXT, TEXT_LOG, TITLE, LessonCard
from game.screens.screen import Screen
from game.table.events import Event
from game.table.state import Table
from game.widgets.button import Button
from game.widgets.key_bindings import key_for
from game.widgets.text_view import Log, Paragraph
from game.widgets.toggle import Toggle
from tests.screens.display_copy import DisplayCopy
from tests.screens.lesson_sights import is_seen
from tests.screens.play_battle import Clicker, Typist
from tests.screens.scripted_player import Person
from tests.screens.sdl_driver import AtWindow, Deeds

KEYS = {pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.QUIT}
MICE = {
    pygame.MOUSEMOTION,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEWHEEL,
    pygame.QUIT,
}
SPEED = 50.0
"""Playback speed: no test is about the animation."""
PATIENCE = 2000
"""Frames until a question has to come."""
DRAWN = 4
"""Of so many frames one is drawn, unless the display is compared: drawing takes longest."""
STEPS_PER_INCH = 4


def title_of(card: LessonCard) -> str:
    """Return the title of the step that a card shows."""
    title = card.panel.known(TITLE)
    assert isinstance(title, Paragraph)
    return title.text


def instruction_log(card: LessonCard) -> Log:
    """Return the text of the step that a card shows."""
    text = card.panel.known(TEXT_LOG)
    assert isinstance(text, Log)
    return text


class LessonPart(NamedTuple):
    words: str
    """Words of the card that are obeyed."""
    deed: Callable[[Any], Deeds]
    ends: bool
    """True if the step is done by it."""


def lesson_part(words: str, deed: Callable[[Any], Deeds], *, ends: bool = True) -> LessonPart:
    """Return a part of a lesson; see the top of this file."""
    return LessonPart(words, deed, ends)


class Pupil(Person):
    """A player that obeys the card of a lesson."""

    def __init__(self, at: AtWindow) -> None:
        super().__init__(at)
        self.display = DisplayCopy(at.window)
        self.compares = False
        self.compared = 0
        """Number of moments at which the display was compared with a fresh drawing."""

    posts: frozenset[int] = frozenset()
    """Kinds of the events that the pupil may post."""

    @property
    def screen(self) -> Any:
        top = self.at.top
        assert isinstance(top, LessonScreen | EditorLesson)
        return top

    @property
    def text(self) -> str:
        """The words of the card, with its title."""
        card = self.screen.teacher.card
        entries = [span.text for entry in instruction_log(card).entries for span in entry.spans]
        return " ".join([title_of(card), *entries])

    @property
    def labels(self) -> list[str]:
        """The labels of the open question, without those that are greyed out."""
        prompt = self.screen.prompt
        return [c.label for c in prompt.choices() if not c.reason] if prompt else []

    def learn(self, parts: Sequence[LessonPart]) -> Deeds:
        """Obey all parts of a lesson, one after the other."""
        if isinstance(self.screen, LessonScreen):
            # Fast tests start no process: the other side's bot thinks in this one.
            self.screen.live_game.seats.begin = ThinkingHere
        yield from self.settle()
        for words, deed, ends in parts:
            assert words in self.text, f"the card does not say {words!r}: {self.text}"
            before = self.screen.teacher.number
            yield from deed(self)
            for _ in range(3):
                yield
            if isinstance(self.at.window.stack.top, LessonScreen | EditorLesson):
                yield from self.settle()
                gone = self.screen.teacher.number > before or bool(self.screen.stack.dialog)
                assert gone is ends, f"{words!r}: the card now is {self.text}"
                if self.compares:
                    self.compare(words)

    def settle(self) -> Deeds:
        """Wait until a question is open that accepts keys, or nothing more comes."""
        for _ in range(PATIENCE):
            screen = self.at.top
            if isinstance(screen, EditorLesson) or screen.stack.dialog or screen.ended:  # type: ignore[attr-defined]
                break
            assert isinstance(screen, LessonScreen)
            if not screen.busy and screen.prompt and screen.prompt.answer is None:
                break
            yield
        yield from self.wait()

    def compare(self, words: str) -> None:
        """Compare what the display shows with a fresh drawing of the same moment."""
        screen = self.screen
        if isinstance(screen, LessonScreen) and not screen.stage.lively and not screen.busy:
            stale = self.display.stale(screen)
            assert not stale, f"after {words!r} the display is stale at {stale}"
            self.compared += 1

    def spot(self, id_: str, *, unmarked: bool = False) -> Point:
        """Return the place of a marked thing: of a unit its first model."""
        screen = self.screen
        marked = screen.teacher.step.mark
        assert unmarked or id_ in marked, f"{id_} is not marked, but {marked}: {self.text}"
        found = anchor(screen.table, id_)
        if found.discs:
            return Point(*found.discs[0].at)
        ring = found.outline
        return Point(sum(p.x for p in ring) / len(ring), sum(p.y for p in ring) / len(ring))

    def option(self, label: str) -> Deeds:
        """Take the option of the question with this label, or that begins with it."""
        named = label.isdigit() or label.casefold() in self.text.casefold()
        assert named, f"the card names no button {label!r}: {self.text}"
        choices = [c for c in self.screen.prompt.choices() if not c.reason]
        exact = [c for c in choices if c.label == label]
        found = exact or [c for c in choices if c.label.startswith(label)]
        assert found, f"no option {label!r} in {self.labels}: {self.text}"
        yield from self.take(self.screen, found[0])

    def each(self, *deeds: Callable[[Any], Deeds]) -> Deeds:
        """Do several things one after the other, as one instruction asks."""
        for deed in deeds:
            yield from deed(self)
            yield from self.settle()

    def options(self, *labels: str) -> Deeds:
        """Take one option after the other."""
        for label in labels:
            yield from self.option(label)
            yield from self.settle()

    def confirm(self, prompt: AnyPrompt) -> Deeds:
        """Take the first option of this question, as Enter does, if it is still open."""
        yield from self.wait()
        if self.screen.prompt is prompt and prompt.answer is None:
            yield from self.take(self.screen, prompt.choices()[0])

    def play_on(self) -> Deeds:
        """Take what the panel urges, or end phases, until the card goes."""
        before = self.screen.teacher.number
        for _ in range(PATIENCE):
            if self.screen.teacher.number > before:
                return
            yield from self.settle()
            if self.screen.prompt and self.screen.prompt.answer is None:
                able = [c for c in self.screen.prompt.choices() if not c.reason]
                urged = [c for c in able if c.enters or c.key == key_for(Action.END)]
                yield from self.take(self.screen, (urged or able)[0])
        raise AssertionError(f"the card stays: {self.text}")

    def go_on(self) -> Deeds:
        """Press the card's button: Next, Skip or Finish."""
        button = self.screen.teacher.card.panel.known(NEXT)
        assert isinstance(button, Button)
        yield from self.press(button.label)

    def use(self, label: str) -> Deeds:
        """Press the tool with this label, such as "Undo", or its key."""
        yield from self.press(label)


class MousePupil(Pupil, Clicker):
    """A pupil that uses only the mouse."""

    posts = frozenset(MICE)

    def pixel(self, at: Point) -> tuple[int, int]:
        pixel: tuple[int, int] = self.screen.parts.board.scene.camera.pixel(at)
        return pixel

    def take(self, screen: Any, choice: PromptAction) -> Deeds:
        """Click an option in the panel; scroll to it first if it is not in view."""
        ask = screen.parts.ask
        row = next(r for r in ask.choices.rows if r.choice.id == choice.id)
        ask.choices.scroll.show(row.top, row.top + row.high)
        yield from super().take(screen, choice)

    def wheel(self, notches: int) -> Deeds:
        """Turn the wheel over the middle of the board."""
        self.at.move(self.screen.parts.board.window.center)
        yield
        self.at.post(pygame.MOUSEWHEEL, x=0, y=notches, flipped=False)
        yield

    def measure(self) -> Deeds:
        """Hold the wheel pressed for a moment."""
        middle = self.screen.parts.board.window.center
        self.at.push(middle, pygame.BUTTON_MIDDLE)
        for _ in range(3):
            yield
        self.at.let_go(middle, pygame.BUTTON_MIDDLE)
        yield

    def point(self, id_: str, *, unmarked: bool = False) -> Deeds:
        """Point at a marked thing."""
        self.at.move(self.pixel(self.spot(id_, unmarked=unmarked)))
        yield

    def pick(self, id_: str, *, unmarked: bool = False) -> Deeds:
        """Click a marked thing."""
        yield from self.at.click(self.pixel(self.spot(id_, unmarked=unmarked)))

    def click(self, at: Point) -> Deeds:
        """Click a place of the board, in inches."""
        for _ in range(3):  # hover cards move out of the way
            self.at.move(self.pixel(at))
            yield
        yield from self.at.click(self.pixel(at))

    def drag(self, id_: str, right: float, down: float) -> Deeds:
        """Drag a marked unit by inches, and let it go."""
        start = self.spot(id_)
        end = Point(start.x + right, start.y + down)
        yield from self.at.drag(self.pixel(start), self.pixel(end))

    def ride(self, id_: str, right: float, down: float) -> Deeds:
        """Click the place to ride to, by inches from a marked model, and confirm."""
        start, prompt = self.spot(id_), self.screen.prompt
        yield from self.click(Point(start.x + right, start.y + down))
        yield from self.confirm(prompt)

    def end_phase(self) -> Deeds:
        """Press the large button that ends the phase."""
        label = self.screen.parts.footer.label
        assert label.startswith("End "), label
        assert label in self.text, f"the card names no button {label!r}: {self.text}"
        yield from self.press(label)

    def overlay(self, label: str) -> Deeds:
        """Switch an overlay by its button, behind the tool "Overlays"."""
        yield from self.press("Overlays")
        yield
        toggles = [w for _, w in self.at.seen() if isinstance(w, Toggle) and w.label == label]
        yield from self.at.click(self.place(toggles[0]).center)


class KeyPupil(Pupil, Typist):
    """A pupil that uses only the keyboard."""

    posts = frozenset(KEYS)

    def key(self, key: int | Action, mod: int = 0) -> Deeds:
        """Press a key, or that of an action."""
        if isinstance(key, Action):
            bound = key_for(key)
            mod = mod | (pygame.KMOD_CTRL if bound.ctrl else 0)
            mod = mod | (pygame.KMOD_SHIFT if bound.shift else 0)
            key = bound.code
        yield from self.at.key(key, mod)

    def press(self, label: str) -> Deeds:
        button = self.at.button(label)
        if not button.shortcut:
            yield from self.focus(button)
            yield from self.at.key(pygame.K_RETURN)
            return
        mod = pygame.KMOD_CTRL if button.shortcut.ctrl else 0
        mod |= pygame.KMOD_SHIFT if button.shortcut.shift else 0
        yield from self.at.key(button.shortcut.code, mod)

    def focus(self, widget: Any) -> Deeds:
        """Go through buttons and lists with F6, in a dialog with Tab, until this one has it."""
        walk = pygame.K_TAB if self.screen.stack.dialog else key_for(Action.WALK).code
        for _ in range(60):
            if self.at.panels.focus.on is widget:
                return
            yield from self.at.key(walk)
        raise AssertionError("the keyboard does not reach it")

    def pick(self, id_: str, *, unmarked: bool = False) -> Deeds:
        """Press E until the marked option is highlighted, then Enter."""
        self.spot(id_, unmarked=unmarked)
        yield from self.highlight(id_)
        yield from self.at.key(pygame.K_RETURN)

    def highlight(self, id_: str) -> Deeds:
        """Press E until an option is highlighted."""
        for _ in range(40):
            if any(c.lit and c.id == id_ for c in self.screen.prompt.choices()):
                return
            yield from self.key(Action.NEXT)
        raise AssertionError(f"no key highlights {id_} in {self.labels}")

    def arrows(self, right: float, down: float) -> Deeds:
        """Move what is in the hand by inches, with the arrow keys."""
        across = pygame.K_RIGHT if right > 0 else pygame.K_LEFT
        along = pygame.K_DOWN if down > 0 else pygame.K_UP
        yield from self.at.hold(along, round(abs(down) * STEPS_PER_INCH))
        yield from self.at.hold(across, round(abs(right) * STEPS_PER_INCH))

    def measure(self) -> Deeds:
        """Hold the key of the ruler for a moment."""
        self.at.post(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="", scancode=0)
        for _ in range(3):
            yield
        self.at.post(pygame.KEYUP, key=pygame.K_TAB, mod=0, unicode="", scancode=0)
        yield

    def enter(self) -> Deeds:
        yield from self.wait()
        yield from self.at.key(pygame.K_RETURN)

    def drag(self, id_: str, right: float, down: float) -> Deeds:
        """Highlight a marked unit, move it with the arrow keys, and drop it with Enter."""
        self.spot(id_)
        if any(c.id == id_ for c in self.screen.prompt.choices()):
            yield from self.highlight(id_)
        yield from self.arrows(right, down)
        yield from self.enter()

    def ride(self, *turns: tuple[int, int]) -> Deeds:
        """Ride by inches with the up arrow, each time after that many steps to the right."""
        prompt = self.screen.prompt
        for n, (steps, inches) in enumerate(turns):
            if n:
                yield from self.key(Action.BEND)
            turn = pygame.K_RIGHT if steps > 0 else pygame.K_LEFT
            yield from self.at.hold(turn, abs(steps))
            yield from self.at.hold(pygame.K_UP, inches)
        yield from self.confirm(prompt)

    def end_phase(self) -> Deeds:
        """Press the key that ends the phase: Enter, or Shift+Enter while units can act."""
        ends = [label for label in self.labels if label.startswith("End ")]
        yield from self.option(ends[0])

    def overlay(self, label: str) -> Deeds:
        """Switch an overlay by its key."""
        found = [kind for kind in self.screen.extras.offered if kind.label == label]
        yield from self.key(found[0].action)


class Learnt(NamedTuple):
    """The outcome of a lesson."""

    opening: Table
    story: Sequence[Event]
    parts: Sequence[str]
    """Those of its rules."""

    @property
    def clauses(self) -> set[str]:
        """Return the clauses that its events cite."""
        return {getattr(event, "clause", "") for event in self.story}

    def shows(self, sight: str) -> bool:
        """Return whether its playback shows one of `SIGHTS`."""
        return is_seen(sight, self.opening, self.story, self.parts)


def follow(
    pupil: Pupil, lesson: str, parts: Sequence[LessonPart], *, compares: bool = False
) -> Learnt:
    """Play a lesson of a battle by its cards; no other device may have been used.

    *compares*: what the display shows is compared with a fresh drawing after each part, which
    is too slow for fast tests.
    """
    screen = LessonScreen(load_lesson(lesson), speed=SPEED)
    pupil.compares = compares
    with pupil.display.watching() if compares else _few_frames_drawn(pupil.at):
        _live(pupil, screen, parts)
    assert pupil.compared >= compares * len(parts) / 2
    game = screen.session.game
    return Learnt(screen.live_game.battle.opening, game.story, game.rules.parts)


@contextmanager
def _few_frames_drawn(at: AtWindow) -> Iterator[None]:
    """Draw one of `DRAWN` frames."""
    draw = at.window._draw  # noqa: SLF001  the loop offers no way to leave out a drawing

    def drawn(top: Screen) -> Sequence[pygame.Rect]:
        return () if at.frames % DRAWN else draw(top)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(at.window, "_draw", drawn)
        yield


def follow_in_editor(pupil: Pupil, lesson: str, parts: Sequence[LessonPart]) -> None:
    """Play a lesson of the editor by its cards; no other device may have been used."""
    with _few_frames_drawn(pupil.at):
        _live(pupil, EditorLesson(load_lesson(lesson)), parts)


def _live(
    pupil: Pupil, screen: LessonScreen | EditorLesson, parts: Sequence[LessonPart]
) -> None:
    with TemporaryDirectory() as home, pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNDERTOW_HOME", home)
        pupil.at.live(screen, pupil.learn(parts), may_close=True)
    assert pupil.at.posted <= pupil.posts
    assert not screen.finished or screen.teacher.lesson.id in pupil.at.window.settings.learnt


def mouse() -> MousePupil:
    return MousePupil(AtWindow())


def keyboard() -> KeyPupil:
    return KeyPupil(AtWindow())
