"""The dialog of army lists (MC-26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from game.content.detachments import LEGAL, WARLORD, points_of
from game.content.palettes import palette
from game.content.roster_units import RosterUnit
from game.content.rosters import Roster
from game.shown.lines import CLAUSE
from game.widgets.dialogs import TextDialog
from game.widgets.panel_stack import Dialog
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import LogEntry, heading_entry
from game.widgets.theme import AMBER, DIM, MUTED, TEXT, Theme

ARMY_CLAUSE = "MC-26"
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

    return TextDialog(theme, "Armies", "", entries, on_link=follow)


def army_entries(roster: Roster) -> Iterator[LogEntry]:
    """``MC-26``  Yield the lines of a list: its totals, then each unit by its slot."""
    yield heading_entry(roster.title)
    if army := roster.army:
        limit = f" of {army.limit}" if army.limit else ""
        kinds = ", ".join(detachment.kind for detachment in army.detachments)
        words = f"{points_of(roster.units)}{limit} points · {kinds} · "
        words += f"{army.command} command points "
        yield LogEntry(
            (
                TextSpan(words, TEXT),
                TextSpan(ARMY_CLAUSE, colour=DIM, link=CLAUSE + ARMY_CLAUSE, face="mono"),
            )
        )
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
