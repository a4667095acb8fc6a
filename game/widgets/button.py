"""Buttons of every style."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import ClassVar

import pygame

from game.content.palettes import Colour
from game.widgets import theme
from game.widgets.keys import Key
from game.widgets.sizes import ICON, LARGE, LARGE_ICON, LEAD_TEXT, MEDIUM, button_height
from game.widgets.theme import DIM, MUTED, ON_AMBER, TEXT, Face, Plate, Theme, focus_ring, plate
from game.widgets.widget import Pixel, Visible, Widget

EDGE = 14.0
"""Units between the plate's edge and what is on it."""
SQUARE = 38.0
"""Side of a button of one icon."""
LEAST = 60.0
"""Width below which no button shrinks."""
PRESSING = {pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE}


class Style(Enum):
    """Plates of a button at rest and under the mouse, and the colours of its texts."""

    PLAIN = (theme.PLAIN, theme.PLAIN_LIT, TEXT, MUTED)
    PRIMARY = (theme.PRIMARY, theme.PRIMARY_LIT, ON_AMBER, "#5B3A0B")
    """The main action of a screen or question."""
    GHOST = (theme.GHOST, theme.GHOST_LIT, MUTED, DIM)
    DANGER = (theme.DANGER_PLATE, theme.DANGER_PLATE_LIT, "#FFC9BE", "#C98A7C")
    """An action that cannot be undone."""

    def __init__(self, rest: Plate, lit: Plate, words: Colour, small: Colour) -> None:
        self.rest = rest
        self.lit = lit
        self.words = words
        self.small = small


class Button(Widget):
    """A plate with a label and optionally an icon, a second line and a shortcut key."""

    focusable: ClassVar[bool] = True
    grows: ClassVar[tuple[float, float]] = (0.0, 0.0)
    state: ClassVar[frozenset[str]] = Widget.state | {"_held", "_bright"}

    label = Visible[str]()
    detail = Visible[str]()
    icon = Visible[str]()
    style = Visible[Style]()
    reason = Visible[str]()
    """Reason why it cannot be pressed, as a sentence for the player; empty if it can."""
    held = Visible[bool]()
    bright = Visible[bool]()
    """True to draw it as if the mouse were over it, as a hint for new players."""

    def __init__(
        self,
        label: str,
        on_press: Callable[[], None],
        *,
        detail: str = "",
        icon: str = "",
        shortcut: Key | None = None,
        style: Style = Style.PLAIN,
        reason: str = "",
        hint: str = "",
        size: float = LEAD_TEXT,
    ) -> None:
        super().__init__(hint)
        self.label, self.detail, self.icon = label, detail, icon
        self.style, self.reason, self.size = style, reason, size
        self.on_press, self.shortcut = on_press, shortcut
        self.held = self.bright = False

    @property
    def tip(self) -> str:
        """Return the reason why it cannot be pressed, else its hint."""
        return self.reason or self.hint

    @property
    def refusal(self) -> str:
        """Return the reason why it cannot be pressed."""
        return self.reason

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of its texts and signs, and the height of a label of its size."""
        px = theme.px
        wide = self._text_width(theme) + 2 * px(EDGE)
        if self.icon:
            wide += px(LARGE_ICON) + px(16) if self.detail else px(ICON) + px(9)
        if self.shortcut:
            wide += theme.width(str(self.shortcut), 12, "mono") + px(16)
        return theme.units(wide), LARGE if self.detail else button_height(self.size)

    def _text_width(self, theme: Theme) -> int:
        label = theme.width(self.label, self.size, self.face)
        return max(label, theme.width(self.detail, 13)) if self.detail else label

    def least_width(self, theme: Theme) -> float:
        """Return the width at which a long label begins to be cut off."""
        return min(self.natural(theme)[0], LEAST)

    def press(self) -> None:
        """Call ``on_press``, unless there is a reason why it cannot be pressed."""
        if not self.reason:
            self.on_press()

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        """Press on a click with the left mouse button; return whether the event was used."""
        inside = self.rect.collidepoint(at)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and inside:
            self.held = True
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.held:
            self.held = False
            if inside:
                self.press()
            return True
        return False

    def take_key(self, event: pygame.Event) -> bool:
        """Press on Enter or Space; return whether it was one of them."""
        if event.type == pygame.KEYDOWN and event.key in PRESSING:
            self.press()
            return True
        return False

    def pressed_by(self, key: Key) -> bool:
        """Press the button if the key is its shortcut; return whether it is."""
        mine = self.shown and self.shortcut == key
        if mine:
            self.press()
        return mine

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the plate, its contents, and the focus ring if it is focused."""
        self.paint_plate(canvas)
        self.paint_face(canvas)
        if self.focused:
            focus_ring(self.theme, canvas, self.rect)

    def paint_plate(self, canvas: pygame.Surface) -> None:
        style = Style.GHOST if self.reason else self.style
        lit = (self.hovered or self.bright) and not self.held and not self.reason
        canvas.blit(
            plate(self.theme, self.rect.size, style.lit if lit else style.rest), self.rect
        )

    def paint_face(self, canvas: pygame.Surface) -> None:
        """Draw the icon and the texts from the left, and the key on the right."""
        theme, rect, colour = self.theme, self.rect, self.colour
        x = rect.left + theme.px(14)
        if self.icon:
            side = theme.px(LARGE_ICON if self.detail else ICON)
            icon = theme.icon(self.icon, side, colour)
            canvas.blit(icon, icon.get_rect(left=x, centery=rect.centery))
            x += side + theme.px(16 if self.detail else 9)
        end = rect.right - theme.px(14)
        if self.shortcut:
            end -= theme.width(str(self.shortcut), 12, "mono") + theme.px(16)
        label = self.short(self.label, self.size, end - x, self.face)
        words = theme.text(label, self.size, colour, self.face)
        lift = theme.px(10) if self.detail else 0
        canvas.blit(words, words.get_rect(left=x, centery=rect.centery - lift))
        if self.detail:
            small = theme.text(self.short(self.detail, 13, end - x), 13, self.small)
            canvas.blit(small, small.get_rect(left=x, centery=rect.centery + theme.px(15)))
        if self.shortcut:
            self.paint_key(canvas, (rect.right - theme.px(10), rect.centery))

    def paint_key(self, canvas: pygame.Surface, midright: Pixel) -> None:
        words = self.theme.text(str(self.shortcut), 12, self.small, "mono")
        cap = words.get_rect(midright=midright).inflate(self.theme.px(10), self.theme.px(4))
        cap.right = midright[0]
        pygame.draw.rect(canvas, self.small, cap, 1, border_radius=self.theme.px(4))
        canvas.blit(words, words.get_rect(center=cap.center))

    @property
    def face(self) -> Face:
        """Return the font of the label."""
        return "title" if self.detail else "heading"

    @property
    def colour(self) -> Colour:
        """Return the colour of the label; it is dim if the button cannot be pressed."""
        return DIM if self.reason else self.style.words

    @property
    def small(self) -> Colour:
        """Return the colour of the small texts; it is dim if the button cannot be pressed."""
        return DIM if self.reason else self.style.small


class TileButton(Button):
    """A button for a tool or an action: icon above the name, key in the corner."""

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size for the icon and the name below it."""
        name = theme.units(theme.width(self.label.upper(), 16, "title"))
        return max(72.0, name + EDGE), 66.0

    def paint_face(self, canvas: pygame.Surface) -> None:
        theme, rect = self.theme, self.rect
        icon = theme.icon(self.icon, theme.px(26), self.colour)
        canvas.blit(
            icon, icon.get_rect(centerx=rect.centerx, centery=rect.top + rect.height * 0.36)
        )
        words = theme.text(self.label.upper(), 16, self.colour, "title")
        canvas.blit(
            words, words.get_rect(centerx=rect.centerx, centery=rect.top + rect.height * 0.77)
        )
        if self.shortcut:
            key = theme.text(str(self.shortcut), 12, self.small, "mono")
            canvas.blit(
                key, key.get_rect(right=rect.right - theme.px(8), top=rect.top + theme.px(6))
            )


class TabButton(Button):
    """A narrow button with its label in the middle."""

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of its label, lower than other buttons."""
        return theme.units(self._text_width(theme) + 2 * theme.px(8)), MEDIUM

    def paint_face(self, canvas: pygame.Surface) -> None:
        room = self.rect.width - self.theme.px(8)
        label = self.short(self.label, self.size, room, self.face)
        words = self.theme.text(label, self.size, self.colour, self.face)
        canvas.blit(words, words.get_rect(center=self.rect.center))


class IconButton(Button):
    """A small square button of one icon; its tooltip says its purpose."""

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a square."""
        return SQUARE, SQUARE

    def paint_face(self, canvas: pygame.Surface) -> None:
        icon = self.theme.icon(self.icon, min(self.rect.size) // 2, self.colour)
        canvas.blit(icon, icon.get_rect(center=self.rect.center))


class BigButton(Button):
    """A button with its icon above its name, and a line of description."""

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return a size for the icon, the name below it and the description."""
        words = theme.units(self._text_width(theme) + theme.px(32))
        key = theme.width(str(self.shortcut), 12, "mono") if self.shortcut else 0
        return max(words, theme.units(key) + 90), 100.0

    def paint_face(self, canvas: pygame.Surface) -> None:
        theme, px, rect = self.theme, self.theme.px, self.rect
        left, side = rect.left + px(16), px(28)
        room = rect.width - px(32)
        icon = theme.icon(self.icon, side, self.colour)
        canvas.blit(icon, (left, rect.top + px(12)))
        detail = theme.text(self.short(self.detail, 13, room), 13, self.small)
        place = detail.get_rect(left=left, bottom=rect.bottom - px(10))
        canvas.blit(detail, place)
        words = theme.text(
            self.short(self.label, self.size, room, self.face),
            self.size,
            self.colour,
            self.face,
        )
        if rect.height < px(96):
            # There is no room below the icon.
            canvas.blit(words, words.get_rect(left=left + side + px(12), top=rect.top + px(9)))
        else:
            canvas.blit(words, words.get_rect(left=left, bottom=place.top + px(1)))
        if self.shortcut:
            self.paint_key(canvas, (rect.right - px(12), rect.top + px(20)))
