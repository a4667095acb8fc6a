"""The settings screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import partial
from typing import Any, ClassVar, NamedTuple

import pygame

from game.content.editor_actions import EditorAction, KeyAction
from game.content.palettes import PALETTES, palette
from game.content.settings import KEY_FIELDS, SPEEDS, TEXTS, Curtain, Settings
from game.content.table_actions import Action
from game.content.user_keys import key_fault, reserved_for
from game.screens.card import Card, CardSize
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Adopt, Change, Close, WindowContext
from game.screens.ui_scale import SCALES, largest_scale
from game.view.colours import TEAMS
from game.view.sounds import SPEAKER, Sound
from game.view.sprites import Sprites, Token, TokenState
from game.widgets.button import Button, Style
from game.widgets.cells import LayoutCell, column, keyed, row, sized, spring
from game.widgets.fields import OFF_ON, Control, Field, choice, form, percentage
from game.widgets.keys import Key, key_of, name_of
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import CANCEL, MICE, Dialog
from game.widgets.pressed_keys import MODIFIERS, key_pressed
from game.widgets.sizes import APART, CLOSE, FAR, LARGE, STEADY
from game.widgets.theme import Theme
from game.widgets.widget import Widget

ICONS = ("units/helmet", "units/claws")
SCALE = "scale"
"""The setting that moves its own control: the mouse must not lose it while it is clicked."""


class SettingsPage(Enum):
    LOOK = ("Look", "eye")
    SOUND = ("Sound", "volume-2")
    TABLE = ("Table", "users")
    KEYS = ("Keys", "keyboard")

    def __init__(self, label: str, icon: str) -> None:
        self.label = label
        self.icon = icon


class Setting(NamedTuple):
    """A setting on a page."""

    name: str
    """Name of its field in ``Settings``."""
    label: str
    control: Control
    hint: str = ""


def look(size: tuple[int, int]) -> list[Setting]:
    most = largest_scale(size)
    scales = [(s, f"{s:.0%}") for s in SCALES if s <= most]
    sizes = choice([(t, f"{t:.0%}") for t in TEXTS])
    names = choice([(name, p.label) for name, p in PALETTES.items()])
    later = "With the mouse: once it is off the field"
    calm = "No gliding, tumbling or automatic scrolling"
    return [
        Setting(SCALE, "Interface scale", choice([(None, "Fit the window"), *scales]), later),
        Setting("text", "Text size", sizes, "Log, rulebook, help and questions"),
        Setting("palette", "Colours", names),
        Setting("fullscreen", "Full screen", choice(OFF_ON)),
        Setting("still", "Reduce motion", choice(OFF_ON), calm),
    ]


def sound(size: tuple[int, int]) -> list[Setting]:
    return [
        Setting("mute", "Mute", choice(OFF_ON)),
        Setting("volume", "Volume", percentage()),
        Setting("effects", "Effects", percentage(), "Sounds of the table"),
        Setting("captions", "Captions", choice(OFF_ON), "Show sounds as text"),
    ]


def table(size: tuple[int, int]) -> list[Setting]:
    hiding = (
        (Curtain.OFF, "Never"),
        (Curtain.HIDDEN, "When there is a secret"),
        (Curtain.ALWAYS, "Always"),
    )
    label, two = "Hide the table between players", "In games of two people"
    followed = "To who is asked, and to attacks"
    return [
        Setting("speed", "Animation speed", choice([(s, f"×{s:g}") for s in SPEEDS])),
        Setting("curtain", label, choice(hiding), two),
        Setting("follow", "Camera follows", choice(OFF_ON), followed),
        Setting("clauses", "Clause numbers", choice(OFF_ON), "On every line of the log"),
    ]


LINES: dict[SettingsPage, Callable[[tuple[int, int]], list[Setting]]] = {
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


class Swatch(Widget):
    grows: ClassVar[tuple[float, float]] = (1.0, 0.0)
    state = Widget.state | {"_sprites"}

    def __init__(self) -> None:
        super().__init__()
        self._sprites: Sprites | None = None

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size for pieces of both sides, with words beside them."""
        return 4 * LARGE, LARGE

    def fit(self, theme: Theme) -> None:
        super().fit(theme)
        self._sprites = Sprites(theme)

    def paint(self, canvas: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        assert self._sprites
        wide = rect.width // 4
        for team, icon in enumerate(ICONS):
            pixels = round(rect.height * 0.8)
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


class SettingsScreen(MenuScreen):
    """The settings, on pages."""

    def __init__(self) -> None:
        self.page = SettingsPage.LOOK
        self.liked = Settings()
        self.action = _row_id(next(iter(Action)))
        """The row of the action that is chosen on the page of the keys."""
        self.capture: Capture | None = None
        self._sample = False
        """True if a sound is to be played as a sample of the new volume."""
        self._by_mouse = False
        """True if the last event came from the mouse."""
        self._waits = False
        """True if another scale is applied once the mouse is off its control."""
        self._closes = False
        """True if the screen closes after the settings are applied."""

    def fill(self, frame: WindowContext) -> None:
        self.liked, self._waits = frame.settings, False
        super().fill(frame)

    def view(self) -> Card:
        keys = self.page is SettingsPage.KEYS
        doors = [self._door(page) for page in SettingsPage]
        change = Button("Change key…", self.ask_chosen, icon="ui/keyboard") if keys else None
        reset = Button("Reset this page", self.as_usual, icon="ui/undo-2", style=Style.GHOST)
        page = self._keys() if keys else self._settings()
        content = row(sized(column(*doors, gap=CLOSE), width=STEADY), page, gap=FAR)
        feet = row(change, reset, spring(), self.back_button())
        body = column(sized(content, grow=1), feet, gap=APART)
        focus = doors[[*SettingsPage].index(self.page)]
        return Card("SETTINGS", body, size=CardSize.FORM, focus=focus)

    def _door(self, page: SettingsPage) -> Button:
        style = Style.PRIMARY if page is self.page else Style.GHOST
        press = partial(self.turn_to, page)
        return Button(page.label, press, icon=f"ui/{page.icon}", style=style)

    def _settings(self) -> LayoutCell:
        fields = [
            Field(
                one.label,
                one.control,
                partial(getattr, self.liked, one.name),
                partial(self.put, one.name),
                one.hint,
            )
            for one in LINES[self.page](self.frame.size)
        ]
        swatch = Swatch() if self.page is SettingsPage.LOOK else None
        return keyed(self.page, column(form(*fields), swatch, spring(), scroll=True))

    def _keys(self) -> ListBox:
        rows = [
            ListRow("table", "At the table", heading=True),
            *_key_rows(self.liked.bound),
            ListRow("editor", "In the editor and its forms", heading=True),
            *_key_rows(self.liked.editor_bound),
        ]
        choose = partial(setattr, self, "action")
        box = ListBox(
            rows, on_choose=choose, on_open=self.ask_key, is_compact=True, chosen=self.action
        )
        return keyed("keys", box)

    # Callbacks of the widgets

    def turn_to(self, page: SettingsPage) -> None:
        self.page = page
        self.show()

    def put(self, name: str, value: Any) -> None:
        """Change a setting; the scale only later if the mouse is on its control."""
        before = self.change
        self.like(**{name: value})
        if name == SCALE and self._by_mouse:
            self.change, self._waits = before, True

    def _apply_scale(self) -> None:
        self.change, self._waits = Adopt(self.liked), False

    def back(self) -> None:
        if self._waits:
            self._apply_scale()
            self._closes = True
        else:
            super().back()

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
            fields = [one.name for one in LINES[self.page](self.frame.size)]
        usual = Settings()
        self.like(**{field: getattr(usual, field) for field in fields})

    def ask_chosen(self) -> None:
        self.ask_key(self.action)

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
        self.stack.focus.to(self.panel.known("keys"))
        liked = self.liked.with_key(capture.action, capture.key)
        self.like(keys=liked.keys, editor_keys=liked.editor_keys)

    def route(self, event: pygame.Event) -> None:
        self._by_mouse = event.type in MICE
        escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        if self.capture and not escape and self.capture.take(event):
            self._captured(self.capture)
        else:
            super().route(event)
        if self.stack.dialog is None and self.capture:
            self.capture = None
            self.stack.focus.to(self.panel.known("keys"))
        left = event.type == pygame.WINDOWLEAVE or self.stack.below_mouse() is not self._scale
        if self._waits and (left or event.type == pygame.KEYDOWN):
            self._apply_scale()

    @property
    def _scale(self) -> Widget | None:
        """Return the control of the interface scale."""
        return self.panel.known("Interface scale", "control")

    def update(self, seconds: float) -> Change | None:
        self.stack.update(seconds)
        if self._closes:
            self._closes = False
            return Close()
        if self._sample:
            self._sample = False
            SPEAKER.play([Sound.DIE])
        return None
