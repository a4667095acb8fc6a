"""Stands in for ``os.fsync`` on a disk that is full."""

from __future__ import annotations


def full_disk(_: int) -> None:
    raise OSError(28, "No space left on device")
