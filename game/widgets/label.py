"""Labels, headings and paragraphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import pygame

from game.content.palettes import Colour
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.theme import MUTED, TEXT, Box, Face
from game.widgets.widget import Visible, Widget

LEADING = 1.45
"""Line height of a paragraph, as a multiple of the font size."""

Align: TypeAlias = Literal["left", "centre", "right"]


class Label(Widget):
    """One line of text, vertically centred in its box."""

    text = Visible[str]()
    colour = Visible[Colour]()

    def __init__(
        self,
        box: Box,
        text: str,
        *,
        size: float = 14,
        colour: Colour = TEXT,
        face: Face = "body",
        align: Align = "left",
        hint: str = "",
    ) -> None:
        super().__init__(box, hint)
        self.text, self.colour = text, colour
        self.size, self.face, self.align = size, face, align

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the text, aligned in the box."""
        words = self.theme.text(self.text, self.size, self.colour, self.face)
        place = words.get_rect(centery=self.rect.centery, left=self.rect.left)
        if self.align == "centre":
            place.centerx = self.rect.centerx
        elif self.align == "right":
            place.right = self.rect.right
        canvas.blit(words, place)


def heading(box: Box, text: str, *, align: Align = "left") -> Label:
    """Return the heading of a part of a panel, in small capitals."""
    return Label(box, text.upper(), size=17, colour=MUTED, face="title", align=align)


class Paragraph(Widget):
    """Wrapped text of several colours; it is clipped to its box."""

    spans = Visible[Sequence[TextSpan]]()

    def __init__(
        self, box: Box, spans: str | Sequence[TextSpan], *, size: float = 13, hint: str = ""
    ) -> None:
        super().__init__(box, hint)
        self.spans = (TextSpan(spans),) if isinstance(spans, str) else tuple(spans)
        self.size = size

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the text, wrapped to the width of the box."""
        script = TextStyle(self.theme, self.size, round(self.size * LEADING))
        script.paint(canvas, script.wrap(self.spans, self.rect.width), self.rect.topleft)
