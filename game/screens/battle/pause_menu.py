"""The pause menu of a battle."""

from __future__ import annotations

from functools import partial

import pygame

from game.content.faults import UnusableFile
from game.content.how_to_pages import has_page
from game.content.own_folders import pictures
from game.play.wording import side_does, turn_word
from game.screens.battle.agreements import ESCAPE, BattleHost
from game.screens.battle.army_dialog import army_dialog
from game.screens.battle.clause_dialog import clause_dialog
from game.screens.help import HelpScreen
from game.screens.load_game import LoadScreen
from game.screens.screen import TITLE, Home, Open
from game.screens.screenshots import keep, table_shot
from game.screens.settings_screen import SettingsScreen
from game.screens.teaching import HowToScreen
from game.widgets.button import Style
from game.widgets.dialogs import Menu, name_dialog
from game.widgets.panel_stack import CANCEL, Dialog, Reply

FOUND = "Find it under Load, here or on the title screen."


class Pause:
    def __init__(self, host: BattleHost) -> None:
        self.host = host

    def open(self) -> None:
        """Open the menu; the game waits meanwhile.

        A spectator of a visited game leaves at once.
        """
        live_game = self.host.live_game
        if self.host.frame.home != TITLE and not live_game.seats.people:
            self.leave()
            return
        replies = [
            Reply("Resume", style=Style.PRIMARY, shortcut=ESCAPE),
            Reply("Save as…", self.save_as),
            Reply("Load…", self.load),
            Reply("How to play…", self.how_to_play),
            Reply("Save a picture…", self.picture),
            Reply("Settings…", self.settings),
        ]
        if any(roster.army for roster in live_game.battle.brought()):
            replies.insert(4, Reply("Armies…", self.armies))
        if live_game.result is None:
            replies.append(Reply("Who plays?…", self.host.agreements.choose_seats))
        if live_game.seats.suggests:
            again = self.host.agreements.choose_casualties
            replies.append(Reply("Ask about casualties again", again))
        if live_game.seats.people and live_game.result is None:
            replies.append(Reply("Offer a draw…", self.host.agreements.offer_draw))
            replies.append(Reply("Concede…", self.concede))
        replies.append(Reply(f"Quit to {self.host.frame.home}", self.leave, Style.DANGER))
        words = "Saved automatically after every choice."
        if not live_game.kept:
            words = "This is a test game: it is not saved automatically."
        elif not live_game.written:
            words = "This game is no longer being saved automatically."
        self._ask(Menu(self.host.stack.theme, "Paused", words, replies))

    def _ask(self, dialog: Dialog) -> None:
        self.host.stack.ask(dialog)

    def save_as(self) -> None:
        """Ask for a name, and save the game under it."""
        battle, table = self.host.live_game.battle, self.host.live_game.session.table
        usual = f"{battle.scenario.title}, {turn_word(table)} {table.clock.round}"
        theme = self.host.stack.theme
        self._ask(name_dialog(theme, "Save as", "Name of the save", usual, "Save", self._save))

    def _save(self, name: str) -> None:
        self.host.stack.dismiss()
        try:
            saved = self.host.live_game.save_as(name).stem
        except UnusableFile as error:
            self.host.show_message("Not saved", str(error))
        else:
            self.host.show_message("Saved", f"Saved as “{saved}”. {FOUND}")

    def how_to_play(self) -> None:
        """Show the scenario's how-to-play page, or the rulebook if it has none."""
        scenario = self.host.live_game.battle.scenario.id
        self.host.go(Open(HowToScreen(scenario) if has_page(scenario) else HelpScreen()))

    def armies(self) -> None:
        """``MC-26``  Show the army lists of both sides."""
        rosters = self.host.live_game.battle.brought()
        self._ask(army_dialog(self.host.stack.theme, rosters, (), self._clause))

    def _clause(self, id_: str) -> None:
        self._ask(clause_dialog(self.host.stack.theme, id_, self._clause))

    def picture(self) -> None:
        """Ask for the contents of a picture of the game as it stands."""
        replies = (
            Reply("The table", partial(self._shoot, whole=False), Style.PRIMARY),
            Reply("The window", partial(self._shoot, whole=True)),
            CANCEL,
        )
        words = "The picture contains the game: drop it on this window to continue from here."
        self._ask(Dialog(self.host.stack.theme, "Picture of…", words, replies))

    def _shoot(self, *, whole: bool) -> None:
        """Write a picture of the window or the table, and show its path."""
        battle, table = self.host.live_game.battle, self.host.live_game.session.table
        frame = self.host.parts.frame
        if whole:
            # Drawn once more, because the screen now has this dialog in its middle.
            picture = pygame.Surface(frame.size)
            self.host.fill(frame)
            self.host.draw(picture)
            self.host.fill(frame)
        else:
            seen = self.host.parts.board.scene.stage.seen
            parts = self.host.live_game.session.game.rules.parts
            picture = table_shot(seen, parts, frame.theme, frame.size)
        name = f"{battle.scenario.title}, {turn_word(table)} {table.clock.round}"
        try:
            path = keep(picture, pictures(), name, self.host.live_game.as_text())
        except UnusableFile as error:
            self.host.show_message("Picture not saved", str(error))
        else:
            self.host.show_message("Picture saved", f"Saved to {path}")

    def load(self) -> None:
        self.host.go(Open(LoadScreen(self.host.with_live_game)))

    def settings(self) -> None:
        self.host.go(Open(SettingsScreen()))

    def concede(self) -> None:
        """Ask whether to concede, and for which side if two people play."""
        people = self.host.live_game.seats.people
        replies = [
            Reply(side_does(s, "concedes"), partial(self.host.concede, s), Style.DANGER)
            for s in people
        ]
        words = "The other side wins. The game stays among your saves."
        dialog = Dialog(self.host.stack.theme, "Concede?", words, (*replies, CANCEL), width=560)
        self._ask(dialog)

    def leave(self) -> None:
        self.host.go(Home())
