"""Tables of army lists, as far as they are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from game.content.schema_faults import validated


def _worded(raw: Any) -> Any:
    return str(raw) if isinstance(raw, int | float) else raw


ListText = Annotated[str, BeforeValidator(_worded)]


class _Part(BaseModel):
    """A table of an army list; unknown keys are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class ListedName(_Part):
    name: ListText = ""


class Category(_Part):
    name: ListText
    primary: bool = False


class Cost(_Part):
    name: ListText
    kind: ListText = Field("", alias="typeId")
    value: float = 0.0

    @property
    def is_points(self) -> bool:
        return self.kind == "points" or self.name.strip().lower() in ("pts", "points")


class ListedCharacteristic(_Part):
    name: ListText
    text: ListText = Field("", alias="$text")


class ListedProfile(_Part):
    name: ListText
    characteristics: tuple[ListedCharacteristic, ...] = ()

    def values(self) -> dict[str, str]:
        """Return the characteristics by upper-case name, with ``SV`` for the save."""
        found = {c.name.strip().upper(): c.text.strip() for c in self.characteristics}
        if "SAVE" in found:
            found["SV"] = found.pop("SAVE")
        return found

    @property
    def is_model(self) -> bool:
        """Return whether the profile is a model's, rather than of a weapon or an ability."""
        return self.values().keys() >= {"T", "W"}

    @property
    def is_weapon(self) -> bool:
        return {"RANGE", "S", "AP"} <= self.values().keys()

    @property
    def is_psyker(self) -> bool:
        return "CAST" in self.values()


class Selection(_Part):
    name: ListText
    number: Annotated[int, Field(ge=0, le=1000)] = 1
    type: ListText = ""
    selections: tuple[Selection, ...] = ()
    profiles: tuple[ListedProfile, ...] = ()
    categories: tuple[Category, ...] = ()
    rules: tuple[ListedName, ...] = ()
    costs: tuple[Cost, ...] = ()

    def all(self) -> Iterator[Selection]:
        """Yield the selection and all selections within it, depth first."""
        yield self
        for part in self.selections:
            yield from part.all()

    def models(self) -> Iterator[ListedProfile]:
        """Return the profiles of models in the selection and within it."""
        return (p for part in self.all() for p in part.profiles if p.is_model)

    @property
    def own(self) -> tuple[ListedProfile, ...]:
        """The profiles of models that the selection has itself."""
        return tuple(p for p in self.profiles if p.is_model)

    @property
    def weapons(self) -> tuple[ListedProfile, ...]:
        """The different profiles of weapons that the selection has itself."""
        return tuple(dict.fromkeys(p for p in self.profiles if p.is_weapon))


class Force(_Part):
    name: ListText
    selections: tuple[Selection, ...] = ()
    forces: tuple[Force, ...] = ()

    def all(self) -> Iterator[Force]:
        yield self
        for force in self.forces:
            yield from force.all()


class ArmyList(_Part):
    name: ListText = "Army"
    system: ListText = Field("", alias="gameSystemName")
    forces: tuple[Force, ...] = ()
    costs: tuple[Cost, ...] = ()
    limits: tuple[Cost, ...] = Field((), alias="costLimits")

    @property
    def limit(self) -> int | None:
        """Return the points limit; None if the list has none."""
        return next((int(c.value) for c in self.limits if c.is_points and c.value > 0), None)

    @property
    def points(self) -> float | None:
        """Return what the list says it costs in points; None if it does not say it."""
        stated = [cost.value for cost in self.costs if cost.is_points]
        return sum(stated) if stated else None


class _File(_Part):
    roster: ArmyList


def army_list(raw: Any, name: str) -> ArmyList:
    """Return the validated list; raise UnusableFile with all faults of its form."""
    return validated(_File, raw, name).roster
