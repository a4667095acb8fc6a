"""All generators and their parameters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from game.content.faults import Fault
from game.content.maps import MapFile
from game.geometry.points import Path
from game.mapgen import parameters, street
from game.mapgen import parameters as sewer
from game.mapgen import parameters as wreck
from game.mapgen.battlefield_themes import THEMES
from game.mapgen.parameters import BattlefieldPlan, SewerPlan, WreckPlan
from game.mapgen.street import StreetPlan, make_street

Plan: TypeAlias = BattlefieldPlan | StreetPlan | SewerPlan | WreckPlan


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a generator: a number within limits, or one of several names."""

    name: str
    """Name of the plan's field."""
    label: str
    unit: str
    """Unit of the number: ``inches``, ``percent``, ``pieces``; empty for a name."""
    least: float = 0
    most: float = 0
    step: float = 1
    """Step between values; 1 for whole numbers."""
    names: tuple[str, ...] = ()
    """Names to choose from; empty for a number."""


@dataclass(frozen=True, slots=True)
class Generator:
    """A generator of maps, with its parameters."""

    name: str
    """Name on the command line."""
    label: str
    about: str
    plan: Callable[..., Any]
    """Return a plan from values by name; missing values get their defaults."""
    measures: tuple[Parameter, ...]
    faults: Callable[[Any], Iterator[Fault]]
    """Yield the faults of a plan."""
    make: Callable[[Any, int], MapFile]
    """Return a map made from a plan and a seed; raise NoRoomError."""
    make_into: Callable[[MapFile, Path, Any, int], MapFile]
    """Return a map in which the generator has filled an area, a polygon in inches.

    Objects of the generator's kinds that are wholly in the area are replaced. All other
    objects stay as they are and keep their ids. Raise NoRoomError.
    """


def _measures(
    limits: Mapping[str, tuple[float, float]], *words: tuple[str, str, str, float]
) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(name, label, unit, *limits[name], step) for name, label, unit, step in words
    )


def _named(name: str, label: str, names: tuple[str, ...]) -> Parameter:
    return Parameter(name, label, "", names=names)


def _street_plan(**asked: Any) -> StreetPlan:
    """Return a plan with a default number of pieces that fits the length of the table."""
    length = asked.get("length", StreetPlan().length)
    if asked.get("pieces") is None:
        asked["pieces"] = street.usual_pieces(length)
    return StreetPlan(**asked)


def _make_battlefield(plan: BattlefieldPlan, seed: int) -> MapFile:
    from game.mapgen.battlefield import make_battlefield  # noqa: PLC0415  loads shapely

    return make_battlefield(plan, seed)


def _make_sewer(plan: SewerPlan, seed: int) -> MapFile:
    from game.mapgen.sewer.generator import make_sewer  # noqa: PLC0415  loads shapely

    return make_sewer(plan, seed)


def _make_wreck(plan: WreckPlan, seed: int) -> MapFile:
    from game.mapgen.wreck import make_wreck  # noqa: PLC0415  loads shapely

    return make_wreck(plan, seed)


def _battlefield_into(
    mapfile: MapFile, area: Path, plan: BattlefieldPlan, seed: int
) -> MapFile:
    from game.mapgen.area_scatter import battlefield_into  # noqa: PLC0415  loads shapely

    return battlefield_into(mapfile, area, plan, seed)


def _street_into(mapfile: MapFile, area: Path, plan: StreetPlan, seed: int) -> MapFile:
    from game.mapgen.area_scatter import street_into  # noqa: PLC0415  loads shapely

    return street_into(mapfile, area, plan, seed)


def _wreck_into(mapfile: MapFile, area: Path, plan: WreckPlan, seed: int) -> MapFile:
    from game.mapgen.area_scatter import wreck_into  # noqa: PLC0415  loads shapely

    return wreck_into(mapfile, area, plan, seed)


def _sewer_into(mapfile: MapFile, area: Path, plan: SewerPlan, seed: int) -> MapFile:
    from game.mapgen.area_sewer import sewer_into  # noqa: PLC0415  loads shapely

    return sewer_into(mapfile, area, plan, seed)


_ALL = (
    Generator(
        "sewer",
        "Sewer",
        "A symmetrical sewer for The nest and Crossing.",
        SewerPlan,
        _measures(
            sewer.SEWER_LIMITS,
            ("width", "Width", "inches", 1),
            ("height", "Height", "inches", 1),
            ("corridor", "Width of corridors", "inches", 0.5),
            ("loops", "Extra passages", "percent", 5),
            ("vaults", "Vaults per half, at most", "vaults", 1),
            ("chambers", "Chambers per half, at most", "chambers", 1),
            ("gates", "Gates per half, at most", "gates", 1),
            ("grates", "Grates per half, at most", "grates", 1),
            ("cave_ins", "Cave-ins per half, at most", "cave-ins", 1),
            ("gantries", "Gantries per half, at most", "gantries", 1),
        ),
        sewer.sewer_faults,
        _make_sewer,
        _sewer_into,
    ),
    Generator(
        "wreck",
        "Wreck",
        "A ship's hold or drifting wreckage for Adrift and Salvage.",
        WreckPlan,
        (
            _named("kind", "Kind", wreck.KINDS),
            *_measures(
                wreck.WRECK_LIMITS,
                ("width", "Width", "inches", 1),
                ("height", "Height", "inches", 1),
                ("wreckage", "Wreckage", "percent", 5),
                ("bulkheads", "Rows of bulkheads per half", "rows", 1),
                ("hatch", "Width of hatches", "inches", 1),
            ),
        ),
        wreck.wreck_faults,
        _make_wreck,
        _wreck_into,
    ),
    Generator(
        "battlefield",
        "Battlefield",
        "A symmetrical battlefield for matched play.",
        BattlefieldPlan,
        (
            _named("theme", "Theme", tuple(THEMES)),
            *_measures(
                parameters.BATTLEFIELD_LIMITS,
                ("width", "Width", "inches", 1),
                ("height", "Height", "inches", 1),
            ),
        ),
        parameters.battlefield_faults,
        _make_battlefield,
        _battlefield_into,
    ),
    Generator(
        "street",
        "Street",
        "A winding street for a chase, wide enough to ride.",
        _street_plan,
        _measures(
            street.LIMITS,
            ("length", "Length", "inches", 1),
            ("width", "Width", "inches", 1),
            ("pieces", "Pieces (a third of each size)", "pieces", 3),
            ("street", "Minimum street width", "inches", 0.5),
            ("bend", "How far houses reach past the centre line", "inches", 0.5),
            ("ruins", "Ruins among the pieces", "percent", 5),
        ),
        street.faults,
        make_street,
        _street_into,
    ),
)

MAKERS: Mapping[str, Generator] = {maker.name: maker for maker in _ALL}
"""All generators by name, in the order in which they are offered."""
