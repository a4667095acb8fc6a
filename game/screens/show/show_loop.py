"""Battles between bots that are shown one after the other, without end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.content.save_format import HUMAN
from game.play.log.wording import result_reason, score_text, side_name, turn_word, victory
from game.rules.catalog import points
from game.screens.battle.screen import BattleScreen
from game.screens.live_game import start_game
from game.screens.screen import Begin, Change, Close, Destination, Screen, WindowContext
from game.screens.show.show_programme import ShowProgramme
from game.table.records import Side, many
from game.view.opening_card import OpeningCard, OpeningPainter, forces_of
from game.widgets.button import Style
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import WIDE_DIALOG

TITLE_SECONDS, RESULT_SECONDS = 6.0, 9.0
"""Seconds of a title card, and of a result card, at a speed of 1."""
OVER = "This battle is over."


class ShowLoopScreen(BattleScreen):
    """A battle of a loop in show mode, between its title card and its result card."""

    def __init__(self, programme: ShowProgramme) -> None:
        live_game = start_game(programme.battle(), programme.players, kept=False)
        super().__init__(live_game, speed=programme.speed, shows=True)
        self.programme = programme
        self._card_seconds = TITLE_SECONDS / programme.speed
        """Seconds for which a card is still shown."""
        self._card: OpeningCard | None = None
        self._painter: OpeningPainter | None = None

    @property
    def card(self) -> OpeningCard:
        """Return the card of the moment: of the battle, or of its result."""
        scenario = self.live_game.battle.scenario
        forces = forces_of(self.live_game.session.table, {s.id: s.name for s in scenario.sides})
        if not self.ended:
            place = self.stage.seen.board.name
            words = "" if place.casefold() == scenario.title.casefold() else place
            return OpeningCard(scenario.title, scenario.blurb, forces, words)
        table, result = self.stage.seen, self.live_game.result
        assert result
        scores = points(self.live_game.mission, table)
        reason = result_reason(result.winner, result.reason)
        now = score_text(scores.values()) if scores else ""
        when = many(table.clock.round, turn_word(table))
        title = f"{victory(result.winner)} {now}".strip()
        stake = f"{reason[:1].upper()}{reason[1:]}, after {when} of {scenario.title}."
        left = tuple(
            force._replace(strength=f"{many(len(table.standing(side)), 'model')} left")
            for side, force in zip(table.sides, forces, strict=False)
        )
        return OpeningCard(title, stake, left, "The next battle follows")

    def handle(self, event: pygame.Event) -> Change | None:
        """Pause at any key or click, and offer to take a side."""
        is_input = event.type in {pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN}
        if self.show_mode.on and self.stack.dialog is None and is_input:
            self._offer()
            return self.take_change()
        return super().handle(event)

    def _offer(self) -> None:
        """Ask whether to go on, to take a side, or to end the show."""
        self.show_mode.wake()
        replies = [Reply("Go on", style=Style.PRIMARY, shortcut=CANCEL.shortcut)]
        if not self.play.decided:
            replies += [
                Reply(f"Play {side_name(side)}", partial(self.take_side, side))
                for side in self.live_game.seats.names
            ]
        replies.append(Reply("End the show", lambda: self.go(Close()), Style.DANGER))
        words = OVER if self.play.decided else "Take a side, and the battle is yours."
        theme = self.dialogs.theme
        self.dialogs.ask(Dialog(theme, "The show is paused", words, replies, width=WIDE_DIALOG))

    def take_side(self, side: Side) -> None:
        """End the show, and let a person play a side from now on."""
        self.live_game.kept = True
        self._card_seconds = 0.0
        self.show_mode.turn()
        self.agreements.seat(side, HUMAN)

    def update(self, seconds: float) -> Change | None:
        """Show the title card first, and the next battle after the result card."""
        if not self.show_mode.on or self.stack.dialog:
            return super().update(seconds)
        if self._card_seconds > 0.0:
            self._card_seconds -= seconds
            self.stack.update(seconds)
            self.show_mode.update(seconds, is_covered=False)
            self.parts.board.spoil()
            if self._card_seconds <= 0.0 and self.ended:
                self._begin_next()
            return self.take_change()
        return super().update(seconds)

    def show_result(self) -> None:
        """Show a card in place of the screen of the result, while it is a show."""
        if not self.show_mode.on:
            super().show_result()
            return
        self._card = None
        self._card_seconds = RESULT_SECONDS / self.programme.speed
        self.parts.board.show_whole()

    def _begin_next(self) -> None:
        self.go(Begin(LoopBreak(self.programme.next())))

    def draw(self, canvas: pygame.Surface) -> list[pygame.Rect]:
        drawn = [*super().draw(canvas)]
        surround = self.show_mode.surround
        if surround is None or self._card_seconds <= 0.0:
            return drawn
        self._card = self._card or self.card
        if self._painter is None or self._painter.look is not surround.theme:
            self._painter = OpeningPainter(surround.theme)
        total = RESULT_SECONDS if self.ended else TITLE_SECONDS
        share = 1.0 - max(0.0, self._card_seconds * self.programme.speed / total)
        if self.stack.dialog is None:
            self._painter.draw(canvas, surround.board, self._card, share)
        return [*drawn, surround.board]


class LoopBreak(Screen):
    """The one frame between two battles of a loop, under the picture of the first one's result.

    The first battle is freed before the second is made: both at once, each with its pictures,
    would need the most memory of the whole loop.
    """

    def __init__(self, programme: ShowProgramme) -> None:
        """*programme*: its present battle is the one that follows."""
        self.programme = programme
        self.caption = programme.battle().scenario.title

    def fill(self, frame: WindowContext) -> None:
        """Leave the picture as it is."""

    def handle(self, event: pygame.Event) -> None:
        """Ignore the event: nothing has been shown that it could be about."""

    def update(self, seconds: float) -> Change:
        """Begin the battle that follows."""
        return Begin(Destination("show loop", self.programme))

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw nothing."""
        return ()

    def leave(self) -> None:
        """Hold nothing that has to be released."""
