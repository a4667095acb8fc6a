"""The disk cache of painted boards that all processes of a test run share."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def share_cache(home: Path, shelf: Path) -> None:
    """Let the programs of a user folder take what others have painted, and leave their own."""
    with suppress(OSError):  # some systems let few users create symbolic links
        (home / "cache").symlink_to(shelf.resolve(), target_is_directory=True)
