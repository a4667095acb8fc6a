"""Maps by chance: what is to be made, asked in a dialog, and made beside the frames."""

from __future__ import annotations

from random import randrange
from typing import Any

from game.content.maps import MapFile
from game.editor.new_objects import counted
from game.geometry.polygons import Polygon
from game.mapgen.catalog import MAKERS, Generator, Parameter
from game.mapgen.retry import NoRoomError
from game.screens.battle.menus.dialogs import notice
from game.screens.editor.host import Studio
from game.screens.editor.tries import tried
from game.view.background_task import Loader
from game.widgets.button import IconButton, Style
from game.widgets.inputs import NumberField, Stepper
from game.widgets.label import Label
from game.widgets.panel_stack import CANCEL, DIALOG_PADDING, Dialog, Reply
from game.widgets.theme import MUTED, Box

WIDE, ROW, GAP = 680.0, 32.0, 6.0
SEEDS = 1_000_000


class Generating:
    """What was asked last stays, so that another seed is one click away."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.maker = next(iter(MAKERS.values()))
        self.asked: dict[str, dict[str, Any]] = {}
        """By maker: the measures that are not usual."""
        self.seed = 1
        self.into = False
        """Whether only what is selected is filled."""
        self._made: Loader[MapFile | str] | None = None
        self._before: MapFile | None = None

    @property
    def area(self) -> Polygon | None:
        """Return the one area that is selected."""
        chosen = self.studio.workspace.selected()
        if len(chosen) == 1 and chosen[0].shape in {"rectangle", "ellipse", "polygon"}:
            return chosen[0].outline
        return None

    def ask(self) -> None:
        """Open the dialog, or open it anew for another maker."""
        replies = (Reply("Generate", self.begin, Style.PRIMARY), CANCEL)
        rows = 2 + (len(self.maker.measures) + 1) // 2
        room = rows * (ROW + GAP)
        theme = self.studio.frame.theme
        dialog = Dialog(theme, "Generate", self.maker.about, replies, width=WIDE, room=room)
        self._add_maker(dialog, dialog.body_top)
        inner = (WIDE - 2 * DIALOG_PADDING - 14) / 2
        for n, measure in enumerate(self.maker.measures):
            left = DIALOG_PADDING + n % 2 * (inner + 14)
            top = dialog.body_top + (1 + n // 2) * (ROW + GAP)
            self._add_measure(dialog, measure, (left, top, inner, ROW))
        self._add_seed(dialog, dialog.body_top + (rows - 1) * (ROW + GAP), inner)
        self.studio.ask(dialog)

    def _add_maker(self, dialog: Dialog, top: float) -> None:
        makers = [*MAKERS.values()]

        def set_(n: int) -> None:
            self.maker = makers[n]
            self.ask()

        box = (DIALOG_PADDING, top, WIDE - 2 * DIALOG_PADDING, ROW)
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
            field = NumberField(place, now, set_, step=measure.step)
            field.least, field.most = measure.least, measure.most
            field.hint = (
                f"{measure.label}: {measure.least:g} to {measure.most:g} {measure.unit}"
            )
            dialog.add(field)

    def _add_seed(self, dialog: Dialog, top: float, inner: float) -> None:
        def set_(value: float) -> None:
            self.seed = round(value)

        dialog.add(Label((DIALOG_PADDING, top, 60, ROW), "Seed", size=13, colour=MUTED))
        field = NumberField((DIALOG_PADDING + inner - 84 - 40, top, 84, ROW), self.seed, set_)
        field.least, field.most = 0, SEEDS
        field.hint = "The same seed makes the same map"
        dialog.add(field)

        def roll() -> None:
            self.seed = randrange(SEEDS)  # noqa: S311  which map it is, no secret
            field.to(self.seed)

        dice = IconButton((DIALOG_PADDING + inner - 34, top, 34, ROW), "Another seed", roll)
        dice.icon, dice.hint = "ui/dices", "Another seed"
        dialog.add(dice)
        places = ["The whole map"]
        if self.area:
            places.append(f"Into {counted(self.studio.workspace.selected())}")
        self.into = self.into and self.area is not None

        def choose(n: int) -> None:
            self.into = n == 1

        box = (DIALOG_PADDING + inner + 14, top, inner, ROW)
        where = dialog.add(Stepper(box, places, choose, int(self.into)))
        where.hint = "Select one area first to fill only that"

    def plan(self) -> Any:
        """Return what the maker is asked for; without measures: what it makes usually."""
        return self.maker.plan(**self.asked.get(self.maker.name, {}))

    def begin(self) -> None:
        """Make the map beside the frames, or tell what cannot be asked for."""
        theme, maker, plan, seed = self.studio.frame.theme, self.maker, self.plan(), self.seed
        if faults := [*maker.faults(plan)]:
            words = "\n".join(str(fault) for fault in faults)
            self.studio.ask(notice(theme, "That cannot be made", words))
            return
        before, area = self.studio.workspace.map, self.area if self.into else None
        self._before = before
        self.studio.tell(f"Generating: {maker.label.lower()} {seed}…")
        self._made = Loader(lambda: _made(maker, plan, seed, before, area))

    def update(self) -> None:
        """Take over what was made, once it is."""
        if self._made is None or not self._made.done:
            return
        made, self._made = self._made.result(), None
        theme, work = self.studio.frame.theme, self.studio.workspace
        if isinstance(made, str):
            self.studio.ask(notice(theme, "That could not be made", made))
        elif work.map is not self._before:
            self.studio.tell("The map was changed meanwhile: nothing was generated.")
        else:
            label = f"Generate {self.maker.label.lower()} {self.seed}"
            tried(self.studio, lambda: work.do(label, made, (), mirrored=False))


def _made(
    maker: Generator, plan: Any, seed: int, before: MapFile, area: Polygon | None
) -> MapFile | str:
    """Return a map, or why there is none."""
    try:
        if area:
            return maker.make_into(before, area, plan, seed)
        return maker.make(plan, seed)
    except NoRoomError as error:
        return str(error)
