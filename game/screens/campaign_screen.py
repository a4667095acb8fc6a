"""The campaign screen, between battles (MI-06), and the list of campaigns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

import pygame

from game.content.campaign_files import DRAW, CampaignBattle, campaign_names, load_campaign
from game.content.campaign_saves import (
    Ongoing,
    Tie,
    begun,
    keep,
    kept,
    load_ongoing,
    new_place,
    place_of,
)
from game.content.faults import UnusableFile
from game.content.file_lookup import is_file
from game.content.file_names import joined
from game.content.own_folders import saves
from game.content.save_format import HUMAN, load_save
from game.play.wording import result_reason, side_does
from game.rules.battles import Battle
from game.rules.campaigns import Course, check_campaign
from game.screens.battle.seat_choice import NOTE_HIGH, add_seat, known_player
from game.screens.battle_screens import battle_screen
from game.screens.campaign_parts import (
    Atlas,
    changes,
    ending,
    forces,
    id_in_words,
    stakes,
    where,
    won,
)
from game.screens.live_game import (
    LiveGame,
    random_seed,
    record_of_save,
    resume_game,
    start_game,
)
from game.screens.menu_screen import MenuScreen
from game.screens.replay import ReplayScreen
from game.screens.result import capital
from game.screens.screen import Change, Load, Open, Visit
from game.table.records import Result, Side
from game.table.state import Table
from game.view.style import NEUTRAL, TEAMS
from game.widgets.button import Button, Style
from game.widgets.list_box import ListBox, ListRow
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry, Paragraph
from game.widgets.theme import AMBER, MUTED, TEXT, WELL, Box
from game.widgets.widget import Panel

WIDE, HIGH = 1240.0, 700.0
EDGE, GAP = 24.0, 16.0
TOP, FOOT = 66.0, 74.0
LEFT = 0.58
"""Share of the width for the map and the sides."""
SIDES = 172.0
"""Height of the panels of the sides."""
BLANK = LogEntry((TextSpan(" "),))


class CampaignScreen(MenuScreen):
    """The screen of a campaign; Enter fights the next battle."""

    def __init__(self, ongoing: Ongoing, name: str = "") -> None:
        """Show a campaign; *name* is its name in saves, empty until its first battle."""
        self.ongoing, self.name = ongoing, name
        self.course = Course(ongoing.campaign(), ongoing.seed, ongoing.fought)
        self.chosen = ""
        self.live_game: LiveGame | None = None
        """Battle that was opened from here."""
        self._trouble = ""
        """Error to be shown once the screen is filled."""

    @classmethod
    def of(cls, name: str) -> CampaignScreen:
        """Open a campaign in progress; raise UnusableFile.

        A battle that was over when the window was closed counts.
        """
        screen = cls(load_ongoing(place_of(name)), name)
        screen.take_result()
        return screen

    def take_result(self) -> None:
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

    def lay_out(self) -> None:
        """Build the panels; first count the battle that was opened from here."""
        self._come_back()
        wide, high = self.frame.units
        w, h = min(WIDE, wide - 24), min(HIGH, high - 24)
        name = self.course.campaign.title.upper()
        panel = self.new_card(w, h, name, (28, 14, w * 0.5 - 36, 42), 30)
        left, low = w * LEFT - EDGE, h - FOOT - SIDES
        self._add_head(panel, w)
        box: Box = (EDGE, TOP, left, low - TOP - GAP)
        panel.inlay(box, WELL)
        self.atlas = panel.add(Atlas(box, self.course, self.choose))
        for n, side in enumerate(self.course.campaign.sides):
            each = (left - GAP) / 2
            self._add_side(panel, (EDGE + n * (each + GAP), low, each, SIDES), n, side)
        self.story = EDGE + left + GAP, TOP, w - left - GAP - 2 * EDGE, h - TOP - FOOT
        self._add_buttons(w, h)
        self._add_story(panel)
        self.choose(self.chosen or self.atlas.chosen)
        if self._trouble:
            self.show_message("Something went wrong", self._trouble)
            self._trouble = ""

    def _add_head(self, panel: Panel, wide: float) -> None:
        campaign, course = self.course.campaign, self.course
        if course.stage:
            words, colour = f"Battle {len(course.fought) + 1}: {course.stage.title}", TEXT
        elif course.winner:
            words = side_does(Side(campaign.names[course.winner]), "wins the campaign")
            colour = TEAMS[campaign.sides.index(course.winner)].light
        else:
            words, colour = "The campaign is a draw", NEUTRAL.light
        box: Box = (wide * 0.5, 18, wide * 0.5 - 28 - 84, 36)
        panel.add(Label(box, words, size=20, colour=colour, face="heading", align="right"))
        box, press = (wide - 28 - 70, 22, 70, 28), partial(self.open_clause, "MI-06")
        panel.add(Button(box, "MI-06", press, size=13, style=Style.GHOST))

    def _add_side(self, panel: Panel, place: Box, n: int, side: str) -> None:
        left, top, wide, high = place
        panel.inlay(place, WELL)
        name = self.course.campaign.names[side].upper()
        box: Box = (left + 14, top + 6, wide - 90, 32)
        panel.add(Label(box, name, size=24, colour=TEAMS[n].plain, face="title"))
        points = str(self.course.points[side])
        box = (left + wide - 74, top + 4, 60, 36)
        panel.add(Label(box, points, size=32, face="title", align="right", hint="points"))
        words = won(self.course, side) if self.course.fought else "No battles fought yet"
        panel.add(Label((left + 14, top + 40, wide - 28, 20), words, size=13, colour=AMBER))
        box, note = (
            (left + 14, top + 64, wide - 28, 30),
            (left + 14, top + 95, wide - 28, NOTE_HIGH),
        )
        seats = add_seat(panel, box, note, self._player(side), partial(self._seat, side))
        seats.hint = "Who plays this side in the next battle"
        lines = (TextSpan("\n".join(forces(self.course, side)), MUTED),)
        panel.add(Paragraph((left + 14, top + 118, wide - 28, high - 124), lines, size=13))

    def _player(self, side: str) -> str:
        return known_player(self.ongoing.players.get(side, HUMAN))

    def _seat(self, side: str, name: str) -> None:
        players = {**self.ongoing.players, side: name}
        if self.name:
            self.keep(players=players)
        else:
            self.ongoing = self.ongoing.model_copy(update={"players": players})

    def _add_story(self, panel: Panel) -> None:
        """Add empty texts about the selected battle, to be filled by ``choose``."""
        left, top, wide, high = self.story
        panel.inlay(self.story, WELL)
        inner = wide - 32
        title: Box = (left + 16, top + 8, inner, 36)
        self.title = panel.add(Label(title, "", size=26, colour=TEXT, face="title"))
        self.where = panel.add(Label((left + 16, top + 44, inner, 20), "", size=13))
        self.where.colour = AMBER
        box: Box = (left + 16, top + 72, inner, high - 80)
        self.text = panel.add(Log(box, indent=0))

    def choose(self, id_: str) -> None:
        """Select a battle and describe it."""
        self.chosen = self.atlas.chosen = id_
        course = self.course
        stage = course.campaign.stages[id_]
        self.title.text, self.where.text = stage.title, where(course, stage)
        self.text.show([*self._leads(stage), BLANK, *self._follows(stage)])
        self.text.lay_out()
        self.text.scroll.to(0)
        fought = next((one for one in course.fought if one.stage == id_), None)
        reason = "" if fought else "This battle was not fought"
        if fought and not _save_of(fought.save):
            reason = "Its save no longer exists"
        self.replay_button.reason = reason

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
                LogEntry((TextSpan(f"{brought[:1].upper()}{brought[1:]}.", AMBER),)),
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

    def _add_buttons(self, wide: float, high: float) -> None:
        top = high - FOOT + 16
        going = _save_of(self.ongoing.playing) is not None
        label = "Continue the battle" if going else "Fight the battle"
        box, style = (EDGE, top, 260, 44), Style.PRIMARY
        fight = self.add_button(box, label, self.fight, "swords", pygame.K_RETURN, style=style)
        fight.reason = "" if self.course.stage else "The campaign is over"
        box = (EDGE + 270, top, 150, 44)
        self.replay_button = self.add_button(box, "Replay", self.replay, "eye", pygame.K_w)
        back = self.add_back((wide - EDGE - 140, top, 140, 44))
        self.stack.focus.to(fight if self.course.stage else back)

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
        return Visit(battle_screen(self.live_game), "campaign")

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
            lambda story: Open(ReplayScreen(story, battle_screen)),
            lambda error: self.show_message("Not loaded", str(error)),
        )


def _save_of(name: str) -> Path | None:
    """Return the save of a battle by its name; None if it has none, or it no longer exists."""
    path = joined(saves(), name) if name else None
    return path if path and is_file(path) else None


LIST_WIDE, LIST_MARGIN = 960.0, 24.0
NEW = "new "
"""Prefix of the row id of a campaign that has not begun."""


class ChooserScreen(MenuScreen):
    """The list of campaigns; Enter or a second click opens the selected one."""

    def lay_out(self) -> None:
        tall = min(self.frame.units[1] - 2 * LIST_MARGIN, 620.0)
        panel = self.new_card(LIST_WIDE, tall, "CAMPAIGNS")
        words = "Linked battles. A campaign continues where you left it."
        panel.add(Label((28, 58, LIST_WIDE - 56, 22), words, size=13, colour=MUTED))
        box = (24, 92, LIST_WIDE - 48, tall - 92 - 78)
        self.list = panel.add(ListBox(box, rows(), on_open=self.open, row_height=64))
        able = [row.id for row in self.list.rows if not row.reason]
        self.list.chosen = able[0] if able else ""
        top = tall - 62
        place, none = (24, top, 220, 42), "" if able else "There is no campaign"
        press, style = lambda: self.open(self.list.chosen), Style.PRIMARY
        self.add_button(place, "Open", press, "play", style=style, reason=none)
        self.add_back((LIST_WIDE - 164, top, 140, 42))
        self.stack.focus.to(self.list if able else None)

    def open(self, id_: str) -> None:
        try:
            self.change = Open(opened(id_))
        except UnusableFile as error:
            self.show_message("Not opened", str(error))


def opened(id_: str) -> CampaignScreen:
    """Return the screen of a row; raise UnusableFile if it cannot be opened."""
    if not id_.startswith(NEW):
        return CampaignScreen.of(id_)
    campaign = load_campaign(id_.removeprefix(NEW))
    check_campaign(campaign)
    one, other = campaign.sides
    seed = random_seed()
    return CampaignScreen(begun(campaign, seed, {one: HUMAN, other: "steady"}))


def rows() -> list[ListRow]:
    """Return campaigns in progress, then new ones; unusable rows state the reason."""
    found = [_of_begun(path) for path in kept()]
    return [*found, *(_of_new(name) for name in campaign_names())]


def _of_begun(path: Path) -> ListRow:
    name = Tie.named(path)
    when = datetime.fromtimestamp(path.stat().st_mtime).astimezone().strftime("%d %b %Y, %H:%M")
    try:
        ongoing = load_ongoing(path)
    except UnusableFile as error:
        return ListRow(
            name,
            label=name,
            detail=error.faults[0].reason,
            note=when,
            faded=True,
            reason=str(error),
        )
    course = Course(ongoing.campaign(), ongoing.seed, ongoing.fought)
    names, points = course.campaign.names, course.points
    score = ", ".join(f"{names[side]} {many}" for side, many in points.items())
    stands = "over" if course.stage is None else f"battle {len(course.fought) + 1}, "
    stands += course.stage.title if course.stage else ""
    return ListRow(name, label=f"{course.campaign.title} · {stands}", detail=score, note=when)


def _of_new(name: str) -> ListRow:
    try:
        campaign = load_campaign(name)
    except UnusableFile as error:
        reason = error.faults[0]
        return ListRow(
            NEW + name, id_in_words(name), str(reason), faded=True, reason=str(error)
        )
    return ListRow(NEW + name, f"New: {campaign.title}", campaign.blurb, hint=campaign.blurb)
