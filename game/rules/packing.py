"""Packs are made of the files that a few files need, and checked as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from game.content.armouries.armoury_library import load_armoury
from game.content.army_lists import written
from game.content.campaign_files import load_campaign
from game.content.faults import REST, Fault, UnusableFile, first_faults
from game.content.file_lookup import has_ending
from game.content.file_source import (
    DISK,
    CachingSource,
    FileSource,
    PackSource,
    UserFileSource,
    known_by,
    made_once,
    named,
    nearest,
    word_of,
)
from game.content.how_to_pages import load_page
from game.content.icons import icon_file, known_icon, load_icon
from game.content.maps.made_board import UNTITLED
from game.content.maps.map_library import load_board, map_title, parse_map
from game.content.names_in_files import NAMES, named_at
from game.content.packs import (
    FOLDERS,
    MANIFEST,
    MAX_FILE_BYTES,
    Pack,
    PackManifest,
    pack_of,
    packed,
)
from game.content.rosters import load_roster
from game.content.scenarios import load_scenario
from game.content.strict_toml import parse_toml
from game.content.underlays import (
    MAX_PICTURE_BYTES,
    PictureBudget,
    PictureHead,
    beside,
    picture_head,
)
from game.rules.battles import check_scenario, maps_of
from game.rules.campaigns import battles_of, check_campaign
from game.table.records import many

KINDS: Mapping[str, str] = {
    "maps": "map",
    "armouries": "armoury",
    "rosters": "roster",
    "scenarios": "scenario",
    "campaigns": "campaign",
    "pages": "page",
    "icons": "icon",
}
"""Kind of the files in each folder of a pack."""


MAX_PAIRS = 1000
"""Maximum number of maps that the scenarios of a pack name, counted for each scenario."""
MAX_COURSES = 200
"""Maximum number of battles of the campaigns of a pack, at first and after each result."""


class PackedThing(NamedTuple):
    """A file of a pack, such as a map or a roster."""

    kind: str
    word: str
    title: str


def check_pack(pack: Pack) -> list[PackedThing]:
    """Return the files of a pack, all of which are usable with those that are shipped.

    Raise UnusableFile with all faults of all files.
    """
    source, things = CachingSource(PackSource(pack)), list[PackedThing]()
    faults = [*_too_many_battles(pack, source)]
    untried = {"scenarios", "campaigns"} if faults else set[str]()
    for folder, of in FOLDERS.items():
        if folder in untried or (folder == "campaigns" and faults):
            continue  # the battles of campaigns are tried with all the other files
        for member in (m for m in pack.sizes if m.startswith(f"{folder}/")):
            name = f"{of.known_as}/{pack.name}/{member.partition('/')[2]}"
            word = word_of(name, of.known_as, PurePath(member).suffix.lower())
            kind = KINDS[folder] if has_ending(member, of.endings[0]) else "picture"
            kind = "icon" if folder == "icons" else kind
            try:
                title = _CHECKS[kind](name if kind == "picture" else word, source)
            except UnusableFile as error:
                found = _in_pack(error, pack, member)
                # A scenario repeats the faults of its maps.
                known = {f.reason for f in faults} if folder == "scenarios" else ()
                faults += [f for f in found if f.kind == REST or f.reason not in known]
            else:
                things.append(PackedThing(kind, word, title))
    faults += _notes_faults(pack)
    if faults:
        raise UnusableFile(str(pack.path), first_faults(faults))
    return things


def _too_many_battles(pack: Pack, source: CachingSource) -> Iterator[Fault]:
    """Yield a fault if the check of a pack would try too many battles.

    It tries each scenario on each of its maps, and each battle of a campaign, at first and
    after each result. Files that cannot be used count nothing, as they are not tried.
    """
    scenarios, campaigns = 0, 0
    for word in pack.names(FOLDERS["scenarios"].known_as, ".toml"):
        with suppress(UnusableFile):
            scenarios += len(maps_of(load_scenario(word, library=source, whole=False)))
    for word in pack.names(FOLDERS["campaigns"].known_as, ".toml"):
        with suppress(UnusableFile):
            campaigns += sum(1 for _ in battles_of(load_campaign(word, source)))
    if scenarios > MAX_PAIRS:
        reason = f"its scenarios name {scenarios:,} maps in all; the limit is {MAX_PAIRS:,}"
        yield Fault("", f"{reason}: name fewer in each")
    if campaigns > MAX_COURSES:
        reason = f"its campaigns have {campaigns:,} battles and results that change one"
        yield Fault("", f"{reason}; the limit is {MAX_COURSES}: make two packs of it")


def _in_pack(error: UnusableFile, pack: Pack, member: str) -> list[Fault]:
    """Return the faults of a file of a pack with places that say in which file they are."""
    if error.file == str(pack.path):
        return error.faults
    if pack.member(error.file) is not None:
        return pack.reported(error).faults
    other = error.file if error.file != member else ""
    return [
        fault._replace(place=": ".join(filter(None, (member, other, fault.place))))
        for fault in error.faults
    ]


def _notes_faults(pack: Pack) -> Iterator[Fault]:
    for member in (m for m in pack.sizes if "/" not in m):
        try:
            pack.text(member)
        except UnusableFile as error:
            yield from pack.reported(error).faults


def _check_map(word: str, source: FileSource) -> str:
    board, budget = load_board(word, source), PictureBudget()
    for picture in board.pictures:
        head, size = _head(picture.file, source)
        budget.add(picture.file, head, size)
    return board.name if board.name != UNTITLED else PurePath(word).stem


def _check_scenario(word: str, source: FileSource) -> str:
    check_scenario(word, source)
    return load_scenario(word, library=source).title


def _check_campaign(word: str, source: FileSource) -> str:
    campaign = load_campaign(word, source)
    check_campaign(campaign, source)
    return campaign.title


def _check_page(word: str, source: FileSource) -> str:
    load_page(word, source)
    return load_scenario(word, library=source).title


def _check_icon(word: str, source: FileSource) -> str:
    load_icon(word, source)
    return PurePath(word).name


def _check_picture(name: str, source: FileSource) -> str:
    _head(name, source)
    return PurePath(name).name


def _head(name: str, source: FileSource) -> tuple[PictureHead, int]:
    """Return the head and the bytes of a picture, which many maps may show."""

    def read(source: FileSource) -> tuple[PictureHead, int]:
        data = source.read_bytes(name, MAX_PICTURE_BYTES)
        return picture_head(data, name), len(data)

    return made_once(source, ("picture", name), read)


_CHECKS: Mapping[str, Callable[[str, FileSource], str]] = {
    "map": _check_map,
    "picture": _check_picture,
    "armoury": lambda word, source: load_armoury(word, source).title,
    "roster": lambda word, source: load_roster(word, source).title,
    "scenario": _check_scenario,
    "campaign": _check_campaign,
    "page": _check_page,
    "icon": _check_icon,
}
"""Returns the title of a usable file; raises UnusableFile."""


def contents_in_words(things: Iterable[PackedThing]) -> list[str]:
    """Return a line for each kind of things: ``2 rosters: River guard, Raiders``."""
    titles = dict[str, list[str]]()
    for thing in things:
        titles.setdefault(thing.kind, []).append(thing.title)
    lines = list[str]()
    for kind, found in titles.items():
        count = many(len(found), kind, "armouries" if kind == "armoury" else "")
        names = "" if kind in {"page", "icon", "picture"} else f": {', '.join(found)}"
        lines.append(count + names)
    return lines


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
            for need in _needs(member.partition("/")[0], file, library):
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
    folders = (own for own, of in FOLDERS.items() if file.startswith(f"{of.known_as}/"))
    folder = next(folders, "") or folder_of(library.read(file), file)
    return f"{folder}/{PurePath(file).name}"


def folder_of(text: str, file: str) -> str:
    """Return the folder of a pack for a file that was opened by its path.

    Raise UnusableFile if it is of no kind that packs hold.
    """
    kind = {".tmj": "map", ".svg": "icon"}.get(PurePath(file).suffix.lower())
    if has_ending(file, ".toml"):
        kind = kind_of(parse_toml(text, file))
    found = next((folder for folder, one in KINDS.items() if one == kind), "")
    if not found:
        kinds = ", ".join(KINDS.values())
        raise UnusableFile(file, [("", f"is of no kind that packs hold: {kinds}")])
    return found


def _needs(
    folder: str, file: str, library: UserFileSource
) -> Iterator[tuple[str, str] | Fault]:
    """Yield the files that a file names, each with its path in the pack, or a fault."""
    if has_ending(file, ".tmj"):
        for picture in parse_map(library.read(file), file).pictures:
            yield f"maps/{picture.image}", beside(file, picture.image)
    if folder in {"maps", "icons"}:
        return
    raw = parse_toml(library.read(file), file)
    folders = {kind: own for own, kind in KINDS.items()}
    for place in NAMES[KINDS[folder]]:
        kind = folders[place.kind]
        for word in dict.fromkeys(word for _, word in named_at(raw, place.steps) if word):
            target = _target(kind, word, file, library)
            if not target or library.is_shipped(target):
                continue  # the check of the pack tells which file is missing
            if word != PurePath(target).stem:
                reason = f"names {word!r} by a path or in a pack: copy that file, and write"
                yield Fault(file, f"{reason} {PurePath(target).stem!r}")
            yield f"{kind}/{PurePath(target).name}", target
    if folder == "scenarios":
        pages = FOLDERS["pages"].known_as
        word = word_of(file, FOLDERS[folder].known_as, ".toml")
        page = named(nearest(library, file, word, pages, ".toml"), pages, ".toml")
        if page != file and library.has(page) and not library.is_shipped(page):
            yield f"pages/{PurePath(page).name}", page


def _target(kind: str, word: str, file: str, library: UserFileSource) -> str:
    """Return the name in the library of the file that a word means; empty if there is none."""
    if kind == "icons":
        return icon_file(known_icon(word, file), library)
    folder, (ending, *_) = FOLDERS[kind]
    target = named(nearest(library, file, word, folder, ending), folder, ending)
    return target if library.has(target) else ""


def _bytes(file: str, library: UserFileSource) -> bytes:
    return library.read_bytes(file, MAX_FILE_BYTES)


SIGNS: Mapping[str, str] = {
    "scenarios": "experiment",
    "level": "bot",
    "card": "lesson",
    "lead": "page",
    "battle": "campaign",
    "side": "scenario",
    "mission": "scenario",
    "armoury": "roster",
    "profile": "armoury",
    "clauses": "situation",
}
"""Kind of a TOML file by a key that only this kind has; the first match counts."""


def kind_of(raw: Mapping[str, Any]) -> str | None:
    """Return the kind of a TOML file; None if it is of none."""
    kind = next((kind for key, kind in SIGNS.items() if key in raw), None)
    # A situation may have clauses too, but neither sides nor profiles of its own.
    return "situation" if "expect" in raw or "dice" in raw else kind
