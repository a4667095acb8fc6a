"""Motives of champions for captions, from what their answers change in a bout."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from game.bots.steady.motives import Merit, main_motive
from game.cores.kit.queries import forecast
from game.play.decisions import Choose
from game.play.log.wording import name, possessive
from game.systems.cage.bot.evaluation import goes_out
from game.systems.cage.bot.search import CageAssessment
from game.systems.cage.rules.attack_options import has_attack, in_reach
from game.systems.cage.rules.bout_position import Position, champion_of, spent
from game.systems.cage.rules.floor import Bearing, bearing_to

V = TypeVar("V")
LEAST_GAIN = 0.001
"""Gain in value, which is from -1 to 1, below which it is no motive."""
LEAST_CHANCE = 0.05
"""Chance from which it is the motive of an attack."""
FLANKS = Bearing.LEFT, Bearing.RIGHT
GUARDED = {
    Bearing.LEFT: "to guard its flank",
    Bearing.RIGHT: "to guard its flank",
    Bearing.BACK: "to guard its back",
}
"""By the side on which the other champion was before one faces it."""
BEST_OF = {2: "the better of two results", 3: "the best of three results"}
"""By the number of results that the attacker may choose from."""


class PositionContrast(NamedTuple):
    """The position of a bout without an answer and with it, for the seat that answers."""

    assessment: CageAssessment
    before: Position
    after: Position

    def motive(self) -> str:
        """Return for what a champion prefers the position after; empty if nothing is gained."""
        words = self._strike(), self._shelter(), self._inward(), self._rearmed()
        before, after = (
            [Merit(worth, text) for worth, text in zip(values, words, strict=True) if text]
            for values in self._each(self._values)
        )
        return main_motive(before, after, LEAST_GAIN)

    @property
    def foe(self) -> str:
        """The name of the other champion."""
        table = self.assessment.view.table
        other = champion_of(table, table.sides[1 - self.assessment.seat])
        return name(table, other.id)

    def _values(self, at: Position) -> tuple[float, ...]:
        """Return the values of the threats to and by the other, of the ground and of arms."""
        scales, seat = self.assessment.scales, self.assessment.seat
        sight, sign = scales.sight(at), 1 - 2 * seat
        threats = [scales.threat(at, sight, one) for one in (0, 1)]
        threats[1 - at.acts] *= scales.weights.second
        return threats[seat], -threats[1 - seat], sign * sight.inner, sign * sight.lead

    def _each(self, of: Callable[[Position], V]) -> tuple[V, V]:
        return of(self.before), of(self.after)

    def _strikes(self, at: Position, seat: int) -> bool:
        """Return whether the champion in a seat reaches the other."""
        scales = self.assessment.scales
        return bool(in_reach(scales.floor, scales.kinds[seat], at, seat))

    def _side(self, at: Position, seat: int) -> Bearing | None:
        """Return the side on which the champion in a seat has the other beside it."""
        stance = at.stance(self.assessment.scales.floor, seat)
        return bearing_to(stance, at.fighters[1 - seat].cell)

    def _pushes_out(self, at: Position) -> bool:
        """Return whether the champion can attack the other so that a push drives it out."""
        seat = self.assessment.seat
        if not self._strikes(at, seat):
            return False
        cells = at.fighters[seat].cell, at.fighters[1 - seat].cell
        return goes_out(self.assessment.scales.floor, at.rings, *cells)

    def _strike(self) -> str:
        """Return how the position serves to attack."""
        scales, seat, after = self.assessment.scales, self.assessment.seat, self.after
        was, now = self._each(lambda at: self._side(at, 1 - seat))
        reached, reaches = self._each(lambda at: self._strikes(at, seat))
        if now is Bearing.BACK is not was:
            return f"to {'strike' if reaches else 'get behind'} {self.foe}" + (
                " from behind" if reaches else ""
            )
        if not reaches:
            closer = scales.sight(after).steps[seat] < scales.sight(self.before).steps[seat]
            return f"to close in on {self.foe}" if closer else ""
        pushed, pushes = self._each(self._pushes_out)
        if pushes and not pushed:
            return f"to push {self.foe} out"
        if now in FLANKS and was not in FLANKS:
            return f"to strike {possessive(self.foe)} flank"
        may = after.left[seat] and has_attack(scales.kinds[seat], after, seat)
        return "" if reached else "to strike next" if may else "to strike next turn"

    def _shelter(self) -> str:
        """Return how the position protects from attacks."""
        scales, seat = self.assessment.scales, self.assessment.seat
        reached, reaches = self._each(lambda at: self._strikes(at, 1 - seat))
        if reached and not reaches:
            return f"out of {possessive(self.foe)} reach"
        if self.after.parries == seat:
            return f"against {possessive(self.foe)} next attack"
        was, now = self._each(lambda at: self._side(at, seat))
        if now is Bearing.FRONT and was in GUARDED:
            return GUARDED[was]
        before, after = (scales.sight(at).steps[1 - seat] for at in (self.before, self.after))
        return f"away from {self.foe}" if after > before else ""

    def _inward(self) -> str:
        before, after = (
            at.fighters[self.assessment.seat].cell.ring for at in (self.before, self.after)
        )
        return "to hold the middle" if 0 < after < before else ""

    def _rearmed(self) -> str:
        lost, missing = (
            at.fighters[self.assessment.seat].lost for at in (self.before, self.after)
        )
        found = [weapon for weapon in lost if weapon not in missing]
        return f"for its {found[0]}" if found else ""


def action_motive(assessment: CageAssessment, answer: str) -> str:
    """Return for what a champion moves, turns or parries."""
    after = assessment.ahead.after(assessment.at, answer)
    if after is None:
        return ""
    before = spent(assessment.at, assessment.seat)
    return PositionContrast(assessment, before, after).motive()


def attack_motive(assessment: CageAssessment, asked: Choose, answer: str) -> str:
    """Return the chance that an attack wins the bout, or else that it wounds."""
    figures = {one.what: one.value for one in forecast(assessment.view, asked, answer)}
    chances = ((figures.get(what, 0.0), what) for what in ("wins", "wounds"))
    told = (f"{round(100 * n)}% to {what[:-1]}" for n, what in chances if n >= LEAST_CHANCE)
    return next(told, "")
