"""The screen of a how-to-play page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TypeAlias

import pygame

from game.background import BackgroundValue
from game.content.how_to_pages import HowToPage, Passage, load_page
from game.content.scenarios import load_scenario
from game.picture_cache import PICTURES
from game.screens.card import Card, CardSize
from game.screens.clause_dialog import marked
from game.screens.menu_screen import MenuScreen
from game.screens.page_pictures import illustration
from game.screens.screen import Change, WindowContext
from game.widgets.cells import Child, LayoutCell, column, grid, keyed, sized, space
from game.widgets.sizes import (
    APART,
    BODY_TEXT,
    EDGE,
    LABELLED_PICTURE,
    LEAD_TEXT,
    MEDIUM,
    PASSAGE,
    TIGHT,
)
from game.widgets.text_view import Label, Log, LogEntry, Paragraph
from game.widgets.theme import DIM, WELL
from game.widgets.widget import Visible, Widget

MOST_ACROSS = 3
"""Most passages beside each other."""
PictureKey: TypeAlias = tuple[str, tuple[int, int], float, str]
"""All that a picture depends on: its table, its size in pixels, the scale, the palette."""


class RenderedPicture(Widget):
    """A picture, or a placeholder until it is ready."""

    picture = Visible[pygame.Surface | None]()

    def __init__(self, picture: pygame.Surface | None) -> None:
        super().__init__()
        self.picture = picture

    def paint(self, canvas: pygame.Surface) -> None:
        if self.picture is None:
            words = self.theme.text("Drawing…", 13, DIM)
            canvas.blit(words, words.get_rect(center=self.rect.center))
        else:
            canvas.blit(self.picture, self.picture.get_rect(center=self.rect.center))


class HowToScreen(MenuScreen):
    """A how-to-play page; its pictures are drawn in the background, in order."""

    def __init__(self, scenario: str) -> None:
        """Load the page; raise UnusableFile if there is none."""
        self.page: HowToPage = load_page(scenario)
        self.title = load_scenario(scenario).title

        self.pictures = BackgroundValue[pygame.Surface | None](None, PICTURES)
        self.keys = list[PictureKey | None]()
        """Keys of the pictures, once their places are known."""

    def fill(self, frame: WindowContext) -> None:
        self.looks = frame.theme.scale, frame.settings.palette
        super().fill(frame)

    def view(self) -> Card:
        back = self.back_button()
        larger = self.frame.theme.running
        lead = Paragraph(tuple(marked(self.page.lead)), size=BODY_TEXT * larger)
        # Larger text has a larger page, so that it is wrapped as usual where there is room.
        grow = max(1.0, larger)
        room = min(CardSize.FULL.width * grow, self.frame.units[0]) / (PASSAGE * larger)
        across = min(MOST_ACROSS, len(self.page.passages), max(1, int(room)))
        pages = grid(*self._passages(across), columns=across, gap=APART, down=TIGHT)
        title = f"HOW TO PLAY: {self.title.upper()}"
        content = column(lead, sized(pages, grow=1), scroll=True)
        aside = sized(back, height=MEDIUM)
        return Card(title, content, aside=aside, size=CardSize.FULL, grow=grow, focus=back)

    def _passages(self, across: int) -> Iterator[Child]:
        """Yield the pictures of some passages, then their names, then their texts."""
        found = [*enumerate(self.page.passages)]
        for first in range(0, len(found), across):
            line = found[first : first + across]
            rest: list[Child] = [space(0)] * (across - len(line))
            is_last = first + across >= len(found)
            yield from [self._picture(n) for n, _ in line]
            yield from rest
            yield from [self._name(n, one) for n, one in line]
            yield from rest
            yield from [self._text(one, is_last=is_last) for _, one in line]
            yield from rest

    def _picture(self, number: int) -> LayoutCell:
        key = self.keys[number] if self.keys else None
        picture = RenderedPicture(self.pictures.known(key))
        shown = sized(keyed(("picture", number), picture), least=LABELLED_PICTURE, grow=1)
        return column(shown, pad=TIGHT, plate=WELL)

    def _name(self, number: int, passage: Passage) -> Label:
        size = LEAD_TEXT * max(1.0, self.frame.theme.running)
        return Label(f"{number + 1}  {passage.title.upper()}", size=size, face="title")

    def _text(self, passage: Passage, *, is_last: bool) -> LayoutCell:
        entry = LogEntry(tuple(marked(passage.text)))
        text = Log(self.open_clause, indent=0, entries=[entry], follows=False)
        # Below it the pictures of the next passages follow.
        return column(sized(text, grow=0), pad=(0, 0, 0, 0 if is_last else EDGE))

    def update(self, seconds: float) -> Change | None:
        self.stack.update(seconds)
        placed = [self.panel.known(("picture", n)) for n in range(len(self.page.passages))]
        keys: list[PictureKey | None] = [
            (repr(passage.picture), shown.rect.size, *self.looks) if shown else None
            for passage, shown in zip(self.page.passages, placed, strict=True)
        ]
        wanted = (
            (key, partial(illustration, opened, passage.picture, key[1], self.looks[0]))
            for key, passage, opened in zip(
                keys, self.page.passages, self.page.opened, strict=True
            )
            if key
        )
        if self.pictures.compute_next(wanted) or keys != self.keys:
            self.keys = keys
            self.changed()
        return None
