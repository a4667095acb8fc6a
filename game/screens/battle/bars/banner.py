"""What lies over the whole battle, beside the ribbon: a twist and how it stands (``MP-11``)."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.rules.kit.queries import BattleBanner
from game.screens.battle.bars.ribbon import RibbonBar
from game.view.style import NEUTRAL
from game.widgets.button import Button
from game.widgets.panel import Panel
from game.widgets.theme import AMBER, GLOW, TEXT, Box, Plate, focus_ring, plate
from game.widgets.widget import Visible

INSET, GAP = 14.0, 10.0


class BannerPlate(Button):
    """A plate with the name and the state; a click tells the rule."""

    banner = Visible[BattleBanner | None]()

    def __init__(self, box: Box, on_clause: Callable[[str], None]) -> None:
        super().__init__(box, "", self._read)
        self.banner, self.on_clause, self.shown = None, on_clause, False

    def _read(self) -> None:
        if self.banner:
            self.on_clause(self.banner.clause)

    @property
    def tip(self) -> str:
        told = self.banner
        return f"{told.name}: {told.words} ({told.clause})" if told else ""

    @property
    def wide(self) -> float:
        """Return how wide it is, in units; 0 if there is nothing to be told."""
        if self.banner is None:
            return 0.0
        name, state = self._words(self.banner)
        pixels = name.get_width() + (state.get_width() + self.theme.px(GAP) if state else 0)
        return pixels / self.theme.scale + 2 * INSET

    def _words(self, told: BattleBanner) -> tuple[pygame.Surface, pygame.Surface | None]:
        name = self.theme.text(told.name.upper(), 16, AMBER, "title")
        colour = GLOW if self.hovered else TEXT
        return name, self.theme.text(told.state, 14, colour) if told.state else None

    def paint(self, canvas: pygame.Surface) -> None:
        if self.banner is None:
            return
        theme, px, rect = self.theme, self.theme.px, self.rect
        place = pygame.Rect(rect.left, 0, px(self.wide), px(34))
        place.centery = rect.centery
        edge = AMBER if self.hovered else NEUTRAL.plain
        look = Plate("#231E14", "#15130E", edge, corner=17.0, line=1.6)
        canvas.blit(plate(theme, place.size, look), place)
        name, state = self._words(self.banner)
        canvas.blit(name, name.get_rect(left=place.left + px(INSET), centery=place.centery))
        if state:
            right = place.right - px(INSET)
            canvas.blit(state, state.get_rect(right=right, centery=place.centery))
        if self.focused:
            focus_ring(theme, canvas, place)


def show_banner(
    told: BattleBanner | None, on: BannerPlate, ribbon: RibbonBar, panel: Panel
) -> None:
    """Tell what lies over the battle; the ribbon makes room for it."""
    if told == on.banner:
        return
    on.banner, on.shown = told, told is not None
    wide, high = panel.box[2], panel.box[3]
    aside = on.wide + 2 * GAP if told else 0.0
    on.box = (GAP, 0, on.wide, high)
    ribbon.box = (aside, 0, wide - aside, high)
    for widget in (on, ribbon):
        widget.fit(panel.theme)
    panel.dirty = True
