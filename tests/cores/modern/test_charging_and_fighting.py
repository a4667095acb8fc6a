"""Hooks for charges, fights and Morale, and the moves that the rules suggest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from game.cores.kit.attempts import REFUSED, Attempt, Shot
from game.cores.kit.charge_moves import Charge
from game.cores.kit.game_rules import GameRules
from game.cores.kit.hooks import HookHandler
from game.cores.kit.modules import Module
from game.cores.kit.queries import TableView
from game.cores.modern.rules import CHARGE, MORALE, STRIKE
from game.cores.modern.rules.charge import charge_march, charge_reasons
from game.cores.modern.rules.melee_attacks import blow, fighters, hits_on
from game.cores.modern.rules.pile_in import Closing, closing_march
from game.cores.modern.rules.system import modern
from game.geometry.points import Disc, Path, Point, gap
from game.play.decisions import Refusal
from game.play.game import GameView
from game.table.events import Act, Reason
from game.table.records import ModelId, Unit, UnitId
from game.table.state import Piece, PieceKind, Table
from tests.cores.modern.small_tables import THEM, US, A, B, C, unit, view_of_units
from tests.tools.situations import add_module, played_text

SQUAD = 'side = "wardens", profile = "fighter"'
FOES = 'side = "brood", profile = "fighter"'


def faults_of_situation(
    phase: str, units: str, dice: str, answers: str, expect: str, more: str = ""
) -> tuple[str, ...]:
    """Return the faults of a short situation."""
    outcome = played_text(f"""
        title = "A story"
        clauses = ["MC-22"]
        system = "modern"
        modules = ["weather"]
        armoury = "tests/armouries/sparring-ground.toml"
        dice = "{dice}"
        answers = {answers}
        unit = [{units}]
        {more}
        clock = {{ phase = "{phase}", side = "wardens" }}
        [expect]
        {expect}
    """)
    return outcome.faults


def weather(monkeypatch: pytest.MonkeyPatch, *hooks: HookHandler) -> None:
    add_module(monkeypatch, Module("weather", hooks=hooks))


def under(view: TableView, *hooks: HookHandler) -> TableView:
    """Return the same table under rules with hooks of a module."""
    return TableView(view.table, GameRules(modern({}), [Module("weather", hooks=hooks)]))


def rain(view: GameView, attempt: Attempt) -> Iterator[Reason]:
    yield Reason(-1, "rain", "MP-13")


def mud(view: GameView, attempt: Attempt) -> Iterator[Reason]:
    if attempt.target != "foes":
        yield Reason(-2, f"mud {attempt.target}", "MP-08")


CHARGED = (
    f'{{ id = "squad", {SQUAD}, at = [[10, 10]] }}, '
    f'{{ id = "foes", {FOES}, at = [[17, 10]] }}, '
    f'{{ id = "others", {FOES}, at = [[17, 20]] }}'
)


@pytest.mark.rule("MC-22")
def test_what_is_said_of_every_target_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The foes are 6 inches away: 5 are needed, 6 with the rain."""
    weather(monkeypatch, CHARGE.gets(rain))
    two = '["squad", "foes", "others"]'

    assert not faults_of_situation(
        "charge", CHARGED, "4 1", two, 'log = ["4 + 1 = 5 (rain −1)", "squad fails to charge"]'
    )
    assert not faults_of_situation("charge", CHARGED, "5 1", two, 'asks = { clause = "MC-22" }')


@pytest.mark.rule("MC-22")
def test_what_is_said_of_one_target_counts_with_two(monkeypatch: pytest.MonkeyPatch) -> None:
    weather(monkeypatch, CHARGE.gets(mud))
    two = '["squad", "foes", "others"]'

    assert not faults_of_situation(
        "charge", CHARGED, "4 2", two, 'log = ["squad fails to charge foes"]'
    )
    assert not faults_of_situation("charge", CHARGED, "4 3", two, 'asks = { clause = "MC-22" }')
    one = '["squad", "foes", "pass"]'
    assert not faults_of_situation("charge", CHARGED, "4 1", one, 'asks = { clause = "MC-22" }')


@pytest.mark.rule("MC-22")
def test_a_charge_is_never_less_than_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def swamp(view: GameView, attempt: Attempt) -> Iterator[Reason]:
        yield Reason(-9, "swamp", "MP-13")

    weather(monkeypatch, CHARGE.gets(swamp))
    expect = 'log = ["1 + 1 = 2 (swamp −9)", "squad fails to charge foes"]'

    assert not faults_of_situation(
        "charge", CHARGED, "1 1", '["squad", "foes", "pass"]', expect
    )


@pytest.mark.rule("MC-20")
def test_a_module_may_forbid_a_charge_at_all_or_at_one_unit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def truce(view: GameView, attempt: Attempt) -> Iterator[Refusal]:
        if attempt.act is Act.CHARGES and attempt.target == "others":
            yield Refusal("there is a truce with them", "MI-03")

    weather(monkeypatch, REFUSED.gets(truce))

    expect = 'refused = { clause = "MI-03" }'
    assert not faults_of_situation("charge", CHARGED, "", '["squad", "others"]', expect)


FOUGHT = (
    f'{{ id = "squad", {SQUAD}, marks = ["charged"], at = [[10, 10]], A = 3 }}, '
    f'{{ id = "foes", {FOES}, at = [[11, 10]] }}'
)


@pytest.mark.rule("MC-15", "MC-24")
def test_modifiers_change_what_a_strike_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    def smoke(view: GameView, strike: Shot) -> Iterator[Reason]:
        if strike.target == "foes":
            yield Reason(-1, "smoke", "MC-15")

    weather(monkeypatch, STRIKE.gets(smoke))
    expect = 'log = ["with bare hands, 5+: 4 1 2, 0 of 3 hit (WS 4+, smoke −1)", "4+: 3"]'

    assert not faults_of_situation("fight", FOUGHT, "4 1 2 | 3", "[]", expect)


@pytest.mark.rule("MC-15", "MC-03")
@pytest.mark.parametrize(("amount", "need"), [(1, 3), (2, 2), (3, 2), (-2, 6), (-3, 7)])
def test_no_modifier_makes_a_1_hit(amount: int, need: int) -> None:
    def luck(view: GameView, strike: Shot) -> Iterator[Reason]:
        yield Reason(amount, "luck", "MC-15")

    view = view_of_units(unit(A, US, ["warden"], 10, 10), unit(B, THEM, ["leaper"], 11, 10))
    view = under(view, STRIKE.gets(luck))
    ((_, weapons, foes),) = fighters(view.table, A)

    struck = hits_on(view, blow(view, view.table.of(A)[0], weapons[0], foes[0]))

    assert struck.need == need
    assert "luck" in [reason.why for reason in struck.reasons]


@pytest.mark.rule("MC-25")
def test_a_module_may_spare_a_unit_its_morale_test(monkeypatch: pytest.MonkeyPatch) -> None:
    def grudge(view: GameView, one: Unit) -> Iterator[Refusal]:
        if one.id == "foes":
            yield Refusal("nobody gives way", "MP-18")

    weather(monkeypatch, MORALE.gets(grudge))
    units = (
        f'{{ id = "squad", {SQUAD}, at = [[10, 10], [11, 10]] }}, '
        f'{{ id = "foes", {FOES}, at = [[30, 10], [31, 10]] }}'
    )
    fell = [f'{{ model = "{id_}-1", side = "wardens" }}' for id_ in ("squad", "foes")]

    assert not faults_of_situation(
        "morale",
        units,
        "3",
        "[]",
        'log = ["squad, Morale test"]',
        f"lost = [{', '.join(fell)}]",
    )


@pytest.mark.rule("MC-22")
def test_reasons_come_in_the_order_of_the_targets() -> None:
    view = view_of_units(unit(A, US, ["warden"], 10, 10), unit(B, THEM, ["leaper"], 15, 10))
    view = under(view, CHARGE.gets(rain), CHARGE.gets(mud))

    reasons = charge_reasons(view, A, [UnitId("foes"), B, UnitId("c")])

    assert [r.why for r in reasons] == ["rain", "mud b", "mud c"]


def three_squads_in_disorder(seed: int) -> TableView:
    """Return three squads in disorder, the foes at 2 to 8 inches."""
    dice = Random(seed)
    distance = round(dice.uniform(2.0, 8.0), 3)
    left, right = round(dice.uniform(-3, 3), 3), round(dice.uniform(-4, 8), 3)
    kinds = ["gargoyle"] * 6 if seed % 3 == 0 else ["leaper"] * 8
    return view_of_units(
        unit(A, THEM, kinds, 11.5, 20),
        unit(B, US, ["warden"] * 9, 10 + left, 21.1 + distance),
        unit(C, US, ["commander"], 12 + right, 22.4 + distance),
        phase="charge",
    )


@pytest.mark.rule("MC-22")
@pytest.mark.parametrize("seed", range(12))
def test_a_charge_that_is_suggested_is_legal_and_not_found_only_where_none_is(
    seed: int,
) -> None:
    """Over open ground the nearest model arrives whenever the roll is long enough."""
    table = three_squads_in_disorder(seed).table
    least = min(gap(a.disc, b.disc) for a in table.of(A) for b in table.standing(US))

    for distance in range(2, 13):
        march = charge_march(table, A, (B, C), float(distance))
        assert isinstance(march, Charge)
        assert bool(march.suggested) == (least - 1.0 <= distance)
        if march.suggested:
            march.judge(table, march.suggested)
        for raw in march.samples(table, 4):
            march.judge(table, march.read(raw))


@pytest.mark.rule("MC-22")
def test_in_a_suggested_charge_whoever_does_not_get_there_comes_as_near_as_it_can() -> None:
    """Ten abreast, and an enemy before the first: the last is 10.6 inches off."""
    view = view_of_units(
        unit(A, US, ["warden"] * 10, 10, 10), unit(B, THEM, ["leaper"], 10, 16)
    )

    march = charge_march(view.table, A, [B], 8.0)

    ends = {m.id: m.disc for m in view.table.of(A)}
    ends |= {
        model_id: ends[model_id]._replace(at=path[-1]) for model_id, path in march.suggested
    }
    (foe,) = view.table.of(B)
    assert max(gap(end, foe.disc) for end in ends.values()) < 5.0


@pytest.mark.rule("MC-24")
@pytest.mark.parametrize("seed", range(12))
def test_all_ways_to_pile_in_that_are_offered_are_legal(seed: int) -> None:
    table = three_squads_in_disorder(seed).table

    for unit_id in (A, B, C):
        march = closing_march(table, unit_id)
        assert isinstance(march, Closing)
        assert march.suggested
        march.judge(table, march.suggested)
        offered = list(march.samples(table, 12))
        assert len(offered) >= 2
        for raw in offered:
            march.judge(table, march.read(raw))


@pytest.mark.rule("MC-24")
def test_the_suggested_way_to_pile_in_brings_all_who_can_into_contact() -> None:
    """Three stand 2 inches off three: each goes straight into the one that it faces."""
    view = view_of_units(
        unit(A, US, ["warden"] * 3, 10, 10, 2.0), unit(B, THEM, ["leaper"] * 3, 10, 13, 2.0)
    )

    march = closing_march(view.table, A)

    ends = {model_id: path[-1] for model_id, path in march.suggested}
    assert [ends[m.id] for m in view.table.of(A)] == [
        pytest.approx((x, 12.0), abs=0.003) for x in (10, 12, 14)
    ]


@pytest.mark.rule("MC-24", "MC-04")
def test_who_would_be_torn_from_its_unit_goes_less_far() -> None:
    """The second stands 2.9 inches below the first, and may come to 3 from its centre."""
    view = view_of_units(
        unit(A, US, ["warden"], 10, 10),
        unit(B, THEM, ["leaper"], 11, 10),
        unit(C, THEM, ["leaper"], 13, 12.9),
    )
    mate = replace(view.table.of(A)[0], id=ModelId("a-2"), at=Point(10, 12.9))
    view.table.models[mate.id] = mate
    view.table.units[A] = replace(view.table.units[A], models=(ModelId("a-1"), mate.id))

    ((model_id, path),) = closing_march(view.table, A).suggested

    assert model_id == mate.id
    assert path[-1] == pytest.approx((10 + sqrt(9 - 2.9 * 2.9), 12.9), abs=0.01)


def test_a_flight_walled_off_by_carts_checks_no_place_that_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The foe stands in a cart that is 5" wide: no base finds room within 1" of it."""
    flock, alone = unit(A, US, ["gargoyle"] * 4, 20, 20), unit(B, THEM, ["leaper"], 21, 26)
    view = view_of_units(flock, alone, phase="charge")
    corners = Point(-2.5, -2.5), Point(2.5, -2.5), Point(2.5, 2.5), Point(-2.5, 2.5)
    cart = Piece("cart", PieceKind.CITY, at=Point(21, 26), outline=corners)
    view.table.pieces["cart"] = cart
    checked, why_not = list[Path](), Charge.why_not

    def counted(
        charge: Charge, table: Table, bases: Mapping[ModelId, Disc], who: ModelId, path: Path
    ) -> Refusal | None:
        checked.append(path)
        return why_not(charge, table, bases, who, path)

    monkeypatch.setattr(Charge, "why_not", counted)
    assert charge_march(view.table, A, [B], 12.0).suggested == ()
    # The straight way to each of five rims about the foe, for each of four models.
    assert len(checked) <= 20

    del view.table.pieces["cart"]
    assert charge_march(view.table, A, [B], 12.0).suggested
