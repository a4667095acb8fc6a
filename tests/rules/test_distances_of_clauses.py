"""Every distance of a clause, asked just below it, exactly at it and just above it.

The convention of the rulebook: exactly 3" is within 3", and at least 3", but not more than 3".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from itertools import chain
from typing import NamedTuple

import pytest

from game.content.rulebook import rulebook
from tests.rules import distance_questions as ask
from tests.tools.texts import edited


class Holds(Enum):
    """The truth of a condition just below its distance, exactly at it, and just above it."""

    WITHIN = (True, True, False)
    MORE_THAN = (False, False, True)
    AT_LEAST = (False, True, True)


WITHIN, MORE_THAN, AT_LEAST = Holds


class Row(NamedTuple):
    """A distance of a clause."""

    clause: str
    words: str
    """The words of the clause that hold the distance."""
    distance: float
    holds: Holds
    question: Callable[[float], bool]
    """Returns whether the rules say that the condition holds at a distance."""
    just: float = 0.001
    """Inches that are just less or more."""


ROWS = (
    Row(
        "CC-09",
        '2 shots up to 12", or 1 shot beyond 12" up to full range',
        12,
        WITHIN,
        ask.rapid_fire,
    ),
    Row(
        "CC-18",
        'Infantry, jetpacks and monstrous creatures move up to 6"',
        6,
        WITHIN,
        ask.walks,
    ),
    Row("CC-18", 'bikes and jump infantry up to 12"', 12, WITHIN, ask.rides),
    Row("CC-18", 'skimmers and fliers up to 12"', 12, WITHIN, ask.skims),
    Row(
        "CC-18",
        'A model may not end or pass within 1" of an enemy',
        1,
        WITHIN,
        ask.ends_too_near,
    ),
    Row(
        "CC-18",
        'A model may not end or pass within 1" of an enemy',
        1,
        WITHIN,
        ask.passes_too_near,
    ),
    Row(
        "CC-18",
        'A model may not end or pass within 1" of an enemy',
        1,
        WITHIN,
        ask.lands_too_near,
    ),
    Row("CC-19", 'within 2" of another', 2, WITHIN, ask.keeps_coherency),
    Row("CC-23", 'within its charge move (6"', 6.01, WITHIN, ask.may_charge),
    Row("CC-23", 'beasts and cavalry 12")', 12.01, WITHIN, ask.beast_may_charge),
    Row("CC-24", 'within 2" of a squad mate', 2, WITHIN, ask.fights_beside_a_mate),
    Row("CC-30", 'move up to 6" into it', 6.01, WITHIN, ask.piles_in),
    Row("CC-32", 'no enemy is within 6"', 6, WITHIN, ask.cannot_regroup),
    Row("CC-35", 'a free 6" move', 6, WITHIN, ask.scouts),
    Row("CC-35", 'not within 12" of an enemy', 12, WITHIN, ask.scouts_too_near),
    Row("CC-38", 'keeps more than 1" from enemies', 1, MORE_THAN, ask.retreats_straight),
    Row("CC-39", 'that is within 1" of the base', 1, WITHIN, ask.works_a_door),
    Row(
        "CC-39", 'a unit within 1" of an enemy is in combat', 1, WITHIN, ask.too_busy_for_a_door
    ),
    Row("MC-04", 'Up to M"', 6, WITHIN, ask.marches),
    Row("MC-04", 'never within 1" of an enemy', 1, WITHIN, ask.marches_too_near),
    Row("MC-04", 'never within 1" of an enemy', 1, WITHIN, ask.marches_past_too_near),
    Row("MC-04", 'coherency (2")', 2, WITHIN, ask.stays_together),
    Row(
        "MC-06",
        'With an enemy within 1" a unit has two choices',
        1,
        WITHIN,
        ask.is_asked_to_fall_back,
    ),
    Row("MC-06", 'that leaves no enemy within 1"', 1, WITHIN, ask.falls_back_too_little),
    Row("MC-06", 'it comes within 1" of no other', 1, WITHIN, ask.falls_back_past_another),
    Row("MC-07", 'more than 9" from every enemy', 9, MORE_THAN, ask.may_arrive),
    Row("MC-09", 'within 24" may try', 24, WITHIN, ask.may_deny),
    Row("MC-10", 'each unit within 6" takes d3', 6, WITHIN, ask.is_torn_by_perils),
    Row("MC-11", 'within 18" takes d3', 18, WITHIN, ask.may_be_bolted),
    Row("MC-12", "In range of the weapon", 24, WITHIN, ask.may_be_shot_at),
    Row(
        "MC-12",
        "the firer's unit is within 1\" of an enemy",
        1,
        WITHIN,
        ask.is_too_close_to_fire,
    ),
    Row(
        "MC-12",
        'at a unit within 1" of a friend of the firer',
        1,
        WITHIN,
        ask.is_too_close_to_a_friend,
    ),
    Row("MC-14", "within half range", 12, WITHIN, ask.fires_twice),
    Row("MC-20", 'A unit within 12" of an enemy', 12, WITHIN, ask.may_declare),
    Row("MC-20", 'with none within 1"', 1, WITHIN, ask.is_too_close_to_charge),
    Row("MC-20", 'enemy units within 12"', 12, WITHIN, ask.may_be_a_target),
    Row("MC-22", 'must end within 1" of a target', 1, WITHIN, ask.ends_at_its_target),
    Row(
        "MC-22",
        'within 1" of an enemy that was not a target',
        1,
        WITHIN,
        ask.charges_past_another,
    ),
    Row("MC-23", 'has an enemy within 1"', 1, WITHIN, ask.may_fight),
    Row("MC-24", 'move up to 3"', 3, WITHIN, ask.closes),
    Row(
        "MC-24",
        'has an enemy, or a squad mate with an enemy, within 1"',
        1,
        WITHIN,
        ask.strikes,
    ),
    Row(
        "MC-24",
        'has an enemy, or a squad mate with an enemy, within 1"',
        1,
        WITHIN,
        ask.strikes_beside_a_mate,
    ),
    Row("FF-19", 'chained within 2" of one another', 2, WITHIN, ask.belongs_to_the_main_body),
    Row("FF-21", 'in its own 2" chain', 2, WITHIN, ask.is_a_mate_of_its_chain),
    Row("FF-23", 'without coming within 1" of an enemy unit', 1, WITHIN, ask.has_no_way_back),
    Row("FF-23", 'that keeps more than 1" away', 1, MORE_THAN, ask.has_a_way_back),
    Row(
        "FF-23",
        'ended more than 1" away from all of them',
        1,
        MORE_THAN,
        ask.has_passed_through,
    ),
    Row("FF-25", 'Locked means an enemy within 1"', 1, WITHIN, ask.straggler_is_locked),
    Row("FF-25", 'being within 1" is contact', 1, WITHIN, ask.straggler_is_locked),
    Row("PU-02", 'At least 60" long', 60, AT_LEAST, ask.street_is_long_enough),
    Row("PU-04", 'at least 48" from the Arrival', 48, AT_LEAST, ask.may_start),
    Row("PU-04", 'at least 12" from every rider', 12, AT_LEAST, ask.swarm_may_start),
    Row(
        "PU-09",
        'at least 2" from every model and every other piece',
        2,
        AT_LEAST,
        ask.piece_may_return_by_a_model,
    ),
    Row(
        "PU-09",
        'at least 2" from every model and every other piece',
        2,
        AT_LEAST,
        ask.piece_may_return_by_a_piece,
    ),
    Row("PU-18", 'A model may move up to 6"', 6, WITHIN, ask.keeps_to_its_pace),
    Row("PU-18", 'at least 2" straight', 2, AT_LEAST, ask.may_turn),
    Row("PU-18", 'move up to 12"', 12, WITHIN, ask.accelerates),
    Row("PU-18", 'at least 4" straight', 4, AT_LEAST, ask.may_turn_at_speed),
    Row("PU-24", 'a model within 2" of it', 2, WITHIN, ask.shot_sets_off_mines),
    Row("ZG-05", 'move up to 6" in one straight line', 6, WITHIN, ask.pushes_off),
    Row("ZG-18", 'for each full 12" that it has flown', 12, AT_LEAST, ask.shot_is_weaker),
    Row("ZG-20", 'within 9" for each arrow (9" with none)', 9.01, WITHIN, ask.may_drift_in),
    Row(
        "ZG-20",
        'within 9" for each arrow (9" with none)',
        18.01,
        WITHIN,
        ask.may_drift_in_with_two_arrows,
    ),
    Row("ZG-26", 'within 1" of an enemy', 1, WITHIN, ask.body_is_removed),
    Row("ZG-26", 'within 1" of an enemy', 1, WITHIN, ask.body_is_removed_by_one_that_passes),
    Row("MP-01", 'within 1" of it, and', 1, WITHIN, ask.is_behind_a_line),
    Row("MP-07", 'moves within 3" of a marker', 3, WITHIN, ask.identifies_at_its_end),
    Row("MP-07", 'or is within 3" of one', 3, WITHIN, ask.identifies_as_the_turn_begins),
    Row("MP-07", 'passing by within 3"', 3, WITHIN, ask.identifies_as_it_passes),
    Row("MP-08", 'within 3" of a marker its owner controls', 3, WITHIN, ask.is_slowed),
    Row("MP-08", 'for units within 3" of the marker', 3, WITHIN, ask.is_guided),
    Row("MP-08", 'within 36" of the marker', 36, WITHIN, ask.is_under_support),
    Row("MP-17", 'to 12" no penalty', 12, WITHIN, ask.penalty_is_none),
    Row("MP-17", 'to 24" −1', 24, WITHIN, ask.penalty_is_1_at_most),
    Row("MP-17", 'to 36" −2', 36, WITHIN, ask.penalty_is_2_at_most),
    Row("MP-21", 'reach 12" at most', 12, WITHIN, ask.shoots_by_night),
    Row("MP-21", 'reach 12" at most', 12, WITHIN, ask.bolts_by_night),
    Row("MP-22", 'more than 9" from enemies', 9, MORE_THAN, ask.contingent_is_off_enemies),
    Row(
        "MP-22",
        'wholly within 9" of any one table edge',
        9,
        WITHIN,
        ask.contingent_is_at_the_edge,
        0.002,
    ),
    Row("MP-28", 'within 3" of its centre', 3, WITHIN, ask.controls_a_marker),
    Row("MP-29", 'more than 12" from every other', 12, MORE_THAN, ask.marker_is_off_another),
    Row("MP-29", 'more than 6" from the edges', 6, MORE_THAN, ask.marker_is_off_the_edge),
    Row("MP-37", 'neither within 8" of an edge', 8, WITHIN, ask.beachhead_is_too_near_the_edge),
    Row(
        "MP-37",
        'nor within 12" of another marker',
        12,
        WITHIN,
        ask.beachhead_is_too_near_a_marker,
    ),
    Row(
        "MP-40",
        'no enemy within 6" of the centre',
        6,
        WITHIN,
        ask.enemy_is_at_the_centre,
    ),
    Row(
        "MP-40",
        'within 12", d3',
        12,
        WITHIN,
        ask.enemy_is_about_the_centre,
    ),
    Row("MP-40", 'with the WARLORD within 3" of it', 3, WITHIN, ask.warlord_controls),
    Row("MI-01", 'more than 12" from that zone', 12, MORE_THAN, ask.brood_may_deploy),
    Row("MI-01", 'at most 30" from their zone', 30, WITHIN, ask.nest_is_in_reach),
    Row("MI-01", 'within 2" of the nest', 2, WITHIN, ask.may_place_a_charge),
    Row("MI-03", 'a unit within 3" that', 3, WITHIN, ask.holds_an_objective),
    Row("MI-03", 'and no enemy within 3"', 3, WITHIN, ask.contests_an_objective),
    Row("MI-06", 'wholly within 6" of the drain', 6, WITHIN, ask.comes_up_near_the_drain),
    Row("MI-06", 'more than 1" from every enemy', 1, MORE_THAN, ask.comes_up_off_enemies),
    Row("MI-06", '(in a modern battle 9")', 9, MORE_THAN, ask.comes_up_off_modern_enemies),
    Row("SB-17", 'only what is within 6" of this model', 6, WITHIN, ask.is_seen_in_the_dark),
)

SIZE, MOVED, SAME = (
    "a size",
    "inches that are moved: no distance is compared",
    "as the row before",
)
CONTACT = "the convention of base contact and ties has tests of its own"
SETTLED = "where a move ends that stops there: no distance is compared"
REASONS = (
    ("CC-10", '(3" or 5" across)', SIZE),
    (
        "CC-18",
        'beasts and cavalry 6" (12" charge)',
        "the same comparison as for infantry; a charge: CC-23",
    ),
    ("CC-18", 'begins its move within 1" of an enemy', "it may move away from any distance"),
    (
        "CC-19",
        'get within 2" of it by a route',
        "how a torn unit gathers: CC-19 judges where it ends",
    ),
    ("CC-23", '(0.01")', CONTACT),
    ("CC-35", '0.1" apart', SIZE),
    ("MC-06", 'it starts within 1" of', "the enemies that make it fall back"),
    ("MC-10", 'a unit within 6"', SAME),
    ("MC-12", 'fires with an enemy within 1" may do so at a unit within 1" of friends', SAME),
    ("MC-24", 'of several within 0.01"', CONTACT),
    ("MC-24", 'a model within 1" of it', SAME),
    ("FF-07", 'equally far, to 0.01"', CONTACT),
    ("FF-09", 'carried the 6"', MOVED),
    ("FF-10", 'equally near, to 0.001"', CONTACT),
    (
        "FF-16",
        '1 for each full 3"',
        "whole inches of dice, to the rounding of places: see its own tests",
    ),
    ("FF-16", 'S1 under 3", S2 from 3", S3 from 6", S4 from 9"', SAME),
    ("FF-20", 'while an enemy is within 1"', "the same rule as MC-24"),
    ("FF-20", 'stand, more than 1" from enemies', "the same comparison as for a way back"),
    ("FF-21", 'stopping within 2" of it', SETTLED),
    (
        "FF-23",
        'before it is more than 1" beyond them',
        "where it stops: the place is judged by the row before",
    ),
    ("FF-24", 'as near as exactly 1"', SETTLED),
    ("FF-24", 'ending more than 1" away', SETTLED),
    ("FF-24", 'no place more than 1" from that unit', SETTLED),
    ("PU-02", '72" × 48"', SIZE),
    ("PU-07", 'within 0.01" of the furthest', CONTACT),
    ("PU-08", 'moves 12" back', MOVED),
    ("PU-09", 'finish their 12"', MOVED),
    ("PU-12", 'moves 12" back', MOVED),
    (
        "PU-14",
        'each 2", complete or not',
        "stretches that are counted: see the tests of sliding pieces",
    ),
    (
        "PU-22",
        'each 2", complete or not',
        "stretches that are counted: see the tests of paths in ruins",
    ),
    ("PU-22", 'each further 2" inside', SAME),
    ("PU-22", 'after just 2"', SAME),
    ("PU-23", 'takes 2" off its move (6", 4", 2"', MOVED),
    ("PU-24", 'Three 5" blasts', SIZE),
    ("PU-24", 'are within 2" is settled', "when the row's distance is judged"),
    ("PU-31", 'the 1" rule', "the name of a rule"),
    ("ZG-05", '1" from an enemy', SETTLED),
    ("ZG-12", 'stops 1" from', SETTLED),
    ("ZG-15", '1" from an enemy', SETTLED),
    ("ZG-20", 'no nearer than 1"', SETTLED),
    ("ZG-20", 'within 9" if 9" bring the base into contact (0.01")', SAME),
    ("MP-01", 'within 1" of a linear one', SAME),
    ("MP-02", '"2 instead of 1"', "a quotation"),
    ("MP-10", 'within 6" takes d3', "the same rule as MC-10"),
    ("MP-15", '+2" M', MOVED),
    (
        "MP-21",
        'adds 6" to the limit, the second 12", the third 18"',
        "the limit of the row before grows",
    ),
    ("MP-23", '72" × 48"', SIZE),
    ("MP-23", '(12" deep)', "outlines: a base lies in a zone, or it does not"),
    ("MP-23", '(24" deep)', SAME),
    ("MP-23", 'less 9" round the centre', SAME),
    ("MP-23", '(12" either side', SAME),
    ("MP-23", '6" deep at the ends and 15" in the middle', SAME),
    ("MP-23", '12" deep at the ends and 24" in the middle', SAME),
    ("MP-23", 'the 9" round the centre and the 12" from the diagonal', SAME),
    ("MI-01", 'The 2" are measured', SAME),
    ("MI-03", 'an enemy within 3"', SAME),
    ("MI-04", 'within 6" of opposite edges', "the map draws the zones"),
    ("MI-05", '(0.5" bases)', SIZE),
    ("SB-02", '0.1" apart', SIZE),
)
"""Distances that no row asks about: clause, words, and why."""

LENGTH = re.compile(r'(?<![\dd])(?:\d+(?:\.\d+)?|M)"')
"""Pattern of a length; the totals of dice (``2d6"``) are none."""


def texts() -> dict[str, str]:
    """Return the text of each clause in one line."""
    return {clause.id: " ".join(clause.text.split()) for clause in rulebook().all}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.clause} {row.question.__name__}")
def test_a_distance_is_compared_as_its_clause_says(row: Row) -> None:
    at = [round(row.distance + more, 3) for more in (-row.just, 0.0, row.just)]

    assert tuple([row.question(inches) for inches in at]) == row.holds.value


def test_every_distance_of_every_clause_has_a_row_or_a_reason() -> None:
    left = texts()
    for clause, words in {
        *((r.clause, r.words) for r in ROWS),
        *((c, w) for c, w, _ in REASONS),
    }:
        left[clause] = edited(left[clause], {words: "…"})

    assert [
        (clause, LENGTH.findall(text)) for clause, text in left.items() if LENGTH.search(text)
    ] == []


def test_every_row_and_reason_quotes_its_clause() -> None:
    clauses = texts()
    quoted = chain(((r.clause, r.words) for r in ROWS), ((c, w) for c, w, _ in REASONS))

    assert [(clause, words) for clause, words in quoted if words not in clauses[clause]] == []
