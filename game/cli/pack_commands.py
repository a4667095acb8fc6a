"""The commands on packs."""

from __future__ import annotations

import argparse
from pathlib import Path

from game.content.faults import UnusableFile
from game.content.file_lookup import is_file
from game.content.file_words import named
from game.content.library_kinds import ICON, PACKED, PAGE
from game.content.packs.pack import manifest_of
from game.content.packs.pack_layout import ENDING as PACK
from game.content.packs.pack_library import (
    find_pack,
    free_name,
    holder_of,
    in_the_way,
    keep_pack,
    write_folder,
)
from game.content.packs.pack_reading import open_pack
from game.content.packs.pack_writing import repacked
from game.content.safe_writing import write_bytes
from game.content.schemas import no_word
from game.content.user_files import DISK
from game.rules.pack_checks import check_pack, contents_in_words
from game.rules.packing import make_pack, title_of


def pack(args: argparse.Namespace) -> int:
    """Write a pack of some files and all that they need; raise UnusableFile with its faults."""
    if args.out.suffix.lower() != PACK:
        raise UnusableFile("--out", [("", f"{args.out.name!r} does not end in {PACK}")])
    folder = Path(args.things[0])
    if len(args.things) == 1 and folder.is_dir():
        found = open_pack(folder)
        things = check_pack(found)
        raw = repacked(found)
    else:
        files = [_packable(word) for word in args.things]
        name = args.name or args.out.stem
        title = args.title or title_of(files[0])
        about = {key: getattr(args, key) for key in ("author", "licence", "description")}
        raw, things = make_pack(files, manifest_of(name, title, **about))
    write_bytes(args.out, raw)
    print(f"wrote {args.out}")
    for line in contents_in_words(things):
        print(f"  {line}")
    return 0


def _packable(word: str) -> str:
    """Return the file of a name, a path or a word such as ``maps/yard``; raise UnusableFile."""
    path = Path(word)
    if is_file(path):
        return str(path.resolve())
    folder, _, name = word.partition("/")
    is_one = folder in PACKED and name
    kinds = (
        [PACKED[folder]]
        if is_one
        else [kind for kind in PACKED.values() if kind not in {PAGE, ICON}]
    )
    plain = name if is_one else word
    found = {kind.plural: file for kind in kinds if DISK.has(file := named(plain, kind))}
    if len(found) == 1:
        return next(iter(found.values()))
    words = " or ".join(f"{folder}/{plain}" for folder in found)
    raise UnusableFile(
        "", [("", f"which {word!r}: {words}?" if found else f"no file or thing {word!r}")]
    )


def unpack(args: argparse.Namespace) -> int:
    """Check a pack, and keep it or write its files; raise UnusableFile with its faults."""
    path = Path(args.pack)
    kept = None if is_file(path) or path.is_dir() else find_pack(args.pack)
    found = kept or open_pack(path)
    things, about = check_pack(found), found.manifest
    print(f"{about.title} ({about.name})")
    for line in (about.author and f"by {about.author}", about.licence, about.description):
        if line:
            print(f"  {line}")
    for line in contents_in_words(things):
        print(f"  {line}")
    if args.list:
        return 0
    if args.out:
        write_folder(found, args.out)
        print(f"  written to {args.out}")
        return 0
    if kept:
        raise UnusableFile("", [("", f"{args.pack!r} is among your packs already")])
    name, raw = args.name or about.name, repacked(found)
    if no := no_word(name):
        raise UnusableFile("--as", [("", no)])
    if in_the_way(raw, name, replace=args.replace):
        more = "; or replace it: --replace" if holder_of(name) == "own" else ""
        no = f"another pack is called {name!r}; keep this one --as {free_name(name)}{more}"
        raise UnusableFile("", [("", no)])
    print(f"  kept as {keep_pack(raw, name, replace=args.replace)}")
    return 0
