"""Buttons that turn or flip a part of a map."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from game.editor.workspace import Workspace
from game.widgets.button import IconButton, Style


class FlipCommand(Protocol):
    """A command that flips from left to right, or with *down* from top to bottom."""

    def __call__(self, workspace: Workspace, *, down: bool) -> None: ...


def turn_buttons(
    what: str,
    work: Workspace,
    do: Callable[[Callable[[], object]], None],
    turn: Callable[[Workspace], None],
    flip: FlipCommand,
) -> list[IconButton]:
    """Return buttons that turn and flip *what*; *do* runs a command that may be refused."""
    # The icons are named by their axis.
    buttons: tuple[tuple[str, str, Callable[[], object]], ...] = (
        (f"Turn {what} clockwise by 90°", "rotate-cw", partial(turn, work)),
        (
            f"Flip {what} from left to right",
            "flip-vertical-2",
            partial(flip, work, down=False),
        ),
        (
            f"Flip {what} from top to bottom",
            "flip-horizontal-2",
            partial(flip, work, down=True),
        ),
    )
    return [
        IconButton(hint, partial(do, press), icon=f"ui/{icon}", hint=hint, style=Style.GHOST)
        for hint, icon, press in buttons
    ]
