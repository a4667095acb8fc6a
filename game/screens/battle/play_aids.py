"""The aids of a battle screen, to which rule systems add their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pygame

from game.background import loading
from game.content.table_actions import Action
from game.cores.kit.queries import BANNERS, FACTS, BattleBanner, TableView, characteristics
from game.geometry.points import Point
from game.prompts.prompt import AnyPrompt
from game.rules.catalog import holders, mission_goals, score_of, unpaid
from game.screens.battle.answer_preview import AnswerCosts, OddsPanel, previewed
from game.screens.battle.battle_layout import LEAST_LOG
from game.screens.battle.battle_window import BattlePanels
from game.screens.battle.debug_panel import DebugPanel
from game.screens.battle.floating_panels import LayersPanel, LegendPanel
from game.screens.battle.footer import WindowActions
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
from game.screens.battle.shown_play import ShownPlay
from game.screens.battle.spotlight import model_of
from game.screens.battle.target_labels import TargetLabels
from game.screens.battle.turn_banner import TurnBanner
from game.screens.battle.turn_recap import TurnRecap
from game.screens.battle.window_additions import (
    WINDOW_ADDITIONS,
    Memo,
    OverlayFocus,
    OverlayKind,
    ShownMoment,
    Status,
    StatusSpan,
    window_additions,
)
from game.shown.battle_goals import Goals
from game.shown.fight_card import FightNews
from game.shown.lines import ShownLine
from game.shown.marker_shields import MarkerHistory, shields
from game.shown.score_changes import ScoreChanges
from game.shown.turn_news import TurnNews
from game.table.records import ModelId
from game.table.state import Table
from game.view.overlays import OverlayLayers, Trail
from game.view.playback.effects import score_effect
from game.widgets.key_bindings import action_of
from game.widgets.sizes import BODY_TEXT, GAP, LEAD_TEXT
from game.widgets.theme import AMBER, TEXT, Box

LEFT_SECONDS = 3.0
"""Seconds after which a resting mouse keeps no card open while a spectator watches."""
BEAT = 0.65
"""Half a pulse of the main action in seconds."""


def own_keys() -> Sequence[tuple[str, str]]:
    """Return the keys of all parts of the rules, and their effects."""
    return [line for name in sorted(WINDOW_ADDITIONS) for line in WINDOW_ADDITIONS[name].keys]


class PlayAids:
    """Overlays, odds, cards and floating panels of a screen, updated when something changes."""

    def __init__(self, play: ShownPlay[AnyPrompt], actions: WindowActions) -> None:
        self.play, self._actions = play, actions
        self.systems = window_additions(play.rules)
        """Additions of the parts of the game, by their names."""
        self.added = parts = tuple(self.systems.values())
        self.goals, self.recap = Goals(play.game.title, self._advice), TurnRecap()
        self._clock = 0.0
        """Seconds of the pulse of the main action."""
        self.turn_news, self.fights = TurnNews(), FightNews()
        self.score_changes = ScoreChanges()
        self.history: MarkerHistory | None = None
        """Since when markers are held, if the mission has any holders."""
        self._inside = False
        self._asked: AnyPrompt | None = None
        """The question for which the slip was placed last."""
        opens = [kind for part in parts for kind in part.opens]
        self.overlays = OverlayController((SIGHT, REACH, *opens))
        self.preview, self.targets = Memo[OverlayLayers](), TargetLabels()
        self._marked = Memo[OverlayLayers]()
        """The overlays of markers and mouths, which change with the shown table."""
        costs = {kind: cost for part in parts for kind, cost in part.costs.items()}
        self.answer_costs = AnswerCosts(costs)
        self.pointed: ModelId | None = None
        """The model under the mouse."""
        self._card_of: object = None
        self._statuses_of: object = None

    def fill(self, parts: BattlePanels) -> None:
        """Build the panels for a new window."""
        self.parts, actions = parts, self._actions
        self.board = board = parts.board
        self.stack = stack = parts.stack
        self.legend = LegendPanel(stack, board)
        self.odds = OddsPanel(stack, board, actions.open_clause, parts)
        self.hover = HoverCard(stack, board, actions.follow_link, parts)
        self.minimap = Minimap(stack, board)
        self.bar = LayersPanel(stack, board, self.turn, self.offered, self.overlays.on)
        self.banner = TurnBanner(stack, board)
        self.inside = DebugPanel(stack, board)
        self.inside.on = self._inside
        self._card_of = self._statuses_of = self._asked = None

    @property
    def offered(self) -> tuple[OverlayKind, ...]:
        """Return the overlays that apply to the game."""
        return offered(self.play.rules, self.added)

    def turn(self, layer: OverlayKind) -> None:
        self.overlays.turn(layer)
        self.bar.update()

    def handle(self, event: pygame.Event) -> bool:
        """Handle a key that no other part wanted; return whether it was one of these."""
        action = action_of(event)
        if action is Action.ROSTERS:  # with Shift; its button handles the key without
            self._actions.fold_all()
            return True
        if action is Action.RECAP and self.play.is_running:
            self.recap.turn(self.play.story, self.board.seen)
            return True
        if action is Action.INSIDE and self.play.debugged:
            self.inside.turn()
            self._inside = self.inside.on
            return True
        layer = next((kind for kind in self.offered if kind.action is action), None)
        if layer is None:
            return False
        self.turn(layer)
        return True

    def end_notices(self, event: pygame.Event) -> None:
        """End the banner at an input, and the recap unless it is its own key."""
        self.banner.end()
        self.board.stage.end_turn_pause()
        if action_of(event) is not Action.RECAP:
            self.recap.end()

    def update(self, seconds: float, *, still: bool) -> None:
        """Advance all animations; *still* disables those that run by themselves."""
        self.hover.update(seconds)
        self.inside.update(seconds)
        self.banner.update(seconds * self.board.stage.speed)
        for part in self.added:
            part.update(seconds, still=still)
        asked = self.play.prompt is not None
        self._clock = (self._clock + seconds * asked) % (2 * BEAT)
        bright = self.play.is_new and (still or self._clock < BEAT)
        self.parts.footer.brighten(bright=asked and bright)

    def _announce(self, table: Table) -> None:
        """Show the banner when the turn of another side has begun."""
        notice = self.turn_news.look(table)
        if notice and self.play.is_running:
            self.banner.announce(notice.words, notice.team)
            if notice.side in self.play.people:
                self.recap.show(self.play.story, table)

    def refresh(self) -> None:
        """Update everything to the shown table and the position of the mouse."""
        board, prompt = self.board, self.play.prompt
        stage, key, people = board.stage, self.play.key, self.play.people
        if self.play.is_running:
            stage.heralded = [side for side in stage.seen.sides if side not in people]
        view = TableView(stage.seen, self.play.rules)
        self.pointed = pointed = None if self._is_left_alone else board.model_under(prompt)
        moment = ShownMoment(
            view=view,
            key=key,
            prompt=prompt,
            focus=focus_of(prompt, stage.seen, board.selected, pointed),
            on=self.overlays.on,
            hand=board.hand(),
            dice=self.play.dice,
            rests=not stage.busy,
        )
        held = board.scene.held
        layers = [
            self._marked.get(
                (key, id(stage.seen), *held.items()),
                lambda: OverlayLayers((*marker_ranges(view, held),), (*words(view),)),
            ),
            self.overlays.refresh(moment),
            self.targets.refresh(moment),
            self.recap.layers,
            self.preview.get(moment.answer, lambda: previewed(view, prompt)),
            *(part.overlays(moment) for part in self.added),
        ]
        board.sheets = OverlayLayers(
            tuple([one for layer in layers for one in layer.below]),
            tuple([one for layer in layers for one in layer.above]),
            tuple([one for layer in layers for one in layer.ghosts]),
        )
        legends = (part.legend for part in self.added)
        self.legend.show_legend(next((legend for legend in legends if legend), None))
        if key != self._statuses_of:
            self._statuses_of = key
            self.show_statuses()
            self._announce(stage.seen)
            self._show_score(view)
        self.odds.refresh(view, prompt, moment.focus, key)
        self.answer_costs.refresh(view, prompt, key)
        if prompt is not self._asked:
            if self._asked:
                self.fights.choose()
            self._asked = prompt
            self.parts.place_slip([*_around(stage.seen, prompt)])
        self._card(view, moment.focus, key)
        self._news(stage.seen, pointed)
        self._floats(view, pointed)

    @property
    def _is_left_alone(self) -> bool:
        """Return whether the mouse of a spectator rests while events are played back."""
        watched = self.board.stage.busy and not self.play.people
        return watched and self.hover.rested > LEFT_SECONDS

    def show_statuses(self) -> None:
        """Show what the parts of the game have to say in the header."""
        view = TableView(self.board.seen, self.play.rules)
        found = [part.statuses(view, self.play.orders_of) for part in self.added]
        banner = banner_status(next(BANNERS.of(view, None), None))
        first = (banner,) if banner else ()
        self.parts.header.show_statuses(
            [*first, *(one for some in reversed(found) for one in some)]
        )

    def _show_score(self, view: TableView) -> None:
        """Show who holds each marker, and changes of points where they come from."""
        table, mission, play = view.table, self.play.game.mission, self.play
        changes = self.score_changes.look(view, unpaid(mission, table))
        self.board.stage.show([score_effect(table, *change) for change in changes])
        if score_of(mission).holder_of is None:
            return
        if self.history is None:
            self.history = MarkerHistory(partial(holders, mission), play.opening)
        self.history.follow(play.story, play.shown)
        held = holders(mission, table)
        self.parts.header.show_shields(shields(view, held, self.history.since))

    @property
    def _acting(self) -> ModelId | None:
        """Return the model that the question is about, else the selected one."""
        prompt, models = self.play.prompt, self.board.seen.models
        asked = ModelId(prompt.subject if prompt else "")
        model_id = asked if asked in models else ModelId(self.board.selected)
        return model_id if model_id in models else None

    def busy(self) -> bool:
        """Return whether any background work is still running."""
        return loading() or self.computes

    @property
    def computes(self) -> bool:
        """Return whether any part of the game is still computing something."""
        return any([part.busy for part in self.added])

    def leave(self) -> None:
        """Close the worker processes."""
        for part in self.added:
            part.close()

    def _floats(self, view: TableView, pointed: ModelId | None) -> None:
        if self.parts.show_mode.on:
            self.hover.drop()
            return
        prompt = self.play.prompt
        aims = prompt and prompt.aims
        parts = self.added
        # The odds say more about their subject than a card does.
        about = pointed == self._acting or not any(part.odds_for_one for part in parts)
        hidden = aims or any([part.hides_cards for part in parts])
        self.hover.place = self._note_place()
        covered = pointed and about and self.odds.there
        if self._is_left_alone or self.stack.dialog or hidden or covered:
            self.hover.drop()
        else:
            planned = prompt.above() if prompt and pointed else ()
            self.hover.refresh(
                view,
                pointed,
                self.board.scene.held,
                self._card_lines,
                tuple(part.news for part in parts),
                self._acting,
                above=any(isinstance(overlay, Trail) for overlay in planned),
            )
        self.minimap.refresh()
        self.board.cover((self.minimap.rect,) if self.minimap.there else ())
        play = self.play
        self.goals.refresh(play.event_log, view, play.key, play.people)
        if self.inside.on and (debugged := play.debugged):
            self.inside.refresh(*debugged)

    def _note_place(self) -> Box | None:
        """Return the place of a note in the dock: below card and odds; None if they fill it."""
        aside, log = self.parts.aside, self.parts.places.log
        if aside is None or log is None:
            return None
        left, top, wide, high = aside
        first = max(
            *(top, log[1]), self.odds.box[1] + self.odds.box[3] if self.odds.there else 0.0
        )
        room = top + high - first
        return (left, first, wide, room) if room >= LEAST_LOG else None

    def _advice(self, view: TableView) -> Iterator[tuple[str, str]]:
        """Yield the goals of the mission, with the advice of the parts of the game."""
        if self.play.is_running:
            game = self.play.game
            yield from mission_goals(game.mission, game.turns)
            for part in self.added:
                yield from part.advice(view)

    def _card_lines(self, view: TableView, model_id: ModelId) -> Iterator[ShownLine]:
        for part in self.added:
            yield from part.card_lines(view, model_id)

    def _card(self, view: TableView, focus: OverlayFocus, moment: object) -> None:
        """Update the card to the model's current characteristics and facts."""
        if (moment, focus.model) != self._card_of:
            self._card_of = moment, focus.model
            numbers = characteristics(view, focus.model) if focus.model else {}
            facts = tuple(FACTS.of(view, focus.model)) if focus.model else ()
            card = self.parts.card
            card.put(card.content._replace(numbers=numbers, facts=facts))

    def _news(self, table: Table, pointed: ModelId | None) -> None:
        """Show the last fight, or the turn before this one, in the place of the card."""
        play, prompt, card = self.play, self.play.prompt, self.parts.card
        if not play.is_running:
            return
        self.fights.look(play.story, play.shown, table, watched=not play.people)
        asked = model_of(table, prompt.subject if prompt else "")
        picked = bool(pointed) or self.board.selected != asked
        news = self.recap.lines or self.fights.card
        card.put(card.content._replace(news=news, pointed=picked))


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
        StatusSpan(banner.name.upper(), size=LEAD_TEXT, ink=AMBER, face="title"),
    )
    if banner.state:
        row += (StatusSpan(banner.state, BODY_TEXT, TEXT, before=GAP, lights=True),)
    return Status((row,), f"{banner.name}: {banner.words} ({banner.clause})", banner.clause)
