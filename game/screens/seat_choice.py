"""The choice of the player of each side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from game.bots.registry import HELPER
from game.content.palettes import Colour
from game.content.save_format import HUMAN
from game.play.log.wording import side_name
from game.shown.player_names import BOT, PERSON, all_players, character_label, seat_note
from game.table.records import Side
from game.view.colours import TEAMS
from game.widgets.cells import Child, LayoutCell, column, row, sized
from game.widgets.fields import choice
from game.widgets.panel_stack import Dialog, Reply
from game.widgets.sizes import CLOSE, DIALOG, LEAD_TEXT, SHORT_FIELD, TIGHT
from game.widgets.stepper import Stepper
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import MUTED, Theme

BOT_SEAT = "bot"
"""Value of the choice of any bot."""


class SeatChoice:
    """The players that can take a seat: a person or a bot first, then the bot's character."""

    def __init__(self, players: Sequence[str]) -> None:
        self.kinds = [(HUMAN, PERSON), (BOT_SEAT, BOT)] if HUMAN in players else []
        bots = [name for name in players if name != HUMAN]
        self.characters = [(name, character_label(name)) for name in bots]
        self.notes = {name: seat_note(name) for name in players}

    def kind(
        self, name: str, put: Callable[[str], None], *, bot: str = HELPER, hint: str = ""
    ) -> Stepper | None:
        """Return the choice between a person and a bot; None if there are only bots.

        *bot*: the one that takes the seat at first.
        """
        if not self.kinds:
            return None
        seated = HUMAN if name == HUMAN else BOT_SEAT
        found = choice(self.kinds)(seated, lambda kind: put(bot if kind == BOT_SEAT else HUMAN))
        found.hint = hint
        return found

    def character(self, name: str, put: Callable[[str], None]) -> Stepper | None:
        """Return the choice of a bot's character; None for a person."""
        if name == HUMAN:
            return None
        found = choice(self.characters)(name, put)
        found.hint = "How the bot plays: from gentle to sharp, then others"
        return found

    def note(self, name: str) -> Paragraph:
        """Return the note of a player, empty for a person."""
        words = self.notes[name]
        return Paragraph((TextSpan(words, MUTED),), hint=words, least_lines=1)


class SeatsDialog(Dialog):
    """A dialog with a row for each side, in which its player is chosen."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        words: str,
        names: Mapping[Side, str],
        replies: Sequence[Reply],
        *,
        width: float = DIALOG,
    ) -> None:
        """*names*: the players so far."""
        self.players, self.seats = dict(names), SeatChoice(all_players())
        super().__init__(theme, title, words, replies, width=width)

    def view(self) -> LayoutCell:
        """Describe a row for each side, and a note on its player."""
        return column(*[self._seat(n, *each) for n, each in enumerate(self.players.items())])

    def _seat(self, team: int, side: Side, name: str) -> LayoutCell:
        put = partial(self.players.__setitem__, side)
        kind, character = self.seats.kind(name, put), self.seats.character(name, put)
        players = row(*(sized(one, grow=1) for one in (kind, character) if one), gap=CLOSE)
        note = self.seats.note(name)
        return column(labelled(side_name(side), TEAMS[team].plain, players), note, gap=TIGHT)


def labelled(words: str, colour: Colour, control: Child) -> LayoutCell:
    """Return a row of a dialog: a label and a control."""
    label = Label(words, size=LEAD_TEXT, colour=colour, face="heading")
    return row(sized(label, width=SHORT_FIELD), sized(control, grow=1))
