"""The panel of the card of a model in the dock of a battle, or of news in its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from game.cores.kit.queries import Characteristic
from game.screens.battle.line_entries import entry
from game.screens.battle.panel_part import AROUND, PanelPart
from game.screens.model_card import ModelCard, Portrait
from game.shown.card_text import (
    CardSubject,
)
from game.shown.lines import ShownLine
from game.table.events import Reason
from game.widgets.cells import Child, LayoutCell, column, sized
from game.widgets.panel import Panel
from game.widgets.sizes import CLOSE
from game.widgets.text_view import Log
from game.widgets.theme import CARD


class CardContent(NamedTuple):
    """The contents of the card's panel."""

    subject: CardSubject | None = None
    numbers: Mapping[str, Characteristic] = MappingProxyType({})
    """The model's characteristics as they are now, by their names in the profile."""
    facts: tuple[Reason, ...] = ()
    """Other facts about the model as it is now."""
    instead: Child = None
    """A part that has the place of the card while there is no model."""
    news: tuple[ShownLine, ...] = ()
    """The card of a fight, or the recap of a turn; it lies over the card of the asked unit."""
    pointed: bool = False
    """True if the mouse or a click has picked the model: its card lies over the news."""


class CardPanel(PanelPart[CardContent]):
    """The panel of the card of a model."""

    def __init__(
        self, panel: Panel, portrait: Portrait, on_link: Callable[[str], None]
    ) -> None:
        self.portrait, self.on_link = portrait, on_link
        super().__init__(panel, CardContent())

    def view(self) -> LayoutCell:
        """Describe the card, or what has its place, which fills the panel."""
        now = self.content
        if now.news and not (now.subject and now.pointed):
            theme = self.panel.theme
            entries = [entry(line, theme) for line in now.news]
            log = Log(self.on_link, indent=0, entries=entries, follows=False)
            news = column(sized(log, grow=1), pad=CLOSE, plate=CARD)
            return column(sized(news, grow=1), pad=AROUND)
        if now.subject is None and now.instead is not None:
            return column(sized(now.instead, grow=1), pad=AROUND)
        card = ModelCard(self.portrait, now.subject, now.numbers, now.facts)
        return column(sized(card, grow=1), pad=AROUND)
