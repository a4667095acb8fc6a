"""Actions of the title, imported late for a fast first frame."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from pkgutil import resolve_name
from random import randrange
from typing import TYPE_CHECKING

from game.lab.running_experiments import running_in_words
from game.screens import unfinished_game
from game.screens.backdrop import prepare_backdrop
from game.screens.demo_battle import SEEDS, DemoBattle
from game.screens.destinations import load_screens, maker_of
from game.screens.screen import Change, Destination, Screen, WindowContext
from game.widgets.dialogs import notice
from game.widgets.panel_stack import Dialog
from game.widgets.theme import Theme

if TYPE_CHECKING:
    from game.screens.setup_choices import SetupChoices

experiments = running_in_words
latest = unfinished_game.latest
unfinished = unfinished_game.unfinished


def prepared(where: Destination, frame: WindowContext) -> Callable[[], Screen]:
    """Return what makes a screen, once the backdrop of all menus is painted."""
    prepare_backdrop(frame)
    return maker_of(where)


def not_loaded(theme: Theme, words: str) -> Dialog:
    """Return a dialog with the reason why a game cannot be loaded."""
    return notice(theme, "Not loaded", words)


def open_dropped(path: Path) -> Change:
    """Open the file that was dropped on the window; its screens are imported now."""
    change: Change = resolve_name("game.screens.dropped_files:open_dropped")(path)
    return change


def demo_battle(frame: WindowContext, seed: int | None) -> DemoBattle:
    """Return the battle behind the title, one of ``SEEDS`` if *seed* is None."""
    return DemoBattle(frame, randrange(SEEDS) if seed is None else seed)  # noqa: S311  no secret


def load_screens_after(demo: DemoBattle) -> None:
    """Import all screens, once the battle behind the title is prepared.

    Read the files of the set-up, too, which most players open next.
    """
    demo.wait()
    load_screens()
    setup: type[SetupChoices] = resolve_name("game.screens.setup_choices:SetupChoices")
    choices = setup()
    choices.maps()
    for side in choices.scenario.sides if choices.scenarios else ():
        choices.rosters(side)
