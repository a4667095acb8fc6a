"""Watching a game again: play, pause, step, jump to any moment."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.content.actions import Action
from game.play.transcript import heading, line
from game.prompts.prompt import Choice, Weight
from game.screens.battle.attention import Attention
from game.screens.battle.dialogs import clause_dialog, keys_dialog
from game.screens.battle.footer import SPEEDS, Hands
from game.screens.battle.furniture import Calls, Furniture
from game.screens.battle.logbook import CLAUSE
from game.screens.battle.ribbon import Ribbon
from game.screens.battle.spotlight import model_of
from game.screens.screen import Change, Close, Frame
from game.screens.story import Story
from game.widgets.keys import Key, action_of, bound
from game.widgets.slider import Slider

REMEMBERED = 200
"""So many events before the moment are in the log after a jump."""
SLIDER = 26.0
KEYS = (
    ("{skip}", "play, pause"),
    ("{step_back}, {step_on}", "a step back, a step on"),
    ("{whole_table}", "show the whole table"),
    ("Tab, {ruler}", "the ruler, while it is held"),
    ("Wheel, right drag", "zoom, pan"),
    ("{speed}", "how fast it is shown"),
    ("Esc", "back"),
)


class ReplayScreen:
    """Keeps how much of the story was shown; a jump tells the table anew from its opening."""

    parts: Furniture

    def __init__(self, story: Story, *, speed: float = 1.0, playing: bool = True) -> None:
        self.story = story
        self.speed = speed
        self.playing = playing
        self.count = 0
        """How many events have been given to the stage."""
        self.change: Change | None = None
        self.chosen = ""
        self.attention = Attention()
        self.slider: Slider
        self._shown: object = None

    def fill(self, frame: Frame) -> None:
        before = getattr(self, "parts", None)
        table = before.board.scene.stage.seen if before else self.story.opening
        self.parts = Furniture(frame, table, self._calls(), before)
        self._add_slider()
        self.parts.board.scene.stage.speed = self.speed
        self._shown = None

    def _add_slider(self) -> None:
        """Put the slider where a prompt would tell how far it has come."""
        _, _, wide, high = self.parts.ask.panel.box
        place = (24, high - 22 - SLIDER, wide - 48, SLIDER)
        self.slider = Slider(place, self.count, 0, self.most, self.jump)
        self.parts.ask.panel.add(self.slider)

    @property
    def most(self) -> int:
        return len(self.story.events)

    def _calls(self) -> Calls:
        hands = Hands(
            take_back=self.step_back,
            redo=self.step_on,
            fit=self._fit,
            speed=self.faster,
            act=self.toggle,
        )
        return Calls(
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
        match id_:
            case "play":
                self.toggle()
            case "on":
                self.step_on()
            case "back":
                self.step_back()
            case "start":
                self.jump(0)
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
    def busy(self) -> bool:
        return self.parts.board.scene.stage.busy

    def step_on(self) -> None:
        """Show the next beat at once."""
        self.playing = False
        if not self.busy:
            self._hear()
        self._told(self.parts.board.scene.stage.skip())

    def step_back(self) -> None:
        self.playing = False
        self.jump(self.count - 1)

    def jump(self, count: int) -> None:
        """Show the moment after so many events."""
        self.count = min(self.most, max(0, count))
        table = self.story.at(self.count)
        first = max(0, self.count - REMEMBERED)
        self.parts.board.scene.restart(table)
        self.parts.board.spoil()
        self.parts.log.told = []
        self.parts.log.add(self.story.events[first : self.count], table, first)
        self.parts.log.pick(self.parts.log.filter)

    def _hear(self) -> None:
        beat = self.story.beat(self.count)
        self.parts.board.scene.stage.hear(beat)
        self.count += len(beat)

    def _told(self, events: Sequence[object]) -> None:
        if not events:
            return
        told = self.story.events[self.count - len(events) : self.count]
        self.parts.board.spoil()
        seen = self.parts.board.scene.stage.seen
        self.parts.log.add(told, seen, self.count - len(told))

    def faster(self) -> None:
        at = SPEEDS.index(self.speed) if self.speed in SPEEDS else -1
        self.speed = SPEEDS[(at + 1) % len(SPEEDS)]
        self.parts.board.scene.stage.speed = self.speed

    def _fit(self) -> None:
        self.parts.board.scene.camera.fit()

    def close(self) -> None:
        self.change = Close()

    def look_at(self, id_: str) -> None:
        self.chosen = model_of(self.parts.board.scene.stage.seen, id_)
        self.parts.board.look_at(id_)

    def follow_link(self, link: str) -> None:
        if link.startswith(CLAUSE):
            self.open_clause(link.removeprefix(CLAUSE))
        else:
            self.look_at(link)

    def open_clause(self, id_: str) -> None:
        theme = self.parts.desk.theme
        self.parts.desk.ask(clause_dialog(theme, id_, self.open_clause))

    def open_help(self) -> None:
        self.parts.desk.ask(keys_dialog(self.parts.desk.theme, KEYS))

    def handle(self, event: pygame.Event) -> Change | None:
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
        elif action_of(event) is Action.STEP_BACK:
            self.step_back()

    def update(self, seconds: float) -> Change | None:
        self.parts.desk.update(seconds)
        self.parts.board.update(seconds)
        if self.playing and self.parts.desk.dialog is None:
            if not self.busy and self.count < self.most:
                self._hear()
            self._told(self.parts.board.scene.stage.play(seconds))
            if self.count >= self.most and not self.busy:
                self.playing = False
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        self.parts.board.selected = self.chosen
        card = self.parts.board.model_under(None) or self.chosen
        stage = self.parts.board.scene.stage
        shown = self.count, self.playing, stage.showing, card, self.speed
        if shown != self._shown:
            self._shown = shown
            self._tell(card)
        return self.parts.draw(canvas, None, (card,) if card else ())

    def _tell(self, card: str) -> None:
        """Bring all panels up to date."""
        parts, stage = self.parts, self.parts.board.scene.stage
        table = stage.seen
        parts.show(self.story, {}, card, card)
        parts.footer.show_replay(playing=self.playing, speed=self.speed)
        self.slider.value = self.count
        parts.ask.wait(self._where, None, None, table, self._choices(), SLIDER + 6)
        parts.ask.side.text = "REPLAY"
        words = line(stage.showing, table) if stage.showing else ""
        parts.ribbon.ribbon = Ribbon("Replay" if not words else "", words or self.story.title)
        parts.hints.hints = KEYS

    @property
    def _where(self) -> str:
        clock = self.parts.board.scene.stage.seen.clock
        phase = heading(clock.round, clock.phase or "before the battle", clock.side)
        return f"{phase} · event {self.count} of {self.most}"

    def _choices(self) -> tuple[Choice, ...]:
        play = "Pause" if self.playing else "Play"
        return (
            Choice("play", play, key=bound(Action.SKIP), weight=Weight.URGED),
            Choice("on", "A step on", key=bound(Action.STEP_ON)),
            Choice("back", "A step back", key=bound(Action.STEP_BACK)),
            Choice("start", "To the beginning", weight=Weight.QUIET),
            Choice("leave", "Leave the replay", key=Key(pygame.K_ESCAPE), weight=Weight.QUIET),
        )

    def leave(self) -> None:
        pass
