from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.geometry.points import Disc, Point, gap
from game.play.moves.base_placement import moved_apart, out_of_chain
from game.table.records import ModelId

PLACES = st.builds(Point, st.integers(0, 12_000), st.integers(0, 12_000)).map(
    lambda p: Point(p.x / 1000, p.y / 1000)
)


def models_in_row(*xs: float, radius: float = 0.5) -> dict[ModelId, Disc]:
    """Return models a, b, c, ... side by side, their middles at *xs*."""
    return {ModelId(n): Disc(Point(x, 0), radius) for n, x in zip("abcdefgh", xs, strict=False)}


@pytest.mark.rule("CC-19")
@pytest.mark.parametrize(
    ("xs", "left"),
    [
        ((), ""),
        ((5,), ""),
        ((0, 3), ""),
        ((0, 3.001), "b"),
        ((0, 3, 6, 9), ""),  # one chain, however long
        ((0, 3, 6.5, 9), "cd"),  # two pairs: those with the first count as the rest
        ((0, 3.5, 6.5, 9), "a"),
        ((9, 0, 3, 6), ""),  # the order of the roster does not matter
        ((0, 9, 1, 10, 2), "bd"),
        ((0, 4, 8), "bc"),
    ],
)
def test_the_chain(xs: tuple[float, ...], left: str) -> None:
    assert "".join(out_of_chain(models_in_row(*xs), 2.0)) == left


@pytest.mark.rule("CC-19")
def test_gaps_are_measured_from_base_to_base() -> None:
    wide = models_in_row(0, 5) | {ModelId("b"): Disc(Point(5, 0), 2.5)}

    assert out_of_chain(wide, 2.0) == []
    assert out_of_chain(models_in_row(0, 5), 2.0) == ["b"]


@settings(deadline=None)
@given(places=st.lists(PLACES, max_size=9))
def test_the_chain_agrees_with_a_plain_search(places: list[Point]) -> None:
    discs = {ModelId(str(n)): Disc(at, 0.5) for n, at in enumerate(places)}
    left = out_of_chain(discs, 2.0)
    kept = [m for m in discs if m not in left]

    groups = list[set[ModelId]]()
    for m, disc in discs.items():
        near = [g for g in groups if any(gap(disc, discs[o]) <= 2.0 for o in g)]
        groups = [g for g in groups if g not in near] + [{m}.union(*near)]
    assert not groups or len(kept) == max(len(g) for g in groups)
    assert not kept or set(kept) in groups


@pytest.mark.rule("CC-19")
def test_drifting_is_being_further_from_the_nearest_mate_than_before() -> None:
    assert not moved_apart(models_in_row(0, 9, 20), models_in_row(0, 9, 20))
    assert not moved_apart(models_in_row(0, 9, 20), models_in_row(0, 8, 19))
    assert moved_apart(models_in_row(0, 9, 20), models_in_row(0, 9, 20.001))
    assert moved_apart(
        models_in_row(0, 9, 10), models_in_row(0, 5, 10)
    )  # nearer to one, and away from the other
