"""The contents of the panel of the open question."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import KW_ONLY, dataclass

from game.play.decisions import Decision, Refusal
from game.play.log.refusals import refusal_text
from game.play.log.transcript import line
from game.play.log.wording import phase_text, side_name
from game.shown.lines import Tone
from game.shown.roster_rows import READY, TARGET
from game.table.events import Event
from game.table.records import Side, UnitId
from game.table.state import Table
from game.text.capitals import capital

AnyDecision = Decision[object]
KeyHint = tuple[str, str]
"""Keys, as ``{skip}``, and their effect."""

PLAYING: tuple[KeyHint, ...] = (("{skip}", "skip"), ("{speed}", "speed"))
FILM: tuple[KeyHint, ...] = (
    *(("{hold}", "pause"), ("{step_on}", "next model"), ("{skip}", "skip")),
    *(("Shift+{speed}", "slower"), ("{speed}", "faster")),
)
ANY_TIME: tuple[KeyHint, ...] = (("Tab", "measure"), ("Wheel", "zoom"), ("Right drag", "pan"))
HELP: KeyHint = ("{help}", "all keys")
TAKE_OVER: KeyHint = ("Any other key", "take over")
IN_THEIR_TURN = "You are asked in the other side's turn"


@dataclass(frozen=True, slots=True)
class PlaybackState:
    """The progress of the playback of events."""

    busy: bool = False
    _: KW_ONLY
    held: bool = False
    """True if it is paused."""
    film: str = ""
    """Name of what is shown if a player may pause and step through it."""
    showing: Event | None = None
    """The event that is displayed just now."""
    speed: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMoment:
    """The state of a running game in one frame, as the panels of its question show it."""

    table: Table
    """The table that is shown; it follows the playback."""
    asked: AnyDecision | None
    playback: PlaybackState
    decided: bool = False
    """True if there is a result, even if not all of it was shown."""
    people: Collection[Side]
    """The sides that people play."""
    bot: str = ""
    """Label of the bot that has to answer; empty if none has been thinking for long."""
    reason: str = ""
    """Sentence of a bot about the answer that is shown; empty if it gave none."""
    caption: str = ""
    """Caption of the events that are shown to a spectator; empty if a person plays."""

    @property
    def over(self) -> bool:
        """Return whether the battle is over and all of it was shown."""
        return (self.decided or self.asked is None) and not self.playback.busy

    @property
    def waiting(self) -> str:
        """Return the reason why no person is asked just now, with keys as ``{skip}``."""
        now = self.playback
        shown = f"{line(now.showing, self.table)}\n" if now.showing else ""
        if self.caption and now.busy:
            shown = f"{self.caption}\n"
        if self.reason:
            shown = f"{self.reason}\n{shown}"
        if now.held:
            return shown + "Paused. {hold} resumes, {step_on} steps."
        if now.busy:
            return f"{shown}{self._course}. {{skip}} shows all of it at once."
        if self.decided or self.asked is None:
            return "The battle is over."
        return f"{self.bot} ({side_name(self.asked.by)}) is thinking…" if self.bot else ""

    @property
    def head(self) -> QuestionHead:
        """Return the head while no person is asked: the side that acts in what is shown."""
        if not self.playback.busy:
            return question_head(self.asked, self.table)
        side = self.table.clock.side
        if side is None:
            return QuestionHead()
        return QuestionHead(side_name(side).upper(), self.table.sides.index(side))

    @property
    def _course(self) -> str:
        """Return who acts just now, and in what."""
        clock = self.table.clock
        if not clock.round:
            return "The battle is being set up"
        if clock.side is None:
            return capital(phase_text(clock.phase))
        called = side_name(clock.side)
        owner = f"{called}'" if called.endswith("s") else f"{called}'s"
        return f"{owner} {phase_text(clock.phase)}"

    def hints(self, keys: Iterable[KeyHint]) -> tuple[KeyHint, ...]:
        """Return the keys of the moment; *keys*: those of the open prompt."""
        playing = FILM if self.playback.film else PLAYING
        if not self.people and not self.decided:
            return (*playing, *ANY_TIME, TAKE_OVER, HELP)
        if self.playback.busy:
            return (*playing, *ANY_TIME, HELP)
        mine = tuple(keys)
        taken = ", ".join(key for key, _ in mine)
        return (*mine, *(hint for hint in ANY_TIME if hint[0] not in taken), HELP)


@dataclass(frozen=True, slots=True)
class QuestionHead:
    """The first line of the panel: the side that is asked, and the clause of the question."""

    side: str = ""
    team: int | None = None
    """Place of the side among the table's sides; None if no side is asked."""
    clause: str = ""
    hint: str = ""
    waits: bool = False
    """True if it is asked in the other side's turn."""


@dataclass(frozen=True, slots=True)
class QuestionStatus:
    """The line below the options: progress, a hint or a refusal."""

    text: str
    tone: Tone = Tone.MUTED


def question_head(asked: AnyDecision | None, table: Table) -> QuestionHead:
    """Return the head of a question that no person answers just now, or of none."""
    if asked is None:
        return QuestionHead()
    team = table.sides.index(asked.by)
    return QuestionHead(side_name(asked.by).upper(), team, asked.clause)


def asked_head(asked: AnyDecision, table: Table) -> QuestionHead:
    """Return the head of a question that a person has to answer."""
    head = question_head(asked, table)
    if table.clock.side in {None, asked.by}:
        return head
    side = f"{head.side}: ASKED"
    return QuestionHead(side, head.team, head.clause, IN_THEIR_TURN, waits=True)


def question_status(
    table: Table,
    progress: str,
    hint: str = "",
    refused: Refusal | None = None,
    mend: str = "",
    *,
    stands: bool = False,
) -> QuestionStatus:
    """Return the line below the options.

    *progress*: that of the answer; *hint*: a bot's answer in words; *refused*: the refusal of
    the last answer that was tried; *mend*: key and label of the action that mends it;
    *stands*: True if what is planned now is legal, so that the refusal is no error.
    """
    if refused is None:
        return QuestionStatus(f"Hint: {hint}" if hint else progress)
    clause = f" ({refused.clause})" if refused.clause else ""
    text = refusal_text(table, refused.reason) + clause
    tone = Tone.MUTED if stands else Tone.BAD
    return QuestionStatus(f"{text} · {mend}" if mend else text, tone)


def offered_units(
    table: Table, by: Side, options: Iterable[str], idle: Collection[str] = ()
) -> dict[str, str]:
    """Return a word for each unit among the options: ready to act, or target.

    *idle*: units that may be chosen without any use.
    """
    return {
        id_: READY if table.units[UnitId(id_)].side == by else TARGET
        for id_ in options
        if id_ in table.units and id_ not in idle
    }
