"""Drifting pieces: their places on a map, and the effects of events on them."""

from __future__ import annotations

from game.geometry.points import Point
from game.table.apply import apply
from game.table.board import Board, Spot
from game.table.events import (
    ArrowsChanged,
    BodyRemoved,
    Motion,
    PieceCame,
    PieceHeld,
    PieceLeft,
    PieceMoved,
    PieceRemoved,
    Removed,
    Turned,
)
from game.table.records import How, Model, ModelId, Profile, Side, UnitId, Where
from game.table.state import PieceKind, Table
from game.table.system_additions import pieces_of

CORNERS = (Point(10.0, 10.0), Point(13.0, 10.5), Point(11.0, 14.0))
BOARD = Board(
    spots=(
        Spot("lamp", "lamp", (Point(1.0, 1.0),)),
        Spot("wreck", "loose debris", CORNERS),
        Spot("box", "container", (Point(24.0, 24.0),)),
    )
)
HALE = ModelId("hale")


def table_with_pieces() -> Table:
    model = Model(
        HALE,
        unit=UnitId("hale"),
        side=Side("wardens"),
        profile=Profile("Hale"),
        base=0.5,
        at=Point(5.0, 5.0),
    )
    return Table(BOARD, models={HALE: model}, pieces=pieces_of(BOARD))


def test_a_map_has_containers_and_loose_debris() -> None:
    pieces = pieces_of(BOARD)

    assert [*pieces] == ["wreck", "box"]
    assert (pieces["box"].at, pieces["box"].radius) == (Point(24.0, 24.0), 0.5)
    assert (pieces["wreck"].kind, pieces["wreck"].at) == (PieceKind.DEBRIS, Point(11.5, 12.0))
    assert pieces["wreck"].corners == CORNERS


def test_a_piece_keeps_its_shape_wherever_it_is_moved() -> None:
    laid = table_with_pieces()
    apply(laid, PieceMoved("ZG-13", "wreck", (Point(11.5, 12.0), Point(12.5, 15.0))))

    assert laid.pieces["wreck"].corners == tuple(Point(x + 1, y + 3) for x, y in CORNERS)


BLOCK = (Point(10.0, 10.0), Point(16.0, 10.0), Point(16.0, 13.0), Point(10.0, 13.0))
STREET = Board(
    spots=(
        Spot(
            "mill",
            kind="city piece",
            outline=BLOCK,
            numbers=(("size", 2.0),),
            words=(("condition", "intact"),),
        ),
    )
)


def test_a_piece_of_the_street_has_its_centroid_as_its_middle() -> None:
    mill = pieces_of(STREET)["mill"]

    assert (mill.kind, mill.size, mill.intact) == (PieceKind.CITY, 2, True)
    assert (mill.at, mill.corners) == (Point(13.0, 11.5), BLOCK)


def test_it_comes_back_turned_about_its_middle() -> None:
    laid = Table(STREET, pieces=pieces_of(STREET))
    apply(laid, PieceLeft("PU-09", "mill", motion=Motion.ROLLS_BACK))
    off = laid.pieces["mill"]
    assert off.where is Where.RESERVE

    apply(laid, PieceCame("PU-09", piece="mill", at=Point(20.0, 5.0), turned=90.0))
    assert laid.pieces["mill"].where is Where.TABLE
    # A quarter turn to the right: the part that was left of the middle is above it.
    assert laid.pieces["mill"].corners == (
        Point(21.5, 2.0),
        Point(21.5, 8.0),
        Point(18.5, 8.0),
        Point(18.5, 2.0),
    )


def test_a_model_is_turned_where_it_stands() -> None:
    laid = table_with_pieces()
    apply(laid, Turned("PU-21", HALE, 270.0))

    assert (laid.models[HALE].at, laid.models[HALE].facing) == (Point(5.0, 5.0), 270.0)


def test_what_is_done_to_a_piece_in_a_fork_stays_there() -> None:
    laid = table_with_pieces()
    fork = laid.fork()
    apply(fork, ArrowsChanged("MI-05", "box", 1, 30.0))
    apply(fork, PieceHeld("MI-05", "box", HALE))
    apply(fork, PieceRemoved("MI-05", "wreck"))

    assert (fork.pieces["box"].arrows, fork.pieces["box"].heading) == (1, 30.0)
    assert fork.pieces["box"].holder == HALE
    assert "wreck" not in fork.pieces
    assert laid.pieces == pieces_of(BOARD)


def test_a_body_is_lost_once_however_often_it_is_taken_away() -> None:
    laid = table_with_pieces()
    apply(laid, ArrowsChanged("ZG-05", HALE, 2, 90.0))
    apply(laid, Removed("CC-17", model=HALE, how=How.SHOT, where=Where.BODY))
    body = laid.models[HALE]
    apply(laid, BodyRemoved("ZG-26", HALE))

    assert (body.where, body.arrows, body.heading) == (Where.BODY, 2, 90.0)
    assert laid.models[HALE].where is Where.GONE
    assert len(laid.losses) == 1
