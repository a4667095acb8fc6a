"""Odds of the considered answer; cost hints per answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import pygame

from game.geometry.points import Point
from game.play.decisions import Choose
from game.play.wording import name
from game.prompts.choose import BoutPrompt, ChoosePrompt
from game.prompts.prompt import AnyPrompt
from game.rules.kit.forecasts import ForecastFigure, forecast
from game.rules.kit.queries import FACTS, PROSPECTS, TableView
from game.screens.battle.board_view import BoardView
from game.screens.battle.floating_panels import GAP, FloatingPanel, board_box
from game.screens.battle.odds_table import OddsTable, high, percent, rows_of
from game.screens.battle.overlays.background_value import BackgroundValue
from game.screens.battle.overlays.controller import OverlayFocus
from game.table.state import Table
from game.view.overlays.overlay_shapes import OverlayLayers, Tags
from game.widgets.panel_stack import PanelStack

ODDS = 286.0
"""Width of the odds table in units."""


class OddsPanel:
    """The odds table in a corner of the board; its figures are computed in the background."""

    def __init__(
        self, stack: PanelStack, board: BoardView, on_clause: Callable[[str], None]
    ) -> None:
        self.board = board
        self.float = FloatingPanel(stack, board)
        self.table = self.float.add(OddsTable((0, 0, ODDS, 10), on_clause))
        self._figures = BackgroundValue[tuple[ForecastFigure, ...]](())
        self._seen: object = None
        self._told_of: object = None
        """Key of the table's state of the odds shown last; they stay until replaced."""

    @property
    def there(self) -> bool:
        return self.float.there

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
            self.float.drop()
            return
        self.table.title = title(view.table, prompt, focus)
        self.table.rows = rows_of(figures, view.table)
        self._place(view.table, focus, prompt)

    @property
    def _is_under_mouse(self) -> bool:
        return bool(self.float.rect.collidepoint(self.board.mouse))

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
        self.float.put((*min(corners, key=covered), ODDS, tall_))


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
    if isinstance(prompt, BoutPrompt):
        # Cells that can be clicked must not be covered.
        yield from (at for spot in prompt.anchors.values() for at in spot.outline)


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
    paces = isinstance(prompt, ChoosePrompt) and prompt.decision.kind == "pace"
    if focus.pair is None or paces:
        lit = (
            prompt.options.get(prompt.thought or "")
            if isinstance(prompt, ChoosePrompt)
            else None
        )
        return lit.label if lit else "Odds"
    target = name(table, focus.pair.target)
    asked = isinstance(prompt, ChoosePrompt) and prompt.decision.about
    return f"Against {target}" if asked else f"{name(table, focus.pair.unit_id)} at {target}"


PRICED = frozenset({"pace", "action", "die", "champion"})
"""Kinds of questions that show odds for each option."""
HARMLESS = "safe"


class AnswerCosts:
    """Short odds beside the options, computed in the background once per question."""

    def __init__(self) -> None:
        self._shown = BackgroundValue[Mapping[str, str]]({})

    def refresh(self, view: TableView, prompt: AnyPrompt | None, moment: object) -> None:
        """Update the hints beside the options."""
        if not isinstance(prompt, ChoosePrompt) or prompt.decision.kind not in PRICED:
            return
        fork, asked = TableView(view.table.fork(), view.rules), prompt.decision
        raw = self._shown.get((moment, id(asked)), lambda: _costs(fork, asked))
        if raw != prompt.details:
            prompt.details = raw
            prompt.looks += 1


def _costs(view: TableView, asked: Choose) -> Mapping[str, str]:
    if asked.kind == "champion":
        return {o.id: fact.why for o in asked.options for fact in [*FACTS.of(view, o.id)][:1]}
    found = {o.id: forecast(view, asked, o.id) for o in asked.options}
    # Without any chance no hint is needed that an option costs nothing.
    return {id_: cost_text(f) for id_, f in found.items() if any(not one.spread for one in f)}


def cost_text(figures: Iterable[ForecastFigure]) -> str:
    """Return the possible results in one word each: ``dies 17% · lost 3%``."""
    lines = [
        f"{figure.what.split()[0]} {percent(figure.value)}"
        for figure in figures
        if figure.value > 0.0 and not figure.more and not figure.spread
    ]
    return " · ".join(lines) or HARMLESS
