"""The banner of a scenario, with the picture of a moment of it."""

from __future__ import annotations

from math import ceil
from typing import ClassVar

import pygame

from game.content.file_lookup import is_file
from game.content.file_names import joined, naming_fault
from game.content.scenarios import Scenario
from game.content.shipped_folders import ASSETS
from game.picture_cache import PICTURES
from game.widgets.sizes import CLOSE, FIELD, TITLE_TEXT
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.text_view import LEADING, READABLE
from game.widgets.theme import TEXT, Theme
from game.widgets.widget import Widget

MOMENTS = ASSETS / "moments"
"""Pictures of scenarios, made by ``gallery``."""
PICTURE_SHARE = 0.46
"""Share of the banner's width that its picture takes, at the right."""
WORDS_SHARE = 0.55
"""Share of its width that the words take, at the left, so that none lies over the picture."""
TOP = 36.0
"""Units from its top to the description."""


@PICTURES.keeps
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

    wraps: ClassVar[bool] = True

    def __init__(self, scenario: Scenario, *, has_picture: bool) -> None:
        super().__init__(scenario.blurb)
        self.scenario, self.has_picture = scenario, has_picture

    def natural(self, theme: Theme) -> tuple[float, float]:
        """Return the size of its words beside a picture."""
        return READABLE, self.height_for(theme, READABLE)

    def least_width(self, theme: Theme) -> float:
        """Return the width of a narrow column of text."""
        return FIELD

    def height_for(self, theme: Theme, width: float) -> float:
        """Return the height of its words beside a picture, in a width."""
        script, room = _script(theme), theme.px(width * WORDS_SHARE)
        lines = script.wrap((TextSpan(self.scenario.blurb, TEXT),), max(1, room - 1))
        return TOP + theme.units(len(lines) * script.high) + CLOSE

    def least_height(self, theme: Theme, wanted: float) -> float:
        """Return the height of its words, of which none is left out."""
        return wanted

    def paint(self, canvas: pygame.Surface) -> None:
        theme, rect, px = self.theme, self.rect, self.theme.px
        script = _script(theme)
        top = rect.top + px(TOP)
        size = round(rect.width * PICTURE_SHARE), rect.height
        found = moment_of(self.scenario.id, size) if self.has_picture else None
        room = rect.width - px(6) if found is None else round(rect.width * WORDS_SHARE)
        lines = script.wrap((TextSpan(self.scenario.blurb, TEXT),), room)
        if found and top + len(lines) * script.high > rect.bottom:
            # Large text needs the whole width.
            lines, found = script.wrap((TextSpan(self.scenario.blurb, TEXT),), rect.width), None
        if found:
            faded = found.convert_alpha()
            faded.blit(fade(size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            canvas.blit(faded, faded.get_rect(topright=rect.topright))
        canvas.blit(theme.text(self.scenario.title, TITLE_TEXT, TEXT, "title"), rect)
        script.paint(canvas, lines, (rect.left, top))


def _script(theme: Theme) -> TextStyle:
    size = 14 * theme.running
    return TextStyle(theme, size, round(size * LEADING))


@PICTURES.keeps
def fade(size: tuple[int, int]) -> pygame.Surface:
    """Return a white surface that is transparent at the left, beside the words."""
    line = pygame.Surface((64, 1), pygame.SRCALPHA)
    for x in range(64):
        line.set_at(
            (x, 0), (255, 255, 255, round(255 * min(1.0, max(0.0, x / 63 - 0.04) / 0.4)))
        )
    return pygame.transform.smoothscale(line, size)
