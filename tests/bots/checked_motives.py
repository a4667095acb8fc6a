"""Motives that are compared with the rules when a bot gives them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from game.cores.kit.queries import FORECAST, ConsideredAnswer, TableView
from game.cores.kit.sight_lines import sees
from game.play.decisions import Choose, Decision
from game.play.log.wording import name, spoken_name
from game.play.session import Session
from game.shown.answer_motives import SUBJECTS, Motives
from game.systems.cage.rules import CageKind
from game.systems.cage.rules.attack_options import in_reach_now
from game.systems.cage.rules.floor import Bearing, bearing_to, cell_of, stance_in
from game.systems.pursuit.rules.ride_odds import prospect
from game.systems.pursuit.rules.threats import threats
from game.table.records import Model, ModelId, UnitId
from game.table.state import Table

LENGTHS = range(1, 19)
"""Inches of rides straight on that are tried."""
PARTS = CageKind.ON, CageKind.FACING
"""Questions in the middle of a move."""


class CheckedMotives(Motives):
    """Motives of a game, of which those that claim something are checked as they are noted."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.before = session.table.fork()
        """The table of the question that is answered next."""
        self.checked = Counter[str]()
        """By the name of a check, how often it was made."""

    def note(self, asked: Decision[Any], table: Table, count: int, words: str) -> None:
        super().note(asked, table, count, words)
        pending = self.session.pending
        is_part = isinstance(pending, Choose) and pending.kind in PARTS
        for pattern, check in CHECKS.items():
            told = re.fullmatch(pattern, words)
            if told and not is_part:
                subject = next(filter(None, (getattr(asked, one, "") for one in SUBJECTS)))
                assert check(self, asked, subject, told[1]), (words, asked)
                self.checked[check.__name__] += 1
        self.before = table.fork()

    @property
    def now(self) -> TableView:
        return self._view(self.session.table)

    @property
    def then(self) -> TableView:
        return self._view(self.before)

    def _view(self, table: Table) -> TableView:
        return TableView(table, self.session.game.rules)


Check = Callable[[CheckedMotives, Decision[Any], str, str], bool]


def models_called(table: Table, called: str) -> list[Model]:
    """Return the models on the table whose unit has a name."""
    return [model for model in table.standing() if name(table, model.unit) == called]


def without_owner(called: str) -> str:
    """Return the name of which a possessive was taken: ``"Riders"`` for ``"Riders'"``."""
    return called.removesuffix("'s").removesuffix("'")


def out_of_reach(motives: CheckedMotives, asked: object, subject: str, whose: str) -> bool:
    (foe,) = models_called(motives.now.table, without_owner(whose))
    return not in_reach_now(motives.now, foe)


def behind(motives: CheckedMotives, asked: object, subject: str, called: str) -> bool:
    table = motives.now.table
    (foe,) = models_called(table, called)
    me = table.models[ModelId(subject)]
    side = bearing_to(stance_in(table, foe.id), cell_of(table, me.id))
    return side is Bearing.BACK and bool(in_reach_now(motives.now, me))


def has_weapon(motives: CheckedMotives, asked: object, subject: str, weapon: str) -> bool:
    return any(
        weapon == one.name for one in motives.now.table.models[ModelId(subject)].profile.weapons
    )


def likely(motives: CheckedMotives, asked: Decision[Any], subject: str, percent: str) -> bool:
    """Return whether the rules forecast the chance of some answer."""
    assert isinstance(asked, Choose)
    answers = (ConsideredAnswer(asked, option.id) for option in asked.options)
    return any(
        f"{100 * figure.value:.0f}" == percent
        for answer in answers
        for figure in FORECAST.of(motives.then, answer)
    )


def unseen(motives: CheckedMotives, asked: object, subject: str, whose: str) -> bool:
    """Return whether it is so, unless the answer is still to be carried out."""
    table = motives.now.table
    if isinstance(asked, Choose):
        return True
    me = table.models.get(ModelId(subject)) or table.of(UnitId(subject))[0]
    foes = models_called(table, without_owner(whose))
    return not any(sees(table, foe.disc, me.disc) for foe in foes)


def rounds(motives: CheckedMotives, asked: object, subject: str, called: str) -> bool:
    """Return whether a ride straight on would have hit the thing."""
    found = (
        prospect(motives.then, ModelId(subject), ((0.0, float(inches)),)) for inches in LENGTHS
    )
    hits = {one.contacts[-1].id for one in found if one.crashes}
    return called in {spoken_name(motives.then.table, id_) for id_ in hits}


def threatened(motives: CheckedMotives, asked: object, subject: str, called: str) -> bool:
    table = motives.then.table
    pieces = [threat.piece for threat in threats(table, ModelId(subject))]
    return called in [spoken_name(table, piece) for piece in pieces]


CHECKS: dict[str, Check] = {
    r"out of (.+) reach": out_of_reach,
    r"to strike (.+) from behind": behind,
    r"for its (.+)": has_weapon,
    r"(\d+)% to (?:win|wound)": likely,
    r"to get out of (.+) sight": unseen,
    r"round (.+?)(?: with .*)?": rounds,
    r"before (.+)": threatened,
}
