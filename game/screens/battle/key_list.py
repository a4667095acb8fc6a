"""The list of keys that a battle shows."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.screens.battle.panel_part import AROUND, PanelPart
from game.widgets.cells import LayoutCell, column, sized
from game.widgets.key_bindings import insert_key_names
from game.widgets.sizes import BODY_TEXT, CLOSE, EDGE, GAP, NOTE_TEXT
from game.widgets.theme import HIGH, MUTED, TEXT, WELL, plate
from game.widgets.widget import Widget

KEY_ROW = NOTE_TEXT + GAP
"""Units from one key to the next."""
HEADING = BODY_TEXT + EDGE
"""Height in units of the heading of the keys."""


def keys_height(many: int) -> float:
    """Return the height in units of a panel with a number of keys."""
    return HEADING + many * KEY_ROW + 2 * AROUND[1]


class KeyPanel(PanelPart[tuple[tuple[str, str], ...]]):
    """The panel of the keys that are of use now."""

    def view(self) -> LayoutCell:
        """Describe the list, which fills the panel."""
        return column(sized(KeyList(self.content), grow=1), pad=AROUND)

    @property
    def shown_hints(self) -> list[tuple[str, str]]:
        """Return the hints that fit."""
        return [hint for shown in self.widgets(KeyList) for hint in shown.shown_hints]


class KeyList(Widget):
    """Keys and their actions below one another, as many as fit; the last has precedence."""

    def __init__(self, hints: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.hints = tuple(hints)

    @property
    def shown_hints(self) -> list[tuple[str, str]]:
        """Return the hints that fit."""
        room = int((self.box[3] - HEADING) / KEY_ROW)
        if not self.hints or room < 1:
            return []
        *first, last = [(insert_key_names(key), does) for key, does in self.hints]
        return [*first[: room - 1], last]

    def paint(self, canvas: pygame.Surface) -> None:
        theme, px, rect = self.theme, self.theme.px, self.rect
        place = rect
        canvas.blit(plate(theme, place.size, WELL), place)
        head = theme.text("KEYS", BODY_TEXT, MUTED, "title")
        canvas.blit(
            head, head.get_rect(left=place.left + px(EDGE), centery=place.top + px(EDGE))
        )
        for n, (key, does) in enumerate(self.shown_hints):
            y = place.top + px(HEADING) + px(KEY_ROW) * n + px(KEY_ROW) // 2
            self._paint_hint(
                canvas, key, does, place.left + px(GAP), place.right - px(CLOSE), y
            )

    def _paint_hint(
        self, canvas: pygame.Surface, key: str, does: str, left: int, right: int, y: int
    ) -> None:
        theme, px = self.theme, self.theme.px
        half, free = (right - left) // 2, right - left - px(14) - theme.width(does, 12)
        cap = theme.text(self.short(key, 11, max(half, free), "mono"), 11, TEXT, "mono")
        box = pygame.Rect(left, y - px(9), cap.get_width() + px(8), px(18))
        pygame.draw.rect(canvas, HIGH, box, border_radius=px(4))
        canvas.blit(cap, cap.get_rect(center=box.center))
        room = right - box.right - px(6)
        words = theme.text(self.short(does, 12, room), 12, MUTED)
        canvas.blit(words, words.get_rect(left=box.right + px(6), centery=y))
