"""The form of an army list, as far as it is read: names, numbers, characteristics."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from game.content.faults import UnusableFile
from game.content.pydantic_faults import faults_in


def _worded(told: Any) -> Any:
    return str(told) if isinstance(told, int | float) else told


Told = Annotated[str, BeforeValidator(_worded)]


class _Part(BaseModel):
    """What is not read is passed by: such files hold much that is none of our business."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class Named(_Part):
    name: Told


class Category(_Part):
    name: Told
    primary: bool = False


class Cost(_Part):
    name: Told
    kind: Told = Field("", alias="typeId")
    value: float = 0.0

    @property
    def is_points(self) -> bool:
        return self.kind == "points" or self.name.strip().lower() in ("pts", "points")


class Characteristic(_Part):
    name: Told
    text: Told = Field("", alias="$text")


class ListedProfile(_Part):
    name: Told
    characteristics: tuple[Characteristic, ...] = ()

    def values(self) -> dict[str, str]:
        """Return what it says, by names in capitals: ``SV`` for the save."""
        told = {c.name.strip().upper(): c.text.strip() for c in self.characteristics}
        if "SAVE" in told:
            told["SV"] = told.pop("SAVE")
        return told

    @property
    def is_model(self) -> bool:
        """Return whether it says what a model is, not what it carries or can do."""
        return self.values().keys() >= {"T", "W"}


class Selection(_Part):
    name: Told
    number: Annotated[int, Field(ge=0, le=1000)] = 1
    type: Told = ""
    selections: tuple[Selection, ...] = ()
    profiles: tuple[ListedProfile, ...] = ()
    categories: tuple[Category, ...] = ()
    rules: tuple[Named, ...] = ()
    costs: tuple[Cost, ...] = ()

    def all(self) -> Iterator[Selection]:
        """Return it and what was chosen for it, in order."""
        yield self
        for part in self.selections:
            yield from part.all()

    def models(self) -> Iterator[ListedProfile]:
        """Return all profiles of models in it."""
        return (p for part in self.all() for p in part.profiles if p.is_model)


class Force(_Part):
    name: Told
    selections: tuple[Selection, ...] = ()
    forces: tuple[Force, ...] = ()

    def all(self) -> Iterator[Force]:
        yield self
        for force in self.forces:
            yield from force.all()


class ArmyList(_Part):
    name: Told = "Army"
    forces: tuple[Force, ...] = ()
    limits: tuple[Cost, ...] = Field((), alias="costLimits")

    @property
    def limit(self) -> int | None:
        """Return the points agreed, if any were."""
        return next((int(c.value) for c in self.limits if c.is_points and c.value > 0), None)


class _File(_Part):
    roster: ArmyList


def army_list(told: Any, name: str) -> ArmyList:
    """Return the list that a file holds; raise UnusableFile with all faults of its form."""
    try:
        return _File.model_validate(told).roster
    except ValidationError as error:
        raise UnusableFile(name, faults_in(error, _File)) from error
