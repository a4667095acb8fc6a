"""The window on a battle with its panels, for a running game or a replay."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import ClassVar, Protocol

import pygame

from game.content.palettes import use_sides
from game.geometry.points import Point
from game.play.game import Rules
from game.play.phases import PhaseMachine
from game.play.wording import short_name
from game.prompts.prompt import AnyPrompt
from game.rules.catalog import holders, points, score_label
from game.screens.battle.battle_layout import RAIL, SLIP, OpenSides, layout, opening_sides
from game.screens.battle.board_view import BoardView
from game.screens.battle.clause_dialog import clause_dialog
from game.screens.battle.footer import Footer, WindowActions, resumed_speed
from game.screens.battle.header import HeaderBar
from game.screens.battle.key_list import KeyList
from game.screens.battle.log_panel import CLAUSE, LogPanel
from game.screens.battle.model_card import CardSubject, ModelCard
from game.screens.battle.prompt_panel import PromptPanel
from game.screens.battle.side_rosters import Rosters, rosters_height
from game.screens.battle.window_part import WindowPart
from game.screens.screen import Change, WindowContext
from game.table.records import ModelId
from game.table.state import Table
from game.view.playback.stage import Stage
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import Box
from game.widgets.widget import Panel

NOWHERE: Box = (0.0, 0.0, 10.0, 10.0)
"""Box of a panel that has no place."""
LOG_HEIGHT = 96.0
"""Least height in units of the log beside something else."""
KEYS_HEIGHT = 110.0
"""Least height in units of the list of keys below the rosters."""


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
        theme, places = frame.theme, layout(*frame.units, window.sides)
        self.frame, self.places = frame, places
        self.stack = PanelStack(theme)
        self._lent: dict[Panel, tuple[float, float]] = {}
        """Heights between which card and log are kept out of the dock, for other panels."""
        self._veiled = True
        """True if the last frame was drawn under a dialog, or none was drawn yet."""
        place = theme.rect(places.board)
        self.board: BoardView = (
            before.board if before else BoardView(table, theme, place, window.rules.parts)
        )
        self.log: LogPanel = (
            before.log
            if before
            else LogPanel(theme, places.log or NOWHERE, window.follow_link, window.enlarge_log)
        )
        if before:
            self.board.fit(theme, place)
            self.log.lay_out(theme, places.log or NOWHERE)
        self.board.suit(frame.settings)
        self.log.cites = frame.settings.clauses
        scene = self.board.scene
        self.header = HeaderBar(theme, places.header, window)
        words = (part.in_reserve for part in systems if part.in_reserve)
        self.in_reserve = next(words, "in reserve")
        """Words for units that are not on the table yet."""
        left, top, wide, high = places.rosters
        spare = high - rosters_height(table)
        keys = spare if wide > RAIL and spare >= KEYS_HEIGHT else 0.0
        self.rosters = Rosters(
            theme,
            (left, top, wide, high - keys),
            table.sides,
            window.pick_unit,
            scene.portrait,
            window.choose_seats,
            self.in_reserve,
        )
        self.keys_panel = Panel(theme, (left, top + high - keys, wide, keys or 1.0))
        self.hints = self.keys_panel.add(KeyList((0, 0, wide, keys)))
        self.footer = Footer(theme, places.footer, scene.tray, window)
        self.ask = PromptPanel(
            theme,
            places.ask,
            window.press,
            window.point_out,
            window.open_clause,
            window.ask_for_hint,
        )
        self.card_panel = Panel(theme, places.card or NOWHERE)
        _, _, wide, high = self.card_panel.box
        self.card = self.card_panel.add(ModelCard((8, 4, wide - 16, high - 8), scene.portrait))
        for panel, there in (
            (self.header.panel, True),
            (self.rosters.panel, True),
            (self.keys_panel, keys > 0.0),
            (self.footer.panel, True),
            (self.card_panel, places.card is not None),
            (self.ask.panel, True),
            (self.log.panel, places.log is not None),
        ):
            if there:
                self.stack.add(panel)

    @property
    def aside(self) -> Box | None:
        return self.places.aside

    def lend(self, to: Panel, top: float, low: float) -> None:
        """Keep card and log out of the dock's space between two heights, in units."""
        if self._lent.get(to, (0.0, 0.0)) == (top, low) or self.places.log is None:
            return
        self._lent[to] = top, low
        lent = [(top, low) for top, low in self._lent.values() if low]
        top, low = (
            min([t for t, _ in lent], default=0.0),
            max([n for _, n in lent], default=0.0),
        )
        if self.places.card:
            _, first, _, high = self.places.card
            self._show_panel(self.card_panel, there=low <= first or top >= first + high)
        left, first, wide, high = self.places.log
        start = max(first, low)
        room = first + high - start
        self._show_panel(self.log.panel, there=False)
        if room >= LOG_HEIGHT:
            self.log.lay_out(self.frame.theme, (left, start, wide, room))
            self._show_panel(self.log.panel, there=True)

    def _show_panel(self, panel: Panel, *, there: bool) -> None:
        panels = self.stack.panels
        if there and panel not in panels:
            panels.insert(panels.index(self.ask.panel), panel)
        elif not there and panel in panels:
            panels.remove(panel)
        panel.dirty = True

    def move_rosters(self, box: Box, on_unit: Callable[[str], None]) -> None:
        """Replace rosters and keys by rosters at *box*, whose seats cannot be changed."""
        old, scene = self.rosters.panel, self.board.scene
        sides, words = scene.stage.seen.sides, self.in_reserve
        self.rosters = Rosters(
            self.frame.theme, box, sides, on_unit, scene.portrait, in_reserve=words
        )
        self.stack.panels[self.stack.panels.index(old)] = self.rosters.panel
        if self.keys_panel in self.stack.panels:
            self.stack.panels.remove(self.keys_panel)

    def place_slip(self, about: Sequence[Point]) -> None:
        """While the dock is closed, move the question to where it hides least."""
        if self.places.log is not None:
            return
        camera, theme = self.board.scene.camera, self.frame.theme
        left, top, wide, high = self.places.board
        _, _, width, height = self.ask.panel.box
        corners = [
            (x, y)
            for x in (left + wide - SLIP - width, left + SLIP)
            for y in (top + SLIP, top + high - SLIP - height)
        ]
        pixels = [camera.pixel(at) for at in about]

        def hidden(corner: tuple[float, float]) -> int:
            place = theme.rect((*corner, width, height))
            return sum(place.collidepoint(pixel) for pixel in pixels)

        box = (*min(corners, key=hidden), width, height)
        if box != self.ask.panel.box:
            self.ask.panel.move(box)
            self.board.spoil()

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
        window = self.board.window
        changed = self.stack.draw(canvas, window if drawn else pygame.Rect(0, 0, 0, 0))
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

    keeps_rosters: ClassVar[bool] = False
    """True if the rosters cannot be closed, because something else is in their column."""
    parts: BattleParts
    frame: WindowContext
    choose_seats: Callable[[], None] | None = None
    """Called when the name of a side is clicked, to choose its player; None in a replay."""

    def __init__(self, speed: float) -> None:
        """*speed*: factor of the playback speed; 0 takes the one of the settings."""
        self.speed, self._liked = speed, 0.0
        self._sides: OpenSides | None = None
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
        if self._sides is None:
            opens = opening_sides(table.board, frame.units[0])
            self._sides = opens._replace(rosters=opens.rosters or self.keeps_rosters)
        self.parts = BattleParts(frame, table, self, systems, before)
        self.speed, self._liked = resumed_speed(self.speed, self._liked, liked), liked
        self.stage.speed = self.speed

    @property
    def sides(self) -> OpenSides:
        """Return the panels beside the board that are open."""
        assert self._sides
        return self._sides

    def fold_rosters(self) -> None:
        if not self.keeps_rosters:
            self._open_sides(self.sides._replace(rosters=not self.sides.rosters))

    def fold_dock(self) -> None:
        self._open_sides(self.sides._replace(dock=not self.sides.dock))

    def fold_all(self) -> None:
        """Close all panels, or open them if all are closed."""
        closed = not (self.sides.dock or (self.sides.rosters and not self.keeps_rosters))
        self._open_sides(self.sides._replace(rosters=closed or self.keeps_rosters, dock=closed))

    def enlarge_log(self) -> None:
        self._open_sides(self.sides._replace(log=not self.sides.log))

    def _open_sides(self, sides: OpenSides) -> None:
        self._sides = sides
        self.fill(self.frame)

    @abstractmethod
    def fill(self, frame: WindowContext) -> None: ...

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
