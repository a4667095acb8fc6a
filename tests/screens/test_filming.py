"""*Film* in the replay, with a task in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.content.own_folders import pictures
from game.content.palettes import PaletteName
from game.content.save_format import load_save
from game.lab.highlights import Highlight
from game.lab.turning_points import ChanceMoment, Swing
from game.rules.battles import prepare
from game.screens.destinations import screen_of
from game.screens.film.film_dialog import FilmContents, FilmDialog, FilmProgress
from game.screens.film.film_settings import FORMATS
from game.screens.film.film_writing import FilmOrder
from game.screens.live_game import record_of_live_game, start_game
from game.screens.load_game import LoadScreen
from game.screens.replay import ReplayScreen
from game.screens.screen import Destination, Load, Open
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


def test_the_battle_is_shared_as_a_file(player: Player, screen: ReplayScreen) -> None:
    player.press("Share…")
    player.press("File")
    (file,) = pictures().glob("*.undertow")
    assert file.stem == screen.story.title
    assert load_save(file).header.seed == 3
    assert screen.stack.dialog
    assert str(file) in "".join(span.text for span in screen.stack.dialog.spans)


def test_another_game_is_asked_for_to_be_shown_beside(
    player: Player, screen: ReplayScreen
) -> None:
    player.press("Share…")
    player.press("Beside another…")
    listing = player.top
    assert isinstance(listing, LoadScreen)
    assert listing.beside is screen.story


def test_two_games_are_chosen_in_the_list_of_saves(tmp_path: Path) -> None:
    battle = prepare("cage", seed=3)
    file = tmp_path / "a.undertow"
    file.write_text(start_game(battle, ("random", "random")).as_text(), "utf-8")
    listing = LoadScreen(tmp_path)
    listing.shelf.chosen = str(file)
    listing.choose_beside()
    first = followed(listing.change)
    assert first.name == "saves"
    chosen = screen_of(first)
    assert isinstance(chosen, LoadScreen)
    chosen.shelf.chosen = str(file)
    chosen.open_chosen()
    both = followed(chosen.change)
    assert both.name == "side by side"
    assert [game.name for game in both.arguments] == ["Random against Random, seed 3"] * 2  # type: ignore[attr-defined]


def followed(change: object) -> Destination:
    """Return the place to which a change of screens leads after its work."""
    assert isinstance(change, Load)
    opened = change.then(change.work())
    assert isinstance(opened, Open)
    assert isinstance(opened.screen, Destination)
    return opened.screen
