"""The banner of a scenario, with the picture of a moment of it."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

import pygame

from game.content.file_lookup import is_file
from game.content.file_names import joined, naming_fault
from game.content.scenarios import Scenario
from game.content.shipped_folders import ASSETS
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.text_view import LEADING
from game.widgets.theme import TEXT, Box
from game.widgets.widget import Widget

MOMENTS = ASSETS / "moments"
"""Pictures of scenarios, made by ``gallery``."""
SHOWN = 0.64
"""Share of the banner's width that its picture takes, at the right."""
BESIDE = 0.64
"""Share of its width that the words take, at the left."""


@lru_cache(maxsize=48)
def moment_of(scenario: str, size: tuple[int, int]) -> pygame.Surface | None:
    """Return the picture of a moment of a scenario, cut to a size; None if it has none."""
    name = f"{scenario}.jpg"
    if naming_fault(name) or not is_file(joined(MOMENTS, name)):
        return None
    picture = pygame.image.load(joined(MOMENTS, name)).convert()
    wide, high = picture.get_size()
    share = max(size[0] / wide, size[1] / high)
    whole = pygame.transform.smoothscale(picture, (ceil(wide * share), ceil(high * share)))
    return whole.subsurface(
        pygame.Rect((0, 0), size).move(
            (whole.get_width() - size[0]) // 2, (whole.get_height() - size[1]) // 2
        )
    )


class Banner(Widget):
    """The selected scenario: its title and description over the picture of a moment of it."""

    def __init__(self, box: Box, scenario: Scenario, *, has_picture: bool) -> None:
        super().__init__(box, scenario.blurb)
        self.scenario, self.has_picture = scenario, has_picture

    def paint(self, canvas: pygame.Surface) -> None:
        theme, rect, px = self.theme, self.rect, self.theme.px
        script = TextStyle(theme, 14, round(14 * LEADING))
        top = rect.top + px(36)
        size = round(rect.width * SHOWN), rect.height
        found = moment_of(self.scenario.id, size) if self.has_picture else None
        room = rect.width - px(6) if found is None else round(rect.width * BESIDE)
        lines = script.wrap((TextSpan(self.scenario.blurb, TEXT),), room)
        if found and top + len(lines) * script.high > rect.bottom:
            # Large text needs the whole width.
            lines, found = script.wrap((TextSpan(self.scenario.blurb, TEXT),), rect.width), None
        if found:
            faded = found.convert_alpha()
            faded.blit(fade(size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            canvas.blit(faded, faded.get_rect(topright=rect.topright))
        canvas.blit(theme.text(self.scenario.title, 28, TEXT, "title"), rect)
        script.paint(canvas, lines, (rect.left, top))


@lru_cache(maxsize=4)
def fade(size: tuple[int, int]) -> pygame.Surface:
    """Return a white surface that is transparent at the left, where words stand."""
    line = pygame.Surface((64, 1), pygame.SRCALPHA)
    for x in range(64):
        line.set_at(
            (x, 0), (255, 255, 255, round(255 * min(1.0, max(0.0, x / 63 - 0.2) / 0.5)))
        )
    return pygame.transform.smoothscale(line, size)
