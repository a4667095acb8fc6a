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
    is_chase,
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

    def __init__(self, screen: HelperSource, sitting: LiveGame | None = None) -> None:
        """*sitting*: the live game; None in a replay."""
        self.screen, self.sitting = screen, sitting
        self.goal = MissionBanner(sitting) if sitting else None
        self.objectives = Objectives()
        self._inside = False
        self.glass = OverlayController()
        self.forecasts = FloodForecastOverlay()
        self.perils = PursuitForecastOverlay()
        self.outlook = AnswerPreview()
        self.turning = RingTurnOverlay()
        self.priced = AnswerCosts()
        self._card_of: object = None
        self._omen_of: object = None

    def fill(self) -> None:
        """Build the panels for a new window."""
        parts = self.screen.parts
        layers = layers_of(self.screen.rules)
        self.bar = OverlayBar(parts.desk.theme, parts.places.overlays, self.turn, layers)
        self.bar.show(self.glass.on)
        parts.desk.add(self.bar.panel)
        self.odds = OddsPanel(parts.desk, parts.board, self.screen.open_clause)
        self.hover = HoverCard(parts.desk, parts.board, self.screen.follow_link)
        self.minimap = Minimap(parts.desk, parts.board)
        self.inside = DebugPanel(parts.desk, parts.board)
        self.inside.on = self._inside
        self.objectives.fill(parts.desk, parts.board, self.screen.follow_link)
        if self.goal:
            self.goal.fill(parts.desk, parts.board, self.screen.follow_link)
        self._card_of = self._omen_of = None

    def turn(self, layer: OverlayKind) -> None:
        self.glass.turn(layer)
        self.bar.show(self.glass.on)

    def handle(self, event: pygame.Event) -> bool:
        """Handle a key that no other part wanted; return whether it was one of these."""
        action = action_of(event)
        if action is Action.INSIDE and self.sitting:
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
        self.perils.update(seconds)
        if self.goal:
            act = self.screen.parts.footer.act
            asked = self.screen.prompt is not None
            act.bright = asked and self.goal.pulse(seconds, still=still)

    def look(self) -> None:
        """Update everything to the shown table and the position of the mouse."""
        board, prompt = self.screen.parts.board, self.screen.prompt
        seen, rules, moment = board.scene.stage.seen, self.screen.rules, self.screen.moment
        pointed = board.model_under(prompt)
        focus = focus_of(prompt, seen, board.selected, pointed)
        on = self.glass.look(seen, rules, prompt, focus, moment)
        may = self.outlook.look(seen, rules, prompt, moment)
        floor = self.turning.look(TableView(seen, rules), prompt, moment)
        flood = self._flood(TableView(seen, rules))
        chase = self._chase(TableView(seen, rules))
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
        self.odds.look(TableView(seen, rules), prompt, focus, moment)
        self.priced.look(TableView(seen, rules), prompt, moment)
        self._card(TableView(seen, rules), focus, moment)
        self._floats(TableView(seen, rules), pointed)

    def _flood(self, glance: TableView) -> tuple[Overlay, ...]:
        """Return the overlays of the flood forecast, while no events are played back."""
        on = OverlayKind.FLOOD in self.glass.on and core_of(glance) is not None
        parts = self.screen.parts
        rests = on and not parts.board.scene.stage.busy
        told: tuple[Overlay, ...] = ()
        if rests and next_trigger(glance):
            dice = self.sitting.session.game.dice if self.sitting else SeededDice(0)
            told = self.forecasts.look(glance, dice)
            parts.flood_key.look(self.forecasts.told, self.forecasts.fault, parts.hints)
        else:
            self.forecasts.hide()
            parts.flood_key.hide(parts.hints)
        return told

    def _chase(self, glance: TableView) -> OverlayLayers:
        """Return the overlays of the pursuit: forecast, order, and mines under the mouse."""
        if not is_chase(glance):
            return OverlayLayers()
        parts, on = self.screen.parts, self.glass.on
        board = parts.board
        lie = OverlayLayers(under(glance.table, board.hand()))
        if OverlayKind.DANGER in on and not board.scene.stage.busy:
            dice = self.sitting.session.game.dice if self.sitting else SeededDice(0)
            told = self.perils.look(glance, dice, self._pacing)
            lie = OverlayLayers((*told.below, *lie.below), told.above)
            parts.peril_key.tell(self.perils.told, self.perils.fault, parts.hints)
        else:
            self.perils.hide()
            parts.peril_key.hide(parts.hints)
        places = places_of(glance) if OverlayKind.ORDER in on else {}
        if not places and self.perils.told is None:
            return lie
        return OverlayLayers(
            lie.below, (*lie.above, tags(self.perils.told, places, glance.table))
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
        who = ModelId(asked if asked in board.scene.stage.seen.models else board.selected)
        return who if who in board.scene.stage.seen.models else None

    def busy(self) -> bool:
        """Return whether any background work is still running."""
        return loading() or self.forecasts.busy or self.perils.busy

    def leave(self) -> None:
        """Close the worker processes."""
        self.forecasts.close()
        self.perils.close()

    def _floats(self, glance: TableView, pointed: ModelId | None) -> None:
        board = self.screen.parts.board
        aims = self.screen.prompt and self.screen.prompt.aims
        # The odds say more about their subject than a card does.
        about = not is_chase(glance) or pointed == self._acting
        # In a cage a card would hide the cells around the champion.
        hidden = aims or bool(glance.table.rings)
        if self.screen.parts.desk.dialog or hidden or (pointed and about and self.odds.there):
            self.hover.drop()
        else:
            told = self.perils.told if is_chase(glance) else self.forecasts.told
            planned = self.screen.prompt.above() if self.screen.prompt and pointed else ()
            self.hover.look(
                glance,
                pointed,
                board.scene.held,
                told,
                self._acting,
                above=any(isinstance(overlay, Trail) for overlay in planned),
            )
        self.minimap.look()
        people = self.sitting.seats.people if self.sitting else ()
        covered = self.odds.there or self.inside.on
        self.objectives.look(glance, self.screen.moment, people, covered=covered)
        if self.goal:
            self.goal.look(covered=covered)
        if self.sitting:
            path = self.sitting.path
            seed = self.sitting.battle.seed
            self.inside.look(self.sitting.session, seed, path.name if path else "")

    def _omen(self, glance: TableView, moment: object) -> None:
        """Update the header: leading rider, actions, command points, banner and flood clock."""
        if moment == self._omen_of:
            return
        self._omen_of = moment
        if is_chase(glance):
            self.screen.parts.header.lead_is(foremost(glance.table))
        self.screen.parts.header.tally_is(counts(glance))
        self.orders_changed()
        self.screen.parts.banner_is(next(BANNERS.of(glance, None), None))
        trigger = next_trigger(glance) if core_of(glance) else None
        self.screen.parts.header.warn(trigger, glance.table.clock.round)

    def orders_changed(self) -> None:
        """Show the sides' command points and standing orders in the header."""
        seats, parts = self.sitting.seats if self.sitting else None, self.screen.parts
        parts.header.command_is(chests(parts.board.scene.stage.seen, seats))

    def _card(self, glance: TableView, focus: OverlayFocus, moment: object) -> None:
        """Update the card to the model's current characteristics and facts."""
        if (moment, focus.model) != self._card_of:
            self._card_of = moment, focus.model
            numbers = characteristics(glance, focus.model) if focus.model else {}
            self.screen.parts.card.numbers = numbers
            facts = tuple(FACTS.of(glance, focus.model)) if focus.model else ()
            self.screen.parts.card.facts = facts
