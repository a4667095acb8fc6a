"""The list of campaigns."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from game.content.campaign_files import campaign_names, load_campaign
from game.content.campaign_saves import Tie, kept, load_ongoing
from game.content.faults import UnusableFile
from game.rules.campaigns import Course
from game.screens.campaign_opening import campaign_in_progress, new_campaign
from game.screens.card import Card, CardSize
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Open, WindowContext
from game.screens.shelf import LIST, Shelf, ShelfAction
from game.text.id_words import id_in_words
from game.widgets.button import Style
from game.widgets.cells import column, sized
from game.widgets.list_box import ListRow
from game.widgets.sizes import APART, BODY_TEXT
from game.widgets.text_view import Paragraph

NEW = "new "
"""Prefix of the row id of a campaign that has not begun."""


class ChooserScreen(MenuScreen):
    """The list of campaigns; Enter or a second click opens the selected one."""

    def __init__(self) -> None:
        self.shelf = Shelf(self.open, none="There is no campaign")

    def fill(self, frame: WindowContext) -> None:
        self.shelf.put(rows())
        super().fill(frame)

    def view(self) -> Card:
        words = "Linked battles. A campaign continues where you left it."
        foot = self.shelf.foot(
            ShelfAction("Open", self.open, "play", style=Style.PRIMARY),
            back=self.back_button(),
        )
        chosen = next((one for one in self.shelf.rows if one.id == self.shelf.chosen), None)
        size = BODY_TEXT * self.frame.theme.running
        about = Paragraph(chosen.hint, size=size) if chosen and chosen.hint else None
        body = column(sized(self.shelf.cell(words), grow=1), about, foot, gap=APART)
        focus = LIST if self.shelf.chosen else None
        return Card("CAMPAIGNS", body, size=CardSize.LIST, focus=focus)

    def open(self) -> None:
        """Open the chosen campaign, or show why that fails."""
        id_ = self.shelf.chosen
        is_new, name = id_.startswith(NEW), id_.removeprefix(NEW)
        try:
            self.change = Open(new_campaign(name) if is_new else campaign_in_progress(name))
        except UnusableFile as error:
            self.show_message("Not opened", str(error))


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
    sides = " against ".join(campaign.names.values())
    return ListRow(NEW + name, f"New: {campaign.title}", sides, hint=campaign.blurb)
