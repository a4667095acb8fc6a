"""The screen on which two recorded games are played back at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.content.table_actions import Action
from game.lab.shared_clock import ModelDifferences, differences
from game.screens.film.film_frames import FilmFrames, FilmRange
from game.screens.screen import Change, Close, WindowContext
from game.screens.side_by_side.pair import GamePair, NamedRecord
from game.table.records import many
from game.view.overlays import BaseOutline, Overlay, OverlayTone
from game.widgets.button import Button, Style
from game.widgets.cells import column, row, sized, spring
from game.widgets.key_bindings import action_of
from game.widgets.keys import Key
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.sizes import BODY_TEXT, CLOSE, EDGE, GAP, LARGE, MEDIUM, SMALL_TEXT
from game.widgets.slider import Slider
from game.widgets.text_view import Label
from game.widgets.theme import BAR, INK, LINE, MUTED, TEXT

NAMES, CONTROLS = MEDIUM, MEDIUM + LARGE
"""Heights in units: of the names above the boards, and of the controls below them."""
BETWEEN = 4
"""Pixels between the boards."""
LEGEND = "Ringed: not as in the other game. Red dots: gone here, but not there."


class SideBySideScreen:
    """Plays back two games phase by phase; the one that has ended a phase waits for the other.

    Models that are not as in the other game are marked while the playback stands still.
    """

    caption = "Side by side"
    stack: PanelStack
    controls: Panel
    names: Panel
    frame: WindowContext

    def __init__(
        self, first: NamedRecord, second: NamedRecord, *, playing: bool = True
    ) -> None:
        self.pair = GamePair(first, second)
        self.step, self.playing = 0, playing
        self.is_complete = False
        """True if the step has been played to its end."""
        self.change: Change | None = None
        self.boards: Sequence[FilmFrames] = ()
        self._is_fresh = True
        """True if the boards have to be drawn again."""
        self._has_waited = [False, False]
        """True for a board whose picture has shown the end of the step."""

    def fill(self, frame: WindowContext) -> None:
        """Lay the boards and the controls out for a window."""
        self.frame, theme = frame, frame.theme
        (wide, high), (across, down) = frame.size, frame.units
        top, low = theme.px(NAMES), theme.px(CONTROLS)
        self.stack = PanelStack(theme)
        self.names = self.stack.add(Panel(theme, (0.0, 0.0, across, NAMES), BAR))
        place = (0.0, down - CONTROLS, across, CONTROLS)
        self.controls = self.stack.add(Panel(theme, place, BAR))
        size = max(1, (wide - BETWEEN) // 2), max(1, high - top - low)
        self.places = (0, top), (size[0] + BETWEEN, top)
        self.boards = [
            FilmFrames(game.record, [self._range(n)], size)
            for n, game in enumerate(self.pair.games)
        ]
        self._begin()
        self.show()

    def _range(self, n: int) -> FilmRange:
        """Return the events of a game in the step that is shown."""
        step = self.pair.steps[self.step]
        return FilmRange(step.starts[n], step.ends[n])

    def _begin(self) -> None:
        """Show the beginning of the step, or its end if nothing plays."""
        for n, board in enumerate(self.boards):
            board.begin(self._range(n))
            if self.is_complete:
                board.play.jump(self._range(n).end)
        self._is_fresh, self._has_waited = True, [False, False]

    def show(self) -> None:
        """Describe the names and the controls as they are now."""
        first, second = (
            Label(game.name, size=BODY_TEXT, colour=TEXT, face="heading", align="centre")
            for game in self.pair.games
        )
        names = row(sized(first, grow=1), sized(second, grow=1), gap=GAP, pad=(EDGE, 0))
        self.names.show(names)
        pair, last = self.pair, len(self.pair.steps) - 1
        opening = pair.games[0].record.opening
        title = pair.steps[self.step].title(opening)
        words = f"{title} · step {self.step + 1} of {last + 1} · {self._difference_words()}"
        slider = Slider(self.step, 0, last, self.jump)
        playing = ("Pause", "pause") if self.playing else ("Play", "play")
        parts = self._button("First difference", "target", self.part, pygame.K_d)
        buttons = row(
            self._button(*playing, self.turn, pygame.K_SPACE),
            self._button("Step back", "skip-back", self.step_back, pygame.K_LEFT),
            self._button("Step on", "skip-forward", self.step_on, pygame.K_RIGHT),
            sized(slider, grow=1),
            parts if pair.parting is not None else None,
            self._button("Back", "arrow-left", self.back, pygame.K_ESCAPE),
            gap=CLOSE,
        )
        line = row(
            Label(words, size=SMALL_TEXT, colour=TEXT),
            spring(),
            Label(LEGEND, size=SMALL_TEXT, colour=MUTED),
        )
        self.controls.show(column(line, sized(buttons, height=MEDIUM), gap=CLOSE, pad=EDGE))

    @staticmethod
    def _button(label: str, icon: str, press: Callable[[], None], key: int) -> Button:
        style = Style.PRIMARY if key == pygame.K_SPACE else Style.PLAIN
        return Button(label, press, shortcut=Key(key), style=style, icon=f"ui/{icon}")

    def _difference_words(self) -> str:
        """Return how many models differ at the moment shown, or where the games part."""
        if self.playing:
            return self.pair.parting_words
        found = self._differences()
        count = len({model.id for one in found for model in (*one.changed, *one.missing)})
        return f"{many(count, 'model')} not alike" if count else "both games alike"

    def _differences(self) -> Sequence[ModelDifferences]:
        """Return the models of each table that are not as in the other one."""
        one, other = (board.scene.stage.seen for board in self.boards)
        return differences(one, other), differences(other, one)

    # The course of the playback.

    def turn(self) -> None:
        """Play or pause; at the end, play from the start again."""
        if not self.playing and self.step == len(self.pair.steps) - 1 and self.is_complete:
            self.step = 0
        elif not self.playing and self.is_complete:
            self.step += 1
        self.playing, self.is_complete = not self.playing, False
        if self.playing:
            self._begin()
        self._is_fresh = True

    def jump(self, step: int) -> None:
        """Show both games at the end of a step, and pause."""
        self.step = min(len(self.pair.steps) - 1, max(0, step))
        self.playing, self.is_complete = False, True
        self._begin()

    def step_back(self) -> None:
        self.jump(self.step - 1)

    def step_on(self) -> None:
        self.jump(self.step + self.is_complete)

    def part(self) -> None:
        """Show the first step in which the games differ."""
        self.jump(self.pair.parting or 0)

    def back(self) -> None:
        self.change = Close()

    def handle(self, event: pygame.Event) -> Change | None:
        """Handle an event; return the change of screens it causes, if any."""
        if not self.stack.handle(event) and event.type == pygame.KEYDOWN:
            if action_of(event) is Action.STEP_BACK:
                self.step_back()
            elif action_of(event) is Action.STEP_ON:
                self.step_on()
        if event.type != pygame.MOUSEMOTION or self.stack.acted:
            self.show()
        change, self.change = self.change, None
        return change

    def update(self, seconds: float) -> Change | None:
        """Play both games on; begin the next step once both have ended this one."""
        self.stack.update(seconds)
        if not self.playing:
            return None
        self._is_fresh = True
        for board in self.boards:
            board.advance(seconds)
        if not all(board.has_ended for board in self.boards):
            return None
        if self.step == len(self.pair.steps) - 1:
            self.playing, self.is_complete = False, True
        else:
            self.step += 1
            self._begin()
        self.show()
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw both boards if anything moved on them, and what changed of the controls."""
        if not self._is_fresh and not self.stack.is_stale:
            return self.stack.draw(canvas, pygame.Rect(0, 0, 0, 0))
        self._is_fresh = False
        canvas.fill(INK)
        found = () if self.playing else [_marks(one) for one in self._differences()]
        for n, (board, place) in enumerate(zip(self.boards, self.places, strict=True)):
            if not (self.playing and self._has_waited[n]):
                board.picture(found[n] if found else ())
                self._has_waited[n] = board.has_ended
            canvas.blit(board.canvas, place)
        middle = self.places[1][0] - BETWEEN
        canvas.fill(LINE, (middle, self.places[0][1], BETWEEN, canvas.get_height()))
        self.stack.draw(canvas)
        return [canvas.get_rect()]

    def leave(self) -> None:
        """Release nothing: nothing runs in the background."""


def _marks(found: ModelDifferences) -> Sequence[Overlay]:
    """Return the overlays that mark differences on a board."""
    changed = tuple(model.disc for model in found.changed)
    missing = tuple(model.disc for model in found.missing)
    return BaseOutline(changed), BaseOutline(missing, OverlayTone.BAD)
