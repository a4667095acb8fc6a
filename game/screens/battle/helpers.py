"""Overlays, odds, cards and the minimap, and the registry of what systems add to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pygame

from game.background import loading
from game.content.settings import Action
from game.cores.kit.queries import BANNERS, FACTS, BattleBanner, TableView, characteristics
from game.geometry.points import Point
from game.play.dice_sequences import SeededDice
from game.play.game import Rules
from game.play.wording import possessive, side_name, turn_word
from game.prompts.prompt import AnyPrompt, InterruptPreference
from game.screens.battle.answer_preview import AnswerCosts, OddsPanel, previewed
from game.screens.battle.battle_goals import Goals
from game.screens.battle.battle_window import BattleWindow
from game.screens.battle.debug_panel import DebugPanel
from game.screens.battle.floating_panels import LayersPanel, LegendPanel
from game.screens.battle.forecast_overlay import TargetLabels
from game.screens.battle.hover_card import HoverCard
from game.screens.battle.minimap import Minimap
from game.screens.battle.overlays import (
    REACH,
    SIGHT,
    OverlayController,
    focus_of,
    marker_ranges,
    offered,
    words,
)
from game.screens.battle.turn_banner import TurnBanner
from game.screens.battle.turn_recap import TurnRecap
from game.screens.battle.window_part import (
    Latest,
    OverlayFocus,
    OverlayKind,
    ShownMoment,
    Status,
    StatusSpan,
    WindowPart,
)
from game.screens.live_game import LiveGame
from game.systems import Parts
from game.table.records import ModelId, Side
from game.table.state import Table
from game.view.overlays import OverlayLayers, Trail
from game.widgets.key_bindings import action_of
from game.widgets.text_view import LogEntry
from game.widgets.theme import AMBER, TEXT, Box

WINDOW_PARTS: Mapping[str, type[WindowPart]] = Parts("window", "WINDOW")
"""The additions of parts of the rules to the battle window, by the name of the part."""


def window_parts(rules: Rules) -> dict[str, WindowPart]:
    """Return what the parts of a game add, by their names."""
    found = {name: WINDOW_PARTS[name] for name in rules.parts if name in WINDOW_PARTS}
    return {name: part() for name, part in found.items() if part.plays(rules)}


def own_keys() -> Sequence[tuple[str, str]]:
    """Return the keys of all parts of the rules, and their effects."""
    return [line for name in sorted(WINDOW_PARTS) for line in WINDOW_PARTS[name].keys]


ANSWERS, BEAT = 10, 0.65
"""Number of first answers during which the main action pulses; half a pulse in seconds."""


NOTE = 80.0
"""Least height in units of a note in the dock; else it lies beside the mouse."""


class BattleHelpers:
    """Overlays, odds, cards and floating panels of a screen, updated when something changes."""

    def __init__(self, screen: BattleWindow, live_game: LiveGame | None = None) -> None:
        """*live_game*: the live game; None in a replay."""
        self.screen, self.live_game = screen, live_game
        self.systems = window_parts(screen.rules)
        """Additions of the parts of the game, by their names."""
        self.added = parts = tuple(self.systems.values())
        self.goals, self.recap = Goals(live_game, parts), TurnRecap()
        self._clock = 0.0
        """Seconds of the pulse of the main action."""
        self._turn: object = None
        """The turn that was announced last."""
        self._watched = False
        """True once a frame was shown: the turn that a battle opens with needs no banner."""
        self._inside = False
        self._asked: AnyPrompt | None = None
        """The question for which the slip was placed last."""
        opens = [kind for part in parts for kind in part.opens]
        self.glass = OverlayController((SIGHT, REACH, *opens))
        self.outlook, self.targets = Latest[OverlayLayers](), TargetLabels()
        costs = {kind: cost for part in parts for kind, cost in part.costs.items()}
        self.priced = AnswerCosts(costs)
        self._card_of: object = None
        self._statuses_of: object = None

    def fill(self) -> None:
        """Build the panels for a new window."""
        parts = self.screen.parts
        stack, board = parts.stack, parts.board
        self.legend = LegendPanel(stack, board)
        self.odds = OddsPanel(stack, board, self.screen.open_clause, parts)
        self.hover = HoverCard(stack, board, self.screen.follow_link, parts)
        self.minimap = Minimap(stack, board)
        self.bar = LayersPanel(stack, board, self.turn, self.offered)
        self.bar.buttons.show(self.glass.on)
        self.banner = TurnBanner(stack, board)
        self.inside = DebugPanel(stack, board)
        self.inside.on = self._inside
        self._card_of = self._statuses_of = self._asked = None

    @property
    def offered(self) -> tuple[OverlayKind, ...]:
        """Return the overlays that apply to the game."""
        return offered(self.screen.rules, self.added)

    def turn(self, layer: OverlayKind) -> None:
        self.glass.turn(layer)
        self.bar.buttons.show(self.glass.on)

    def handle(self, event: pygame.Event) -> bool:
        """Handle a key that no other part wanted; return whether it was one of these."""
        action = action_of(event)
        if action is Action.ROSTERS:  # with Shift; its button handles the key without
            self.screen.fold_all()
            return True
        if action is Action.RECAP and self.live_game:
            seen = self.screen.parts.board.scene.stage.seen
            self.recap.turn(self.live_game.session.game.story, seen)
            return True
        if action is Action.INSIDE and self.live_game:
            self.inside.turn()
            self._inside = self.inside.on
            return True
        sheets = self.bar.buttons.sheets
        layer = next((sheet for sheet in sheets if sheet.action is action), None)
        if layer is None:
            return False
        self.turn(layer)
        return True

    def update(self, seconds: float, *, still: bool) -> None:
        """Advance all animations; *still* disables those that run by themselves."""
        self.hover.update(seconds)
        self.inside.update(seconds)
        self.banner.update(seconds)
        self.recap.update(seconds, still=still)
        for part in self.added:
            part.update(seconds, still=still)
        if self.live_game:
            asked = self.screen.prompt is not None
            self.screen.parts.footer.act.bright = asked and self._pulse(seconds, still=still)

    def _pulse(self, seconds: float, *, still: bool) -> bool:
        """Return whether the main action is bright, as it is at times during the first answers.

        *still*: without motion.
        """
        assert self.live_game
        self._clock = (self._clock + seconds) % (2 * BEAT)
        given = sum(len(chapter.answers) for chapter in self.live_game.session.chapters)
        return given < ANSWERS and (still or self._clock < BEAT)

    def _announce(self, table: Table) -> None:
        """Show the banner when the turn of another side has begun."""
        clock = table.clock
        turn = (clock.round, clock.side) if clock.round and clock.side else None
        before, self._turn = self._turn, turn
        if turn is not None and before != turn and self.live_game and self._watched:
            assert clock.side
            words = f"{possessive(side_name(clock.side))} {turn_word(table)} {clock.round}"
            self.banner.announce(words, table.sides.index(clock.side))
            if clock.side in self.live_game.seats.people:
                self.recap.show(self.live_game.session.game.story, table)
        self._watched = True

    def refresh(self) -> None:
        """Update everything to the shown table and the position of the mouse."""
        board, prompt = self.screen.parts.board, self.screen.prompt
        stage, key = board.scene.stage, self.screen.moment
        view, pointed = TableView(stage.seen, self.screen.rules), board.model_under(prompt)
        moment = ShownMoment(
            view=view,
            key=key,
            prompt=prompt,
            focus=focus_of(prompt, stage.seen, board.selected, pointed),
            on=self.glass.on,
            hand=board.hand(),
            dice=self.live_game.session.game.dice if self.live_game else SeededDice(0),
            rests=not stage.busy,
        )
        layers = [
            OverlayLayers((*marker_ranges(view, board.scene.held),), (*words(view),)),
            self.glass.refresh(moment),
            self.targets.refresh(moment),
            self.recap.layers,
            self.outlook.get(moment.answer, lambda: previewed(view, prompt)),
            *(part.overlays(moment) for part in self.added),
        ]
        board.sheets = OverlayLayers(
            tuple(one for layer in layers for one in layer.below),
            tuple(one for layer in layers for one in layer.above),
            tuple(one for layer in layers for one in layer.ghosts),
        )
        legends = (part.legend for part in self.added)
        self.legend.show(next((legend for legend in legends if legend), None))
        if key != self._statuses_of:
            self._statuses_of = key
            self.show_statuses()
            self._announce(stage.seen)
        self.odds.refresh(view, prompt, moment.focus, key)
        self.priced.refresh(view, prompt, key)
        if prompt is not self._asked:
            self._asked = prompt
            self.screen.parts.place_slip([*_around(stage.seen, prompt)])
        self._card(view, moment.focus, key)
        self._floats(view, pointed)

    def show_statuses(self) -> None:
        """Show what the parts of the game have to say in the header."""
        parts = self.screen.parts
        view = TableView(parts.board.scene.stage.seen, self.screen.rules)
        found = [part.statuses(view, self._orders) for part in self.added]
        banner = banner_status(next(BANNERS.of(view, None), None))
        first = (banner,) if banner else ()
        parts.header.show_statuses([*first, *(one for some in reversed(found) for one in some)])

    def _orders(self, side: Side) -> InterruptPreference | None:
        seats = self.live_game.seats if self.live_game else None
        return seats.orders_of(side) if seats and side in seats.people else None

    @property
    def _acting(self) -> ModelId | None:
        """Return the model that the question is about, else the selected one."""
        prompt, board = self.screen.prompt, self.screen.parts.board
        asked = prompt.subject if prompt else ""
        model_id = ModelId(asked if asked in board.scene.stage.seen.models else board.selected)
        return model_id if model_id in board.scene.stage.seen.models else None

    def busy(self) -> bool:
        """Return whether any background work is still running."""
        return loading() or any(part.busy for part in self.added)

    def leave(self) -> None:
        """Close the worker processes."""
        for part in self.added:
            part.close()

    def _floats(self, view: TableView, pointed: ModelId | None) -> None:
        board = self.screen.parts.board
        aims = self.screen.prompt and self.screen.prompt.aims
        parts = self.added
        # The odds say more about their subject than a card does.
        about = pointed == self._acting or not any(part.odds_for_one for part in parts)
        hidden = aims or any(part.hides_cards for part in parts)
        self.hover.place = self._note_place()
        if self.screen.parts.stack.dialog or hidden or (pointed and about and self.odds.there):
            self.hover.drop()
        else:
            planned = self.screen.prompt.above() if self.screen.prompt and pointed else ()
            self.hover.refresh(
                view,
                pointed,
                board.scene.held,
                self._card_lines,
                tuple(part.news for part in parts),
                self._acting,
                above=any(isinstance(overlay, Trail) for overlay in planned),
            )
        self.minimap.refresh()
        people = self.live_game.seats.people if self.live_game else ()
        self.goals.refresh(self.screen.parts.log, view, self.screen.moment, people)
        if self.live_game:
            path = self.live_game.path
            seed = self.live_game.battle.seed
            self.inside.refresh(self.live_game.session, seed, path.name if path else "")

    def _note_place(self) -> Box | None:
        """Return the place of a note in the dock: below card and odds; None if they fill it."""
        places = self.screen.parts.places
        if places.aside is None or places.log is None:
            return None
        left, top, wide, high = places.aside
        first = max(
            places.log[1], self.odds.box[1] + self.odds.box[3] if self.odds.there else 0.0
        )
        room = top + high - first
        return (left, first, wide, room) if room >= NOTE else None

    def _card_lines(self, view: TableView, model_id: ModelId) -> Iterator[LogEntry]:
        for part in self.added:
            yield from part.card_lines(view, model_id)

    def _card(self, view: TableView, focus: OverlayFocus, moment: object) -> None:
        """Update the card to the model's current characteristics and facts."""
        if (moment, focus.model) != self._card_of:
            self._card_of = moment, focus.model
            numbers = characteristics(view, focus.model) if focus.model else {}
            self.screen.parts.card.numbers = numbers
            facts = tuple(FACTS.of(view, focus.model)) if focus.model else ()
            self.screen.parts.card.facts = facts


def _around(table: Table, prompt: AnyPrompt | None) -> Iterator[Point]:
    """Yield the places that a question is about."""
    if prompt is None:
        return
    yield from prompt.kept_clear()
    ids = {*prompt.chosen(), prompt.subject}
    for model in table.standing():
        if model.id in ids or model.unit in ids:
            yield model.at


def banner_status(banner: BattleBanner | None) -> Status | None:
    """Return name and state of the banner of the whole battle; None without one."""
    if banner is None:
        return None
    row: tuple[StatusSpan, ...] = (
        StatusSpan(banner.name.upper(), size=16, ink=AMBER, face="title"),
    )
    if banner.state:
        row += (StatusSpan(banner.state, 14, TEXT, before=10, lights=True),)
    return Status((row,), f"{banner.name}: {banner.words} ({banner.clause})", banner.clause)
