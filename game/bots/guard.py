"""Nothing that a bot raises ends the program, but Ctrl-C does."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_pressed = False


class BrokenBotError(Exception):
    """A bot wanted to end the program, or to be ended."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the bot raised {what}")


def heed_interrupts() -> None:
    """Tell Ctrl-C from a bot that raises KeyboardInterrupt; for the main thread."""
    signal.signal(signal.SIGINT, _press)


def _press(number: int, frame: FrameType | None) -> None:
    global _pressed  # noqa: PLW0603  a process is interrupted once
    _pressed = True
    raise KeyboardInterrupt


@contextmanager
def contained() -> Iterator[None]:
    """Let a bot think; raise BrokenBotError for what is no Exception."""
    try:
        yield
    except KeyboardInterrupt as error:
        if _pressed or signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            raise
        raise BrokenBotError("KeyboardInterrupt") from error
    except (SystemExit, GeneratorExit) as error:
        raise BrokenBotError(type(error).__name__) from error
