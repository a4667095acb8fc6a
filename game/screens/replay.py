"""The replay screen, and resuming a game from it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from secrets import randbelow

import pygame

from game.content.faults import UnusableFile
from game.content.key_bindings import Action
from game.play.game import Rules
from game.play.transcript import heading, line
from game.prompts.prompt import PromptAction, Weight
from game.screens.battle.dialogs import clause_dialog, keys_dialog, notice
from game.screens.battle.footer import FooterCallbacks
from game.screens.battle.header import next_round, next_speed, resumed_speed
from game.screens.battle.helpers import BattleHelpers
from game.screens.battle.input_router import InputRouter, model_of
from game.screens.battle.layout import BattleCallbacks, BattleParts
from game.screens.battle.log_panel import CLAUSE
from game.screens.battle.phase_bar import Ribbon
from game.screens.live_game import LiveGame, RecordedGame, resume_game_at
from game.screens.resume_dialog import PlayOn
from game.screens.screen import Begin, Change, Close, Screen, WindowContext
from game.widgets.button import Button, Style
from game.widgets.inputs import Slider
from game.widgets.keys import Key, action_of, key_for

REMEMBERED = 200
"""Number of log entries shown before the current event after a jump."""
SLIDER, HOPS = 26.0, 30.0
"""Heights of the slider, and of the buttons above it that jump to events."""
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
    ("O", "continue from here"),
    ("Click in the log", "jump to that line"),
    ("{ranges}, {sight}, {coherency}, {grid}", "overlays"),
    ("{whole_table}", "show the whole table"),
    ("Tab, {ruler}", "measure (hold)"),
    ("Wheel, right drag", "zoom, pan"),
    ("{speed}, Shift+{speed}", "animation speed: faster, slower"),
    ("Esc", "back"),
)


class ReplayScreen:
    """Plays back a recorded game; a jump rebuilds the table from the opening."""

    parts: BattleParts

    def __init__(
        self,
        story: RecordedGame,
        opened: Callable[[LiveGame], Screen] | None = None,
        *,
        speed: float = 0.0,
        playing: bool = True,
        at: int = 0,
    ) -> None:
        """Show a recorded game from after *at* events on.

        *opened* makes the screen for playing on. *speed* is the playback speed; 0 takes it from
        the settings.
        """
        self.story, self.opened, self.start = story, opened, at
        self.speed, self._liked = speed, 0.0
        self.playing = playing
        self.count = 0
        """Number of events given to the stage."""
        self.change: Change | None = None
        self.chosen = ""
        self.attention = InputRouter()
        self.extras = BattleHelpers(self)
        self.slider: Slider
        self._shown: object = None

    def fill(self, frame: WindowContext) -> None:
        """Build the panels for a window, with the slider and the jump buttons."""
        before = getattr(self, "parts", None)
        table = before.board.scene.stage.seen if before else self.story.opening
        self.parts = BattleParts(frame, table, self._calls(), before)
        self.parts.log.on_line = lambda line: self.jump(line.count)
        self.extras.fill()
        self._add_slider()
        self._add_hops()
        liked = frame.settings.speed
        self.speed, self._liked = resumed_speed(self.speed, self._liked, liked), liked
        self.parts.board.scene.stage.speed = self.speed
        self._shown = None
        if before is None and self.start:
            self.jump(self.start)

    def _add_slider(self) -> None:
        """Add the slider at the place of a prompt's progress."""
        _, _, wide, high = self.parts.ask.panel.box
        place = (24, high - 22 - SLIDER, wide - 48, SLIDER)
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
        each = (wide - 48 - 18) / 4
        top = high - 22 - SLIDER - 6 - HOPS
        for n, (label, hint, counts, direction, key) in enumerate(hops):
            hop = ReplayButton(
                (24 + n * (each + 6), top, each, HOPS),
                label,
                partial(self.hop, counts, direction),
                shortcut=key,
                style=Style.PLAIN,
                size=15,
                hint=f"{hint} ({key})",
            )
            self.parts.ask.panel.add(hop)

    def hop(self, counts: Sequence[int], direction: int) -> None:
        """Jump to the next of some event counts, or to the previous one."""
        self.playing = False
        self.jump(beside(counts, self.count, direction, self.most))

    @property
    def most(self) -> int:
        """Return the number of events of the game."""
        return len(self.story.events)

    def _calls(self) -> BattleCallbacks:
        hands = FooterCallbacks(
            undo=self.step_back,
            redo=self.step_on,
            fit=self._fit,
            speed=self.faster,
            act=self.toggle,
        )
        return BattleCallbacks(
            hands,
            on_unit=self.look_at,
            on_press=self.press,
            on_point=lambda _: None,
            on_clause=self.open_clause,
            on_link=self.follow_link,
            on_menu=self.close,
            on_help=self.open_help,
        )

    def press(self, id_: str) -> None:
        """Run the action of a prompt button, by its id."""
        match id_:
            case "start":
                self.jump(0)
            case "play on":
                self.ask_to_play_on()
            case _:
                self.close()

    def toggle(self) -> None:
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

    @property
    def prompt(self) -> None:
        """Return None, because a replay asks no questions."""

    @property
    def busy(self) -> bool:
        """Return whether the stage is still showing events."""
        return self.parts.board.scene.stage.busy

    def step_on(self) -> None:
        """Show the next beat at once."""
        self.playing = False
        if not self.busy:
            self._play_new_events()
        self._log(self.parts.board.scene.stage.skip())

    def step_back(self) -> None:
        self.hop(self.story.beats, -1)

    def ask_to_play_on(self) -> None:
        """Ask for the players and the dice to play on with."""
        if self.opened is None:
            return
        self.playing = False
        dialog = PlayOn(self.parts.stack.theme, self.story.opening.sides, self.play_on)
        self.parts.stack.ask(dialog)

    def play_on(self, players: Sequence[str], fresh: bool) -> None:  # noqa: FBT001  a choice
        """Leave for a new game that continues from the state of the replay."""
        assert self.opened
        assert self.story.save
        luck = randbelow(1 << 32) if fresh else None
        try:
            live_game = resume_game_at(self.story.save(), self.count, players, luck)
        except UnusableFile as error:
            theme = self.parts.stack.theme
            self.parts.stack.ask(notice(theme, "Cannot continue from here", str(error)))
            return
        self.change = Begin(self.opened(live_game))

    def jump(self, count: int) -> None:
        """Show the state after *count* events."""
        self.count = min(self.most, max(0, count))
        table = self.story.at(self.count)
        first = max(0, self.count - REMEMBERED)
        self.parts.board.scene.restart(table)
        self.parts.board.scene.stage.recall(self.story.events[: self.count])
        self.parts.board.spoil()
        self.parts.log.clear()
        self.parts.log.add(self.story.events[first : self.count], table, first)
        self.parts.log.pick(self.parts.log.filter)

    def _play_new_events(self) -> None:
        beat = self.story.beat(self.count)
        self.parts.board.scene.stage.add(beat)
        self.count += len(beat)

    def _log(self, events: Sequence[object]) -> None:
        if not events:
            return
        stage = self.parts.board.scene.stage
        last = self.count - stage.waits
        story = self.story.events[last - len(events) : last]
        self.parts.board.spoil()
        self.parts.board.listen(story)
        self.parts.log.add(story, stage.seen, last - len(story))

    def faster(self) -> None:
        self._pace(next_round(self.speed))

    def _pace(self, speed: float) -> None:
        self.speed = speed
        self.parts.board.scene.stage.speed = self.speed

    def _fit(self) -> None:
        self.parts.board.scene.camera.fit()

    def close(self) -> None:
        """Leave the replay."""
        self.change = Close()

    def look_at(self, id_: str) -> None:
        """Select a model, or a unit's model, and move the camera to it."""
        self.chosen = model_of(self.parts.board.scene.stage.seen, id_)
        self.parts.board.look_at(id_)

    def follow_link(self, link: str) -> None:
        if link.startswith(CLAUSE):
            self.open_clause(link.removeprefix(CLAUSE))
        else:
            self.look_at(link)

    def open_clause(self, id_: str) -> None:
        theme = self.parts.stack.theme
        self.parts.stack.ask(clause_dialog(theme, id_, self.open_clause))

    def open_help(self) -> None:
        self.parts.stack.ask(keys_dialog(self.parts.stack.theme, KEYS))

    def handle(self, event: pygame.Event) -> Change | None:
        """Handle an event; return the change of screens it causes, if any."""
        if not self.attention.take(event, self.parts, None):
            self._key_or_click(event)
        change, self.change = self.change, None
        return change

    def _key_or_click(self, event: pygame.Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.chosen = self.parts.board.model_under(None) or ""
        if event.type != pygame.KEYDOWN:
            return
        if event.key == pygame.K_RETURN or action_of(event) is Action.SKIP:
            self.toggle()
        elif event.key == pygame.K_LEFT or action_of(event) is Action.STEP_BACK:
            self.step_back()
        elif event.key == pygame.K_RIGHT or action_of(event) is Action.STEP_ON:
            self.step_on()
        elif action_of(event) is Action.SPEED:  # with Shift; without, its button takes it
            self._pace(next_speed(self.speed, -1))
        elif action_of(event) is Action.PLAY_ON:
            self.ask_to_play_on()
        else:
            self.extras.handle(event)

    def update(self, seconds: float) -> Change | None:
        """Advance panels and playback by *seconds*."""
        self.parts.stack.update(seconds)
        self.extras.update(seconds, still=self.parts.frame.settings.still)
        self.parts.board.update(seconds)
        if self.playing and self.parts.stack.dialog is None:
            # A rolling street is given piece by piece; the next beat may come before its end.
            if self.parts.board.scene.stage.eager and self.count < self.most:
                self._play_new_events()
            self._log(self.parts.board.scene.stage.play(seconds))
            if self.count >= self.most and not self.busy:
                self.playing = False
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw the screen; return the changed areas."""
        self.parts.board.selected = self.chosen
        self.extras.refresh()
        card = self.parts.board.model_under(None) or self.chosen
        stage = self.parts.board.scene.stage
        shown = self.count, self.playing, stage.showing, card, self.speed
        if shown != self._shown:
            self._shown = shown
            self._update(card)
        return self.parts.draw(canvas, None, (card,) if card else ())

    def _update(self, card: str) -> None:
        """Update all panels."""
        parts, stage = self.parts, self.parts.board.scene.stage
        table = stage.seen
        parts.show(self.story, {}, card, card)
        parts.footer.show_replay(playing=self.playing, speed=self.speed)
        self.slider.value = self.count
        parts.ask.wait(self._where, None, None, table, self._choices(), SLIDER + HOPS + 12)
        parts.ask.side.text = "REPLAY"
        words = line(stage.showing, table) if stage.showing else ""
        parts.ribbon.ribbon = Ribbon("Replay" if not words else "", words or self.story.title)
        parts.hints.hints = HINTS

    @property
    def _where(self) -> str:
        seen = self.parts.board.scene.stage.seen
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
