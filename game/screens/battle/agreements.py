"""Agreements between the players of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from game.content.save_format import HUMAN
from game.content.table_actions import Action
from game.play.log.wording import side_does, side_name
from game.screens.battle.battle_play import BattlePlay
from game.screens.dialog_opener import DialogOpener
from game.screens.seat_choice import SeatsDialog
from game.table.records import Side
from game.widgets.button import Style
from game.widgets.key_bindings import action_of
from game.widgets.keys import Key
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.pressed_keys import MODIFIERS, key_pressed
from game.widgets.sizes import WIDE_DIALOG

STEERING = frozenset({Action.SKIP, Action.TAKE_BACK, Action.REDO})
"""Actions excluded from the keys by which a spectator asks to play."""
ESCAPE = Key(pygame.K_ESCAPE)


class Agreements:
    def __init__(
        self, play: BattlePlay[Any], dialogs: DialogOpener, seats_changed: Callable[[], None]
    ) -> None:
        """*seats_changed*: called when a side is played or commanded by others."""
        self.play, self.dialogs, self._seats_changed = play, dialogs, seats_changed
        self.seats, self.note = play.seats, play.note

    def choose_casualties(self) -> None:
        """Let the people at the screen be asked about casualties again."""
        self.play.choose_casualties()

    # Consent to what needs both players.

    def consent(self, by: Side, words: str, then: Callable[[], None]) -> None:
        """Ask the other side whether it agrees with *by*; a bot always agrees.

        *words*: the proposal, for the player and the log. *then* is called if the side agrees.
        """
        other = self.play.enemy(by)
        if self.seats.is_bot(other):
            then()
            self.note(f"{words}: {side_does(other, 'agrees')} (bot)")
            return

        def agree() -> None:
            then()  # before the note: undone events disappear from the log
            self.note(f"{words}: {side_does(other, 'agrees')}")

        def refuse() -> None:
            self.note(f"{words}: {side_does(other, 'refuses')}")

        replies = (
            Reply(side_does(other, "agrees"), agree, Style.PRIMARY),
            Reply("Refuse", refuse, shortcut=CANCEL.shortcut),
        )
        self._ask(f"{side_name(other)}: do you agree?", f"{words}.", replies)

    def _ask(
        self, title: str, words: str, replies: Sequence[Reply], width: float = 520
    ) -> None:
        self.dialogs.ask(Dialog(self.dialogs.theme, title, words, replies, width=width))

    # Draws.

    def offer_draw(self) -> None:
        """Offer a draw for the person at the screen; with two people, ask which one offers."""
        people = self.seats.people
        if len(people) == 1:
            self.offer(people[0])
            return
        offers = [Reply(side_does(s, "offers"), partial(self.offer, s)) for s in people]
        self._ask("Offer a draw?", "The other side may decline.", (*offers, CANCEL))

    def offer(self, by: Side) -> None:
        """Offer a draw to the other side, and show its reply."""
        other = self.play.enemy(by)
        offered = f"{side_does(by, 'offers')} a draw"
        self.note(offered)
        if self.seats.is_bot(other):
            accepts = self.play.bot_accepts_draw(other)
            self.play.answer_draw(other, accepts=accepts)
            if not accepts:
                self.dialogs.notify(
                    "No draw", f"{side_does(other, 'declines')}. The battle goes on."
                )
            return
        answer = partial(self.play.answer_draw, other)
        accept, decline = (partial(answer, accepts=yes) for yes in (True, False))
        replies = (
            Reply("Accept", accept, Style.PRIMARY),
            Reply("Decline", decline, shortcut=CANCEL.shortcut),
        )
        self._ask(f"{side_name(other)}: a draw?", f"{offered}.", replies)

    # Seats.

    def choose_seats(self) -> None:
        """Ask for the player of each side from now on."""

        def done() -> None:
            for side, name in dialog.players.items():
                self.seat(side, name)

        words = "You can hand a side to a bot and take it back at any time."
        replies = (Reply("Done", done, Style.PRIMARY, ESCAPE),)
        theme, names = self.dialogs.theme, self.seats.names
        dialog = SeatsDialog(theme, "Who plays?", words, names, replies)
        self.dialogs.ask(dialog)

    def seat(self, side: Side, name: str) -> None:
        """Change the player of a side from now on."""
        if self.play.seat(side, name):
            self._seats_changed()

    def takes_over(self, event: pygame.Event) -> bool:
        """Offer a seat to a spectator after an unbound key; return whether that was done."""
        if event.type != pygame.KEYDOWN or event.key in MODIFIERS or key_pressed(event) is None:
            return False
        if self.seats.people or self.play.decided or action_of(event) in STEERING:
            return False
        self.take_over()
        return True

    def take_over(self) -> None:
        """Offer the seats of a battle between bots."""
        replies = [
            Reply(f"Play {side_name(side)}", partial(self.seat, side, HUMAN))
            for side in self.seats.names
        ]
        # Any key may have led here: another Enter or Space must not give a seat away.
        watch = Reply("Keep watching", style=Style.PRIMARY, shortcut=CANCEL.shortcut)
        words = "The bot plays until you take over. You can hand back at any time."
        self._ask("Take over from the bot?", words, (*replies, watch), width=WIDE_DIALOG)
