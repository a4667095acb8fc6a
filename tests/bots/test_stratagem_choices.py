"""The steady bot's choices about stratagems (MC-27)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.bots.protocol import run_to_completion
from game.cores.kit.dice import Roll
from game.cores.kit.queries import TableView
from game.cores.modern.bot.assessment import ModernAssessment
from game.cores.modern.bot.stratagem_choices import break_in
from game.cores.modern.rules import MoraleCheck
from game.cores.modern.rules.stratagems import counter_blows, holds_firm, re_rolls
from game.play.decisions import Choose, CommonKind, Option, pass_option
from game.table.records import Clock, ModelId
from tests.bots.shipped_weights import MODERN
from tests.cores.modern.small_tables import THEM, US, A, B, C, unit, view_of_units, with_mark


def units_facing(
    mine: tuple[str, int], theirs: tuple[str, int], *, apart: float = 8, phase: str = "shooting"
) -> TableView:
    """Return a table of one unit of each side; each side has 4 points in round 2."""
    (ours, many), (foes, more) = mine, theirs
    units = unit(A, US, [ours] * many, 10, 10), unit(B, THEM, [foes] * more, 10, 10 + apart)
    view = view_of_units(*units, phase=phase, points=4)
    view.table.clock = Clock(2, phase, US)
    return view


def steady_use(view: TableView, on: Any, offers: Any) -> str:
    options = [Option(o.name, o.label, o.clause, o.anchor) for o in offers]
    asked = Choose(
        offers[0].by,
        clause="MC-27",
        asks="?",
        options=(*options, pass_option("Pass", "MC-27")),
        on=on,
        kind=CommonKind.BREAK_IN,
    )
    return str(run_to_completion(break_in(ModernAssessment(view, asked.by, MODERN), asked)))


def rolled(what: str, *faces: int, **more: Any) -> Roll:
    return Roll("MC-15", by=US, what=what, who=A, target=B, faces=faces, **more)


@pytest.mark.rule("MC-27")
@pytest.mark.parametrize(
    ("what", "faces", "more", "use"),
    [
        # One rifle of many, at a skitterer.
        ("to hit", (1, 2, 5), {"need": 4, "weapon": "rifle"}, "pass"),
        ("advance", (1,), {"need": 0, "total": True}, "pass"),
        # A leap of 7" that falls short by one, then by six.
        ("charge", (1, 4), {"need": 0, "total": True}, "Roll the 1 again"),
        ("charge", (1, 6), {"need": 0, "total": True}, "pass"),
        # A test that fails by one, which five faces mend; by seven, which none does.
        ("psychic test", (1, 4), {"need": 6, "total": True}, "Roll the 1 again"),
        ("psychic test", (1, 4), {"need": 12, "total": True}, "pass"),
    ],
)
def test_a_die_is_rolled_again_where_it_gains_much(
    what: str, faces: tuple[int, ...], more: dict[str, Any], use: str
) -> None:
    mine = ("alpha", 1) if what == "charge" else ("warden", 3)
    view = units_facing(mine, ("warden", 6), phase="charge" if what == "charge" else "shooting")
    cast = rolled(what, *faces, **more)

    assert steady_use(view, cast, [*re_rolls(view, cast)]) == use


@pytest.mark.rule("MC-18", "MC-27")
@pytest.mark.parametrize(("face", "use"), [(1, "Roll the 1 again"), (3, "pass"), (6, "pass")])
def test_low_damage_is_rolled_again(face: int, use: str) -> None:
    """A die brings 3.5 of eight wounds on average: 2.5 more than a 1, 0.5 more than a 3."""
    view = units_facing(("warden", 3), ("colossus", 1))
    cast = replace(rolled("damage", face, need=0, total=True), target=ModelId(f"{B}-1"))

    assert steady_use(view, cast, [*re_rolls(view, cast)]) == use


@pytest.mark.rule("MC-27")
@pytest.mark.parametrize(("lost", "use"), [(3, "pass"), (7, "Hold firm")])
def test_a_unit_holds_firm_where_many_would_flee(lost: int, use: str) -> None:
    view = units_facing(("veteran", 4), ("warden", 3), phase="morale")
    nerve = MoraleCheck(A, lost)

    assert steady_use(view, nerve, [*holds_firm(view, nerve)]) == use


@pytest.mark.rule("MC-27")
@pytest.mark.parametrize("others", [False, True], ids=["nobody else", "another enemy"])
def test_a_unit_strikes_first_where_it_would_lose_its_blows(*, others: bool) -> None:
    more = [unit(C, US, ["colossus"], 12.6, 11.8)] if others else []
    view = view_of_units(
        unit(A, US, ["warden"] * 4, 10, 10),
        unit(B, THEM, ["alpha"], 10, 11.9),
        *more,
        phase="fight",
        points=4,
    )
    fought = with_mark(view, A, "charged", "fought")

    use = steady_use(fought, None, [*counter_blows(fought, A)])

    assert use == (f"Counter-blow {B}" if others else "pass")
