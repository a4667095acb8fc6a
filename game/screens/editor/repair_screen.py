"""Opening of the user's files: forms, copies of built-in ones, and repair of maps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.content.faults import Fault, UnusableFile
from game.content.maps.map_file import MapFile, MapObject
from game.content.palettes import palette
from game.editor.edits import EditRefusedError
from game.editor.fixes import DROP, Fix
from game.editor.map_checks import Finding
from game.editor.map_repair import Repair
from game.editor.registry import fixes_of
from game.screens.editor.checks import sign
from game.screens.editor.host import MakeEditor
from game.screens.menu_screen import MenuScreen
from game.screens.screen import Begin
from game.widgets.button import Button, Style
from game.widgets.keys import Key
from game.widgets.list_box import ListBox, ListRow
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph
from game.widgets.theme import AMBER, DIM, MUTED, Box
from game.widgets.widget import Panel, Visible, Widget

RIM = 6
"""Pixels around the board in which objects off the board are partly visible."""
DOT = 4


class MapOutlineView(Widget):
    _seen = Visible[object]()

    def __init__(self, box: Box) -> None:
        super().__init__(box)
        self.map: MapFile | None = None
        self._seen = None

    def show(
        self, mapfile: MapFile, chosen: tuple[MapObject, ...], wrong: tuple[MapObject, ...]
    ) -> None:
        """Show a map, with faulty objects in red and the selected ones in amber."""
        self.map, self.chosen, self.wrong = mapfile, chosen, wrong
        self._seen = mapfile, chosen, wrong

    def paint(self, canvas: pygame.Surface) -> None:
        if self.map is None:
            return
        inner = self.rect.inflate(-2 * RIM, -2 * RIM)
        ppi = min(inner.width / self.map.width, inner.height / self.map.height)
        size = round(self.map.width * ppi), round(self.map.height * ppi)
        board = pygame.Rect((0, 0), size)
        board.center = inner.center
        old = canvas.get_clip()
        canvas.set_clip(self.rect)
        pygame.draw.rect(canvas, "#161b20", board)
        pygame.draw.rect(canvas, DIM, board, 1)
        for _, one in self.map.objects():
            self._draw(canvas, one, f"#{type(one.what).colour[3:]}", board, ppi, 2)
        for one in self.wrong:
            self._draw(canvas, one, palette().bad, board, ppi, 3)
        for one in self.chosen:
            self._draw(canvas, one, AMBER, board, ppi, 4)
        canvas.set_clip(old)

    def _draw(
        self,
        canvas: pygame.Surface,
        one: MapObject,
        colour: str,
        board: pygame.Rect,
        ppi: float,
        wide: int,
    ) -> None:
        spots = [(board.left + at.x * ppi, board.top + at.y * ppi) for at in one.outline]
        if len(spots) == 1:
            pygame.draw.circle(canvas, colour, spots[0], DOT + wide)
        elif spots:
            closed = one.shape != "polyline"
            pygame.draw.lines(canvas, colour, closed, spots, wide)


MARGIN, EDGE, GAP = 24.0, 24.0, 8.0


class RepairScreen(MenuScreen):
    """The repair of a map that does not load. It writes nothing: the result has no file yet."""

    def __init__(self, repair: Repair, edit: MakeEditor) -> None:
        self.repair, self.edit = repair, edit
        self.chosen = ""

    def lay_out(self) -> None:
        w, tall = (units - 2 * MARGIN for units in self.frame.units)
        panel = self.new_card(w, tall, "REPAIR", (28, 14, w - 56, 42))
        words = (
            f"{self.repair.path.name} cannot be loaded. The file stays untouched; the repaired "
            "map gets a new name."
        )
        place, hint = (28, 54, w - 56, 22), str(self.repair.path)
        panel.add(Label(place, words, size=13, colour=MUTED, hint=hint))
        left = min(620.0, w * 0.46)
        self._add_list(panel, left, tall)
        self.plan = panel.add(
            MapOutlineView((left + 2 * EDGE, 88, w - left - 3 * EDGE, tall - 88 - 84))
        )
        self._add_buttons(panel, w, tall - 62)
        self.refresh()
        self.stack.focus.to(self.go)

    def _add_list(self, panel: Panel, wide: float, high: float) -> None:
        below = high - 84 - 160
        self.list = panel.add(
            ListBox((EDGE, 88, wide, below - 88), on_choose=self._choose, row_height=44)
        )
        self.list.on_open = self._choose
        self.words = panel.add(Paragraph((EDGE, below + 10, wide, 100), "", size=14))
        half = (wide - GAP) / 2
        self.buttons = [
            panel.add(
                Button((EDGE + n * (half + GAP), below + 120, half, 36), "", self.refresh)
            )
            for n in range(2)
        ]

    def _add_buttons(self, panel: Panel, wide: float, top: float) -> None:
        self.go = panel.add(Button((28, top, 340, 42), "", self.draw_on, style=Style.PRIMARY))
        self.go.shortcut = Key(pygame.K_RETURN)
        self.go.hint = "The rest opens as a new map; you name it when you save it"
        self.add_back((wide - 168, top, 140, 42))

    # Display.

    def refresh(self) -> None:
        wrong = self.repair.wrong
        self.known: dict[str, Finding | Fault] = {
            **{f"wrong {n}": one for n, one in enumerate(wrong)},
            **{f"loss {n}": one for n, one in enumerate(self.repair.losses)},
        }
        theme = self.frame.theme
        self.list.rows = tuple(
            ListRow(
                id_,
                label=one.place or "The file",
                detail=one.reason,
                note="" if isinstance(one, Finding) else "read",
                picture=sign(theme, one) if isinstance(one, Finding) else None,
                faded=isinstance(one, Fault),
            )
            for id_, one in self.known.items()
        )
        if self.chosen not in self.known:
            self.chosen = next(iter(self.known), "")
        self.list.chosen = self.chosen
        self.go.label = "Fix the rest and continue" if wrong else "Continue"
        self._show_chosen()

    def _show_chosen(self) -> None:
        one = self.known.get(self.chosen)
        self.words.spans = (TextSpan(f"{one.place}: {one.reason}".lstrip(": ") if one else ""),)
        fixes = self._fixes()
        for n, button in enumerate(self.buttons):
            button.shown = n < len(fixes)
            if button.shown:
                button.label, button.on_press = fixes[n].label, partial(self.fix, fixes[n])
                button.style = Style.PRIMARY if n == 0 else Style.PLAIN
        about = one.about if one else ()
        wrong = {id_ for finding in self.repair.wrong for id_ in finding.about}
        self.plan.show(self.repair.map, self._found(about), self._found(wrong))

    def _found(self, ids: Sequence[object] | set[int]) -> tuple[MapObject, ...]:
        return tuple(o for id_, o in self.repair.map.by_id().items() if id_ in ids)

    def _fixes(self) -> tuple[Fix, ...]:
        one = self.known.get(self.chosen)
        if not isinstance(one, Finding):
            return ()
        fixes = fixes_of(one)
        return (*[f for f in fixes if f is not DROP][:1], *([DROP] if one.about else []))

    # Called by the widgets.

    def _choose(self, id_: str) -> None:
        self.chosen = id_
        self._show_chosen()

    def fix(self, fix: Fix) -> None:
        one = self.known.get(self.chosen)
        if isinstance(one, Finding):
            try:
                self.repair.fix(one, fix)
            except EditRefusedError as error:
                self.show_message("Not fixed", str(error))
            self.refresh()

    def draw_on(self) -> None:
        """Open the repaired map in the editor; remaining faults are fixed or left out first."""
        try:
            self.change = Begin(self.edit(self.repair.workspace()))
        except UnusableFile as error:
            self.show_message("Cannot be repaired", str(error))
