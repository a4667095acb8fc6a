"""What work costs: done in a process of its own, and told with its megabytes and seconds."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from typing import TypedDict

MEGABYTES = 300
"""More than this, nothing that is read or played may take; the program itself takes 60."""
MOST = 3 << 30
"""Bytes at which work is stopped."""


class Cost(TypedDict):
    name: str
    said: str
    """What came of it: ``told:`` and what it returned, or what it raised."""
    MB: float
    CPU: float
    """Seconds."""


def cost_of(name: str, work: Callable[[], str], longest: int) -> Cost:
    """Do some work; stop it after so many seconds of CPU."""
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
    """Return whether work raised, was stopped, or took more than it may."""
    told = cost["said"].startswith("told: ")
    return not told or cost["MB"] > MEGABYTES or cost["CPU"] > seconds
