"""Positions and construction of the parts of the battle screen."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

import pygame

from game.content.palettes import use_sides
from game.play.game import Rules
from game.play.phases import PhaseMachine
from game.play.wording import short_name
from game.prompts.prompt import AnyPrompt
from game.rules.catalog import holders, points, score_label
from game.screens.battle.board_view import BoardView
from game.screens.battle.dialogs import clause_dialog
from game.screens.battle.footer import Footer, WindowActions, resumed_speed
from game.screens.battle.forecast_overlay import LegendBar
from game.screens.battle.header import HeaderBar, StatusItem
from game.screens.battle.log_panel import CLAUSE, LogPanel
from game.screens.battle.model_card import CardSubject, ModelCard
from game.screens.battle.phase_bar import BARE, HintBar, RibbonBar
from game.screens.battle.prompt_panel import PromptPanel
from game.screens.battle.side_panels import Rosters
from game.screens.battle.window_part import Status, WindowPart
from game.screens.screen import Change, WindowContext
from game.table.records import ModelId
from game.table.state import Table
from game.view.playback.stage import Stage
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import Box
from game.widgets.widget import Panel

HEADER, GAP = 60, 10.0
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


Bar = TypeVar("Bar", RibbonBar, HintBar)


class ShownGame(Protocol):
    """A game to show: running or finished."""

    @property
    def phases(self) -> PhaseMachine: ...

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
        window: BattleWindow,
        systems: Collection[WindowPart],
        before: BattleParts | None = None,
    ) -> None:
        """Build the panels of a window.

        *systems*: what parts of the rules add; *before*: the panels of the previous window.
        """
        theme, places = frame.theme, layout(*frame.units)
        self.frame, self.places = frame, places
        self.stack = PanelStack(theme)
        self._veiled = True
        """True if the last frame was drawn under a dialog, or none was drawn yet."""
        place = theme.rect(places.board)
        self.board: BoardView = (
            before.board if before else BoardView(table, theme, place, window.rules.parts)
        )
        self.log: LogPanel = (
            before.log if before else LogPanel(theme, places.log, window.follow_link)
        )
        if before:
            self.board.fit(theme, place)
            self.log.lay_out(theme, places.log)
        self.board.suit(frame.settings)
        scene = self.board.scene
        self.header = HeaderBar(theme, places.header, window)
        words = (part.in_reserve for part in systems if part.in_reserve)
        self.in_reserve = next(words, "in reserve")
        """Words for units that are not on the table yet."""
        self.rosters = Rosters(
            theme,
            places.rosters,
            table.sides,
            window.pick_unit,
            scene.portrait,
            window.choose_seats,
            self.in_reserve,
        )
        self.footer = Footer(theme, places.footer, scene.tray, window)
        self.ask = PromptPanel(
            theme,
            places.ask,
            window.press,
            window.point_out,
            window.open_clause,
            window.ask_for_hint,
        )
        self.card_panel = Panel(theme, places.card)
        _, _, wide, high = places.card
        self.card = self.card_panel.add(
            ModelCard((10, 8, wide - 20, high - 12), scene.portrait)
        )
        self.ribbon = self._bar(places.ribbon, RibbonBar)
        self._above = self.stack.panels[-1]
        self.banner = self._above.add(StatusItem(window.open_clause, plated=True))
        self.hints = self._bar(places.hints, HintBar)
        self.legend = self.stack.panels[-1].add(LegendBar(self.hints))
        for panel in (
            self.header.panel,
            self.rosters.panel,
            self.footer.panel,
            self.card_panel,
            self.ask.panel,
            self.log.panel,
        ):
            self.stack.add(panel)

    def move_rosters(self, box: Box, on_unit: Callable[[str], None]) -> None:
        """Replace the rosters by others at *box*, whose seats cannot be changed."""
        old, scene = self.rosters.panel, self.board.scene
        sides, words = scene.stage.seen.sides, self.in_reserve
        self.rosters = Rosters(
            self.frame.theme, box, sides, on_unit, scene.portrait, in_reserve=words
        )
        self.stack.panels[self.stack.panels.index(old)] = self.rosters.panel

    def _bar(self, box: Box, kind: Callable[[Box], Bar]) -> Bar:
        """Return a strip above or below the board, with one widget."""
        panel = self.stack.add(Panel(self.frame.theme, box, BARE))
        return panel.add(kind((0, 0, box[2], box[3])))

    def show_banner(self, banner: Status | None) -> None:
        """Show the banner of the whole battle, or none; the ribbon makes room for it."""
        if banner == self.banner.status:
            return
        self.banner.show(banner)
        panel, aside = self._above, self.banner.wide + 2 * GAP if banner else 0.0
        _, _, wide, high = panel.box
        self.banner.box = (GAP, 0, self.banner.wide, high)
        self.ribbon.box = (aside, 0, wide - aside, high)
        for widget in (self.banner, self.ribbon):
            widget.fit(panel.theme)
        panel.dirty = True

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
    return CardSubject(
        model, unit=unit, name=short_name(table, model.id), standing=many, team=team
    )


class BattleWindow(WindowActions):
    """A window on a game that is played or played back."""

    parts: BattleParts
    frame: WindowContext
    choose_seats: Callable[[], None] | None = None
    """Called when the name of a side is clicked, to choose its player; None in a replay."""

    def __init__(self, speed: float) -> None:
        """*speed*: factor of the playback speed; 0 takes the one of the settings."""
        self.speed, self._liked = speed, 0.0
        self.prompt: AnyPrompt | None = None
        self.change: Change | None = None
        """The screen change that a part requested, returned by ``handle`` or ``update``."""

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """Return the rules of the game."""

    @property
    @abstractmethod
    def moment(self) -> object:
        """Return a key of the shown table's state, for caching."""

    @property
    def stack(self) -> PanelStack:
        return self.parts.stack

    @property
    def stage(self) -> Stage:
        return self.parts.board.scene.stage

    @property
    def busy(self) -> bool:
        """Return whether events are still being played back."""
        return self.stage.busy

    def lay_out(
        self, frame: WindowContext, table: Table, systems: Collection[WindowPart]
    ) -> None:
        """Build the panels for a window."""
        use_sides(table.sides)
        before, liked = getattr(self, "parts", None), frame.settings.speed
        self.frame = frame
        self.parts = BattleParts(frame, table, self, systems, before)
        self.speed, self._liked = resumed_speed(self.speed, self._liked, liked), liked
        self.stage.speed = self.speed

    def take_change(self) -> Change | None:
        """Return the requested change of screens, once."""
        change, self.change = self.change, None
        return change

    def ask_for_hint(self) -> None:
        """Ask a bot about the open question; nobody is asked in a replay."""

    def fit(self) -> None:
        self.parts.board.scene.camera.fit()

    def pace(self, speed: float) -> None:
        self.speed = self.stage.speed = speed

    def pick_unit(self, id_: str) -> None:
        self.look_at(id_)

    def look_at(self, id_: str) -> None:
        """Bring a unit or model into view if it is out of sight."""
        self.parts.board.look_at(id_)

    def follow_link(self, link: str) -> None:
        """Follow a link of the log: to a clause, or to a unit or model."""
        if link.startswith(CLAUSE):
            self.open_clause(link.removeprefix(CLAUSE))
        else:
            self.look_at(link)

    def open_clause(self, id_: str) -> None:
        self.stack.ask(clause_dialog(self.stack.theme, id_, self.open_clause))
