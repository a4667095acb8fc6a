"""The checking of packs before they are shown."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from game.content.faults import UnusableFile
from game.content.packs.pack import Pack
from game.content.packs.pack_reading import open_pack
from game.content.packs.pack_writing import repacked
from game.rules.pack_checks import PackedThing, check_pack
from game.screens.screen import Change, Destination, Load, Open


class CheckedPack(NamedTuple):
    """A pack of which everything was checked."""

    pack: Pack
    things: list[PackedThing]
    raw: bytes
    """Bytes under which it is kept."""


def checked(path: Path) -> CheckedPack:
    """Return the checked pack of a file or folder; raise UnusableFile with all its faults."""
    pack = open_pack(path)
    return CheckedPack(pack, check_pack(pack), repacked(pack))


def open_packed(path: Path) -> Load:
    """Return the loading of a pack, which is then shown, or its faults."""

    def refused(error: UnusableFile) -> Change:
        return Open(Destination("faulty pack", path.name, error))

    return Load(
        "Checking the pack",
        lambda: checked(path),
        lambda found: Open(Destination("pack", found)),
        refused,
    )
