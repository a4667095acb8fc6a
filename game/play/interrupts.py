"""A handler of Ctrl-C that distinguishes it from a KeyboardInterrupt raised by a bot."""

from __future__ import annotations

import signal
from types import FrameType

_pressed = False


def heed_interrupts() -> None:
    """Install the Ctrl-C handler that records that it was pressed.

    Call it in the main thread.
    """
    signal.signal(signal.SIGINT, _press)


def is_pressed() -> bool:
    """Return whether a KeyboardInterrupt is Ctrl-C; True where no handler tells them apart."""
    return _pressed or signal.getsignal(signal.SIGINT) is signal.default_int_handler


def _press(number: int, frame: FrameType | None) -> None:
    global _pressed  # noqa: PLW0603  a process is interrupted once
    _pressed = True
    raise KeyboardInterrupt
