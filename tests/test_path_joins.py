"""Paths are made of what files say in one place only, which refuses what leads out."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import game
from tests.tools.path_joins import Finder, path_joins

TYPED = (
    "a path or name that the user gave: on the command line, in a dialog, by dropping a file"
)
LISTED = "a path that a list of the files of a folder has just shown"
OWN = "the name of a file that exists, or of one that the program makes for itself"
FILES_IN_FILES = "the one place, and the source of files that it is for"
RECORDED = "a path that the program itself wrote down of the file that the user was editing"
SHIPPED = "one of the names that the program itself has"

EXCEPTIONS = {
    "app.py: Window.handle": TYPED,
    "cli/__init__.py: _run": TYPED,
    "cli/arguments.py: file_or_name": TYPED,
    "cli/file_types.py: _data_home": OWN,
    "cli/experiment_reports.py: report": OWN,
    "cli/experiment_commands.py: run": TYPED,
    "cli/store_arguments.py: store_path": TYPED,
    "cli/check.py: _as_faults_of": "is compared with the path of a file, and not opened",
    "cli/pack_commands.py: _packable": TYPED,
    "cli/pack_commands.py: pack": TYPED,
    "cli/situations.py: situation": TYPED,
    "cli/pack_commands.py: unpack": TYPED,
    "cli/experiment_games.py: own_games": TYPED,
    "cli/lab.py: _played": OWN,
    "cli/compare.py: compare": TYPED,
    "cli/train.py: _written": TYPED,
    "cli/train.py: train": TYPED,
    "cli/tune.py: tune": TYPED,
    "cli/blunder_counts.py: _of_saves": TYPED,
    "cli/shown_battles.py: save_of": TYPED,
    "cli/pictures.py: gallery": TYPED,
    "cli/pictures.py: is_map": TYPED,
    "cli/pictures.py: print_map": TYPED,
    "cli/printing.py: _open": SHIPPED,
    "content/file_names.py: is_absolute": FILES_IN_FILES,
    "content/file_names.py: is_local_path": FILES_IN_FILES,
    "content/file_names.py: joined": FILES_IN_FILES,
    "content/file_source.py: DiskSource._path": FILES_IN_FILES,
    "content/file_source.py: DiskSource.names": SHIPPED,
    "content/file_words.py: beside_which": FILES_IN_FILES,
    "content/file_words.py: nearest": FILES_IN_FILES,
    "content/maps/uvtt_import.py: keep_map": SHIPPED,
    "content/packs/pack_reading.py: pack_in_folder": LISTED,
    "content/crash_reports.py: report_crash": OWN,
    "content/save_files.py: save_path_for": TYPED,
    "content/disk_cache.py: DiskCache._path": OWN,
    "content/own_folders.py: _below": SHIPPED,
    "content/file_lookup.py: free_path": OWN,
    "editor/autosaves.py: Autosave.__init__": OWN,
    "editor/autosaves.py: Recovery.discard": OWN,
    "editor/autosaves.py: _recovery": RECORDED,
    "editor/file_locks.py: _lock_of": OWN,
    "editor/stamps.py: _free_path": TYPED,
    "gallery.py: take_all": SHIPPED,
    "gallery.py: take_moments": SHIPPED,
    "lab/experiment_run.py: keep_save": OWN,
    "lab/program_version.py: program_version": SHIPPED,
    "lab/table_files.py: paths_of": SHIPPED,
    "rules/packing.py: make_pack": "is named in messages, and not opened",
    "screens/editor/file_actions.py: DocumentActions._save_as": TYPED,
    "screens/editor/file_actions.py: OwnFileActions._take": TYPED,
    "screens/editor/picture_chooser.py: PictureChooser._take_typed": TYPED,
    "screens/editor/start_screen.py: StartScreen.read": LISTED,
    "screens/editor/start_screen.py: StartScreen._order": LISTED,
    "screens/editor/start_screen.py: StartScreen._chosen_path": LISTED,
    "screens/editor/trials.py: TrialsTab.report": OWN,
    "screens/experiments_screen.py: ExperimentsScreen._path": LISTED,
    "screens/experiments_screen.py: ExperimentsScreen._row": LISTED,
    "screens/idle_painting.py: paint_shipped_maps": LISTED,
    "screens/load_game.py: LoadScreen._delete": LISTED,
    "screens/load_game.py: LoadScreen._open": LISTED,
    "screens/load_game.py: LoadScreen._rename": LISTED,
    "screens/pack_maker.py: MakePackScreen.make.work": TYPED,
    "screens/pack_list.py: PacksScreen._rows": LISTED,
    "screens/report_screen.py: ReportScreen.save": OWN,
    "screens/screenshots.py: keep": OWN,
    "screens/film/sound_track.py: samples_of": SHIPPED,
    "view/sounds.py: _opened": SHIPPED,
    "widgets/system_fonts.py: _found": "a font of the system, as the system says where it is",
    "widgets/theme.py: Theme.font": SHIPPED,
    "widgets/theme.py: _chain": SHIPPED,
}
"""Functions that make a path out of a text by themselves, with the reason why they may."""


@pytest.mark.slow
def test_no_path_is_made_of_a_text_but_by_the_function_that_refuses_what_leads_out() -> None:
    found = path_joins(Path(game.__file__).parent)
    others = [f"{join.where}: {join.code}" for join in found if join.where not in EXCEPTIONS]

    assert not others, "use game.content.file_names.joined:\n" + "\n".join(others)
    assert EXCEPTIONS.keys() <= {join.where for join in found}, "an exception is not needed"


def test_the_finder_finds_each_way_to_make_a_path_and_no_other_division() -> None:
    code = """
from pathlib import Path
LIMIT = Path("limit")
class Box:
    folder: Path
    def a(self, name: str) -> Path: return self.folder / name
    def b(self, name: str): return self.a("x").with_name(name)
def c(name: str): return Path(name)
def d(name: str): return open(name)
def e(name: str): return unknown() / f"{name}.toml"
def f(name: str):
    near = LIMIT.parent
    return near.resolve().joinpath("a", name)
def fine(half: float, path: Path, kind: str):
    return half / 2, path / "a", path / f"{LIMIT}.png", path.with_suffix(".png"), kind
def also_fine(path: Path): return path.parent / path.name, path.with_stem(f"{path.stem}-2")
"""
    found = Finder("box.py", ast.parse(code), {"a"}).found

    assert [join.where for join in found] == [
        "box.py: Box.a",
        "box.py: Box.b",
        "box.py: c",
        "box.py: d",
        "box.py: e",
        "box.py: f",
    ]
