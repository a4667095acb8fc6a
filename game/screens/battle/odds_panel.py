"""Odds of the considered answer; cost hints per answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import pygame

from game.geometry.points import Point
from game.play.decisions import Choose, DecisionKind
from game.play.wording import name
from game.prompts.choose import ChoosePrompt
from game.prompts.prompt import AnyPrompt
from game.rules.kit.queries import PROSPECTS, ForecastFigure, TableView, forecast
from game.screens.battle.board_view import BoardView
from game.screens.battle.floating_panels import GAP, FloatingPanel, board_box
from game.screens.battle.odds_table import OddsTable, high, percent, rows_of
from game.screens.battle.window_part import Costs, OverlayFocus
from game.table.state import Table
from game.view.background_task import BackgroundValue
from game.view.overlays.overlay_shapes import OverlayLayers, Tags
from game.widgets.panel_stack import PanelStack

ODDS = 286.0
"""Width of the odds table in units."""


class OddsPanel(FloatingPanel):
    """The odds table in a corner of the board; its figures are computed in the background."""

    def __init__(
        self, stack: PanelStack, board: BoardView, on_clause: Callable[[str], None]
    ) -> None:
        super().__init__(stack, board)
        self.table = self.add(OddsTable((0, 0, ODDS, 10), on_clause))
        self._figures = BackgroundValue[tuple[ForecastFigure, ...]](())
        self._seen: object = None
        self._told_of: object = None
        """Key of the table's state of the odds shown last; they stay until replaced."""

    def refresh(
        self, view: TableView, prompt: AnyPrompt | None, focus: OverlayFocus, moment: object
    ) -> None:
        """Update the table; *moment* is a key of the table's state, for caching."""
        thought = prompt.thought if prompt else None
        known = moment, thought, focus.pair
        if known == self._seen and not self._figures.busy:
            if self.there and _steered(prompt) and self._is_under_mouse:
                self._place(view.table, focus, prompt)
            return
        self._seen = known
        fork = TableView(view.table.fork(), view.rules)
        figures = self._figures.get(known, lambda: _odds(fork, prompt, thought, focus))
        if self._figures.busy and self._told_of == moment:
            return
        self._told_of = moment
        if not figures:
            self.drop()
            return
        self.table.title = title(view.table, prompt, focus)
        self.table.rows = rows_of(figures, view.table)
        self._place(view.table, focus, prompt)

    @property
    def _is_under_mouse(self) -> bool:
        return bool(self.rect.collidepoint(self.board.mouse))

    def _place(self, table: Table, focus: OverlayFocus, prompt: AnyPrompt | None) -> None:
        """Move the table to the corner of the board that hides least of its subject."""
        board = self.board
        left, top, wide, tall = board_box(board)
        self.table.rows = self.table.fitting(tall - 2 * GAP)
        tall_ = high(self.table.rows)
        if self.table.box[3] != tall_:
            self.table.box = (0, 0, ODDS, tall_)
        right, low = left + wide - GAP - ODDS, top + tall - GAP - tall_
        corners = [(x, y) for y in (top + GAP, low) for x in (right, left + GAP)]
        scale, pixel = board.theme.scale, board.scene.camera.pixel
        about = [pixel(at) for at in _about(table, focus, prompt, board.sheets)]
        if _steered(prompt):
            about += [board.mouse]

        def covered(corner: tuple[float, float]) -> int:
            size = ODDS + 2 * GAP, tall_ + 2 * GAP
            place = pygame.FRect((corner[0] - GAP, corner[1] - GAP), size)
            return sum(place.collidepoint(x / scale, y / scale) for x, y in about)

        if about and about[0][0] > board.window.centerx:
            corners = [(x, y) for y in (top + GAP, low) for x in (left + GAP, right)]
        self.put((*min(corners, key=covered), ODDS, tall_))


def _steered(prompt: AnyPrompt | None) -> bool:
    """Return whether the prompt may need the mouse to point below the table."""
    return prompt is not None and not isinstance(prompt, ChoosePrompt)


def _about(
    table: Table, focus: OverlayFocus, prompt: AnyPrompt | None, sheets: OverlayLayers
) -> Iterator[Point]:
    """Yield the positions that the odds are about: the target first."""
    if focus.pair:
        yield from (m.at for m in table.of(focus.pair.target)[:1])
    yield from (ghost.at for ghost in sheets.ghosts)
    for tags in (o for o in sheets.above if isinstance(o, Tags)):
        yield from (tag.base.at for tag in tags.tags)
    yield from (table.models[m].at for m in (prompt.chosen() if prompt else ()))
    yield from prompt.kept_clear() if prompt else ()


def _odds(
    view: TableView, prompt: AnyPrompt | None, thought: object, focus: OverlayFocus
) -> tuple[ForecastFigure, ...]:
    figures: tuple[ForecastFigure, ...] = ()
    if prompt and thought is not None:
        figures = forecast(view, prompt.decision, thought)
    if figures or focus.pair is None:
        return figures
    return tuple(PROSPECTS.of(view, focus.pair))


def title(table: Table, prompt: AnyPrompt | None, focus: OverlayFocus) -> str:
    """Return the title of the odds."""
    if focus.pair is None or (isinstance(prompt, ChoosePrompt) and prompt.weighs_options):
        lit = (
            prompt.options.get(prompt.thought or "")
            if isinstance(prompt, ChoosePrompt)
            else None
        )
        return lit.label if lit else "Odds"
    target = name(table, focus.pair.target)
    asked = isinstance(prompt, ChoosePrompt) and prompt.decision.about
    return f"Against {target}" if asked else f"{name(table, focus.pair.unit_id)} at {target}"


HARMLESS = "safe"


class AnswerCosts:
    """Short odds beside the options, computed in the background once per question."""

    def __init__(self, costs: Mapping[DecisionKind, Costs]) -> None:
        """*costs*: for each kind of question that shows them, the function to compute them."""
        self.costs = costs
        self._shown = BackgroundValue[Mapping[str, str]]({})

    def refresh(self, view: TableView, prompt: AnyPrompt | None, moment: object) -> None:
        """Update the hints beside the options."""
        kind = prompt.decision.kind if isinstance(prompt, ChoosePrompt) else None
        if not isinstance(prompt, ChoosePrompt) or kind is None or kind not in self.costs:
            return
        fork, asked = TableView(view.table.fork(), view.rules), prompt.decision
        costs = self.costs[kind]
        raw = self._shown.get((moment, id(asked)), lambda: costs(fork, asked))
        if raw != prompt.details:
            prompt.details = raw
            prompt.looks += 1


def option_costs(view: TableView, asked: Choose) -> Mapping[str, str]:
    """Return the odds of each option in a few words; nothing if no option has a chance."""
    found = {o.id: forecast(view, asked, o.id) for o in asked.options}
    return {id_: cost_text(f) for id_, f in found.items() if any(not one.spread for one in f)}


def cost_text(figures: Iterable[ForecastFigure]) -> str:
    """Return the possible results in one word each: ``dies 17% · lost 3%``."""
    lines = [
        f"{figure.what.split()[0]} {percent(figure.value)}"
        for figure in figures
        if figure.value > 0.0 and not figure.more and not figure.spread
    ]
    return " · ".join(lines) or HARMLESS
