"""The title: play, watch, load, quit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType

import pygame

from game.screens.loader import Loader
from game.screens.screen import Change, Frame, Open, Quit
from game.widgets.button import Button
from game.widgets.desk import Desk
from game.widgets.keys import Key
from game.widgets.label import Label
from game.widgets.palette import AMBER, DIM, INK, MUTED, TEXT
from game.widgets.panel import Panel
from game.widgets.styles import Style
from game.widgets.widget import Widget

CREDITS = "icons by game-icons.net (CC BY 3.0) and Lucide (ISC)  ·  fonts Barlow, Inter (OFL)"
WIDE = 680.0
LEFT = 110.0


def doors() -> ModuleType:
    """Return what lies behind the buttons: it takes longer to load than the title to show."""
    from game.screens import doors  # noqa: PLC0415

    return doors


class TitleScreen:
    """Its first frame shows the words on ink; the table behind them is painted meanwhile."""

    def __init__(self) -> None:
        self.change: Change | None = None
        self.desk: Desk
        self._fresh = True
        self._table: Loader[pygame.Surface] | None = None
        """The picture of the table, while it is painted."""

    def fill(self, frame: Frame) -> None:
        self.frame = frame
        self.desk = Desk(frame.theme)
        _, high = frame.units
        self.panel = self.desk.add(Panel(frame.theme, (0, 0, WIDE, high), None))
        self.panel.behind = pygame.Surface(frame.size).convert()
        self.panel.behind.fill(INK)
        top = max(24.0, high * 0.13)
        self.panel.add(_Crest((LEFT - 6, top - 4, 92, 92)))
        name = Label((LEFT + 100, top, 460, 92), "UNDERTOW", size=82, colour=TEXT, face="title")
        self.panel.add(name)
        self.panel.add(_Line((LEFT, top + 104, 86, 4)))
        words = "Skirmishes on a table that turns against you"
        self.panel.add(Label((LEFT, top + 116, 540, 34), words, size=19, colour=MUTED))
        self._add_buttons(top + 176)
        self.panel.add(Label((LEFT, high - 46, 560, 24), CREDITS, size=12, colour=DIM))
        self._fresh, self._table = True, None

    def _add_buttons(self, top: float) -> None:
        self.buttons = [
            self._button(top, "PLAY", "Two people, or against a bot", "swords", self.play),
            self._button(top + 80, "WATCH", "Two bots show a battle", "eye", self.watch),
            self._button(top + 160, "LOAD", "Saved games", "folder-open", self.load),
            self._button(top + 240, "QUIT", "Back to the desk", "log-out", self.quit),
        ]
        keys = (pygame.K_p, pygame.K_w, pygame.K_l, pygame.K_q)
        for button, key in zip(self.buttons, keys, strict=True):
            button.shortcut = Key(key)
        self.buttons[0].style = Style.PRIMARY
        self.desk.focus.to(self.buttons[0])

    def _button(
        self, top: float, label: str, detail: str, icon: str, press: Callable[[], None]
    ) -> Button:
        box = (LEFT, top, 430, 68)
        button = Button(box, label, press, detail=detail, icon=f"ui/{icon}", size=25)
        return self.panel.add(button)

    def play(self) -> None:
        self.change = Open(doors().play())

    def watch(self) -> None:
        self.change = Open(doors().watch())

    def load(self) -> None:
        self.change = Open(doors().load())

    def quit(self) -> None:
        self.change = Quit()

    def handle(self, event: pygame.Event) -> Change | None:
        if event.type == pygame.KEYDOWN and event.key in {pygame.K_UP, pygame.K_DOWN}:
            self.desk.focus.step(1 if event.key == pygame.K_DOWN else -1)
        else:
            self.desk.handle(event)
        change, self.change = self.change, None
        return change

    def update(self, seconds: float) -> Change | None:
        self.desk.update(seconds)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        if self._fresh:
            self._fresh = False
            canvas.fill(INK)
            self.desk.draw(canvas)
            self._table = Loader(lambda: doors().title_picture(self.frame))
            return [canvas.get_rect()]
        if self._table and self._table.done:
            self._lay_table(canvas, self._table.result())
            self._table = None
            return [canvas.get_rect()]
        return self.desk.draw(canvas)

    def _lay_table(self, canvas: pygame.Surface, table: pygame.Surface) -> None:
        canvas.blit(table, (0, 0))
        self.panel.lie_on(canvas)
        self.buttons[2].detail = doors().latest()
        self.desk.draw(canvas)

    def leave(self) -> None:
        if self._table:
            # It paints with pygame, which may be about to be shut down.
            self._table.result()


class _Crest(Widget):
    def paint(self, canvas: pygame.Surface) -> None:
        icon = self.theme.icon("units/rat", min(self.rect.size), AMBER)
        canvas.blit(icon, icon.get_rect(center=self.rect.center))


class _Line(Widget):
    def paint(self, canvas: pygame.Surface) -> None:
        canvas.fill(AMBER, self.rect)
