"""Cost of a frame of the editor at 1920 x 1080 on a map of 1,000 objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time, sleep

import pygame
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from game.app import Window
from game.background import loading
from game.content.maps.map_file import MapFile
from game.content.maps.map_library import map_of, read_map
from game.content.shipped_folders import MAPS
from game.editor.documents import History
from game.editor.object_commands import nudge
from game.editor.trial_workers import TrialWorkers
from game.editor.trials import Trials
from game.editor.workspace import Workspace
from game.geometry.points import Point
from game.screens.editor.list_tab import ListTab
from game.screens.editor.screen import EditorScreen
from game.screens.editor.trials import TrialsTab
from game.screens.screen import Open
from tests.bench.time_budget import allowed, hold
from tests.editor.trials.fast_trials import all_have_games
from tests.screens.window_steps import run_frame

FRAME = 1 / 60
FRAMES = 300
PLAYED = MAPS / "ruined-crossing.tmj"
MANY, DRAGGED = 1000, 501
KINDS = ("Wall", "Ruin", "Crater", "Ground", "DeploymentZone", "Block", "Grate", "Gantry")


def map_of_many_objects() -> MapFile:
    """Return a map of 1,000 objects: areas, and each fourth a lamp with a name."""
    objects = list[dict[str, object]]()
    for n in range(MANY):
        x, y = 1.0 + n % 40 * 2.9, 1.0 + n // 40 * 2.9
        if n % 4 == 3:
            objects.append({"class": "Lamp", "point": [x, y], "name": f"lamp {n}"})
        else:
            box = [[x, y], [x + 2.0, y], [x + 2.5, y + 2.0], [x, y + 1.5]]
            objects.append({"class": KINDS[n % len(KINDS)], "polygon": box})
    return map_of(120, 76, objects)


class Drawing:
    """The editor in the window, with mouse input."""

    def __init__(self, mapfile: MapFile) -> None:
        self.window = Window()
        self.screen = EditorScreen(Workspace(History(mapfile)))
        self.window.stack.follow(Open(self.screen))
        self.settle()

    def settle(self) -> None:
        self.frame()
        while loading():
            self.frame()
            sleep(FRAME)  # The painting thread needs the interpreter, too.
        for _ in range(20):
            self.frame()

    def frame(self) -> None:
        run_frame(self.window, FRAME)

    def pixel(self, at: Point) -> tuple[int, int]:
        canvas = self.screen.canvas
        x, y = canvas.camera.pixel(at)
        return x + canvas.window.left, y + canvas.window.top

    def mouse(self, kind: int, at: tuple[int, int]) -> None:
        found: dict[str, object] = {"pos": at, "touch": False}
        if kind == pygame.MOUSEMOTION:
            found |= {"rel": (1, 1), "buttons": (1, 0, 0)}
        else:
            found |= {"button": 1}
        pygame.event.post(pygame.Event(kind, found))


@pytest.fixture(scope="module")
def drawing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Drawing]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNDERTOW_WINDOW", "1920x1080")
        patch.setenv("UNDERTOW_HOME", str(tmp_path_factory.mktemp("editor")))
        drawing = Drawing(map_of_many_objects())
        yield drawing
        drawing.screen.leave()


@pytest.fixture(params=[0, 2])
def playing(drawing: Drawing, request: pytest.FixtureRequest) -> Iterator[int]:
    """Run a number of worker processes with trial games of another map while the test draws."""
    tab, many = drawing.screen.dock.of(TrialsTab), int(request.param)
    own, tab.trials = tab.trials, Trials(History(read_map(PLAYED)), TrialWorkers(many))
    if many:
        tab.trials.start("combat_patrol", 10_000)
        until = perf_counter() + 120
        while not all_have_games(tab.trials) and perf_counter() < until:
            drawing.frame()
        assert all_have_games(tab.trials)
    yield many
    tab.trials.close()
    tab.trials = own


@pytest.mark.parametrize("painted", [True, False])
def test_frames_while_one_of_a_thousand_objects_is_dragged(
    drawing: Drawing, playing: int, *, painted: bool
) -> None:
    drawing.screen.canvas.painted = painted
    drawing.settle()
    before = drawing.screen.workspace.map
    one = next(one for _, one in before.objects() if one.id == DRAGGED)
    (left, top), *_ = one.outline
    start = drawing.pixel(Point(left + 1.0, top + 0.8))
    drawing.mouse(pygame.MOUSEBUTTONDOWN, start)
    took, waited = list[float](), list[float]()
    for n in range(FRAMES):
        drawing.mouse(pygame.MOUSEMOTION, (start[0] + n, start[1] + n % 90))
        began, when = process_time(), perf_counter()
        drawing.frame()
        took.append((process_time() - began) * 1000)
        waited.append((perf_counter() - when) * 1000)
    drawing.mouse(pygame.MOUSEBUTTONUP, (start[0] + FRAMES, start[1] + 40))
    drawing.frame()

    middle, late = median(took), quantiles(took, n=20)[-1]
    print(f"\n{FRAMES} frames of a drag: {middle:.1f} ms, 95% {late:.1f}, most {max(took):.1f}")
    clock = f"{median(waited):.1f} ms, 95% {quantiles(waited, n=20)[-1]:.1f}"
    print(f"by the clock on the wall, with {playing} processes that play: {clock}")
    assert drawing.screen.workspace.map is not before
    assert late <= allowed(8)


def test_a_frame_in_which_nothing_changes(
    benchmark: BenchmarkFixture, drawing: Drawing
) -> None:
    drawing.settle()

    benchmark(drawing.frame)
    hold(benchmark, 0.002)


def test_a_frame_while_panning(benchmark: BenchmarkFixture, drawing: Drawing) -> None:
    camera = drawing.screen.canvas.camera
    camera.zoom(5, camera.window.center)
    drawing.settle()
    steps = iter([(7, 3), (-7, -3)] * 1_000_000)

    def frame() -> None:
        camera.pan(*next(steps))
        drawing.frame()

    benchmark(frame)
    camera.fit()
    hold(benchmark, 0.008)


def test_a_frame_after_undo(benchmark: BenchmarkFixture, drawing: Drawing) -> None:
    """The next frame shows the change, the inspector included."""
    workspace = drawing.screen.workspace
    workspace.select((DRAGGED,))
    nudge(workspace, 1, 0)
    drawing.settle()
    ways = iter([drawing.screen.undo, drawing.screen.redo] * 1_000_000)

    def frame() -> None:
        next(ways)()
        drawing.frame()

    benchmark(frame)
    hold(benchmark, 0.01)


def test_the_list_of_two_thousand_objects(tmp_path: Path) -> None:
    """Print the times until the list is shown, a search is done, and a selection is in view."""
    kinds = [{"class": "Wall", "rectangle": [1, 1, 2, 1]}, {"class": "Lamp", "point": [5, 5]}]
    objects = [kinds[n % 2] | {"name": f"thing {n}"} for n in range(2000)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UNDERTOW_HOME", str(tmp_path))
        drawing = Drawing(map_of(48, 48, objects))
        screen = drawing.screen
        tab, work = screen.tab(ListTab), screen.workspace

        def timed(label: str, act: Callable[[], object]) -> None:
            before = perf_counter()
            act()
            drawing.frame()
            print(f"\n{label}: {(perf_counter() - before) * 1000:.1f} ms", end="")

        timed("opened for the first time", lambda: screen.dock.show(tab))
        screen.dock.show(screen.dock.tabs[0])
        timed("opened again", lambda: screen.dock.show(tab))
        timed("searched", lambda: tab._seek("thing 1"))  # noqa: SLF001  as the search field does
        timed("emptied the search", lambda: tab._seek(""))  # noqa: SLF001
        timed("scrolled", lambda: tab.list.show("layer 1"))
        timed("selected one", lambda: work.select((1000,)))
        timed("selected all", lambda: work.select(range(1, 2001)))
        screen.leave()
