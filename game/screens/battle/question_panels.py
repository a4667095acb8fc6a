"""The panels of a battle that show its question."""

from __future__ import annotations

from game.bots.match import has_judge
from game.content.table_actions import Action
from game.prompts.choose import ChoosePrompt
from game.prompts.pick import PickPrompt
from game.prompts.prompt import ENTER_KEY, AnyPrompt, PromptAction, Weight
from game.screens.battle.battle_play import BattlePlay
from game.screens.battle.battle_window import BattlePanels
from game.screens.battle.footer import FooterContent
from game.shown.options import main_option
from game.shown.question import PlaybackState, offered_units
from game.table.state import Table
from game.view.playback.stage import Stage
from game.widgets.key_bindings import insert_key_names, key_for

RESULT = PromptAction("result", "Show the result", key=ENTER_KEY, weight=Weight.URGED)


def table_key(play: BattlePlay[AnyPrompt], parts: BattlePanels, card: str) -> object:
    """Return a key of what header, rosters and card show; drafts do not count."""
    return play.key, play.prompt is None, card, parts.board.selected, play.decided


def panels_key(play: BattlePlay[AnyPrompt], parts: BattlePanels, card: str) -> object:
    """Return a key of all else that the panels show; *card*: the model of the shown card."""
    stage = parts.board.stage
    return (
        *(table_key(play, parts, card), play.playback.played),
        *(play.prompt.looks if play.prompt else -1, play.thinks_long),
        *(stage.busy, stage.showing, stage.film, stage.held),
        *play.seats.people,
        play.event_log.caption,
    )


def show_table(play: BattlePlay[AnyPrompt], parts: BattlePanels, card: str) -> None:
    """Show the table in header, rosters and card."""
    offered = _offered(play.prompt, parts.board.stage.seen)
    parts.show(play.live_game, offered, parts.board.selected or card, card)


def show_panels(play: BattlePlay[AnyPrompt], parts: BattlePanels) -> None:
    """Show the question, or why there is none, and what can be done."""
    prompt, stage = play.prompt, parts.board.stage
    moment = play.moment(stage.seen, playback_state(stage))
    now, over = moment.playback, moment.over
    weightiest = main_option(prompt.choices(), key_for(Action.END)) if prompt else None
    back, drafted = play.undo_step, bool(prompt and prompt.can_undo)
    content = FooterContent(
        RESULT if over else weightiest,
        busy=now.busy,
        can_undo=back is not None or drafted,
        free=drafted or bool(back and back.free),
        can_redo=play.session.can_redo or bool(prompt and prompt.can_redo),
        speed=now.speed,
        film=now.film,
        held=now.held,
    )
    parts.footer.put(content)
    parts.header.show_watched(is_watched=not play.seats.people)
    parts.hints.put(tuple(moment.hints(prompt.key_hints() if prompt else ())))
    if prompt:
        parts.ask.show(prompt, moment.table, hinted=has_judge(play.session))
    else:
        words, rows = insert_key_names(moment.waiting), (RESULT,) if over else ()
        parts.ask.wait(words, moment.head, rows)
    parts.fit_question(prompt)


def playback_state(stage: Stage) -> PlaybackState:
    return PlaybackState(
        stage.busy,
        held=stage.held,
        film=stage.film,
        showing=stage.showing,
        speed=stage.speed,
    )


def _offered(prompt: AnyPrompt | None, table: Table) -> dict[str, str]:
    """Return a word for each unit among the options: ready to act, or target."""
    if not isinstance(prompt, ChoosePrompt):
        return {}
    idle = {*prompt.options} - {*prompt.useful} if isinstance(prompt, PickPrompt) else ()
    return offered_units(table, prompt.decision.by, prompt.options, idle)
