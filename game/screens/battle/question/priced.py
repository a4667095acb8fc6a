"""What each answer of a question may cost, beside it in the panel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.play.decisions import Choose
from game.prompts.choose import ChoosePrompt
from game.prompts.prompt import AnyPrompt
from game.rules.kit.forecasts import ForecastFigure, forecast
from game.rules.kit.queries import FACTS, TableView
from game.screens.battle.odds_table import percent
from game.screens.battle.overlays.background_value import Later

PRICED = frozenset({"pace", "action", "die", "champion"})
"""The kinds of choices of which each is worth to be told: the same question at other odds."""
HARMLESS = "nothing comes to it"


class Priced:
    """Works the odds of all answers out beside the frames, once for each question."""

    def __init__(self) -> None:
        self._told = Later[Mapping[str, str]]({})

    def look(self, glance: TableView, prompt: AnyPrompt | None, moment: object) -> None:
        """Bring the words beside the answers up to date."""
        if not isinstance(prompt, ChoosePrompt) or prompt.decision.kind not in PRICED:
            return
        fork, asked = TableView(glance.table.fork(), glance.rules), prompt.decision
        told = self._told.get((moment, id(asked)), lambda: _worked_out(fork, asked))
        if told != prompt.details:
            prompt.details = told
            prompt.looks += 1


def _worked_out(glance: TableView, asked: Choose) -> Mapping[str, str]:
    if asked.kind == "champion":
        return {o.id: fact.why for o in asked.options for fact in [*FACTS.of(glance, o.id)][:1]}
    found = {o.id: forecast(glance, asked, o.id) for o in asked.options}
    # Of what no chance is told it goes without saying that it costs nothing.
    return {id_: brief(f) for id_, f in found.items() if any(not one.spread for one in f)}


def brief(figures: Iterable[ForecastFigure]) -> str:
    """Return what may happen in a word each: ``dies 17% · lost 3%``."""
    told = [
        f"{figure.what.split()[0]} {percent(figure.value)}"
        for figure in figures
        if figure.value > 0.0 and not figure.more and not figure.spread
    ]
    return " · ".join(told) or HARMLESS
