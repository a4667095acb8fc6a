"""The page of a form: a row for each value of a table, made from its schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from game.content.toml_statements import TomlPath
from game.forms.edited_form import EditedForm
from game.forms.form_fields import NESTED, FieldKind, FormField
from game.screens.editor.editor_messages import EditorMessages
from game.screens.editor.form_outline import heading_of
from game.screens.editor.form_rows import RowMaker, RowSpec
from game.widgets.cells import LayoutCell, column, grid, keyed
from game.widgets.panel import Panel
from game.widgets.sizes import APART
from game.widgets.widget import Widget


class PageRow(NamedTuple):
    """A row of a page with its widgets."""

    spec: RowSpec
    widgets: list[Widget]

    @property
    def focusable(self) -> list[Widget]:
        return [widget for widget in self.widgets if widget.focusable]


class FormPage:
    """The rows of one table, which scroll."""

    panel: Panel

    def __init__(self, form: EditedForm, messages: EditorMessages) -> None:
        self.form = form
        self.specs: list[RowSpec] = []
        self._maker = RowMaker(form, messages)

    def fill(self, panel: Panel) -> None:
        self.panel = panel
        self._maker.forget_names()

    @property
    def path(self) -> TomlPath:
        """Return the path of the table that is shown."""
        return self.form.page

    def show(self, path: TomlPath) -> None:
        """Show the table at a path."""
        self.form.page = path
        self.refresh()

    def refresh(self) -> None:
        """Show the rows of the file as it is now."""
        kind = next((str(step) for step in self.path[:1]), self.form.file.kind)
        self.specs = _told_apart([*self._specs(self.path, kind)])
        lines = [self._line(line) for line in _lines(self.specs)]
        content = column(*lines, gap=0, pad=APART, scroll=True)
        self.panel.show(keyed(("page", self.path), content))

    def _line(self, specs: Sequence[RowSpec]) -> LayoutCell:
        alone = len(specs) == 1
        cells = [self._maker.row(one, self._faults(one), is_alone=alone) for one in specs]
        return cells[0] if alone else grid(*cells, columns=2, gap=APART)

    def _faults(self, spec: RowSpec) -> list[str]:
        size = len(spec.path)
        return [
            fault.reason
            for path, fault in self.form.faults
            if path == spec.path or (spec.is_whole and path[:size] == spec.path)
        ]

    # Which rows there are.

    def _specs(self, path: TomlPath, owner: str) -> Iterator[RowSpec]:
        """Yield the rows of the table at a path; *owner*: what the table is."""
        file = self.form.file
        if len(path) > 1 and isinstance(path[-1], str):
            yield RowSpec("name", path)
        table = file.state.at(path)
        if not isinstance(table, dict):
            yield RowSpec("broken", path)
            return
        fields = file.fields(path)
        for one in fields:
            at = (*path, one.key)
            if one.kind in NESTED:
                if path:
                    yield from self._nested(at, one, owner)
            elif one.kind is FieldKind.TEXTS and not (one.refers or one.choices):
                yield RowSpec("list", at, one)
                there = file.state.at(at)
                for n in range(len(there) if isinstance(there, list) else 0):
                    yield RowSpec("item", (*at, n), one)
            elif one.kind is FieldKind.NAMED_VALUES and one.value:
                yield RowSpec("list", at, one, owner)
                there = file.state.at(at)
                for key in there if isinstance(there, dict) else ():
                    value = replace(one.value, key=key)
                    yield RowSpec("field", (*at, key), value)
            else:
                yield RowSpec("field", at, one, owner)
        known = {one.key for one in fields}
        yield from (RowSpec("extra", (*path, key)) for key in table if key not in known)

    def _nested(self, path: TomlPath, one: FormField, owner: str) -> Iterator[RowSpec]:
        there = self.form.file.state.at(path)
        is_full = one.count or (one.kind is FieldKind.TABLE and there is not None)
        yield RowSpec("full" if is_full else "list", path, one, owner)
        if one.kind is FieldKind.TABLE and there is not None:
            yield from self._specs(path, one.label)
        elif one.kind is not FieldKind.TABLE:
            steps = range(len(there)) if isinstance(there, list) else there or ()
            for step in steps:
                yield RowSpec("entry", (*path, step), one)
                yield from self._specs((*path, step), one.label)

    # Rows that are shown.

    @property
    def rows(self) -> list[PageRow]:
        found: dict[object, list[Widget]] = {("key", one[:2]): [] for one in self.specs}
        for path, widget in self.panel.described.widgets.items():
            if path[1:2] and path[1] in found:  # not the text of the file
                found[path[1]].append(widget)
        return [PageRow(one, found["key", one[:2]]) for one in self.specs]

    def at(self, widget: Widget | None) -> tuple[TomlPath, int] | None:
        """Return the path of a widget's row, and its number among those that take the focus."""
        for one in self.rows:
            if widget in one.focusable:
                return one.spec.path, one.focusable.index(widget)
        return None

    def purpose_at(self, widget: Widget | None) -> str:
        """Return what the value is for whose row has a widget; empty if nothing is said."""
        if widget is None or not widget.focusable:
            return ""
        found = (one.spec for one in self.rows if widget in one.widgets)
        spec = next(found, None)
        return self._maker.purpose(spec) if spec else ""

    def row(self, path: TomlPath) -> PageRow | None:
        """Return the row of a path; None if there is none."""
        found = [one for one in self.rows if one.spec.path == path]
        return next((one for one in found if one.focusable), next(iter(found), None))

    def choose(self, path: TomlPath, one: FormField) -> None:
        """Open the list of values of a field."""
        self._maker.choose(path, one)

    def fields(self) -> list[Widget]:
        """Return all widgets that take the focus, in sight or not, in the order of Tab."""
        return [widget for one in self.rows for widget in one.focusable]


def _told_apart(specs: Sequence[RowSpec]) -> list[RowSpec]:
    """Return rows with labels, which name their tables where several tables have a key.

    The label of a row that is given is what its table is.
    """
    owners = dict[str, set[str]]()
    for one in specs:
        if one.field and one.label:
            owners.setdefault(one.field.label, set()).add(one.label)
    return [
        one._replace(label=_label(one, is_shared=len(owners[one.field.label]) > 1))
        if one.field and one.label
        else one
        for one in specs
    ]


def _label(spec: RowSpec, *, is_shared: bool) -> str:
    assert spec.field
    own = heading_of(spec.field) if spec.what in {"list", "full"} else spec.field.label
    if not is_shared:
        return own
    return f"{spec.label.capitalize()} {own if spec.field.key[0].isupper() else own.lower()}"


def _lines(specs: Sequence[RowSpec]) -> Iterator[list[RowSpec]]:
    """Yield the rows of each line: two halves, or one whole row."""
    line = list[RowSpec]()
    for spec in specs:
        if line and not spec.is_half:
            yield line
            line = []
        line.append(spec)
        if not spec.is_half or len(line) == 2:
            yield line
            line = []
    if line:
        yield line
