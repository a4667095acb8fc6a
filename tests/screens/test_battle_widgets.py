"""Widgets of the battle window keep what they become by use when they are described anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from game.cores.modern.window import command
from game.prompts.prompt import PromptAction
from game.screens.battle.battle_keys import all_keys
from game.screens.battle.choice_list import ChoiceList
from game.screens.battle.footer import Footer, FooterContent, WindowActions
from game.screens.battle.header import (
    HeaderBar,
    MarkerSign,
    ScoreDisplay,
    StatusItem,
    TurnTitle,
)
from game.screens.battle.key_list import KeyList
from game.screens.battle.odds_table import OddsTable
from game.screens.battle.phase_bar import PhaseBar
from game.screens.battle.window_additions import Status, figure
from game.shown.marker_shields import MarkerShield
from game.shown.odds_rows import OddsRow, OddsRowKind
from game.shown.phase_marks import PhaseMark, PhaseStep
from game.shown.turn_header import SideStatus, TurnHeader
from game.table.records import Side
from game.view.colours import TEAMS
from game.view.dice_tray import Tray
from game.view.sprites import shield_picture
from game.widgets.panel import Panel
from game.widgets.theme import Theme
from game.widgets.widget import Widget

BOX = 0.0, 0.0, 300.0, 200.0
MARKS = tuple(PhaseMark(name, "CC-33", PhaseStep.TO_COME) for name in ("movement", "shooting"))
STATUS = Status(((figure("1 in 6"),),), "The chance of a flood", "FF-01")
ROW = OddsRow(OddsRowKind.FIGURE, label="Hits", number="1.0", clause="CC-05")
CHOICES = tuple(PromptAction(f"c{n}", f"Number {n}") for n in range(12))
SHIELDS = tuple(
    MarkerShield(f"marker-{n}", str(n), team, "Marker")
    for n, team in enumerate((None, 0, 1), 1)
)
HEADER = TurnHeader(
    who="WARDENS' TURN",
    turn="TURN 1 / 7",
    team=0,
    marks=MARKS,
    standings=(SideStatus("Wardens", 3), SideStatus("Brood", 12)),
    score_hint="",
)


def nothing(*_: object) -> None:
    pass


def edge_colours(picture: pygame.Surface) -> set[tuple[int, ...]]:
    """Return the colours along the upright edges of a shield."""
    high = picture.get_height()
    rows = range(round(0.32 * high), round(0.68 * high))
    return {tuple(picture.get_at((round(x * high), y))) for x in (0.12, 0.88) for y in rows}


WIDGETS: dict[str, Callable[[], Widget]] = {
    "choices": lambda: ChoiceList(CHOICES, nothing, nothing, nothing),
    "keys": lambda: KeyList(all_keys()),
    "odds": lambda: OddsTable("Against Brute", (ROW,), nothing),
    "phases": lambda: PhaseBar(MARKS),
    "points": lambda: ScoreDisplay(HEADER.standings, "", nothing),
    "shield": lambda: MarkerSign(SHIELDS[0], nothing),
    "status": lambda: StatusItem(STATUS, nothing),
    "title": lambda: TurnTitle("WARDENS' TURN", "TURN 1 / 7", 0),
}


@pytest.mark.parametrize("kind", WIDGETS)
def test_use_changes_only_what_is_named_as_state(kind: str) -> None:
    panel = Panel(Theme(), BOX)
    described = vars(WIDGETS[kind]())
    used = panel.add(WIDGETS[kind](), BOX)
    used.hovered = True
    panel.paint()
    used.handle(pygame.Event(pygame.MOUSEMOTION, pos=(40, 50), buttons=(0, 0, 0)), (40, 50))
    used.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1), (40, 50))
    changed = {
        name
        for name, value in vars(used).items()
        if not callable(value) and (name not in described or described[name] != value)
    }

    assert changed <= type(used).state


def test_another_question_starts_at_its_first_option_and_the_same_one_stays() -> None:
    panel = Panel(Theme(), BOX)
    for question, offset in (("Which?", 60), ("Which?", 60), ("Whom?", 0)):
        panel.show(ChoiceList(CHOICES, nothing, nothing, nothing, question=question))
        panel.paint()
        (shown,) = panel.widgets
        assert isinstance(shown, ChoiceList)
        if offset and not shown.scroll.offset:
            shown.scroll.to(offset)
        assert shown.scroll.offset == offset


@pytest.mark.parametrize("wide", [1024.0, 1280.0, 1920.0])
def test_the_header_has_room_for_its_words_and_gives_the_rest_to_the_phases(
    wide: float,
) -> None:
    header = HeaderBar(Theme(), (0, 0, wide, 36), WindowActions())
    header.show(HEADER)
    header.show_statuses([STATUS, STATUS])
    header.panel.paint()
    rects = [w.rect for w in header.panel.widgets if w.rect.height > 2]

    assert [w.cut for w in header.panel.widgets if w.cut] == []
    assert rects[-1].right <= wide
    assert all(a.right <= b.left for a, b in pairwise(rects))
    (strip,) = header.widgets(PhaseBar)
    assert strip.rect.width >= wide - 890


def test_many_phases_are_named_in_full_because_the_turn_is_said_in_fewer_words() -> None:
    names = ["movement", "psychic", "shooting", "charge", "fight", "morale"]
    many = tuple(PhaseMark(n, "MC-04", PhaseStep.TO_COME) for n in (*names, "sudden death"))
    points = command(Side("wardens"), 0, 8, None)
    header = HeaderBar(Theme(), (0, 0, 1280.0, 36), WindowActions())
    header.show(replace(HEADER, who="WARDENS' ROUND", turn="ROUND 1 / 7", marks=many))
    header.show_statuses([points, points])
    header.panel.paint()
    (title,) = header.widgets(TurnTitle)

    assert (title.turn, [w.cut for w in header.panel.widgets if w.cut]) == ("1 / 7", [])


def test_a_shield_leads_to_its_marker() -> None:
    followed = list[str]()

    class Actions(WindowActions):
        def follow_link(self, link: str) -> None:
            followed.append(link)

    header = HeaderBar(Theme(), (0, 0, 1280.0, 36), Actions())
    header.show(HEADER)
    assert not header.widgets(MarkerSign)
    header.show_shields(SHIELDS)
    header.panel.paint()
    for sign in header.widgets(MarkerSign):
        sign.press()
    assert followed == ["marker-1", "marker-2", "marker-3"]


def test_a_shield_has_the_colour_of_its_holder_and_a_broken_edge_of_the_second_side() -> None:
    none, first, second = (edge_colours(shield_picture(team, 60)) for team in (None, 0, 1))
    inks = [tuple(pygame.Color(TEAMS[n].plain)) for n in (0, 1)]
    assert [inks[0] in first, inks[1] in second] == [True, True]
    assert not none & {*inks}
    assert [len(none), len(first), len(second) > 1] == [1, 1, True]


def test_a_footer_that_shows_the_same_is_not_described_again() -> None:
    footer = Footer(Theme(), (0, 0, 288, 184), Tray(Theme()), WindowActions())
    content = FooterContent(can_undo=True, speed=2.0)
    footer.put(content)
    footer.panel.paint()
    before = footer.panel.described.content
    footer.put(content._replace(speed=2.0))
    assert footer.panel.described.content is before
    assert not footer.panel.is_stale

    footer.put(content._replace(speed=3.0))
    assert footer.panel.is_stale
