"""Overlays that preview an answer before it is given, in zero-g."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin

import pytest

from game.content.palettes import palette
from game.cores.kit.queries import TableView, UnitPair
from game.geometry.points import Point
from game.play.decisions import Choose, CommonKind, Option
from game.play.moves.placement_regions import OnTable
from game.play.moves.single_move import Steer
from game.prompts.choose import ChoosePrompt
from game.prompts.place import PlacePrompt
from game.prompts.prompt import AnyPrompt
from game.prompts.registry import prompt_for
from game.rules.catalog import rules_of
from game.screens.battle.answer_preview import arc_of, previewed, title
from game.screens.battle.window_additions import OverlayFocus
from game.systems.zero_g.rules.mobility import ZeroGKind
from game.systems.zero_g.rules.movement import OPTIONS
from game.systems.zero_g.rules.shooting import FireAt, FirePointRegion
from game.systems.zero_g.window import shots
from game.table.records import Fire, UnitId, Weapon
from game.table.state import Table
from game.view.overlays import (
    BaseOutline,
    BoardNote,
    MarchTrails,
    OverlayLayers,
    OverlayLine,
    OverlayTone,
    Tags,
    VisibleArea,
)
from tests.prompts.input_driver import move_to
from tests.systems.zero_g.zero_g_tables import (
    BROOD,
    HALE,
    RULES,
    WARDENS,
    drifter,
    table_of,
    void,
    wall,
)

GUN = Weapon("gun", fire=Fire.ASSAULT, range=12.0, shots=1, strength=4, ap=5)
MOVES = Choose(
    WARDENS, clause="ZG-06", asks="?", options=OPTIONS, about="hale", kind=ZeroGKind.DRIFT
)


def preview_layers(table: Table, prompt: AnyPrompt) -> OverlayLayers:
    view = TableView(table, RULES)
    moves, shot = previewed(view, prompt), shots(view, prompt)
    return OverlayLayers(
        moves.below + shot.below, moves.above + shot.above, moves.ghosts + shot.ghosts
    )


def lit(decision: Choose, table: Table, option: str) -> ChoosePrompt:
    prompt = prompt_for(decision, table)
    assert isinstance(prompt, ChoosePrompt)
    prompt.point_out(option)
    return prompt


def tags(sheets: OverlayLayers) -> list[tuple[Point, str, bool]]:
    """Return the position and text of each tag, and whether it is a warning."""
    (laid_,) = (o for o in sheets.above if isinstance(o, Tags))
    return [
        (tag.base.at, tag.cells[0].words, tag.cells[0].fill == palette().bad)
        for tag in laid_.tags
    ]


def lines_of_tone(sheets: OverlayLayers, tone: OverlayTone) -> list[tuple[Point, Point]]:
    return [
        (o.start, o.end)
        for o in (*sheets.below, *sheets.above)
        if isinstance(o, OverlayLine) and o.tone is tone
    ]


def armed(at: tuple[float, float]) -> Table:
    hale = drifter("hale", at)
    hale = replace(hale, profile=replace(hale.profile, weapons=(GUN,)))
    mate, foe = drifter("mate", (30, 24)), drifter("foe", (20, 24), kind="drifter", side=BROOD)
    far = drifter("far", (36, 24), kind="drifter", side=BROOD)
    return table_of(void(), hale, mate, foe, far, phase="shooting")


@pytest.mark.rule("ZG-07")
def test_a_ghost_stands_at_each_end_of_a_drift_with_its_chance() -> None:
    table = table_of(void(), drifter("hale", (24, 24), 1, 90.0))
    sheets = preview_layers(table, lit(MOVES, table, "drift"))

    # A 1 leaves it in place; a 6 gives 7, 8 or 9 inches.
    ends = [(Point(24 + distance, 24), "17%", False) for distance in (0, 2, 3, 4, 5)]
    ends += [(Point(24 + distance, 24), "6%", False) for distance in (7, 8, 9)]
    assert tags(sheets) == ends
    assert [ghost.at.x for ghost in sheets.ghosts] == [26, 27, 28, 29, 31, 32, 33]
    assert lines_of_tone(sheets, OverlayTone.PLANNED) == [(Point(24, 24), Point(33, 24))]


@pytest.mark.rule("ZG-12")
def test_a_rebound_is_part_of_the_way_and_its_danger_is_told() -> None:
    shut = void(wall((0, 21), (48, 21)))
    table = table_of(shut, drifter("hale", (24, 24.5), 1, 0.0))
    sheets = preview_layers(table, lit(MOVES, table, "accelerate"))

    # Three inches up to the wall, six of nine down again; a 1 on the test kills.
    assert lines_of_tone(sheets, OverlayTone.PLANNED) == [
        (Point(24, 24.5), Point(24, 21.5)),
        (Point(24, 21.5), Point(24, 27.5)),
    ]
    assert tags(sheets)[-1] == (Point(24, 24.5), "dies 17%", True)


@pytest.mark.rule("ZG-14")
def test_an_end_off_the_table_is_a_warning() -> None:
    table = table_of(void(), drifter("hale", (24, 5.5), 1, 0.0))
    sheets = preview_layers(table, lit(MOVES, table, "drift"))

    assert tags(sheets)[-1] == (Point(24, 0), "lost 17%", True)
    assert lines_of_tone(sheets, OverlayTone.BAD) == [(Point(24, 5.5), Point(24, 0))]


@pytest.mark.rule("ZG-09")
def test_a_turn_that_is_not_aimed_yet_is_a_fan_of_ways() -> None:
    table = table_of(void(), drifter("hale", (24, 24), 1, 0.0))
    sheets = preview_layers(table, lit(MOVES, table, "turn"))
    (fan,) = (o for o in sheets.below if isinstance(o, MarchTrails))

    assert len(fan.paths) == 13
    assert not sheets.ghosts


@pytest.mark.rule("ZG-05")
def test_a_push_off_is_seen_where_it_ends() -> None:
    table = table_of(void(wall((28, 20), (28, 28))), drifter("hale", (24, 24)))
    prompt = prompt_for(
        Steer(WARDENS, clause="ZG-05", asks="?", model=HALE, distance=6.0, does="Push off"),
        table,
    )
    move_to(prompt, 29.5, 24)
    (ghost,) = preview_layers(table, prompt).ghosts

    assert ghost.at.x == pytest.approx(28 - ghost.base, abs=0.001)


@pytest.mark.rule("ZG-15", "ZG-17")
def test_who_may_be_hit_beyond_the_target_is_told_friends_as_a_warning() -> None:
    table = armed((10, 24))
    asked = Choose(
        WARDENS,
        clause="CC-07",
        asks="?",
        options=(Option("foe", "foe", "", "foe"),),
        about="hale",
        kind=CommonKind.TARGET,
    )
    sheets = preview_layers(table, lit(asked, table, "foe"))

    # BS 4 misses a third; the mate is hit on a 6, the model behind it by shots that pass.
    assert tags(sheets) == [(Point(30, 24), "6% S4", True), (Point(36, 24), "5% S3", False)]
    rings = [(o.bases[0].at, o.tone) for o in sheets.above if isinstance(o, BaseOutline)]
    assert rings == [(Point(30, 24), OverlayTone.BAD), (Point(36, 24), OverlayTone.GOOD)]
    ((start, end),) = lines_of_tone(sheets, OverlayTone.PLANNED)
    assert start.x == 20 + table.models[HALE].base
    assert end == Point(48, 24)
    assert [(ghost.id, ghost.at) for ghost in sheets.ghosts] == [(HALE, Point(8, 24))]
    assert 'recoil 2"' in [o.words for o in sheets.above if isinstance(o, BoardNote)]


@pytest.mark.rule("ZG-14", "ZG-16")
def test_firing_at_a_point_may_push_off_the_table() -> None:
    table = armed((10, 1))
    region = FirePointRegion(OnTable(48, 48), Point(10, 1))
    asked = FireAt(WARDENS, clause="ZG-16", asks="?", region=region, about=HALE, weapon="gun")
    prompt = prompt_for(asked, table)
    assert isinstance(prompt, PlacePrompt)
    move_to(prompt, 10, 8)
    sheets = preview_layers(table, prompt)

    notes = [(o.words, o.tone) for o in sheets.above if isinstance(o, BoardNote)]
    assert notes == [("recoil off the table: lost · ZG-14", OverlayTone.BAD)]
    assert not sheets.ghosts
    assert lines_of_tone(sheets, OverlayTone.BAD) == [(Point(10, 1), Point(10, 0))]


@pytest.mark.rule("ZG-18")
def test_where_a_shot_is_spent_is_told() -> None:
    table = armed((10, 2))
    hale = table.models[HALE]
    weak = replace(GUN, strength=1)
    table.models[HALE] = replace(hale, profile=replace(hale.profile, weapons=(weak,)))
    region = FirePointRegion(OnTable(48, 48), Point(10, 2))
    prompt = prompt_for(
        FireAt(WARDENS, clause="ZG-16", asks="?", region=region, about=HALE, weapon="gun"),
        table,
    )
    move_to(prompt, 20, 2)
    notes = [
        (o.at.x, o.words)
        for o in preview_layers(table, prompt).above
        if isinstance(o, BoardNote)
    ]

    assert (10 + hale.base + 24, "out of energy · ZG-18") in notes


@pytest.mark.rule("ZG-19")
@pytest.mark.parametrize(
    ("arrows", "words"),
    [(0, 'up to 9" · ZG-19'), (1, '45° · up to 9" · ZG-19'), (2, '22.5° · up to 18" · ZG-19')],
)
def test_the_arc_of_a_charge_is_drawn(arrows: int, words: str) -> None:
    foe = drifter("foe", (20, 24), kind="drifter", side=BROOD)
    table = table_of(void(), drifter("hale", (24, 24), arrows, 90.0), foe, phase="assault")
    asked = Choose(
        WARDENS,
        clause="CC-23",
        asks="?",
        options=(Option("foe", "foe", "", "foe"),),
        about="hale",
        kind=CommonKind.CHARGE,
    )
    prompt = lit(asked, table, "foe")
    below = preview_layers(table, prompt).below
    at_another = OverlayFocus(pair=UnitPair(UnitId("hale"), UnitId("other")))
    assert title(table, prompt, at_another) == "Against foe"

    assert [o.words for o in below if isinstance(o, VisibleArea)] == [words]


@pytest.mark.rule("ZG-19")
@pytest.mark.parametrize(
    ("at", "heading", "spot"),
    [
        # Half of 45 degrees to each side, 9 inches from the edge of a base of 0.5.
        ((24, 24), 180.0, (24 + 9.5 * sin(pi / 8), 24 + 9.5 * cos(pi / 8))),
        ((24, 24), 90.0, (24 + 9.5 * cos(pi / 8), 24 - 9.5 * sin(pi / 8))),
        ((24, 44), 180.0, (24 + 9.5 * sin(pi / 8), 47)),  # limited by the table's edge
    ],
)
def test_what_an_arc_says_stands_at_its_far_rim_clear_of_the_charger(
    at: tuple[float, float], heading: float, spot: tuple[float, float]
) -> None:
    table = table_of(void(), drifter("hale", at, 1, heading), phase="assault")
    (field,) = arc_of(TableView(table, RULES), HALE)

    assert isinstance(field, VisibleArea)
    assert field.at
    assert abs(field.at.x - 24) == pytest.approx(abs(spot[0] - 24), abs=0.01)
    assert field.at.y == pytest.approx(spot[1], abs=0.01)


def test_a_system_with_a_floor_tells_nothing_of_the_kind() -> None:
    table = armed((10, 24))
    asked = Choose(
        WARDENS,
        clause="CC-07",
        asks="?",
        options=(Option("foe", "foe", "", "foe"),),
        about="hale",
        kind=CommonKind.TARGET,
    )
    rules = rules_of("classic")

    assert previewed(TableView(table, rules), lit(asked, table, "foe")) == OverlayLayers()
