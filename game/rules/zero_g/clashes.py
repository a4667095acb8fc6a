"""With billiards: the first collision of a way, beyond which nothing is told (``ZG-13``)."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.decisions import Aim, Choose
from game.play.game import GameView
from game.play.wording import name
from game.rules.kit.forecasts import ConsideredAnswer
from game.rules.kit.queries import ENCOUNTERS, Encounter
from game.rules.zero_g.billiards import Meetings, is_on
from game.rules.zero_g.move_outcomes import course, who_of
from game.table.records import ModelId


def encounters(look: GameView, question: ConsideredAnswer) -> Iterator[Encounter]:
    """``ZG-13``  Yield what a drift would strike first, if its way may come so far."""
    asked, answer = question.decision, question.answer
    if not is_on(look):
        return
    if isinstance(asked, Aim) and asked.kind == "turn":
        yield from _first(look, who_of(look, asked.about), "turn", answer)
    elif isinstance(asked, Choose) and asked.kind == "drift" and answer != "turn":
        yield from _first(look, who_of(look, asked.about), answer)


def _first(
    look: GameView, who: ModelId, option: str, turned: float | None = None
) -> Iterator[Encounter]:
    _, way = course(look, who, option, turned)
    if way.touch is None:
        return
    struck = way.touch.disc
    # Whoever only stops it, as an enemy at 1" does, ends the way for good.
    if struck is None:
        what = "loose debris"
    elif Meetings(look.table)(who, struck) is None:
        what = name(look.table, struck)
    else:
        return
    yield Encounter(way.path[-1], f"strikes {what}: told only to here", "ZG-13")


HOOKS = (ENCOUNTERS.gets(encounters),)
