"""Dialogs of a battle: clause, keys, warnings, army lists, score sheet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pygame

from game.content.detachments import LEGAL, WARLORD, points_of
from game.content.palettes import palette
from game.content.roster_units import RosterUnit
from game.content.rosters import Roster
from game.content.rulebook import ID, UnknownClauseError, clause
from game.lab.score_sheets import ScoreCell, ScoreRow, ScoreSheet
from game.play.wording import side_name
from game.screens.battle.log_panel import CLAUSE
from game.screens.battle.odds_table import ClauseRows
from game.table.records import Side
from game.text.columns import padded
from game.view.style import TEAMS
from game.widgets.button import Button, Style
from game.widgets.key_bindings import insert_key_names
from game.widgets.keys import Key
from game.widgets.panel_stack import CANCEL, DIALOG_PADDING, Dialog, Reply
from game.widgets.text_field import TextField
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Log, LogEntry, heading_entry
from game.widgets.theme import AMBER, DIM, MUTED, RULE, TEXT, Box, Theme
from game.widgets.widget import Widget

CLOSE = Reply("Close", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE))
_MARKED = re.compile(r"(\*[^*]+\*|`[^`]+`)")


def notice(theme: Theme, title: str, words: str) -> Dialog:
    """Return a dialog with a message and a button to close it."""
    return Dialog(theme, title, words, (CLOSE,), width=540)


def name_dialog(
    theme: Theme,
    title: str,
    words: str,
    usual: str,
    label: str,
    on_name: Callable[[str], None],
    *,
    longest: int = 60,
) -> Dialog:
    """Return a dialog that asks for a name; *label* is that of its button."""
    field = TextField((DIALOG_PADDING, 0, 412, 40), usual, ghost="name", longest=longest)
    reply = Reply(label, lambda: on_name(field.text), Style.PRIMARY)
    dialog = Dialog(theme, title, words, (reply, CANCEL), room=44)

    def enter(name: str) -> None:
        dialog.closed = True
        on_name(name)

    field.on_enter = enter
    field.box = (DIALOG_PADDING, dialog.body_top, 412, 40)
    dialog.add(field)
    return dialog


class TextDialog(Dialog):
    """A dialog with a longer text, which scrolls."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        words: str,
        entries: Sequence[LogEntry],
        *,
        width: float,
        most: float,
        on_link: Callable[[str], None] = lambda _: None,
        more: Sequence[Reply] = (),
    ) -> None:
        """*most*: height in units from which on the text scrolls."""
        box = (DIALOG_PADDING, 0.0, width - 2 * DIALOG_PADDING + 12, most)
        self.text = Log(box, on_link, indent=0)
        self.text.fit(theme)
        self.text.append(*entries)
        self.text.lay_out()
        high = min(most, self.text.scroll.content / theme.scale + 2)
        super().__init__(theme, title, words, (*more, CLOSE), width=width, room=high)
        self.text.box = (box[0], self.body_top, box[2], high)
        self.add(self.text)
        self.text.lay_out()
        self.text.scroll.to(0)

    def opening_focus(self) -> Widget | None:
        """Return the button that closes the dialog, to be focused when it opens."""
        return next(w for w in reversed(self.widgets) if isinstance(w, Button))


def clause_dialog(theme: Theme, id_: str, on_clause: Callable[[str], None]) -> Dialog:
    """Return a dialog with a clause of the rulebook; clauses that it cites are links."""
    try:
        found = clause(id_)
    except UnknownClauseError as error:
        return notice(theme, id_, str(error))
    return TextDialog(
        theme,
        f"{found.id} · {found.title}",
        " – ".join(filter(None, (found.book, found.chapter))),
        [LogEntry(tuple(marked(p))) for p in paragraphs(found.text)],
        width=620,
        most=300,
        on_link=on_clause,
    )


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a clause, each as one line."""
    return [" ".join(p.split()) for p in text.split("\n\n")]


def marked(words: str) -> Iterator[TextSpan]:
    """Yield words with emphasised parts in amber, and cited clauses as links."""
    for part in _MARKED.split(words):
        if part.startswith("`"):
            id_ = part.strip("`")
            yield TextSpan(id_, AMBER, id_ if ID.fullmatch(id_) else "")
        elif part.startswith("*"):
            yield TextSpan(part.strip("*"), AMBER)
        elif part:
            yield TextSpan(part, TEXT)


def keys_dialog(
    theme: Theme,
    keys: Sequence[tuple[str, str]],
    now: Sequence[tuple[str, str]] = (),
    more: Sequence[Reply] = (),
) -> Dialog:
    """Return a dialog that lists keys; those of the question come first, if there are any."""
    keys, now = (
        [(insert_key_names(key), insert_key_names(does)) for key, does in some]
        for some in (keys, now)
    )
    column = max(len(key) for key, _ in (*now, *keys)) + 2
    entries = [key_entry(key, does, column) for key, does in keys]
    if now:
        mine = [key_entry(key, does, column) for key, does in now]
        entries = [heading_entry("This question"), *mine, heading_entry("Always"), *entries]
    return TextDialog(theme, "Keys", "", entries, width=620, most=400, more=more)


def key_entry(key: str, does: str, column: int) -> LogEntry:
    """Return a line about a key; *column*: width of the key's column in characters."""
    return LogEntry((TextSpan(padded(key, column), AMBER, face="mono"), TextSpan(does, MUTED)))


class Menu(Dialog):
    """A dialog of many replies: first and last across it, the others in two columns."""

    def __init__(
        self, theme: Theme, title: str, words: str, replies: Sequence[Reply], width: float = 480
    ) -> None:
        pitch, gap = 50.0, 10.0
        first, *others, last = replies
        rows = 2 + (len(others) + 1) // 2
        super().__init__(theme, title, words, (), width=width, room=rows * pitch - 68)
        whole = width - 2 * DIALOG_PADDING
        half = (whole - gap) / 2
        self._put(first, (DIALOG_PADDING, self.body_top, whole, 42))
        for n, reply in enumerate(others):
            left = DIALOG_PADDING + n % 2 * (half + gap)
            self._put(reply, (left, self.body_top + (1 + n // 2) * pitch, half, 42))
        self._put(last, (DIALOG_PADDING, self.body_top + (rows - 1) * pitch, whole, 42))

    def _put(self, reply: Reply, box: Box) -> None:
        button = Button(box, reply.label, partial(self._reply, reply), style=reply.style)
        button.shortcut = reply.shortcut
        self.add(button)


WIDE, LEFT = 760.0, 206.0
HEAD, ROW = 32.0, 28.0
MAX_ROUNDS = 12
"""Maximum number of rounds with a row each; of more, the last ones."""


class ScoreTable(ClauseRows):
    """A row for each round and each thing that counts at the end."""

    def __init__(
        self,
        box: Box,
        sheet: ScoreSheet,
        sides: Sequence[Side],
        on_clause: Callable[[str], None],
    ) -> None:
        super().__init__(box, on_clause)
        self.sheet, self.sides = sheet, sides
        self.lines = (*sheet.rounds[-MAX_ROUNDS:], *sheet.ends)

    @property
    def clauses(self) -> Sequence[str]:
        return [line.clause for line in self.lines]

    @property
    def tip(self) -> str:
        if not 0 <= self.under < len(self.lines) or not self.lines[self.under].clause:
            return ""
        line = self.lines[self.under]
        return f"{line.words} ({line.clause})" if line.words else f"By {line.clause}"

    def places(self) -> Iterator[pygame.Rect]:
        """Yield the rectangle of each row; a heading stands above those for the end."""
        px, top = self.theme.px, self.rect.top + self.theme.px(HEAD)
        ends = len(self.lines) - len(self.sheet.ends)
        for n in range(len(self.lines)):
            if n == ends:
                top += px(HEAD)
            yield pygame.Rect(self.rect.left, top, self.rect.width, px(ROW))
            top += px(ROW)

    def paint(self, canvas: pygame.Surface) -> None:
        theme, px = self.theme, self.theme.px
        columns = [*self._columns()]
        for n, (side, column) in enumerate(zip(self.sides, columns, strict=True)):
            words = theme.text(side_name(side).upper(), 17, TEAMS[n].light, "title")
            spot = words.get_rect(left=column.left, centery=self.rect.top + px(HEAD / 2))
            canvas.blit(words, spot)
        ends = len(self.lines) - len(self.sheet.ends)
        for n, (line, place) in enumerate(zip(self.lines, self.places(), strict=True)):
            if n == ends:
                self._heading(canvas, place)
            self._paint_line(canvas, n, line, place, columns)
        self._totals(canvas, columns)

    def _columns(self) -> Iterator[pygame.Rect]:
        px = self.theme.px
        wide = (self.rect.width - px(LEFT)) // len(self.sides)
        for n in range(len(self.sides)):
            left = self.rect.left + px(LEFT) + n * wide
            yield pygame.Rect(left, self.rect.top, wide - px(12), self.rect.height)

    def _heading(self, canvas: pygame.Surface, below: pygame.Rect) -> None:
        words = "AT THE END" if self.sheet.over else "AT THE END, SO FAR"
        head = self.theme.text(words, 13, AMBER, "heading")
        spot = head.get_rect(left=below.left, bottom=below.top - self.theme.px(5))
        canvas.blit(head, spot)

    def _paint_line(
        self,
        canvas: pygame.Surface,
        number: int,
        line: ScoreRow,
        place: pygame.Rect,
        columns: Sequence[pygame.Rect],
    ) -> None:
        theme, px, part = self.theme, self.theme.px, str(number)
        pygame.draw.line(canvas, RULE, place.topleft, place.topright)
        lit = number == self.under and bool(line.clause)
        clause = theme.text(line.clause, 11, AMBER if lit else DIM, "mono")
        spot = clause.get_rect(right=columns[0].left - px(16), centery=place.centery)
        canvas.blit(clause, spot)
        room = spot.left - place.left - px(8)
        title = theme.text(self.short(line.title, 14, room, part=part), 14, TEXT)
        canvas.blit(title, title.get_rect(left=place.left, centery=place.centery))
        for cell, column in zip(line.cells, columns, strict=True):
            self._paint_cell(canvas, cell, column, place, part)

    def _paint_cell(
        self,
        canvas: pygame.Surface,
        cell: ScoreCell,
        column: pygame.Rect,
        place: pygame.Rect,
        part: str,
    ) -> None:
        theme, px = self.theme, self.theme.px
        number = str(cell.points) if cell.points else "–"
        ink = TEXT if cell.points else DIM
        points = theme.text(number, 16, ink, "strong")
        canvas.blit(points, points.get_rect(right=column.left + px(22), centery=place.centery))
        text = self.short(cell.text, 12, column.width - px(32), part=part)
        words = theme.text(text, 12, MUTED if cell.points or cell.text == "open" else DIM)
        canvas.blit(words, words.get_rect(left=column.left + px(32), centery=place.centery))

    def _totals(self, canvas: pygame.Surface, columns: Sequence[pygame.Rect]) -> None:
        theme, px = self.theme, self.theme.px
        place = pygame.Rect(0, 0, self.rect.width, px(HEAD))
        place.bottomleft = self.rect.bottomleft
        pygame.draw.line(canvas, AMBER, place.topleft, place.topright)
        words = "Total" if self.sheet.over else "Total if it ended now"
        label = theme.text(words, 15, TEXT, "strong")
        canvas.blit(label, label.get_rect(left=place.left, centery=place.centery))
        for total, column in zip(self.sheet.totals, columns, strict=True):
            points = theme.text(str(total), 22, TEXT, "title")
            spot = points.get_rect(right=column.left + px(22), centery=place.centery)
            canvas.blit(points, spot)


def high(sheet: ScoreSheet) -> float:
    """Return the height of a sheet's table in units."""
    lines = len(sheet.rounds[-MAX_ROUNDS:]) + len(sheet.ends)
    heads = 2 + bool(sheet.ends)
    return heads * HEAD + lines * ROW + 6


def score_dialog(
    theme: Theme, sheet: ScoreSheet, sides: Sequence[Side], on_clause: Callable[[str], None]
) -> Dialog:
    """Return a dialog with the score sheet of a game."""
    words = "" if sheet.rounds else "Nothing scored yet."
    dialog = Dialog(theme, "Score sheet", words, (CLOSE,), width=WIDE, room=high(sheet))
    box = (DIALOG_PADDING, dialog.body_top, WIDE - 2 * DIALOG_PADDING, high(sheet))
    dialog.add(ScoreTable(box, sheet, sides, on_clause))
    return dialog


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

    return TextDialog(theme, "Armies", "", entries, width=620, most=396, on_link=follow)


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
