"""Packs written as zips."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from stat import S_IFREG
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from game.content.packs.pack import Pack
from game.content.packs.pack_layout import MANIFEST


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return the zip of a pack with these files; the same files give the same bytes."""
    into = BytesIO()
    with ZipFile(into, "w", ZIP_DEFLATED, compresslevel=9) as zipped:
        for name in sorted(files, key=lambda name: (name != MANIFEST, name)):
            one = ZipInfo(name)  # of 1980, whatever the clock says
            one.external_attr = (S_IFREG | 0o644) << 16
            one.compress_type = ZIP_DEFLATED
            zipped.writestr(one, files[name])
    return into.getvalue()


def repacked(pack: Pack) -> bytes:
    """Return the zip of all files of a pack; raise UnusableFile if one cannot be read."""
    return packed({member: pack.fetch(member) for member in pack.sizes})
