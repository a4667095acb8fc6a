"""The values that parts of the rules add to the battle window."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from game.content.palettes import Colour
from game.content.table_actions import Action
from game.cores.kit.queries import TableView, UnitPair
from game.play.decisions import Choose, DecisionKind
from game.play.dice_sequences import Dice
from game.play.game import Rules
from game.play.left_questions import InterruptPreference
from game.prompts.prompt import AnyPrompt, PointerState
from game.shown.lines import ShownLine
from game.systems import Parts
from game.table.records import ModelId, Side
from game.view.overlays import OverlayLayers, TagCell
from game.widgets.sizes import LEAD_TEXT, SMALL_TEXT
from game.widgets.theme import AMBER, MUTED, TEXT, Face

T = TypeVar("T")
Costs: TypeAlias = Callable[[TableView, Choose], Mapping[str, str]]
"""Returns a short text on what each option of a question may cost."""
Orders: TypeAlias = Callable[[Side], InterruptPreference | None]
"""Returns the standing orders of a side; None if no person commands it."""
WINDOW_ADDITIONS: Mapping[str, type[WindowAdditions]] = Parts("window", "WINDOW")
"""The additions of parts of the rules to the battle window, by the name of the part."""


@dataclass(frozen=True, slots=True)
class StatusSpan:
    """Words, an icon or pips in a row of a status."""

    text: str = ""
    size: float = SMALL_TEXT
    ink: Colour = MUTED
    _: KW_ONLY
    face: Face = "body"
    icon: str = ""
    pips: tuple[int, int] = (0, 0)
    """Number of full pips, and of all."""
    before: float = 0.0
    """Units left free before it."""
    room: float = 0.0
    """Units that it takes at least."""
    lights: bool = False
    """True if it is lit while the mouse points at the status."""


def head(words: str) -> StatusSpan:
    """Return the small words above a figure."""
    return StatusSpan(words.upper(), size=SMALL_TEXT, ink=MUTED, face="heading")


def figure(words: str, *, urgent: bool = False) -> StatusSpan:
    """Return the large words of a status."""
    return StatusSpan(
        words, size=LEAD_TEXT, ink=AMBER if urgent else TEXT, face="title", lights=True
    )


@dataclass(frozen=True, slots=True)
class Status:
    """Something that players have to know at any time: one or two rows side by side."""

    rows: tuple[tuple[StatusSpan, ...], ...]
    tip: str
    clause: str = ""
    """The clause that a click opens."""
    orders_of: Side | None = None
    """The side whose standing orders a click changes."""


@dataclass(frozen=True, slots=True)
class OverlayKind:
    """A kind of overlay that a button and a key switch on and off."""

    label: str
    action: Action
    """The action of its key."""
    hint: str


class OverlayFocus(NamedTuple):
    """The subject of the overlays."""

    model: ModelId | None = None
    """The model of the card that is shown."""
    pair: UnitPair | None = None
    """The attacking unit and its target."""
    sighted: bool = True
    """False if the pair belongs to an answer for which the rules ask no line of sight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownMoment:
    """The state of a battle window in one frame."""

    view: TableView
    """The table that is shown; it follows the playback."""
    key: object
    """Key of the table's state, for caching."""
    prompt: AnyPrompt | None = None
    focus: OverlayFocus
    on: Collection[OverlayKind] = ()
    """The overlays that are switched on."""
    hand: PointerState
    dice: Dice
    """The game's dice, which must not be consumed."""
    rests: bool = True
    """True while nothing is played back."""

    @property
    def answer(self) -> object:
        """Return a key of the answer that is considered."""
        return self.key, id(self.prompt), self.prompt.thought if self.prompt else None


@dataclass(frozen=True, slots=True)
class Legend:
    """The legend of an overlay of tags: its cells, and how far a forecast has come."""

    samples: Sequence[tuple[TagCell, str]]
    """Sample cells of a tag with their meaning."""
    tip: str
    said: str
    """The basis of a forecast, its progress, or the reason why there is none."""
    share: float
    """Progress from 0 to 1."""
    labels: Sequence[tuple[TagCell, str]] = ()
    """Samples of the labels that units have instead while models are drawn small."""


class Memo(Generic[T]):
    """The value that was computed last, kept while its key stays the same."""

    def __init__(self) -> None:
        self._found: tuple[object, T] | None = None

    def get(self, key: object, compute: Callable[[], T]) -> T:
        """Return the value of a key."""
        if self._found is None or self._found[0] != key:
            self._found = key, compute()
        return self._found[1]


class WindowAdditions:
    """The additions of one part of the rules to a battle window; the defaults add nothing.

    Each screen has its own, which may keep what it computed.
    """

    opens: ClassVar[Collection[OverlayKind]] = ()
    """Overlays that are switched on from the beginning."""
    left_out: ClassVar[Collection[OverlayKind]] = ()
    """General overlays that have no use in its games."""
    keys: ClassVar[Sequence[tuple[str, str]]] = ()
    """Lines on its keys for the list of all keys."""
    costs: ClassVar[Mapping[DecisionKind, Costs]] = {}
    """For kinds of questions that show what each option may cost."""
    in_reserve: ClassVar[str] = ""
    """Another word for units that are not on the table."""
    hides_reserve: ClassVar[bool] = False
    """True if such units have no place in the rosters."""
    hides_cards: ClassVar[bool] = False
    """True if a card beside the mouse would hide what is asked about."""
    odds_for_one: ClassVar[bool] = False
    """True if odds are about the acting model, so that others have cards beside them."""

    @staticmethod
    def plays(rules: Rules) -> bool:  # noqa: ARG004  its subclasses look
        """Return whether the part is more than used by these rules."""
        return True

    def offers(self, rules: Rules) -> Sequence[OverlayKind]:
        """Return the overlays that it adds to the general ones."""
        return ()

    def statuses(self, view: TableView, orders: Orders) -> Sequence[Status]:
        """Return what the header shows, in one place."""
        return ()

    def overlays(self, moment: ShownMoment) -> OverlayLayers:
        """Return the overlays of a frame."""
        return OverlayLayers()

    @property
    def news(self) -> object:
        """Return the forecast behind the lines of cards; another one replaces a shown card."""
        return None

    @property
    def busy(self) -> bool:
        """Return whether something is computed in the background."""
        return False

    @property
    def legend(self) -> Legend | None:
        """Return the legend of the overlays that were returned last."""
        return None

    def card_lines(self, view: TableView, model_id: ModelId) -> Iterator[ShownLine]:
        """Yield what the card of a model says besides the facts."""
        yield from ()

    def advice(self, view: TableView) -> Sequence[tuple[str, str]]:
        """Return advice below the goals of the mission, each with its clause."""
        return ()

    def update(self, seconds: float, *, still: bool) -> None:
        """Advance its animations; *still* keeps them in place."""

    def close(self) -> None:
        """End the work in the background."""


def window_additions(rules: Rules) -> dict[str, WindowAdditions]:
    """Return what the parts of a game add, by their names."""
    found = {name: WINDOW_ADDITIONS[name] for name in rules.parts if name in WINDOW_ADDITIONS}
    return {name: part() for name, part in found.items() if part.plays(rules)}
