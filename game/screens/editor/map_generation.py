"""The menu of a map, and its dialogs: export a picture, generate a map."""

from __future__ import annotations

from random import randrange
from typing import Any

from game.background import Loader
from game.content.maps.map_file import MapFile
from game.editor.object_words import counted
from game.geometry.polygons import Polygon
from game.mapgen.generator import Generator, NoRoomError, Parameter
from game.mapgen.registry import MAKERS
from game.screens.editor.host import EditorHost, attempt
from game.widgets.button import IconButton, Style
from game.widgets.dialogs import notice
from game.widgets.inputs import NumberField, Stepper
from game.widgets.panel_stack import CANCEL, DIALOG_PADDING, Dialog, Reply
from game.widgets.text_view import Label
from game.widgets.theme import MUTED, Box

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
