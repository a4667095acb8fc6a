"""Packs made of a few files with all that those need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path, PurePath

from game.content.army_lists.roster_toml import written
from game.content.background_pictures import beside
from game.content.faults import Fault, UnusableFile
from game.content.file_lookup import has_ending
from game.content.file_schemas import SCHEMAS
from game.content.file_source import known_by
from game.content.file_words import named, nearest, word_of
from game.content.icons import icon_file, known_icon
from game.content.library_kinds import (
    ICON,
    MAP,
    PACKED,
    PAGE,
    SCENARIO,
    TOML,
    LibraryKind,
    kind_at,
    kind_of,
)
from game.content.maps.map_library import map_text, map_title, parse_map
from game.content.names_in_files import named_at, places_in
from game.content.packs.pack import PackManifest
from game.content.packs.pack_layout import MANIFEST, MAX_FILE_BYTES
from game.content.packs.pack_reading import pack_of
from game.content.packs.pack_writing import packed
from game.content.strict_toml import parse_toml
from game.content.user_files import DISK, UserFileSource
from game.rules.pack_checks import PackedThing, check_pack


def title_of(file: str, library: UserFileSource = DISK) -> str:
    """Return the title of a file, which may be faulty, or else its name."""
    title: object = ""
    with suppress(UnusableFile):
        if has_ending(file, ".tmj"):
            return map_title(file, library)
        title = parse_toml(library.read(file), file).get("title")
    return title if title and isinstance(title, str) else PurePath(file).stem


def make_pack(
    files: Iterable[str], manifest: PackManifest, library: UserFileSource = DISK
) -> tuple[bytes, list[PackedThing]]:
    """Return the bytes of a pack of some files and all that they need, and its contents.

    *files* are names in the library, or absolute paths. Raise UnusableFile with all faults.
    """
    with known_by(library):
        found = needed(files, library)
    about = {key: value for key, value in manifest.model_dump().items() if value != ""}
    texts = {MANIFEST: written(about).encode()}
    raw = packed(texts | {member: _bytes(file, library) for member, file in found.items()})
    path = Path(f"{manifest.name}.undertow-pack")
    return raw, check_pack(pack_of(raw, path))


def needed(files: Iterable[str], library: UserFileSource = DISK) -> dict[str, str]:
    """Return some files and all that they need and that is not shipped.

    The result has the names in the library, or paths, by the path in the pack. Raise
    UnusableFile if two files would have the same one, or if one names another in a way that is
    not possible in a pack.
    """
    found, faults = dict[str, str](), list[Fault]()
    queue = [(_member(file, library), file) for file in files]
    while queue:
        member, file = queue.pop(0)
        if member not in found:
            found[member] = file
            for need in _needs(PACKED[member.partition("/")[0]], file, library):
                if isinstance(need, Fault):
                    faults.append(need)
                else:
                    queue.append(need)
        elif found[member] != file:
            faults.append(Fault(file, f"would be {member} in the pack, as {found[member]} is"))
    if faults:
        raise UnusableFile("", faults)
    return found


def _member(file: str, library: UserFileSource) -> str:
    """Return the path that a file has in a pack; raise UnusableFile for a file of no kind."""
    kind = kind_at(file)
    if kind is None or not kind.is_packed:
        kind = packed_kind(library.read(file), file)
    return f"{kind.plural}/{PurePath(file).name}"


def packed_kind(text: str, file: str) -> LibraryKind:
    """Return the kind of a file that was opened by its path.

    Raise UnusableFile if it is of no kind that packs hold.
    """
    if has_ending(file, TOML):
        kind = kind_of(parse_toml(text, file))
    else:
        kind = next((one for one in (MAP, ICON) if has_ending(file, one.ending)), None)
    if kind is None or not kind.is_packed:
        kinds = ", ".join(one.name for one in PACKED.values())
        raise UnusableFile(file, [("", f"is of no kind that packs hold: {kinds}")])
    return kind


def _images(file: str, library: UserFileSource) -> Iterator[tuple[str, str]]:
    """Yield the images of a map's pictures, decor and tiles, each with its path in the pack."""
    mapfile = parse_map(map_text(library, file), file)
    pictures = {*(one.image for one in mapfile.pictures), *mapfile.decor_images()}
    for image in mapfile.images():
        # Boards leave tiles out whose picture is missing.
        if image in pictures or library.has(beside(file, image)):
            yield f"maps/{image}", beside(file, image)


def _needs(
    kind: LibraryKind, file: str, library: UserFileSource
) -> Iterator[tuple[str, str] | Fault]:
    """Yield the files that a file names, each with its path in the pack, or a fault."""
    if has_ending(file, ".tmj"):
        yield from _images(file, library)
    if kind not in SCHEMAS:
        return
    raw = parse_toml(library.read(file), file)
    for place in places_in(SCHEMAS[kind]):
        for word in dict.fromkeys(word for _, word in named_at(raw, place.steps) if word):
            target = _target(place.kind, word, file, library)
            if not target or library.is_shipped(target):
                continue  # the check of the pack tells which file is missing
            if word != PurePath(target).stem:
                reason = f"names {word!r} by a path or in a pack: copy that file, and write"
                yield Fault(file, f"{reason} {PurePath(target).stem!r}")
            yield f"{place.kind.plural}/{PurePath(target).name}", target
    if kind is SCENARIO:
        page = named(nearest(library, file, word_of(file, SCENARIO), PAGE), PAGE)
        if page != file and library.has(page) and not library.is_shipped(page):
            yield f"{PAGE.plural}/{PurePath(page).name}", page


def _target(kind: LibraryKind, word: str, file: str, library: UserFileSource) -> str:
    """Return the name in the library of the file that a word means; empty if there is none."""
    if kind is ICON:
        return icon_file(known_icon(word, file), library)
    target = named(nearest(library, file, word, kind), kind)
    return target if library.has(target) else ""


def _bytes(file: str, library: UserFileSource) -> bytes:
    """Return a file as it lies in a pack: a map with its other files written out."""
    if has_ending(file, MAP.ending):
        text = map_text(library, file)
        if text != library.read(file):
            return text.encode()
    return library.read_bytes(file, MAX_FILE_BYTES)
