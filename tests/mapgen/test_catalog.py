"""Generators describe their own measures, so that callers need no knowledge of each."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from game.content.maps.writer import canonical
from game.mapgen.generator import Generator
from game.mapgen.makers import MAKERS
from tests.mapgen.made_maps import generated_map as made_map

each = pytest.mark.parametrize("maker", MAKERS.values(), ids=lambda maker: maker.name)


@each
def test_the_measures_of_a_maker_are_those_of_its_plan(maker: Generator) -> None:
    usual = maker.plan()

    assert {m.name for m in maker.measures} == {f.name for f in fields(usual)}
    for measure in maker.measures:
        value = getattr(usual, measure.name)
        if measure.names:
            assert value in measure.names
        else:
            assert measure.least <= value <= measure.most
            assert measure.unit
            assert isinstance(value, int) == (measure.step % 1 == 0)


@each
def test_what_is_beyond_a_measure_is_refused_and_its_ends_are_not(maker: Generator) -> None:
    usual = maker.plan()
    for m in maker.measures:
        wrong = ["nothing"] if m.names else [m.least - m.step, m.most + m.step]
        for value in wrong:
            lines = [fault.place for fault in maker.faults(replace(usual, **{m.name: value}))]
            assert lines[:1] == [f"--{m.name.replace('_', '-')}"]
        for value in m.names or (m.least, m.most):
            assert [
                *maker.faults(replace(usual, **{m.name: value}))
            ] == [] or m.name == "pieces"


@each
def test_a_maker_makes_what_its_plan_asks_for(maker: Generator) -> None:
    usual = maker.plan()
    made = made_map(maker.name, usual, 1)

    assert made.width == getattr(usual, "length", usual.width)
    assert canonical(made) == canonical(maker.make(usual, 1))


def test_a_street_has_the_pieces_that_stand_well_on_it_unless_told() -> None:
    assert MAKERS["street"].plan(length=96).pieces == 18
    assert MAKERS["street"].plan(length=96, pieces=12).pieces == 12
