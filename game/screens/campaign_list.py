"""The list of campaigns: those in progress, and those that can be started."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from random import randrange

from game.content.campaign_files import campaign_names, load_campaign
from game.content.campaign_saves import Tie, begun, kept, load_ongoing
from game.content.faults import UnusableFile
from game.rules.campaigns import Course, check_campaign
from game.screens.battle.seats import HUMAN
from game.screens.campaign_parts import id_in_words
from game.screens.campaign_screen import CampaignScreen
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Open
from game.widgets.button import Style
from game.widgets.label import Label
from game.widgets.list_box import ListBox, ListRow
from game.widgets.theme import MUTED

WIDE, MARGIN = 960.0, 24.0
NEW = "new "
"""Prefix of the row id of a campaign that has not begun."""
SEEDS = 1_000_000


class ChooserScreen(MenuScreen):
    """The list of campaigns; Enter or a second click opens the selected one."""

    def lay_out(self) -> None:
        tall = min(self.frame.units[1] - 2 * MARGIN, 620.0)
        panel = self.new_card(WIDE, tall, "CAMPAIGNS")
        words = "Linked battles. A campaign continues where you left it."
        panel.add(Label((28, 58, WIDE - 56, 22), words, size=13, colour=MUTED))
        box = (24, 92, WIDE - 48, tall - 92 - 78)
        self.list = panel.add(ListBox(box, rows(), on_open=self.open, row_height=64))
        able = [row.id for row in self.list.rows if not row.reason]
        self.list.chosen = able[0] if able else ""
        top = tall - 62
        place, none = (24, top, 220, 42), "" if able else "There is no campaign"
        press, style = lambda: self.open(self.list.chosen), Style.PRIMARY
        self.add_button(place, "Open", press, "play", style=style, reason=none)
        self.add_back((WIDE - 164, top, 140, 42))
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
