"""The form to which the files of a pack are held."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from unicodedata import normalize

from game.content.faults import Fault
from game.content.file_lookup import has_ending, is_device_name
from game.content.library_kinds import PACKED, PICTURES, kind_at
from game.content.reading import MIB

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


NO_FILE = "is a link or a device, not a file"
NOTES = (".md", ".txt")
"""Endings of files that may lie beside the manifest: a licence, a read-me."""
_NOT_IN_NAMES = re.compile(r'[\\:*?"<>|\x00-\x1f\x7f]')


def inside(name: str) -> tuple[str, str] | None:
    """Return the pack, and the path in it, that the name of a file in the library stands for.

    ``assets/rosters/river-war/guard.toml`` is ``rosters/guard.toml`` of ``river-war``. Return
    None for the name of a file that is of no pack.
    """
    kind = kind_at(name)
    if kind is None or not kind.is_packed:
        return None
    pack, _, rest = name[len(kind.folder) + 1 :].partition("/")
    return (pack, f"{kind.plural}/{rest}") if rest else None


def form_faults(files: Sequence[tuple[str, int]]) -> list[Fault]:
    """Return the faults of the names, the number and the sizes of the files of a pack."""
    names, total = [name for name, _ in files], sum(size for _, size in files)
    texts = sum(size for name, size in files if not has_ending(name, *PICTURES))
    faults = [Fault(legible(name), no) for name in names for no in _name_faults(name)]
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
            faults.append(Fault(legible(name), "is there twice, but for its capitals"))
        elif _folded(name) in within:
            faults.append(Fault(legible(name), "is a file and a folder"))
    return faults


def legible(name: str) -> str:
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
        return "" if is_fine else f"lies in no folder of a pack: {', '.join(PACKED)}"
    if folder not in PACKED:
        return f"lies in no folder of a pack: {', '.join(PACKED)}"
    kind = PACKED[folder]
    endings = *kind.endings, *kind.alongside
    if ending not in endings:
        return f"does not end in {' or '.join(endings)}"
    deep = MAX_DEPTH - 1 if ending in kind.alongside else 1
    return f"lies more than {deep} deep in {folder}" if len(below) > deep else ""
