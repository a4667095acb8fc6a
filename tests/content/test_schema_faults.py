"""All faults of a file are reported at once, in the file's own terms."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from game.content.faults import Fault, UnusableFile, did_you_mean, shown
from game.content.schema_faults import faults_in


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Sword(Part):
    kind: Literal["sword"] = "sword"
    strength: Annotated[int, Field(ge=1, le=10)] = 3


class Shield(Part):
    kind: Literal["shield"] = "shield"
    colour: Colour = Colour.RED
    save: float = 4.0


class Roster(Part):
    name: Annotated[str, Field(min_length=1)]
    gear: tuple[Annotated[Sword | Shield, Field(discriminator="kind")], ...] = ()
    best: Sword | None = None
    proud: bool = False


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({}, "name: is missing"),
        ({"name": 3}, "name: must be text, not 3"),
        ({"name": ""}, "name: must have at least 1 character, not ''"),
        ({"name": "x", "proud": 7}, "proud: must be true or false, not 7"),
        ({"name": "x", "gaer": []}, "gaer: unknown key; did you mean 'gear'?"),
        ({"name": "x", "gear": {}}, "gear: must be a list, not a table"),
        (
            {"name": "x", "best": []},
            "best: must be a table of keys and values, not a list of 0",
        ),
        (
            {"name": "x", "best": {"strenth": 3}},
            "best.strenth: unknown key; did you mean 'strength'?",
        ),
        (
            {"name": "x", "gear": [{"kind": "sword", "strength": 11}]},
            "gear[0].sword.strength: must be at most 10, not 11",
        ),
        (
            {"name": "x", "gear": [{"kind": "shield", "sav": 3}]},
            "gear[0].shield.sav: unknown key; did you mean 'save'?",
        ),
        (
            {"name": "x", "gear": [{"kind": "shield", "colour": "gren"}]},
            "gear[0].shield.colour: there is no 'gren'; did you mean 'green'?",
        ),
        (
            {"name": "x", "gear": [{"kind": "shield", "save": float("inf")}]},
            "gear[0].shield.save: must be a finite number, not Infinity",
        ),
    ],
)
def test_a_fault_says_where_and_why(data: object, fault: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Roster.model_validate(data)

    assert [str(f) for f in faults_in(caught.value, Roster)] == [fault]


def test_a_file_is_refused_with_all_its_faults_one_a_line() -> None:
    refusal = UnusableFile("a.toml", [("name", "is missing"), ("", "is empty")])

    assert str(refusal) == "a.toml: name: is missing\na.toml: is empty"
    assert refusal.faults == [Fault("name", "is missing"), Fault("", "is empty")]


def test_the_place_can_be_told_in_other_words() -> None:
    with pytest.raises(ValidationError) as caught:
        Roster.model_validate({"name": "x", "best": {"strength": 0}})

    faults = faults_in(caught.value, place=lambda steps: " of ".join(map(str, reversed(steps))))

    assert faults == [Fault("strength of best", "must be at least 1, not 0")]


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("SluceGate", "; did you mean 'SluiceGate'?"),
        ("sluicegate", "; did you mean 'SluiceGate'?"),
        ("xyz", "; try: SluiceGate, Wall"),
    ],
)
def test_an_unknown_word_is_answered_by_the_one_spelt_alike(word: str, answer: str) -> None:
    assert did_you_mean(word, ["SluiceGate", "Wall"]) == answer


def test_where_nothing_is_known_nothing_is_meant() -> None:
    assert not did_you_mean("word", [])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (1, "1"),
        ("é\n", r"'é\n'"),
        ([1, 2], "a list of 2"),
        ({"a": 1}, "a table"),
        ("x" * 99, "'" + "x" * 36 + "..."),
    ],
)
def test_a_value_is_shown_as_the_file_has_it(value: object, text: str) -> None:
    assert shown(value) == text
