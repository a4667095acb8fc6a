"""A screen with a single message, and the dialog of army lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pygame

from game.content.palettes import palette
from game.content.roster_units import LEGAL, WARLORD, RosterUnit, points_of
from game.content.rosters import Roster
from game.screens.battle.dialogs import TextDialog
from game.screens.battle.log_panel import CLAUSE
from game.screens.screen import Change, Close, WindowContext
from game.widgets.button import Style
from game.widgets.keys import Key
from game.widgets.log_view import LogEntry, heading_entry
from game.widgets.panel_stack import Dialog, PanelStack, Reply
from game.widgets.text_layout import TextSpan
from game.widgets.theme import AMBER, DIM, INK, MUTED, TEXT, Theme


class NoticeScreen:
    """A screen that shows one message and closes with it."""

    def __init__(self, title: str, words: str) -> None:
        self.title, self.words = title, words
        self.stack: PanelStack

    def fill(self, frame: WindowContext) -> None:
        """Build the dialog for a window."""
        self.stack = PanelStack(frame.theme)
        close = Reply("Close", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE))
        self.stack.ask(Dialog(frame.theme, self.title, self.words, (close,), width=620))

    def handle(self, event: pygame.Event) -> Change | None:
        """Handle an event; return ``Close`` once the dialog is closed."""
        self.stack.handle(event)
        return None if self.stack.dialog else Close()

    def update(self, seconds: float) -> Change | None:
        """Advance the dialog by *seconds*."""
        self.stack.update(seconds)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw the dialog; return the changed areas."""
        canvas.fill(INK)
        self.stack.draw(canvas)
        return [canvas.get_rect()]

    def leave(self) -> None:
        pass


RULE = "MC-26"
REFUSED = "Not legal"


def army_dialog(
    theme: Theme,
    rosters: Sequence[Roster],
    faults: Sequence[str],
    on_clause: Callable[[str], None],
) -> Dialog:
    """Return a dialog of army lists; *faults* are those of the lists refused."""
    entries = [entry for roster in rosters for entry in army_entries(roster)]
    if faults:
        entries.append(heading_entry(REFUSED))
        lines = [line for fault in faults for line in fault.splitlines()]
        entries += [LogEntry((TextSpan(line, palette().bad),)) for line in lines]

    def follow(link: str) -> None:
        on_clause(link.removeprefix(CLAUSE))

    return TextDialog(theme, "Armies", "", entries, width=620, most=396, on_link=follow)


def army_entries(roster: Roster) -> Iterator[LogEntry]:
    """``MC-26``  Yield the lines of a list: its totals, then each unit by its slot."""
    yield heading_entry(roster.title)
    if army := roster.army:
        limit = f" of {army.limit}" if army.limit else ""
        kinds = ", ".join(detachment.kind for detachment in army.detachments)
        words = f"{points_of(roster.units)}{limit} points · {kinds} · "
        words += f"{army.command} command points "
        yield LogEntry((TextSpan(words, TEXT), TextSpan(RULE, DIM, CLAUSE + RULE, "mono")))
    slots: list[str] = [*LEGAL["patrol"], ""]
    for squad in sorted(roster.units, key=lambda s: slots.index(s.slot or "")):
        yield _line(squad)


def _line(squad: RosterUnit) -> LogEntry:
    cost = f"{squad.points:>4}" if squad.points is not None else "   –"
    many = Counter(trooper.profile.name for trooper in squad.models)
    models = ", ".join(f"{n} × {name}" if n > 1 else name for name, n in many.items())
    lead = any(trooper.profile.has(WARLORD) for trooper in squad.models)
    return LogEntry(
        (
            TextSpan(f"{cost}  ", AMBER, face="mono"),
            TextSpan(f"{squad.name}  ", TEXT, face="strong"),
            *([TextSpan(f"{WARLORD}  ", AMBER)] if lead else []),
            TextSpan(
                " · ".join(filter(None, (squad.slot, models * (models != squad.name)))), MUTED
            ),
        )
    )
