"""Packs: a zip or a folder of maps, scenarios, rosters and more, with a manifest."""

from __future__ import annotations

import os
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath
from stat import S_IFMT, S_IFREG, S_ISDIR, S_ISREG
from struct import Struct
from typing import Annotated, BinaryIO, Literal, NamedTuple
from unicodedata import normalize
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from pydantic import Field, ValidationError

from game.content.faults import (
    Fault,
    UnusableFile,
    first_faults,
    lower_first,
    spelt,
    system_reason,
)
from game.content.file_lookup import (
    differs_in_ending,
    has_ending,
    is_device_name,
    without_ending,
)
from game.content.file_names import joined
from game.content.reading import MAP_BYTES, MIB, decoded, read_bytes, too_big
from game.content.schema_faults import faults_in
from game.content.schemas import Part, Word, Words
from game.content.shipped_folders import PACKS
from game.content.strict_toml import parse_toml

ENDING = ".undertow-pack"
MANIFEST = "pack.toml"

MAX_PACK_BYTES = 96 * MIB
"""Maximum size in bytes of a pack."""
MAX_TOTAL_BYTES = 128 * MIB
"""Maximum size in bytes of all files of a pack, unpacked."""
MAX_FILE_BYTES = 48 * MIB
"""Maximum size in bytes of one file of a pack, unpacked."""
MAX_TEXT_BYTES = 8 * MIB
"""Maximum size in bytes of all files of a pack but its pictures, which are not parsed."""
MAX_FILES = 300
MAX_RATIO = 200
"""Maximum number of bytes that one packed byte may unpack to, in files of some size."""
SMALL = 64 * 1024
"""Size in bytes up to which a file may be packed at any ratio."""
MAX_DIRECTORY_BYTES = 128 * 1024
"""Maximum size in bytes of the zip's list of files, which is read before anything else."""
MAX_DEPTH = 4
"""Maximum number of steps in the path of a file: ``maps/floors/stone/hall.png``."""
MAX_STEP = 80
"""Maximum number of characters of each step."""


class PackFolder(NamedTuple):
    """A folder of a pack."""

    known_as: str
    """The folder of the shipped files of the same kind."""
    endings: tuple[str, ...]


PICTURES = (".png", ".jpg", ".jpeg")
FOLDERS: Mapping[str, PackFolder] = {
    "maps": PackFolder("maps", (".tmj", *PICTURES)),
    "armouries": PackFolder("assets/armouries", (".toml",)),
    "rosters": PackFolder("assets/rosters", (".toml",)),
    "scenarios": PackFolder("assets/scenarios", (".toml",)),
    "campaigns": PackFolder("assets/campaigns", (".toml",)),
    "pages": PackFolder("assets/pages", (".toml",)),
    "icons": PackFolder("assets/icons/units", (".svg", ".png")),
}
"""Folders that a pack may have. Only ``maps`` has folders within, for pictures."""
NO_FILE = "is a link or a device, not a file"
NOTES = (".md", ".txt")
"""Endings of files that may lie beside the manifest: a licence, a read-me."""

_NOT_IN_NAMES = re.compile(r'[\\:*?"<>|\x00-\x1f\x7f]')
_END = Struct("<4s4H2LH")
_FILE_SIGN, _END_SIGN, _END64_SIGN = b"PK\x03\x04", b"PK\x05\x06", b"PK\x06\x07"
_END64_BYTES = 20
_DAMAGED = (BadZipFile, EOFError, NotImplementedError, OSError, RuntimeError, ValueError)
"""Errors of a zip that is damaged, or made to look like one."""


class PackManifest(Part):
    """The file ``pack.toml``."""

    format: Literal[1]
    name: Word
    """Name in the library, unless the user keeps the pack under another one."""
    title: Words
    author: Words = ""
    licence: Words = ""
    description: Annotated[str, Field(max_length=1200)] = ""


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack of which the form was checked; its files are read when they are used."""

    name: str
    """Name in the library: its file ``maps/yard.tmj`` is the map ``name/yard``."""
    path: Path
    _: KW_ONLY
    manifest: PackManifest
    sizes: Mapping[str, int]
    """Size in bytes of each file, by its path in the pack."""
    fetch: Callable[[str], bytes]
    """Returns the bytes of a file by its path in the pack; raises UnusableFile."""

    @property
    def is_shipped(self) -> bool:
        return self.path.parent == PACKS

    def member(self, name: str) -> str | None:
        """Return the path in the pack of a file of the library; None if it is not here."""
        pack, member = inside(name) or ("", "")
        if pack != self.name:
            return None
        if member in self.sizes:
            return member
        # No two files of a pack differ in capitals only.
        return next((one for one in self.sizes if differs_in_ending(member, one)), None)

    def read_bytes(self, member: str, most: int) -> bytes:
        """Return the bytes of a file by its path in the pack; raise UnusableFile."""
        if (size := self.sizes[member]) > most:
            raise UnusableFile(member, [("", too_big(size, most))])
        return self.fetch(member)

    def text(self, member: str) -> str:
        """Return the text of a file by its path in the pack; raise UnusableFile."""
        return decoded(self.read_bytes(member, MAP_BYTES), member)

    def names(self, folder: str, ending: str) -> list[str]:
        """Return the names in the library of the files of one kind, by its shipped folder."""
        own = next((own for own, of in FOLDERS.items() if of.known_as == folder), None)
        paths = [PurePosixPath(member) for member in self.sizes]
        return [
            f"{self.name}/{without_ending(path.name, ending)}"
            for path in paths
            if str(path.parent) == own and has_ending(path.name, ending)
        ]

    def reported(self, error: UnusableFile) -> UnusableFile:
        """Return *error* as a fault of the pack, with the file in it as its place."""
        member = self.member(error.file) or error.file
        faults = [
            f._replace(place=": ".join(filter(None, (member, f.place)))) for f in error.faults
        ]
        return UnusableFile(str(self.path), faults)


def inside(name: str) -> tuple[str, str] | None:
    """Return the pack, and the path in it, that the name of a file in the library stands for.

    ``assets/rosters/river-war/guard.toml`` is ``rosters/guard.toml`` of ``river-war``. Return
    None for the name of a file that is of no pack.
    """
    for folder, of in FOLDERS.items():
        if name.startswith(f"{of.known_as}/"):
            pack, _, rest = name[len(of.known_as) + 1 :].partition("/")
            return (pack, f"{folder}/{rest}") if rest else None
    return None


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
    faults = [Fault(_legible(one.filename), no) for one in listed for no in _unlike_a_file(one)]
    files = [one for one in listed if not one.filename.endswith("/")]
    sizes = {one.filename: one.file_size for one in sorted(files, key=_place)}
    faults += _form_faults([(one.filename, one.file_size) for one in files])
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
    faults += _form_faults([*sizes.items()])
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


def _form_faults(files: Sequence[tuple[str, int]]) -> list[Fault]:
    """Return the faults of the names, the number and the sizes of the files of a pack."""
    names, total = [name for name, _ in files], sum(size for _, size in files)
    texts = sum(size for name, size in files if not has_ending(name, *PICTURES))
    faults = [Fault(_legible(name), no) for name in names for no in _name_faults(name)]
    if MANIFEST not in names:
        faults.append(Fault(MANIFEST, "is missing: it names the pack"))
    if len(names) > MAX_FILES:
        faults.append(Fault("", f"holds {len(names)} files; the limit is {MAX_FILES}"))
    if total > MAX_TOTAL_BYTES:
        reason = f"unpacks to {total / MIB:.1f} MiB; the limit is {MAX_TOTAL_BYTES // MIB} MiB"
        faults.append(Fault("", reason))
    elif texts > MAX_TEXT_BYTES:
        reason = f"unpacks to {texts / MIB:.1f} MiB besides its pictures"
        faults.append(Fault("", f"{reason}; the limit is {MAX_TEXT_BYTES // MIB} MiB"))
    alike = Counter(_folded(name) for name in names)
    within = {str(folder) for name in alike for folder in PurePosixPath(name).parents}
    for name in dict.fromkeys(names):
        if alike[_folded(name)] > 1:
            faults.append(Fault(_legible(name), "is there twice, but for its capitals"))
        elif _folded(name) in within:
            faults.append(Fault(_legible(name), "is a file and a folder"))
    return faults


def _legible(name: str) -> str:
    """Return a name to be shown, shortened, and without characters that move a cursor."""
    return (name if name.isprintable() else ascii(name)[1:-1])[:MAX_STEP]


def _folded(name: str) -> str:
    """Return a name as file systems compare it that ignore case."""
    return normalize("NFC", normalize("NFC", name).casefold())


def _name_faults(name: str) -> Iterator[str]:
    """Yield the reasons why a file may not have its name in a pack."""
    steps = name.split("/")
    if any(step in {"", ".", ".."} for step in steps) or _NOT_IN_NAMES.search(name):
        yield "is no plain path inside the pack"
        return
    for step in steps:
        if is_device_name(step) or step[0] in ". " or step[-1] in ". ":
            yield f"has a name that not every system allows: {step!r}"
        if len(step) > MAX_STEP or not step.isprintable():
            yield f"has a name of more than {MAX_STEP} characters, or with unusual ones"
    ending = PurePosixPath(name).suffix.lower()
    if no := _misplaced(steps[0], steps[1:], ending):
        yield no


def _misplaced(folder: str, below: Sequence[str], ending: str) -> str:
    """Return why a file may not lie where it does; empty if it may.

    *below* are the steps of its path below *folder*, which is the file itself if there is none.
    """
    if not below:
        is_fine = folder == MANIFEST or ending in NOTES
        return "" if is_fine else f"lies in no folder of a pack: {', '.join(FOLDERS)}"
    if folder not in FOLDERS:
        return f"lies in no folder of a pack: {', '.join(FOLDERS)}"
    if ending not in FOLDERS[folder].endings:
        return f"does not end in {' or '.join(FOLDERS[folder].endings)}"
    deep = MAX_DEPTH - 1 if folder == "maps" and ending in PICTURES else 1
    return f"lies more than {deep} deep in {folder}" if len(below) > deep else ""


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


def manifest_of(name: str, title: str, **about: str) -> PackManifest:
    """Return a manifest; *about* may be empty. Raise UnusableFile with its faults."""
    raw = {"format": 1, "name": name, "title": title}
    try:
        return PackManifest.model_validate(raw | {k: v for k, v in about.items() if v})
    except ValidationError as error:
        raise UnusableFile("", faults_in(error, PackManifest)) from error
