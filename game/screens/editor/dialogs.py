"""The menu of a map, and its dialogs: export a picture, generate a map."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from random import randrange
from typing import Any

import pygame

from game.background import Loader
from game.content.faults import UnusableFile
from game.content.maps.map_file import MapFile
from game.content.storage import pictures
from game.editor.autosaves import Autosave
from game.editor.object_commands import counted
from game.geometry.polygons import Polygon
from game.mapgen.generator import Generator, NoRoomError, Parameter
from game.mapgen.registry import MAKERS
from game.screens.editor.bars import KEYS
from game.screens.editor.file_actions import MAP_PLACE, DocumentActions
from game.screens.editor.host import EditorHost, attempt
from game.screens.editor.start_screen import NewMapScreen, StartScreen
from game.screens.screen import Open
from game.view.board.painter import (
    DEFAULT_PPI,
    RESOLUTIONS,
    MapPrint,
    PrintSettings,
    StoppedError,
    size_fault,
)
from game.widgets.button import IconButton, Style
from game.widgets.dialogs import Menu, keys_dialog, notice
from game.widgets.inputs import NumberField, Stepper, Toggle
from game.widgets.keys import Key
from game.widgets.panel_stack import CANCEL, DIALOG_PADDING, Dialog, Reply
from game.widgets.text_view import Label
from game.widgets.theme import MUTED, Box

EXPORT_WIDTH, EXPORT_ROW = 520.0, 36.0


class Exporting:
    def __init__(self, host: EditorHost) -> None:
        self.host = host
        self.ppi, self.grid, self.carrying = DEFAULT_PPI, False, True
        self._print: MapPrint | None = None
        self._writing: Loader[str] | None = None
        self._path = Path()
        self._shown = -1

    def ask(self) -> None:
        """Ask for the settings of the picture."""
        theme = self.host.frame.theme
        replies = (Reply("Export", self.begin, Style.PRIMARY), CANCEL)
        words = "Prints at table scale. Saved in your pictures folder."
        dialog = Dialog(
            theme, "Export a picture", words, replies, width=EXPORT_WIDTH, room=3 * 44.0
        )
        top, inner = dialog.body_top, EXPORT_WIDTH - 2 * DIALOG_PADDING
        dialog.add(
            Label(
                (DIALOG_PADDING, top, 190, EXPORT_ROW), "Pixels per inch", size=14, colour=MUTED
            )
        )
        size = dialog.add(
            Label((DIALOG_PADDING, top + 44, inner, 24), "", size=13, colour=MUTED)
        )

        def show() -> None:
            board = self.host.workspace.map
            wide, high = board.width * self.ppi, board.height * self.ppi
            fault = size_fault(board.width, board.height, self.ppi)
            size.text = f"Too large: {fault}" if fault else f"{wide} × {high} pixels"
            size.text = size.short(size.text, 13, size.rect.width)

        def choose(n: int) -> None:
            self.ppi = RESOLUTIONS[n]
            show()

        at = RESOLUTIONS.index(self.ppi)
        box = (DIALOG_PADDING + 200, top, inner - 200, EXPORT_ROW)
        dialog.add(Stepper(box, [str(ppi) for ppi in RESOLUTIONS], choose, at))
        half = (inner - 12) / 2
        left: Box = (DIALOG_PADDING, top + 84, half, EXPORT_ROW)
        dialog.add(Toggle(left, '1" grid', partial(setattr, self, "grid"), on=self.grid))
        place: Box = (DIALOG_PADDING + half + 12, top + 84, half, EXPORT_ROW)
        dialog.add(
            Toggle(
                place,
                "Include the map file",
                partial(setattr, self, "carrying"),
                on=self.carrying,
            )
        )
        show()
        self.host.ask(dialog)

    def begin(self) -> None:
        """Paint the picture in the background; one at a time."""
        work, theme = self.host.workspace, self.host.frame.theme
        if reason := size_fault(work.map.width, work.map.height, self.ppi):
            self.host.ask(notice(theme, "The picture is too large", reason))
            return
        self.leave()
        name = work.path.stem if work.path else work.map.board.title or "map"
        names = (f"{name}{'' if n == 1 else f' {n}'}.png" for n in count(1))
        self._path = next(p for p in map(pictures().joinpath, names) if not p.exists())
        settings = PrintSettings(self.ppi, self.grid, self.carrying)
        drawn = MapPrint(work.map, settings, work.place, theme)
        self._print, self._shown = drawn, -1
        path = self._path
        self._writing = Loader(lambda: _written(drawn, path))

    def update(self) -> None:
        """Show the progress or the result."""
        if self._writing is None or self._print is None:
            return
        if not self._writing.done:
            done = int(self._print.done * 20) * 5
            if done != self._shown:
                self._shown = done
                self.host.show_message(f"Painting the picture: {done}%")
            return
        fault, self._writing = self._writing.result(), None
        if fault:
            self.host.ask(notice(self.host.frame.theme, "Not exported", fault))
        else:
            self.host.show_message(f"Exported: {self._path}")

    def leave(self) -> None:
        """Stop painting."""
        if self._print:
            self._print.stopped = True
            self._print = self._writing = None


def _written(drawn: MapPrint, path: Path) -> str:
    """Paint a picture into a file; return an error message, empty if it succeeded."""
    with suppress(StoppedError):
        try:
            drawn.write(path)
        except UnusableFile as error:
            return str(error)
    return ""


GENERATE_WIDTH, GENERATE_ROW, GAP = 680.0, 32.0, 6.0
SEEDS = 1_000_000


class Generating:
    """The dialog that generates maps; it keeps its settings for the next time."""

    def __init__(self, host: EditorHost) -> None:
        self.host = host
        self.maker = next(iter(MAKERS.values()))
        self.asked: dict[str, dict[str, Any]] = {}
        """Changed parameters by generator."""
        self.seed = 1
        self.into = False
        """True to fill the selected area only."""
        self._made: Loader[MapFile | str] | None = None
        self._before: MapFile | None = None

    @property
    def area(self) -> Polygon | None:
        """Return the selected area if exactly one is selected."""
        chosen = self.host.workspace.selected()
        if len(chosen) == 1 and chosen[0].shape in {"rectangle", "ellipse", "polygon"}:
            return chosen[0].outline
        return None

    def ask(self) -> None:
        """Open the dialog, or reopen it for another generator."""
        replies = (Reply("Generate", self.begin, Style.PRIMARY), CANCEL)
        rows = 2 + (len(self.maker.measures) + 1) // 2
        room = rows * (GENERATE_ROW + GAP)
        theme = self.host.frame.theme
        dialog = Dialog(
            theme, "Generate", self.maker.about, replies, width=GENERATE_WIDTH, room=room
        )
        self._add_maker(dialog, dialog.body_top)
        inner = (GENERATE_WIDTH - 2 * DIALOG_PADDING - 14) / 2
        for n, measure in enumerate(self.maker.measures):
            left = DIALOG_PADDING + n % 2 * (inner + 14)
            top = dialog.body_top + (1 + n // 2) * (GENERATE_ROW + GAP)
            self._add_measure(dialog, measure, (left, top, inner, GENERATE_ROW))
        self._add_seed(dialog, dialog.body_top + (rows - 1) * (GENERATE_ROW + GAP), inner)
        self.host.ask(dialog)

    def _add_maker(self, dialog: Dialog, top: float) -> None:
        makers = [*MAKERS.values()]

        def set_(n: int) -> None:
            self.maker = makers[n]
            self.ask()

        box = (DIALOG_PADDING, top, GENERATE_WIDTH - 2 * DIALOG_PADDING, GENERATE_ROW)
        labels = [maker.label for maker in makers]
        dialog.add(Stepper(box, labels, set_, makers.index(self.maker)))

    def _add_measure(self, dialog: Dialog, measure: Parameter, box: Box) -> None:
        left, top, wide, high = box
        asked = self.asked.setdefault(self.maker.name, {})
        now = asked.get(measure.name, getattr(self.plan(), measure.name))

        def set_(value: float) -> None:
            asked[measure.name] = round(value) if measure.step % 1 == 0 else value

        room = 150.0 if measure.names else 84.0
        label = Label((left, top, wide - room - 8, high), "", size=13, colour=MUTED)
        dialog.add(label)
        label.text = label.short(measure.label, 13, label.rect.width)
        label.hint = measure.label if label.text != measure.label else ""
        place = (left + wide - room, top, room, high)
        if measure.names:
            names = measure.names
            labels = [name.replace("_", " ").capitalize() for name in names]

            def choose(n: int) -> None:
                asked[measure.name] = names[n]

            dialog.add(Stepper(place, labels, choose, names.index(now)))
        else:
            least, most = measure.least, measure.most
            hint = f"{measure.label}: {least:g} to {most:g} {measure.unit}"
            step = measure.step
            dialog.add(
                NumberField(place, now, set_, step=step, least=least, most=most, hint=hint)
            )

    def _add_seed(self, dialog: Dialog, top: float, inner: float) -> None:
        def set_(value: float) -> None:
            self.seed = round(value)

        dialog.add(
            Label((DIALOG_PADDING, top, 60, GENERATE_ROW), "Seed", size=13, colour=MUTED)
        )
        box: Box = (DIALOG_PADDING + inner - 84 - 40, top, 84, GENERATE_ROW)
        hint = "The same seed makes the same map"
        field = NumberField(box, self.seed, set_, least=0, most=SEEDS, hint=hint)
        dialog.add(field)

        def roll() -> None:
            self.seed = randrange(SEEDS)  # noqa: S311  which map it is, no secret
            field.to(self.seed)

        dice = IconButton(
            (DIALOG_PADDING + inner - 34, top, 34, GENERATE_ROW), "Another seed", roll
        )
        dice.icon, dice.hint = "ui/dices", "Another seed"
        dialog.add(dice)
        places = ["The whole map"]
        if self.area:
            places.append(f"Fill {counted(self.host.workspace.selected())}")
        self.into = self.into and self.area is not None

        def choose(n: int) -> None:
            self.into = n == 1

        box = (DIALOG_PADDING + inner + 14, top, inner, GENERATE_ROW)
        where = dialog.add(Stepper(box, places, choose, int(self.into)))
        where.hint = "Select one area first to fill just that area"

    def plan(self) -> Any:
        """Return the generator's plan with the chosen parameters, the others by default."""
        return self.maker.plan(**self.asked.get(self.maker.name, {}))

    def begin(self) -> None:
        """Generate the map in the background, or show the faults of the plan."""
        theme, maker, plan, seed = self.host.frame.theme, self.maker, self.plan(), self.seed
        if faults := [*maker.faults(plan)]:
            words = "\n".join(str(fault) for fault in faults)
            self.host.ask(notice(theme, "Cannot generate this", words))
            return
        before, area = self.host.workspace.map, self.area if self.into else None
        self._before = before
        self.host.show_message(f"Generating: {maker.label.lower()} {seed}…")
        self._made = Loader(lambda: _made(maker, plan, seed, before, area))

    def update(self) -> None:
        """Apply the generated map once it is complete."""
        if self._made is None or not self._made.done:
            return
        made, self._made = self._made.result(), None
        theme, work = self.host.frame.theme, self.host.workspace
        if isinstance(made, str):
            self.host.ask(notice(theme, "Could not generate this", made))
        elif work.map is not self._before:
            self.host.show_message("The map changed meanwhile, so nothing was generated.")
        else:
            label = f"Generate {self.maker.label.lower()} {self.seed}"
            attempt(self.host, lambda: work.do(label, made, (), mirrored=False))


def _made(
    maker: Generator, plan: Any, seed: int, before: MapFile, area: Polygon | None
) -> MapFile | str:
    """Return a map, or the reason why there is none."""
    try:
        if area:
            return maker.make_into(before, area, plan, seed)
        return maker.make(plan, seed)
    except NoRoomError as error:
        return str(error)


class FileActions(DocumentActions):
    """The menu of a map."""

    def __init__(self, host: EditorHost, autosave: Autosave | None = None) -> None:
        """*autosave*: the autosave to continue, if any."""
        super().__init__(host, MAP_PLACE, autosave)
        self.host = host
        self.generating, self.exporting = Generating(host), Exporting(host)

    def update(self, seconds: float) -> None:
        """Collect results of background work, and autosave the map."""
        self.generating.update()
        self.exporting.update()
        self.keeping.update(seconds)

    def menu(self) -> None:
        """Open the menu of the map."""
        theme = self.host.frame.theme
        replies = (
            Reply("Resume", style=Style.PRIMARY, shortcut=Key(pygame.K_ESCAPE)),
            Reply("Save", self.save),
            Reply("Save as…", self.ask_where),
            Reply("New map…", self.ask_new),
            Reply("Open…", self.ask_open),
            Reply("Import…", self.tell_of_imports),
            Reply("Generate…", self.generating.ask),
            Reply("Export a picture…", self.exporting.ask),
            Reply("Keys", lambda: self.host.ask(keys_dialog(theme, KEYS))),
            Reply("Close the editor", self.leave),
        )
        self.host.ask(Menu(theme, "The map", "", replies))

    def tell_of_imports(self) -> None:
        """Explain how to import maps of other programs."""
        words = (
            "Drop a file on this window: a map (.tmj), a picture that contains one (.png), or "
            "a Universal VTT file (.uvtt, .dd2vtt, .df2vtt), which becomes one of your maps, "
            "with its walls, doors, lights and picture."
        )
        self.host.ask(notice(self.host.frame.theme, "Import a map", words))

    def ask_new(self) -> None:
        self.guarded(lambda: self.host.go(Open(NewMapScreen(self.host.another))))

    def ask_open(self) -> None:
        self.guarded(lambda: self.host.go(Open(StartScreen(self.host.another))))
