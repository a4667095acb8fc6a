"""The state shown by the panels, compared from frame to frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.play.session import Session
from game.play.transcript import line
from game.play.wording import side_name
from game.prompts.choose import ChoosePrompt
from game.prompts.prompt import ENTER_KEY, AnyPrompt, PromptAction, Weight
from game.screens.battle.answers import step_back
from game.screens.battle.footer import main_action
from game.screens.battle.input_router import Playback
from game.screens.battle.layout import BattleParts
from game.screens.battle.phase_bar import Ribbon
from game.screens.battle.side_panels import READY, TARGET
from game.screens.live_game import LiveGame
from game.table.events import Event
from game.table.records import Side, UnitId
from game.table.state import Table
from game.widgets.keys import insert_key_names

PLAYING = (("{skip}", "skip"), ("{speed}", "speed"))
FLOOD = (
    *(("{hold}", "pause"), ("{step_on}", "next model"), ("{skip}", "skip")),
    *(("Shift+{speed}", "slower"), ("{speed}", "faster")),
)
RESULT = PromptAction("result", "Show the result", key=ENTER_KEY, weight=Weight.URGED)
ANY_TIME = (("Tab", "measure"), ("Wheel", "zoom"), ("Right drag", "pan"))
HELP = ("{help}", "all keys")


class ViewSource(Protocol):
    @property
    def session(self) -> Session: ...

    @property
    def live_game(self) -> LiveGame: ...

    @property
    def playback(self) -> Playback: ...

    @property
    def prompt(self) -> AnyPrompt | None: ...

    @property
    def parts(self) -> BattleParts: ...

    @property
    def speed(self) -> float: ...


@dataclass(frozen=True, slots=True)
class ViewState:
    """Everything that the panels depend on."""

    shown: int
    """Number of events that were played back."""
    heard: int
    asked: int
    """Identity of the open question, as returned by ``id``."""
    looks: int
    """The prompt's counter of changes to its appearance."""
    prompted: bool
    busy: bool
    showing: Event | None
    card: str
    selected: str
    """The model of the card that is shown while the mouse points at none."""
    people: tuple[Side, ...]
    over: bool
    flood: bool = False
    """True while a flood is played back."""
    held: bool = False

    @property
    def of_table(self) -> tuple[object, ...]:
        """Return the part on which header, rosters and card depend; drafts do not count."""
        return self.shown, self.asked, self.prompted, self.card, self.selected, self.over

    def update(
        self,
        parts: BattleParts,
        live_game: LiveGame,
        prompt: AnyPrompt | None,
        before: ViewState | None = None,
    ) -> None:
        """Update all panels that differ from *before*, the state that was shown last."""
        session, table = live_game.session, parts.board.scene.stage.seen
        if before is None or before.of_table != self.of_table:
            parts.show(
                live_game, _offered(prompt, table), self.selected or self.card, self.card
            )
        weightiest = main_action(prompt.choices()) if prompt else None
        if self._over(live_game):
            weightiest = RESULT
        parts.footer.show(weightiest, busy=self.busy)
        back = step_back(session, live_game.seats)
        parts.footer.show_back(
            can_undo=back is not None or bool(prompt and prompt.can_undo),
            free=bool(prompt and prompt.can_undo) or bool(back and back.free),
            can_redo=session.can_redo or bool(prompt and prompt.can_redo),
            speed=parts.board.scene.stage.speed,
        )
        stage = parts.board.scene.stage
        parts.footer.show_flood(known=self.flood, held=self.held, speed=stage.speed)
        parts.ribbon.ribbon = self._ribbon(live_game, prompt, parts)
        parts.hints.hints = self._hints(prompt)
        if prompt:
            parts.ask.show(prompt, table)
        else:
            asked = session.pending
            words = self._waiting(live_game)
            rows = (RESULT,) if self._over(live_game) else ()
            parts.ask.wait(words, asked.by if asked else None, asked, table, rows)

    def _over(self, live_game: LiveGame) -> bool:
        return not self.busy and (self.over or live_game.session.pending is None)

    def _waiting(self, live_game: LiveGame) -> str:
        """Return the reason why no person is asked just now."""
        if self.held:
            return insert_key_names("Paused. {hold} resumes, {step_on} steps.")
        asked = live_game.session.pending
        if self.busy:
            return insert_key_names("{skip} skips this.")
        if self.over or asked is None:
            return "The battle is over."
        return f"{_bot(live_game, asked.by)} ({side_name(asked.by)}) is thinking…"

    def _hints(self, prompt: AnyPrompt | None) -> tuple[tuple[str, str], ...]:
        playing = FLOOD if self.flood else PLAYING
        if not self.people and not self.over:
            return (*playing, *ANY_TIME, ("Any other key", "take over"), HELP)
        if self.busy:
            return (*playing, *ANY_TIME, HELP)
        mine = prompt.keys if prompt else ()
        taken = ", ".join(keys for keys, _ in mine)
        return (*mine, *(hint for hint in ANY_TIME if hint[0] not in taken), HELP)

    def _ribbon(
        self, live_game: LiveGame, prompt: AnyPrompt | None, parts: BattleParts
    ) -> Ribbon:
        """Return the ribbon: the side that decides, or the event that is being played back."""
        table, asked = live_game.session.table, live_game.session.pending
        if self.showing:
            return Ribbon("", line(self.showing, parts.board.scene.stage.seen))
        if self.busy:
            return Ribbon()
        if self.over or asked is None:
            return Ribbon("", "The battle is over")
        team = table.sides.index(asked.by)
        if prompt:
            return Ribbon(side_name(asked.by), asked.asks, team)
        return Ribbon(side_name(asked.by), f"{_bot(live_game, asked.by)} is thinking…", team)


def view_state(source: ViewSource, card: str) -> ViewState:
    """Return the state that the panels of a screen have to show."""
    prompt, stage = source.prompt, source.parts.board.scene.stage
    return ViewState(
        source.playback.shown,
        source.playback.played,
        id(source.session.pending),
        prompt.looks if prompt else -1,
        prompt is not None,
        stage.busy,
        stage.showing,
        card,
        source.parts.board.selected,
        tuple(source.live_game.seats.people),
        source.live_game.result is not None,
        stage.flood is not None and stage.busy,
        stage.held,
    )


def _bot(live_game: LiveGame, side: Side) -> str:
    """Return the name of the bot that plays a side, as a title: ``"Steady"``."""
    return live_game.seats.names[side].capitalize()


def _offered(prompt: AnyPrompt | None, table: Table) -> dict[str, str]:
    """Return a word for each unit among the options: ready to act, or target."""
    if not isinstance(prompt, ChoosePrompt):
        return {}
    by, units = prompt.decision.by, table.units
    return {
        id_: READY if units[UnitId(id_)].side == by else TARGET
        for id_ in prompt.options
        if id_ in units
    }
