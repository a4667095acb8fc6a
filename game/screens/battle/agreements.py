"""The pause menu, and agreements between players: draws, undo past dice, seat changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

import pygame

from game.bots.registry import POLICIES
from game.content.save_format import HUMAN
from game.content.settings import Action
from game.play.wording import side_does, side_name, the_side
from game.prompts.prompt import AnyPrompt, Scope
from game.screens.battle.battle_window import BattleParts
from game.screens.battle.playback import Playback
from game.screens.battle.seat_choice import SeatsDialog
from game.screens.live_game import LiveGame
from game.screens.screen import Change, Screen, WindowContext
from game.table.records import Side
from game.widgets.button import Style
from game.widgets.key_bindings import action_of
from game.widgets.keys import MODIFIERS, Key, key_pressed
from game.widgets.panel_stack import CANCEL, Dialog, PanelStack, Reply

STEERING = frozenset({Action.SKIP, Action.TAKE_BACK, Action.REDO})
"""Actions excluded from the keys by which a spectator asks to play."""
ESCAPE = Key(pygame.K_ESCAPE)


class BattleHost(Screen, Protocol):
    """The screen of a running game, as its parts see it."""

    live_game: LiveGame
    frame: WindowContext
    parts: BattleParts
    playback: Playback
    prompt: AnyPrompt | None
    ended: bool
    waited: float
    """Seconds for which a bot has been thinking while nothing was shown."""
    speed: float

    @property
    def stack(self) -> PanelStack: ...

    @property
    def agreements(self) -> Agreements: ...

    def go(self, change: Change) -> None: ...

    def show_message(self, title: str, words: str) -> None: ...

    def seats_changed(self) -> None: ...

    def concede(self, side: Side) -> None: ...

    def with_live_game(self, live_game: LiveGame) -> Screen: ...


class Agreements:
    def __init__(self, host: BattleHost) -> None:
        self.host = host

    def note(self, words: str) -> None:
        """Add a line about an agreement to the log."""
        self.host.parts.log.note(words, self.host.playback.shown)

    # Questions left to others.

    def leave(self, prompt: AnyPrompt) -> None:
        """Leave a question to a bot or to its suggestion; log a lasting order."""
        self.host.live_game.seats.leave(self.host.live_game.session, prompt.scope)
        if prompt.scope is Scope.BATTLE:
            self.note(f"{side_name(prompt.decision.by)}: casualties as suggested from now on")

    def choose_casualties(self) -> None:
        """Let the people at the screen be asked about casualties again."""
        self.host.live_game.seats.ask_again()
        self.note("You are asked about casualties again")
        self.host.seats_changed()

    # Consent to what needs both players.

    def consent(self, by: Side, words: str, then: Callable[[], None]) -> None:
        """Ask the other side whether it agrees with *by*; a bot always agrees.

        *words*: the proposal, for the player and the log. *then* is called if the side agrees.
        """
        live_game = self.host.live_game
        other = live_game.session.table.enemy(by)
        if live_game.seats.is_bot(other):
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
        self.host.stack.ask(Dialog(self.host.stack.theme, title, words, replies, width=width))

    # Draws.

    def offer_draw(self) -> None:
        """Offer a draw for the person at the screen; with two people, ask which one offers."""
        people = self.host.live_game.seats.people
        if len(people) == 1:
            self.offer(people[0])
            return
        offers = [Reply(side_does(s, "offers"), partial(self.offer, s)) for s in people]
        self._ask("Offer a draw?", "The other side may decline.", (*offers, CANCEL))

    def offer(self, by: Side) -> None:
        """Offer a draw to the other side, and show its reply."""
        live_game = self.host.live_game
        other = live_game.session.table.enemy(by)
        offered = f"{side_does(by, 'offers')} a draw"
        self.note(offered)
        if live_game.seats.is_bot(other):
            accepts = live_game.seats.accepts_draw(
                other, live_game.session, live_game.battle.scenario.mission
            )
            self._answer(other, accepts=accepts)
            if not accepts:
                self.host.show_message(
                    "No draw", f"{side_does(other, 'declines')}. The battle goes on."
                )
            return
        accept, decline = (partial(self._answer, other, accepts=yes) for yes in (True, False))
        replies = (
            Reply("Accept", accept, Style.PRIMARY),
            Reply("Decline", decline, shortcut=CANCEL.shortcut),
        )
        self._ask(f"{side_name(other)}: a draw?", f"{offered}.", replies)

    def _answer(self, by: Side, *, accepts: bool) -> None:
        self.note(f"{side_does(by, 'accepts' if accepts else 'declines')} the draw")
        if accepts:
            self.host.live_game.agree_on_draw()
            self.host.playback.skip(self.host.parts)

    # Seats.

    def choose_seats(self) -> None:
        """Ask for the player of each side from now on."""

        def done() -> None:
            for side, name in dialog.players.items():
                self.seat(side, name)

        words = "You can hand a side to a bot and take it back at any time."
        replies = (Reply("Done", done, Style.PRIMARY, ESCAPE),)
        theme, names = self.host.stack.theme, self.host.live_game.seats.names
        dialog = SeatsDialog(theme, "Who plays?", words, names, replies)
        self.host.stack.ask(dialog)

    def seat(self, side: Side, name: str) -> None:
        """Change the player of a side from now on."""
        live_game = self.host.live_game
        if live_game.seats.names[side] == name:
            return
        live_game.seat(side, name)
        id_ = "A person" if name == HUMAN else f"A bot ({POLICIES.described(name).label})"
        self.note(f"{id_} now plays {the_side(side)}")
        self.host.seats_changed()

    def takes_over(self, event: pygame.Event) -> bool:
        """Offer a seat to a spectator after an unbound key; return whether that was done."""
        seats = self.host.live_game.seats
        if event.type != pygame.KEYDOWN or event.key in MODIFIERS or key_pressed(event) is None:
            return False
        if seats.people or self.host.live_game.result or action_of(event) in STEERING:
            return False
        self.take_over()
        return True

    def take_over(self) -> None:
        """Offer the seats of a battle between bots."""
        replies = [
            Reply(f"Play {side_name(side)}", partial(self.seat, side, HUMAN), Style.PRIMARY)
            for side in self.host.live_game.seats.names
        ]
        watch = Reply("Keep watching", style=Style.GHOST, shortcut=CANCEL.shortcut)
        words = "The bot plays until you take over. You can hand back at any time."
        self._ask("Take over from the bot?", words, (*replies, watch), width=640)
