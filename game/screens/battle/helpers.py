"""Controller of overlays, odds, cards and the minimap."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.content.key_bindings import Action
from game.play.decisions import Choose
from game.play.dice import SeededDice
from game.play.game import Rules
from game.prompts.prompt import AnyPrompt
from game.rules.flood.odds import core_of, next_trigger
from game.rules.kit.queries import BANNERS, FACTS, TableView, characteristics
from game.screens.battle.floating_panels import DebugPanel, Minimap, MissionBanner
from game.screens.battle.hover_card import HoverCard
from game.screens.battle.layout import BattleParts
from game.screens.battle.odds_panel import AnswerCosts, OddsPanel
from game.screens.battle.overlays.answer_preview import AnswerPreview
from game.screens.battle.overlays.controller import (
    OverlayBar,
    OverlayController,
    OverlayFocus,
    OverlayKind,
    focus_of,
    layers_of,
)
from game.screens.battle.overlays.flood_forecast import FloodForecastOverlay
from game.screens.battle.overlays.map_overlays import RingTurnOverlay, marker_ranges, words
from game.screens.battle.overlays.pursuit_forecast import (
    PursuitForecastOverlay,
    is_pursuit,
    places_of,
    tags,
    under,
)
from game.screens.battle.side_panels import Objectives
from game.screens.battle.status_items import chests, counts, foremost
from game.screens.live_game import LiveGame
from game.table.records import ModelId
from game.view.background_task import loading
from game.view.overlays.overlay_shapes import Overlay, OverlayLayers, Trail
from game.widgets.keys import action_of


class HelperSource(Protocol):
    @property
    def rules(self) -> Rules: ...

    @property
    def moment(self) -> object:
        """Return a key of the shown table's state, for caching."""

    @property
    def prompt(self) -> AnyPrompt | None: ...

    @property
    def parts(self) -> BattleParts: ...

    def open_clause(self, id_: str) -> None: ...

    def follow_link(self, link: str) -> None: ...


class BattleHelpers:
    """Overlays, odds, cards and floating panels of a screen, updated when something changes."""

    def __init__(self, screen: HelperSource, live_game: LiveGame | None = None) -> None:
        """*live_game*: the live game; None in a replay."""
        self.screen, self.live_game = screen, live_game
        self.goal = MissionBanner(live_game) if live_game else None
        self.objectives = Objectives()
        self._inside = False
        self.glass = OverlayController()
        self.forecasts = FloodForecastOverlay()
        self.pursuit_forecast = PursuitForecastOverlay()
        self.outlook = AnswerPreview()
        self.turning = RingTurnOverlay()
        self.priced = AnswerCosts()
        self._card_of: object = None
        self._omen_of: object = None

    def fill(self) -> None:
        """Build the panels for a new window."""
        parts = self.screen.parts
        layers = layers_of(self.screen.rules)
        self.bar = OverlayBar(parts.stack.theme, parts.places.overlays, self.turn, layers)
        self.bar.show(self.glass.on)
        parts.stack.add(self.bar.panel)
        self.odds = OddsPanel(parts.stack, parts.board, self.screen.open_clause)
        self.hover = HoverCard(parts.stack, parts.board, self.screen.follow_link)
        self.minimap = Minimap(parts.stack, parts.board)
        self.inside = DebugPanel(parts.stack, parts.board)
        self.inside.on = self._inside
        self.objectives.fill(parts.stack, parts.board, self.screen.follow_link)
        if self.goal:
            self.goal.fill(parts.stack, parts.board, self.screen.follow_link)
        self._card_of = self._omen_of = None

    def turn(self, layer: OverlayKind) -> None:
        self.glass.turn(layer)
        self.bar.show(self.glass.on)

    def handle(self, event: pygame.Event) -> bool:
        """Handle a key that no other part wanted; return whether it was one of these."""
        action = action_of(event)
        if action is Action.INSIDE and self.live_game:
            self.inside.turn()
            self._inside = self.inside.on
            return True
        layer = next((sheet for sheet in self.bar.sheets if sheet.action is action), None)
        if layer is None:
            return False
        self.turn(layer)
        return True

    def update(self, seconds: float, *, still: bool) -> None:
        """Advance all animations; *still* disables those that run by themselves."""
        self.hover.update(seconds)
        self.inside.update(seconds)
        self.glass.current.update(seconds, still=still)
        self.forecasts.update(seconds)
        self.pursuit_forecast.update(seconds)
        if self.goal:
            act = self.screen.parts.footer.act
            asked = self.screen.prompt is not None
            act.bright = asked and self.goal.pulse(seconds, still=still)

    def refresh(self) -> None:
        """Update everything to the shown table and the position of the mouse."""
        board, prompt = self.screen.parts.board, self.screen.prompt
        seen, rules, moment = board.scene.stage.seen, self.screen.rules, self.screen.moment
        pointed = board.model_under(prompt)
        focus = focus_of(prompt, seen, board.selected, pointed)
        on = self.glass.refresh(seen, rules, prompt, focus, moment)
        may = self.outlook.refresh(seen, rules, prompt, moment)
        floor = self.turning.refresh(TableView(seen, rules), prompt, moment)
        flood = self._flood(TableView(seen, rules))
        chase = self._pursuit_overlays(TableView(seen, rules))
        board.sheets = OverlayLayers(
            (
                *marker_ranges(TableView(seen, rules), board.scene.held),
                *chase.below,
                *on.below,
                *may.below,
                *floor.below,
            ),
            (
                *words(TableView(seen, rules)),
                *on.above,
                *may.above,
                *flood,
                *chase.above,
                *floor.above,
            ),
            may.ghosts,
        )
        self._omen(TableView(seen, rules), moment)
        self.odds.refresh(TableView(seen, rules), prompt, focus, moment)
        self.priced.refresh(TableView(seen, rules), prompt, moment)
        self._card(TableView(seen, rules), focus, moment)
        self._floats(TableView(seen, rules), pointed)

    def _flood(self, view: TableView) -> tuple[Overlay, ...]:
        """Return the overlays of the flood forecast, while no events are played back."""
        on = OverlayKind.FLOOD in self.glass.on and core_of(view) is not None
        parts = self.screen.parts
        rests = on and not parts.board.scene.stage.busy
        found: tuple[Overlay, ...] = ()
        if rests and next_trigger(view):
            dice = self.live_game.session.game.dice if self.live_game else SeededDice(0)
            found = self.forecasts.refresh(view, dice)
            parts.flood_key.refresh(self.forecasts.forecast, self.forecasts.fault, parts.hints)
        else:
            self.forecasts.hide()
            parts.flood_key.hide(parts.hints)
        return found

    def _pursuit_overlays(self, view: TableView) -> OverlayLayers:
        """Return the overlays of the pursuit: forecast, order, and mines under the mouse."""
        if not is_pursuit(view):
            return OverlayLayers()
        parts, on = self.screen.parts, self.glass.on
        board = parts.board
        lie = OverlayLayers(under(view.table, board.hand()))
        if OverlayKind.DANGER in on and not board.scene.stage.busy:
            dice = self.live_game.session.game.dice if self.live_game else SeededDice(0)
            found = self.pursuit_forecast.refresh(view, dice, self._pacing)
            lie = OverlayLayers((*found.below, *lie.below), found.above)
            parts.peril_key.update(
                self.pursuit_forecast.forecast, self.pursuit_forecast.fault, parts.hints
            )
        else:
            self.pursuit_forecast.hide()
            parts.peril_key.hide(parts.hints)
        places = places_of(view) if OverlayKind.ORDER in on else {}
        if not places and self.pursuit_forecast.forecast is None:
            return lie
        return OverlayLayers(
            lie.below, (*lie.above, tags(self.pursuit_forecast.forecast, places, view.table))
        )

    @property
    def _pacing(self) -> ModelId | None:
        """Return the model that is asked for its pace (``PU-11``)."""
        asked = self.screen.prompt.decision if self.screen.prompt else None
        if isinstance(asked, Choose) and asked.kind == "pace":
            return ModelId(asked.about)
        return None

    @property
    def _acting(self) -> ModelId | None:
        """Return the model that the question is about, else the selected one."""
        prompt, board = self.screen.prompt, self.screen.parts.board
        asked = prompt.subject if prompt else ""
        model_id = ModelId(asked if asked in board.scene.stage.seen.models else board.selected)
        return model_id if model_id in board.scene.stage.seen.models else None

    def busy(self) -> bool:
        """Return whether any background work is still running."""
        return loading() or self.forecasts.busy or self.pursuit_forecast.busy

    def leave(self) -> None:
        """Close the worker processes."""
        self.forecasts.close()
        self.pursuit_forecast.close()

    def _floats(self, view: TableView, pointed: ModelId | None) -> None:
        board = self.screen.parts.board
        aims = self.screen.prompt and self.screen.prompt.aims
        # The odds say more about their subject than a card does.
        about = not is_pursuit(view) or pointed == self._acting
        # In a cage a card would hide the cells around the champion.
        hidden = aims or bool(view.table.rings)
        if self.screen.parts.stack.dialog or hidden or (pointed and about and self.odds.there):
            self.hover.drop()
        else:
            forecast = (
                self.pursuit_forecast.forecast if is_pursuit(view) else self.forecasts.forecast
            )
            planned = self.screen.prompt.above() if self.screen.prompt and pointed else ()
            self.hover.refresh(
                view,
                pointed,
                board.scene.held,
                forecast,
                self._acting,
                above=any(isinstance(overlay, Trail) for overlay in planned),
            )
        self.minimap.refresh()
        people = self.live_game.seats.people if self.live_game else ()
        covered = self.odds.there or self.inside.on
        self.objectives.refresh(view, self.screen.moment, people, covered=covered)
        if self.goal:
            self.goal.refresh(covered=covered)
        if self.live_game:
            path = self.live_game.path
            seed = self.live_game.battle.seed
            self.inside.refresh(self.live_game.session, seed, path.name if path else "")

    def _omen(self, view: TableView, moment: object) -> None:
        """Update the header: leading rider, actions, command points, banner and flood clock."""
        if moment == self._omen_of:
            return
        self._omen_of = moment
        if is_pursuit(view):
            self.screen.parts.header.lead_is(foremost(view.table))
        self.screen.parts.header.tally_is(counts(view))
        self.orders_changed()
        self.screen.parts.banner_is(next(BANNERS.of(view, None), None))
        trigger = next_trigger(view) if core_of(view) else None
        self.screen.parts.header.warn(trigger, view.table)

    def orders_changed(self) -> None:
        """Show the sides' command points and standing orders in the header."""
        seats, parts = self.live_game.seats if self.live_game else None, self.screen.parts
        parts.header.command_is(chests(parts.board.scene.stage.seen, seats))

    def _card(self, view: TableView, focus: OverlayFocus, moment: object) -> None:
        """Update the card to the model's current characteristics and facts."""
        if (moment, focus.model) != self._card_of:
            self._card_of = moment, focus.model
            numbers = characteristics(view, focus.model) if focus.model else {}
            self.screen.parts.card.numbers = numbers
            facts = tuple(FACTS.of(view, focus.model)) if focus.model else ()
            self.screen.parts.card.facts = facts
