"""Pickles of boards or pieces, which hold fields without cached values."""

from __future__ import annotations

import pickle
from dataclasses import fields, replace
from functools import cached_property

import pytest

from game.geometry.points import Point
from game.table.board import BARE, Board
from game.table.records import ORIGIN
from game.table.state import Piece, PieceKind


@pytest.mark.parametrize(
    "record",
    [
        BARE,
        Piece(
            "hut", PieceKind.DEBRIS, ORIGIN, outline=(ORIGIN, Point(2.0, 0.0), Point(0.0, 1.0))
        ),
    ],
)
def test_cached_properties_are_not_pickled(record: Board | Piece) -> None:
    fresh = replace(record)
    before = pickle.dumps(fresh)
    kind = type(fresh)
    for name in dir(kind):
        if isinstance(getattr(kind, name), cached_property):
            getattr(fresh, name)
    assert len(vars(fresh)) > len(fields(fresh))

    assert pickle.dumps(fresh) == before
    assert vars(pickle.loads(before)) == vars(replace(record))  # noqa: S301  made above
