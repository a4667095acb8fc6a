"""The packages of ``game`` lie in layers, and imports lead down."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import pytest

import game
from tests.tools.attribute_chains import long_chains
from tests.tools.clause_uses import steering_clauses
from tests.tools.imports import Import, ImportGraph, When
from tests.tools.late_constants import late_constants

FOLDER = Path(game.__file__).parent
ROOT = FOLDER.parent

LAYERS = {
    # The entries alone: what is in the folder of a system is a part of another package.
    "systems": 0,
    "entry_points": 0,
    "cores": 1,
    "workers": 0,
    "geometry": 1,
    "text": 1,
    "background": 2,
    "picture_cache": 2,
    "table": 2,
    "physics": 2,
    "play": 3,
    "content": 3,
    "rules": 4,
    "bots": 5,
    "mapgen": 5,
    "view": 5,
    "widgets": 5,
    "prompts": 6,
    "lab": 6,
    "editor": 7,
    "shown": 7,
    "forms": 8,
    "screens": 9,
    "app": 10,
    "gallery": 10,
    "cli": 11,
}
IN_SYSTEMS = {"bot": "bots", "forecast": "lab", "window": "screens"}
"""Packages inside a system or core that lie in the layer of a package with another name."""
RULES_LAYERS = {
    "kit": 1,
    "classic": 2,
    "modern": 2,
    "flood": 3,
    "pursuit": 3,
    "zero_g": 3,
    "cage": 3,
    "matched": 3,
    "saving": 5,
    "room_checks": 5,
    "sandbox": 6,
    "catalog": 8,
    "battles": 9,
    "campaigns": 10,
    "map_choice": 10,
    "situation_setup": 10,
    "situation_runner": 11,
    "pack_checks": 11,
    "packing": 12,
}
"""Layers inside ``rules``: cores import the kit, systems the cores, and none a sister."""

WINDOW = {"picture_cache", "view", "widgets", "prompts", "editor", "screens", "app", "gallery"}
HOMES = {
    "pygame": WINDOW,
    "pymunk": {"physics"},
    # Validation of input and drawing: none of its results decides a rule.
    "shapely": {"content", "mapgen", "view", "editor"},
    "av": {"screens"},
    # Videos, and WebP pictures of imported maps.
    "PIL": {"screens", "content"},
}
"""Packages that may import a library; libraries not listed are free to all."""
SELDOM_NEEDED = {"PIL", "av"}
ON_DEMAND = {
    "game.screens.film.animated_pictures",
    "game.screens.film.film_palette",
    "game.screens.film.video_writer",
}
"""Modules around such libraries, which others name as entry points."""
DECIDES = {"geometry", "table", "physics", "play", "rules"}
CHANCE = {"random", "secrets", "uuid", "time", "datetime", "math.hypot"}
"""Modules that differ from run to run or machine to machine; no rule may use them."""
MAX_LATE_IMPORTS = 10
SPARED = re.compile(r"loads (\w+)")
"""Pattern of a late import's reason: it names the library that is not loaded early."""

SYSTEM_NAMES = re.compile(
    r"(?i)(?<![a-z])(cages?|pursuits?|zero_?g|floods?|champions?)(?![a-z])"
    r"|\.rings\b|Cage|Pursuit|ZeroG|Flood|(?:TC|PU|ZG|FF)-"
)
"""Names, traces and clauses of the rule systems."""
TRACES = "cage", "pursuit", "zero", "flood", "champion", ".rings", "tc-", "pu-", "zg-", "ff-"
"""Words of which each such name holds one: a quick search before the pattern."""
NAMING = {
    # Overlays have keys of their own, which the user's settings name.
    "content/table_actions.py",
    # CC-29 calls its roll a pursuit.
    "content/old_events.py",
    "cores/classic/rules/__init__.py",
    "cores/classic/rules/combat.py",
    # The pictures of the guides show each system.
    "gallery.py",
    # Kinds of terrain are one public list, whose values maps and saves hold.
    "table/board.py",
}
"""Files outside the folders of systems that name one; only to be made fewer."""
KNOWING = {
    "game.gallery",
}
"""Modules that import a system that they should not know; only to be made fewer."""

OF_A_SCREEN = {"fill", "handle", "update", "draw", "leave"}
"""The methods of screens."""
GET_A_SCREEN = {"AnswerSender", "PlayAids", "Teacher"}
"""Parts that get their screen, as a few actions that they declare; only to be made fewer."""
ON_ITSELF = {"getattr", "hasattr", "partial"}
"""Functions by which a screen reads or sets its own attributes."""
TABLES = re.compile(r"game\.screens\.destinations|game\.systems\.\w+\.screens")
"""Modules that list screens by name, the general ones and those of each system."""

WINDOWLESS = re.compile(
    r"game\.shown(\..+)?|game\.screens\.(chance_timeline|live_game|recorded_play|seats)"
    r"|game\.screens\.battle\.(adviser|answers|battle_play|playback|shown_play|spotlight)"
    r"|game\.screens\.battle\.(undo|undo_steps)"
)
"""Modules of what a window shows, without one; only to be made more."""
OF_THE_BATTLE = re.compile(
    r"game\.shown\..+|game\.screens\.battle\..+|game\.(systems|cores)\.\w+\.window(\..+)?"
)
LONGEST_CHAIN = 3
"""Attributes in a row in the modules of the battle window: ``self.board.stage.seen``."""

SLOW = {"numpy", "pygame", "pymunk", "shapely", "multiprocessing"}
"""Libraries that take long to load."""
ENGINE = {
    "game.bots.simple_bots",
    "game.content.maps.map_library",
    "game.play.game",
    "game.table.events",
}
SPARED_BY: list[tuple[list[str], set[str]]] = [
    (["--version"], {*SLOW, "pydantic", "game.bots", "game.rules", "game.table"}),
    (["--help"], {*SLOW, "pydantic", "game.bots", "game.rules", "game.table"}),
    (["rules", "CC-01"], {*SLOW, "pydantic", "game.bots", "game.rules", "game.table"}),
    (["list", "--json"], {*SLOW, *ENGINE, "game.cores.kit"}),
    (["check", "assets/rosters/wardens-patrol.toml"], {"pygame"}),
    (["demo", "cage", "--headless", "--players", "random,random", "--seed", "1"], SLOW),
]
"""Commands, in an order in which each loads more, and modules that it does not load."""
AFTER_THE_FIRST_FRAME = {"numpy", "pymunk", "shapely", *ENGINE, "game.cores.kit"}
"""Modules that the window loads only behind its first picture."""


@pytest.fixture(scope="module")
def graph() -> ImportGraph:
    return ImportGraph(FOLDER)


def package_of(module: str, depth: int = 1) -> str:
    """Return the package of ``game`` that a module is in; *depth* 2: the part of it.

    The rules of a system are a part of ``rules``, its view is one of ``view``, and so on.
    """
    _, *names = module.split(".")
    if names[:2] == ["cores", "kit"]:
        names = ["rules", "kit"]
    elif names[:1] in (["systems"], ["cores"]):
        home, *inner = names
        here = [IN_SYSTEMS.get(name, name) for name in inner[1:2]] + inner[:1]
        names = here if len(here) > 1 else [home]
    return "".join(names[depth - 1 : depth])


def layer(module: str) -> int:
    return LAYERS.get(package_of(module), 0)


def rules_layer(module: str) -> int:
    return RULES_LAYERS.get(package_of(module, 2), 0)


def assert_none(violations: Iterable[str]) -> None:
    text = "\n".join(dict.fromkeys(violations))
    assert not text, text


def assert_no_imports(imports: Iterable[Import]) -> None:
    assert_none(f"{one.importer} line {one.line} may not import {one.name}" for one in imports)


def test_every_package_has_its_layer(graph: ImportGraph) -> None:
    modules = graph.modules.keys() - {"game"}
    rules = {name for name in modules if package_of(name) == "rules" and package_of(name, 2)}
    assert {package_of(name) for name in modules} == LAYERS.keys()
    assert {package_of(name, 2) for name in rules} == RULES_LAYERS.keys()


def test_imports_name_modules_that_exist_the_whole_way_from_game(graph: ImportGraph) -> None:
    assert_no_imports(one for one in graph.imports if not one.target)


def test_imports_lead_to_lower_layers(graph: ImportGraph) -> None:
    upward = [
        one
        for one in graph.within()
        if package_of(one.target) != package_of(one.importer)
        and layer(one.target) >= layer(one.importer)
    ]
    assert_no_imports(upward)


def test_rule_systems_do_not_know_each_other(graph: ImportGraph) -> None:
    upward = [
        one
        for one in graph.within()
        if package_of(one.importer) == package_of(one.target) == "rules"
        if package_of(one.importer, 2) and package_of(one.target, 2)
        if package_of(one.target, 2) != package_of(one.importer, 2)
        and rules_layer(one.target) >= rules_layer(one.importer)
    ]
    assert_no_imports(upward)


def test_systems_are_named_in_their_own_folders() -> None:
    files = {file.relative_to(FOLDER).as_posix(): file for file in FOLDER.rglob("*.py")}
    texts = {
        name: file.read_text("utf-8")
        for name, file in files.items()
        if not name.startswith("systems/")
    }
    traced = {name for name, text in texts.items() if any(t in text.lower() for t in TRACES)}
    assert {name for name in traced if SYSTEM_NAMES.search(texts[name])} == NAMING


def system(module: str) -> str:
    """Return the folder of the system or core that a module is in; empty if it is in none."""
    names = module.split(".")[1:3]
    return "/".join(names) if len(names) > 1 and names[0] in {"systems", "cores"} else ""


def test_systems_and_cores_lie_apart(graph: ImportGraph) -> None:
    """Only their registry knows systems; a system knows itself, the kit and the cores."""
    knowing = [
        one
        for one in graph.within()
        if system(one.target) not in {"", "cores/kit", system(one.importer)}
        if system(one.target).startswith("systems/")
        or system(one.importer).startswith("cores/")
    ]
    assert {one.importer for one in knowing} == KNOWING


def test_no_modules_import_each_other(graph: ImportGraph) -> None:
    assert_none(
        f"{one.importer} line {one.line} imports {one.target}, which leads back"
        for one in graph.arrows_in_cycles()
    )


@pytest.fixture(scope="module")
def screens(graph: ImportGraph) -> dict[str, dict[str, list[str]]]:
    """Return the screens in each module that has some, with the names of their bases.

    A screen has all methods of one, its own or those of its bases, and is no mere protocol.
    """
    found = dict[str, tuple[str, list[str], set[str]]]()
    for module, file in graph.modules.items():
        for node in (
            ast.parse(file.read_text("utf-8")).body if package_of(module) == "screens" else ()
        ):
            if isinstance(node, ast.ClassDef):
                bases = [ast.unparse(base).split("[")[0] for base in node.bases]
                methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
                found[node.name] = module, bases, methods

    def methods_of(name: str) -> set[str]:
        _, bases, methods = found.get(name, ("", [], set[str]()))
        return methods.union(*map(methods_of, bases))

    those = dict[str, dict[str, list[str]]]()
    for name, (module, bases, _) in found.items():
        if methods_of(name) >= OF_A_SCREEN and "Protocol" not in bases:
            those.setdefault(module, {})[name] = bases
    return those


def test_screens_name_where_they_lead(
    graph: ImportGraph, screens: dict[str, dict[str, list[str]]]
) -> None:
    """Only tables know other screens, and a screen its base; all others name a destination."""
    assert len(screens) > 20
    assert_no_imports(
        one
        for one in graph.within()
        if package_of(one.importer) == "screens"
        if one.target in screens.keys() - {one.importer}
        if not (one.when is When.BY_NAME and TABLES.fullmatch(one.importer))
        if one.name.rpartition(".")[2] not in chain(*screens.get(one.importer, {}).values())
    )


def test_parts_of_a_screen_get_what_they_need_instead_of_it(
    graph: ImportGraph, screens: dict[str, dict[str, list[str]]]
) -> None:
    get_it = {
        ast.unparse(call.func).split("[")[0]
        for module, names in screens.items()
        for screen in ast.parse(graph.modules[module].read_text("utf-8")).body
        if isinstance(screen, ast.ClassDef) and screen.name in names
        for call in ast.walk(screen)
        if isinstance(call, ast.Call)
        for given in (*call.args, *(keyword.value for keyword in call.keywords))
        if isinstance(given, ast.Name) and given.id == "self"
    }
    assert get_it - ON_ITSELF == GET_A_SCREEN


def test_libraries_stay_in_their_packages(graph: ImportGraph) -> None:
    strayed = [
        one
        for one in graph.imports
        if one.target in HOMES and package_of(one.importer) not in HOMES[one.target]
    ]
    assert_no_imports(strayed)


def test_what_a_window_shows_is_computed_without_one(graph: ImportGraph) -> None:
    """Nothing that draws is loaded, not even by another module."""
    windowless = [name for name in graph.modules if WINDOWLESS.fullmatch(name)]
    assert_none(
        f"{module} loads {name}"
        for module in windowless
        for name in sorted(graph.loaded_by(module))
        if name == "pygame" or package_of(name) in WINDOW - {"screens"}
    )


def test_shapes_over_the_board_are_data(graph: ImportGraph) -> None:
    assert not draws(graph, "game.view.overlays")
    assert draws(graph, "game.view.overlays.renderer")


def test_what_a_window_shows_is_tried_without_one(graph: ImportGraph) -> None:
    tried = ImportGraph(ROOT / "tests" / "shown").imports
    assert len(tried) > 100
    assert_none(
        f"{one.importer} line {one.line} loads pygame with {one.name}"
        for one in tried
        for module in (one.name, one.name.rpartition(".")[0])
        if module == "pygame" or (module in graph.modules and draws(graph, module))
    )


def draws(graph: ImportGraph, module: str) -> bool:
    return "pygame" in graph.loaded_by(module)


def test_parts_of_the_battle_window_do_not_reach_through_each_other(graph: ImportGraph) -> None:
    """Each is handed what it needs, or asks the owner."""
    modules = {m: file for m, file in graph.modules.items() if OF_THE_BATTLE.fullmatch(m)}
    assert len(modules) > 50
    assert_none(
        f"{module} line {line} reaches far: {code}"
        for module, file in modules.items()
        for line, code in long_chains(file.read_text("utf-8"), LONGEST_CHAIN + 1)
    )


def test_a_chain_is_as_long_as_its_attributes_in_a_row() -> None:
    text = "a.b.c.d\na.b.c.d.e = f.g\na.b().c.d[a.b.c.d.e.f]"

    assert [*long_chains(text, 4)] == [(2, "a.b.c.d.e"), (3, "a.b.c.d.e.f")]


def test_what_is_seldom_needed_waits_until_it_is(graph: ImportGraph) -> None:
    hasty = [
        one
        for one in graph.imports
        if one.target in SELDOM_NEEDED | ON_DEMAND
        if one.when is When.EAGERLY and one.importer not in ON_DEMAND
    ]
    assert_no_imports(hasty)


def test_what_decides_is_alike_in_every_run_and_on_every_machine(graph: ImportGraph) -> None:
    chance = [
        one
        for one in graph.imports
        if package_of(one.importer) in DECIDES and CHANCE & {one.name, one.target}
    ]
    assert_no_imports(chance)


def test_few_imports_are_late(graph: ImportGraph) -> None:
    """All that is optional has an entry point; a late import only spares a slow library."""
    assert len([*graph.late()]) <= MAX_LATE_IMPORTS


def test_a_late_import_says_why_it_is_late(graph: ImportGraph) -> None:
    assert_none(
        f"{one.importer} line {one.line} imports {one.name} late: say why, after the noqa"
        for one in graph.late()
        if not one.reason
    )


def test_a_late_import_spares_something(graph: ImportGraph) -> None:
    """A late import is useless if the importing module already loads its target eagerly."""
    assert_none(
        f"{one.importer} line {one.line} imports {one.name} late, but loads it at once anyway"
        for one in graph.late()
        if one.target in graph.loaded_by(one.importer)
    )


def test_a_library_that_a_late_import_is_said_to_spare_is_spared(graph: ImportGraph) -> None:
    assert_none(
        f"{one.importer} line {one.line}: {one.name} is not what loads {library}"
        for one in graph.late()
        for library in SPARED.findall(one.reason)
        if library not in graph.loaded_by(one.target) - graph.loaded_by(one.importer)
    )


def test_no_clause_id_steers_behaviour(graph: ImportGraph) -> None:
    """Clauses are cited: kinds of events, decisions and figures decide, and never their ids."""
    assert_none(
        f"{module} line {line} decides by a clause: {code}"
        for module, file in graph.modules.items()
        for line, code in steering_clauses(file.read_text("utf-8"))
    )


@pytest.mark.parametrize(
    "code",
    [
        'event.clause == "PU-14"',
        'clause in ("ZG-07", "ZG-10")',
        'event.clause.startswith("PU-")',
        '{"TC-08": "advances"}.get(clause)',
        'dict.fromkeys(("ZG-07", "ZG-10"), "drifts")',
        'BOUT: Final = "TC-"; clause.startswith(BOUT)',
        'match event:\n    case Moved(clause="FF-09"):\n        pass',
    ],
)
def test_a_decision_by_a_clause_is_found(code: str) -> None:
    assert [*steering_clauses(code)]


def test_a_clause_that_is_cited_is_no_decision() -> None:
    assert not [*steering_clauses('game.do(Moved("FF-09", model, path)); CITED = "FF-09"')]


@pytest.mark.slow
def test_constants_stand_at_the_head_of_a_module(graph: ImportGraph) -> None:
    assert_none(
        f"{module} line {line}: {name} can stand above the first definition"
        for module, file in graph.modules.items()
        for line, name in late_constants(file.read_text("utf-8"))
    )


def test_a_constant_below_a_definition_is_found_unless_it_is_made_of_one() -> None:
    text = "A = 1\ndef f(): ...\nB = A\nC: int = f()\nD, E = [C], 2\n"
    assert [*late_constants(text)] == [(3, "B")]


@pytest.mark.slow
def test_every_cache_has_a_bound() -> None:
    """Only functions without arguments, which have one value, may use an unbounded cache."""
    free = re.compile(r"@cache\s+def (\w+)\((?!\))|lru_cache\((?:maxsize=)?None\)|@lru_cache\s")
    for file in Path(game.__file__).parent.rglob("*.py"):
        assert not free.search(file.read_text("utf-8")), file


def test_commands_load_no_more_than_they_need(tmp_path: Path) -> None:
    program = (
        "import runpy, sys\n"
        f"for command, spared in {SPARED_BY!r}:\n"
        "    sys.argv = ['main.py', *command]\n"
        "    try:\n"
        "        runpy.run_path('main.py', run_name='__main__')\n"
        "    except SystemExit as end:\n"
        "        assert not end.code, (command, end.code)\n"
        "    loaded = spared & sys.modules.keys()\n"
        "    assert not loaded, (command, loaded)\n"
    )
    ran = subprocess.run(  # noqa: S603  our own words
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "UNDERTOW_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("module", ["battles", "clauses", "files", "listing", "parser"])
def test_commands_without_a_window_load_no_part_of_it(graph: ImportGraph, module: str) -> None:
    """Commands that open one, too, name its screens as entry points."""
    loaded = graph.loaded_by(f"game.cli.{module}")
    assert "pygame" not in loaded
    assert not {package_of(name) for name in loaded if name.startswith("game.")} & WINDOW


def test_every_module_that_is_spared_exists(graph: ImportGraph) -> None:
    """A module that was renamed would be spared for ever."""
    spared = {name for _, names in SPARED_BY for name in names} | AFTER_THE_FIRST_FRAME
    known = graph.modules.keys() | {one.target for one in graph.imports}
    assert spared <= known


def test_the_first_frame_of_the_title_loads_no_more_than_it_shows(graph: ImportGraph) -> None:
    assert not graph.loaded_by("game.app") & AFTER_THE_FIRST_FRAME
