"""Routing of input events; playback state; selection of a model's card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pygame

from game.content.settings import Action
from game.geometry.points import Path, Point
from game.play.session import Session
from game.play.wording import name
from game.prompts.prompt import ENTER, NUMBERS, AnyPrompt
from game.screens.battle.floating_panels import FloatingPanel
from game.screens.battle.layout import BattleParts
from game.screens.battle.log_panel import CLAUSE, LogLine
from game.table.events import Event, Moved, PhaseBegan, Removed
from game.table.records import ModelId, UnitId
from game.table.state import Table
from game.view.overlays import BoardNote, MarchTrails, Overlay, OverlayLayers, OverlayTone
from game.view.playback.stage import Stage
from game.widgets.button import Button, Style
from game.widgets.key_bindings import action_of, is_key_released
from game.widgets.keys import keys_pressed
from game.widgets.panel_stack import MICE


def route(event: pygame.Event, parts: BattleParts, prompt: AnyPrompt | None) -> bool:
    """Route an event to the first component that handles it; return whether one did."""
    if event.type in MICE and event.type != pygame.MOUSEWHEEL:
        parts.board.mouse = event.pos
    if parts.stack.dialog:
        parts.board.release()
        return parts.stack.handle(event)
    if _ruler(event, parts, prompt) or _walks(event, parts):
        return True
    if _drops_focus(event, parts):
        return True
    hand = parts.board.hand()
    if prompt and prompt.busy and prompt.handle(event, hand):
        return True
    if parts.stack.handle(event):
        if prompt and event.type == pygame.MOUSEMOTION:
            prompt.handle(event, hand._replace(over=False))
        return True
    return bool(prompt and prompt.handle(event, hand)) or parts.board.handle(event)


def _drops_focus(event: pygame.Event, parts: BattleParts) -> bool:
    """Let Escape take the focus from a list or log before it pauses the game."""
    escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
    if not escape or parts.stack.focus.on is None:
        return False
    parts.stack.focus.to(None)
    return True


def _ruler(event: pygame.Event, parts: BattleParts, prompt: AnyPrompt | None) -> bool:
    measure = parts.board.measure
    if event.type == pygame.MOUSEMOTION and measure.on:
        parts.board.lay_ruler(prompt)
    if event.type == pygame.WINDOWFOCUSLOST:
        # No key-up event arrives while the window has no focus.
        measure.lift()
    # Tab is always the ruler; another key can be bound where a window manager takes Tab.
    tab = event.type in {pygame.KEYDOWN, pygame.KEYUP} and event.key == pygame.K_TAB
    if is_key_released(event, Action.RULER) or (tab and event.type == pygame.KEYUP):
        measure.lift()
        return True
    if tab or action_of(event) is Action.RULER:
        if not event.mod & pygame.KMOD_ALT:
            parts.board.lay_ruler(prompt)
        return True
    return _wheel_ruler(event, parts, prompt)


def _wheel_ruler(event: pygame.Event, parts: BattleParts, prompt: AnyPrompt | None) -> bool:
    """Measure while the wheel is held down; return whether the event was used for that."""
    if event.type not in {pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP} or (
        event.button != pygame.BUTTON_MIDDLE
    ):
        return False
    if event.type == pygame.MOUSEBUTTONUP:
        parts.board.measure.lift()
    elif parts.board.window.collidepoint(event.pos):
        parts.board.lay_ruler(prompt)
    return True


def _walks(event: pygame.Event, parts: BattleParts) -> bool:
    """Move the focus through buttons, lists and log; return whether it was that key."""
    if action_of(event) is not Action.WALK:
        return False
    parts.stack.focus.step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
    return True


class Playback:
    """Passes new events to the stage; counts the events passed and the events shown."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.played = self.shown = 0

    def open(self, parts: BattleParts) -> None:
        """Start with all events so far already shown."""
        story = self.session.game.story
        parts.log.add(story, self.session.table, 0)
        self.played = self.shown = len(story)

    def update_stage(self, stage: Stage) -> None:
        """Pass new events to the stage."""
        story = self.session.game.story
        stage.add(story[self.played :])
        self.played = len(story)

    def play(self, parts: BattleParts, seconds: float) -> None:
        """Advance the playback by *seconds*."""
        self._log(parts, parts.board.scene.stage.play(seconds))

    def step(self, parts: BattleParts) -> None:
        """Finish the current event sequence at once, show one more, and pause."""
        self._log(parts, parts.board.scene.stage.step())

    def skip(self, parts: BattleParts) -> None:
        """Show all pending events at once."""
        self.update_stage(parts.board.scene.stage)
        self._log(parts, parts.board.scene.stage.skip())

    def _log(self, parts: BattleParts, events: Sequence[Event]) -> None:
        if events:
            parts.board.spoil()
            parts.board.listen(events)
            parts.log.add(events, parts.board.scene.stage.seen, self.shown)
            self.shown += len(events)

    def restart(self, parts: BattleParts) -> None:
        """Show the table as it is now, after events were undone."""
        parts.board.scene.restart(self.session.table)
        parts.board.spoil()
        self.played = self.shown = len(self.session.game.story)
        parts.log.undo(self.shown)


HIGH = 46.0
"""Height of the button's panel in units."""


class LogNavigation:
    """Shows the place of a clicked log line on the board, and offers a replay from there."""

    def __init__(
        self, on_place: Callable[[str], None], on_moment: Callable[[int], None]
    ) -> None:
        self.on_place, self.on_moment = on_place, on_moment
        self.count = 0
        self._lines = 0
        """Number of the log's lines when one was clicked."""

    def fill(self, parts: BattleParts) -> None:
        self.parts = parts
        self.float = FloatingPanel(parts.stack, parts.board)
        wide = parts.log.panel.box[2]
        self.button = self.float.add(
            Button(
                (12, 5, wide - 24, HIGH - 10),
                "Replay from here",
                self._go,
                icon="ui/clock",
                style=Style.PRIMARY,
            )
        )
        parts.log.on_line = self.point_at

    def point_at(self, line: LogLine) -> None:
        """Show the place of a line, and offer the replay from it."""
        if place := place_of(line):
            self.on_place(place)
        self.count, self._lines = line.count, len(self.parts.log.lines)
        left, top, wide, tall = self.parts.log.panel.box
        self.float.put((left, top + tall - HIGH, wide, HIGH))

    def refresh(self) -> None:
        """Take the button away once the log goes on."""
        if len(self.parts.log.lines) != self._lines:
            self.float.drop()

    def _go(self) -> None:
        self.float.drop()
        self.on_moment(self.count)


def place_of(line: LogLine) -> str:
    """Return the first id of the board that a line links to; empty if there is none."""
    links = [span.link for span in line.entry.spans if span.link]
    return next((link for link in links if not link.startswith(CLAUSE)), "")


RECAP_SECONDS = 6.0


class TurnRecap:
    """Moves and losses of the turn before this one, over the board for some seconds."""

    def __init__(self) -> None:
        self._left = 0.0
        self._layers = OverlayLayers()

    @property
    def layers(self) -> OverlayLayers:
        """Return the overlays while they are shown."""
        return self._layers if self._left > 0.0 else OverlayLayers()

    def show(self, story: Sequence[Event], table: Table) -> None:
        events = last_turn(story)
        self._layers = OverlayLayers((MarchTrails(trails(events)),), (*fallen(events, table),))
        self._left = RECAP_SECONDS if events else 0.0

    def turn(self, story: Sequence[Event], table: Table) -> None:
        """Show or hide it, when a key asks for it."""
        if self._left > 0.0:
            self._left = 0.0
        else:
            self.show(story, table)

    def update(self, seconds: float, *, still: bool) -> None:
        """Advance the time; with *still* it stays until it is hidden."""
        if not still:
            self._left -= seconds


def last_turn(story: Sequence[Event]) -> Sequence[Event]:
    """Return the events of the player turn before the current one; none if there is none."""
    starts, before = list[int](), None
    for n, event in enumerate(story):
        if isinstance(event, PhaseBegan) and event.side is not None:
            if (event.round, event.side) != before:
                starts.append(n)
            before = event.round, event.side
    return story[starts[-2] : starts[-1]] if len(starts) > 1 else ()


def trails(events: Sequence[Event]) -> tuple[Path, ...]:
    """Return the way of each model that moved, from its start to its end."""
    ways = dict[ModelId, Path]()
    for event in events:
        if isinstance(event, Moved):
            ways[event.model] = (*ways.get(event.model, ()), *event.path)
    return tuple(ways.values())


def fallen(events: Sequence[Event], table: Table) -> Iterator[Overlay]:
    """Yield the number of models that each unit lost, where they stood."""
    lost = dict[UnitId, list[Point]]()
    for event in events:
        if isinstance(event, Removed) and event.model in table.models:
            model = table.models[event.model]
            lost.setdefault(model.unit, []).append(model.at)
    for unit, spots in lost.items():
        middle = Point(
            sum(at.x for at in spots) / len(spots), sum(at.y for at in spots) / len(spots)
        )
        words = f"{name(table, unit)}: {len(spots)} lost"
        yield BoardNote(middle, words, OverlayTone.BAD)


class Spotlight:
    """The model of the shown card; a click holds until the question's subject changes."""

    def __init__(self) -> None:
        self.kept = ""
        """The unit or model that was clicked."""
        self._turned: tuple[AnyPrompt, str] | None = None

    def follow(self, prompt: AnyPrompt | None) -> None:
        """Drop the clicked model when the question turns to another subject."""
        if prompt is None:
            return
        now = prompt, prompt.subject
        if self._turned is None or now != self._turned:
            self.kept = ""
        self._turned = now

    def rests_on(self, prompt: AnyPrompt | None, table: Table) -> str:
        """Return the model of the card that is shown while the mouse points at none."""
        return model_of(table, self.kept or (prompt.subject if prompt else ""))


def model_of(table: Table, id_: str) -> str:
    """Return a model of a unit, the id itself if it is a model's, else ""."""
    unit = table.units.get(UnitId(id_))
    if unit is None:
        return id_ if ModelId(id_) in table.models else ""
    return next((m.id for m in table.of(unit.id)), unit.models[0])


KEY_DELAY_SECONDS = 0.3
"""Seconds that a question must have been visible before a key answers it."""
ANSWERING = frozenset({*ENTER, *(key.code for key in NUMBERS)})


class InputGuard:
    """Ignores answering keys that repeat while held, or that come too soon after a question."""

    def __init__(self) -> None:
        self._asked: AnyPrompt | None = None
        self._seen = 0.0
        """Seconds since the question was first drawn."""
        self._down: set[int] = set()

    def update(self, seconds: float, prompt: AnyPrompt | None) -> None:
        self._seen = self._seen + seconds if prompt is self._asked else 0.0
        self._asked = prompt

    def too_hasty(self, event: pygame.Event, prompt: AnyPrompt | None) -> bool:
        """Return whether an event is a key that would answer by mistake."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._down.clear()
        if event.type not in {pygame.KEYDOWN, pygame.KEYUP}:
            return False
        if ANSWERING.isdisjoint({event.key, *(key.code for key in keys_pressed(event))}):
            return False
        repeated = event.key in self._down
        if event.type == pygame.KEYUP:
            self._down.discard(event.key)
            return False
        self._down.add(event.key)
        fresh = prompt is not self._asked or self._seen < KEY_DELAY_SECONDS
        return prompt is not None and (repeated or fresh)
