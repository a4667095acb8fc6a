"""The list of keys that a battle shows."""

from __future__ import annotations

import pygame

from game.widgets.key_bindings import insert_key_names
from game.widgets.theme import HIGH, MUTED, TEXT, WELL, Box, plate
from game.widgets.widget import Visible, Widget

KEY_ROW = 22.0
"""Units from one key to the next."""
HEADING = 28.0
"""Height in units of the heading of the keys."""


class KeyList(Widget):
    """Keys and their actions below one another, as many as fit; the last has precedence."""

    hints = Visible[tuple[tuple[str, str], ...]]()

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.hints = ()

    @property
    def shown_hints(self) -> list[tuple[str, str]]:
        """Return the hints that fit."""
        room = int((self.box[3] - HEADING - 10) / KEY_ROW)
        if not self.hints or room < 1:
            return []
        *first, last = [(insert_key_names(key), does) for key, does in self.hints]
        return [*first[: room - 1], last]

    def paint(self, canvas: pygame.Surface) -> None:
        theme, px, rect = self.theme, self.theme.px, self.rect
        place = rect.inflate(-px(16), -px(8))
        canvas.blit(plate(theme, place.size, WELL), place)
        head = theme.text("KEYS", 15, MUTED, "title")
        canvas.blit(head, head.get_rect(left=place.left + px(12), centery=place.top + px(16)))
        for n, (key, does) in enumerate(self.shown_hints):
            y = place.top + px(HEADING) + px(KEY_ROW) * n + px(KEY_ROW) // 2
            self._paint_hint(canvas, key, does, place.left + px(10), place.right - px(8), y)

    def _paint_hint(
        self, canvas: pygame.Surface, key: str, does: str, left: int, right: int, y: int
    ) -> None:
        theme, px = self.theme, self.theme.px
        cap = theme.text(self.short(key, 11, (right - left) // 2, "mono"), 11, TEXT, "mono")
        box = pygame.Rect(left, y - px(9), cap.get_width() + px(8), px(18))
        pygame.draw.rect(canvas, HIGH, box, border_radius=px(4))
        canvas.blit(cap, cap.get_rect(center=box.center))
        room = right - box.right - px(6)
        words = theme.text(self.short(does, 12, room), 12, MUTED)
        canvas.blit(words, words.get_rect(left=box.right + px(6), centery=y))
