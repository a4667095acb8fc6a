"""Positions and construction of the parts of the battle screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

import pygame

from game.play.game import Phases
from game.play.wording import short_name
from game.prompts.prompt import AnyPrompt
from game.rules.kit.queries import BattleBanner
from game.rules.missions.current_score import holders, points, score_label
from game.screens.battle.board_view import BoardView
from game.screens.battle.footer import Footer, FooterCallbacks
from game.screens.battle.header import HeaderBar
from game.screens.battle.log_panel import LogPanel
from game.screens.battle.model_card import CardSubject, ModelCard
from game.screens.battle.overlays.flood_forecast import WIDE, FloodLegend
from game.screens.battle.overlays.pursuit_forecast import PursuitLegend
from game.screens.battle.phase_bar import BARE, HintBar, RibbonBar
from game.screens.battle.prompt_panel import PromptPanel
from game.screens.battle.side_panels import Rosters
from game.screens.battle.status_items import TwistStatus, show_banner
from game.screens.screen import WindowContext
from game.table.records import ModelId, Side
from game.table.state import Table
from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import Box

HEADER = 60
OVERLAYS = 104.0
"""Height in units of the overlay bar below the rosters."""
RIBBON, HINTS = 46.0, 28.0
"""Heights in units of the strips above and below the board."""


LOW = 600.0
"""Units of height below which card and question shrink, to leave some lines to the log."""


class BattleLayout(NamedTuple):
    header: Box
    rosters: Box
    overlays: Box
    ribbon: Box
    board: Box
    hints: Box
    footer: Box
    card: Box
    ask: Box
    log: Box


def layout(width: float, height: float) -> BattleLayout:
    """Return the layout; space that the board does not need goes to the columns beside it."""
    left = min(276.0, max(212.0, width * 0.145))
    right = min(396.0, max(316.0, width * 0.206))
    foot = 104.0 if height >= 900 else 84.0
    middle = width - left - right
    column, tall = width - right, height - HEADER
    low = tall < LOW
    card = min(262.0, max(170.0 if low else 202.0, tall * 0.26))
    ask = min(390.0, max(206.0 if low else 304.0, tall * 0.38))
    return BattleLayout(
        header=(0, 0, width, HEADER),
        rosters=(0, HEADER, left, tall - OVERLAYS),
        overlays=(0, height - OVERLAYS, left, OVERLAYS),
        ribbon=(left, HEADER, middle, RIBBON),
        board=(left, HEADER + RIBBON, middle, tall - foot - RIBBON - HINTS),
        hints=(left, height - foot - HINTS, middle, HINTS),
        footer=(left, height - foot, middle, foot),
        card=(column, HEADER, right, card),
        ask=(column, HEADER + card, right, ask),
        log=(column, HEADER + card + ask, right, tall - card - ask),
    )


@dataclass(frozen=True, slots=True)
class BattleCallbacks:
    """Callbacks of the parts."""

    hands: FooterCallbacks
    on_unit: Callable[[str], None]
    on_press: Callable[[str], None]
    on_point: Callable[[str], None]
    on_clause: Callable[[str], None]
    on_link: Callable[[str], None]
    on_menu: Callable[[], None]
    on_help: Callable[[], None]
    on_seats: Callable[[], None] | None = None
    """Called when the name of a side is clicked, to choose its player."""
    on_orders: Callable[[Side], None] = lambda _: None
    """Called when a player changes the standing orders."""
    on_score: Callable[[], None] = lambda: None
    """Called when the score is clicked."""


Bar = TypeVar("Bar", RibbonBar, HintBar)


class ShownGame(Protocol):
    """A game to show: running or finished."""

    @property
    def phases(self) -> Phases: ...

    @property
    def mission(self) -> str: ...

    @property
    def turns(self) -> int: ...


class BattleParts:
    """The panels of a battle screen; board and log survive a change of the window."""

    def __init__(
        self,
        frame: WindowContext,
        table: Table,
        calls: BattleCallbacks,
        before: BattleParts | None = None,
    ) -> None:
        """*before*: the parts of the previous window."""
        theme, places = frame.theme, layout(*frame.units)
        self.frame, self.places = frame, places
        self.stack = PanelStack(theme)
        self._veiled = True
        """True if the last frame was drawn under a dialog, or none was drawn yet."""
        window = theme.rect(places.board)
        self.board: BoardView = before.board if before else BoardView(table, theme, window)
        self.log: LogPanel = (
            before.log if before else LogPanel(theme, places.log, calls.on_link)
        )
        if before:
            self.board.fit(theme, window)
            self.log.lay_out(theme, places.log)
        self.board.suit(frame.settings)
        scene = self.board.scene
        self.header = HeaderBar(
            theme,
            places.header,
            on_menu=calls.on_menu,
            on_help=calls.on_help,
            on_clause=calls.on_clause,
            on_orders=calls.on_orders,
            on_score=calls.on_score,
        )
        self.rosters = Rosters(
            theme,
            places.rosters,
            table.sides,
            calls.on_unit,
            scene.portrait,
            calls.on_seats,
        )
        self.footer = Footer(theme, places.footer, scene.tray, calls.hands)
        self.ask = PromptPanel(
            theme, places.ask, calls.on_press, calls.on_point, calls.on_clause
        )
        self.card_panel = Panel(theme, places.card)
        _, _, wide, high = places.card
        self.card = self.card_panel.add(
            ModelCard((10, 8, wide - 20, high - 12), scene.portrait)
        )
        self.ribbon = self._bar(places.ribbon, RibbonBar)
        self._above = self.stack.panels[-1]
        self.banner = self._above.add(TwistStatus((0, 0, 0, 0), calls.on_clause))
        self.hints = self._bar(places.hints, HintBar)
        _, _, wide, high = places.hints
        key = (wide - WIDE, 0, WIDE, high)
        self.flood_key = self.stack.panels[-1].add(FloodLegend(key))
        self.peril_key = self.stack.panels[-1].add(PursuitLegend(key))
        for panel in (
            self.header.panel,
            self.rosters.panel,
            self.footer.panel,
            self.card_panel,
            self.ask.panel,
            self.log.panel,
        ):
            self.stack.add(panel)

    def _bar(self, box: Box, kind: Callable[[Box], Bar]) -> Bar:
        """Return a strip above or below the board, with one widget."""
        panel = self.stack.add(Panel(self.frame.theme, box, BARE))
        return panel.add(kind((0, 0, box[2], box[3])))

    def banner_is(self, banner: BattleBanner | None) -> None:
        """Show the banner of the whole battle; None removes it."""
        show_banner(banner, self.banner, self.ribbon, self._above)

    def show(
        self, game: ShownGame, offered: Mapping[str, str], selected: str, card: str
    ) -> None:
        """Show the state of the table that is on screen.

        *offered*: a word for each unit among the options; *selected*: the model that highlights
        its unit in the rosters; *card*: the model to show a card of.
        """
        table = self.board.scene.stage.seen
        self.board.scene.held = holders(game.mission, table)
        scores, label = points(game.mission, table), score_label(game.mission)
        self.header.show(game.phases, table, game.turns, scores, label)
        lit = table.models.get(ModelId(selected))
        self.rosters.show(table, offered, lit.unit if lit else "")
        self.card.shown_model = shown(table, card)

    def draw(
        self, canvas: pygame.Surface, prompt: AnyPrompt | None, marked: Sequence[str]
    ) -> list[pygame.Rect]:
        """Draw all changes; return the rectangles drawn."""
        self.footer.tray.refresh()
        if self.stack.dialog:
            self.board.spoil()
        drawn = self.board.draw(canvas, prompt, marked)
        changed = self.stack.draw(canvas)
        window = self.board.window
        if any(window.colliderect(rect) for rect in changed):
            # A tooltip or a dialog covers the board: redraw it before the next one.
            self.board.spoil()
        veiled, self._veiled = self._veiled, self.stack.dialog is not None
        if veiled:
            return [canvas.get_rect()]
        return [*changed, window] if drawn else changed


def shown(table: Table, model_id: str) -> CardSubject | None:
    """Return the subject of a model's card; None if there is no such model."""
    model = table.models.get(ModelId(model_id))
    if model is None or model.unit not in table.units:
        return None
    unit = table.units[model.unit]
    team = table.sides.index(model.side)
    many = len(table.of(unit.id))
    return CardSubject(model, unit, short_name(table, model.id), many, team)
