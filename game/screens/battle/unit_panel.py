"""The panel of a unit, with its face."""

from __future__ import annotations

from game.screens.battle.panel_part import PanelPart
from game.screens.bust import FACE, Bust
from game.shown.unit_card import UnitCard
from game.view.colours import TEAMS
from game.widgets.cells import LayoutCell, column, row, sized, spring
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import CARD, MUTED, TEXT

UNIT_HEIGHT = 208.0
"""Height in units of the panel."""
EDGES = (8.0, 4.0)
"""Units around the card in its panel."""


class UnitPanel(PanelPart[UnitCard | None]):
    """The panel of the unit that is looked at, or that acts."""

    def view(self) -> LayoutCell:
        """Describe the card, which fills the panel; nothing without a unit."""
        card = self.content
        if card is None:
            return column(spring())
        team = TEAMS[card.team]
        words = column(
            Label(card.name.upper(), size=17, face="title"),
            Label(card.state, size=12, colour=team.light),
            gap=3,
        )
        face = sized(Bust(card.lead.profile, team), width=FACE, height=FACE)
        head = row(face, sized(words, grow=1), gap=8, align="start")
        members = sized(Paragraph(_members(card), size=12), height=0, grow=1)
        return column(sized(column(head, members, gap=5, pad=8, plate=CARD), grow=1), pad=EDGES)


def _members(card: UnitCard) -> list[TextSpan]:
    """Return a line for the models of each kind, with their weapons."""
    spans = list[TextSpan]()
    for n, one in enumerate(card.members):
        begin = "\n" if n else ""
        many = f"{one.count} × " if one.count > 1 else ""
        arms = f"  {one.weapons}" if one.weapons else ""
        spans += [TextSpan(f"{begin}{many}{one.name}", TEXT), TextSpan(arms, MUTED)]
    return spans
