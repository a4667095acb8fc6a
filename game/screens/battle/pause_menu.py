"""The pause menu of a battle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from game.content.faults import UnusableFile
from game.content.own_folders import pictures
from game.play.log.wording import side_does
from game.screens.army_dialog import army_dialog
from game.screens.battle.agreements import ESCAPE, Agreements
from game.screens.battle.battle_play import BattlePlay
from game.screens.clause_dialog import clause_dialog
from game.screens.dialog_opener import DialogOpener
from game.screens.help_pages import how_to_play
from game.screens.screen import TITLE, Change, Destination, Home, Open
from game.screens.screenshots import keep
from game.widgets.button import Style
from game.widgets.dialogs import Menu, name_dialog
from game.widgets.panel_stack import CANCEL, Dialog, Reply

FOUND = "Find it under Load, here or on the title screen."


class Pause:
    def __init__(
        self,
        play: BattlePlay[Any],
        dialogs: DialogOpener,
        agreements: Agreements,
        go: Callable[[Change], None],
        table_shot: Callable[[], pygame.Surface],
        window_shot: Callable[[], pygame.Surface],
    ) -> None:
        """*go*: requests a change of screen; the *shots* take pictures of the game."""
        self.play, self.dialogs, self.agreements = play, dialogs, agreements
        self._table_shot, self._window_shot = table_shot, window_shot
        self._go, self.live_game = go, play.live_game
        self.battle = self.live_game.battle

    def open(self, home: str, speed: float) -> None:
        """Open the menu; the game waits meanwhile.

        A spectator of a visited game leaves at once. *home*: the screen that leaving leads to;
        *speed*: the playback speed, for a game that is loaded.
        """
        live_game, seats = self.live_game, self.play.seats
        if home != TITLE and not seats.people:
            self.leave()
            return
        replies = [
            Reply("Resume", style=Style.PRIMARY, shortcut=ESCAPE),
            *([Reply("Save as…", self.save_as)] if live_game.is_savable else []),
            Reply("Load…", partial(self.load, speed)),
            Reply("How to play…", self.how_to_play),
            Reply("Save a picture…", self.picture),
            Reply("Settings…", self.settings),
        ]
        if any(roster.army for roster in self.battle.brought()):
            replies.insert(4, Reply("Armies…", self.armies))
        if not self.play.decided:
            replies.append(Reply("Who plays?…", self.agreements.choose_seats))
        if seats.suggests:
            again = self.agreements.choose_casualties
            replies.append(Reply("Ask about casualties again", again))
        if seats.people and not self.play.decided:
            replies.append(Reply("Offer a draw…", self.agreements.offer_draw))
            replies.append(Reply("Concede…", self.concede))
        replies.append(Reply(f"Quit to {home}", self.leave, Style.DANGER))
        words = "Saved automatically after every choice."
        if not live_game.kept:
            words = live_game.why_not_kept
        elif not live_game.written:
            words = "This game is no longer being saved automatically."
        self.dialogs.ask(Menu(self.dialogs.theme, "Paused", words, replies))

    def save_as(self) -> None:
        """Ask for a name, and save the game under it."""
        theme, usual = self.dialogs.theme, self.play.title
        self.dialogs.ask(
            name_dialog(theme, "Save as", "Name of the save", usual, "Save", self._save)
        )

    def _save(self, name: str) -> None:
        self.dialogs.dismiss()
        try:
            saved = self.live_game.save_as(name).stem
        except UnusableFile as error:
            self.dialogs.notify("Not saved", str(error))
        else:
            self.dialogs.notify("Saved", f"Saved as “{saved}”. {FOUND}")

    def how_to_play(self) -> None:
        """Show the scenario's how-to-play page, or the rulebook if it has none."""
        self._go(Open(how_to_play(self.battle.scenario.id)))

    def armies(self) -> None:
        """``MC-26``  Show the army lists of both sides."""
        rosters = self.battle.brought()
        self.dialogs.ask(army_dialog(self.dialogs.theme, rosters, (), self._clause))

    def _clause(self, id_: str) -> None:
        self.dialogs.ask(clause_dialog(self.dialogs.theme, id_, self._clause))

    def picture(self) -> None:
        """Ask for the contents of a picture of the game as it stands."""
        replies = (
            Reply("The table", partial(self._shoot, self._table_shot), Style.PRIMARY),
            Reply("The window", partial(self._shoot, self._window_shot)),
            CANCEL,
        )
        words = "The picture contains the game: drop it on this window to continue from here."
        self.dialogs.ask(Dialog(self.dialogs.theme, "Picture of…", words, replies))

    def _shoot(self, shot: Callable[[], pygame.Surface]) -> None:
        """Write a picture, and show its path."""
        picture = shot()
        try:
            path = keep(picture, pictures(), self.play.title, self.live_game.as_text())
        except UnusableFile as error:
            self.dialogs.notify("Picture not saved", str(error))
        else:
            self.dialogs.notify("Picture saved", f"Saved to {path}")

    def load(self, speed: float) -> None:
        self._go(Open(Destination("saves", battle_speed=speed)))

    def settings(self) -> None:
        self._go(Open(Destination("settings")))

    def concede(self) -> None:
        """Ask whether to concede, and for which side if two people play."""
        people = self.play.seats.people
        replies = [
            Reply(side_does(s, "concedes"), partial(self.play.concede, s), Style.DANGER)
            for s in people
        ]
        kept = " The game stays among your saves." if self.live_game.kept else ""
        words = f"The other side wins.{kept}"
        dialog = Dialog(self.dialogs.theme, "Concede?", words, (*replies, CANCEL))
        self.dialogs.ask(dialog)

    def leave(self) -> None:
        self._go(Home())
