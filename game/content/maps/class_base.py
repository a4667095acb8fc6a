"""What the members of a map class can be: Tiled offers the same choices in its drop-downs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

USUAL = "usual"
"""What says nothing: the rulebook decides. Such members are left out of files."""

Says: TypeAlias = Literal["usual", "yes", "no"]
Cover: TypeAlias = Literal["usual", "none", "2+", "3+", "4+", "5+", "6+"]
"""``CC-15``  The cover save that a piece gives."""
Bonus: TypeAlias = Literal["usual", "none", "soft", "hard"]
"""``MP-01``, ``MP-05``  Which cover a piece is in matched play."""
Flow: TypeAlias = Literal["usual", "as drawn", "against"]
"""``FF-04``  Whether water runs along a lane as it was drawn, or against that."""
Condition: TypeAlias = Literal["ruin", "intact"]
"""``PU-03``"""
Material: TypeAlias = Literal["paving", "road", "grass", "earth", "water", "deck", "void"]
Look: TypeAlias = Literal[
    "city", "sewer", "street", "field", "forest", "industry", "steel", "hull", "space", "arena"
]

CHOICES: dict[str, object] = {
    "Says": Says,
    "Cover": Cover,
    "Bonus": Bonus,
    "Flow": Flow,
    "Condition": Condition,
    "Material": Material,
    "Look": Look,
}
"""All choices, by the names that Tiled shows."""


def rounded(value: float) -> float:
    """Return a number as map files keep it: to a thousandth, without a negative zero."""
    return round(value * 1000.0) / 1000.0


Number: TypeAlias = Annotated[float, AfterValidator(rounded)]


@dataclass(frozen=True, slots=True)
class RefersTo:
    """Marks a member that is the id of another object of the map, or 0 for none."""

    name: str
    """The class that the other object must have."""


@dataclass(frozen=True, slots=True)
class IsColour:
    """Marks a member that Tiled shows as a colour."""


ZoneId: TypeAlias = Annotated[int, Field(ge=0), RefersTo("DeploymentZone")]
Colour: TypeAlias = Annotated[str, Field(pattern=r"^#[0-9a-f]{8}$"), IsColour()]
"""Opacity, red, green, blue, as Tiled writes them."""


def _one_line(told: str) -> str:
    if len(told) > 60 or not (told.isprintable() or not told):
        raise ValueError("must be at most 60 characters on one line")
    return told


Line: TypeAlias = Annotated[str, AfterValidator(_one_line)]
"""A name or title, for players to read; may be empty."""
