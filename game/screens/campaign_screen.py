"""The campaign screen, between battles (MI-06)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pygame

from game.content.campaign_files import DRAW, CampaignBattle
from game.content.campaign_saves import Ongoing, Tie, keep, load_ongoing, new_place, place_of
from game.content.faults import UnusableFile
from game.content.file_lookup import is_file
from game.content.file_names import joined
from game.content.own_folders import saves
from game.content.save_format import HUMAN, load_save
from game.play.log.wording import result_reason, side_does
from game.rules.battles import Battle
from game.rules.campaigns import Course
from game.screens.battle_opening import game_screen
from game.screens.campaign_atlas import Atlas
from game.screens.campaign_words import changes, ending, forces, stakes, where, won
from game.screens.card import Card, CardSize
from game.screens.live_game import LiveGame, record_of_save, resume_game, start_game
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Change, Destination, Load, Open, Visit, WindowContext
from game.screens.seat_choice import SeatChoice
from game.shown.player_names import all_players, known_player
from game.table.records import Result, Side
from game.table.state import Table
from game.text.capitals import capital
from game.view.colours import NEUTRAL, TEAMS
from game.widgets.button import Button, Style
from game.widgets.cells import Child, column, grid, keyed, row, sized, spring
from game.widgets.keys import Key
from game.widgets.sizes import (
    APART,
    CLOSE,
    EDGE,
    FIELD,
    HEADING_TEXT,
    LEAST_PICTURE,
    LOW,
    SMALL_TEXT,
    TEXT_COLUMN,
    TIGHT,
    TITLE_TEXT,
)
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry, Paragraph
from game.widgets.theme import CHOSEN, MUTED, TEXT, WELL

ATLAS, FIGHT, BACK = "map", "fight", "back"
"""Keys of the widgets."""
BLANK = LogEntry((TextSpan(" "),))


class CampaignScreen(MenuScreen):
    """The screen of a campaign; Enter fights the next battle."""

    def __init__(self, ongoing: Ongoing, name: str = "") -> None:
        """Show a campaign; *name* is its name in saves, empty until its first battle.

        A battle that was over when the window was closed counts.
        """
        self.ongoing, self.name = ongoing, name
        self.course = Course(ongoing.campaign(), ongoing.seed, ongoing.fought)
        self.chosen = ""
        """Id of the battle that is described."""
        self.where, self.entries = "", tuple[LogEntry, ...]()
        """Place of the chosen battle, and the text about it."""
        self.no_replay = ""
        """Reason why the chosen battle has no replay; empty if it has one."""
        self.is_begun = False
        """True if the battle that is due has been begun."""
        self.forces: dict[str, list[str]] = {}
        """Missing and seasoned units of each side."""
        self.live_game: LiveGame | None = None
        """Battle that was opened from here."""
        self._trouble = ""
        """Error to be shown once the screen is filled."""
        if name:
            self._take_result()

    def _take_result(self) -> None:
        """Count the battle in progress, if its save is of a finished game."""
        try:
            live_game = self._resumed()
        except UnusableFile as error:
            self._trouble = str(error)
            return
        due = Tie(self.name, len(self.course.fought))
        if live_game and live_game.result and live_game.tie == due:
            self.count(live_game.session.table, live_game.result)

    def count(self, table: Table, result: Result) -> None:
        """Count the result of the battle that was due."""
        fought = self.course.outcome(table, result, self.ongoing.playing)
        self.course = self.course.after(fought)
        self.keep(playing="", fought=self.course.fought)

    def keep(self, **changes: object) -> None:
        """Save the campaign with some changes; errors are shown later."""
        self.ongoing = self.ongoing.model_copy(update=changes)
        try:
            path = place_of(self.name) if self.name else new_place(self.course.campaign)
            keep(path, self.ongoing)
        except UnusableFile as error:
            self._trouble = str(error)
        else:
            self.name = self.name or Tie.named(path)

    def _come_back(self) -> None:
        """Check the battle that was opened from here, because it may be over."""
        live_game, self.live_game = self.live_game, None
        if live_game is None:
            return
        with suppress(UnusableFile):  # The error was shown when writing failed.
            self.ongoing = load_ongoing(place_of(self.name))
        if live_game.result:
            self.count(live_game.session.table, live_game.result)
            self.chosen = ""

    # Layout

    def fill(self, frame: WindowContext) -> None:
        """Count the battle that was opened from here, and show the campaign as it is now."""
        was_away = self.live_game is not None
        self._come_back()
        self.seats = SeatChoice(all_players())
        self.is_begun = _save_of(self.ongoing.playing) is not None
        sides = self.course.campaign.sides
        self.forces = {side: forces(self.course, side) for side in sides}
        due = self.course.stage
        self.choose(self.chosen or (due.id if due else self.course.fought[-1].stage))
        super().fill(frame)
        if was_away:
            self.stack.focus.to(self.panel.known(self._first))
        if self._trouble:
            self.show_message("Something went wrong", self._trouble)
            self._trouble = ""

    @property
    def _first(self) -> str:
        """Return the key of the button that has the focus at first."""
        return FIGHT if self.course.stage else BACK

    def view(self) -> Card:
        atlas = keyed(ATLAS, Atlas(self.course, self.chosen, self.choose))
        sides = enumerate(self.course.campaign.sides)
        left = column(
            sized(column(atlas, plate=WELL), height=LEAST_PICTURE, grow=1),
            grid(*(self._side(n, side) for n, side in sides), columns=2, gap=APART),
            gap=APART,
        )
        content = row(sized(left, grow=1), sized(self._story(), width=TEXT_COLUMN), gap=APART)
        body = column(sized(content, grow=1), self._foot(), gap=APART)
        title, aside = self.course.campaign.title.upper(), self._due()
        return Card(title, body, aside=aside, size=CardSize.PAGE, focus=self._first)

    def _due(self) -> Child:
        """Return the battle that is due, or who won, and the clause."""
        campaign, course = self.course.campaign, self.course
        if course.stage:
            words, colour = f"Battle {len(course.fought) + 1}: {course.stage.title}", TEXT
        elif course.winner:
            words = side_does(Side(campaign.names[course.winner]), "wins the campaign")
            colour = TEAMS[campaign.sides.index(course.winner)].light
        else:
            words, colour = "The campaign is a draw", NEUTRAL.light
        press = partial(self.open_clause, "MI-06")
        return row(
            Label(words, size=HEADING_TEXT, colour=colour, face="heading"),
            Button("MI-06", press, size=SMALL_TEXT, style=Style.GHOST),
        )

    def _side(self, n: int, side: str) -> Child:
        course, player = self.course, self._player(side)
        name = course.campaign.names[side].upper()
        points = str(course.points[side])
        words = won(course, side) if course.fought else "No battles fought yet"
        lines = (TextSpan("\n".join(self.forces[side]), MUTED),)
        asked = "Who plays this side in the next battle"
        seat = partial(self._seat, side)
        kind = self.seats.kind(player, seat, hint=asked)
        character = self.seats.character(player, seat)
        return keyed(
            side,
            column(
                row(
                    sized(
                        Label(name, size=TITLE_TEXT, colour=TEAMS[n].plain, face="title"),
                        grow=1,
                    ),
                    Label(points, size=TITLE_TEXT, face="title", align="right", hint="points"),
                ),
                Label(words, size=SMALL_TEXT, colour=CHOSEN),
                row(
                    *(sized(one, height=LOW, grow=1) for one in (kind, character) if one),
                    gap=CLOSE,
                ),
                self.seats.note(player),
                Paragraph(lines),
                pad=EDGE,
                gap=TIGHT,
                plate=WELL,
            ),
        )

    def _player(self, side: str) -> str:
        return known_player(self.ongoing.players.get(side, HUMAN))

    def _seat(self, side: str, name: str) -> None:
        players = {**self.ongoing.players, side: name}
        if self.name:
            self.keep(players=players)
        else:
            self.ongoing = self.ongoing.model_copy(update={"players": players})

    def _story(self) -> Child:
        """Return the text about the chosen battle."""
        title = self.course.campaign.stages[self.chosen].title
        return column(
            Label(title, size=TITLE_TEXT, face="title"),
            Label(self.where, size=SMALL_TEXT, colour=CHOSEN),
            sized(Log(entries=self.entries, indent=0, follows=False), height=0, grow=1),
            pad=EDGE,
            gap=TIGHT,
            plate=WELL,
        )

    def choose(self, id_: str) -> None:
        """Choose a battle, and look up the text about it."""
        self.chosen = id_
        course = self.course
        stage = course.campaign.stages[id_]
        self.where = where(course, stage)
        self.entries = (*self._leads(stage), BLANK, *self._follows(stage))
        fought = next((one for one in course.fought if one.stage == id_), None)
        self.no_replay = "" if fought else "This battle was not fought"
        if fought and not _save_of(fought.save):
            self.no_replay = "Its save no longer exists"

    def _leads(self, stage: CampaignBattle) -> Iterator[LogEntry]:
        """Yield the description of a battle.

        For the one that is due, also the events before it.
        """
        came = self.course.came if self.course.stage == stage else None
        if came:
            yield from (LogEntry((TextSpan(came.text, MUTED),)), BLANK)
        yield LogEntry((TextSpan(stage.text, TEXT),))
        if came and (brought := ", ".join(changes(self.course, came))):
            yield from (
                BLANK,
                LogEntry((TextSpan(f"{brought[:1].upper()}{brought[1:]}.", CHOSEN),)),
            )

    def _follows(self, stage: CampaignBattle) -> Iterator[LogEntry]:
        campaign = self.course.campaign
        fought = next((one for one in self.course.fought if one.stage == stage.id), None)
        for result in stage.result:
            if fought and fought.winner != result.winner:
                continue
            sides = campaign.sides
            side = result.winner in sides
            team = TEAMS[sides.index(result.winner)] if side else NEUTRAL
            words = f"{ending(campaign, result.winner)}: "
            won = TextSpan(words, team.light, face="strong")
            yield LogEntry((won, TextSpan(stakes(self.course, result), TEXT)))
            if fought:
                winner = None if fought.winner == DRAW else Side(fought.winner)
                how = capital(result_reason(winner, fought.reason))
                how = f"{how}, in turn {fought.turns}."
                yield from (BLANK, LogEntry((TextSpan(f"{how} {result.text}", MUTED),)))

    def _foot(self) -> Child:
        fight = Button(
            "Continue the battle" if self.is_begun else "Fight the battle",
            self.fight,
            icon="ui/swords",
            shortcut=Key(pygame.K_RETURN),
            style=Style.PRIMARY,
            reason="" if self.course.stage else "The campaign is over",
        )
        key, no = Key(pygame.K_w), self.no_replay
        return row(
            sized(keyed(FIGHT, fight), least=FIELD),
            Button("Replay", self.replay, icon="ui/eye", shortcut=key, reason=no),
            spring(),
            keyed(BACK, self.back_button()),
        )

    # Actions

    def fight(self) -> None:
        """Open the battle that is due in its present state, or show why that fails."""
        self.change = Load(
            "Opening the battle",
            lambda: self._resumed() or self.course.battle(),
            self._opened,
            lambda error: self.show_message("The battle cannot be fought", str(error)),
        )

    def _opened(self, found: LiveGame | Battle) -> Change:
        self.live_game = found if isinstance(found, LiveGame) else self._fresh(found)
        return Visit(game_screen(self.live_game), "campaign")

    def _resumed(self) -> LiveGame | None:
        path = _save_of(self.ongoing.playing)
        return resume_game(load_save(path)) if path else None

    def _fresh(self, battle: Battle) -> LiveGame:
        stage = self.course.stage
        assert stage
        self.keep()
        players = [self._player(side) for side in self.course.campaign.sides]
        players = players[::-1] if stage.swapped else players
        tie = Tie(self.name, len(self.course.fought)) if self.name else None
        return start_game(battle, players, tie=tie)

    def replay(self) -> None:
        """Open the replay of the selected battle."""
        fought = next(one for one in self.course.fought if one.stage == self.chosen)
        self.change = Load(
            "Opening the replay",
            lambda: record_of_save(load_save(joined(saves(), fought.save))),
            lambda story: Open(Destination("replay", story)),
            lambda error: self.show_message("Not loaded", str(error)),
        )


def _save_of(name: str) -> Path | None:
    """Return the save of a battle by its name; None if it has none, or it no longer exists."""
    path = joined(saves(), name) if name else None
    return path if path and is_file(path) else None
