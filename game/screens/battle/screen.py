"""The battle screen."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.content.settings import Action
from game.lab.score_sheets import score_sheet
from game.play.game import Rules
from game.play.session import is_sealed
from game.prompts.choose import ChoosePrompt
from game.rules.catalog import score_of
from game.screens.battle.agreements import Agreements
from game.screens.battle.answers import (
    RESULT,
    AnswerSender,
    UndoController,
    panels_key,
    show_panels,
    show_table,
    table_key,
)
from game.screens.battle.battle_window import BattleWindow
from game.screens.battle.footer import main_action, next_speed
from game.screens.battle.handover_curtain import Handover
from game.screens.battle.helpers import BattleHelpers, own_keys
from game.screens.battle.input_guard import InputGuard
from game.screens.battle.input_router import route
from game.screens.battle.log_navigation import LogNavigation
from game.screens.battle.pause_menu import Pause
from game.screens.battle.playback import Playback
from game.screens.battle.score_dialog import score_dialog
from game.screens.battle.spotlight import Spotlight
from game.screens.help import HelpScreen, clause_under
from game.screens.live_game import LiveGame, record_of_live_game
from game.screens.replay import ReplayScreen
from game.screens.result import ResultScreen
from game.screens.screen import Change, Open, Screen, WindowContext
from game.table.records import Side
from game.view.camera import View
from game.widgets.dialogs import notice
from game.widgets.key_bindings import action_of

OLDER = "The rules have changed since this was saved: please repeat the last choices."
KEYS = (
    ("Tab, {ruler}, wheel pressed", "measure (hold)"),
    ("{take_back}, {redo}", "undo, redo"),
    ("{hint}", "a hint: what a bot would do"),
    ("Wheel, {zoom_in}, {zoom_out}", "zoom"),
    ("Right drag, {pan_up} {pan_left} {pan_down} {pan_right}", "pan"),
    ("{whole_table}", "show the whole table"),
    ("{skip}", "skip what is being shown"),
    ("{speed}, Shift+{speed}", "animation speed: faster, slower"),
    ("{hold}", "pause or resume what is being shown"),
    ("{step_on}", "show the next model or unit, then pause"),
    ("{ranges}, {sight}, {reach}", "weapon ranges, lines of sight, where a move can end"),
    ("{coherency}, {grid}", 'coherency, a 1" grid'),
)
MORE_KEYS = (
    ("{help}", "the rulebook, at the clause under the mouse, and this list"),
    ("{walk}", "move the focus through buttons, lists and log"),
    ("{sheet}", "the score sheet, like a click on the score"),
    ("{rosters}, {dock}, Shift+{rosters}", "open or close the rosters, the dock, both"),
    ("{layers}", "choose overlays"),
    ("{recap}", "what the last turn brought"),
    ("{inside}", "debug view"),
    ("{fullscreen}", "full screen"),
    ("{larger}, {smaller}", "everything larger, smaller"),
    ("Esc", "pause: save, load, who plays, draw, concede"),
)


def all_keys() -> Sequence[tuple[str, str]]:
    """Return the keys of every battle, those of rule systems included, and their effects."""
    return (*KEYS, *own_keys(), *MORE_KEYS)


class BattleScreen(BattleWindow):
    """The screen of a running game: it shows events, passes answers and changes no table."""

    def __init__(self, live_game: LiveGame, *, speed: float = 0.0) -> None:
        """*speed*: factor of the playback speed; 0 takes the one of the settings."""
        super().__init__(speed)
        self.live_game, self.session = live_game, live_game.session
        self.caption = live_game.battle.scenario.title
        self.spotlight = Spotlight()
        self.calm = InputGuard()
        self.ended = False
        self.waited = 0.0
        self.playback = Playback(live_game.session)
        self.answers = AnswerSender(self)
        self.backward = UndoController(self)
        self.agreements = Agreements(self)
        self.choose_seats = self.agreements.choose_seats
        self.pause = Pause(self)
        self.handover = Handover(live_game.session, self._lifted)
        self._view: View | None = None
        """Camera view when the curtain was last lifted."""
        self.extras = BattleHelpers(self, live_game)
        self.look_back = LogNavigation(self.look_at, self._show_again)
        self._news: object = None
        """Key of what the panels show."""
        self._table_news: object = None
        """Key of what those panels show that depend on the table."""

    def fill(self, frame: WindowContext) -> None:
        opens = not hasattr(self, "parts")
        self.lay_out(frame, self.session.table, self.extras.added)
        self.extras.fill()
        self.look_back.fill(self.parts)
        self._news = None
        if opens:
            self._open()
        if self.handover.veil:
            self.handover.veil.fill(frame)

    def _open(self) -> None:
        self.playback.open(self.parts)
        self.live_game.complain = lambda words: self.show_message("Not saved", words)
        if self.frame.apart:
            self.answers.think_apart()
        if self.live_game.lost:
            self.show_message("Saved with older rules", OLDER)
        asked = self.session.pending
        if asked and not self.live_game.seats.is_bot(asked.by):
            self._hand_over(asked.by)

    def _hand_over(self, by: Side) -> bool:
        """Lower the curtain if another player is to look now; return whether it was lowered."""
        people, when = self.live_game.seats.people, self.frame.settings.curtain
        if not self.handover.hides(by, people, when):
            self.handover.ask(people, when)
            return False
        self.parts.board.release()
        self.handover.fall(by, self.parts.log.lines, self.frame)
        return True

    def _lifted(self) -> None:
        self.fill(self.frame)
        self._view = self.parts.board.scene.camera.view

    def _hush(self) -> None:
        """Reset card and camera, so that nothing on the screen reveals a secret answer."""
        self.spotlight.kept = ""
        if self._view:
            self.parts.board.scene.camera.lie(self._view)

    @property
    def rules(self) -> Rules:
        return self.session.game.rules

    @property
    def moment(self) -> object:
        """Return a key of the shown table's state, for comparison and caching."""
        return self.playback.shown, id(self.session.pending)

    def handle(self, event: pygame.Event) -> Change | None:
        if self.handover.veil:
            self.handover.handle(event)
            return None
        if event.type in {pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN}:
            self.extras.banner.end()
        hasty = self.calm.too_hasty(event, self.prompt) and self.stack.dialog is None
        taken = hasty or route(event, self.parts, self.prompt)
        if not taken:
            self._key_or_click(event)
        self._take_answer()
        return self.take_change()

    def _key_or_click(self, event: pygame.Event) -> None:
        if action_of(event) is Action.SKIP:
            self.playback.skip(self.parts)
        elif action_of(event) is Action.HOLD:
            self.hold()
        elif action_of(event) is Action.STEP_ON and self.busy:
            self.step()
        elif action_of(event) is Action.SPEED:  # with Shift; its button handles the key without
            self.pace(next_speed(self.speed, -1))
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_RETURN and self.ended:
            self.show_result()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.spotlight.kept = self.parts.board.model_under(self.prompt) or ""
        elif not self.extras.handle(event):
            self.agreements.takes_over(event)

    def _take_answer(self) -> None:
        """Pass on the prompt's answer if it has one, or leave the question to a bot."""
        if self.prompt and self.prompt.instead:
            self.prompt = self.prompt.instead
        if self.prompt and self.prompt.left:
            prompt, self.prompt = self.prompt, None
            self.agreements.leave(prompt)
        elif self.prompt and self.prompt.answer is not None:
            prompt, self.prompt = self.prompt, None
            if is_sealed(prompt.decision):
                self._hush()
            self.answers.give_all((prompt.answer, *prompt.then))

    def update(self, seconds: float) -> Change | None:
        if self.handover.veil:
            self.handover.veil.update(seconds)
            return None
        self.stack.update(seconds)
        self.extras.update(seconds, still=self.frame.settings.still)
        self.look_back.refresh()
        if self.stack.dialog is None:
            self.parts.board.update(seconds)
            self.playback.update_stage(self.stage)
            self.playback.play(self.parts, seconds)
            self._go_on(seconds)
        self.calm.update(seconds, self.prompt)
        return self.take_change()

    def _go_on(self, seconds: float) -> None:
        """Let a bot think; once all events are shown, prompt a person or show the result."""
        asked = None if self.live_game.result else self.session.pending
        by_bot = asked is not None and self.live_game.seats.answers(self.session)
        self.waited = self.waited + seconds if by_bot and not self.busy else 0.0
        if by_bot:
            self.prompt = None
            if self.answers.think() and self.stage.eager:
                self.answers.say()
        elif self.busy:
            self.prompt = None
        elif asked is None:
            self._end()
        elif self.prompt is None or self.prompt.asked is not asked:
            self.prompt = None
            if not self._hand_over(asked.by):
                self.prompt = self.answers.prompt(asked)
        elif self.answers.adviser.thinks:
            self.answers.advise(self.prompt)

    def _end(self) -> None:
        self.prompt = None
        if not self.ended:
            self.ended = True
            self.show_result()

    def show_result(self) -> None:
        self.go(Open(ResultScreen(self.live_game, self.with_live_game)))

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        if self.handover.veil:
            return self.handover.veil.draw(canvas)
        board = self.parts.board
        self.spotlight.follow(self.prompt)
        board.selected = self.spotlight.rests_on(self.prompt, board.scene.stage.seen)
        self.extras.refresh()
        card = board.model_under(self.prompt) or board.selected
        if (news := panels_key(self, card)) != self._news:
            of_table = table_key(self, card)
            if self._news is None or of_table != self._table_news:
                show_table(self, card)
            show_panels(self)
            self._news, self._table_news = news, of_table
        # A chosen model is ringed by its prompt.
        marked = (card,) if card and not (self.prompt and self.prompt.chosen()) else ()
        return self.parts.draw(canvas, self.prompt, marked)

    def leave(self) -> None:
        self.extras.leave()
        self.answers.close()
        self.live_game.close()

    # Called by the parts.

    def go(self, change: Change) -> None:
        self.change = change

    def show_message(self, title: str, words: str) -> None:
        """Show a message that the players have to read."""
        self.stack.ask(notice(self.stack.theme, title, words))

    def press(self, id_: str) -> None:
        """Press an option in the prompt panel."""
        if self.prompt:
            self.prompt.press(id_)
        elif id_ == RESULT.id:
            self.show_result()

    def ask_for_hint(self) -> None:
        if self.prompt:
            self.answers.ask_for_hint(self.prompt)

    def point_out(self, id_: str) -> None:
        if self.prompt:
            self.prompt.point_out(id_)

    def act(self) -> None:
        """Do the action of Enter: skip, show the result or press the main option."""
        if self.busy:
            self.playback.skip(self.parts)
        elif self.ended:
            self.show_result()
        elif self.prompt and (choice := main_action(self.prompt.choices())):
            self.prompt.press(choice.id)

    def pick_unit(self, id_: str) -> None:
        """Choose a unit of the rosters as the answer if it is an option; else show its card."""
        if isinstance(self.prompt, ChoosePrompt) and id_ in self.prompt.options:
            self.prompt.press(id_)
        else:
            self.look_at(id_)

    def look_at(self, id_: str) -> None:
        """Show the card of a unit or model, and bring it into view if it is out of sight."""
        self.spotlight.kept = id_
        super().look_at(id_)

    def open_sheet(self) -> None:
        """Show the score sheet: points per round, and the points of a battle that ended now."""
        if score_of(self.live_game.mission).has_sheet:
            seen = self.stage.seen
            story = self.session.game.story[: self.playback.shown]
            sheet = score_sheet(seen, story, self.live_game.mission)
            theme = self.stack.theme
            self.stack.ask(score_dialog(theme, sheet, seen.sides, self.open_clause))

    def open_help(self) -> None:
        """Open the rulebook at the clause under the mouse, else at the question's clause."""
        asked, now = self.session.pending, self.prompt.keys if self.prompt else ()
        always = all_keys()
        known = {key for keys, _ in always for key in keys.split(", ")}
        mine = [k for k in now if k[0] not in known]
        at = clause_under(self.stack) or (asked.clause if asked else "")
        self.go(Open(HelpScreen((*mine, *always), at)))

    def pace(self, speed: float) -> None:
        super().pace(speed)
        self._news = None

    def undo(self) -> None:
        self.backward.undo()

    def redo(self) -> None:
        self.backward.redo()

    def hold(self) -> None:
        self.stage.hold()

    def choose_layers(self) -> None:
        self.extras.bar.turn()

    def step(self) -> None:
        self.playback.step(self.parts)

    def open_menu(self) -> None:
        self.pause.open()

    def concede(self, side: Side) -> None:
        self.live_game.concede(side)
        self.playback.skip(self.parts)

    def seats_changed(self) -> None:
        """Ask again, because a seat has changed hands."""
        self.prompt = self._news = None

    def turn_orders(self, side: Side) -> None:
        self.live_game.seats.turn_orders(side)
        self.extras.show_statuses()
        self.prompt = self._news = None

    def _show_again(self, count: int) -> None:
        """Open a replay at the position after *count* events."""
        story = record_of_live_game(self.live_game)
        self.go(Open(ReplayScreen(story, self.with_live_game, playing=False, at=count)))

    def with_live_game(self, live_game: LiveGame) -> Screen:
        return BattleScreen(live_game, speed=self.speed)
