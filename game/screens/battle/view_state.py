"""The panels of a running game: keys of what they show, and showing it."""

from __future__ import annotations

from game.play.transcript import line
from game.play.wording import side_name
from game.prompts.choose import ChoosePrompt
from game.prompts.prompt import ENTER_KEY, AnyPrompt, PromptAction, Weight
from game.screens.battle.agreements import BattleHost
from game.screens.battle.answers import step_back
from game.screens.battle.footer import main_action
from game.screens.battle.phase_bar import Ribbon
from game.screens.battle.side_panels import READY, TARGET
from game.screens.live_game import LiveGame
from game.table.records import Side, UnitId
from game.table.state import Table
from game.widgets.keys import insert_key_names

PLAYING = (("{skip}", "skip"), ("{speed}", "speed"))
FILM = (
    *(("{hold}", "pause"), ("{step_on}", "next model"), ("{skip}", "skip")),
    *(("Shift+{speed}", "slower"), ("{speed}", "faster")),
)
RESULT = PromptAction("result", "Show the result", key=ENTER_KEY, weight=Weight.URGED)
ANY_TIME = (("Tab", "measure"), ("Wheel", "zoom"), ("Right drag", "pan"))
HELP = ("{help}", "all keys")


def table_key(host: BattleHost, card: str) -> object:
    """Return a key of what header, rosters and card show; drafts do not count."""
    asked, selected = id(host.live_game.session.pending), host.parts.board.selected
    return host.playback.shown, asked, host.prompt is None, card, selected, _over(host)


def panels_key(host: BattleHost, card: str) -> object:
    """Return a key of all else that the panels show; *card*: the model of the shown card."""
    prompt, stage = host.prompt, host.parts.board.scene.stage
    return (
        *(table_key(host, card), host.playback.played, prompt.looks if prompt else -1),
        *(stage.busy, stage.showing, stage.film, stage.held),
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
    back, drafted = step_back(session, host.live_game.seats), bool(prompt and prompt.can_undo)
    parts.footer.show_back(
        can_undo=back is not None or drafted,
        free=drafted or bool(back and back.free),
        can_redo=session.can_redo or bool(prompt and prompt.can_redo),
        speed=stage.speed,
    )
    parts.footer.show_film(stage.film, held=stage.held, speed=stage.speed)
    parts.ribbon.ribbon = _ribbon(host)
    parts.hints.hints = _hints(host)
    if prompt:
        parts.ask.show(prompt, stage.seen)
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
    if stage.held:
        return insert_key_names("Paused. {hold} resumes, {step_on} steps.")
    if stage.busy:
        return insert_key_names("{skip} skips this.")
    if _over(host) or asked is None:
        return "The battle is over."
    return f"{_bot(host.live_game, asked.by)} ({side_name(asked.by)}) is thinking…"


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


def _ribbon(host: BattleHost) -> Ribbon:
    """Return the ribbon: the side that decides, or the event that is being played back."""
    stage, session = host.parts.board.scene.stage, host.live_game.session
    asked = session.pending
    if stage.showing:
        return Ribbon("", line(stage.showing, stage.seen))
    if stage.busy:
        return Ribbon()
    if _over(host) or asked is None:
        return Ribbon("", "The battle is over")
    thinking = f"{_bot(host.live_game, asked.by)} is thinking…"
    words = asked.asks if host.prompt else thinking
    return Ribbon(side_name(asked.by), words, session.table.sides.index(asked.by))


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
