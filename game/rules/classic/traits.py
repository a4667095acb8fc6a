"""Chapter "Profiles and tests": characteristics as they are now, and tests on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.play.game import Game, GameView
from game.rules.kit.core_api import Value, trait
from game.rules.kit.queries import Characteristic
from game.table.events import Reason
from game.table.records import ModelId, Unit, UnitId

TRAITS = ("ws", "bs", "s", "t", "w", "i", "a", "ld")


def told(look: GameView, who: ModelId) -> Iterator[Characteristic]:
    """``CC-01``  Yield a model's characteristics with what modifies them."""
    model = look.table.models[who]
    for name in TRAITS:
        value = trait(look, model, name)
        yield Characteristic(name, value.base, value.now, value.reasons)


def majority(values: Iterable[int]) -> int:
    """Return the value that most of a unit has; of equally many the highest (``CC-27``)."""
    counts = dict[int, int]()
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return max(counts, key=lambda v: (counts[v], v))


def unit_trait(look: GameView, unit: UnitId, name: str) -> int:
    """``CC-27``  The majority value of a characteristic in a unit that stands on the table."""
    return majority([trait(look, m, name).now for m in look.table.of(unit)])


def leadership(look: GameView, unit: Unit) -> Value:
    """``CC-03``  A unit tests on the best Leadership among its models on the table."""
    return max(
        (trait(look, m, "ld") for m in look.table.of(unit.id)), key=lambda value: value.now
    )


def leadership_test(
    game: Game, clause: str, who: UnitId, reasons: tuple[Reason, ...] = ()
) -> bool:
    """``CC-03``  2d6: Leadership or less passes, a double 1 always."""
    unit = game.table.units[who]
    ld = leadership(game, unit)
    need = ld.now + sum([r.amount for r in reasons])
    faces = game.throw(
        clause,
        unit.side,
        "Leadership test",
        2,
        need=max(2, need),
        under=True,
        total=True,
        who=who,
        reasons=(*ld.reasons, *reasons),
    )
    return sum(faces) <= need or faces == (1, 1)
