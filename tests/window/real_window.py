"""The game in a real window on a virtual display, with a mouse and a keyboard."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pygame

from game.app import TITLE
from game.content.save_format import load_save
from game.content.shipped_folders import ROOT
from game.geometry.points import Point
from game.play.session import Session
from game.rules.battles import battle_of
from game.rules.saving import restore
from game.screens.battle.battle_layout import BROAD, OpenSides, layout
from game.table.board import Board
from game.view.camera import Camera
from game.widgets.theme import Theme

SIZE = (1280, 720)
FROM_SOURCE = (sys.executable, "main.py")
PATIENCE = 30.0
"""Seconds to wait for something to happen before the test fails."""


@contextmanager
def display() -> Iterator[str]:
    """Run a virtual display and yield its name."""
    read, write = os.pipe()
    screen = f"{SIZE[0]}x{SIZE[1]}x24"
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(write,), stderr=subprocess.DEVNULL)  # noqa: S603
    os.close(write)
    try:
        with os.fdopen(read) as found:
            yield f":{found.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


class Window:
    """The game in a separate process."""

    def __init__(
        self, name: str, home: Path, *command: str, program: Sequence[str] = FROM_SOURCE
    ) -> None:
        self.home = home
        self.env = os.environ | {
            "DISPLAY": name,
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
            "UNDERTOW_HOME": str(home),
            "UNDERTOW_WINDOW": f"{SIZE[0]}x{SIZE[1]}",
        }
        self.process = subprocess.Popen(  # noqa: S603
            [*program, *command],
            cwd=ROOT,
            env=self.env,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.id = self._found()

    def _found(self) -> str:
        search = ["xdotool", "search", "--onlyvisible", "--class", "undertow"]
        found = ""

        def look() -> bool:
            nonlocal found
            assert self.process.poll() is None, self.process.communicate()[1]
            ran = subprocess.run(  # noqa: S603
                search, env=self.env, capture_output=True, text=True, check=False
            )
            found = ran.stdout.strip().split("\n")[-1]
            return bool(found)

        wait_for(look)
        self.do("windowfocus", found)
        return found

    def do(self, *words: object) -> None:
        command = ["xdotool", *(str(w) for w in words)]
        subprocess.run(command, env=self.env, check=True)  # noqa: S603

    def key(self, *keys: str) -> None:
        for key in keys:
            self.do("key", key)
            time.sleep(0.05)

    def click(self, at: tuple[int, int]) -> None:
        self.do("mousemove", *at)
        time.sleep(0.1)
        self.do("click", 1)

    def drag(self, start: tuple[int, int], end: tuple[int, int], steps: int = 8) -> None:
        self.do("mousemove", *start, "mousedown", 1)
        for n in range(1, steps + 1):
            x = start[0] + (end[0] - start[0]) * n // steps
            y = start[1] + (end[1] - start[1]) * n // steps
            self.do("mousemove", x, y)
            time.sleep(0.03)
        self.do("mouseup", 1)
        time.sleep(0.1)

    def shows(self, caption: str) -> bool:
        """Return whether the screen of this caption is shown."""
        command = ["xdotool", "getwindowname", self.id]
        ran = subprocess.run(command, env=self.env, capture_output=True, text=True, check=True)  # noqa: S603
        return ran.stdout.strip() == (f"{caption} – {TITLE}" if caption else TITLE)

    def wait_for(self, caption: str) -> None:
        """Wait until the screen of this caption is shown."""
        wait_for(lambda: self.shows(caption))

    @property
    def file(self) -> Path | None:
        """Return the save that was written last; None if there is none."""
        found = (self.home / "saves").glob("*.undertow")
        return max(found, key=lambda file: file.stat().st_mtime, default=None)

    @property
    def answers(self) -> int:
        """Return the number of answers in the save."""
        return len(load_save(self.file).answers) if self.file else 0

    def game(self) -> Session:
        """Return the current game, restored from the save."""
        assert self.file
        save = load_save(self.file)
        battle = battle_of(save)
        return restore(save, battle.rules(), battle.opening).session

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stderr:
            self.process.stderr.close()


def wait_for(come: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not come():
        assert time.monotonic() < until, "it never came to that"
        time.sleep(0.1)


def pixel_of_whole_table(board: Board, at: Point) -> tuple[int, int]:
    """Return the pixel of a point of the board while the camera shows the whole table."""
    window: pygame.Rect = Theme().rect(
        layout(*SIZE, OpenSides(board.width <= BROAD * board.height)).board
    )
    return Camera(board.width, board.height, window).pixel(at)
