"""The screen that repairs a map which does not load."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import pygame

from game.content.faults import Fault, UnusableFile
from game.content.maps.map_file import MapObject
from game.editor.edits import EditRefusedError
from game.editor.finding_fixes import fixes_of
from game.editor.findings import Finding
from game.editor.fixes import DROP, Fix
from game.editor.map_repair import Repair
from game.screens.card import Card, CardSize
from game.screens.editor.finding_marks import sign
from game.screens.editor.map_outline_view import MapOutlineView
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Begin, Destination
from game.widgets.button import Button, Style
from game.widgets.cells import Child, column, grid, keyed, row, sized, spring
from game.widgets.keys import Key
from game.widgets.list_box import ListBox, ListRow
from game.widgets.sizes import (
    APART,
    BODY_TEXT,
    BUTTON,
    CLOSE,
    FAR,
    FIELD,
    SMALL_TEXT,
    TEXT_COLUMN,
)
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import MUTED

LINES = 4
"""Lines of the words about the chosen fault, for which there is always room."""
PLAIN = Style.PLAIN
CONTINUE = "continue"


class RepairScreen(MenuScreen):
    """The repair of a map that does not load. It writes nothing: the result has no file yet."""

    def __init__(self, repair: Repair) -> None:
        self.repair = repair
        self.chosen = ""

    @property
    def known(self) -> dict[str, Finding | Fault]:
        """Return what is wrong and what was lost, by the ids of the rows."""
        return {
            **{f"wrong {n}": one for n, one in enumerate(self.repair.wrong)},
            **{f"loss {n}": one for n, one in enumerate(self.repair.losses)},
        }

    def view(self) -> Card:
        known = self.known
        if self.chosen not in known:
            self.chosen = next(iter(known), "")
        one = known.get(self.chosen)
        words = (
            f"{self.repair.path.name} cannot be loaded. The file stays untouched; the repaired "
            "map gets a new name."
        )
        about = Label(words, size=SMALL_TEXT, colour=MUTED, hint=str(self.repair.path))
        said = f"{one.place}: {one.reason}".lstrip(": ") if one else ""
        fixes = [
            Button(fix.label, partial(self.fix, fix), style=PLAIN if n else Style.PRIMARY)
            for n, fix in enumerate(self._fixes())
        ]
        left = column(
            sized(self._list(known), grow=1),
            Paragraph(said, size=BODY_TEXT, least_lines=LINES),
            sized(grid(*fixes, columns=2, gap=CLOSE), least=BUTTON),
            gap=CLOSE,
        )
        wrong = {id_ for finding in self.repair.wrong for id_ in finding.about}
        chosen = self._found(one.about if one else ())
        plan = MapOutlineView(self.repair.map, chosen, self._found(wrong))
        beside = sized(left, width=TEXT_COLUMN)
        parts = row(beside, sized(plan, grow=1), gap=FAR, align="fill")
        feet = row(self._continue(), spring(), self.back_button())
        body = column(about, sized(parts, grow=1), feet, gap=APART)
        return Card("REPAIR", body, size=CardSize.FULL, focus=CONTINUE)

    def _list(self, known: Mapping[str, Finding | Fault]) -> ListBox:
        rows = [
            ListRow(
                id_,
                label=one.place or "The file",
                detail=one.reason,
                note="" if isinstance(one, Finding) else "read",
                picture=sign(self.frame.theme, one) if isinstance(one, Finding) else None,
                faded=isinstance(one, Fault),
            )
            for id_, one in known.items()
        ]
        choose = partial(setattr, self, "chosen")
        return ListBox(rows, on_choose=choose, on_open=choose, chosen=self.chosen)

    def _continue(self) -> Child:
        label = "Fix the rest and continue" if self.repair.wrong else "Continue"
        button = Button(
            label,
            self.draw_on,
            shortcut=Key(pygame.K_RETURN),
            style=Style.PRIMARY,
            hint="The rest opens as a new map; you name it when you save it",
        )
        return sized(keyed(CONTINUE, button), least=FIELD)

    def _found(self, ids: Sequence[object] | set[int]) -> tuple[MapObject, ...]:
        return tuple(o for id_, o in self.repair.map.by_id().items() if id_ in ids)

    def _fixes(self) -> tuple[Fix, ...]:
        one = self.known.get(self.chosen)
        if not isinstance(one, Finding):
            return ()
        fixes = fixes_of(one)
        return (*[f for f in fixes if f is not DROP][:1], *([DROP] if one.about else []))

    # Called by the widgets.

    def fix(self, fix: Fix) -> None:
        one = self.known.get(self.chosen)
        if isinstance(one, Finding):
            try:
                self.repair.fix(one, fix)
            except EditRefusedError as error:
                self.show_message("Not fixed", str(error))

    def draw_on(self) -> None:
        """Open the repaired map in the editor; remaining faults are fixed or left out first."""
        try:
            self.change = Begin(Destination("map", self.repair.workspace()))
        except UnusableFile as error:
            self.show_message("Cannot be repaired", str(error))
