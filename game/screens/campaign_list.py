"""The list of campaigns: those in progress, and those that can be started."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from random import randrange

import pygame

from game.content.campaign_files import campaign_names, load_campaign
from game.content.campaign_saves import Tie, begun, kept, load_ongoing
from game.content.faults import UnusableFile
from game.rules.campaigns import Course, check_campaign
from game.screens.battle.dialogs import notice
from game.screens.battle.seats import HUMAN
from game.screens.campaign_parts import id_in_words
from game.screens.campaign_screen import CampaignScreen
from game.screens.demo_battle import Backdrop
from game.screens.screen import Change, Close, Open, WindowContext
from game.widgets.button import Button, Style
from game.widgets.keys import Key
from game.widgets.label import Label
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import AMBER, CARD, MUTED

WIDE, MARGIN = 960.0, 24.0
NEW = "new "
"""Prefix of the row id of a campaign that has not begun."""
SEEDS = 1_000_000


class ChooserScreen:
    """The list of campaigns; Enter or a second click opens the selected one."""

    stack: PanelStack

    def __init__(self) -> None:
        self.change: Change | None = None

    def fill(self, frame: WindowContext) -> None:
        self.frame = frame
        self.stack = PanelStack(frame.theme)
        wide, high = frame.units
        tall = min(high - 2 * MARGIN, 620.0)
        box = ((wide - WIDE) / 2, (high - tall) / 2, WIDE, tall)
        panel = self.stack.add(Panel(frame.theme, box, CARD))
        panel.add(Label((28, 16, 400, 42), "CAMPAIGNS", size=28, colour=AMBER, face="title"))
        words = "Linked battles. A campaign continues where you left it."
        panel.add(Label((28, 58, WIDE - 56, 22), words, size=13, colour=MUTED))
        box = (24, 92, WIDE - 48, tall - 92 - 78)
        self.list = panel.add(ListBox(box, rows(), on_open=self.open, row_height=64))
        able = [row.id for row in self.list.rows if not row.reason]
        self.list.chosen = able[0] if able else ""
        top = tall - 62
        start = Button((24, top, 220, 42), "Open", lambda: self.open(self.list.chosen))
        start.icon, start.style = "ui/play", Style.PRIMARY
        start.reason = "" if able else "There is no campaign"
        panel.add(start)
        back = Button((WIDE - 164, top, 140, 42), "Back", self.back, icon="ui/arrow-left")
        back.shortcut = Key(pygame.K_ESCAPE)
        panel.add(back)
        self.stack.focus.to(self.list if able else None)
        self.backdrop = Backdrop()

    def open(self, id_: str) -> None:
        try:
            self.change = Open(opened(id_))
        except UnusableFile as error:
            self.stack.ask(notice(self.frame.theme, "Not opened", str(error)))

    def back(self) -> None:
        self.change = Close()

    def handle(self, event: pygame.Event) -> Change | None:
        self.stack.handle(event)
        change, self.change = self.change, None
        return change

    def update(self, seconds: float) -> Change | None:
        self.stack.update(seconds)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        return self.backdrop.draw(canvas, self.frame, self.stack)

    def leave(self) -> None:
        pass


def opened(id_: str) -> CampaignScreen:
    """Return the screen of a row; raise UnusableFile if it cannot be opened."""
    if not id_.startswith(NEW):
        return CampaignScreen.of(id_)
    campaign = load_campaign(id_.removeprefix(NEW))
    check_campaign(campaign)
    one, other = campaign.sides
    seed = randrange(1, SEEDS)  # noqa: S311  which campaign it is, no secret
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
        return ListRow(name, name, error.faults[0].reason, when, faded=True, reason=str(error))
    course = Course(ongoing.campaign(), ongoing.seed, ongoing.fought)
    names, points = course.campaign.names, course.points
    score = ", ".join(f"{names[side]} {many}" for side, many in points.items())
    stands = "over" if course.stage is None else f"battle {len(course.fought) + 1}, "
    stands += course.stage.title if course.stage else ""
    return ListRow(name, f"{course.campaign.title} · {stands}", score, when)


def _of_new(name: str) -> ListRow:
    try:
        campaign = load_campaign(name)
    except UnusableFile as error:
        reason = error.faults[0]
        return ListRow(
            NEW + name, id_in_words(name), str(reason), faded=True, reason=str(error)
        )
    return ListRow(NEW + name, f"New: {campaign.title}", campaign.blurb, hint=campaign.blurb)
