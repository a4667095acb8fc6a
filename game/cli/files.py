"""The commands check, fmt, situation, replay, import, pack, unpack and generate."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from game.cli.arguments import add_output, seed
from game.cli.battles import seed_of
from game.cli.windows import in_window
from game.content.army_lists import import_list, keep
from game.content.event_json import event_to_dict, to_json
from game.content.faults import Fault, UnusableFile, first_faults, first_lines
from game.content.file_kinds import PACK as PACKED
from game.content.file_kinds import FileKind, Kind, kind_of_file, refusal, words_for
from game.content.file_source import DISK, named
from game.content.foreign_formats import is_picture
from game.content.icons import MAX_SVG_BYTES, parse_icon
from game.content.kept_packs import (
    find_pack,
    free_name,
    holder_of,
    in_the_way,
    keep_pack,
    write_folder,
)
from game.content.maps.board_faults import MapFindings
from game.content.maps.map_library import format_map, read_map, with_copies
from game.content.maps.tiled import remarks_of
from game.content.maps.uvtt_import import import_map, keep_map
from game.content.maps.writer import canonical
from game.content.packs import ENDING as PACK
from game.content.packs import FOLDERS, MANIFEST, manifest_of, open_pack, repacked
from game.content.parsing import no_word, parse_toml, read_bytes
from game.content.save_format import load_save
from game.content.situation_format import load_situation
from game.content.storage import is_file, own_maps, write_bytes, write_whole
from game.mapgen.generator import Generator, NoRoomError, Parameter
from game.mapgen.registry import MAKERS
from game.play import EntryPoints
from game.rules.battles import battle_of, check_board
from game.rules.packing import check_pack, contents_in_words, kind_of, make_pack, title_of
from game.rules.saving import restore, verify
from game.rules.situation_runner import play_situation
from game.table.records import many


def situation(args: argparse.Namespace) -> int:
    """Play situations; return 1 if an expectation fails."""
    failed = 0
    for name in args.files:
        opened = load_situation(str(Path(name).resolve()))
        outcome = play_situation(opened)
        failed += bool(outcome.faults)
        for fault in first_lines([str(fault) for fault in outcome.faults]):
            print(f"{name}: {fault}", file=sys.stderr if args.json else sys.stdout)
        if args.json:
            for event in outcome.session.game.story if outcome.session else ():
                print(to_json(event_to_dict(event)))
        elif not outcome.faults:
            print(f"{name}: {opened.situation.title}")
    return 1 if failed else 0


def replay(args: argparse.Namespace) -> int:
    """Show a saved game; with ``--verify`` only check that it replays identically."""
    save = load_save(args.file)
    battle = battle_of(save)
    if not args.verify:
        return in_window("replay", save)
    if no := verify(save, battle.rules(), battle.opening):
        print(f"{args.file}: {no}", file=sys.stderr)
        return 1
    print(f"{args.file}: verified: all {len(save.answers)} choices give the same result")
    return 0


IMPORTED: Sequence[Kind] = ("list", "map", "drawing")


def import_lists(args: argparse.Namespace) -> int:
    """Convert army lists to rosters and maps of others to ours; return 2 if one is unusable."""
    if args.out and len(args.files) > 1:
        print("--out is for a single input file", file=sys.stderr)
        return 2
    unusable = 0
    for path in args.files:
        try:
            found = kind_of_file(path)
            match found.kind:
                case "drawing":
                    _import_map(path, args.out, args.inches)
                case "map":
                    _import_tiled(path, args.out)
                case "list":
                    _import(path, args.out)
                case _:
                    raise refusal(path, found, f"import reads {words_for(IMPORTED)}")
        except UnusableFile as error:
            print(error, file=sys.stderr)
            unusable += 1
    return 2 if unusable else 0


def _import_map(path: Path, out: Path | None, inches: float | None) -> None:
    """Write the map made from a drawing; raise UnusableFile if it already exists."""
    found = import_map(path, inches)
    _goal(path, out)
    goal = keep_map(found, path, out)
    print(f"{path}: {found.brief}")
    for line in first_lines(found.left_out):
        print(f"  left out: {line}")
    for note in first_lines(found.notes):
        print(f"  {note}")
    print(f"  written to {goal}")


def _import_tiled(path: Path, out: Path | None) -> None:
    """Write a map of Tiled as ``.tmj``, its pictures beside it; raise UnusableFile."""
    mapfile, goal = read_map(path), _goal(path, out)
    mapfile = with_copies(mapfile, path.parent, goal.parent)
    write_whole(goal, canonical(mapfile))
    objects, size = sum(1 for _ in mapfile.objects()), f'{mapfile.width}" × {mapfile.height}"'
    print(f"{path}: {size}, {many(objects, 'object')}")
    for remark in first_lines([str(remark) for remark in remarks_of(mapfile)]):
        print(f"  {remark}")
    print(f"  written to {goal}")


def _goal(path: Path, out: Path | None) -> Path:
    """Return the file for a map made from another; raise UnusableFile if there is one."""
    goal = out or own_maps() / f"{path.stem}.tmj"
    if goal.suffix.lower() != ".tmj":
        raise UnusableFile("--out", [("", f"{goal.name!r} does not end in .tmj")])
    if out is None and goal.exists():
        no = f"a map called {path.stem} already exists; choose a file with --out FILE"
        raise UnusableFile(str(path), [("", no)])
    return goal


def _import(path: Path, out: Path | None) -> None:
    found = import_list(path)
    goal = keep(found, path, out)
    print(f"{path}: {found.brief}")
    for line in first_lines(found.assumed):
        print(f"  assumed: {line}")
    for line in first_lines(found.left_out):
        print(f"  left out: {line}")
    word = str(goal) if out else found.roster.id
    use = (
        "place it in the sandbox" if found.roster.free else f"use it with --roster SIDE={word}"
    )
    print(f"  written to {goal}; {use}")


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
    kind, _, name = word.partition("/")
    things = [folder for folder in FOLDERS if folder not in {"pages", "icons"}]
    folders = [kind] if kind in FOLDERS and name else things
    plain = name if kind in FOLDERS and name else word
    found = {
        folder: file
        for folder in folders
        if DISK.has(file := named(plain, FOLDERS[folder].known_as, FOLDERS[folder].endings[0]))
    }
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


def add_kinds(command: argparse.ArgumentParser) -> None:
    """Add a subcommand with its arguments for every map generator."""
    kinds = command.add_subparsers(title="maps", metavar="KIND", required=True)
    for maker in MAKERS.values():
        kind = kinds.add_parser(
            maker.name, help=maker.about, description=maker.about, allow_abbrev=False
        )
        add_output(kind, "--out", required=True, metavar="FILE", help="output file (.tmj)")
        same = "the same seed makes the same map"
        kind.add_argument("--seed", type=seed, metavar="N", help=same)
        usual = maker.plan()
        for measure in maker.measures:
            _measure(kind, measure, getattr(usual, measure.name))
        kind.set_defaults(does="game.cli.files:generate", maker=maker)


def _measure(kind: argparse.ArgumentParser, measure: Parameter, usual: float | str) -> None:
    """Add an argument for a parameter; if it is not given the generator chooses."""
    name = f"--{measure.name.replace('_', '-')}"
    default = argparse.SUPPRESS
    if measure.names:
        about = f"one of {', '.join(measure.names)}; default: {usual}"
        kind.add_argument(name, default=default, metavar="NAME", help=about)
        return
    limits = f"{measure.least:g} to {measure.most:g}; default: {usual:g}"
    about = f"{measure.label[0].lower()}{measure.label[1:]}: {limits}"
    read = float if isinstance(usual, float) else int
    metavar = measure.unit.upper() if measure.unit in {"inches", "percent"} else "N"
    kind.add_argument(name, type=read, default=default, metavar=metavar, help=about)


def generate(args: argparse.Namespace) -> int:
    """Write a map; raise UnusableFile if the parameters allow none."""
    maker: Generator = args.maker
    what = f"generate {maker.name}"
    if args.out.suffix.lower() != ".tmj":
        raise UnusableFile("--out", [("", f"{args.out.name!r} does not end in .tmj")])
    names = [measure.name for measure in maker.measures]
    plan = maker.plan(**{name: getattr(args, name) for name in names if hasattr(args, name)})
    if found := [*maker.faults(plan)]:
        raise UnusableFile(what, found)
    number = seed_of(args)
    try:
        text = canonical(maker.make(plan, number))
    except NoRoomError as error:
        raise UnusableFile(f"{what}, seed {number}", [("", str(error))]) from error
    write_whole(args.out, text)
    print(f"wrote {args.out} (seed {number})")
    return 0


DOORS: Mapping[str, Callable[[str], Any]] = EntryPoints(
    {
        "armoury": "game.content.armouries.armoury_library:load_armoury",
        "roster": "game.content.rosters:load_roster",
        "scenario": "game.rules.battles:check_scenario",
        "campaign": "game.rules.campaigns:check_campaign_file",
        "situation": "game.content.situation_format:load_situation",
        "lesson": "game.content.learning:load_lesson",
        "page": "game.content.how_to_pages:load_page",
        "bot": "game.bots.steady.personalities:load_personality",
        "experiment": "game.lab.questions:check_experiment",
    }
)


CHECKED = {".tmj", ".tmx", ".json", ".toml", ".undertow", ".svg", PACK}
"""Endings of the files that are checked in a folder."""


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


READ: Sequence[Kind] = ("map", "toml", "save", "pack", "icon")
"""The kinds of files that check reads."""


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


def _unknown(path: Path, found: FileKind) -> list[Fault]:
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
        kinds = "an armoury, roster, scenario, campaign, situation, lesson, page, bot"
        return [Fault("", f"is not {kinds} or experiment")]
    DOORS[kind](name)
    return []


def fmt(args: argparse.Namespace) -> int:
    """Format maps canonically; with ``--check`` return 1 if one is not in that form."""
    for path in args.files:
        found = kind_of_file(path)
        if found.kind != "map" or is_picture(path):
            raise refusal(path, found, "fmt takes maps (.tmj)")
    changed = [path for path in args.files if format_map(path, check=args.check)]
    for path in changed:
        print(f"{path}: {'not formatted' if args.check else 'formatted'}")
    return 1 if args.check and changed else 0
