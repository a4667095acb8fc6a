"""What a chase may bring in words: of a fig on its card, of the sheet in its key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from game.lab.pursuit_forecast import PursuitForecast
from game.play.wording import name
from game.rules.pursuit.odds.danger import Danger
from game.rules.pursuit.pursuit_phase import DICE, KEEP
from game.screens.battle.log_panel import CLAUSE
from game.screens.battle.overlays.flood_forecast import FloodKey, place_in
from game.screens.battle.overlays.forecasts import DARK, hundredths
from game.table.records import ModelId
from game.table.state import Table
from game.view.overlays.shapes import TagCell
from game.view.style import AMBER, COOL, CREAM, heat
from game.widgets.log_view import LogEntry
from game.widgets.text_layout import TextSpan
from game.widgets.theme import DIM, MUTED, TEXT
from game.widgets.widget import Widget

NAMES = {KEEP: "Keep pace", **{pace: f"Slow {n}d6" for pace, n in DICE.items()}}
UNSURE = "Others or mines may come into it"


class PerilKey(FloodKey):
    """What the cells of a tag mean, how far it is and what it rests on."""

    samples: ClassVar = (
        (TagCell("50", CREAM, heat(0.5)), "dies"),
        (TagCell("4", AMBER, DARK), "lost"),
        (TagCell("60", COOL, DARK), "swept, of 100"),
    )
    words: ClassVar = (
        "If everybody kept pace in the next Pursuit phase, of 100: how often a fig would die"
        " (PU-14), be lost over the rear edge (PU-15), and be swept by a piece (PU-14). Dotted"
        " and hatched: what strikes (Impassable); dashed: rubble that slides across. Corners: a"
        " fig that something comes to. Rings: how near a shot sets mines off, and their first"
        " marker (PU-24)."
    )

    def tell(self, told: PursuitForecast | None, fault: str, beside: Widget) -> None:
        """Tell how far it is. *beside*: who makes room for that."""
        self._show(beside, shown=True)
        self.said = said(told, fault)
        self.share = told.told / told.of if told and told.of else float(told is not None)


def said(told: PursuitForecast | None, fault: str) -> str:
    """Return what the tags rest on, or why there are none."""
    if fault:
        return "it failed"
    if told is None:
        return "begins…"
    if not told.of:
        return "exact"
    return f"from {told.told:,} phases" if told.done else f"{told.told:,} of {told.of:,} phases"


def told_of(table: Table, told: PursuitForecast, who: ModelId) -> Iterator[LogEntry]:
    """Yield when a fig is handled, what each pace may cost it, and what strikes it."""
    if place := place_of(told, who):
        yield _line(place, "PU-07")
    paces = told.paces.get(who, {})
    shown = list[Danger]()
    for pace, danger in paces.items():
        # Who has no choice fares alike by every pace.
        if danger not in shown:
            shown.append(danger)
            yield LogEntry((*_chances(NAMES[pace], danger),))
    if keeps := paces.get(KEEP):
        for cause, blow in keeps.causes.items():
            words = f"{name(table, cause.by)} strikes it {hundredths(blow.strikes)}%"
            yield _line(f"{words}, kills {hundredths(blow.kills)}%", cause.clause)
        yield LogEntry((TextSpan(rests_on(keeps), MUTED),))


def rests_on(danger: Danger) -> str:
    """Return how the chances of a fig are known."""
    if danger.exact:
        return "exact, if all others keep pace"
    if danger.told:
        return f"from {danger.told:,} phases: {UNSURE[:1].lower()}{UNSURE[1:]}"
    return f"as if alone: {UNSURE[:1].lower()}{UNSURE[1:]}"


def _chances(name_: str, danger: Danger) -> Iterator[TextSpan]:
    told = (
        ("dies", danger.dies, "PU-14"),
        ("lost", danger.lost, "PU-15"),
        ("stopped", danger.stopped, "PU-23"),
        ("swept", danger.swept, "PU-14"),
        ("backs into a piece", danger.backs, "PU-13"),
    )
    yield TextSpan(f"{name_}: " if danger.exact or danger.told else f"{name_}, about: ", TEXT)
    some = [one for one in told if one[1] > 0.0]
    if not some:
        yield TextSpan("safe ", AMBER, face="strong")
        yield TextSpan("PU-11", DIM, CLAUSE + "PU-11", "mono")
    for n, (word, chance, clause) in enumerate(some):
        yield TextSpan(" · " * (n > 0) + f"{word} ", TEXT)
        yield TextSpan(f"{hundredths(chance)}% ", AMBER, face="strong")
        yield TextSpan(clause, DIM, CLAUSE + clause, "mono")


def place_of(told: PursuitForecast, who: ModelId) -> str:
    """Return in words when a fig is handled; empty if it is not any more."""
    place = place_in(told.order, who)
    return f"Pursuit phase: number {place}" if place else ""


def _line(words: str, clause: str) -> LogEntry:
    return LogEntry(
        (TextSpan(words, TEXT), TextSpan(" "), TextSpan(clause, DIM, CLAUSE + clause, "mono"))
    )
