"""The panel with the tools of a sandbox."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, NamedTuple

from game.cores.kit.queries import INKS
from game.play.log.wording import side_name
from game.systems.sandbox.prompts import HandState, HeldItem
from game.systems.sandbox.rules.table_aids import MAX_DICE, SIZES, WORDS
from game.table.records import Side
from game.widgets.button import Button
from game.widgets.cells import LayoutCell, column, grid, keyed, row, sized
from game.widgets.layout import natural_height
from game.widgets.panel import Panel
from game.widgets.sizes import CLOSE, LOW, TIGHT
from game.widgets.stepper import Stepper
from game.widgets.text_view import heading
from game.widgets.theme import Box, Theme


@dataclass(slots=True)
class ToolSettings:
    """Values of the tools; they are kept when the window changes."""

    many: int = 1
    size: int = 0
    """Index of the dice size."""
    need: int = 0
    _: KW_ONLY
    word: int = 0
    ink: int = 2
    players: int = 0
    """Index of the sides that the players' view is for: the first, the second, both."""


class ViewActions(NamedTuple):
    """The functions that open the players' view."""

    here: Callable[[], None]
    second: Callable[[], None]
    chosen: Callable[[], None]
    """Called when other sides were chosen."""


class Tools:
    """The panel of tools; it shows their values anew when one of them changes another."""

    def __init__(
        self,
        theme: Theme,
        room: Box,
        choices: ToolSettings,
        grip: HandState,
        on_roll: Callable[[tuple[Any, ...]], None],
        sides: Sequence[Side],
        view: ViewActions,
    ) -> None:
        """Build the panel at the top of a room in units, as high as it needs.

        *on_roll* is called with all answers of a roll.
        """
        self.choices, self.grip, self.on_roll = choices, grip, on_roll
        self.sides, self.actions = tuple(sides), view
        cell, (left, top, wide, _) = self.view(), room
        self.panel = Panel(theme, (left, top, wide, natural_height(theme, cell, wide)))
        self.panel.show(cell)

    def view(self) -> LayoutCell:
        """Describe all tools."""
        dice = grid(
            self._stepper([str(n) for n in range(1, MAX_DICE + 1)], "many", "Number of dice"),
            self._stepper([f"d{n}" for n in SIZES], "size", "Kind of dice"),
            self._stepper(self._needs(), "need", "Success on"),
            _button("Roll", self._roll, "SB-07"),
            gap=TIGHT,
        )
        inks = [ink.capitalize() for ink in INKS]
        token = column(
            self._stepper(WORDS, "word", "Text"),
            grid(
                self._stepper(inks, "ink", "Colour"),
                _button("Place", self._draw, "Place a token on the table (SB-08)"),
                gap=TIGHT,
            ),
            gap=TIGHT,
        )
        return column(
            column(_title("Dice"), dice, gap=0),
            column(_title("Token"), token, gap=0),
            self._players(),
            gap=TIGHT,
            pad=CLOSE,
        )

    def _players(self) -> LayoutCell:
        """Return the choice of the players' sides, and the buttons that show their view."""
        pick = Stepper(
            [*map(side_name, self.sides), "Both"], self._choose_players, self.choices.players
        )
        pick.hint = "The side of the players, who see only what it sees in fog (SB-19)"
        here = _button(
            "View",
            self.actions.here,
            "Show the players' view here; a curtain guards the way back (SB-19)",
        )
        second = _button(
            "Window",
            self.actions.second,
            "Show the players' view in a second window, for another screen (SB-19)",
        )
        return column(
            row(_title("Players"), sized(pick, height=LOW), gap=TIGHT),
            grid(here, second, gap=TIGHT),
            gap=TIGHT,
        )

    def _choose_players(self, value: int) -> None:
        self.choices.players = value
        self.actions.chosen()

    def _stepper(self, labels: Sequence[str], what: str, hint: str) -> LayoutCell:
        """Return the choice of a setting, which is the number of a label."""

        def set_(value: int) -> None:
            setattr(self.choices, what, value + first)
            if what == "size":
                self.choices.need = 0
            if what in ("word", "ink") and self.grip.held and self.grip.held.ink:
                self._draw()
            self.panel.show(self.view())

        first = 1 if what == "many" else 0
        stepper = Stepper(labels, set_, getattr(self.choices, what) - first)
        stepper.hint = f"{hint}. Click the right or left half, or use the wheel"
        return keyed(what, sized(stepper, height=LOW))

    def _needs(self) -> list[str]:
        return ["any", *(f"{n}+" for n in range(1, SIZES[self.choices.size] + 1))]

    def _roll(self) -> None:
        c = self.choices
        self.on_roll(("roll", f"d{SIZES[c.size]}", c.many, c.need))

    def _draw(self) -> None:
        word, ink = WORDS[self.choices.word], INKS[self.choices.ink]
        self.grip.take(HeldItem(("draw", word, ink), words=word, ink=ink))


def _title(words: str) -> LayoutCell:
    return row(heading(words), pad=(TIGHT, 0))


def _button(label: str, press: Callable[[], None], hint: str) -> LayoutCell:
    return sized(Button(label, press, hint=hint), height=LOW)
