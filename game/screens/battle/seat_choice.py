"""The choice of the player of each side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from game.bots.registry import HELPER, POLICIES
from game.content.save_format import HUMAN
from game.play.wording import side_name
from game.table.records import Side
from game.view.style import TEAMS
from game.widgets.inputs import Stepper
from game.widgets.panel_stack import DIALOG_PADDING, Dialog, Reply
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import MUTED, Box, Theme
from game.widgets.widget import Panel

SEAT_PITCH = 64.0
NOTE_HIGH = 19.0
"""Height of a bot's note, which is one line."""


def all_players() -> tuple[str, ...]:
    """Return the names of all possible players."""
    return HUMAN, *POLICIES


def known_player(name: str) -> str:
    """Return a player named in a file; the usual bot instead of one that is missing."""
    return name if name == HUMAN or name in POLICIES else HELPER


def seat_label(name: str) -> str:
    """Return the label of a player by name."""
    return "A person" if name == HUMAN else f"Bot: {POLICIES.described(name).label}"


def seat_note(name: str) -> str:
    """Return the sentence that describes a player; empty for a person."""
    return "" if name == HUMAN else POLICIES.described(name).note


def add_seat(
    panel: Panel,
    box: Box,
    note: Box,
    name: str,
    on_seat: Callable[[str], None],
    players: Sequence[str] = (),
) -> Stepper:
    """Add a choice among players, by default among all, and the note of the chosen one."""
    names = players or all_players()
    words = panel.add(Paragraph(note, (), size=13))

    def describe(name: str) -> None:
        words.spans, words.hint = (TextSpan(seat_note(name), MUTED),), seat_note(name)

    def seat(value: int) -> None:
        describe(names[value])
        on_seat(names[value])

    describe(name)

    labels = [seat_label(each) for each in names]
    return panel.add(Stepper(box, labels, seat, names.index(name)))


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
        width: float = 480,
        more: int = 0,
    ) -> None:
        """*names*: the players so far; *more*: number of rows that the caller adds."""
        room = SEAT_PITCH * (len(names) + more) - 8
        super().__init__(theme, title, words, replies, width=width, room=room)
        self.width, self.players = width, dict(names)
        for n, (side, name) in enumerate(names.items()):
            place = self.add_row(n, side_name(side), TEAMS[n].plain)
            note = DIALOG_PADDING, place[1] + 36, width - 2 * DIALOG_PADDING, NOTE_HIGH
            add_seat(self, place, note, name, partial(self._seat, side))

    def add_row(self, n: int, words: str, colour: str) -> Box:
        """Add the label of row *n*; return the box of its control."""
        top = self.body_top + n * SEAT_PITCH
        box = (DIALOG_PADDING, top, 150, 34)
        self.add(Label(box, words, size=17, colour=colour, face="heading"))
        return DIALOG_PADDING + 160, top, self.width - 2 * DIALOG_PADDING - 160, 34

    def _seat(self, side: Side, name: str) -> None:
        self.players[side] = name
