"""*Film* in the replay, with a task in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from game.content.own_folders import pictures
from game.content.palettes import PaletteName
from game.lab.highlights import Highlight
from game.lab.turning_points import ChanceMoment, Swing
from game.rules.battles import prepare
from game.screens.film.film_dialog import FilmContents, FilmDialog, FilmProgress
from game.screens.film.film_settings import FORMATS
from game.screens.film.film_writing import FilmOrder
from game.screens.live_game import record_of_live_game, start_game
from game.screens.replay import ReplayScreen
from game.table.records import Clock
from game.workers import BackgroundTask
from tests.screens.input_driver import Player


class StepwiseTask(BackgroundTask[FilmOrder, float]):
    """Does nothing by itself; the test says how far it is."""

    def __init__(self) -> None:
        super().__init__("film")
        self.order: FilmOrder | None = None

    def begin(
        self, work: Callable[[FilmOrder], Iterator[float | None]], base: FilmOrder
    ) -> None:
        self.cancel()
        self.order, self.busy, self.result = base, True, None


@pytest.fixture
def screen(player: Player) -> ReplayScreen:
    live_game = start_game(prepare("combat_patrol", seed=3), ("human", "human"))
    found = player.open(ReplayScreen(record_of_live_game(live_game), playing=False))
    found.filming.task = StepwiseTask()
    return found


def begun(player: Player, screen: ReplayScreen) -> FilmOrder:
    """Return the order of a film as a picture, which takes no library."""
    player.press("Share…")
    player.press("Film…")
    dialog = screen.stack.dialog
    assert isinstance(dialog, FilmDialog)
    dialog._put("ending", ".gif")  # noqa: SLF001  as its stepper does
    player.press("Film")
    player.wait()
    task = screen.filming.task
    assert isinstance(task, StepwiseTask)
    assert task.order
    return task.order


def test_a_film_shows_its_progress_then_its_place(player: Player, screen: ReplayScreen) -> None:
    order = begun(player, screen)
    assert order.ranges == [(0, len(screen.story.events))]
    assert order.settings.format is FORMATS[".gif"]
    assert order.out.parent == pictures()
    dialog = screen.stack.dialog
    assert isinstance(dialog, FilmProgress)
    screen.filming.task.result = 0.4
    player.wait()
    assert dialog.bar.share == 0.4
    screen.filming.task.result, screen.filming.task.busy = 1.0, False
    player.wait()

    assert screen.stack.dialog
    assert str(order.out) in "".join(span.text for span in screen.stack.dialog.spans)


def test_a_film_can_be_cancelled(player: Player, screen: ReplayScreen) -> None:
    begun(player, screen)
    player.press("Cancel")
    player.wait()

    assert screen.stack.dialog is None
    assert not screen.filming.task.busy


def test_a_film_that_fails_says_why(player: Player, screen: ReplayScreen) -> None:
    begun(player, screen)
    screen.filming.task.busy = False
    screen.filming.task.fault = "Traceback:\n game.content.faults.UnusableFile: a: no room"
    player.wait()

    assert screen.stack.dialog
    assert screen.stack.dialog.title == "The film could not be saved"
    assert "".join(span.text for span in screen.stack.dialog.spans) == "a: no room"


def test_the_first_turn_is_never_after_the_last(player: Player, screen: ReplayScreen) -> None:
    screen.film()
    dialog = screen.stack.dialog
    assert isinstance(dialog, FilmDialog)
    dialog._put("first", 3)  # noqa: SLF001  as its stepper does
    dialog._put("last", 2)  # noqa: SLF001  likewise

    assert (dialog.first, dialog.last) == (2, 2)


def test_highlights_and_rates_can_be_chosen(player: Player, screen: ReplayScreen) -> None:
    swing = Swing(
        ChanceMoment(0, Clock(1, "", None), 0.4), ChanceMoment(9, Clock(1, "", None), 0.7)
    )
    found = [Highlight(swing, start=2, deed=4, end=6, caption="A deed")]
    screen.filming.ask(screen.stack, PaletteName.LAMPLIGHT, found)
    dialog = screen.stack.dialog
    assert isinstance(dialog, FilmDialog)
    for name, value in (
        ("contents", FilmContents.HIGHLIGHTS),
        ("ending", ".webp"),
        ("rate", 60),
    ):
        dialog._put(name, value)  # noqa: SLF001  as its steppers do
    player.press("Film")
    task = screen.filming.task
    assert isinstance(task, StepwiseTask)
    assert task.order
    assert task.order.ranges == [(2, 6)]
    assert task.order.settings.rate == 60
