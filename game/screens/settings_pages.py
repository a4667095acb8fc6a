"""Settings by page; key capture and palette preview."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

import pygame

from game.content.key_bindings import DOES, Action, key_fault, rival
from game.content.palettes import PALETTES, palette
from game.content.settings import SPEEDS, TEXTS, Curtain, Settings
from game.screens.settings_store import SCALES, largest_scale
from game.view.sprites import Sprites, Token, TokenState
from game.view.style import TEAMS
from game.widgets.keys import MODIFIERS, Key, key_pressed, name_of
from game.widgets.panel_stack import CANCEL, Dialog
from game.widgets.theme import Box, Theme
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
    ]


LINES: dict[SettingsPage, Callable[[tuple[int, int]], list[Line]]] = {
    SettingsPage.LOOK: look,
    SettingsPage.SOUND: sound,
    SettingsPage.TABLE: table,
}
"""The settings of a page for a window size in pixels; key bindings have a separate list."""


class Capture:
    def __init__(self, action: Action, settings: Settings) -> None:
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
        if not name or key_fault(name):
            return f"{key} is reserved."
        taken = rival(self.action, name, self.settings.keys)
        return f"{key} is already used for: {DOES[taken]}." if taken else ""

    def dialog(self, theme: Theme) -> Dialog:
        words = f"Press a key for “{DOES[self.action]}”. {self.refusal}".rstrip()
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
                Token(icon, team, TokenState.READY, 1, 1, pixels, 6)
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
