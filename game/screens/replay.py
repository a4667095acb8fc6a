"""The replay screen, from which play can go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from secrets import randbelow

import pygame

from game.content.save_format import HUMAN
from game.content.table_actions import Action
from game.prompts.prompt import PromptAction, Weight
from game.screens.battle.battle_window import BattleWindow
from game.screens.battle.footer import FooterContent
from game.screens.battle.input_router import route
from game.screens.battle.play_aids import PlayAids
from game.screens.battle.spotlight import model_of
from game.screens.battle_opening import game_screen
from game.screens.chance_graph import ChanceGraph, swing_key
from game.screens.film.filming import Filming
from game.screens.highlights_dialog import HighlightsDialog
from game.screens.live_game import RecordedGame, resume_game, resume_game_at
from game.screens.page.battle_page import write_file, write_page
from game.screens.page.page_writing import PageOrder, written_apart
from game.screens.recorded_play import RecordedPlay
from game.screens.screen import Begin, Change, Close, Destination, Load, Open, WindowContext
from game.screens.seat_choice import SeatsDialog, labelled
from game.shown.playback_speeds import next_speed
from game.shown.question import QuestionHead
from game.table.records import Side
from game.widgets.button import Button, Style
from game.widgets.cells import LayoutCell, column, grid, row, sized
from game.widgets.dialogs import Menu, keys_dialog, notice
from game.widgets.key_bindings import action_of, key_for
from game.widgets.keys import Key
from game.widgets.panel_stack import CANCEL, Reply
from game.widgets.sizes import CLOSE, LOW, SMALL_TEXT, TIGHT
from game.widgets.slider import Slider
from game.widgets.stepper import Stepper
from game.widgets.theme import MUTED, Theme

SHARED = (
    "A film or a page is for everybody. The file opens in Undertow, on any computer. All are "
    "saved among your pictures."
)
NO_HIGHLIGHTS = "The chances to win hardly changed in this battle."
RESUMED = "Starts a new game from this moment. The recorded game stays as it is."
HINTS = (
    ("{skip}", "play, pause"),
    ("Left, Right", "step by step"),
    ("{before}, {next}", "loss by loss"),
    ("Shift+{before}, {next}", "turn by turn"),
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
    ("Tab+{before}, Tab+{next}, Tab+arrows", "measure to the next unit, by inches"),
    ("Wheel, right drag", "zoom, pan"),
    ("{speed}, Shift+{speed}", "animation speed: faster, slower"),
    ("{show}", "show it to spectators: the board and captions only"),
    ("Esc", "back"),
)


class ReplayScreen(BattleWindow):
    """Plays back a recorded game, and offers to play on from any moment of it."""

    def __init__(
        self,
        story: RecordedGame,
        *,
        speed: float = 0.0,
        playing: bool = True,
        at: int = 0,
        battle_speed: float = 0.0,
    ) -> None:
        """Show a recorded game from after *at* events on.

        *speed* is the playback speed, *battle_speed* that of a game that continues from here;
        0 takes it from the settings.
        """
        self.play: RecordedPlay = RecordedPlay(story, playing=playing)
        super().__init__(self.play, speed)
        self.story, self.start, self.battle_speed = story, at, battle_speed
        self.caption = f"Replay: {story.title}"
        self.chosen = ""
        self.extras = PlayAids(self.play, self)
        self.filming = Filming(story)
        self._shown: object = None

    def fill(self, frame: WindowContext) -> None:
        """Build the panels for a window, with the slider and the jump buttons."""
        opens = not hasattr(self, "parts")
        table = self.story.opening if opens else self.stage.seen
        self.build_panels(frame, table, self.extras.added)
        self.parts.log.on_line = lambda line: self.play.jump(line.count)
        self.parts.header.show_watched(is_watched=True)
        self.extras.fill(self.parts)
        self._shown = None
        if opens:
            self.play.open(self.parts.board, self.start)

    def _jumps(self) -> LayoutCell:
        """Describe the buttons that jump to turns and losses, and the slider below them."""
        back, on = key_for(Action.BEFORE), key_for(Action.NEXT)
        turns, losses = self.story.turns_begun, self.story.losses
        hops = [
            ReplayButton(
                label,
                partial(self.play.hop, counts, direction),
                shortcut=key,
                style=Style.PLAIN,
                size=SMALL_TEXT,
                hint=f"{hint} ({key})",
            )
            for label, hint, counts, direction, key in (
                ("« Turn", "Previous turn", turns, -1, replace(back, shift=True)),
                ("‹ Loss", "Previous wound or loss", losses, -1, back),
                ("Loss ›", "Next wound or loss", losses, 1, on),
                ("Turn »", "Next turn", turns, 1, replace(on, shift=True)),
            )
        ]
        slider = Slider(self.play.count, 0, self.play.most, self.play.jump)
        small = [
            ReplayButton(label, press, style=Style.PLAIN, size=SMALL_TEXT, hint=hint)
            for label, press, hint in (
                ("Highlights…", self.choose_highlight, "The moments that decided the battle"),
                (
                    "Share…",
                    self.share,
                    "As a film, a web page or a file, or beside another game",
                ),
            )
        ]
        below = row(sized(slider, grow=1), *small, gap=CLOSE)
        buttons = grid(*hops, columns=len(hops), gap=CLOSE)
        return column(buttons, sized(below, height=LOW), gap=TIGHT)

    def press(self, id_: str) -> None:
        """Run the action of a prompt button, by its id."""
        match id_:
            case "start":
                self.play.jump(0)
            case "play on":
                self.ask_to_play_on()
            case _:
                self.open_menu()

    def act(self) -> None:
        """Play or pause; at the end, play from the start again."""
        self.play.turn()

    def redo(self) -> None:
        """Show the next beat at once."""
        self.play.step_on()

    def undo(self) -> None:
        self.play.step_back()

    def ask_to_play_on(self) -> None:
        """Ask for the players and the dice to play on with."""
        self.play.playing = False

        def play() -> None:
            self.play_on(tuple(dialog.players.values()), fresh=dialog.fresh)

        replies = (Reply("Play", play, Style.PRIMARY, Key(pygame.K_RETURN)), CANCEL)
        names = dict.fromkeys(self.story.opening.sides, HUMAN)
        dialog = ResumeDialog(self.stack.theme, names, replies)
        self.stack.ask(dialog)
        self.stack.focus.to(next(w for w in dialog.widgets if isinstance(w, Button)))

    def play_on(self, players: Sequence[str], *, fresh: bool) -> None:
        """Leave for a new game that continues from the state of the replay."""
        assert self.story.save
        luck = randbelow(1 << 32) if fresh else None
        save, speed, title = self.story.save, self.battle_speed, "Cannot continue from here"
        self.change = Load(
            "Opening the game",
            lambda: resume_game_at(save(), self.play.count, players, luck),
            lambda live_game: Begin(game_screen(live_game, speed=speed)),
            lambda error: self.stack.ask(notice(self.stack.theme, title, str(error))),
        )

    def film(self) -> None:
        """Ask for a film of the battle."""
        self.play.playing = False
        palette, timeline = self.parts.frame.settings.palette, self.play.timeline
        timeline.finish()
        self.filming.ask(self.stack, palette, timeline.highlights)

    def choose_highlight(self) -> None:
        """Show the list of highlights, each of which plays from its lead-in on."""
        timeline = self.play.timeline
        timeline.finish()
        theme, opening = self.stack.theme, self.story.opening
        if not timeline.highlights:
            self.stack.ask(notice(theme, "No highlights", NO_HIGHLIGHTS))
            return
        found, at = timeline.highlights, self.play.count
        self.stack.ask(HighlightsDialog(theme, found, opening, at, self.watch))

    def watch(self, count: int) -> None:
        """Play on from after *count* events."""
        self.play.stop_at(count)
        self.play.playing = True

    def share(self) -> None:
        """Offer the forms in which the battle can be shown to others."""
        self.play.playing = False
        replies = (
            Reply("Film…", self.film, Style.PRIMARY),
            Reply("Web page", self.write_page),
            Reply("File", self.write_file),
            Reply("Beside another…", self.show_beside),
            CANCEL,
        )
        self.stack.ask(Menu(self.stack.theme, "Share the battle", SHARED, replies))

    def show_beside(self) -> None:
        """Ask for another game, to show both side by side."""
        self.change = Open(Destination("saves", beside=self.story))

    def write_page(self) -> None:
        """Write the battle as a web page, which a window leaves to another process."""
        assert self.story.save
        save, frame = self.story.save(), self.parts.frame
        if frame.apart:
            order = PageOrder(save, frame.settings.palette)
            self._write("page", partial(written_apart, order))
        else:
            self._write("page", lambda: write_page(resume_game(save)))

    def write_file(self) -> None:
        """Write the battle as a file for others."""
        assert self.story.save
        save = self.story.save
        self._write("file", lambda: write_file(resume_game(save())))

    def _write(self, what: str, write: Callable[[], Path]) -> None:
        """Write the battle in a form for others, and show the path."""
        theme = self.stack.theme
        title = f"The {what} could not be saved"
        self.change = Load(
            f"Writing the {what}",
            write,
            lambda path: self.stack.ask(notice(theme, "Saved", f"Saved to {path}")),
            lambda error: self.stack.ask(notice(theme, title, str(error))),
        )

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
        if self.stack.dialog is None and self.show_mode.handle(event):
            return self.take_change()
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
            self.play.hop([swing.before.at for swing in self.play.timeline.swings], direction)
        else:
            self.extras.handle(event)

    def update(self, seconds: float) -> Change | None:
        """Advance panels and playback by *seconds*."""
        self.stack.update(seconds)
        self.filming.update(self.stack)
        self.play.timeline.go_on()
        self.extras.update(seconds, still=self.parts.frame.settings.still)
        self.show_mode.update(seconds, is_covered=self.stack.dialog is not None)
        self.parts.board.update(seconds)
        if self.stack.dialog is None:
            self.play.update(self.show_mode.paced(seconds))
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        """Draw the screen; return the changed areas."""
        self.parts.board.selected = self.chosen
        self.extras.refresh()
        card = self.parts.board.model_under(None) or self.chosen
        stage = self.stage
        done = self.play.timeline.done
        play = self.play
        shown = play.count, play.playing, stage.showing, card, self.speed, done
        if shown != self._shown:
            self._shown = shown
            self._update(card)
        return self.parts.draw(canvas, None, (card,) if card else ())

    def _update(self, card: str) -> None:
        """Update all panels."""
        parts = self.parts
        parts.show(self.story, {}, card, card)
        parts.card.put(parts.card.content._replace(instead=self._chances()))
        parts.footer.put(
            FooterContent(replays=True, playing=self.play.playing, speed=self.speed)
        )
        choices, jumps = self._choices(), self._jumps()
        parts.ask.wait(self.play.words, QuestionHead("REPLAY"), choices, below=jumps)
        parts.hints.put(HINTS)

    def _chances(self) -> ChanceGraph | None:
        """Describe the graph of the chances, once it is complete."""
        timeline = self.play.timeline
        if not (timeline.done and timeline.moments):
            return None
        moments, swings = tuple(timeline.moments), timeline.swings
        opening, jump = self.story.opening, self.play.stop_at
        return ChanceGraph(opening, moments, swings, self.play.count, jump)

    def _choices(self) -> tuple[PromptAction, ...]:
        # The large button below the board plays and pauses.
        play_on = PromptAction("play on", "Continue from here…", key=key_for(Action.PLAY_ON))
        return (
            play_on,
            PromptAction("start", "Back to the start", weight=Weight.QUIET),
            PromptAction(
                "leave", "Leave the replay", key=Key(pygame.K_ESCAPE), weight=Weight.QUIET
            ),
        )

    def leave(self) -> None:
        """Stop background work."""
        self.show_mode.release()
        self.filming.leave()
        self.extras.leave()


class ResumeDialog(SeatsDialog):
    """The dialog that asks for the players and the dice of a game from a moment on."""

    def __init__(
        self, theme: Theme, names: Mapping[Side, str], replies: Sequence[Reply]
    ) -> None:
        self.fresh = False
        """True for other dice than those of the recorded game."""
        super().__init__(theme, "Continue from here", RESUMED, names, replies)

    def view(self) -> LayoutCell:
        """Describe the seats, and the choice of the dice below them."""
        dice = Stepper(("Same dice", "New dice"), self._choose_dice, int(self.fresh))
        return column(super().view(), labelled("Dice", MUTED, dice))

    def _choose_dice(self, value: int) -> None:
        self.fresh = bool(value)


class ReplayButton(Button):
    """A small button that shows its key only in the tooltip."""

    def paint_face(self, canvas: pygame.Surface) -> None:
        words = self.theme.text(self.label, self.size, self.colour, self.face)
        canvas.blit(words, words.get_rect(center=self.rect.center))
