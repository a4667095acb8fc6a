"""The big buttons of the title."""

from __future__ import annotations

import pygame

from game.widgets.button import Button


class Door(Button):
    """Its icon above its name, and a line about what lies behind it."""

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
            # Beside the icon, where there is no room below it.
            canvas.blit(words, words.get_rect(left=left + side + px(12), top=rect.top + px(9)))
        else:
            canvas.blit(words, words.get_rect(left=left, bottom=place.top + px(1)))
        if self.shortcut:
            self.paint_key(canvas, (rect.right - px(12), rect.top + px(20)))
