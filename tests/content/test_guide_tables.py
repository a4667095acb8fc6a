"""The tables of keys in the guides are made from the schemas of the files.

A table is found by the first cell of its heading; the other cells say which columns it has.
``pytest tests/content/test_guide_tables.py --rewrite`` writes all of them anew.
"""

# ruff: noqa: SLF001
# What a file may hold is a private model of the module that reads it.

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

import pytest
from pydantic import BaseModel

from game.bots.steady import personalities
from game.content import campaign_files, how_to_pages, lessons, rosters, scenarios
from game.content.detachments import Detachment
from game.content.key_descriptions import KeyDescription, descriptions
from game.content.maps.class_registry import CLASSES
from game.content.maps.map_class import Board, MapClass, TerrainClass
from game.content.packs.pack import PackManifest
from game.content.rulebook import clause
from game.content.schemas import Part
from game.content.settings import Settings
from game.content.shipped_folders import ASSETS
from game.content.situations import expectations, situation_schema
from game.cores.classic import content as classic
from game.cores.modern import content as modern
from game.lab import experiments
from game.systems import Parts
from game.systems.cage.content import keys as cage
from game.systems.pursuit.content import keys as pursuit

COLUMNS: Mapping[str, Callable[[KeyDescription], str]] = {
    "value": lambda one: one.value,
    "default": lambda one: one.default,
    "meaning": lambda one: one.meaning,
    "clause": lambda one: one.cited,
}


class KeyTable(NamedTuple):
    """A table of a guide, with the keys of one table of a file."""

    guide: str
    heading: str
    model: type[BaseModel]
    path: str = ""
    """Path of the table in the file; empty for the file itself."""
    shared: type[BaseModel] = Part
    """Has keys of the model that stand in another table."""

    @property
    def start(self) -> str:
        return f"| {self.heading} |"

    def __str__(self) -> str:
        return f"{self.guide}: {self.heading}"

    def rows(self, columns: list[str]) -> Iterator[str]:
        """Yield the rows; keys with the same description share one."""
        keys = dict[KeyDescription, list[str]]()
        shared = descriptions(self.shared)
        for key, one in descriptions(self.model, self.path).items():
            if key not in shared:
                keys.setdefault(one, []).append(f"`{key}`")
        for one, same in keys.items():
            cells = [", ".join(same), *(COLUMNS[column](one) for column in columns)]
            yield f"| {' | '.join(cells)} |".replace("|  |", "| |")


class MemberTable(NamedTuple):
    """A table of a guide, with the members of some classes of map objects."""

    heading: str
    classes: Sequence[type[MapClass]]
    all_of_them: str
    """Words for all the classes."""
    guide: str = "maps"

    @property
    def start(self) -> str:
        return f"| {self.heading} |"

    def rows(self, columns: list[str]) -> Iterator[str]:
        """Yield the rows; members with the same description of the same classes share one."""
        of = dict[tuple[str, KeyDescription], list[str]]()
        for one in self.classes:
            for key, about in descriptions(one).items():
                of.setdefault((key, about), []).append(f"`{one.__name__}`")
        rows = dict[tuple[KeyDescription, tuple[str, ...]], list[str]]()
        for (key, about), having in of.items():
            rows.setdefault((about, tuple(having)), []).append(f"`{key}`")
        for (about, names), keys in rows.items():
            whose = self.all_of_them if len(names) == len(self.classes) else ", ".join(names)
            cells = [whose if column == "of" else COLUMNS[column](about) for column in columns]
            yield f"| {' | '.join([', '.join(keys), *cells])} |".replace("|  |", "| |")


TERRAIN = [one for one in CLASSES.values() if issubclass(one, TerrainClass)]
OTHERS: list[type[MapClass]] = [
    *(one for one in CLASSES.values() if not issubclass(one, TerrainClass)),
    Board,
]
MEMBERS = (
    MemberTable("member of terrain", TERRAIN, "all terrain"),
    MemberTable("member of another class", OTHERS, "all other classes"),
)
ROSTER, ARMOURY, SCENARIO, CAMPAIGN = "rosters", "armouries", "scenarios", "campaigns"
MODELS = situation_schema.ModelTemplate
"""Keys that units and models share."""
PACK, LAB, SITUATION = "packs", "lab", "situations"
TABLES = (
    KeyTable(ROSTER, "key of the roster", rosters.RosterFile),
    KeyTable(ROSTER, "key of a `[[unit]]`", rosters._Unit, "unit"),
    KeyTable(ROSTER, "key of a `[[unit.model]]`", rosters._Models, "unit.model"),
    KeyTable(ROSTER, "key of `[mines]`", pursuit._Mines, "mines"),
    KeyTable(ROSTER, "key of a `[[detachment]]`", Detachment, "detachment"),
    KeyTable(ROSTER, "key of `[spawn]`", rosters._Spawn, "spawn"),
    KeyTable(ARMOURY, "key of the armoury", classic.ClassicArmouryFile),
    KeyTable(ARMOURY, "key of a classic `[weapon.x]`", classic._Weapon, "weapon"),
    KeyTable(ARMOURY, "key of a classic `[profile.x]`", classic._Profile, "profile"),
    KeyTable(ARMOURY, "key of a modern `[weapon.x]`", modern.OwnWeapon, "weapon"),
    KeyTable(ARMOURY, "key of a modern `[profile.x]`", modern.OwnProfile, "profile"),
    KeyTable(SCENARIO, "key of the scenario", scenarios.Scenario),
    KeyTable(SCENARIO, "key of a `[[side]]`", scenarios.ScenarioSide, "side"),
    KeyTable(SCENARIO, "key of an `[option.x]`", scenarios.ScenarioOption, "option"),
    KeyTable(CAMPAIGN, "key of the campaign", campaign_files.Campaign),
    KeyTable(CAMPAIGN, "key of a `[[side]]`", campaign_files._Side, "side"),
    KeyTable(CAMPAIGN, "key of a `[[battle]]`", campaign_files.CampaignBattle, "battle"),
    KeyTable(
        CAMPAIGN, "key of a `[[battle.result]]`", campaign_files.CampaignResult, "battle.result"
    ),
    KeyTable(CAMPAIGN, "key of an `extra`", campaign_files.Extra, "battle.result.extra"),
    KeyTable(PACK, "key of `pack.toml`", PackManifest),
    KeyTable(PACK, "key of a page", how_to_pages.HowToPage),
    KeyTable(PACK, "key of a `[[part]]`", how_to_pages.Passage, "part"),
    KeyTable(PACK, "key of `[part.picture]`", how_to_pages.Picture, "part.picture"),
    KeyTable(PACK, "key of a `ring`", how_to_pages.RingAt, "part.picture.ring"),
    KeyTable(PACK, "key of a `line`", how_to_pages.LineAt, "part.picture.line"),
    KeyTable(LAB, "key of a bot", personalities.Personality),
    KeyTable(LAB, "key of an experiment", experiments.ExperimentFile),
    KeyTable(LAB, "key of a `[[variant]]`", experiments.Changes, "variant"),
    KeyTable(LAB, "key of `[tune]`", experiments.Tune, "tune"),
    KeyTable(LAB, "key of `[train]`", experiments.Train, "train"),
    KeyTable(SITUATION, "key of a situation", situation_schema.Situation),
    KeyTable(SITUATION, "key of `[board]`", situation_schema.BoardAt, "board"),
    KeyTable(SITUATION, "key of `[clock]`", situation_schema.ClockAt, "clock"),
    KeyTable(SITUATION, "key of a `[[unit]]`", situation_schema.UnitAt, "unit", MODELS),
    KeyTable(SITUATION, "key of a `[[model]]`", situation_schema.ModelAt, "model", MODELS),
    KeyTable(SITUATION, "key of units and models", MODELS, "model"),
    KeyTable(SITUATION, "key of a mark", situation_schema.MarkAt, "model.marks"),
    KeyTable(SITUATION, "key of a `[[piece]]`", situation_schema.PieceAt, "piece"),
    KeyTable(SITUATION, "key of a `[[marker]]`", situation_schema.MarkerAt, "marker"),
    KeyTable(SITUATION, "key of a `[[lost]]`", situation_schema.LossAt, "lost"),
    KeyTable(SITUATION, "key of a `[[dropped]]`", cage.LyingAt, "dropped"),
    KeyTable(SITUATION, "key of `[expect]`", expectations.Expectations, "expect"),
    KeyTable(SITUATION, "key of `[expect.asks]`", expectations.ExpectedDecision, "expect.asks"),
    KeyTable(
        SITUATION, "key of `[expect.refused]`", expectations.ExpectedRefusal, "expect.refused"
    ),
    KeyTable(
        SITUATION, "key of an `[[expect.model]]`", expectations.ExpectedModel, "expect.model"
    ),
    KeyTable(
        SITUATION, "key of an `[[expect.unit]]`", expectations.ExpectedUnit, "expect.unit"
    ),
    KeyTable(
        SITUATION, "key of an `[[expect.piece]]`", expectations.ExpectedPiece, "expect.piece"
    ),
    KeyTable(
        SITUATION, "key of an `[[expect.marker]]`", expectations.ExpectedMarker, "expect.marker"
    ),
    KeyTable(SITUATION, "key of a lesson", lessons.Lesson),
    KeyTable(SITUATION, "key of a `[[card]]`", lessons.LessonStep, "card"),
    KeyTable("playing", "setting", Settings),
)
FILES = (
    rosters.RosterFile,
    classic.ClassicArmouryFile,
    modern.ModernArmouryFile,
    scenarios.Scenario,
    campaign_files.Campaign,
    PackManifest,
    how_to_pages.HowToPage,
    personalities.Personality,
    experiments.ExperimentFile,
    situation_schema.Situation,
    MODELS,
    lessons.Lesson,
    Settings,
)
"""The schemas of all files of which the guides have tables."""
WEIGHTS = {*Parts[type[BaseModel]]("bot.weights", "WEIGHTS").values()}
"""Tables of bots; what is in them is said where they are declared."""
SAME_TABLE: Mapping[type[BaseModel], type[BaseModel]] = {
    modern.ModernArmouryFile: classic.ClassicArmouryFile
}
"""Schemas that have the keys of another one."""


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models that an annotation is built of, and those inside them."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        for field in annotation.model_fields.values():
            yield from models_in(field.annotation)
    for part in get_args(annotation):
        yield from models_in(part)


def words_in(annotation: Any) -> Iterator[str]:
    """Yield the words that an annotation allows, where it allows few."""
    if get_origin(annotation) is Literal:
        yield from (word for word in get_args(annotation) if isinstance(word, str) and word)
    else:
        for part in get_args(annotation):
            yield from words_in(part)


def file_of(guide: str) -> Path:
    return ASSETS / "guide" / f"{guide}.md"


def lines_of(guide: str) -> list[str]:
    return file_of(guide).read_text("utf-8").splitlines()


def with_tables(guide: str) -> str:
    """Return the text of a guide with the rows of all its tables of keys as they should be."""
    lines = lines_of(guide)
    for table in (*TABLES, *MEMBERS):
        if table.guide == guide:
            (start,) = (n for n, line in enumerate(lines) if line.startswith(table.start))
            end = next(n for n, line in enumerate([*lines, ""]) if n > start and not line)
            columns = [cell.strip() for cell in lines[start].strip("|").split("|")]
            lines[start + 2 : end] = table.rows(columns[1:])
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("guide", dict.fromkeys(table.guide for table in (*TABLES, *MEMBERS)))
def test_the_tables_of_a_guide_have_the_keys_of_the_schemas(
    guide: str, request: pytest.FixtureRequest
) -> None:
    text = with_tables(guide)
    if request.config.getoption("--rewrite"):
        file_of(guide).write_text(text, "utf-8")
    assert file_of(guide).read_text("utf-8") == text, "run pytest --rewrite and read the diff"


def test_every_table_of_a_file_is_in_one_guide() -> None:
    parts = {SAME_TABLE.get(part, part) for file in FILES for part in models_in(file)}

    assert sorted(map(id, parts - WEIGHTS)) == sorted(id(table.model) for table in TABLES)


@pytest.mark.parametrize("kind", [*TERRAIN, *OTHERS])
def test_every_member_of_a_map_class_has_a_meaning(kind: type[MapClass]) -> None:
    for key, one in descriptions(kind).items():
        assert one.meaning, key
        assert one.value != "value", key
        for id_ in one.clauses:
            clause(id_)


@pytest.mark.parametrize(("one", "same"), SAME_TABLE.items())
def test_schemas_with_one_table_have_the_same_keys(
    one: type[BaseModel], same: type[BaseModel]
) -> None:
    assert [*descriptions(one)] == [*descriptions(same)]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_key_has_a_meaning_and_clauses_that_exist(table: KeyTable) -> None:
    for key, one in descriptions(table.model).items():
        assert one.meaning, key
        assert one.value != "value", key
        for id_ in one.clauses:
            clause(id_)
    columns = next(line for line in lines_of(table.guide) if line.startswith(table.start))
    shared = descriptions(table.shared)
    own = [one for key, one in descriptions(table.model).items() if key not in shared]
    assert " meaning |" in columns
    assert (" clause |" in columns) is any(one.clauses for one in own)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_word_of_a_choice_is_named(table: KeyTable) -> None:
    # Situations have the types and rules of armouries.
    text = "".join(file_of(guide).read_text("utf-8") for guide in (table.guide, ARMOURY))
    words = {word for f in table.model.model_fields.values() for word in words_in(f.annotation)}

    assert [word for word in words if f"`{word}`" not in text and f'"{word}"' not in text] == []
