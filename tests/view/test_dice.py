from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from game.table.events import Rerolled, Rolled, RollKind
from game.table.records import Side
from game.view.dice_tray import DieVerdict, Throw, Tray, die, verdict
from game.view.style import DrawingTheme

RED, BLUE = Side("red"), Side("blue")


def rolled_faces(
    *faces: int, need: int = 0, under: bool = False, total: bool = False
) -> Rolled:
    return Rolled(
        "CC-09", by=RED, what="to hit", faces=faces, need=need, under=under, total=total
    )


@pytest.mark.parametrize(
    ("roll", "face", "came"),
    [
        (rolled_faces(4, need=4), 4, DieVerdict.SUCCESS),
        (rolled_faces(3, need=4), 3, DieVerdict.FAILURE),
        (rolled_faces(3, need=4, under=True), 3, DieVerdict.SUCCESS),
        (rolled_faces(3), 3, DieVerdict.PLAIN),
        (rolled_faces(3, 5, need=7, total=True), 3, DieVerdict.PLAIN),
    ],
)
def test_a_die_shows_what_it_came_to(roll: Rolled, face: int, came: DieVerdict) -> None:
    assert verdict(roll, face) is came


def test_faces_and_verdicts_look_different() -> None:
    looks = {die(face, 40, v).get_buffer().raw for face in range(1, 7) for v in DieVerdict}

    assert len(looks) == 24


@pytest.mark.parametrize(
    ("roll", "found"),
    [
        (rolled_faces(4, 5, 1, need=4), ("2 of 3", "to hit: 4+", True)),
        (rolled_faces(1, need=4), ("0 of 1", "to hit: 4+", False)),
        (
            rolled_faces(6, 4, need=7, under=True, total=True),
            ("10", "to hit: 7 or less", False),
        ),
        (rolled_faces(3, 4, need=7, total=True), ("7", "to hit: 7+", True)),
        (rolled_faces(5), ("5", "to hit", None)),
        (replace(rolled_faces(5, need=6), what="stray at"), ("0 of 1", "stray: 6+", False)),
        (
            Rolled("ZG-10", by=Side("wardens"), what="d3", faces=(3,), sides=3),
            ("2", "d3", None),
        ),
    ],
)
def test_the_tray_tells_what_came_of_it(
    look: DrawingTheme, roll: Rolled, found: tuple[str, str, bool | None]
) -> None:
    tray = Tray(look)
    tray.take(roll)

    assert tray.throw
    assert (tray.throw.outcome, tray.throw.needed, tray.throw.good) == found


@pytest.mark.parametrize(
    ("faces", "words"), [((4,), "4 counts as 2"), ((1, 6), "1 and 6 count as 1 and 3")]
)
def test_a_die_that_counts_as_a_d3_says_so(faces: tuple[int, ...], words: str) -> None:
    roll = Rolled("ZG-10", by=RED, what="d3", faces=faces, sides=3)
    assert Throw(roll, faces).outcome_in_words == words


@pytest.mark.parametrize("high", [40, 44, 60, 80])
def test_words_in_a_tray_do_not_touch_its_edges(look: DrawingTheme, high: int) -> None:
    tray, place = Tray(look), pygame.Rect(0, 10, 272, high)
    tray.take(rolled_faces(2, 5, need=6))
    tray.settle()
    canvas = pygame.Surface((272, high + 20))
    tray.draw(canvas, place)
    beside_the_dice = canvas.subsurface((200, 0, 72, high + 20))
    drawn = pygame.mask.from_threshold(beside_the_dice, (0, 0, 0), (1, 1, 1, 255))
    drawn.invert()
    words, *more = drawn.get_bounding_rects()
    words.unionall_ip(more)
    assert place.top + 3 <= words.top
    assert words.bottom <= place.bottom - 3


def test_a_die_rolled_again_replaces_the_first(look: DrawingTheme) -> None:
    tray = Tray(look)
    tray.take(rolled_faces(4, 1, need=4))
    tray.take(Rerolled("CC-21", by=RED, n=1, was=1, face=6, why="twin-linked"))

    assert tray.throw
    assert tray.throw.faces == (4, 6)
    assert tray.throw.outcome == "2 of 2"


def test_dice_roll_out_before_they_lie(look: DrawingTheme, canvas: pygame.Surface) -> None:
    tray = Tray(look)
    place = pygame.Rect(0, 0, 500, 80)
    tray.take(rolled_faces(4, 1, need=4))
    assert tray.rolling
    tray.draw(canvas, place)
    before = canvas.copy()

    tray.play(1.0)

    assert not tray.rolling
    canvas.fill("black")
    tray.draw(canvas, place)
    assert canvas.get_buffer().raw != before.get_buffer().raw


def rolled_off(face: int, by: Side, what: str = "roll-off for zones") -> Rolled:
    return Rolled("MI-03", by=by, what=what, faces=(face,))


def test_both_dice_of_a_roll_off_lie_beside_each_other(
    look: DrawingTheme, canvas: pygame.Surface
) -> None:
    tray, place = Tray(look), pygame.Rect(40, 40, 206, 56)
    tray.take(rolled_off(3, RED))
    tray.take(rolled_off(5, BLUE))
    assert [(t.rolled.by, t.faces) for t in tray.throws] == [(RED, (3,)), (BLUE, (5,))]

    canvas.fill("black")
    tray.settle()
    tray.draw(canvas, place)
    drawn = pygame.mask.from_threshold(canvas, (0, 0, 0), (9, 9, 9, 255))
    drawn.invert()
    assert all(place.contains(r) for r in drawn.get_bounding_rects())
    half = pygame.Mask((103, 56), fill=True)
    left, right = (drawn.overlap_area(half, (x, 40)) for x in (40, 143))
    assert min(left, right) > 500


def test_a_roll_off_that_is_equal_is_rolled_by_both_again(look: DrawingTheme) -> None:
    tray = Tray(look)
    for face, by in ((4, RED), (4, BLUE), (2, RED)):
        tray.take(rolled_off(face, by))
    assert [t.faces for t in tray.throws] == [(2,)]


def test_other_dice_take_the_place_of_those_that_lie_there(look: DrawingTheme) -> None:
    tray = Tray(look)
    tray.take(rolled_off(4, RED))
    tray.take(rolled_off(2, BLUE, "roll-off for the first turn"))
    assert [t.faces for t in tray.throws] == [(2,)]

    tray.take(rolled_faces(4, 1, need=4))
    assert [t.faces for t in tray.throws] == [(4, 1)]


def rolled_step(kind: RollKind, *faces: int) -> Rolled:
    return Rolled("CC-12", by=RED, what=kind.value, faces=faces, need=4, kind=kind)


def test_the_rolls_of_an_attack_are_rows_and_their_conclusion_stands_below(
    look: DrawingTheme, canvas: pygame.Surface
) -> None:
    tray, place = Tray(look), pygame.Rect(40, 40, 260, 90)
    for roll in (rolled_step(RollKind.HIT, 4, 5, 1), rolled_step(RollKind.WOUND, 6, 2)):
        tray.take(roll)
    assert [t.faces for t in tray.throws] == [(4, 5, 1), (6, 2)]
    tray.take(rolled_step(RollKind.SAVE, 3))
    assert [t.outcome for t in tray.throws] == ["2 of 3", "1 of 2", "0 of 1"]
    tray.lose("Stalkers", alone=False)
    tray.lose("Brute", alone=True)
    assert tray.conclusion == "1 of Stalkers and Brute fall"

    canvas.fill("black")
    tray.settle()
    tray.draw(canvas, place)
    drawn = pygame.mask.from_threshold(canvas, (0, 0, 0), (9, 9, 9, 255))
    drawn.invert()
    assert all(place.contains(r) for r in drawn.get_bounding_rects())
    # Each row and the conclusion: bands of 20 pixels from the top.
    assert all(
        drawn.overlap_area(pygame.Mask((260, 18), fill=True), (40, y))
        for y in (44, 64, 84, 108)
    )


@pytest.mark.parametrize("high", [40, 44, 66])
@pytest.mark.parametrize("lost", [True, False])
def test_rows_of_a_low_tray_stay_in_it_and_below_each_other(
    look: DrawingTheme, high: int, *, lost: bool
) -> None:
    tray, place = Tray(look), pygame.Rect(0, 20, 272, high)
    for kind in (RollKind.HIT, RollKind.WOUND, RollKind.SAVE):
        tray.take(rolled_step(kind, 4, 5, 1))
    if lost:
        tray.lose("Third squad", alone=False)
    tray.settle()
    canvas = pygame.Surface((272, high + 40))
    tray.draw(canvas, place)
    outcomes = pygame.mask.from_threshold(
        canvas.subsurface((220, 0, 52, high + 40)), (0, 0, 0), (9, 9, 9, 255)
    )
    outcomes.invert()
    tops = sorted(r.top for r in outcomes.get_bounding_rects())
    lines = [top for n, top in enumerate(tops) if not n or top - tops[n - 1] > 3]
    assert place.contains(outcomes.get_bounding_rects()[0])
    assert all(below - above >= 11 for above, below in pairwise(lines))


def test_another_attack_begins_with_an_empty_tray(look: DrawingTheme) -> None:
    tray = Tray(look)
    for roll in (rolled_step(RollKind.HIT, 4), rolled_step(RollKind.SAVE, 3)):
        tray.take(roll)
    assert len(tray.throws) == 2
    tray.lose("Stalkers", alone=False)
    tray.take(rolled_step(RollKind.HIT, 2))
    assert [t.faces for t in tray.throws] == [(2,)]
    assert tray.conclusion == ""

    tray.lose("Stalkers", alone=False)
    tray.lose("Stalkers", alone=False)
    concluded = tray.conclusion
    tray.clear()
    assert (concluded, tray.conclusion) == ("2 of Stalkers fall", "")


def test_saves_that_are_rolled_one_by_one_take_the_place_of_each_other(
    look: DrawingTheme,
) -> None:
    tray = Tray(look)
    for roll in (
        rolled_step(RollKind.WOUND, 4),
        rolled_step(RollKind.SAVE, 3),
        rolled_step(RollKind.SAVE, 5),
    ):
        tray.take(roll)
    assert [t.faces for t in tray.throws] == [(4,), (5,)]


def test_who_wants_less_motion_sees_dice_lie_at_once(look: DrawingTheme) -> None:
    tray = Tray(look)
    tray.tumbles = False
    tray.take(rolled_faces(4, 1, need=4))

    assert not tray.rolling


@pytest.mark.parametrize("count", [1, 6, 20, 40])
def test_any_number_of_dice_stays_in_the_tray(
    look: DrawingTheme, canvas: pygame.Surface, count: int
) -> None:
    place = pygame.Rect(40, 40, 500, 80)
    canvas.fill("black")
    tray = Tray(look)
    tray.take(rolled_faces(*[n % 6 + 1 for n in range(count)], need=4))
    tray.settle()

    tray.draw(canvas, place)

    drawn = pygame.mask.from_threshold(canvas, (0, 0, 0), (9, 9, 9, 255))
    drawn.invert()
    assert all(place.inflate(30, 30).contains(r) for r in drawn.get_bounding_rects())


def test_an_empty_tray_draws_nothing(look: DrawingTheme, canvas: pygame.Surface) -> None:
    before = canvas.copy()
    Tray(look).draw(canvas, pygame.Rect(0, 0, 500, 80))

    assert canvas.get_buffer().raw == before.get_buffer().raw
