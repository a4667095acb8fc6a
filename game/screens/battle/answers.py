"""The question of a running game: panels that show it, its answer, undo and redo."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from game.bots.match import has_judge
from game.bots.registry import HELPER, POLICIES
from game.bots.watchdog import StalledError, contained
from game.content.save_format import HUMAN
from game.lab.bot_process import NOTHING, BotProcess, ThinkingHere
from game.play.decisions import Decision, IllegalAnswer
from game.play.march import March
from game.play.session import BrokenRuleError, Session
from game.play.transcript import line
from game.play.wording import side_does, side_name, the_side
from game.prompts.choose import ChoosePrompt
from game.prompts.drafts import may_act
from game.prompts.march import MarchPrompt
from game.prompts.pick import PickPrompt, lifted
from game.prompts.prompt import ENTER_KEY, THINKING, AnyPrompt, PromptAction, Weight
from game.prompts.registry import prompt_for
from game.screens.battle.adviser import Adviser
from game.screens.battle.agreements import BattleHost
from game.screens.battle.footer import main_action
from game.screens.battle.side_rosters import READY, TARGET
from game.screens.live_game import LiveGame
from game.screens.screen import Home
from game.table.records import Side, UnitId
from game.table.state import Table
from game.widgets.button import Style
from game.widgets.key_bindings import insert_key_names
from game.widgets.panel_stack import Dialog, Reply


class AnswerSender:
    """Passes answers to the session, and reports failing rules and bots.

    The game then stands as it did before the answer.
    """

    def __init__(self, host: BattleHost) -> None:
        self.host, self.live_game = host, host.live_game
        self.adviser = Adviser()
        self._process: BotProcess | None = None
        self._wish: tuple[Decision[Any], Any] | None = None
        """A march that dice have shortened, and its answer as it was planned."""

    def think_apart(self) -> None:
        """Let bots think in a worker process until ``close``."""
        self._process = BotProcess()
        seats, session = self.live_game.seats, self.live_game.session
        seats.begin = self.adviser.begin = self._process.think
        if (bot := seats.any_bot) and session.pending and not seats.answers(session):
            # The answer is dropped: the process starts, and loads what the bot needs.
            self._process.think(bot, session)

    def close(self) -> None:
        """Drop all thoughts, and end the process of the bots."""
        self.live_game.seats.drop()
        self.adviser.forget()
        self.live_game.seats.begin = self.adviser.begin = ThinkingHere
        if self._process:
            self._process.close()
            self._process = None

    def give(self, answer: Any) -> bool:
        """Answer for a person; return whether the game went on."""
        try:
            self._send(answer)
        except (BrokenRuleError, StalledError) as error:
            words = error_message(error, self.live_game.report(error))
            self.host.show_message("Something went wrong in the rules", words)
            return False
        return True

    def give_all(self, answers: Sequence[Any]) -> None:
        """Answer for a person, as one step for undo, until an answer no longer fits.

        Dice that fell between may have shortened a move: it is then laid into its prompt.
        """
        session, by = self.live_game.session, None
        for n, answer in enumerate(answers):
            asked = session.pending
            if asked is None or (n and asked.by != by):
                return
            if n and not is_legal(session, answer):
                self._wish = (asked, answer) if isinstance(asked, March) else None
                return
            by, given = asked.by, session.answers_given
            if not self.give(answer):
                return
            before = {j for j in self.live_game.joined if j < given}
            self.live_game.joined = before | ({given} if n else set())

    def prompt(self, asked: Decision[Any]) -> AnyPrompt:
        """Return the prompt for a person's question, with the move that was begun before it."""
        session = self.live_game.session
        prompt = prompt_for(asked, session.table, session.game.rules.parts)
        if isinstance(prompt, PickPrompt):
            prompt.lift = partial(lifted, session)
            prompt.useful = [id_ for id_ in prompt.useful if may_act(session, id_)]
        if self._wish and self._wish[0] is asked and isinstance(prompt, MarchPrompt):
            prompt.go_as_far(self._wish[1])
        self._wish = None
        return prompt

    def think(self) -> bool:
        """Let the bot think for a slice of time; return whether its answer is ready."""
        asked = self.live_game.session.pending
        try:
            with self.live_game.dog.watching(), contained():
                return self.live_game.seats.think(self.live_game.session)
        except Exception as error:  # noqa: BLE001  whatever it is, a person may take the seat
            assert asked
            self._broken_bot(asked.by, error)
            return False

    def ask_for_hint(self, prompt: AnyPrompt) -> None:
        """Let a bot think about a person's question; it thinks on with each frame."""
        prompt.hint = THINKING
        prompt.looks += 1
        self.adviser.ask(self.live_game.session)

    def advise(self, prompt: AnyPrompt) -> None:
        """Let the bot think for a slice of time, and show its answer when it is ready."""
        if prompt.hint != THINKING:
            # The question that it thought about was answered or undone.
            self.adviser.forget()
            return
        try:
            with self.live_game.dog.watching(), contained():
                answer = self.adviser.think()
        except Exception as error:  # noqa: BLE001  whatever it is, the person plays on
            self.adviser.forget()
            prompt.hint = ""
            words = error_message(error, self.live_game.report(error))
            self.host.show_message("There is no hint", words)
            return
        if answer is not NOTHING:
            prompt.hint = prompt.propose(answer)
            prompt.looks += 1

    def say(self) -> None:
        """Give the bot's answer."""
        asked = self.live_game.session.pending
        assert asked
        try:
            self._send(self.live_game.seats.say())
        except Exception as error:  # noqa: BLE001  an illegal answer, or a rule that broke
            self._broken_bot(asked.by, error)

    def _send(self, answer: Any) -> None:
        self.live_game.record()
        with self.live_game.dog.watching():
            self.live_game.session.answer(answer)

    def _broken_bot(self, side: Side, error: Exception) -> None:
        """Offer the seat of a bot that cannot continue."""
        self.live_game.seats.forget()
        why = error_message(error, self.live_game.report(error))
        words, host = f"The bot of {the_side(side)} failed: {why}", self.host
        take = Reply("Take over", lambda: self.live_game.seat(side, HUMAN), Style.PRIMARY)
        leave = Reply(f"Quit to {host.frame.home}", lambda: host.go(Home()), Style.DANGER)
        theme = host.stack.theme
        host.stack.ask(Dialog(theme, "A bot has failed", words, (take, leave), width=560))


def is_legal(session: Session, answer: Any) -> bool:
    """Return whether the rules allow an answer to the open question."""
    asked = session.pending
    assert asked
    try:
        asked.judge(session.table, asked.read(answer))
    except IllegalAnswer:
        return False
    return True


def error_message(error: Exception, report: Path | None) -> str:
    """Return the message about an error for the player, with the path of the report."""
    where = f"The report is in {report}." if report else "No report could be written."
    return f"{error}. The game is as it was before. {where}"


class UndoStep(NamedTuple):
    """One undo step: back past the bots' answers to the last answer of a person."""

    by: Side
    answers: int
    """Number of answers that are undone together."""
    free: bool
    """True if nothing was revealed since: no dice rolled, nothing sealed opened."""
    dice: bool
    """True if dice were rolled since."""


def step_back(live_game: LiveGame) -> UndoStep | None:
    """Return the next undo step; None if no person has answered yet.

    An answer given by standing orders does not count as given by a person. Answers of one
    gesture are one step.
    """
    session, seats, joined = live_game.session, live_game.seats, live_game.joined
    people, given = seats.people, session.answers_given
    for n, answer in enumerate(session.answers_back(), 1):
        at = given - n
        if answer.by in people and not seats.by_orders(at) and at not in joined:
            dice = answer.rolls != session.table.rolls
            return UndoStep(answer.by, n, session.free_to_take_back(n), dice)
    return None


class UndoController:
    def __init__(self, host: BattleHost) -> None:
        self.host = host
        self.luck = 0
        """Number of undos past dice; each goes on with different dice."""

    def undo(self) -> None:
        """Undo the last change of the prompt's draft; without one, undo the last answer."""
        prompt = self.host.prompt
        if prompt and prompt.can_undo:
            prompt.undo()
            return
        live_game = self.host.live_game
        step = step_back(live_game)
        if step is None:
            return
        if step.free:
            self._go(step)
            self.host.agreements.note(f"{side_does(step.by, 'undoes')} the last choice")
        else:
            why = "dice were rolled since" if step.dice else "a secret was revealed"
            words = f"{side_does(step.by, 'asks')} to undo the last choice, though {why}"
            self.host.agreements.consent(step.by, words, lambda: self._go(step))

    def _go(self, step: UndoStep) -> None:
        session = self.host.live_game.session
        self.host.live_game.record()
        self.luck += step.dice
        for n in range(step.answers):
            last = n == step.answers - 1
            session.undo(self.luck if last and step.dice else None)
        self._restart()

    def redo(self) -> None:
        """Redo a change of the prompt's draft; without one, redo the answer."""
        prompt, session = self.host.prompt, self.host.live_game.session
        if prompt and prompt.can_redo:
            prompt.redo()
            return
        seats = self.host.live_game.seats
        seats.forget()
        self.host.live_game.record()
        while session.can_redo:
            session.redo()
            more = session.answers_given in self.host.live_game.joined
            if not more and not seats.answers(session):
                break
        self.host.prompt = None

    def _restart(self) -> None:
        host = self.host
        host.live_game.seats.forget()
        host.prompt, host.ended, host.live_game.settled = None, False, None
        host.playback.restart(host.parts)


PLAYING = (("{skip}", "skip"), ("{speed}", "speed"))
FILM = (
    *(("{hold}", "pause"), ("{step_on}", "next model"), ("{skip}", "skip")),
    *(("Shift+{speed}", "slower"), ("{speed}", "faster")),
)
RESULT = PromptAction("result", "Show the result", key=ENTER_KEY, weight=Weight.URGED)
ANY_TIME = (("Tab", "measure"), ("Wheel", "zoom"), ("Right drag", "pan"))
HELP = ("{help}", "all keys")
SIGN_SECONDS = 0.3
"""Seconds that a bot may think before a sign says so; signs of quick answers would flicker."""


def table_key(host: BattleHost, card: str) -> object:
    """Return a key of what header, rosters and card show; drafts do not count."""
    asked, selected = id(host.live_game.session.pending), host.parts.board.selected
    return host.playback.shown, asked, host.prompt is None, card, selected, _over(host)


def panels_key(host: BattleHost, card: str) -> object:
    """Return a key of all else that the panels show; *card*: the model of the shown card."""
    prompt, stage = host.prompt, host.parts.board.scene.stage
    return (
        *(table_key(host, card), host.playback.played, prompt.looks if prompt else -1),
        *(stage.busy, stage.showing, stage.film, stage.held, _thinks_long(host)),
        *host.live_game.seats.people,
    )


def show_table(host: BattleHost, card: str) -> None:
    """Show the table in header, rosters and card."""
    parts = host.parts
    offered = _offered(host.prompt, parts.board.scene.stage.seen)
    parts.show(host.live_game, offered, parts.board.selected or card, card)


def show_panels(host: BattleHost) -> None:
    """Show the question, or why there is none, and what can be done."""
    parts, prompt, session = host.parts, host.prompt, host.live_game.session
    stage, over = parts.board.scene.stage, _is_over(host)
    weightiest = main_action(prompt.choices()) if prompt else None
    parts.footer.show(RESULT if over else weightiest, busy=stage.busy)
    back, drafted = step_back(host.live_game), bool(prompt and prompt.can_undo)
    parts.footer.show_back(
        can_undo=back is not None or drafted,
        free=drafted or bool(back and back.free),
        can_redo=session.can_redo or bool(prompt and prompt.can_redo),
        speed=stage.speed,
    )
    parts.footer.show_film(stage.film, held=stage.held, speed=stage.speed)
    parts.hints.hints = _hints(host)
    if prompt:
        parts.ask.show(prompt, stage.seen, hinted=has_judge(session))
    else:
        asked, rows = session.pending, (RESULT,) if over else ()
        by = asked.by if asked else None
        parts.ask.wait(_waiting(host), by, asked, stage.seen, rows)


def _over(host: BattleHost) -> bool:
    return host.live_game.result is not None


def _is_over(host: BattleHost) -> bool:
    """Return whether the battle is over and all of it was shown."""
    over = _over(host) or host.live_game.session.pending is None
    return over and not host.parts.board.scene.stage.busy


def _waiting(host: BattleHost) -> str:
    """Return the reason why no person is asked just now."""
    stage, asked = host.parts.board.scene.stage, host.live_game.session.pending
    shown = f"{line(stage.showing, stage.seen)}\n" if stage.showing else ""
    if stage.held:
        return shown + insert_key_names("Paused. {hold} resumes, {step_on} steps.")
    if stage.busy:
        return shown + insert_key_names("{skip} skips this.")
    if _over(host) or asked is None:
        return "The battle is over."
    if not _thinks_long(host):
        return ""
    return f"{_bot(host.live_game, asked.by)} ({side_name(asked.by)}) is thinking…"


def _thinks_long(host: BattleHost) -> bool:
    """Return whether a bot has been thinking for so long that a sign should say so."""
    return host.waited > SIGN_SECONDS


def _hints(host: BattleHost) -> tuple[tuple[str, str], ...]:
    stage = host.parts.board.scene.stage
    playing = FILM if stage.film else PLAYING
    if not host.live_game.seats.people and not _over(host):
        return (*playing, *ANY_TIME, ("Any other key", "take over"), HELP)
    if stage.busy:
        return (*playing, *ANY_TIME, HELP)
    mine = host.prompt.keys if host.prompt else ()
    taken = ", ".join(keys for keys, _ in mine)
    return (*mine, *(hint for hint in ANY_TIME if hint[0] not in taken), HELP)


def _bot(live_game: LiveGame, side: Side) -> str:
    """Return the label of the bot that answers for a side."""
    name = live_game.seats.names[side]
    return POLICIES.described(HELPER if name == HUMAN else name).label


def _offered(prompt: AnyPrompt | None, table: Table) -> dict[str, str]:
    """Return a word for each unit among the options: ready to act, or target."""
    if not isinstance(prompt, ChoosePrompt):
        return {}
    by, units = prompt.decision.by, table.units
    idle = {*prompt.options} - {*prompt.useful} if isinstance(prompt, PickPrompt) else ()
    return {
        id_: READY if units[UnitId(id_)].side == by else TARGET
        for id_ in prompt.options
        if id_ in units and id_ not in idle
    }
