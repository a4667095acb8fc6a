"""The dialog that generates a map."""

from __future__ import annotations

from functools import partial
from random import randrange
from typing import Any

from game.background import Pending
from game.content.maps.map_file import MapFile
from game.editor.object_words import counted
from game.editor.workspace import Workspace
from game.geometry.polygons import Polygon
from game.mapgen.generator import Generator, NoRoomError, Parameter
from game.mapgen.makers import MAKERS
from game.screens.editor.editor_messages import EditorMessages
from game.widgets.button import IconButton, Style
from game.widgets.cells import Child, LayoutCell, column, grid, sized
from game.widgets.fields import Control, Field, FormStyle, choice, number
from game.widgets.panel_stack import CANCEL, Dialog, Reply
from game.widgets.sizes import BODY_TEXT, EDGE, WIDE_DIALOG
from game.widgets.text_view import Paragraph
from game.widgets.theme import MUTED, Theme
from game.widgets.widget import Widget

FORM = FormStyle(200.0, 13.0, MUTED, 32.0, 6.0, tells=False)
SEEDS = 1_000_000


class GenerateDialog(Dialog):
    def __init__(self, theme: Theme, generating: Generating) -> None:
        self.generating = generating
        replies = (Reply("Generate", generating.begin, Style.PRIMARY), CANCEL)
        super().__init__(theme, "Generate", "", replies, width=WIDE_DIALOG)

    def view(self) -> Child:
        return self.generating.view()


class Generating:
    """The dialog that generates maps; it keeps its settings for the next time."""

    def __init__(self, work: Workspace, messages: EditorMessages) -> None:
        self.work, self.messages = work, messages
        self.maker = next(iter(MAKERS.values()))
        self.asked: dict[str, dict[str, Any]] = {}
        """Changed parameters by generator."""
        self.seed = 1
        self.into = False
        """True to fill the selected area only."""
        self._made = Pending[MapFile | str]()
        self._before: MapFile | None = None

    @property
    def area(self) -> Polygon | None:
        """Return the selected area if exactly one is selected."""
        chosen = self.work.selected()
        if len(chosen) == 1 and chosen[0].shape in {"rectangle", "ellipse", "polygon"}:
            return chosen[0].outline
        return None

    def ask(self) -> None:
        """Open the dialog."""
        self.into = self.into and self.area is not None
        self.messages.ask(GenerateDialog(self.messages.theme, self))

    def view(self) -> LayoutCell:
        """Describe the choice of the generator and its parameters."""
        makers = [(maker, maker.label) for maker in MAKERS.values()]
        maker = choice(makers)(self.maker, partial(setattr, self, "maker"))
        fields = [self._field(measure).cell(FORM) for measure in self.maker.measures]
        return column(
            Paragraph(self.maker.about, size=BODY_TEXT * self.messages.theme.running),
            sized(maker, height=FORM.height),
            grid(*fields, gap=EDGE, down=FORM.gap) if fields else None,
            grid(self._seed().cell(FORM), self._place(), gap=EDGE),
            gap=FORM.gap,
        )

    def _field(self, measure: Parameter) -> Field:
        asked = self.asked.setdefault(self.maker.name, {})
        label, name, step = measure.label, measure.name, measure.step
        hint = ""
        if measure.names:
            named = [(one, one.replace("_", " ").capitalize()) for one in measure.names]
            control: Control = choice(named)
        else:
            least, most = measure.least, measure.most
            hint = f"{label}: {least:g} to {most:g} {measure.unit}"
            control = number(step=step, least=least, most=most)

        def put(value: Any) -> None:
            is_whole = not measure.names and step % 1 == 0
            asked[name] = round(value) if is_whole else value

        return Field(label, control, lambda: getattr(self.plan(), name), put, hint, key=name)

    def _seed(self) -> Field:
        dice = IconButton("Another seed", self._roll, icon="ui/dices", hint="Another seed")
        return Field(
            "Seed",
            number(least=0, most=SEEDS, whole=True),
            lambda: self.seed,
            partial(setattr, self, "seed"),
            "The same seed makes the same map",
            aside=sized(dice, width=FORM.height, height=FORM.height),
        )

    def _roll(self) -> None:
        self.seed = randrange(SEEDS)  # noqa: S311  which map it is, no secret

    def _place(self) -> Child:
        """Return the choice between the whole map and the selected area."""
        places = [(False, "The whole map")]
        if self.area:
            places.append((True, f"Fill {counted(self.work.selected())}"))
        where = choice(places)(self.into, partial(setattr, self, "into"))
        assert isinstance(where, Widget)
        where.hint = "Select one area first to fill just that area"
        return sized(where, height=FORM.height)

    def plan(self) -> Any:
        """Return the generator's plan with the chosen parameters, the others by default."""
        return self.maker.plan(**self.asked.get(self.maker.name, {}))

    def begin(self) -> None:
        """Generate the map in the background, or show the faults of the plan."""
        maker, plan, seed = self.maker, self.plan(), self.seed
        if faults := [*maker.faults(plan)]:
            words = "\n".join(str(fault) for fault in faults)
            self.messages.notify("Cannot generate this", words)
            return
        before, area = self.work.map, self.area if self.into else None
        self._before = before
        self.messages.say(f"Generating: {maker.label.lower()} {seed}…")
        self._made.start(lambda: _made(maker, plan, seed, before, area))

    def update(self) -> None:
        """Apply the generated map once it is complete."""
        for made in self._made.finished():
            self._apply(made)

    def _apply(self, made: MapFile | str) -> None:
        """Show a generated map, or the reason why there is none."""
        work = self.work
        if isinstance(made, str):
            self.messages.notify("Could not generate this", made)
        elif work.map is not self._before:
            self.messages.say("The map changed meanwhile, so nothing was generated.")
        else:
            label = f"Generate {self.maker.label.lower()} {self.seed}"
            self.messages.attempt(lambda: work.do(label, made, (), mirrored=False))


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
