"""The result screen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.bots.registry import POLICIES
from game.content.faults import UnusableFile
from game.content.own_folders import pictures
from game.content.palettes import teams_of
from game.content.save_format import HUMAN
from game.content.table_actions import Action
from game.lab.luck_ledger import SideLuck, ledger
from game.lab.score_sheets import score_sheet
from game.play.log.wording import result_reason, side_name, turn_word, victory
from game.rules.catalog import score_of
from game.screens.battle.undo_steps import step_back
from game.screens.battle_opening import game_screen
from game.screens.card import Card, CardSize
from game.screens.chance_timeline import ChanceTimeline
from game.screens.highlights_dialog import highlight_row
from game.screens.live_game import LiveGame, random_seed, record_of_live_game
from game.screens.luck_view import LuckWidget
from game.screens.menu_screen import MenuScreen
from game.screens.score_dialog import score_dialog
from game.screens.screen import TITLE, Begin, Change, Destination, Home, Open
from game.screens.screenshots import keep
from game.screens.side_totals import tally
from game.text.capitals import capital
from game.view.colours import NEUTRAL
from game.widgets.button import Button, Style
from game.widgets.cells import Child, column, grid, keyed, row, sized, spring
from game.widgets.key_bindings import action_of, key_for
from game.widgets.keys import Key
from game.widgets.list_box import ListBox
from game.widgets.sizes import (
    APART,
    BODY_TEXT,
    BUTTON,
    EDGE,
    SMALL_TEXT,
    STEADY,
    TIGHT,
    TITLE_TEXT,
    VERDICT_TEXT,
)
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph, heading
from game.widgets.theme import CHOSEN, MUTED, WELL

LEAVE = "leave"
"""Key of the button that leads home."""
QUIET_SECONDS = 1.0
"""Seconds without a click or key after which the next one is meant for the result.

Players who press Enter again and again do so about twice a second.
"""
NOT_UNDONE = "Nothing to undo", "Only choices of people who still play can be undone."
"""Title and words of the message after Undo in a battle of bots."""
HINTS = {
    "Rematch": "Play this battle again with new dice",
    "Save picture": "Save a picture that contains the game: drop it on the window to open it",
    "Swap sides": "Rematch with sides swapped",
}


def _player(name: str) -> str:
    return "a person" if name == HUMAN else f"a bot, {POLICIES.described(name).label}"


class ResultScreen(MenuScreen):
    def __init__(
        self,
        live_game: LiveGame,
        *,
        battle_speed: float = 0.0,
        undo: Callable[[], None] | None = None,
    ) -> None:
        """Show how a game ended.

        *battle_speed*: playback speed of games opened from here; 0 takes it from the settings.
        *undo*: has the screen below undo the last choice once it is shown again.
        """
        self.live_game, self.battle_speed, self._undo = live_game, battle_speed, undo
        self._quiet = 0.0
        """Seconds since it was first shown, and since the last input meant for the battle."""
        table, story = live_game.session.table, live_game.session.game.story
        self.accounts = ledger(story, table.sides)
        timeline = ChanceTimeline(record_of_live_game(live_game))
        timeline.finish()
        self.highlights = timeline.highlights
        """The turning points, which are the highlights of the replay."""
        self.totals = {side: tally(live_game, side) for side in table.sides}
        self.rows = [highlight_row(highlight, table) for highlight in self.highlights]

    @property
    def is_new(self) -> bool:
        """Return whether it has just opened: clicks and keys were meant for the battle.

        A player who goes on clicking or pressing keys has not seen it yet.
        """
        return self._quiet < QUIET_SECONDS

    def route(self, event: pygame.Event) -> None:
        if self.is_new and event.type in {pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN}:
            self._quiet = 0.0
        elif action_of(event) is Action.TAKE_BACK and not self.stack.dialog:
            self.undo()
        else:
            super().route(event)

    def undo(self) -> None:
        """Return to the table to undo the last choice there; say so if there is none."""
        if self._undo and step_back(self.live_game):
            self._undo()
            self.back()
        else:
            self.show_message(*NOT_UNDONE)

    def update(self, seconds: float) -> Change | None:
        self._quiet += seconds
        return super().update(seconds)

    def view(self) -> Card:
        one, other = (self._side(n, account) for n, account in enumerate(self.accounts))
        parts = grid(one, self._turning_points(), other, columns=3, gap=APART)
        foot = self._foot()
        body = column(
            self._verdict(), sized(column(parts, scroll=True), grow=1), foot, gap=APART
        )
        focus = LEAVE if self.live_game.tie else "Rematch"
        return Card("", body, size=CardSize.PAGE, focus=focus)

    def _verdict(self) -> Child:
        result, mission = self.live_game.result, self.live_game.mission
        table = self.live_game.session.table
        winner = result.winner if result else None
        team = teams_of(table.sides)[table.sides.index(winner)] if winner else NEUTRAL
        words = victory(winner).upper()
        turn = table.clock.round
        when = f"in {turn_word(table)} {turn}" if turn else "before the battle"
        reason = capital(result_reason(winner, result.reason)) if result else ""
        reason = f"{reason}, {when}" if reason else ""
        has_sheet, clause = score_of(mission).has_sheet, result.clause if result else ""
        sheet = self._small("Score sheet", self.open_sheet, key_for(Action.SHEET))
        cited = self._small(clause, partial(self.open_clause, clause))
        title = Label(words, size=VERDICT_TEXT, colour=team.light, face="title", align="centre")
        verdict = column(
            title,
            Label(reason, size=BODY_TEXT, colour=MUTED, align="centre"),
            gap=0,
        )
        return row(
            sized(row(sheet if has_sheet else None, spring()), width=STEADY),
            sized(verdict, grow=1),
            sized(row(spring(), cited if clause else None), width=STEADY),
            align="start",
        )

    def _small(self, label: str, press: Callable[[], None], key: Key | None = None) -> Button:
        return Button(label, press, shortcut=key, style=Style.GHOST, size=SMALL_TEXT)

    def open_sheet(self) -> None:
        """Show the points scored in each round."""
        game = self.live_game.session.game
        sheet = score_sheet(game.table, game.story, self.live_game.mission)
        theme, sides = self.frame.theme, game.table.sides
        self.stack.ask(score_dialog(theme, sheet, sides, self.open_clause))

    def _side(self, n: int, account: SideLuck) -> Child:
        """Return a side's totals, and the luck of its dice."""
        totals = self.totals[account.side]
        team = teams_of(self.live_game.session.table.sides)[n]
        noun = score_of(self.live_game.mission).unit
        player = f"{noun} · played by {_player(self.live_game.seats.names[totals.side])}"
        name = Label(
            side_name(totals.side).upper(), size=TITLE_TEXT, colour=team.plain, face="title"
        )
        return column(
            row(
                sized(name, grow=1),
                sized(
                    Label(str(totals.points), size=VERDICT_TEXT, face="title"), height=BUTTON
                ),
            ),
            Label(player, size=SMALL_TEXT, colour=CHOSEN),
            Paragraph((TextSpan("\n".join(totals.lines), MUTED),)),
            heading("Dice luck"),
            LuckWidget(account, team),
            spring(),
            pad=EDGE,
            gap=TIGHT,
            plate=WELL,
        )

    def _turning_points(self) -> Child:
        """Return the turning points; each opens the replay at its place."""
        rows = ListBox(
            self.rows,
            on_open=lambda id_: self.replay(int(id_)),
            is_compact=True,
            has_long_details=True,
            at_once=True,
        )
        return column(
            heading("Turning points"),
            rows if self.rows else Paragraph((TextSpan("No turning points.", MUTED),)),
            None if self.rows else spring(),
            pad=EDGE,
            plate=WELL,
        )

    def _foot(self) -> Child:
        again = (
            ("Rematch", self.rematch, "swords", Style.PRIMARY, pygame.K_r),
            ("Swap sides", self.swap, "refresh-cw", Style.PLAIN, pygame.K_s),
        )
        # A battle of a campaign is fought only once.
        is_last = self.live_game.tie is not None
        calls = (
            *(() if is_last else again),
            ("Replay", self.replay, "play", Style.PLAIN, pygame.K_w),
            ("Save picture", self.picture, "save", Style.PLAIN, pygame.K_p),
            ("See table", self.back, "eye", Style.PLAIN, pygame.K_ESCAPE),
        )
        buttons = [self._button(*call) for call in calls]
        style, home = Style.PRIMARY if is_last else Style.GHOST, self.frame.home
        label = f"{'Quit' if home == TITLE else 'Back'} to {home}"
        leave = keyed(LEAVE, self._button(label, self.title, "log-out", style, pygame.K_t))
        # Each is as wide as its label, so that all of them fit into a narrow card.
        return row(*(sized(button, grow=1) for button in (*buttons, leave)))

    def _button(
        self, label: str, press: Callable[[], None], icon: str, style: Style, key: int
    ) -> Button:
        icon, hint = f"ui/{icon}", HINTS.get(label, "")
        return keyed(
            label, Button(label, press, shortcut=Key(key), style=style, icon=icon, hint=hint)
        )

    def rematch(self) -> None:
        self._again(swapped=False)

    def swap(self) -> None:
        self._again(swapped=True)

    def _again(self, *, swapped: bool) -> None:
        seed = random_seed()
        again = self.live_game.again(seed, swapped=swapped)
        self.change = Begin(game_screen(again, speed=self.battle_speed))

    def replay(self, at: int | None = None) -> None:
        """Open the replay, from the beginning or from after *at* events."""
        story = record_of_live_game(self.live_game)
        speed = self.battle_speed
        self.change = Open(Destination("replay", story, at=at or 0, battle_speed=speed))

    def picture(self) -> None:
        """Save a picture of the results that contains the game, and show its path."""
        picture = pygame.Surface(self.frame.size)
        self.fill(self.frame)
        self.draw(picture)
        title = f"{self.live_game.battle.scenario.title}, results"
        try:
            path = keep(picture, pictures(), title, self.live_game.as_text())
        except UnusableFile as error:
            self.show_message("The picture could not be saved", str(error))
        else:
            self.show_message("Picture saved", f"Saved to {path}")

    def title(self) -> None:
        self.change = Home()
