"""Checks that all that is in a pack can be used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import PurePath
from typing import NamedTuple

from game.content.armouries.armoury_library import load_armoury
from game.content.background_pictures import PictureBudget, head_of
from game.content.campaign_files import load_campaign
from game.content.faults import REST, Fault, UnusableFile, first_faults
from game.content.file_lookup import without_ending
from game.content.file_source import FileSource
from game.content.how_to_pages import load_page
from game.content.icons import load_icon
from game.content.library_kinds import CAMPAIGN, PACKED, SCENARIO
from game.content.maps.made_board import UNTITLED
from game.content.maps.map_library import load_board
from game.content.packs.pack import Pack
from game.content.picture_heads import MAX_PICTURE_BYTES, PictureHead
from game.content.rosters import load_roster
from game.content.scenarios import load_scenario
from game.content.source_cache import CachingSource, made_once
from game.content.user_files import PackSource
from game.rules.battles import check_scenario, maps_of
from game.rules.campaigns import battles_of, check_campaign
from game.table.records import many

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
    untried = (SCENARIO, CAMPAIGN) if faults else ()
    for kind in PACKED.values():
        if kind in untried or (kind is CAMPAIGN and faults):
            continue  # the battles of campaigns are tried with all the other files
        for member in (m for m in pack.sizes if m.startswith(f"{kind.plural}/")):
            name = f"{kind.folder}/{pack.name}/{member.partition('/')[2]}"
            ending = PurePath(member).suffix.lower()
            word = without_ending(name.removeprefix(f"{kind.folder}/"), ending)
            what = kind.name if ending in kind.endings else "picture"
            try:
                title = _CHECKS[what](name if what == "picture" else word, source)
            except UnusableFile as error:
                found = _in_pack(error, pack, member)
                # A scenario repeats the faults of its maps.
                known = {f.reason for f in faults} if kind is SCENARIO else ()
                faults += [f for f in found if f.kind == REST or f.reason not in known]
            else:
                things.append(PackedThing(what, word, title))
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
    for word in pack.names(SCENARIO):
        with suppress(UnusableFile):
            scenarios += len(maps_of(load_scenario(word, library=source, whole=False)))
    for word in pack.names(CAMPAIGN):
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
    pictures = {one.file for one in board.pictures} | {one.file for one in board.decor}
    for file in board.picture_files:
        # Boards leave tiles out whose picture is missing: packs made before had none of them.
        if file in pictures or source.has(file):
            head, size = _head(file, source)
            budget.add(file, head, size)
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
        return head_of(data, name), len(data)

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
        plural = next((one.plural for one in PACKED.values() if one.name == kind), "")
        count = many(len(found), kind, plural)
        names = "" if kind in {"page", "icon", "picture"} else f": {', '.join(found)}"
        lines.append(count + names)
    return lines
