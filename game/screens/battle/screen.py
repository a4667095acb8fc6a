"""The battle screen."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.content.save_format import HUMAN
from game.content.table_actions import Action
from game.lab.score_sheets import score_sheet
from game.play.session import is_sealed
from game.prompts.prompt import AnyPrompt
from game.rules.catalog import score_of
from game.screens.battle.agreements import Agreements
from game.screens.battle.answers import AnswerSender
from game.screens.battle.battle_keys import all_keys
from game.screens.battle.battle_play import Awaited, BattlePlay
from game.screens.battle.battle_window import BattleWindow
from game.screens.battle.clause_under_mouse import clause_under
from game.screens.battle.input_guard import InputGuard
from game.screens.battle.input_router import route
from game.screens.battle.log_navigation import LogNavigation
from game.screens.battle.next_prompt import next_prompt
from game.screens.battle.pause_menu import Pause
from game.screens.battle.play_aids import PlayAids
from game.screens.battle.question_panels import (
    RESULT,
    panels_key,
    show_panels,
    show_table,
    table_key,
)
from game.screens.battle.undo import UndoController
from game.screens.dialog_opener import DialogOpener
from game.screens.frame_clock import FRAMES
from game.screens.handover_curtain import Handover
from game.screens.live_game import LiveGame, record_of_live_game
from game.screens.score_dialog import score_dialog
from game.screens.screen import Change, Destination, Home, Open, WindowContext
from game.screens.screenshots import table_shot
from game.shown.event_log import EventLog
from game.shown.options import main_option
from game.shown.playback_speeds import next_speed
from game.table.records import Side
from game.view.camera import View
from game.view.opening_card import OpeningCard, forces_of
from game.widgets.button import Style
from game.widgets.key_bindings import action_of, key_for
from game.widgets.panel_stack import CANCEL, Dialog, Reply

OLDER = "The rules have changed since this was saved: please repeat the last choices."


class BattleScreen(BattleWindow):
    """The screen of a running game: it shows events, passes answers and changes no table."""

    def __init__(self, live_game: LiveGame, *, speed: float = 0.0, shows: bool = False) -> None:
        """*speed*: factor of the playback speed; 0 takes the one of the settings.

        *shows*: begin in show mode.
        """
        self.play: BattlePlay[AnyPrompt] = BattlePlay(live_game, EventLog())
        super().__init__(self.play, speed)
        self.show_mode.on = shows
        self.dialogs = DialogOpener(lambda: self.stack)
        self.live_game, self.session = live_game, live_game.session
        self.caption = live_game.title
        self.spotlight, self.playback = self.play.spotlight, self.play.playback
        self.input_guard = InputGuard()
        self.answers = AnswerSender(self.play, self)
        self.agreements = Agreements(self.play, self.dialogs, self.seats_changed)
        self.backward = UndoController(self.play, self.agreements.consent)
        self.choose_seats = self.agreements.choose_seats
        shots = self._table_shot, self._window_shot
        self.pause = Pause(self.play, self.dialogs, self.agreements, self.go, *shots)
        self.handover = Handover(live_game.session, self._lifted)
        self._view: View | None = None
        """Camera view when the curtain was last lifted."""
        self.extras = PlayAids(self.play, self)
        self.look_back = LogNavigation(self.event_log, self.look_at, self._show_again)
        self._news: object = None
        """Key of what the panels show."""
        self._table_news: object = None
        """Key of what those panels show that depend on the table."""
        self._has_said = False
        """True in the frame in which a bot answers; the next one shows its events."""
        self._table_waits = False
        """True if those panels are filled in this frame, and the others in the next one."""

        self._undoes = False
        """True if the last choice is undone when the result is closed."""

    def fill(self, frame: WindowContext) -> None:
        opens = not hasattr(self, "parts")
        self.build_panels(frame, self.session.table, self.extras.added)
        self.extras.fill(self.parts)
        self.look_back.fill(self.parts)
        self._news = None
        if opens:
            self._open()
        if self.handover.veil:
            self.handover.veil.fill(frame)
        if self._undoes:
            self._undoes = False
            self.undo()

    def _open(self) -> None:
        self.playback.open(self.parts.board)
        scenario = self.live_game.battle.scenario
        names = {side.id: side.name for side in scenario.sides}
        forces = forces_of(self.session.table, names)
        card = OpeningCard(scenario.title, scenario.blurb, forces)
        scene = self.parts.board.scene
        scene.opening = card
        self.live_game.complain = lambda words: self.show_message("Not saved", words)
        if self.frame.apart:
            self.answers.think_apart()
        if self.live_game.lost:
            self.show_message("Saved with older rules", OLDER)
        asked = self.session.pending
        if asked and not self.play.seats.is_bot(asked.by):
            self._hand_over(asked.by)

    def _hand_over(self, by: Side) -> bool:
        """Lower the curtain if another player is to look now; return whether it was lowered."""
        people, when = self.play.seats.people, self.frame.settings.curtain
        if not self.handover.hides(by, people, when):
            self.handover.ask(people, when)
            return False
        self.parts.board.release()
        self.handover.fall(by, self.event_log.lines, self.frame)
        return True

    def _lifted(self) -> None:
        self.fill(self.frame)
        self._view = self.parts.board.view

    def _hush(self) -> None:
        """Reset card and camera, so that nothing on the screen reveals a secret answer."""
        self.spotlight.kept = ""
        if self._view:
            self.parts.board.lie(self._view)

    @property
    def prompt(self) -> AnyPrompt | None:
        """Return the question to a person; None while no person is asked."""
        return self.play.prompt

    @prompt.setter
    def prompt(self, prompt: AnyPrompt | None) -> None:
        self.play.prompt = prompt

    @property
    def frames_at_rest(self) -> int | None:
        """Return the full rate also while a bot or a forecast is waited for.

        Work of loaders keeps it for all screens that need none at rest.
        """
        waits = self.play.awaited(busy=self.busy) is Awaited.BOT or self.play.adviser.thinks
        return FRAMES if waits or self.extras.computes else super().frames_at_rest

    @property
    def ended(self) -> bool:
        """Return whether the result was shown."""
        return self.play.ended

    def handle(self, event: pygame.Event) -> Change | None:
        if self.handover.veil:
            self.handover.handle(event)
            return None
        if event.type in {pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN}:
            self.extras.end_notices(event)
            scene = self.parts.board.scene
            scene.opening = None
        if self._shows(event):
            return self.take_change()
        taken = self._guards(event) or route(event, self.parts, self.prompt)
        if not taken:
            self._key_or_click(event)
        self._take_answer()
        return self.take_change()

    def _shows(self, event: pygame.Event) -> bool:
        """Return whether the show mode used an event; it is for spectators alone."""
        if self.stack.dialog or self.play.people:
            return False
        return self.show_mode.handle(event)

    def _guards(self, event: pygame.Event) -> bool:
        """Return whether an event would answer by mistake; say so if it is a click."""
        guard = self.input_guard
        if self.stack.dialog:
            guard.too_hasty(event, self.prompt)
            return False
        hasty = guard.too_hasty(event, self.prompt)
        if hasty and event.type == pygame.MOUSEBUTTONDOWN and self.prompt:
            self.prompt.refuse(f"This has just become “{guard.deed}”: click again")
        return hasty

    def _key_or_click(self, event: pygame.Event) -> None:
        if action_of(event) is Action.SKIP:
            self.playback.skip()
        elif action_of(event) is Action.HOLD:
            self.hold()
        elif action_of(event) is Action.STEP_ON and self.busy:
            self.step()
        elif action_of(event) is Action.SPEED:  # with Shift; its button handles the key without
            self.pace(next_speed(self.speed, -1))
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_RETURN and self.ended:
            self.show_result()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._click_board()
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_RIGHT:
            self.spotlight.kept = ""
        elif not self.extras.handle(event):
            self.agreements.takes_over(event)

    def _click_board(self) -> None:
        """Show the card of the model under the mouse; pick the unit whose badge is there."""
        board = self.parts.board
        self.spotlight.kept = board.model_under(self.prompt) or ""
        if self.spotlight.kept or not board.hand().over:
            return
        unit, prompt = board.scene.badges.under(board.mouse), self.prompt
        if unit and prompt and prompt.select(unit):
            return
        if unit:
            self.look_at(unit)
        if prompt:
            prompt.miss()

    def _take_answer(self) -> None:
        """Pass on the prompt's answer if it has one, or leave the question to a bot."""
        if self.prompt and self.prompt.instead:
            self.prompt = self.prompt.instead
        if self.prompt and self.prompt.left:
            prompt, self.prompt = self.prompt, None
            self.play.leave(prompt.decision.by, prompt.scope)
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
        self.show_mode.update(seconds, is_covered=self.stack.dialog is not None)
        if self.stack.dialog is None:
            self.parts.board.update(seconds)
            self.playback.pass_on()
            self.playback.play(self.show_mode.paced(seconds))
            self._go_on(seconds)
        self.input_guard.update(seconds, self.prompt)
        deed = self.parts.deed_under_mouse if self.prompt else ""
        self.input_guard.watch(seconds, self.parts.board.mouse, deed)
        return self.take_change()

    def _go_on(self, seconds: float) -> None:
        """Let a bot think; once all events are shown, prompt a person or show the result."""
        awaited, self._has_said = self.play.wait(seconds, busy=self.busy), False
        if awaited is Awaited.PERSON:
            self._ask_person()
            return
        self.prompt = None
        if awaited is Awaited.BOT:
            self._has_said = self.answers.think() and self.stage.eager
            if self._has_said:
                self.answers.say()
        elif awaited is Awaited.NOTHING and not self.ended:
            self.play.ended = True
            self.show_result()

    def _ask_person(self) -> None:
        """Prompt the person who is asked, or let a bot think about a hint."""
        asked = self.session.pending
        assert asked
        if self.prompt is None or self.prompt.asked is not asked:
            self.prompt = None
            if not self._hand_over(asked.by):
                planned = self.answers.take_planned(asked)
                self.prompt = next_prompt(self.session, asked, planned)
        elif self.play.adviser.thinks:
            self.answers.advise()
            self._take_answer()

    def show_result(self) -> None:
        def undo() -> None:
            self._undoes = True

        speed = self.speed
        self.go(Open(Destination("result", self.live_game, battle_speed=speed, undo=undo)))

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        if self.handover.veil:
            return self.handover.veil.draw(canvas)
        board = self.parts.board
        self.spotlight.follow(self.prompt)
        board.selected = self.spotlight.rests_on(self.prompt, board.scene.stage.seen)
        is_due = self._news is None or not self._has_said
        if is_due:
            self.extras.refresh()
        card = self.extras.pointed or board.selected
        if is_due:
            self._fill_panels(card)
        # A chosen model is ringed by its prompt.
        marked = (card,) if card and not (self.prompt and self.prompt.chosen()) else ()
        return self.parts.draw(canvas, self.prompt, marked)

    def _fill_panels(self, card: str) -> None:
        """Fill the panels anew whose contents have changed; *card*: the model of the card.

        While events are played back, those about the table follow in the next frame: all in one
        would take longer than a frame should.
        """
        parts = self.parts
        news, of_table = panels_key(self.play, parts, card), table_key(self.play, parts, card)
        is_new, plays = self._news is None, self.busy and self.prompt is None
        parts.stack.spreads = plays
        waits, self._table_waits = self._table_waits and plays and not is_new, False
        if news != self._news and not waits:
            show_panels(self.play, parts)
            self._news = news
            self._table_waits = plays and not is_new and of_table != self._table_news
        if (is_new or of_table != self._table_news) and not self._table_waits:
            show_table(self.play, parts, card)
            self._table_news = of_table

    def leave(self) -> None:
        self.show_mode.release()
        self.extras.leave()
        self.answers.close()
        self.live_game.close()

    # Called by the parts.

    def go(self, change: Change) -> None:
        self.change = change

    def show_message(self, title: str, words: str) -> None:
        """Show a message that the players have to read."""
        self.dialogs.notify(title, words)

    def show_broken_bot(self, side: Side, words: str) -> None:
        """Offer the seat of a bot that cannot continue.

        Enter only asks the bot again: it may have been pressed for something else.
        """
        again = Reply("Ask it again", style=Style.PRIMARY, shortcut=CANCEL.shortcut)
        take = Reply("Take over", lambda: self.live_game.seat(side, HUMAN))
        leave = Reply(f"Quit to {self.frame.home}", lambda: self.go(Home()), Style.DANGER)
        replies = again, take, leave
        self.stack.ask(Dialog(self.stack.theme, "A bot has failed", words, replies))

    def press(self, id_: str) -> None:
        """Press an option in the prompt panel."""
        if self.prompt:
            self.prompt.press(id_)
        elif id_ == RESULT.id:
            self.show_result()

    def ask_for_hint(self) -> None:
        self.answers.ask_for_hint()

    def point_out(self, id_: str) -> None:
        if self.prompt:
            self.prompt.point_out(id_)

    def act(self) -> None:
        """Do the action of Enter: skip, show the result or press the main option."""
        if self.busy:
            self.playback.skip()
        elif self.ended:
            self.show_result()
        elif self.prompt and (
            choice := main_option(self.prompt.choices(), key_for(Action.END))
        ):
            self.prompt.press(choice.id)

    def pick_unit(self, id_: str) -> None:
        """Choose a unit of the rosters as the answer if it is an option; else show its card."""
        if not (self.prompt and self.prompt.select(id_)):
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
        asked, now = self.session.pending, self.prompt.key_hints() if self.prompt else ()
        always = all_keys()
        known = {key for keys, _ in always for key in keys.split(", ")}
        mine = [k for k in now if k[0] not in known]
        at = clause_under(self.stack) or (asked.clause if asked else "")
        self.go(Open(Destination("help", (*mine, *always), at)))

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
        self.playback.step()

    def open_menu(self) -> None:
        self.pause.open(self.frame.home, self.speed)

    def _table_shot(self) -> pygame.Surface:
        """Return a picture of the table as it is shown, as large as the window."""
        frame = self.frame
        return table_shot(self.stage.seen, self.rules.parts, frame.theme, frame.size)

    def _window_shot(self) -> pygame.Surface:
        """Return a picture of the window without a dialog."""
        picture = pygame.Surface(self.frame.size)
        # Drawn once more, because the screen now has this dialog in its middle.
        self.fill(self.frame)
        self.draw(picture)
        self.fill(self.frame)
        return picture

    def seats_changed(self) -> None:
        """Ask again, because a seat has changed hands."""
        self.prompt = self._news = None

    def turn_orders(self, side: Side) -> None:
        self.play.seats.turn_orders(side)
        self.extras.show_statuses()

    def _show_again(self, count: int) -> None:
        """Open a replay at the position after *count* events."""
        story = record_of_live_game(self.live_game)
        speed = self.speed
        self.go(Open(Destination("replay", story, playing=False, at=count, battle_speed=speed)))
