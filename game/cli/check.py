"""The command check."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from game.content.faults import Fault, UnusableFile, first_faults
from game.content.file_kinds import PACK as PACKED
from game.content.file_kinds import FileFormat, Kind, kind_of_file, refusal, words_for
from game.content.file_lookup import is_file
from game.content.icons import MAX_SVG_BYTES, parse_icon
from game.content.library_kinds import kind_of
from game.content.maps.board_faults import MapFindings
from game.content.packs.pack_layout import ENDING as PACK
from game.content.packs.pack_layout import MANIFEST
from game.content.packs.pack_reading import open_pack
from game.content.reading import read_bytes
from game.content.save_format import load_save
from game.content.strict_toml import parse_toml
from game.content.user_files import DISK
from game.entry_points import EntryPoints
from game.rules.battles import battle_of, check_board
from game.rules.pack_checks import check_pack
from game.rules.saving import restore
from game.table.records import many

DOORS: Mapping[str, Callable[[str], Any]] = EntryPoints(
    {
        "armoury": "game.content.armouries.armoury_library:load_armoury",
        "roster": "game.content.rosters:load_roster",
        "scenario": "game.rules.battles:check_scenario",
        "campaign": "game.rules.campaigns:check_campaign_file",
        "situation": "game.content.situations.situation_files:load_situation",
        "lesson": "game.content.lessons:load_lesson",
        "page": "game.content.how_to_pages:load_page",
        "bot": "game.bots.steady.personalities:load_personality",
        "experiment": "game.lab.experiment_checks:check_experiment",
    }
)


CHECKED = {".tmj", ".tmx", ".json", ".toml", ".undertow", ".svg", PACK}
"""Endings of the files that are checked in a folder."""
READ: Sequence[Kind] = ("map", "toml", "save", "pack", "icon")
"""The kinds of files that check reads."""


def check(args: argparse.Namespace) -> int:
    """Print one line for each fault of each file; return 1 if there is any.

    Warnings about probably unintended content are printed too, but are no faults.
    """
    found, paths = 0, [path for given in args.files for path in _files_in(given)]
    for path in paths:
        faults, warnings = findings(path)
        shown = [f"warning: {warning}" for warning in first_faults(warnings, "warning")]
        for line in (*first_faults(faults), *shown):
            print(f"{path}: {line}")
        found += len(faults)
    if not found:
        print(f"{many(len(paths), 'file')} OK")
    return 1 if found else 0


def _files_in(path: Path) -> list[Path]:
    """Return the files of a folder that Undertow knows by their endings; packs are one.

    Return the path itself if it is no folder, or holds no such file.
    """
    if not path.is_dir() or is_file(path / MANIFEST):
        return [path]
    files = sorted(one for one in path.rglob("*") if one.suffix.lower() in CHECKED)
    return [one for one in files if is_file(one)] or [path]


def findings(path: Path) -> MapFindings:
    """Return the faults and warnings of a file of any kind, or of a folder that is a pack."""
    is_pack = path.is_dir() and is_file(path / MANIFEST)
    found = PACKED if is_pack else kind_of_file(path)
    checks: Mapping[str, Callable[[Path], list[Fault]]] = {
        "toml": _toml_faults,
        "save": _save_faults,
        "icon": _icon_faults,
        "pack": _pack_faults,
    }
    try:
        if found.kind == "map":
            return check_board(path)
        if found.kind in checks:
            return MapFindings(checks[found.kind](path), [])
    except UnusableFile as error:
        return MapFindings(_as_faults_of(path, error), [])
    return MapFindings(_unknown(path, found), [])


def _unknown(path: Path, found: FileFormat) -> list[Fault]:
    if path.is_dir():
        words = "holds no file that Undertow knows, and is no pack: it has no pack.toml"
        return [Fault("", words)]
    if not is_file(path):
        return [Fault("", "is no file; check takes paths, not names")]
    return refusal(path, found, f"check reads {words_for(READ)}").faults


def _pack_faults(path: Path) -> list[Fault]:
    check_pack(open_pack(path))
    return []


def _icon_faults(path: Path) -> list[Fault]:
    parse_icon(read_bytes(path, MAX_SVG_BYTES), str(path))
    return []


def _as_faults_of(path: Path, error: UnusableFile) -> list[Fault]:
    """Return the faults of a file; those of one that it names, as an armoury, say which."""
    if not error.file or Path(error.file).resolve() == path.resolve():
        return error.faults
    places = [": ".join(filter(None, (error.file, fault.place))) for fault in error.faults]
    return [f._replace(place=place) for f, place in zip(error.faults, places, strict=True)]


def _save_faults(path: Path) -> list[Fault]:
    save = load_save(path)
    battle = battle_of(save)
    restore(save, battle.rules(), battle.opening)
    return []


def _toml_faults(path: Path) -> list[Fault]:
    name = str(path.resolve())
    try:
        raw = parse_toml(DISK.read(name), str(path))
    except UnusableFile as error:
        return error.faults
    if (kind := kind_of(raw)) is None:
        *most, last = DOORS
        return [Fault("", f"is not an {', '.join(most)} or {last}")]
    DOORS[kind.name](name)
    return []
