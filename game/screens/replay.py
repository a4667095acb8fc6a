"""The replay screen, and playing on from it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from secrets import randbelow

import pygame

from game.content.save_format import HUMAN
from game.content.settings import Action
from game.play.game import Rules
from game.play.transcript import heading, line
from game.prompts.prompt import PromptAction, Weight
from game.screens.battle.battle_window import BattleWindow
from game.screens.battle.footer import next_speed
from game.screens.battle.helpers import BattleHelpers
from game.screens.battle.input_router import route
from game.screens.battle.seat_choice import SeatsDialog
from game.screens.battle.spotlight import model_of
from game.screens.chance_graph import ChanceGraph, ChanceTimeline, sentence, swing_key
from game.screens.live_game import LiveGame, RecordedGame, resume_game_at
from game.screens.screen import Begin, Change, Close, Load, Screen, WindowContext
from game.table.state import Table
from game.widgets.button import Button, Style
from game.widgets.dialogs import keys_dialog, notice
from game.widgets.inputs import Slider, Stepper
from game.widgets.key_bindings import action_of, key_for
from game.widgets.keys import Key
from game.widgets.panel_stack import CANCEL, Reply
from game.widgets.theme import MUTED

REMEMBERED = 200
"""Number of log entries shown before the current event after a jump."""
SLIDER, HOPS = 26.0, 30.0
"""Heights of the slider, and of the buttons above it that jump to events."""
RESUMED = "Starts a new game from this moment. The recorded game stays as it is."
HINTS = (
    ("{skip}", "play, pause"),
    ("Left, Right", "step back, forward"),
    ("{before}, {next}", "previous, next loss"),
    ("Shift+{before}, {next}", "previous, next turn"),
    ("{help}", "all keys"),
)
KEYS = (
    ("{skip}", "play, pause"),
    ("Left, Right", "step back, forward"),
    ("{step_back}, {step_on}", "the same"),
    ("{before}, {next}", "previous, next wound or loss"),
    ("Shift+{before}, Shift+{next}", "previous, next turn"),
    ("Ctrl+{before}, Ctrl+{next}", "previous, next swing of the chances"),
    ("{play_on}", "continue from here"),
    ("Click in the log", "jump to that line"),
    ("{ranges}, {sight}, {coherency}, {grid}", "overlays"),
    ("{whole_table}", "show the whole table"),
    ("Tab, {ruler}, wheel pressed", "measure (hold)"),
    ("Wheel, right drag", "zoom, pan"),
    ("{speed}, Shift+{speed}", "animation speed: faster, slower"),
    ("Esc", "back"),
)


class ReplayScreen(BattleWindow):
    """Plays back a recorded game; a jump rebuilds the table from the opening."""

    def __init__(
        self,
        story: RecordedGame,
        opened: Callable[[LiveGame], Screen] | None = None,
        *,
        speed: float = 0.0,
        playing: bool = True,
        at: int = 0,
    ) -> None:
        """Show a recorded game from after *at* events on; *opened* makes the one to play on.

        *speed* is the playback speed; 0 takes it from the settings.
        """
        super().__init__(speed)
        self.story, self.opened, self.start = story, opened, at
        self.caption = f"Replay: {story.title}"
        self.playing = playing
        self.count = 0
        """Number of events given to the stage."""
        self.chosen = ""
        self.extras = BattleHelpers(self)
        self.slider: Slider
        self.timeline = ChanceTimeline(story)
        self.graph: ChanceGraph
        self._shown: object = None

    def fill(self, frame: WindowContext) -> None:
        """Build the panels for a window, with the slider and the jump buttons."""
        opens = not hasattr(self, "parts")
        table = self.story.opening if opens else self.stage.seen
        self.lay_out(frame, table, self.extras.added)
        self.parts.log.on_line = lambda line: self.jump(line.count)
        self.extras.fill()
        self._add_slider()
        self._add_hops()
        self._add_graph(table)
        self._shown = None
        if opens and self.start:
            self.jump(self.start)

    def _add_slider(self) -> None:
        """Add the slider at the place of a prompt's progress."""
        _, _, wide, high = self.parts.ask.panel.box
        place = (18, high - 16 - SLIDER, wide - 36, SLIDER)
        self.slider = Slider(place, self.count, 0, self.most, self.jump)
        self.parts.ask.panel.add(self.slider)

    def _add_hops(self) -> None:
        """Add buttons above the slider that jump to turns and losses."""
        _, _, wide, high = self.parts.ask.panel.box
        back, on = key_for(Action.BEFORE), key_for(Action.NEXT)
        turns, losses = self.story.turns_begun, self.story.losses
        hops = (
            ("« Turn", "Previous turn", turns, -1, replace(back, shift=True)),
            ("‹ Loss", "Previous wound or loss", losses, -1, back),
            ("Loss ›", "Next wound or loss", losses, 1, on),
            ("Turn »", "Next turn", turns, 1, replace(on, shift=True)),
        )
        each = (wide - 36 - 18) / 4
        top = high - 16 - SLIDER - 6 - HOPS
        for n, (label, hint, counts, direction, key) in enumerate(hops):
            hop = ReplayButton(
                (18 + n * (each + 6), top, each, HOPS),
                label,
                partial(self.hop, counts, direction),
                shortcut=key,
                style=Style.PLAIN,
                size=15,
                hint=f"{hint} ({key})",
            )
            self.parts.ask.panel.add(hop)

    def _add_graph(self, table: Table) -> None:
        """Add the graph of the chances at the place of the card, for while there is none."""
        parts = self.parts
        self.graph = ChanceGraph(parts.card.box, table, self._jump_and_pause)
        parts.card_panel.add(self.graph)
        self.graph.shown = False

    def _jump_and_pause(self, count: int) -> None:
        self.playing = False
        self.jump(count)

    def hop(self, counts: Sequence[int], direction: int) -> None:
        """Jump to the next of some event counts, or to the previous one."""
        self._jump_and_pause(beside(counts, self.count, direction, self.most))

    @property
    def most(self) -> int:
        """Return the number of events of the game."""
        return len(self.story.events)

    def press(self, id_: str) -> None:
        """Run the action of a prompt button, by its id."""
        match id_:
            case "start":
                self.jump(0)
            case "play on":
                self.ask_to_play_on()
            case _:
                self.open_menu()

    def act(self) -> None:
        """Play or pause; at the end, play from the start again."""
        if self.count >= self.most and not self.busy:
            self.jump(0)
            self.playing = True
        else:
            self.playing = not self.playing

    @property
    def rules(self) -> Rules:
        """Return the rules of the game."""
        return self.story.rules

    @property
    def moment(self) -> object:
        """Return a key of the shown table's state, for caching."""
        return self.count, self.busy

    def redo(self) -> None:
        """Show the next beat at once."""
        self.playing = False
        if not self.busy:
            self._play_new_events()
        self._log(self.stage.skip())

    def undo(self) -> None:
        self.hop(self.story.beats, -1)

    def ask_to_play_on(self) -> None:
        """Ask for the players and the dice to play on with."""
        if self.opened is None:
            return
        self.playing = False

        def play() -> None:
            self.play_on(tuple(dialog.players.values()), fresh=bool(dice.value))

        replies = (Reply("Play", play, Style.PRIMARY, Key(pygame.K_RETURN)), CANCEL)
        names = dict.fromkeys(self.story.opening.sides, HUMAN)
        theme, title = self.stack.theme, "Continue from here"
        dialog = SeatsDialog(theme, title, RESUMED, names, replies, width=520, more=1)
        row = dialog.add_row(len(names), "Dice", MUTED)
        dice = dialog.add(Stepper(row, ("Same dice", "New dice"), lambda _: None))

        self.stack.ask(dialog)
        self.stack.focus.to(next(w for w in dialog.widgets if isinstance(w, Button)))

    def play_on(self, players: Sequence[str], *, fresh: bool) -> None:
        """Leave for a new game that continues from the state of the replay."""
        assert self.opened
        assert self.story.save
        luck = randbelow(1 << 32) if fresh else None
        save, opened, title = self.story.save, self.opened, "Cannot continue from here"
        self.change = Load(
            "Opening the game",
            lambda: resume_game_at(save(), self.count, players, luck),
            lambda live_game: Begin(opened(live_game)),
            lambda error: self.stack.ask(notice(self.stack.theme, title, str(error))),
        )

    def jump(self, count: int) -> None:
        """Show the state after *count* events."""
        self.count = min(self.most, max(0, count))
        table = self.story.at(self.count)
        first = max(0, self.count - REMEMBERED)
        self.parts.board.scene.restart(table)
        self.stage.recall(self.story.events[: self.count])
        self.parts.board.spoil()
        self.parts.log.clear()
        self.parts.log.add(self.story.events[first : self.count], table, first)
        self.parts.log.pick(self.parts.log.filter)

    def _play_new_events(self) -> None:
        beat = self.story.beat(self.count)
        self.stage.add(beat)
        self.count += len(beat)

    def _log(self, events: Sequence[object]) -> None:
        if not events:
            return
        stage = self.stage
        last = self.count - stage.waits
        story = self.story.events[last - len(events) : last]
        self.parts.board.spoil()
        self.parts.board.listen(story)
        self.parts.log.add(story, stage.seen, last - len(story))

    def choose_layers(self) -> None:
        self.extras.bar.turn()

    def open_menu(self) -> None:
        """Leave the replay."""
        self.change = Close()

    def look_at(self, id_: str) -> None:
        """Select a model, or a unit's model, and move the camera to it."""
        self.chosen = model_of(self.stage.seen, id_)
        super().look_at(id_)

    def open_help(self) -> None:
        self.stack.ask(keys_dialog(self.stack.theme, KEYS))

    def handle(self, event: pygame.Event) -> Change | None:
        """Handle an event; return the change of screens it causes, if any."""
        if not route(event, self.parts, None):
            self._key_or_click(event)
        return self.take_change()

    def _key_or_click(self, event: pygame.Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.chosen = self.parts.board.model_under(None) or ""
        if event.type != pygame.KEYDOWN:
            return
        if event.key == pygame.K_RETURN or action_of(event) is Action.SKIP:
            self.act()
        elif event.key == pygame.K_LEFT or action_of(event) is Action.STEP_BACK:
            self.undo()
        elif event.key == pygame.K_RIGHT or action_of(event) is Action.STEP_ON:
            self.redo()
        elif action_of(event) is Action.SPEED:  # with Shift; without, its button takes it
            self.pace(next_speed(self.speed, -1))
        elif action_of(event) is Action.PLAY_ON:
            self.ask_to_play_on()
        elif direction := swing_key(event):
            self.hop([swing.before.at for swing in self.timeline.swings], direction)
        else:
            self.extras.handle(event)

    def update(self, seconds: float) -> Change | None:
        """Advance panels and playback by *seconds*."""
        self.stack.update(seconds)
        self.timeline.go_on()
        self.extras.update(seconds, still=self.parts.frame.settings.still)
        self.parts.board.update(seconds)
        if self.playing and self.stack.dialog is None:
            # A rolling street is given piece by piece; the next beat may come before its end.
            if self.stage.eager and self.count < self.most:
                self._play_new_events()
            self._log(self.stage.play(seconds))
            if self.count >= self.most and not self.busy:
                self.playing = False
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw the screen; return the changed areas."""
        self.parts.board.selected = self.chosen
        self.extras.refresh()
        card = self.parts.board.model_under(None) or self.chosen
        stage = self.stage
        done = self.timeline.done
        shown = self.count, self.playing, stage.showing, card, self.speed, done
        if shown != self._shown:
            self._shown = shown
            self._update(card)
        return self.parts.draw(canvas, None, (card,) if card else ())

    def _update(self, card: str) -> None:
        """Update all panels."""
        parts, stage = self.parts, self.stage
        table = stage.seen
        parts.show(self.story, {}, card, card)
        self._show_graph(covered=bool(card))
        parts.footer.show_replay(playing=self.playing, speed=self.speed)
        self.slider.value = self.count
        swing = next((s for s in self.timeline.swings if s.before.at == self.count), None)
        words = line(stage.showing, table) if stage.showing else ""
        if swing and not words:
            words = sentence(swing, table)
        where = f"{self._where}\n{words}" if words else self._where
        parts.ask.wait(where, None, None, table, self._choices(), SLIDER + HOPS + 12)
        parts.ask.side.text = "REPLAY"
        parts.hints.hints = HINTS

    def _show_graph(self, *, covered: bool) -> None:
        """Show the graph once it is complete, unless the card of a model covers it."""
        graph, timeline = self.graph, self.timeline
        if timeline.done:
            graph.moments, graph.swings = tuple(timeline.moments), timeline.swings
            graph.now = self.count
        graph.shown = bool(graph.moments) and not covered
        self.parts.card.shown = not graph.shown

    @property
    def _where(self) -> str:
        seen = self.stage.seen
        clock = seen.clock
        phase = heading(seen, clock.round, clock.phase or "before the battle", clock.side)
        return f"{phase} · event {self.count} of {self.most}"

    def _choices(self) -> tuple[PromptAction, ...]:
        # The large button below the board plays and pauses.
        play_on = PromptAction("play on", "Continue from here…", key=key_for(Action.PLAY_ON))
        return (
            *((play_on,) * bool(self.opened)),
            PromptAction("start", "Back to the start", weight=Weight.QUIET),
            PromptAction(
                "leave", "Leave the replay", key=Key(pygame.K_ESCAPE), weight=Weight.QUIET
            ),
        )

    def leave(self) -> None:
        """Stop background work."""
        self.extras.leave()


class ReplayButton(Button):
    """A small button that shows its key only in the tooltip."""

    def paint_face(self, canvas: pygame.Surface) -> None:
        words = self.theme.text(self.label, self.size, self.colour, self.face)
        canvas.blit(words, words.get_rect(center=self.rect.center))


def beside(counts: Sequence[int], now: int, direction: int, most: int) -> int:
    """Return the next of some counts after *now*, or the last one before it.

    Beyond the counts it is *most*, or 0.
    """
    if direction > 0:
        at = bisect_right(counts, now)
        return counts[at] if at < len(counts) else most
    at = bisect_left(counts, now)
    return counts[at - 1] if at else 0
