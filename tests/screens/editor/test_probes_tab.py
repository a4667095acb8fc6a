"""The probes tab and the overlays that probes show on the board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.content.maps.map_library import read_map
from game.editor.documents import History
from game.editor.workspace import Workspace
from game.geometry.points import Point, distance
from game.screens.editor.history_tab import HistoryTab
from game.screens.editor.inspector import InspectorTab
from game.screens.editor.probes import ProbesTab
from game.screens.editor.screen import EditorScreen
from game.systems.cage.content.map_classes import Notch, Ring
from game.view.overlays import VisibleArea
from game.widgets.text_view import Paragraph
from tests.screens.input_driver import Player

MAPS = Path(__file__).parents[3] / "maps"


@pytest.fixture
def screen(player: Player) -> Iterator[EditorScreen]:
    mapfile = read_map(MAPS / "training-cage.tmj")
    screen = player.open(EditorScreen(Workspace(History(mapfile))))
    yield screen
    screen.leave()


def finished_probes_tab(player: Player, screen: EditorScreen) -> ProbesTab:
    tab = screen.dock.of(ProbesTab)
    player.wait_for(lambda: not tab.prober.busy and tab.prober.shown is not None)
    player.wait()
    return tab


def tab_text(tab: ProbesTab) -> str:
    return next(w.text for w in tab.panel.widgets if isinstance(w, Paragraph))


@pytest.mark.slow
def test_one_key_shows_what_the_map_asks_for_and_again_with_other_luck(
    player: Player, screen: EditorScreen
) -> None:
    player.key(pygame.K_F7)
    tab = finished_probes_tab(player, screen)
    assert screen.dock.tab is tab
    assert tab_text(tab).startswith("The centre: ")
    fields = [one for one in tab.overlays() if isinstance(one, VisibleArea)]
    assert len(fields) == 1 + 5 + 7 + 9  # the cells of the cage

    before = tab_text(tab)
    player.key(pygame.K_F7)
    player.wait_for(lambda: not tab.prober.busy)
    player.wait()
    assert tab_text(tab) != before


@pytest.mark.slow
def test_escape_takes_it_away(player: Player, screen: EditorScreen) -> None:
    player.key(pygame.K_F7)
    tab = finished_probes_tab(player, screen)
    player.key(pygame.K_ESCAPE)

    assert tab.overlays() == ()
    assert tab.probe is None
    assert screen.stack.dialog is None
    player.wait(20)
    assert tab.overlays() == ()


@pytest.mark.slow
def test_it_follows_what_is_drawn(player: Player, screen: EditorScreen) -> None:
    player.key(pygame.K_F7)
    tab = finished_probes_tab(player, screen)
    work = screen.workspace
    cage = [one.id for _, one in work.map.objects() if isinstance(one.what, Ring | Notch)]
    work.do("Remove the cage", work.map.removed(cage))
    player.wait_for(lambda: tab_text(tab).startswith("The map has no rings"))

    work.undo()
    player.wait_for(lambda: tab_text(tab).startswith("The centre: "))


@pytest.mark.slow
def test_what_does_not_go_on_this_map_says_why(player: Player, screen: EditorScreen) -> None:
    screen.dock.show(screen.dock.of(ProbesTab))
    player.press("Roll the street")
    tab = finished_probes_tab(player, screen)
    assert "Arrival" in tab_text(tab)
    player.press("Drift")
    player.wait_for(lambda: tab_text(tab).startswith("Nothing on the map is loose"))


@pytest.mark.slow
def test_sight_follows_the_pointer_while_the_tab_is_shown(
    player: Player, screen: EditorScreen
) -> None:
    tab = screen.dock.of(ProbesTab)
    screen.dock.show(tab)
    player.press("Sight from here")
    canvas = screen.canvas

    def point(x: float, y: float) -> None:
        px, py = canvas.camera.pixel(Point(x, y))
        player.move(px + canvas.window.left, py + canvas.window.top)
        player.wait()

    point(12, 12)
    assert tab.probe is not None
    assert tab.probe.asked.at == canvas.at
    finished_probes_tab(player, screen)
    assert "square inches" in tab_text(tab)
    where = tab.probe.asked.at
    screen.dock.show(screen.dock.of(HistoryTab))
    point(14, 12)
    assert tab.probe.asked.at == where


@pytest.mark.slow
def test_a_right_click_keeps_the_place_or_asks_about_the_object_under_it(
    player: Player, screen: EditorScreen
) -> None:
    tab = screen.dock.of(ProbesTab)
    screen.dock.show(tab)
    canvas = screen.canvas

    def click(at: Point) -> None:
        px, py = canvas.camera.pixel(at)
        player.click(px + canvas.window.left, py + canvas.window.top, button=3)
        player.wait()

    player.press("Sight from here")
    click(Point(12, 12))
    player.move(canvas.window.left + 5, canvas.window.top + 5)
    player.wait()
    assert tab.probe is not None
    kept = tab.probe.asked.at
    assert distance(kept, Point(12, 12)) < 0.1
    click(kept)
    player.move(canvas.window.centerx + 40, canvas.window.centery)
    player.wait()
    assert tab.probe.asked.at != kept

    screen.dock.show(screen.dock.of(InspectorTab))
    screen.workspace.select((screen.workspace.map.all_of(Ring)[-1].id,))
    player.wait()
    player.press("What if: turn the rings")
    finished_probes_tab(player, screen)
    assert tab.is_selected
    assert tab.probe.asked.target == "centre"
    ring = max(screen.workspace.map.all_of(Ring), key=lambda one: one.width)
    edge = ring.outline[3]
    click(edge)
    assert tab.probe is not None
    assert tab.probe.asked.target == "ring-3"
    screen.workspace.select((screen.workspace.map.all_of(Ring)[1].id,))
    player.wait()
    assert tab.probe.asked.target == "ring-2"
