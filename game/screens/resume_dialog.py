"""The dialog for playing on from a replay: its players and dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.bots.match import POLICIES
from game.play.wording import side_name
from game.screens.battle.seats import HUMAN
from game.table.records import Side
from game.view.style import TEAMS
from game.widgets.button import Button, Style
from game.widgets.inputs import Stepper
from game.widgets.keys import Key
from game.widgets.panel_stack import CANCEL, DIALOG_PADDING, Dialog, Reply
from game.widgets.text_view import Label
from game.widgets.theme import MUTED, Theme
from game.widgets.widget import Widget

WORDS = "Starts a new game from this moment. The recorded game stays as it is."
DICE = ("Same dice", "New dice")
SEATS = (HUMAN, *POLICIES)
PITCH = 44.0


class PlayOn(Dialog):
    def __init__(
        self,
        theme: Theme,
        sides: Sequence[Side],
        on_play: Callable[[tuple[str, ...], bool], None],
    ) -> None:
        """Build the dialog; *on_play* gets each side's player, and whether the dice are new."""
        self.players = [HUMAN] * len(sides)
        self.fresh = False
        play = Reply("Play", self._play, Style.PRIMARY, Key(pygame.K_RETURN))
        room = PITCH * (len(sides) + 1) - 8
        super().__init__(
            theme, "Continue from here", WORDS, (play, CANCEL), width=520, room=room
        )
        self._on_play = on_play
        for n, side in enumerate(sides):
            seats = Stepper(
                self._row(n, side_name(side), TEAMS[n].plain), _labels(), partial(self._sit, n)
            )
            self.add(seats)
        dice = self._row(len(sides), "Dice", MUTED)
        self.add(Stepper(dice, DICE, self._roll))

    def _row(self, n: int, words: str, colour: str) -> tuple[float, float, float, float]:
        """Add the label of a row; return the box of its control."""
        top = self.body_top + n * PITCH
        name = Label(
            (DIALOG_PADDING, top, 150, 34), words, size=17, colour=colour, face="heading"
        )
        self.add(name)
        return DIALOG_PADDING + 160, top, 520 - 2 * DIALOG_PADDING - 160, 34

    def _sit(self, n: int, value: int) -> None:
        self.players[n] = SEATS[value]

    def _roll(self, value: int) -> None:
        self.fresh = bool(value)

    def _play(self) -> None:
        self._on_play(tuple(self.players), self.fresh)

    def opening_focus(self) -> Widget | None:
        return next(w for w in self.widgets if isinstance(w, Button))


def _labels() -> list[str]:
    return ["A person" if p == HUMAN else f"Bot: {p}" for p in SEATS]
