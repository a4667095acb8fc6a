"""The screen of a pack that cannot be used."""

from __future__ import annotations

from game.content.faults import UnusableFile, first_faults, number_of
from game.screens.card import Card
from game.screens.menu_screen import MenuScreen
from game.screens.pack_cards import text_card, text_line
from game.table.records import many
from game.widgets.cells import row, spring
from game.widgets.theme import AMBER


class FaultyPackScreen(MenuScreen):
    """The faults of a pack that cannot be used."""

    def __init__(self, name: str, error: UnusableFile) -> None:
        self.name, self.number = name, number_of(error.faults)
        self.lines = [str(fault) for fault in first_faults(error.faults)]

    def view(self) -> Card:
        words = f"{many(self.number, 'fault')}. Nothing of it was kept."
        lines = [text_line(self.name, AMBER), *map(text_line, self.lines)]
        foot = row(spring(), self.back_button())
        return text_card("THIS PACK CANNOT BE USED", words, lines, foot)
