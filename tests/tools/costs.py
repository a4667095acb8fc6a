"""Measures work in a process of its own: its result, megabytes and CPU seconds."""

from __future__ import annotations

import gc
import os
import resource
from collections.abc import Callable
from typing import TypedDict

MEGABYTES = 300
"""Maximum for reading a file or playing a game; the program alone takes 60."""
MOST = 3 << 30
"""Bytes of address space at which work is stopped."""


class Cost(TypedDict):
    name: str
    said: str
    """``told:`` and the result of the work, or its exception."""
    MB: float
    CPU: float
    """Processor time in seconds."""


def cost_of(name: str, work: Callable[[], str], longest: int) -> Cost:
    """Run *work* in a child process; stop it after *longest* CPU seconds."""
    gc.freeze()  # a collection in the child would copy all pages that it shares
    heard, says = os.pipe()
    if (child := os.fork()) == 0:
        said = "was stopped"
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))
            resource.setrlimit(resource.RLIMIT_CPU, (longest, longest))
            said = f"told: {work()}"
        except BaseException as error:  # noqa: BLE001  whatever it is, it is told
            said = f"raised {error!r}"
        finally:
            os.write(says, said.encode(errors="replace")[:4000])
            os._exit(0)
    os.close(says)
    with os.fdopen(heard, "rb") as file:
        said = file.read().decode(errors="replace")
    _, _, used = os.wait4(child, 0)
    seconds = used.ru_utime + used.ru_stime
    return Cost(name=name, said=said, MB=used.ru_maxrss / 1024, CPU=seconds)


def is_too_much(cost: Cost, seconds: float) -> bool:
    """Return whether work raised, was stopped, or exceeded its limits."""
    found = cost["said"].startswith("told: ")
    return not found or cost["MB"] > MEGABYTES or cost["CPU"] > seconds
