"""Files that are open in a form."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from game.content.armouries.armoury_library import SHAPES, load_armoury
from game.content.armouries.weapon_rules import Armoury
from game.content.campaign_files import Campaign
from game.content.faults import Fault, UnusableFile, first_faults, spelt
from game.content.file_source import FileSource, LayeredSource
from game.content.file_words import named, nearest
from game.content.key_descriptions import KeyDescription, descriptions
from game.content.library_kinds import ARMOURY, SCENARIO
from game.content.reading import read_text
from game.content.rosters import RosterFile
from game.content.scenarios import ORDINARY, Scenario
from game.content.schemas import Part, Refers
from game.content.shipped_folders import ROOT
from game.content.toml_statements import TomlPath
from game.content.user_files import DISK
from game.editor.autosaves import Autosave, Recovery
from game.editor.documents import History
from game.forms.form_fields import NESTED, FieldKind, FormField, fields_of
from game.forms.form_kinds import FORMS, FormKind
from game.forms.name_finder import ENDING, NameFinder, armoury_data
from game.forms.new_tables import new_table, renamed, sample, unused
from game.forms.toml_salvage import salvaged
from game.forms.toml_text import TomlText
from game.rules.battles import check_scenario
from game.rules.campaigns import check_campaign_file

CHECKS: Mapping[str, Callable[[str, FileSource], object]] = {
    "scenario": check_scenario,
    "campaign": check_campaign_file,
}
"""The checks of kinds of files on their maps; each raises UnusableFile."""
SCHEMAS: Mapping[str, type[BaseModel]] = {
    "roster": RosterFile,
    "scenario": Scenario,
    "campaign": Campaign,
}
NEW = frozenset(f"New {kind}" for kind in FORMS)
"""The labels of the first states of new files."""
NEW_CAMPAIGN = """\
title = "New campaign"
blurb = "What it is about."
start = "new-battle"

[[side]]
id = "wardens"
name = "Wardens"

[[side]]
id = "brood"
name = "Brood"
"""


@dataclass
class FormFile:
    """An open roster, scenario, armoury or campaign, as text with history."""

    form: FormKind
    history: History[TomlText]
    path: Path | None = None
    saved: TomlText | None = None
    _faults: tuple[TomlText, list[Fault]] | None = field(default=None, repr=False)

    # As a document.

    @property
    def kind(self) -> str:
        return self.form.kind.name

    @property
    def state(self) -> TomlText:
        """Return the present text."""
        return self.history.state

    @property
    def title(self) -> str:
        title = self.raw.get("title")
        return title if isinstance(title, str) else ""

    @property
    def edits(self) -> int:
        """Return the number of changes since it was opened."""
        return self.history.at

    @property
    def is_saved(self) -> bool:
        return self.saved == self.state

    @property
    def is_new(self) -> bool:
        """Return whether it was made here, and is as it was made."""
        return self.path is None and self.is_saved and self.history.entries[0].label in NEW

    def text(self) -> str:
        return self.state.text

    def bring_files(self, path: Path) -> None:
        """Do nothing: the file needs no other beside it."""

    def mark_saved(self, path: Path) -> None:
        """Remember that the present text was written to a file."""
        self.path, self.saved = path, self.state

    def reload(self, text: str) -> None:
        """Take over the text of a file as an undoable change; raise UnusableFile."""
        state, _ = salvaged(text, str(self.path))
        self.history.do("Load the other version", state)
        self.saved = state

    # What it says.

    @property
    def raw(self) -> dict[str, Any]:
        """Return the data; do not change it."""
        return self.state.raw

    @property
    def name(self) -> str:
        """Return its name among the files of its kind, as others refer to it."""
        return f"{self.form.kind.folder}/{self.path.stem if self.path else 'new'}{ENDING}"

    @property
    def faults(self) -> list[Fault]:
        """Return the faults that reading it finds."""
        if self._faults is None or self._faults[0] is not self.state:
            self._faults = self.state, self.form.faults(self.text(), self.name)
        return self._faults[1]

    def unplayable(self) -> list[Fault]:
        """Return the faults of its battles on their maps, which takes a moment for each map."""
        check = CHECKS.get(self.kind)
        if check is None or self.faults:
            return []
        try:
            check(self.name, LayeredSource({self.name: self.text()}, DISK))
        except UnusableFile as error:
            return first_faults(error.faults)
        return []

    @property
    def armoury(self) -> Armoury | None:
        """Return the armoury of a roster; None if it names none that can be read."""
        word = self.raw.get("armoury")
        with suppress(UnusableFile):
            if isinstance(word, str):
                return load_armoury(nearest(DISK, self.name, word, ARMOURY))
        return None

    @property
    def system(self) -> str:
        """Return the rule system; empty if it is not known."""
        if self.kind == "roster":
            return self.armoury.system if self.armoury else ""
        system = self.raw.get("system")
        return system if isinstance(system, str) else ""

    @property
    def schema(self) -> type[BaseModel]:
        """Return the schema of the whole file."""
        if self.kind == "armoury":
            return SHAPES.get(self.system, next(iter(SHAPES.values())))
        return SCHEMAS[self.kind]

    def fields(self, path: TomlPath) -> list[FormField]:
        """Return the fields of the table at a path: those for its system, or that it has.

        Plain ones come first, and lists of tables before single tables.
        """
        model = self.model(path)
        table = self.state.at(path)
        there = table if isinstance(table, dict) else {}
        able = [
            one
            for one in (fields_of(model) if model else ())
            if one.key in there or not one.system or one.system in {self.system, ""}
        ]
        if self.kind == "armoury" and not path:
            systems = tuple(SHAPES)
            able = [
                replace(one, choices=systems) if one.key == "system" else one for one in able
            ]
        return sorted(
            able, key=lambda one: (one.kind in NESTED) + (one.kind is FieldKind.TABLE)
        )

    def model(self, path: TomlPath) -> type[BaseModel] | None:
        """Return the schema of the table at a path; None if there is none."""
        model: type[BaseModel] | None = self.schema
        steps = iter(path)
        for step in steps:
            one = next((f for f in fields_of(model) if f.key == step), None) if model else None
            if one is None:
                return None
            model = one.model or self._armoury_model(one.key)
            if one.kind is not FieldKind.TABLE:
                next(steps, None)
        return model

    def _armoury_model(self, key: str) -> type[BaseModel] | None:
        """Return the schema of a roster's own weapons or profiles."""
        shape = SHAPES.get(self.system)
        found = (f.model for f in fields_of(shape) if f.key == key) if shape else ()
        return next(iter(found), None)

    def description(self, path: TomlPath, key: str) -> KeyDescription | None:
        """Return the description of a key of the table at a path; None if it is unknown."""
        steps = [step for step in path if isinstance(step, str)]
        kinds = {f.key: f.kind for f in fields_of(self.schema)}
        if steps and kinds.get(steps[0]) is FieldKind.NAMED_TABLES:
            del steps[1:2]
        model = self.model(path)
        return descriptions(model, ".".join(steps)).get(key) if model else None

    def hint(self, path: TomlPath, key: str) -> str:
        """Return what is said about a key of the table at a path; empty if it is unknown."""
        one = self.description(path, key)
        return one.hint if one else ""

    # Names to choose from.

    def names(self, refers: Refers) -> dict[str, str]:
        """Return the names that a text may refer to, each with a label."""
        return NameFinder(self.raw, self.system, self.armoury).of(refers)

    def patterns(self, key: str) -> dict[str, dict[str, Any]]:
        """Return the tables of the armoury that a new weapon or profile may be a copy of."""
        word = self.raw.get("armoury", "")
        raw: Any = self.raw
        if self.kind == "roster":
            raw = armoury_data(word) if isinstance(word, str) else {}
        found = raw.get(key) if key in {"weapon", "profile"} else None
        tables = found.items() if isinstance(found, dict) else ()
        return {name: one for name, one in tables if isinstance(one, dict)}

    # Changes; each may be refused.

    def change(self, label: str, state: TomlText, series: str = "") -> None:
        """Record a change; those of one *series* count as one."""
        self.history.do(label, state, series)

    def put(self, path: TomlPath, value: Any) -> None:
        """Set the value at a path; None deletes it."""
        label, state = f"Change {path[-1]}", self.state
        if value is not None:
            state = self._with_choice(state.put(path, value), path, value)
            self.change(label, state, spelt(path))
        elif state.at(path) is not None:
            self.change(label, state.drop(path), spelt(path))

    def _with_choice(self, state: TomlText, path: TomlPath, value: Any) -> TomlText:
        """Return a text in which a chosen name is also among those that may be chosen."""
        found = (f.among for f in fields_of(self.model(path[:-1]) or Part) if f.key == path[-1])
        key = next(found, "")
        among = state.at((*path[:-1], key)) if key else None
        if isinstance(among, list) and value not in among:
            return state.put((*path[:-1], key), [*among, value])
        return state

    def add(self, path: TomlPath, one: FormField, like: Mapping[str, Any] = {}) -> TomlPath:
        """Add a table to those at a path, and return its path; *like*: a table to copy."""
        model = one.model or self._armoury_model(one.key)
        made = deepcopy(dict(like)) or new_table(model, one.key, self._known) if model else {}
        self._make_unique(made, path)
        there = self.state.at(path)
        label = f"Add {one.label.lower()}"
        if one.kind is FieldKind.NAMED_TABLES:
            name = unused(f"new-{one.key}", there if isinstance(there, dict) else {})
            self.change(label, self.state.put((*path, name), made))
            return (*path, name)
        if one.kind is FieldKind.TABLE:
            self.change(label, self.state.put(path, made))
            return path
        index = len(there) if isinstance(there, list) else 0
        self.change(label, self.state.insert(path, index, made))
        return (*path, index)

    def first_value(self, one: FormField) -> Any:
        """Return the first value that an entry of a table of plain values may have."""
        value = one.value
        assert value
        return sample(value, one.label.lower(), self._known)

    def _known(self, refers: Refers) -> list[str]:
        return [*self.names(refers)]

    def rename(self, path: TomlPath, key: str) -> None:
        """Give a table another name, also wherever the file refers to it."""
        state = self.state.rename(path, key)
        self.change("Rename", self.referring(state, str(path[0]), path[-1], key))

    def referring(self, state: TomlText, kind: str, old: object, new: str) -> TomlText:
        """Return a text in which all references to a name of a kind are to a new name."""
        for table in self.tables(()):
            for one in self.fields(table):
                at = (*table, one.key)
                now = self.state.at(at)
                made = renamed(now, old, new)
                if one.refers and one.refers.kind == kind and made != now:
                    state = state.put(at, made)
        return state

    def tables(self, path: TomlPath) -> Iterator[TomlPath]:
        """Yield the paths of all tables that the schema knows, from one down."""
        yield path
        for one in self.fields(path):
            at = (*path, one.key)
            there = self.state.at(at)
            if one.kind is FieldKind.TABLE and isinstance(there, dict):
                yield from self.tables(at)
            elif one.kind in NESTED and isinstance(there, list | dict):
                for step in range(len(there)) if isinstance(there, list) else there:
                    yield from self.tables((*at, step))

    def duplicate(self, path: TomlPath) -> TomlPath:
        """Add a copy of a table after it, with another id or name, and return its path."""
        *above, step = path
        copy, label = deepcopy(self.state.at(path)), f"Duplicate {above[-1]}"
        if isinstance(step, int):
            self._make_unique(copy, tuple(above))
            self.change(label, self.state.insert(tuple(above), step + 1, copy))
            return (*above, step + 1)
        name = unused(step, self.state.at(tuple(above)))
        self.change(label, self.state.put((*above, name), copy))
        return (*above, name)

    def _make_unique(self, made: Any, path: TomlPath) -> None:
        there = self.state.at(path)
        if isinstance(made, dict) and isinstance(made.get("id"), str):
            others = there if isinstance(there, list) else []
            ids = [one.get("id") for one in others if isinstance(one, dict)]
            made["id"] = unused(made["id"], dict.fromkeys(map(str, ids)))


def new_file(form: FormKind) -> FormFile:
    """Return a new file of a kind, which has no faults."""
    if form.kind.name == "scenario":
        text = DISK.read(named(ORDINARY, SCENARIO))
        first = TomlText(text).put(("title",), "New scenario")
    elif form.kind.name == "campaign":
        first = TomlText(NEW_CAMPAIGN)
    else:
        base = ("system" if form.kind.name == "armoury" else "armoury"), "classic"
        first = TomlText(f'title = "New {form.kind.name}"\n{base[0]} = "{base[1]}"\n')
    made = FormFile(form, History(first))
    for one in made.fields(()):
        if one.required and one.kind in NESTED and not made.state.at((one.key,)):
            made.add((one.key,), one)
    return FormFile(form, History(made.state, f"New {form.kind.name}"), saved=made.state)


def open_file(form: FormKind, path: Path) -> tuple[FormFile, list[Fault]]:
    """Open a file, a shipped one as a copy; raise UnusableFile if none of it can be read.

    The faults are those of lines that are no TOML: they have become comments.
    """
    file, faults = copy_file(form, read_text(path), str(path))
    if not path.resolve().is_relative_to(ROOT / "assets"):
        file.path = path
    return file, faults


def copy_file(form: FormKind, text: str, name: str) -> tuple[FormFile, list[Fault]]:
    """Return a copy of the file *name* as ``open_file`` does; it has no path yet."""
    state, faults = salvaged(text, name)
    return FormFile(form, History(state), saved=None if faults else state), faults


def recovered(one: Recovery) -> tuple[FormFile, Autosave]:
    """Return a file with the text that was autosaved; undo leads to the file as it is saved.

    Raise UnusableFile if it cannot be read.
    """
    state, _ = salvaged(one.text(), str(one.path))
    first, saved = state, None
    with suppress(UnusableFile):
        if one.file:
            first = saved = salvaged(read_text(one.file), str(one.file))[0]
    history = History(first, "As saved" if saved else "As recovered")
    history.do("Recover unsaved changes", state)
    return FormFile(FORMS[one.kind], history, one.file, saved), one.continued(state)
