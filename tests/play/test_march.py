"""A unit's move: ``CC-18``, ``CC-19``, and charges. Bases are an inch across."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import sqrt
from typing import Any

import pytest

from game.geometry.points import Point, distance
from game.play.decisions import IllegalAnswer
from game.play.moves.march import March, moves_to_json
from game.play.moves.paths import MoveLimits
from game.table.board import Terrain, TerrainKind
from game.table.records import Model, ModelId, UnitId
from game.table.state import Piece, PieceKind, Table
from tests.play.tables import CLAUSES, FOES, SQUAD, US, Spots, piece, table
from tests.tiers import few

Walk = Sequence[tuple[float, float]]


def march(
    laid: Table,
    inches: float = 6.0,
    *,
    over: bool = False,
    off_limits: tuple[Terrain, ...] = (),
) -> March:
    model_limits = {m.id: MoveLimits(inches, over) for m in laid.of(SQUAD)}
    return March(
        US,
        "CC-18",
        "Move",
        unit=SQUAD,
        model_limits=model_limits,
        clauses=CLAUSES,
        off_limits=off_limits,
    )


def charge(laid: Table, inches: float = 6.0) -> March:
    model_limits = {m.id: MoveLimits(inches) for m in laid.of(SQUAD)}
    return March(
        US,
        "CC-23",
        "Charge",
        unit=SQUAD,
        model_limits=model_limits,
        clauses=CLAUSES,
        foes=(FOES,),
        keep_off=0.02,
        must_touch=True,
    )


def answer_of_walks(laid: Table, walks: dict[str, Walk]) -> list[list[Any]]:
    """Return an answer; each path continues from its model's position."""
    return [
        [id_, [list(laid.models[ModelId(id_)].at), *(list(p) for p in walk)]]
        for id_, walk in walks.items()
    ]


def allow(asked: March, laid: Table, **walks: Walk) -> None:
    asked.judge(laid, asked.read(answer_of_walks(laid, walks)))


def refuse(asked: March, laid: Table, **walks: Walk) -> IllegalAnswer:
    """Return the refusal of an answer, after checking that its fix, if any, is legal."""
    with pytest.raises(IllegalAnswer) as no:
        asked.judge(laid, asked.read(answer_of_walks(laid, walks)))
    if no.value.fix is not None:
        asked.judge(laid, asked.read(json.loads(json.dumps(no.value.fix))))
    return no.value


def end_of_fix(fix: Any, id_: str) -> Any:
    """Return the place to which a fix moves a model."""
    return next(path[-1] for name, path in fix if name == id_)


# Distance


@pytest.mark.rule("CC-18")
def test_a_path_may_be_just_as_long_as_the_move() -> None:
    laid = table({"a": (10, 10)})

    allow(march(laid), laid, a=[(16, 10)])
    allow(march(laid), laid, a=[(13, 10), (13, 13)])
    allow(march(laid), laid, a=[(13.6, 14.8)])  # 3.6, 4.8, 6


@pytest.mark.rule("CC-18")
def test_a_path_that_is_longer_is_refused_and_cut() -> None:
    laid = table({"a": (10, 10)})
    no = refuse(march(laid), laid, a=[(16.001, 10)])

    assert no.clause == "CC-18"
    assert 'a would move 6.01"; it may move 6"' in str(no)
    assert no.fix == [["a", [[10, 10], [16, 10]]]]


@pytest.mark.rule("CC-18")
def test_the_whole_length_of_a_bent_path_counts() -> None:
    laid = table({"a": (10, 10)})
    no = refuse(march(laid), laid, a=[(14, 10), (14, 13)])

    assert no.fix == [["a", [[10, 10], [14, 10], [14, 12]]]]


def test_a_path_starts_where_its_model_stands() -> None:
    laid = table({"a": (10, 10)})
    asked = march(laid)
    with pytest.raises(IllegalAnswer, match="a must start where it stands") as no:
        asked.judge(laid, asked.read([["a", [[11, 10], [12, 10]]]]))

    assert no.value.fix == [["a", [[10, 10], [12, 10]]]]


# Enemies


@pytest.mark.rule("CC-18")
@pytest.mark.parametrize(("x", "near"), [(14.999, False), (15.0, True)])
def test_an_inch_from_an_enemy_is_too_near(x: float, *, near: bool) -> None:
    laid = table({"a": (10, 10)}, {"foe": (17, 10)})
    if not near:
        allow(march(laid), laid, a=[(x, 10)])
        return
    no = refuse(march(laid), laid, a=[(x, 10)])
    assert 'a comes within 1" of the enemy foe after 5.00" of its move' in str(no)
    assert end_of_fix(no.fix, "a") == pytest.approx([15, 10], abs=0.003)


@pytest.mark.rule("CC-18")
@pytest.mark.parametrize(("y", "near"), [(12.001, False), (12.0, True)])
def test_nobody_passes_an_enemy_at_an_inch(y: float, *, near: bool) -> None:
    laid = table({"a": (10, 10)}, {"foe": (13, y)})
    if near:
        refuse(march(laid), laid, a=[(16, 10)])
    else:
        allow(march(laid), laid, a=[(16, 10)])


@pytest.mark.rule("CC-18")
def test_who_begins_within_an_inch_of_an_enemy_may_move_away() -> None:
    laid = table({"a": (10, 10)}, {"foe": (11.5, 10)})  # half an inch

    allow(march(laid), laid, a=[(9.499, 10)])  # to more than an inch
    allow(march(laid), laid, a=[(10, 16)])  # away, at first sidewards
    no = refuse(march(laid), laid, a=[(9.5, 10)])  # not far enough
    assert 'comes within 1" of the enemy foe' in str(no)
    assert end_of_fix(no.fix, "a") == pytest.approx([9.5, 10], abs=0.05)
    refuse(march(laid), laid, a=[(10.1, 10)])  # nearer
    refuse(march(laid), laid, a=[(10.1, 13)])  # nearer at first
    refuse(march(laid), laid, a=[(8, 10), (10, 10)])  # away and back


@pytest.mark.rule("CC-18")
def test_to_stay_is_legal_wherever_one_stands() -> None:
    laid = table({"a": (10, 10), "b": (20, 20)}, {"foe": (11.5, 10)})

    allow(march(laid), laid)
    allow(march(laid), laid, a=[(10, 10)])
    allow(march(laid), laid, a=[])


# Models, walls, the edge


@pytest.mark.rule("CC-18")
def test_friends_may_be_touched_and_not_passed_through() -> None:
    laid = table({"a": (10, 10), "b": (13, 10)})

    allow(march(laid), laid, a=[(12, 10)])
    no = refuse(march(laid), laid, a=[(12.001, 10)])
    assert 'a is blocked by b after 2.00" of its move' in str(no)
    refuse(march(laid), laid, a=[(15, 10)])


@pytest.mark.rule("CC-18")
def test_models_move_in_the_order_of_the_answer() -> None:
    laid = table({"a": (10, 10), "b": (11, 10)})

    allow(march(laid), laid, b=[(14, 10)], a=[(13, 10)])
    refuse(march(laid), laid, a=[(13, 10)], b=[(14, 10)])


@pytest.mark.rule("CC-18", "CC-37")
def test_impassable_ground_may_be_touched_and_not_entered() -> None:
    laid = table({"a": (10, 10)}, terrain=(piece(TerrainKind.BLOCK, 13, 8, 15, 12),))

    allow(march(laid), laid, a=[(12.5, 10)])
    no = refuse(march(laid), laid, a=[(12.501, 10)])
    assert 'a is blocked by Impassable terrain after 2.50" of its move' in str(no)
    assert end_of_fix(no.fix, "a") == pytest.approx([12.5, 10], abs=0.003)


@pytest.mark.rule("CC-18")
def test_a_model_goes_round_a_corner() -> None:
    laid = table({"a": (10, 10)}, terrain=(piece(TerrainKind.WALL, 12, 4, 12.4, 10.5),))

    allow(march(laid), laid, a=[(11.2, 11.2), (13.4, 11.2)])
    refuse(march(laid), laid, a=[(13.4, 11.2)])


@pytest.mark.rule("CC-18")
def test_a_gap_as_wide_as_the_base_lets_it_through() -> None:
    posts = piece(TerrainKind.WALL, 12, 4, 13, 9.5), piece(TerrainKind.WALL, 12, 10.5, 13, 16)
    laid = table({"a": (10, 10)}, terrain=posts)

    allow(march(laid), laid, a=[(15, 10)])
    refuse(march(laid), laid, a=[(15, 10.001)])


@pytest.mark.rule("CC-18")
@pytest.mark.parametrize(
    ("to", "legal"),
    [((0.5, 2), True), ((0.499, 2), False), ((2, 35.5), True), ((2, 35.6), False)],
)
def test_the_whole_base_stays_on_the_table(to: tuple[float, float], *, legal: bool) -> None:
    laid = table({"a": (2, 2) if to[1] == 2 else (2, 34)}, size=(48, 36))
    if legal:
        allow(march(laid), laid, a=[to])
        return
    no = refuse(march(laid), laid, a=[to])
    assert "would leave the table" in str(no)
    x, y = to
    assert end_of_fix(no.fix, "a") == [max(0.5, x), min(35.5, y)]


# Flyers


@pytest.mark.rule("CC-18")
def test_what_flies_goes_over_models_and_blocks_and_past_enemies() -> None:
    block = piece(TerrainKind.BLOCK, 12, 8, 14, 12)
    laid = table({"a": (10, 10)}, {"foe": (15.5, 10)}, terrain=(block,))

    allow(march(laid, 12, over=True), laid, a=[(17.501, 10)])
    refuse(march(laid, 12), laid, a=[(17.501, 10)])


@pytest.mark.rule("CC-18")
@pytest.mark.parametrize(
    ("to", "why"),
    [
        ((13, 10), "would end on the block"),
        ((11.6, 10), "would end on the block"),
        ((17.5, 10), "would end on or too close to foe"),
        ((10, 13.5), "would end on or too close to b"),
        ((11, 12.5), "would end on or too close to b"),
        ((47.6, 10), "would leave the table"),
    ],
)
def test_what_flies_comes_down_where_it_may_stand(to: tuple[float, float], why: str) -> None:
    block = piece(TerrainKind.BLOCK, 12, 8, 14, 12)
    laid = table({"a": (10, 10)}, {"foe": (15.5, 10)}, terrain=(block,), others={"b": (10, 14)})
    no = refuse(march(laid, 40, over=True), laid, a=[to])

    assert why in str(no)
    assert no.fix is not None
    if to[0] < 40:
        assert distance(Point(*end_of_fix(no.fix, "a")), Point(*to)) < 1.7


# Forbidden ground


@pytest.mark.rule("CC-20")
def test_a_unit_keeps_out_of_what_it_said_it_would() -> None:
    wood = piece(TerrainKind.WOOD, 13, 8, 15, 12)
    laid = table({"a": (10, 10)}, terrain=(wood,))

    allow(march(laid), laid, a=[(15.5, 10)])
    allow(march(laid, off_limits=(wood,)), laid, a=[(12.5, 10)])
    no = refuse(march(laid, off_limits=(wood,)), laid, a=[(12.6, 10)])
    assert no.clause == "CC-20"
    assert "a would enter the wood, which you chose to stay out of" in str(no)
    assert end_of_fix(no.fix, "a") == pytest.approx([12.5, 10], abs=0.003)
    refuse(march(laid, 12, off_limits=(wood,)), laid, a=[(19, 10)])
    refuse(march(laid, 12, off_limits=(wood,)), laid, a=[(12.4, 12), (15.4, 12.6)])


@pytest.mark.rule("CC-20")
def test_what_flies_may_pass_over_it() -> None:
    wood = piece(TerrainKind.WOOD, 13, 8, 15, 12)
    laid = table({"a": (10, 10)}, terrain=(wood,))

    allow(march(laid, 12, over=True, off_limits=(wood,)), laid, a=[(18, 10)])
    no = refuse(march(laid, 12, over=True, off_limits=(wood,)), laid, a=[(14, 10)])
    assert no.clause == "CC-20"


# Coherency


@pytest.mark.rule("CC-19")
def test_a_unit_ends_in_coherency() -> None:
    laid = table({"a": (10, 10), "b": (12, 10), "c": (14, 10)})

    allow(march(laid), laid, c=[(15, 10)])
    no = refuse(march(laid), laid, c=[(15.001, 10)])
    assert no.clause == "CC-19"
    assert 'c would be out of coherency: more than 2" from the rest of the unit' in str(no)
    assert end_of_fix(no.fix, "c") == pytest.approx([15, 10], abs=0.003)
    allow(march(laid), laid, a=[(10, 16)], b=[(12, 16)], c=[(14, 16)])


ABREAST: Spots = {"a": (10, 10), "b": (12, 10), "c": (14, 10), "d": (16, 10)}
AHEAD = {id_: [(x, 4)] for id_, (x, _) in ABREAST.items()}


@pytest.mark.rule("CC-19")
def test_a_straggler_goes_round_the_corner_while_the_others_go_all_the_way() -> None:
    """The block stops d after half an inch; past its left end it comes within 2 of c."""
    block = piece(TerrainKind.BLOCK, 14.8, 6, 17.5, 9)
    laid = table(ABREAST, terrain=(block,))
    fix = refuse(march(laid), laid, **AHEAD).fix

    assert [end_of_fix(fix, id_) for id_ in "abc"] == [[10, 4], [12, 4], [14, 4]]
    x, y = end_of_fix(fix, "d")
    assert distance(Point(x, y), Point(14, 4)) <= 3.001
    assert x < 14.31


@pytest.mark.rule("CC-19")
def test_the_others_are_pulled_back_only_as_far_as_a_straggler_needs() -> None:
    """Walls around d let it move 0.05; 3 apart and 2 aside is 2.236 ahead."""
    around = (15.2, 9, 16.8, 9.45), (15.2, 10.55, 16.8, 11), (15.1, 9, 15.45, 11)
    walls = [piece(TerrainKind.WALL, *box) for box in (*around, (16.55, 9, 17, 11))]
    laid = table(ABREAST, terrain=tuple(walls))
    fix = refuse(march(laid), laid, **AHEAD).fix

    assert end_of_fix(fix, "c") == pytest.approx([14, 9.95 - sqrt(5)], abs=0.02)
    assert end_of_fix(fix, "b") == pytest.approx([12, 9.95 - 2 * sqrt(5)], abs=0.04)
    assert end_of_fix(fix, "a") == [10, 4]


@pytest.mark.rule("CC-19")
def test_coherency_is_asked_of_the_end_alone() -> None:
    laid = table({"a": (10, 10), "b": (12, 10)})

    allow(march(laid), laid, a=[(10, 13), (10, 10)])


@pytest.mark.rule("CC-19")
def test_a_unit_that_is_scattered_may_stay_or_gather() -> None:
    laid = table({"a": (10, 10), "b": (12, 10), "c": (18, 10)})

    allow(march(laid), laid)
    allow(march(laid), laid, c=[(15, 10)])
    allow(march(laid), laid, b=[(15, 10)], a=[(13, 10)])


@pytest.mark.rule("CC-19")
def test_a_unit_that_could_gather_must_if_it_moves() -> None:
    laid = table({"a": (10, 10), "b": (12, 10), "c": (18, 10)})
    no = refuse(march(laid), laid, c=[(17, 10)])

    assert no.clause == "CC-19"
    assert end_of_fix(no.fix, "c")[0] < 15


@pytest.mark.rule("CC-19")
def test_a_unit_that_cannot_gather_may_move_with_nobody_further_from_his_mates() -> None:
    laid = table({"a": (10, 10), "b": (12, 10), "c": (30, 10)})

    allow(march(laid), laid, c=[(24, 10)])
    allow(march(laid), laid, a=[(10, 12)], b=[(12, 12)], c=[(26, 11)])
    assert refuse(march(laid), laid, c=[(30.5, 10)]).clause == "CC-19"
    assert refuse(march(laid), laid, a=[(9.999, 10)]).clause == "CC-19"


@pytest.mark.rule("CC-19")
def test_a_unit_gathers_by_the_larger_part_coming_to_meet_the_rest() -> None:
    laid = table({"a": (10, 10), "b": (12, 10), "c": (24, 10)})  # 11 inches: 4.5 for each
    no = refuse(march(laid), laid, c=[(20, 10)])

    assert no.fix is not None
    assert {id_ for id_, _ in no.fix} == {"a", "b", "c"}


@pytest.mark.rule("CC-19")
def test_a_wall_may_keep_a_unit_from_gathering() -> None:
    thin, thick = (
        piece(TerrainKind.WALL, 14, 0, 14.4, 48),
        piece(TerrainKind.WALL, 14, 0, 17, 48),
    )
    spots: Spots = {"a": (10, 10), "b": (12, 10), "c": (19, 10)}

    refuse(march(table(spots)), table(spots), c=[(18, 10)])
    laid = table(spots, terrain=(thin,))
    refuse(march(laid), laid, c=[(18, 10)])  # within 2" of one another across the wall
    laid = table(spots, terrain=(thick,))
    allow(march(laid), laid, c=[(18, 10)])


@pytest.mark.rule("CC-19")
def test_a_model_alone_is_in_coherency() -> None:
    laid = table({"a": (10, 10)})

    allow(march(laid), laid, a=[(10, 16)])


# Charges


@pytest.mark.rule("CC-23")
@pytest.mark.parametrize(("x", "legal"), [(14.0, True), (13.99, True), (13.989, False)])
def test_the_first_model_of_a_charge_ends_in_contact(x: float, *, legal: bool) -> None:
    laid = table({"a": (10, 10), "b": (10, 11)}, {"foe": (15, 10)})
    if legal:
        allow(charge(laid), laid, a=[(x, 10)], b=[(12, 11)])
        return
    no = refuse(charge(laid), laid, a=[(x, 10)])
    assert no.clause == "CC-23"
    assert "the first model must end in contact" in str(no)
    assert no.fix is not None


@pytest.mark.rule("CC-23")
def test_a_charge_is_not_called_off() -> None:
    laid = table({"a": (10, 10)}, {"foe": (15, 10)})

    assert refuse(charge(laid), laid).fix


@pytest.mark.rule("CC-18", "CC-23")
def test_a_charge_touches_the_charged_unit_alone() -> None:
    laid = table({"a": (10, 10)}, {"foe": (15, 10)}, others={"other": (15, 11.01)})

    no = refuse(charge(laid), laid, a=[(14.2, 10.6)])
    assert "would touch other, which is not being charged" in str(no)
    allow(charge(laid), laid, a=[(14, 10)])  # 0.42 inch from the other, which is allowed


@pytest.mark.rule("CC-18", "CC-23")
@pytest.mark.parametrize(("y", "legal"), [(8.979, True), (8.98, False)])
def test_others_are_kept_off_by_over_twice_what_is_contact(y: float, *, legal: bool) -> None:
    laid = table({"a": (10, 10)}, {"foe": (15, 10)}, others={"other": (12, y)})
    if legal:
        allow(charge(laid), laid, a=[(14, 10)])
    else:
        refuse(charge(laid), laid, a=[(14, 10)])


@pytest.mark.rule("CC-23")
def test_samples_of_a_charge_touch_and_close_up() -> None:
    laid = table(
        {"a": (10, 10), "b": (8, 10), "c": (6, 10)}, {"foe": (15, 10), "mate": (15, 12)}
    )
    asked = charge(laid)
    samples = list(asked.samples(laid, 8))

    assert len(samples) >= 2
    for told_ in samples:
        asked.judge(laid, asked.read(told_))
    assert samples[0][0][0] == "a"


def test_no_sample_of_a_charge_reaches_who_is_too_far() -> None:
    laid = table({"a": (10, 10)}, {"foe": (19, 10)})

    assert list(charge(laid).samples(laid, 8)) == []


# Answers


@pytest.mark.parametrize(
    "said",
    [
        "a",
        [["a"]],
        [["a", []]],
        [["a", "here"]],
        [["foe", [[17, 10], [17, 12]]]],
        [["a", [[10, 10], [11, 10]]], ["a", [[10, 10], [10, 11]]]],
        [["a", [[10, 10], [float("nan"), 10]]]],
        [["a", [[10, 10], [True, 10]]]],
        [[1, [[10, 10], [11, 10]]]],
    ],
)
def test_what_is_no_march_is_refused(said: object) -> None:
    laid = table({"a": (10, 10)}, {"foe": (17, 10)})
    with pytest.raises(IllegalAnswer):
        march(laid).read(said)


def test_a_march_is_told_as_it_is_read() -> None:
    laid = table({"a": (10, 10)})
    said = [["a", [[10, 10], [12, 10.5]]]]

    assert moves_to_json(march(laid).read(said)) == said


def test_a_prompt_asks_about_one_way_while_it_is_dragged() -> None:
    laid = table({"a": (10, 10)}, {"foe": (17, 10)})
    asked = march(laid)
    bases = asked.bases(laid)
    no = asked.wrong(laid, bases, ModelId("a"), (Point(10, 10), Point(16, 10)))

    assert bases[ModelId("foe")].radius == pytest.approx(1.5)
    assert no
    assert no.fix[-1] == pytest.approx([15, 10], abs=0.004)
    assert asked.wrong(laid, bases, ModelId("a"), (Point(10, 10), Point(14.999, 10))) is None


# Properties


def squad_in_crowd(seed: int, *, many: int = 10) -> Table:
    """Return a squad in coherency among 40 others, half of them friends, and some blocks."""
    rng = random.Random(seed)
    corners = [(round(rng.uniform(4, 18), 2), round(rng.uniform(4, 18), 2)) for _ in range(7)]
    pieces = tuple(
        piece(kind, x, y, x + rng.choice([0.4, 2.0]), y + rng.choice([0.5, 2.5]))
        for (x, y), kind in zip(
            corners, [*[TerrainKind.BLOCK] * 4, *[TerrainKind.WOOD] * 3], strict=True
        )
    )
    solid = [p for p in pieces if p.impassable]
    squad: Spots = {}
    others: Spots = {}

    def free(x: float, y: float) -> bool:
        clear = all(
            (x - a) ** 2 + (y - b) ** 2 > 1.01 for a, b in (*squad.values(), *others.values())
        )
        return clear and not any(
            p.box[0] - 0.5 < x < p.box[2] + 0.5 and p.box[1] - 0.5 < y < p.box[3] + 0.5
            for p in solid
        )

    while len(squad) < many:
        if squad:
            a, b = rng.choice([*squad.values()])
            x, y = round(a + rng.uniform(-2, 2), 3), round(b + rng.uniform(-2, 2), 3)
        else:
            x, y = round(rng.uniform(2, 22), 3), round(rng.uniform(2, 22), 3)
        if 0.5 <= x <= 23.5 and 0.5 <= y <= 23.5 and free(x, y):
            squad[f"s{len(squad)}"] = (x, y)
    while len(others) < 40:
        x, y = round(rng.uniform(0.5, 23.5), 3), round(rng.uniform(0.5, 23.5), 3)
        if free(x, y):
            others[f"o{len(others):02}"] = (x, y)
    laid = table(
        squad,
        dict([*others.items()][:20]),
        terrain=pieces,
        size=(24, 24),
        others=dict([*others.items()][20:]),
    )
    for name in [*others][20:]:
        model_id = ModelId(name)
        laid.models[model_id] = _turned_coat(laid.models[model_id])
    return laid


def _turned_coat(model: Model) -> Model:
    return Model(
        model.id,
        unit=UnitId("mates"),
        side=US,
        profile=model.profile,
        base=model.base,
        at=model.at,
    )


def marches(laid: Table) -> Iterable[March]:
    woods = tuple(t for t in laid.board.terrain if t.area)
    yield march(laid)
    yield march(laid, 12.0, over=True)
    yield march(laid, 5.0, off_limits=woods)
    yield march(laid, 12.0, over=True, off_limits=woods)


@pytest.mark.rule("CC-18", "CC-19")
@pytest.mark.parametrize("seed", few(range(40), 8))
def test_every_sample_is_legal(seed: int) -> None:
    laid = squad_in_crowd(seed, many=(1, 3, 10)[seed % 3])
    for asked in marches(laid):
        samples = list(asked.samples(laid, 17))
        assert samples[0] == []
        for sample in samples:
            asked.judge(laid, asked.read(json.loads(json.dumps(sample))))
        assert samples == list(asked.samples(laid, 17))


@pytest.mark.rule("CC-19", "FF-22")
def test_who_is_out_of_coherency_is_in_no_sample_s_way() -> None:
    laid = table({"a": (10.0, 10.0), "b": (11.5, 10.0), "c": (30.0, 30.0)})
    asked = replace(march(laid), detached=(ModelId("c"),))
    samples = list(asked.samples(laid, 17))
    assert any("c" in [id_ for id_, _ in one] for one in samples)
    for one in samples:
        asked.judge(laid, asked.read(one))


@pytest.mark.rule("MC-04")
def test_no_sample_ends_on_a_piece_that_lies_about() -> None:
    laid = table({"a": (20.0, 20.0), "b": (20.0, 22.0)})
    corners = tuple(Point(x, y) for x, y in ((-2, -9), (2, -9), (2, 9), (-2, 9)))
    spar = Piece("spar", PieceKind.DEBRIS, Point(26.0, 20.0), outline=corners)
    free = list(march(laid).samples(laid, 17))
    laid.pieces[spar.id] = spar

    asked = march(laid)
    refused = [one for one in free if _is_refused(asked, laid, one)]
    samples = list(asked.samples(laid, 17))
    assert refused
    assert len(samples) > 5
    assert not [one for one in samples if _is_refused(asked, laid, one)]


def _is_refused(asked: March, laid: Table, moves: Any) -> bool:
    try:
        asked.judge(laid, asked.read(moves))
    except IllegalAnswer as no:
        return "would end on" in str(no)
    return False


@pytest.mark.rule("CC-23")
@pytest.mark.parametrize("seed", range(20))
def test_every_sample_of_a_charge_is_legal(seed: int) -> None:
    laid = squad_in_crowd(seed, many=5)
    asked = charge(laid)
    for sample in asked.samples(laid, 17):
        asked.judge(laid, asked.read(json.loads(json.dumps(sample))))


@pytest.mark.rule("CC-18", "CC-19")
@pytest.mark.parametrize("seed", few(range(60), 3))
def test_every_fix_is_legal(seed: int) -> None:
    rng = random.Random(seed)
    laid = squad_in_crowd(seed, many=(1, 4, 7)[seed % 3])
    fixes = 0
    for asked in (*marches(laid), charge(laid)):
        for _ in range(4):
            walks: dict[str, Walk] = {
                model_id: [
                    (
                        laid.models[model_id].at.x + rng.gauss(0, 4),
                        laid.models[model_id].at.y + rng.gauss(0, 4),
                    )
                    for _ in range(rng.randrange(1, 3))
                ]
                for model_id in asked.model_limits
                if rng.random() < 0.7
            }
            if not walks:
                continue
            try:
                asked.judge(laid, asked.read(answer_of_walks(laid, walks)))
            except IllegalAnswer as no:
                if no.fix is not None:
                    asked.judge(laid, asked.read(json.loads(json.dumps(no.fix))))
                    fixes += 1
    assert fixes


def test_samples_go_everywhere_and_any_distance() -> None:
    laid = table({"a": (24, 24), "b": (25.5, 24), "c": (24, 25.5)})
    asked = march(laid)
    ends = [Point(*end_of_fix(sample, "a")) for sample in asked.samples(laid, 65) if sample]
    offsets = [(at.x - 24, at.y - 24) for at in ends]

    assert len(ends) == 64
    for right in (True, False):
        for low in (True, False):
            assert sum((x > 0) is right and (y > 0) is low for x, y in offsets) >= 10
    near = sum(sqrt(x * x + y * y) < 3 for x, y in offsets)
    assert 8 <= near <= 34


def test_some_samples_leave_blocked_models_behind_or_send_them_round() -> None:
    post = piece(TerrainKind.BLOCK, 12, 9.8, 13, 10.2)
    laid = table({"a": (10, 10), "b": (10, 12)}, terrain=(post,))
    asked = march(laid)
    moves = asked.shift(laid, Point(1.0, 0.0), 0.5)

    assert moves
    ways = dict(moves)
    assert ways[ModelId("b")][-1] == pytest.approx((13, 12), abs=0.01)
    assert ways[ModelId("a")][-1] == pytest.approx((11.5, 10), abs=0.01)
    asked.judge(laid, moves)


def test_a_shifted_model_goes_on_along_what_stops_it() -> None:
    laid = table({"a": (10, 10)}, {"foe": (14, 11)})
    asked = march(laid)
    moves = asked.shift(laid, Point(1.0, 0.0), 1.0)

    assert moves
    ((_, path),) = moves
    assert len(path) == 3
    assert path[-1].y < 9
    assert path[-1].x > 13
    asked.judge(laid, moves)


def test_a_unit_that_nothing_lets_go_is_not_shifted() -> None:
    box = (
        piece(TerrainKind.WALL, 9, 9, 11, 9.5),
        piece(TerrainKind.WALL, 9, 10.5, 11, 11),
        piece(TerrainKind.WALL, 9, 9, 9.5, 11),
        piece(TerrainKind.WALL, 10.5, 9, 11, 11),
    )
    laid = table({"a": (10, 10)}, terrain=box)

    assert march(laid).shift(laid, Point(1.0, 0.0), 1.0) is None
    assert list(march(laid).samples(laid, 9)) == [[]]
