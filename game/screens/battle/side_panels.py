"""The places of all panels beside the board; both rosters, and the goals of the battle."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import pygame

from game.cores.kit.queries import TASKS, TableView, Task
from game.play.wording import mark_text, side_name
from game.rules.catalog import mission_goals
from game.screens.battle.log_panel import CLAUSE, Filter, LogPanel, clause_line
from game.screens.battle.window_part import WindowPart
from game.screens.live_game import LiveGame
from game.table.board import Board
from game.table.records import How, Model, Side, Unit, Where
from game.table.state import Table
from game.view.style import TEAMS
from game.widgets.list_box import GAP as ROW_GAP
from game.widgets.list_box import ListBox, ListRow
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, LogEntry
from game.widgets.theme import AMBER, DIM, GLOW, MUTED, TEXT, Box, Theme
from game.widgets.widget import Panel, Pixel

HEADER = 36.0
RAIL = 56.0
"""Width in units of a panel at the side that is closed."""
LOW, TALL = 620.0, 800.0
"""Units of height from which the dock shows card and log together, and larger dice."""
NARROW, WIDE = 1500.0, 1800.0
"""Units of width from which both sides are wider."""
BROAD = 1.25
"""Ratio of a table's sides from which the rosters begin as a rail."""
CRAMPED = 1100.0
"""Units of width below which the rosters begin as a rail for every table."""


class OpenSides(NamedTuple):
    """The panels at the sides of the board that are open; closed ones are rails."""

    rosters: bool = True
    dock: bool = True
    log: bool = False
    """True if the log also has the place of the card."""


def opening_sides(board: Board, width: float) -> OpenSides:
    """Return the sides that are open when a battle begins, in a window of *width* units."""
    return OpenSides(rosters=board.width <= BROAD * board.height and width >= CRAMPED)


class BattleLayout(NamedTuple):
    header: Box
    rosters: Box
    board: Box
    ask: Box
    """The question; it lies over the board's edge while the dock is closed."""
    card: Box | None
    """The card of a model; None if it has no place."""
    log: Box | None
    footer: Box
    """Dice, tools and main button; the rail of a closed dock."""

    @property
    def aside(self) -> Box | None:
        """Return the place of odds and other notes: card and log together."""
        if self.log is None:
            return None
        left, top, wide, high = self.card or self.log
        return left, top, wide, high + (self.log[3] if self.card else 0.0)


def layout(width: float, height: float, sides: OpenSides) -> BattleLayout:
    """Return the layout: the board has all space between header and open sides."""
    tall = height - HEADER
    left = RAIL if not sides.rosters else 200.0 if width < NARROW else 216.0
    open_ = 288.0 if width < NARROW else 300.0 if width < WIDE else 316.0
    right = open_ if sides.dock else RAIL
    column, board = width - right, (left, HEADER, width - left - right, tall)
    rosters, header = (0.0, HEADER, left, tall), (0.0, 0.0, width, HEADER)
    ask = min(340.0, max(196.0, tall * (0.3 if tall >= TALL else 0.38)))
    if not sides.dock:
        slip = (column - open_ - SLIP, HEADER + SLIP, open_, ask)
        footer = (column, HEADER, right, tall)
        return BattleLayout(header, rosters, board, slip, card=None, log=None, footer=footer)
    foot = footer_height(tall)
    card = 0.0 if tall < LOW or sides.log else min(180.0, max(116.0, tall * 0.17))
    top = HEADER + ask
    return BattleLayout(
        header,
        rosters,
        board,
        ask=(column, HEADER, right, ask),
        card=(column, top, right, card) if card else None,
        log=(column, top + card, right, tall - ask - card - foot),
        footer=(column, height - foot, right, foot),
    )


SLIP = 8.0
"""Units between the question and the board's edge while the dock is closed."""


def footer_height(tall: float) -> float:
    """Return the height of dice, tools and main button in a dock of *tall* units."""
    return 172.0 if tall < LOW else 184.0 if tall < TALL else 216.0


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
HEAD, ROW, COMPACT_ROW = 32.0, 40.0, 32.0
COMPACT = 100.0
"""Width in units below which a row shows only a portrait and a number."""


def rosters_height(table: Table) -> float:
    """Return the height in units of rosters that show all units without scrolling."""
    return 2 * (HEAD + 14) + 6 + (ROW + ROW_GAP) * len(table.units)


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
        self.headings: dict[Side, SideHeading] = {}
        self.lists: dict[Side, ListBox] = {}
        self.counts: dict[Side, Label] = {}
        _, _, wide, _ = box
        self.compact = wide < COMPACT
        for n, side in enumerate(sides):
            name = SideHeading((14, 6, 100, HEAD), side_name(side).upper(), on_seats)
            name.colour = TEAMS[n].plain
            name.shown = not self.compact
            self.headings[side] = self.panel.add(name)
            place = (4, 6, wide - 8, HEAD) if self.compact else (114, 6, wide - 128, HEAD)
            count = Label(place, "", size=12 if self.compact else 13)
            count.align = "centre" if self.compact else "right"
            count.colour = TEAMS[n].light if self.compact else MUTED
            self.counts[side] = self.panel.add(count)
            rows = ListBox(
                (8, 6 + HEAD, wide - 16, 40),
                on_choose=on_unit,
                on_open=on_unit,
                row_height=COMPACT_ROW if self.compact else ROW,
            )
            self.lists[side] = self.panel.add(rows)
        self._shared: tuple[int, ...] = ()
        self._share((1,) * len(self.lists))

    def _share(self, many: tuple[int, ...]) -> None:
        """Give each side the height that its rows need; if both need more, half of it each."""
        if many == self._shared:
            return
        self._shared = many
        room = self.panel.box[3] - 12
        row = COMPACT_ROW if self.compact else ROW
        needs = [HEAD + 8 + (row + ROW_GAP) * n for n in many]
        half = room / 2
        first = min(needs[0], max(half, room - needs[1]))
        top = 6.0
        for side, high in zip(self.lists, (first, min(needs[1], room - first)), strict=True):
            for widget in (self.headings[side], self.counts[side]):
                left, _, wide, tall = widget.box
                widget.box = (left, top, wide, tall)
                widget.fit(self.panel.theme)
            rows = self.lists[side]
            left, _, wide, _ = rows.box
            rows.box = (left, top + HEAD, wide, high - HEAD - 4)
            rows.fit(self.panel.theme)
            top += high
        self.panel.dirty = True

    def show(self, table: Table, offered: Mapping[str, str], chosen: str) -> None:
        """Show the state of a table; *offered*: a word for each unit among the options."""
        units = [unit.side for unit in table.units.values()]
        self._share(tuple(max(1, units.count(side)) for side in self.lists))
        for side, listing in self.lists.items():
            mine = [u for u in table.units.values() if u.side == side]
            listing.rows = tuple(
                self._row(table, u, offered, asked=u.id == chosen) for u in mine
            )
            listing.chosen = chosen if any(u.id == chosen for u in mine) else ""
            stand = len(table.standing(side))
            whole = sum(len(u.models) for u in mine)
            ready = sum(offered.get(u.id) == READY for u in mine)
            left = f"{stand} / {whole}"
            self.counts[side].text = f"{ready} ready" if ready and not self.compact else left
            self.counts[side].hint = f"{side_name(side)}: {stand} of {whole} models left"

    def _row(
        self, table: Table, unit: Unit, offered: Mapping[str, str], *, asked: bool
    ) -> ListRow:
        models = table.of(unit.id)
        lead = models[0] if models else table.models[unit.models[0]]
        state = standing(table, unit, self.in_reserve)
        if self.compact:
            wounds, _ = _pips(models)
            return ListRow(
                unit.id,
                label="",
                note=f"{wounds}w" if wounds else str(len(models)),
                picture=self._portrait(lead),
                faded=not models,
                hint=" · ".join(w for w in (unit.name, state, offered.get(unit.id, "")) if w),
            )
        return ListRow(
            unit.id,
            label=unit.name or unit.id,
            detail=state,
            note=offered.get(unit.id, ""),
            picture=self._portrait(lead),
            pips=_pips(models),
            faded=not (models or asked or unit.id in offered),
            hint=", ".join(
                mark_text(m.name, m.about) for m in unit.marks if m.name != "handled"
            ),
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


class Goals:
    """The goals of the battle in the log: the mission's, then each side's objectives."""

    def __init__(self, game: LiveGame | None, parts: Collection[WindowPart]) -> None:
        """*game*: the running game; None in a replay. *parts* add advice to its goals."""
        self.game, self.parts = game, parts
        self._of: object = None
        self._opened = False
        """True once the log has shown the goals by itself."""

    def refresh(
        self, log: LogPanel, view: TableView, moment: object, people: Sequence[Side]
    ) -> None:
        """Fill the goals; the log shows them until the first turn begins."""
        if moment == self._of:
            return
        self._of = moment
        sides = sorted(view.table.sides, key=lambda side: bool(people) and side not in people)
        log.show_goals((*self._mission(view), *_tasks(view, sides)))
        if not self._opened and log.goals and not view.table.clock.round:
            self._opened = True
            log.pick(Filter.GOALS)
        elif self._opened and view.table.clock.round and log.filter is Filter.GOALS:
            self._opened = False
            log.pick(Filter.STORY)

    def _mission(self, view: TableView) -> Iterator[LogEntry]:
        if self.game is None:
            return
        lines = [*mission_goals(self.game.mission, self.game.turns)]
        lines += [line for part in self.parts for line in part.advice(view)]
        if lines:
            title = self.game.battle.scenario.title
            yield LogEntry((TextSpan(f"{title}: your goal", AMBER, face="strong"),))
        yield from (clause_line(*line) for line in lines)


def _tasks(view: TableView, sides: Sequence[Side]) -> Iterator[LogEntry]:
    if TASKS not in view.rules.hooks or not view.table.clock.round:
        return
    for side in sides:
        if tasks := tuple(TASKS.of(view, side)):
            yield from entries(side, tasks)


def entries(side: Side, tasks: Sequence[Task]) -> Iterator[LogEntry]:
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
