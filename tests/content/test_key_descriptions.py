"""Descriptions of keys, made from marks and limits of a schema."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import BeforeValidator, Field, ValidationError

from game.content.key_descriptions import KeyDescription, descriptions
from game.content.schema_faults import faults_in
from game.content.schemas import (
    AtMost,
    ForSystem,
    Part,
    Refers,
    Several,
    Some,
    Word,
    Words,
    Written,
    about,
)

Letter = Literal["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]


class Mood(StrEnum):
    CALM = "calm"
    WILD = "wild"


class Base(Part):
    inherited: int = 2
    added: Annotated[int, ForSystem("cage"), about("of a system")] = 3


class Wheel(Part):
    size: Annotated[float, Field(gt=0, le=9.5), about("how large it is")] = 1.5


class Cart(Base):
    title: Annotated[Words, about("its title", "CC-01", "CC-02")]
    tag: Word | None = None
    count: Annotated[int, Field(ge=-2000, le=10_000), about("")] = 1000
    many: Annotated[int, Field(ge=1)] = 1
    few: Annotated[int | None, Field(le=7), about("", usual="no limit")] = None
    fast: bool = False
    note: Annotated[str, Field(max_length=40)] = ""
    text: Annotated[str, Field(min_length=1, max_length=400)]
    either: bool | Annotated[int, Field(ge=0, le=2)] = True
    dice: Annotated[int, BeforeValidator(int), Written("a number or dice")] = 1
    length: Annotated[float, Field(gt=0, le=120), Written("inches")]
    blast: Literal[3, 5] | None = None
    kind: Literal["", "one", "two"] = "one"
    turn: Annotated[float, Field(ge=0, lt=360), Written("degrees")] = 0.0
    share: Annotated[float, Field(ge=0.5, le=2.0)] = 1.0
    mood: Mood = Mood.CALM
    letters: Some[Annotated[Letter, Written("letter", "letters")]] = ("a", "b")
    words: Several[Literal["x", "y"]] = ()
    roster: Annotated[str, Refers("roster")] = ""
    maps: Annotated[Some[Annotated[str, Refers("map")]], AtMost(100)]
    names: Annotated[Several[Words], AtMost(3)] = ()
    wheel: Wheel | None = None
    wheels: Some[Wheel]
    pair: Annotated[tuple[Wheel, Wheel], Field(strict=False)]
    named: dict[str, Wheel] = Field(default_factory=dict)
    points: Annotated[dict[str, int], about("", value="table: side = points")] = Field(
        default_factory=dict
    )
    own: Annotated[int, ForSystem("pursuit"), about("of riders only")] = 0
    said: Annotated[Any, about("anything", "PU-01", value="words", usual="silence")] = None


WANTED = {
    "inherited": ("number", "2"),
    "title": ("1 to 80 characters on one line", "required"),
    "tag": ("id", "none"),
    "count": ("-2,000 to 10,000", "1,000"),
    "many": ("1 or more", "1"),
    "few": ("up to 7", "no limit"),
    "fast": ("true, false", "false"),
    "note": ("up to 40 characters", "none"),
    "text": ("1 to 400 characters", "required"),
    "either": ("true, false, or 0 to 2", "true"),
    "dice": ("a number or dice", "1"),
    "length": ("inches, above 0, up to 120", "required"),
    "blast": ("3, 5", "none"),
    "kind": ("`one`, `two`", "`one`"),
    "turn": ("degrees, 0 or more, below 360", "0"),
    "share": ("0.5 to 2", "1"),
    "mood": ("`calm`, `wild`", "`calm`"),
    "letters": ("list of 1 or more letters", "`a`, `b`"),
    "words": ("list of `x`, `y`", "none"),
    "roster": ("name or path", "none"),
    "maps": ("list of 1 to 100 names or paths", "required"),
    "names": ("list of up to 3 names", "none"),
    "wheel": ("`[wheel]`", "none"),
    "wheels": ("1 or more `[[wheels]]`", "required"),
    "pair": ("2 `[[pair]]`", "required"),
    "named": ("tables `[named.x]`", "none"),
    "points": ("table: side = points", "none"),
    "own": ("number", "0"),
    "said": ("words", "silence"),
    "added": ("number", "3"),
}


def test_values_and_defaults_come_from_the_schema_those_of_systems_last() -> None:
    found = descriptions(Cart)
    assert {key: (one.value, one.default) for key, one in found.items()} == WANTED
    assert [*found] == [*WANTED]


def test_a_description_has_meaning_system_clauses_and_the_path_of_tables() -> None:
    found = descriptions(Cart, "unit")
    name = "1 to 80 characters on one line"
    assert found["title"] == KeyDescription(name, "required", "its title", ("CC-01", "CC-02"))
    assert found["title"].hint == f"Its title (CC-01, CC-02)\n{name}; required"
    assert found["own"].hint == "Pursuit: of riders only\nnumber; usual: 0"
    assert found["kind"].hint == "one, two; usual: one"
    assert (found["wheel"].value, found["named"].value) == (
        "`[unit.wheel]`",
        "tables `[unit.named.x]`",
    )
    assert descriptions(Wheel)["size"].hint == "How large it is\nabove 0, up to 9.5; usual: 1.5"


@pytest.mark.parametrize(
    ("key", "usual"), [("title", ""), ("tag", ""), ("few", "no limit"), ("fast", "false")]
)
def test_what_counts_usually_is_known_only_if_there_is_a_value(key: str, usual: str) -> None:
    assert descriptions(Cart)[key].usual == usual


@pytest.mark.parametrize(
    ("key", "fault"),
    [
        ("siz", "siz: unknown key; did you mean 'size' (how large it is)?"),
        ("colour", "colour: unknown key; try: size"),
    ],
)
def test_a_similar_key_is_offered_with_its_meaning(key: str, fault: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Wheel.model_validate({key: 1})
    assert [str(one) for one in faults_in(caught.value, Wheel)] == [fault]
