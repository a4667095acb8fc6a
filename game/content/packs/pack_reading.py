"""Packs read from a zip or a folder."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from stat import S_IFMT, S_ISDIR, S_ISREG
from struct import Struct
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from pydantic import ValidationError

from game.content.faults import (
    Fault,
    UnusableFile,
    first_faults,
    lower_first,
    spelt,
    system_reason,
)
from game.content.file_names import joined
from game.content.packs.pack import Pack, PackManifest
from game.content.packs.pack_layout import (
    MANIFEST,
    MAX_DIRECTORY_BYTES,
    MAX_FILE_BYTES,
    MAX_FILES,
    MAX_PACK_BYTES,
    MAX_RATIO,
    NO_FILE,
    SMALL,
    form_faults,
    legible,
)
from game.content.reading import decoded, read_bytes, too_big
from game.content.schema_faults import faults_in
from game.content.strict_toml import parse_toml

_END = Struct("<4s4H2LH")
_FILE_SIGN, _END_SIGN, _END64_SIGN = b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x07"
_END64_BYTES = 20
_DAMAGED = (BadZipFile, EOFError, NotImplementedError, OSError, RuntimeError, ValueError)
"""Errors of a zip that is damaged, or made to look like one."""


def open_pack(path: Path) -> Pack:
    """Return the pack in a file or folder; raise UnusableFile with all faults of its form."""
    if path.is_dir():
        return pack_in_folder(path)
    return pack_of(read_bytes(path, MAX_PACK_BYTES), path)


def pack_of(raw: bytes, path: Path) -> Pack:
    """Return the pack in the bytes of a file; raise UnusableFile for the file *path*."""
    return pack_in(lambda: BytesIO(raw), len(raw), path)


def pack_in(opened: Callable[[], BinaryIO], size: int, path: Path, name: str = "") -> Pack:
    """Return the pack in a zip; its name is *name*, or that of its manifest.

    Raise UnusableFile with all faults of the form.
    """
    file = str(path)
    try:
        with opened() as raw:
            _check_end(raw, size)
            raw.seek(0)
            with ZipFile(raw) as packed:
                listed = packed.infolist()
    except _DAMAGED as error:
        raise UnusableFile(
            file, [("", f"is a damaged zip: {lower_first(str(error))}")]
        ) from error
    faults = [Fault(legible(one.filename), no) for one in listed for no in _unlike_a_file(one)]
    files = [one for one in listed if not one.filename.endswith("/")]
    sizes = {one.filename: one.file_size for one in sorted(files, key=_place)}
    faults += form_faults([(one.filename, one.file_size) for one in files])
    if faults:
        raise UnusableFile(file, first_faults(faults))

    def fetch(member: str) -> bytes:
        try:
            with opened() as raw, ZipFile(raw) as packed, packed.open(member) as found:
                data = found.read(sizes[member] + 1)
        except (*_DAMAGED, KeyError, zlib.error) as error:
            reason = f"is damaged: {lower_first(str(error))}"
            raise UnusableFile(member, [("", reason)]) from error
        if len(data) != sizes[member]:
            raise UnusableFile(member, [("", "has not the size that the zip states")])
        return data

    return _pack(path, name, sizes, fetch)


def _place(one: ZipInfo) -> tuple[bool, str]:
    """Return a key that sorts the manifest first, and all other files by path."""
    return one.filename != MANIFEST, one.filename


def _check_end(raw: BinaryIO, size: int) -> None:
    """Raise BadZipFile unless a zip ends as a small zip ends, before its files are listed."""
    if raw.read(len(_FILE_SIGN)) != _FILE_SIGN:
        raise BadZipFile("it does not begin with a file")
    raw.seek(max(0, size - _END.size - _END64_BYTES))
    tail = raw.read()
    if len(tail) < _END.size:
        raise BadZipFile("it is too short")
    sign, *_, directory, _, comment = _END.unpack(tail[-_END.size :])
    if sign != _END_SIGN or comment:
        raise BadZipFile("its end is missing, or something follows it")
    if directory > MAX_DIRECTORY_BYTES or tail.startswith(_END64_SIGN):
        raise BadZipFile(f"it lists far more than {MAX_FILES} files")


def _unlike_a_file(one: ZipInfo) -> Iterator[str]:
    """Yield the reasons why an entry of a zip is refused, whatever its name."""
    kind = S_IFMT(one.external_attr >> 16)
    if kind and not (S_ISREG(kind) or S_ISDIR(kind)):
        yield NO_FILE
    if one.flag_bits & 0x1:
        yield "is encrypted"
    if one.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        yield "is not packed by deflate"
    if one.filename.endswith("/") and one.file_size:
        yield "is a folder that holds bytes"
    if one.file_size > MAX_FILE_BYTES:
        yield too_big(one.file_size, MAX_FILE_BYTES)
    elif one.file_size > SMALL and one.file_size > MAX_RATIO * one.compress_size:
        yield f"unpacks to more than {MAX_RATIO} times its size"


def pack_in_folder(path: Path) -> Pack:
    """Return the pack in a folder of plain files; raise UnusableFile."""
    try:
        found = sorted(
            Path(folder, name).relative_to(path).as_posix()
            for folder, _, names in os.walk(path)
            for name in names
        )
        status = {name: (path / name).lstat() for name in found}
    except OSError as error:
        reason = f"cannot read it: {system_reason(error)}"
        raise UnusableFile(str(path), [("", reason)]) from error
    sizes = {name: status[name].st_size for name in found}
    large = [n for n, size in sizes.items() if size > MAX_FILE_BYTES]
    faults = [Fault(name, too_big(sizes[name], MAX_FILE_BYTES)) for name in large]
    links = [name for name in found if not S_ISREG(status[name].st_mode)]
    faults += [Fault(name, NO_FILE) for name in links]
    faults += form_faults([*sizes.items()])
    if faults:
        raise UnusableFile(str(path), first_faults(faults))

    def fetch(member: str) -> bytes:
        try:
            return read_bytes(joined(path, member), MAX_FILE_BYTES)
        except UnusableFile as error:
            raise UnusableFile(member, error.faults) from error

    return _pack(path, "", sizes, fetch)


def _pack(
    path: Path, name: str, sizes: Mapping[str, int], fetch: Callable[[str], bytes]
) -> Pack:
    """Return a pack with its manifest; raise UnusableFile."""
    try:
        raw = parse_toml(decoded(fetch(MANIFEST), MANIFEST), MANIFEST)
        manifest = PackManifest.model_validate(raw)
    except UnusableFile as error:
        found = [
            f._replace(place=": ".join(filter(None, (MANIFEST, f.place)))) for f in error.faults
        ]
        raise UnusableFile(str(path), found) from error
    except ValidationError as error:
        found = faults_in(error, PackManifest, lambda steps: f"{MANIFEST}: {spelt(steps)}")
        raise UnusableFile(str(path), found) from error
    return Pack(name or manifest.name, path, manifest=manifest, sizes=sizes, fetch=fetch)
