"""Agreements between players: draws, undo past dice, seat changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

import pygame

from game.bots.match import POLICIES
from game.content.settings import Action
from game.play.wording import side_does, side_name, the_side
from game.prompts.prompt import AnyPrompt
from game.screens.battle.input_router import Playback
from game.screens.battle.layout import BattleParts
from game.screens.battle.seats import HUMAN
from game.screens.live_game import LiveGame
from game.screens.screen import Change, Screen, WindowContext
from game.table.records import Side
from game.view.style import TEAMS
from game.widgets.button import Style
from game.widgets.inputs import Stepper
from game.widgets.keys import MODIFIERS, Key, action_of, key_pressed
from game.widgets.label import Label
from game.widgets.panel_stack import CANCEL, DIALOG_PADDING, Dialog, PanelStack, Reply
from game.widgets.theme import Theme

PLAYERS = (HUMAN, *POLICIES)
PITCH = 44.0
STEERING = frozenset({Action.SKIP, Action.TAKE_BACK, Action.REDO})
"""Actions excluded from the keys by which a spectator asks to play."""


class BattleHost(Screen, Protocol):
    """The screen of a running game, as its parts see it."""

    live_game: LiveGame
    frame: WindowContext
    parts: BattleParts
    playback: Playback
    prompt: AnyPrompt | None
    ended: bool
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
        theme, seats = self.host.stack.theme, self.host.live_game.seats
        self.host.stack.ask(SeatsDialog(theme, seats.names, self.seat))

    def seat(self, side: Side, name: str) -> None:
        """Change the player of a side from now on."""
        seats = self.host.live_game.seats
        if seats.names[side] == name:
            return
        seats.seat(side, name)
        id_ = "A person" if name == HUMAN else f"A bot ({name})"
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


class SeatsDialog(Dialog):
    """Dialog that assigns the players; changed at once, by arrows or clicks."""

    def __init__(
        self, theme: Theme, names: dict[Side, str], on_seat: Callable[[Side, str], None]
    ) -> None:
        words = "You can hand a side to a bot and take it back at any time."
        room = PITCH * len(names) - 8
        done = Reply("Done", self._done, Style.PRIMARY, Key(pygame.K_ESCAPE))
        super().__init__(theme, "Who plays?", words, (done,), width=480, room=room)
        self._on_seat = on_seat
        self._wanted = dict(names)
        labels = ["A person" if p == HUMAN else f"Bot: {p}" for p in PLAYERS]
        for n, (side, name) in enumerate(names.items()):
            top = self.body_top + n * PITCH
            colour = TEAMS[n].plain
            box = (DIALOG_PADDING, top, 150, 34)
            self.add(Label(box, side_name(side), size=17, colour=colour, face="heading"))
            place = (DIALOG_PADDING + 160, top, 480 - 2 * DIALOG_PADDING - 160, 34)
            want = partial(self._want, side)
            self.add(Stepper(place, labels, want, PLAYERS.index(name)))

    def _want(self, side: Side, value: int) -> None:
        self._wanted[side] = PLAYERS[value]

    def _done(self) -> None:
        for side, name in self._wanted.items():
            self._on_seat(side, name)
