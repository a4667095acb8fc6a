"""The prompt of the next question to a person."""

from __future__ import annotations

from functools import partial
from typing import Any

from game.cores.kit.queries import ASSUMED
from game.play.decisions import Decision
from game.play.session import Session
from game.prompts.choose import ChoosePrompt
from game.prompts.lifted import lifted
from game.prompts.march import MarchPrompt
from game.prompts.pick import GrabPrompt, PickPrompt
from game.prompts.prompt import AnyPrompt
from game.prompts.registry import prompt_for
from game.prompts.steer import MovePrompt
from game.prompts.ways_on import foreseen, may_act


def next_prompt(session: Session, asked: Decision[Any], planned: Any) -> AnyPrompt:
    """Return the prompt for a person's question.

    *planned*: the march that was planned before dice shortened it; None without one.
    """
    prompt = prompt_for(asked, session.table, session.game.rules.parts)
    if isinstance(prompt, ChoosePrompt):
        # Enter takes what the odds said before the question.
        prompt.suggest(next(ASSUMED.of(session.game, prompt.decision), ""))
    if isinstance(prompt, MovePrompt):
        prompt.foresee = partial(foreseen, session, asked)
    if isinstance(prompt, GrabPrompt):
        prompt.lift = partial(lifted, session)
    if isinstance(prompt, PickPrompt):
        prompt.useful = [id_ for id_ in prompt.useful if may_act(session, id_)]
    if planned is not None and isinstance(prompt, MarchPrompt):
        prompt.go_as_far(planned)
    return prompt
