"""Refusals of files, and the faults that they name."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

import pytest

from game.content.faults import UnusableFile

P = ParamSpec("P")


def refusal_of(read: Callable[P, object], *args: P.args, **more: P.kwargs) -> UnusableFile:
    """Return the error with which a reader refuses a file."""
    with pytest.raises(UnusableFile) as caught:
        read(*args, **more)
    return caught.value


def faults_of(read: Callable[P, object], *args: P.args, **more: P.kwargs) -> list[str]:
    """Return the faults that a reader finds in a file, each with its place."""
    return [str(fault) for fault in refusal_of(read, *args, **more).faults]
