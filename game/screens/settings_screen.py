"""The settings screen and its pages; key capture and palette preview."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, TypeAlias

import pygame

from game.content.editor_actions import EditorAction, KeyAction
from game.content.palettes import PALETTES, palette
from game.content.settings import (
    KEY_FIELDS,
    SPEEDS,
    TEXTS,
    Action,
    Curtain,
    Settings,
    key_fault,
    reserved_for,
)
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Adopt, Change, WindowContext
from game.screens.ui_scale import SCALES, largest_scale
from game.view.sounds import SPEAKER, Sound
from game.view.sprites import Sprites, Token, TokenState
from game.view.style import TEAMS
from game.widgets.button import Button, Style
from game.widgets.inputs import Slider, Stepper
from game.widgets.keys import MODIFIERS, Key, key_of, key_pressed, name_of
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, Dialog
from game.widgets.text_view import Label
from game.widgets.theme import MUTED, Box, Theme
from game.widgets.widget import Widget

NO_YES = ((False, "Off"), (True, "On"))
STEP = 5
"""Percent per step of a slider."""


class SettingsPage(Enum):
    LOOK = ("Look", "eye")
    SOUND = ("Sound", "volume-2")
    TABLE = ("Table", "users")
    KEYS = ("Keys", "keyboard")

    def __init__(self, label: str, icon: str) -> None:
        self.label = label
        self.icon = icon


@dataclass(frozen=True, slots=True)
class ChoiceSetting:
    """A setting with a few possible values."""

    field: str
    label: str
    values: Sequence[tuple[Any, str]]
    hint: str = ""

    def at(self, settings: Settings) -> int:
        """Return the index of the present value, or of the nearest one."""
        now = getattr(settings, self.field)
        values = [value for value, _ in self.values]
        if now in values:
            return values.index(now)
        numbers = [abs(v - now) if isinstance(v, float) else 1e9 for v in values]
        return numbers.index(min(numbers))


@dataclass(frozen=True, slots=True)
class PercentageSetting:
    """A setting in percent."""

    field: str
    label: str
    hint: str = ""


Line: TypeAlias = ChoiceSetting | PercentageSetting


def look(size: tuple[int, int]) -> list[Line]:
    most = largest_scale(size)
    scales = [(s, f"{s:.0%}") for s in SCALES if s <= most]
    return [
        ChoiceSetting("scale", "Interface scale", [(None, "Fit the window"), *scales]),
        ChoiceSetting(
            "text",
            "Text size",
            [(t, f"{t:.0%}") for t in TEXTS],
            "Log, rulebook, help and questions",
        ),
        ChoiceSetting("palette", "Colours", [(name, p.label) for name, p in PALETTES.items()]),
        ChoiceSetting("fullscreen", "Full screen", NO_YES),
        ChoiceSetting(
            "still", "Reduce motion", NO_YES, "No gliding, tumbling or automatic scrolling"
        ),
    ]


def sound(size: tuple[int, int]) -> list[Line]:
    return [
        ChoiceSetting("mute", "Mute", NO_YES),
        PercentageSetting("volume", "Volume"),
        PercentageSetting("effects", "Effects", "Sounds of the table"),
        ChoiceSetting("captions", "Captions", NO_YES, "Show sounds as text"),
    ]


def table(size: tuple[int, int]) -> list[Line]:
    curtains = (
        (Curtain.OFF, "Never"),
        (Curtain.HIDDEN, "When there is a secret"),
        (Curtain.ALWAYS, "Always"),
    )
    return [
        ChoiceSetting("speed", "Animation speed", [(s, f"×{s:g}") for s in SPEEDS]),
        ChoiceSetting(
            "curtain", "Hide the table between players", curtains, "In games of two people"
        ),
        ChoiceSetting("follow", "Camera follows", NO_YES, "To who is asked, and to attacks"),
        ChoiceSetting("clauses", "Clause numbers", NO_YES, "On every line of the log"),
    ]


LINES: dict[SettingsPage, Callable[[tuple[int, int]], list[Line]]] = {
    SettingsPage.LOOK: look,
    SettingsPage.SOUND: sound,
    SettingsPage.TABLE: table,
}
"""The settings of a page for a window size in pixels; key bindings have a separate list."""


def _row_id(action: KeyAction) -> str:
    """Return the id of an action's row; table and editor have some names in common."""
    return f"editor_{action}" if isinstance(action, EditorAction) else action


ACTIONS: dict[str, KeyAction] = {_row_id(action): action for action in (*Action, *EditorAction)}
"""Actions by the ids of their rows."""


def _key_rows(bound: Mapping[Any, str]) -> list[ListRow]:
    """Return a row for each action, with its key."""
    return [
        ListRow(_row_id(action), action.label, note=str(key_of(name)))
        for action, name in bound.items()
    ]


class Capture:
    def __init__(self, action: KeyAction, settings: Settings) -> None:
        self.action, self.settings = action, settings
        self.key = ""
        """Captured key, as spelled in the settings; empty until then."""
        self.refusal = ""
        """Reason why the last key was refused."""

    def take(self, event: pygame.Event) -> bool:
        """Check a pressed key; return whether the event was used."""
        if event.type != pygame.KEYDOWN or event.key in MODIFIERS:
            return False
        key = key_pressed(event)
        name = name_of(key) if key else ""
        self.refusal = self._refused(key, name)
        if not self.refusal:
            self.key = name
        return True

    def _refused(self, key: Key | None, name: str) -> str:
        if key is None:
            return "Alt combinations are reserved for the window."
        if not name or key_fault(name, reserved_for(self.action)):
            return f"{key} is reserved."
        taken = self.settings.rival(self.action, name)
        apart = isinstance(taken, EditorAction) and not isinstance(self.action, EditorAction)
        where = " (in the editor)" if apart else ""
        return f"{key} is already used for: {taken.label}{where}." if taken else ""

    def dialog(self, theme: Theme) -> Dialog:
        words = f"Press a key for “{self.action.label}”. {self.refusal}".rstrip()
        return Dialog(theme, "Change key", words, (CANCEL,))


ICONS = ("units/helmet", "units/claws")


class Swatch(Widget):
    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self._sprites: Sprites | None = None

    def fit(self, theme: Theme) -> None:
        super().fit(theme)
        self._sprites = Sprites(theme)

    def paint(self, canvas: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        assert self._sprites
        wide = rect.width // 4
        for team, icon in enumerate(ICONS):
            pixels = round(rect.height * 0.66)
            picture = self._sprites.portrait(
                Token(
                    icon,
                    team=team,
                    state=TokenState.READY,
                    wounds=1,
                    most=1,
                    pixels=pixels,
                    turn=6,
                )
            )
            middle = rect.left + wide * team + wide // 2, rect.centery
            canvas.blit(picture, picture.get_rect(center=middle))
        for n, (words, colour) in enumerate(
            (("3 of 4 hit", palette().good), ("Lost", palette().bad))
        ):
            line = theme.text(words, 17, colour, "heading")
            spot = line.get_rect(left=rect.left + 2 * wide + theme.px(16), centery=rect.centery)
            spot.centery += theme.px(12) * (2 * n - 1)
            canvas.blit(line, spot)
        for team, shades in enumerate(TEAMS):
            name = theme.text(f"Side {team + 1}", 15, shades.plain, "heading")
            spot = name.get_rect(right=rect.right, centery=rect.centery)
            spot.centery += theme.px(12) * (2 * team - 1)
            canvas.blit(name, spot)


WIDE, HIGH = 920.0, 540.0
PAGES = 190.0
"""Width of the column of pages."""
ROW, PITCH = 40.0, 54.0


class SettingsScreen(MenuScreen):
    """The settings.

    Laid out again only for another window, so that a slider keeps the mouse.
    """

    def __init__(self) -> None:
        self.page = SettingsPage.LOOK
        self.liked = Settings()
        self.capture: Capture | None = None
        self._sample = False
        """True if a sound is to be played as a sample of the new volume."""

    def fill(self, frame: WindowContext) -> None:
        before, self.frame = getattr(self, "frame", None), frame
        self.liked = frame.settings
        if before is None or (before.theme, before.size) != (frame.theme, frame.size):
            self.lay_out()

    def lay_out(self) -> None:
        """Create all widgets again; the focus stays on the same one."""
        at = self._focused()
        self.panel = self.new_card(WIDE, HIGH, "SETTINGS", (28, 16, 400, 44))
        for n, page in enumerate(SettingsPage):
            place = (24, 76 + n * 52.0, PAGES, 44)
            self.panel.add(self._door(place, page))
        left, inner = 24 + PAGES + 28, WIDE - PAGES - 24 - 28 - 28
        if self.page is SettingsPage.KEYS:
            self._add_keys(left, inner)
        else:
            self._add_lines(left, inner)
        self._add_buttons()
        able = [w for w in self.panel.widgets if w.focusable]
        self.stack.focus.to(able[min(at, len(able) - 1)])

    def _focused(self) -> int:
        """Return the index of the focused widget; at first that of the page's button."""
        first = [*SettingsPage].index(self.page)
        if not hasattr(self, "stack"):
            return first
        able = [w for w in self.panel.widgets if w.focusable]
        return able.index(self.stack.focus.on) if self.stack.focus.on in able else first

    def _door(self, place: Box, page: SettingsPage) -> Button:
        style = Style.PRIMARY if page is self.page else Style.GHOST
        press = partial(self.turn_to, page)
        return Button(place, page.label, press, icon=f"ui/{page.icon}", style=style)

    def _add_lines(self, left: float, inner: float) -> None:
        top = 76.0
        for line in LINES[self.page](self.frame.size):
            hint = line.hint
            high = 22 if hint else ROW
            self.panel.add(Label((left, top, 290, high), line.label, size=16, hint=hint))
            self._add_control((left + 300, top, inner - 300, ROW), line)
            if hint:
                small = (left, top + high, 290, 18)
                self.panel.add(Label(small, hint, size=12, colour=MUTED))
            top += PITCH + (8 if hint else 0)
        if self.page is SettingsPage.LOOK:
            self.panel.add(Swatch((left, top + 2, inner, 76)))

    def _add_control(self, place: Box, line: Line) -> None:
        if isinstance(line, ChoiceSetting):
            labels = [words for _, words in line.values]

            def pick(n: int) -> None:
                self.like(**{line.field: line.values[n][0]})

            self.panel.add(Stepper(place, labels, pick, line.at(self.liked)))
            return
        x, y, wide, high = place
        share = getattr(self.liked, line.field)
        found = Label((x + wide - 70, y, 70, high), f"{share}%", size=15, align="right")

        def slide(steps: int) -> None:
            found.text = f"{steps * STEP}%"
            self.like(**{line.field: steps * STEP})

        self.panel.add(Slider((x, y, wide - 80, high), share // STEP, 0, 100 // STEP, slide))
        self.panel.add(found)

    def _add_keys(self, left: float, inner: float) -> None:
        rows = [
            ListRow("table", "At the table", heading=True),
            *_key_rows(self.liked.bound),
            ListRow("editor", "In the editor and its forms", heading=True),
            *_key_rows(self.liked.editor_bound),
        ]
        before = getattr(self, "keys", None)
        self.keys = ListBox(
            (left, 76, inner, HIGH - 76 - 84),
            rows,
            on_open=self.ask_key,
            row_height=34,
            chosen=before.chosen if before else rows[1].id,
        )
        self.panel.add(self.keys)
        if before:
            self.keys.scroll = before.scroll

    def _add_buttons(self) -> None:
        top = HIGH - 64
        if self.page is SettingsPage.KEYS:
            box = (24 + PAGES + 28, top, 230, 44)
            self.add_button(box, "Change key…", self.ask_chosen, "keyboard")
        box, style = (WIDE - 28 - 230, top, 230, 44), Style.GHOST
        self.add_button(box, "Reset this page", self.as_usual, "undo-2", style=style)
        self.add_back((24, top, PAGES, 44))

    # Callbacks of the widgets

    def turn_to(self, page: SettingsPage) -> None:
        self.page = page
        self.lay_out()

    def like(self, **what: Any) -> None:
        """Change some settings."""
        loud = self.liked.loudness
        self.liked = self.liked.model_copy(update=what)
        self.change = Adopt(self.liked)
        self._sample = self._sample or self.liked.loudness != loud

    def as_usual(self) -> None:
        """Reset all settings of this page to their defaults."""
        if self.page is SettingsPage.KEYS:
            fields = [*KEY_FIELDS]
        else:
            fields = [line.field for line in LINES[self.page](self.frame.size)]
        usual = Settings()
        self.like(**{field: getattr(usual, field) for field in fields})
        self.lay_out()

    def ask_chosen(self) -> None:
        self.ask_key(self.keys.chosen)

    def ask_key(self, id_: str) -> None:
        """Ask for a key for an action."""
        self.capture = Capture(ACTIONS[id_], self.liked)
        self.stack.ask(self.capture.dialog(self.frame.theme))

    def _captured(self, capture: Capture) -> None:
        if not capture.key:
            self.stack.ask(capture.dialog(self.frame.theme))
            return
        self.capture = None
        self.stack.dismiss()
        self.stack.focus.to(self.keys)
        liked = self.liked.with_key(capture.action, capture.key)
        self.like(keys=liked.keys, editor_keys=liked.editor_keys)
        self.lay_out()

    def route(self, event: pygame.Event) -> None:
        escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        if self.capture and not escape and self.capture.take(event):
            self._captured(self.capture)
        elif not self.stack.handle(event):
            self._walk(event)
        if self.stack.dialog is None and self.capture:
            self.capture = None
            self.stack.focus.to(self.keys)

    def _walk(self, event: pygame.Event) -> None:
        """Move the focus by the arrow keys, unless another widget uses them."""
        steps = {pygame.K_UP: -1, pygame.K_DOWN: 1}
        if event.type == pygame.KEYDOWN and event.key in steps:
            self.stack.focus.step(steps[event.key])

    def update(self, seconds: float) -> Change | None:
        self.stack.update(seconds)
        if self._sample:
            self._sample = False
            SPEAKER.play([Sound.DIE])
        return None
