"""Side panels: both rosters, and tactical objectives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import pygame

from game.geometry.points import Point
from game.play.wording import mark_text, side_name
from game.rules.kit.queries import TASKS, TableView, Task
from game.screens.battle.board_view import BoardView
from game.screens.battle.floating_panels import GAP, FloatingPanel, board_box
from game.screens.battle.log_panel import CLAUSE
from game.table.records import How, Model, Side, Unit, Where
from game.table.state import Table
from game.view.style import TEAMS
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import PanelStack
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Log, LogEntry
from game.widgets.theme import AMBER, DIM, GLOW, MUTED, TEXT, Box, Theme
from game.widgets.widget import Panel, Pixel

TOLD = (
    "scattered",
    "locked in combat",
    "falling back",
    "may not charge",
    "fired",
    "ran",
    "moved",
)
"""Marks that a row can show; the first one that the unit has is shown."""
ENDS = {How.LEFT: "has left", How.LOST: "lost", How.FLED: "fled"}
"""Words for a destroyed unit, by the way in which its last model left the table."""
READY, TARGET = "ready", "target"
"""Words for a unit among the options: ready to act, or a target."""
HEAD = 34
ROW = 44


class SideHeading(Label):
    """The name of a side; a click opens the choice of players."""

    def __init__(self, box: Box, name: str, on_press: Callable[[], None] | None) -> None:
        hint = "Click to change who plays this side" if on_press else ""
        super().__init__(box, name, size=17, face="title", hint=hint)
        self.on_press = on_press

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        clicked = event.type == pygame.MOUSEBUTTONUP and event.button == 1
        if not (clicked and self.on_press and self.rect.collidepoint(at)):
            return False
        self.on_press()
        return True


class Rosters:
    """A panel with a list of units for each side; clicking a row chooses the unit."""

    def __init__(
        self,
        theme: Theme,
        box: Box,
        sides: tuple[Side, Side],
        on_unit: Callable[[str], None],
        portrait: Callable[[Model, int], pygame.Surface],
        on_seats: Callable[[], None] | None = None,
        in_reserve: str = "in reserve",
    ) -> None:
        """*in_reserve*: words for units that are not on the table yet."""
        self.panel, self.in_reserve = Panel(theme, box), in_reserve
        self.portrait = portrait
        self._portraits: dict[tuple[str, Side], pygame.Surface] = {}
        self.lists: dict[Side, ListBox] = {}
        self.counts: dict[Side, Label] = {}
        _, _, wide, high = box
        tall = (high - 8) / 2
        for n, side in enumerate(sides):
            top = 6 + n * tall
            name = SideHeading((14, top, 100, HEAD), side_name(side).upper(), on_seats)
            name.colour = TEAMS[n].plain
            self.panel.add(name)
            count = Label((114, top, wide - 128, HEAD), "", size=13, align="right")
            count.colour = MUTED
            self.counts[side] = self.panel.add(count)
            rows = ListBox(
                (9, top + HEAD, wide - 18, tall - HEAD - 8),
                on_choose=on_unit,
                on_open=on_unit,
                row_height=ROW,
            )
            self.lists[side] = self.panel.add(rows)

    def show(self, table: Table, offered: Mapping[str, str], chosen: str) -> None:
        """Show the state of a table; *offered*: a word for each unit among the options."""
        for side, listing in self.lists.items():
            mine = [u for u in table.units.values() if u.side == side]
            listing.rows = tuple(
                self._row(table, u, offered, asked=u.id == chosen) for u in mine
            )
            listing.chosen = chosen if any(u.id == chosen for u in mine) else ""
            stand = len(table.standing(side))
            whole = sum(len(u.models) for u in mine)
            ready = sum(offered.get(u.id) == READY for u in mine)
            self.counts[side].text = f"{ready} ready" if ready else f"{stand} / {whole}"
            self.counts[side].hint = f"{stand} of {whole} models left"

    def _row(
        self, table: Table, unit: Unit, offered: Mapping[str, str], *, asked: bool
    ) -> ListRow:
        models = table.of(unit.id)
        lead = models[0] if models else table.models[unit.models[0]]
        return ListRow(
            unit.id,
            label=unit.name or unit.id,
            detail=standing(table, unit, self.in_reserve),
            note=offered.get(unit.id, ""),
            picture=self._portrait(lead),
            pips=_pips(models),
            faded=not (models or asked or unit.id in offered),
            hint=", ".join(mark_text(m.name) for m in unit.marks if m.name != "handled"),
        )

    def _portrait(self, model: Model) -> pygame.Surface:
        key = model.profile.icon, model.side
        if key not in self._portraits:
            self._portraits[key] = self.portrait(model, self.panel.theme.px(24))
        return self._portraits[key]


def standing(table: Table, unit: Unit, in_reserve: str = "in reserve") -> str:
    """Return a unit's remaining strength and its most important mark.

    *in_reserve*: words for a unit that is not on the table yet.
    """
    left, many = len(table.of(unit.id)), len(unit.models)
    if not left:
        waits = any(table.models[m].where is Where.RESERVE for m in unit.models)
        if not waits:
            return fate(table, unit)
        if not table.clock.round:
            return "not deployed yet"
        return in_reserve
    words = f"{left} of {many}" if many > 1 else ""
    found = next((mark for name in TOLD if (mark := unit.mark(name))), None)
    if found is None:
        return words or "unharmed" if many > 1 else words
    return f"{left}/{many} · {found.name}" if many > 1 else found.name


def fate(table: Table, unit: Unit) -> str:
    """Return how a destroyed unit ended, in a word or two."""
    last = next((loss.how for loss in reversed(table.losses) if loss.unit == unit.id), None)
    return ENDS.get(last, "destroyed") if last else "destroyed"


def _pips(models: list[Model]) -> tuple[int, int]:
    if len(models) == 1 and models[0].profile.w > 1:
        return models[0].wounds, models[0].profile.w
    return 0, 0


WIDE, EDGE, TOP = 372.0, 10.0, 6.0
BUTTONS = 80.0
"""Width in units of the buttons at the right end of the panel."""
FOLDED = 40.0


class Objectives:
    """A panel over the board with a side's objectives; it folds to its heading."""

    def __init__(self) -> None:
        self.folded = False
        self.theirs = False
        """True while it shows the other side's objectives, which are open information."""
        self._shown: tuple[Side, tuple[Task, ...]] | None = None
        self._of: object = None
        self._high = FOLDED

    def fill(self, stack: PanelStack, board: BoardView, on_link: Callable[[str], None]) -> None:
        self.board = board
        self.float = FloatingPanel(stack, board)
        self.log = self.float.add(Log((EDGE, TOP, WIDE - BUTTONS, 10), on_link, indent=0))
        swap, fold = "Show the other side's objectives", "Hide or show the objectives"
        self.float.add_icon(Point(WIDE - 68, TOP), "users", swap, self.swap)
        self.float.add_icon(Point(WIDE - 36, TOP), "chevron-down", fold, self.fold)
        self._shown = self._of = None

    def fold(self) -> None:
        self.folded = not self.folded
        self._of = None

    def swap(self) -> None:
        self.theirs = not self.theirs
        self._of = None

    def refresh(
        self, view: TableView, moment: object, people: Sequence[Side], *, covered: bool
    ) -> None:
        """Show the objectives of the only person or of the active side, or its enemy's.

        *covered*: hide the panel for now.
        """
        if TASKS not in view.rules.hooks:
            return
        if moment != self._of:
            self._of = moment
            self._update(view, people)
        if covered or self._shown is None:
            self.float.drop()
        else:
            left, top, _, _ = board_box(self.board)
            self.float.put((left + GAP, top + GAP, WIDE, self._high))

    def _update(self, view: TableView, people: Sequence[Side]) -> None:
        table = view.table
        side = people[0] if len(people) == 1 else table.clock.side or table.first
        if side and self.theirs:
            side = table.enemy(side)
        tasks = tuple(TASKS.of(view, side)) if side and table.clock.round else ()
        found = (side, tasks) if side and (tasks or self.theirs) else None
        if found is None:
            self._shown = None
            return
        self._shown = found
        self.log.show(entries(*found, folded=self.folded))
        self.log.lay_out()
        theme = self.float.theme
        self._high = self.log.scroll.content / theme.scale + 2 * TOP + 2
        self._high = max(FOLDED, self._high)
        self.log.box = (EDGE, TOP, WIDE - BUTTONS, self._high - 2 * TOP)
        self.log.fit(theme)
        self.float.dirty = True


def entries(side: Side, tasks: Sequence[Task], *, folded: bool) -> Iterator[LogEntry]:
    """Yield a heading, then each objective with its name, progress and condition."""
    done = len([task for task in tasks if task.pays])
    many = "1 objective" if len(tasks) == 1 else f"{len(tasks)} objectives"
    head = f"{side_name(side)}: {many}"
    yield LogEntry(
        (
            TextSpan(head, AMBER, face="strong"),
            TextSpan(f"  {done} achieved ", MUTED),
            TextSpan("MP-39", colour=DIM, link=CLAUSE + "MP-39", face="mono"),
        )
    )
    if folded:
        return
    for task in tasks:
        ink = GLOW if task.pays else TEXT
        pays = f", pays {task.pays}" if task.pays else ""
        led = " Only your WARLORD: 3 more." if task.led else ""
        words = led if task.marker else f" {task.words}{led}"
        yield LogEntry(
            (
                TextSpan(task.name, ink, face="strong"),
                TextSpan(f"  {task.progress}{pays}", ink if task.pays else MUTED),
                TextSpan(words, DIM),
            )
        )
