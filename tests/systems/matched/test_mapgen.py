"""Random battlefields: the same from both sides, always fit, and reproducible."""

from __future__ import annotations

from itertools import combinations

import pytest

from game.content.maps.battle_checks import shape
from game.content.maps.made_board import to_board
from game.content.maps.map_library import parse_map
from game.content.maps.writer import canonical
from game.mapgen.generator import NoRoomError
from game.systems.matched.mapgen.battlefield import (
    GENERATOR,
    BattlefieldPlan,
    balance_faults,
    clear_share,
    make_battlefield,
)
from game.systems.matched.mapgen.battlefield_themes import THEMES
from game.systems.matched.rules.matched_boards import is_battlefield, unfit
from game.table.board import Board, TerrainKind, terrain
from tests.mapgen.made_maps import generated_map as made_map
from tests.tiers import few
from tests.view.tables import rectangle

PLANS = [
    *(BattlefieldPlan(theme=theme) for theme in THEMES),
    BattlefieldPlan(44, 30, "forest"),
    BattlefieldPlan(48, 72, "industry"),
]


@pytest.mark.rule("MP-05", "MP-23")
@pytest.mark.parametrize("plan", PLANS, ids=lambda p: f"{p.theme} {p.width}x{p.height}")
@pytest.mark.parametrize("seed", few([1, 2, 3]))
def test_a_battlefield_is_what_was_asked_for(plan: BattlefieldPlan, seed: int) -> None:
    made = made_map("battlefield", plan, seed)
    board = to_board(made)

    assert (made.width, made.height) == (plan.width, plan.height)
    assert board.look == THEMES[plan.theme].look
    assert is_battlefield(board)
    assert unfit(board) == []
    assert balance_faults(board) == []
    text = canonical(made)
    assert canonical(parse_map(text, "field.tmj")) == text


@pytest.mark.parametrize("theme", THEMES)
def test_a_battlefield_is_the_same_from_both_sides(theme: str) -> None:
    made = made_map("battlefield", BattlefieldPlan(theme=theme), 1)
    laid = [(type(one.what), one.outline) for _, one in made.objects()]
    seen = {(kind, frozenset(outline)) for kind, outline in laid}
    turned = {
        (kind, frozenset((round(72.0 - x, 3), round(48.0 - y, 3)) for x, y in outline))
        for kind, outline in laid
    }

    assert seen == turned
    assert len(laid) > 30


@pytest.mark.parametrize("theme", THEMES)
def test_the_largest_base_passes_between_any_two_solid_pieces_and_along_the_edges(
    theme: str,
) -> None:
    board = to_board(made_map("battlefield", BattlefieldPlan(theme=theme), 1))
    solid = [shape(piece) for piece in board.terrain if piece.impassable]

    assert len(solid) >= 4
    assert min(a.distance(b) for a, b in combinations(solid, 2)) >= 2.4
    for piece in solid:
        left, top, right, low = piece.bounds
        assert min(left, top, 72 - right, 48 - low) >= 2.4


@pytest.mark.rule("MP-36")
@pytest.mark.parametrize("theme", THEMES)
def test_a_marker_can_lie_in_the_centre_and_halfway_from_it_to_each_corner(theme: str) -> None:
    board = to_board(made_map("battlefield", BattlefieldPlan(theme=theme), 1))
    solid = [shape(piece) for piece in board.terrain if piece.impassable]

    for x, y in ((36, 24), (18, 12), (54, 12), (18, 36), (54, 36)):
        around = shape(terrain("seat", TerrainKind.CRATER, rectangle(x - 1, y - 1, 2, 2)))
        assert not any(piece.intersects(around) for piece in solid), (x, y)


def test_names_of_a_pair_tell_where_they_stand() -> None:
    made = made_map("battlefield", BattlefieldPlan(theme="ruins"), 1)
    named = {one.name: one.outline for _, one in made.objects() if one.name}
    pairs = [name.removeprefix("north ") for name in named if name.startswith("north ")]

    assert len(pairs) >= 4
    for name in pairs:
        north, south = named[f"north {name}"], named[f"south {name}"]
        assert min(y for _, y in north) < min(y for _, y in south), name


def test_a_seed_always_makes_the_same_battlefield_and_another_seed_another() -> None:
    plan = BattlefieldPlan(theme="forest")
    first, other = (canonical(made_map("battlefield", plan, seed)) for seed in (1, 8))

    assert first == canonical(make_battlefield(plan, 1))
    assert first != other


def test_an_uneven_battlefield_is_not_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.systems.matched.mapgen.battlefield.ATTEMPTS", 2)
    monkeypatch.setattr("game.systems.matched.mapgen.battlefield.CLEAR", 0.05)

    with pytest.raises(NoRoomError, match=r"no usable map in 2 tries; .* lines of fire"):
        make_battlefield(BattlefieldPlan(), 1)


def test_measures_and_themes_have_limits() -> None:
    assert list(GENERATOR.faults(BattlefieldPlan())) == []
    assert [str(fault) for fault in GENERATOR.faults(BattlefieldPlan(121, 29, "forrest"))] == [
        "--width: must be 30 to 120, not 121",
        "--height: must be 30 to 96, not 29",
        "--theme: there is no theme 'forrest'; did you mean 'forest'?",
    ]
    assert [str(fault) for fault in GENERATOR.faults(BattlefieldPlan(43, 43))] == [
        '--width: a table is at least 44" long (MP-23)'
    ]


def board_of_terrain(
    *kinds: tuple[TerrainKind, float, float, float, float], size: tuple[float, float]
) -> Board:
    pieces = tuple(terrain(str(n), k, rectangle(*at)) for n, (k, *at) in enumerate(kinds))
    return Board(width=size[0], height=size[1], terrain=pieces)


@pytest.mark.parametrize(
    ("kind", "left", "clear"),
    [
        (TerrainKind.BLOCK, 5.0, 0.0),
        (TerrainKind.RUIN, 5.0, 0.0),  # between them
        (TerrainKind.RUIN, 2.0, 1.0),  # one model stands in it
        (TerrainKind.CRATER, 5.0, 1.0),
    ],
)
def test_a_line_of_fire_is_clear_unless_something_lies_across(
    kind: TerrainKind, left: float, clear: float
) -> None:
    # A table of 12" x 6" has one line, from (3, 3) to (9, 3).
    assert clear_share(board_of_terrain((kind, left, 1, 2, 4), size=(12, 6))) == clear


def test_of_three_lines_one_is_clear() -> None:
    # From (3, 3), (9, 3) and (15, 3); a block between the first two hides the first alone.
    assert clear_share(
        board_of_terrain((TerrainKind.BLOCK, 5, 1, 2, 4), size=(18, 6))
    ) == pytest.approx(1 / 3)


@pytest.mark.parametrize(("gap", "parts"), [(2.5, 1), (2.3, 2)])
def test_what_a_large_base_cannot_get_to_is_a_pocket(gap: float, parts: int) -> None:
    fence = board_of_terrain(
        (TerrainKind.BLOCK, 10, 0, 1, 10),
        (TerrainKind.BLOCK, 10, 10 + gap, 1, 20 - gap),
        size=(30, 30),
    )
    text = 'board: falls into 2 parts for a base 2.4" across'

    assert (text in [str(f) for f in balance_faults(fence)]) is (parts == 2)


@pytest.mark.parametrize(("wide", "bare"), [(24, False), (25, True)])
def test_cover_is_at_hand_up_to_nine_inches(wide: int, bare: bool) -> None:  # noqa: FBT001
    # A wood of 12" x 12"; the last 3" before the right edge do not count.
    field = board_of_terrain((TerrainKind.WOOD, 0, 0, 12, 12), size=(wide, 12))

    assert any("bare" in str(fault) for fault in balance_faults(field)) is bare
