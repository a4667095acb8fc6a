"""The window on a battle with its panels, for a running game or a replay."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from math import ceil
from typing import ClassVar

import pygame

from game.content.palettes import use_sides
from game.geometry.points import Point
from game.play.game import Rules
from game.prompts.prompt import AnyPrompt
from game.rules.catalog import holders, score_label, score_of, standing
from game.screens.battle.battle_layout import LEAST_LOG, OpenSides, layout, opening_sides
from game.screens.battle.board_view import BoardView
from game.screens.battle.card_panel import CardPanel
from game.screens.battle.footer import Footer, WindowActions
from game.screens.battle.header import HeaderBar
from game.screens.battle.key_list import KeyPanel, keys_height
from game.screens.battle.log_panel import LogPanel
from game.screens.battle.prompt_panel import PromptPanel
from game.screens.battle.shown_play import ShownGame, ShownPlay
from game.screens.battle.side_rosters import Rosters, rosters_height
from game.screens.battle.unit_panel import UNIT_HEIGHT, UnitPanel
from game.screens.battle.window_additions import WindowAdditions
from game.screens.clause_dialog import clause_dialog
from game.screens.frame_clock import FRAMES
from game.screens.screen import Change, WindowContext
from game.screens.show.show_mode import ShowMode, show_board
from game.screens.side_panels import RAIL
from game.shown.card_text import card_subject
from game.shown.lines import CLAUSE
from game.shown.playback_speeds import resumed_speed
from game.shown.roster_rows import IN_RESERVE, SideRoster, side_rosters
from game.shown.turn_header import turn_header
from game.shown.unit_card import unit_card
from game.table.records import ModelId, Side
from game.table.state import Table
from game.view.playback.stage import Stage
from game.widgets.cells import Child, column, sized
from game.widgets.panel import Panel
from game.widgets.panel_stack import NO_AREA, PanelStack, outside
from game.widgets.places import PanelPlace, places_of, within
from game.widgets.sizes import CLOSE
from game.widgets.theme import INK, Box

NOWHERE: Box = (0.0, 0.0, 10.0, 10.0)
"""Box of a panel that has no place."""
SHOWN_KEYS = 3
"""Number of keys below which the list of them is left out."""


class BattlePanels:
    """The panels of a battle screen; board and log survive a change of the window."""

    def __init__(
        self,
        frame: WindowContext,
        table: Table,
        window: BattleWindow,
        systems: Collection[WindowAdditions],
        before: BattlePanels | None = None,
    ) -> None:
        """Build the panels of a window.

        *systems*: what parts of the rules add; *before*: the panels of the previous window.
        """
        theme, places = frame.theme, layout(*frame.units, window.sides)
        self.show_mode = window.show_mode
        if self.show_mode.on:
            places = places._replace(board=show_board(frame), log=None, card=None)
        self.frame, self.places = frame, places
        self.stack = PanelStack(theme)
        self._lent: dict[Panel, tuple[float, float]] = {}
        """Heights between which card and log are kept out of the dock, for other panels."""
        self._fitted: object = None
        """The question that was fitted last."""
        self._is_opening = True
        """True until the first frame is drawn."""
        self._covered = list[pygame.Rect]()
        """The places of the panels in the last frame."""
        place = theme.rect(places.board)
        self.board: BoardView = (
            before.board if before else BoardView(table, theme, place, window.rules.parts)
        )
        self.log: LogPanel = (
            before.log
            if before
            else LogPanel(
                theme,
                places.log or NOWHERE,
                window.event_log,
                window.follow_link,
                window.enlarge_log,
            )
        )
        if before:
            self.board.fit(theme, place)
            self.log.fit(theme, places.log or NOWHERE)
        self.board.apply(frame.settings)
        window.event_log.cites = frame.settings.clauses
        scene = self.board.scene
        self.header = HeaderBar(theme, places.header, window)
        words = (part.in_reserve for part in systems if part.in_reserve)
        self.in_reserve = next(words, IN_RESERVE)
        """Words for units that are not on the table yet."""
        self.hides_reserve = any(part.hides_reserve for part in systems)
        """True if they have no place in the rosters."""
        self._rows: int | None = len(table.units)
        """Units that the rosters have room for; None if what is below them stays as it is."""
        beside = self._beside_rosters(len(table.units))
        side = places_of(column(*beside, gap=0), places.rosters)
        self.rosters = Rosters(
            theme,
            side["rosters"],
            window.pick_unit,
            scene.portrait,
            window.choose_seats,
        )
        self.unit_panel = Panel(theme, side.get("unit", NOWHERE))
        self.unit = UnitPanel(self.unit_panel, None)
        self.keys_panel = Panel(theme, side.get("keys", NOWHERE))
        self.hints = KeyPanel(self.keys_panel, ())
        self.footer = Footer(theme, places.footer, scene.tray, window)
        self.ask = PromptPanel(theme, places.ask, window)
        self.card_panel = Panel(theme, places.card or NOWHERE)
        self.card = CardPanel(self.card_panel, scene.portrait, window.follow_link)
        self.show_mode.lay_out(self.board, frame.size)
        for panel, there in (
            (self.header.panel, True),
            (self.rosters.panel, True),
            (self.unit_panel, "unit" in side),
            (self.keys_panel, "keys" in side),
            (self.footer.panel, True),
            (self.card_panel, places.card is not None),
            (self.ask.panel, True),
            (self.log.panel, places.log is not None),
        ):
            if there and not self.show_mode.on:
                self.stack.add(panel)

    def _beside_rosters(self, rows: int) -> Iterator[Child]:
        """Yield places of rosters with a number of rows, and of unit and keys below them."""
        _, _, wide, high = self.places.rosters
        spare = high - rosters_height(rows)
        has_keys = wide > RAIL and spare >= keys_height(SHOWN_KEYS)
        has_unit = has_keys and spare >= keys_height(SHOWN_KEYS) + UNIT_HEIGHT
        yield PanelPlace("rosters")
        if has_unit:
            yield sized(PanelPlace("unit"), height=UNIT_HEIGHT)
        if has_keys:
            rest = spare - UNIT_HEIGHT if has_unit else spare
            yield sized(PanelPlace("keys"), height=rest)

    def show_rosters(self, rosters: Sequence[SideRoster]) -> None:
        """Show the units of both sides; unit and keys get the room of those without a row."""
        rows = sum([len(roster.rows) for roster in rosters])
        if self.hides_reserve and self._rows not in {None, rows}:
            self._rows = rows
            side = places_of(column(*self._beside_rosters(rows), gap=0), self.places.rosters)
            self.rosters.panel.move(side["rosters"])
            for name, panel in (("unit", self.unit_panel), ("keys", self.keys_panel)):
                if name in side:
                    panel.move(side[name])
                self._show_panel(panel, there=name in side)
        self.rosters.show(rosters)

    @property
    def aside(self) -> Box | None:
        """Return the place of card and log, less what the question has taken of it."""
        if self.places.aside is None:
            return None
        left, top, wide, high = self.places.aside
        return left, top + self._taken, wide, high - self._taken

    @property
    def _taken(self) -> float:
        """Return the height in units that the question has taken from card and log."""
        return self.ask.panel.box[3] - self.places.ask[3]

    def fit_question(self, question: object) -> None:
        """Let the question take room from card and log until its highest option fits.

        The same question gives no room back: log and card would come and go with its options.
        """
        if self.places.aside is None or self.show_mode.on:
            return
        left, top, wide, high = self.places.ask
        least = self._taken if question is self._fitted else 0.0
        more = min(max(least, ceil(self._taken + self.ask.lacking)), self.places.aside[3])
        self._fitted = question
        if more != self._taken:
            self.ask.panel.move((left, top, wide, high + more))
            self.lend(self.ask.panel, top + high, top + high + more if more else 0.0)

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
        if room >= LEAST_LOG:
            self.log.panel.move((left, start, wide, room))
            self._show_panel(self.log.panel, there=True)

    def _show_panel(self, panel: Panel, *, there: bool) -> None:
        panels = self.stack.panels
        if self.show_mode.on:
            return
        if there and panel not in panels:
            panels.insert(panels.index(self.ask.panel), panel)
        elif not there and panel in panels:
            panels.remove(panel)
        panel.dirty = True

    def move_rosters(self, box: Box, on_unit: Callable[[str], None]) -> None:
        """Replace rosters and keys by rosters at *box*, whose seats cannot be changed."""
        old, scene = self.rosters.panel, self.board.scene
        self._rows = None
        self.rosters = Rosters(self.frame.theme, box, on_unit, scene.portrait)
        self.stack.panels[self.stack.panels.index(old)] = self.rosters.panel
        for panel in (self.unit_panel, self.keys_panel):
            if panel in self.stack.panels:
                self.stack.panels.remove(panel)

    def place_slip(self, about: Sequence[Point]) -> None:
        """While the dock is closed, move the question to where it hides least."""
        if self.places.log is not None or self.show_mode.on:
            return
        camera, theme = self.board.scene.camera, self.frame.theme
        room, size = self.places.board, self.places.ask[2:]
        corners = [within(room, size, x, y, CLOSE) for x in (1, 0) for y in (0, 1)]
        pixels = [camera.pixel(at) for at in about]

        def hidden(corner: Box) -> int:
            place = theme.rect(corner)
            return sum(place.collidepoint(pixel) for pixel in pixels)

        box = min(corners, key=hidden)
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
        table = self.board.seen
        self.board.scene.held = holders(game.mission, table)
        scores, label = standing(game.mission, table), score_label(game.mission)
        unit = score_of(game.mission).unit
        self.header.show(turn_header(game.phases, table, game.turns, scores, label, unit))
        lit = table.models.get(ModelId(selected))
        chosen = lit.unit if lit else ""
        words, hides = self.in_reserve, self.hides_reserve
        self.show_rosters(side_rosters(table, offered, chosen, words, hides_reserve=hides))
        subject = card_subject(table, card)
        self.card.put(self.card.content._replace(subject=subject))
        side = table.clock.side or table.sides[0]
        first = _first_unit(table, side)
        unit = subject.unit.id if subject else chosen or first
        self.unit.put(unit_card(table, unit, self.in_reserve))

    @property
    def deed_under_mouse(self) -> str:
        """Return the words of the main button or option under the mouse; empty for none.

        Skipping a playback answers nothing.
        """
        if self.footer.content.busy or self.footer.content.film:
            return ""
        return self.footer.deed_at(self.board.mouse) or self.ask.deed_at(self.board.mouse)

    def draw(
        self, canvas: pygame.Surface, prompt: AnyPrompt | None, marked: Sequence[str]
    ) -> list[pygame.Rect]:
        """Draw all changes; return the rectangles drawn."""
        self.footer.refresh_tray()
        self.log.refresh()
        if self.stack.is_stale:
            self.board.spoil()
            self.show_mode.spoil()
        self.show_mode.before_draw()
        window, cleared = self.board.window, self._clear(canvas)
        drawn = self.board.draw(canvas, prompt, marked)
        if drawn:
            self.show_mode.draw_over(canvas)
            if self.stack.dialog:
                # The window is darkened anew, with the bar and the caption.
                self.show_mode.spoil()
        cleared += self.show_mode.draw(canvas)
        changed = self.stack.draw(canvas, window if drawn else NO_AREA)
        is_opening, self._is_opening = self._is_opening, False
        if is_opening:
            return [canvas.get_rect()]
        return [*changed, *cleared, window] if drawn else [*changed, *cleared]

    def _clear(self, canvas: pygame.Surface) -> list[pygame.Rect]:
        """Clear the places beside the board that panels have left; return them.

        Between panels nothing else is drawn: what was there before would stay.
        """
        before, self._covered = (
            self._covered,
            [panel.rect.copy() for panel in self.stack.panels],
        )
        left = [rect for rect in before if rect not in self._covered]
        if self._is_opening:
            left = [canvas.get_rect()]
            self.show_mode.spoil()
        cleared = [part for rect in left for part in outside(rect, self.board.window)]
        for part in cleared:
            canvas.fill(INK, part)
        return cleared


def _first_unit(table: Table, side: Side) -> str:
    """Return a side's first unit on the table, else its first of all; empty for none."""
    units = [unit.id for unit in table.units.values() if unit.side == side]
    return next(filter(table.of, units), next(iter(units), ""))


class BattleWindow(WindowActions):
    """A window on a game that is played or played back."""

    keeps_rosters: ClassVar[bool] = False
    """True if the rosters cannot be closed, because something else is in their column."""
    play: ShownPlay[AnyPrompt]
    parts: BattlePanels
    frame: WindowContext
    choose_seats: Callable[[], None] | None = None
    """Called when the name of a side is clicked, to choose its player; None in a replay."""

    def __init__(self, play: ShownPlay[AnyPrompt], speed: float) -> None:
        """*speed*: factor of the playback speed; 0 takes the one of the settings."""
        self.play, self.event_log = play, play.event_log
        self.show_mode = ShowMode(play.game, play.rules, play.event_log, self._fill_again)
        self.speed, self._liked = speed, 0.0
        self._sides: OpenSides | None = None
        self.change: Change | None = None
        """The screen change that a part requested, returned by ``handle`` or ``update``."""

    @property
    def rules(self) -> Rules:
        """Return the rules of the game."""
        return self.play.rules

    @property
    def stack(self) -> PanelStack:
        return self.parts.stack

    @property
    def stage(self) -> Stage:
        return self.parts.board.stage

    @property
    def busy(self) -> bool:
        """Return whether events are still being played back."""
        return self.stage.busy

    @property
    def frames_at_rest(self) -> int | None:
        """Return the full rate while events are played back; else what is drawn decides."""
        plays = self.stage.lively and not self.stage.held and self.stack.dialog is None
        return FRAMES if plays else None

    def build_panels(
        self, frame: WindowContext, table: Table, systems: Collection[WindowAdditions]
    ) -> None:
        """Build the panels for a window."""
        use_sides(table.sides)
        before, liked = getattr(self, "parts", None), frame.settings.speed
        self.frame = frame
        if self._sides is None:
            opens = opening_sides(table.board, frame.units[0])
            self._sides = opens._replace(rosters=opens.rosters or self.keeps_rosters)
        self.parts = BattlePanels(frame, table, self, systems, before)
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

    def _fill_again(self) -> None:
        self.fill(self.frame)

    def turn_show(self) -> None:
        self.show_mode.turn()

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
        if change:
            self.show_mode.release()
        return change

    def show_whole(self) -> None:
        self.parts.board.show_whole()

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
