"""Rosters, scenarios and armouries in a form: fields, hints, names, faults, new tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from game.content import library_kinds
from game.content.faults import spelt
from game.content.own_folders import own_folder
from game.content.rosters import load_roster
from game.content.schemas import Refers
from game.content.shipped_folders import ASSETS
from game.content.toml_statements import TomlPath
from game.editor.autosaves import Autosave, recoveries
from game.editor.documents import History
from game.editor.edits import EditRefusedError
from game.forms.form_fields import NESTED, FieldKind, FormField, fields_of
from game.forms.form_files import FormFile, new_file, open_file, recovered
from game.forms.form_kinds import FORMS, FormKind
from game.forms.new_tables import unused
from game.forms.toml_text import TomlText

pytestmark = pytest.mark.usefixtures("own_home")

SHIPPED = [
    (form, file)
    for form in FORMS.values()
    for file in sorted((ASSETS.parent / form.kind.folder).glob("*.toml"))
]


def roster(text: str = "") -> FormFile:
    if not text:
        return new_file(FORMS["roster"])
    return FormFile(FORMS["roster"], History(TomlText(text)))


def field(file: FormFile, path: TomlPath, key: str) -> FormField:
    return next(one for one in file.fields(path) if one.key == key)


@pytest.mark.parametrize(("form", "file"), SHIPPED, ids=lambda one: getattr(one, "stem", ""))
def test_a_shipped_file_opens_as_an_equal_copy_without_faults(
    form: FormKind, file: Path
) -> None:
    opened, faults = open_file(form, file)
    assert opened.text().encode() == file.read_bytes()
    assert (faults, opened.faults, opened.path, opened.is_saved) == ([], [], None, True)


@pytest.mark.parametrize("name", FORMS)
def test_a_new_file_has_no_faults(name: str) -> None:
    made = new_file(FORMS[name])
    assert (made.faults, made.is_saved, made.title) == ([], True, f"New {name}")
    assert made.unplayable() == []


def _tables(file: FormFile, path: TomlPath, model: type[BaseModel]) -> list[TomlPath]:
    """Return the paths of every kind of table, each as if it were in the file."""
    found = [path]
    for one in fields_of(model):
        if one.kind in NESTED and (inner := one.model or file.model((*path, one.key, "x"))):
            step: TomlPath = {
                FieldKind.TABLE: (one.key,),
                FieldKind.TABLES: (one.key, 0),
            }.get(one.kind, (one.key, "x"))
            found += _tables(file, (*path, *step), inner)
    return found


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("system", ["classic", "modern"])
def test_every_key_has_a_description(name: str, system: str) -> None:
    key = "armoury" if name == "roster" else "system"
    file = FormFile(FORMS[name], History(TomlText(f'title = "x"\n{key} = "{system}"\n')))
    silent = [
        (path, one.key)
        for path in _tables(file, (), file.schema)
        for one in fields_of(file.model(path) or BaseModel)
        if not getattr(file.description(path, one.key), "meaning", "")
    ]
    assert silent == []


def test_a_hint_has_meaning_clauses_values_and_default() -> None:
    made = roster()
    model: TomlPath = ("unit", 0, "model", 0)
    shoots = "How far it shoots (CC-09)\ninches, above 0, up to 120"
    assert made.hint(model, "count") == "How many are alike\n1 to 60; usual: 1"
    assert made.hint(("unit", 0), "model").endswith("\n1 or more [[unit.model]]; required")
    assert made.hint(("weapon", "sling"), "range") == f"{shoots}; required unless close combat"
    assert (
        made.hint((), "mines") == "Pursuit: the mines of a swarm (PU-01)\n[mines]; usual: none"
    )
    assert (made.hint((), "mine"), made.hint(("crew", 0), "count")) == ("", "")


def test_fields_are_those_of_the_system_or_of_the_file() -> None:
    made = roster()
    assert not {"points", "detachment", "spawn", "mines"} & {f.key for f in made.fields(())}
    made.put(("armoury",), "modern")
    assert {"points", "detachment", "spawn"} <= {f.key for f in made.fields(())}
    assert field(made, ("unit", 0), "slot").choices[0] == "hq"
    assert field(made, ("weapon", "x"), "D").kind is FieldKind.VALUE
    made.put(("armoury",), "pursuit")
    made.put(("points",), 5)
    assert {"points", "mines"} <= {f.key for f in made.fields(())}
    assert [f.place for f in made.faults if "army" in f.reason] == []


def test_names_are_those_there_are() -> None:
    made = roster()
    added = made.add(
        ("weapon",), field(made, (), "weapon"), {"type": "pistol", "range": 6, "S": 2}
    )
    made.change("name it", made.state.rename(added, "sling, stone"))
    weapons = made.names(Refers("weapon"))
    assert list(weapons)[:2] == ["sling, stone", "sling"]
    assert weapons["rifle"] == "rifle"
    assert "warden" in made.names(Refers("profile"))
    assert set(FORMS) == {"roster", "scenario", "armoury", "campaign"}
    scenario = new_file(FORMS["scenario"])
    assert set(scenario.names(Refers("mission"))) == {"combat_patrol", "crossing", "nest"}
    assert "wardens-army" not in scenario.names(Refers("roster"))
    assert scenario.names(Refers("roster"))["wardens-patrol"] == "Wardens patrol"
    assert scenario.names(Refers("clause"))["CC"] == "Classic core"


def test_faults_lead_to_their_fields() -> None:
    made = roster(
        'title = "x"\narmoury = "classic"\nnosuch = 1\n'
        '[weapon."a, b"]\ntype = "pistol"\n'
        '[[unit]]\nid = "U"\nname = "n"\n[[unit.model]]\nprofile = "wardn"\ncount = 99\n'
    )
    found = {made.state.locate(fault.place) for fault in made.faults}
    assert found == {
        ("nosuch",),
        ("weapon", "a, b"),
        ("unit", 0, "id"),
        ("unit", 0, "model", 0, "profile"),
        ("unit", 0, "model", 0, "count"),
    }
    made.put(("unit", 0, "name"), None)
    assert made.state.locate("unit[0].name") == ("unit", 0, "name")
    assert made.state.locate("line 7") == ()


def test_tables_are_added_and_duplicated_under_names_of_their_own() -> None:
    made = roster()
    units = field(made, (), "unit")
    assert made.add(("unit",), units) == ("unit", 1)
    assert made.duplicate(("unit", 0)) == ("unit", 1)
    assert [one["id"] for one in made.raw["unit"]] == ["new-unit", "new-unit3", "new-unit2"]
    assert made.add(("weapon",), field(made, (), "weapon"), made.patterns("weapon")["rifle"])
    assert made.duplicate(("weapon", "new-weapon")) == ("weapon", "new-weapon2")
    assert made.faults == []
    assert unused("squad-2", {"squad-2": 0, "squad3": 0}) == "squad2"
    for _ in range(4):
        made.history.undo()
    assert made.is_saved
    assert made.history.redoes == "Add unit"


def test_a_weapon_that_gets_another_name_keeps_it_with_its_models() -> None:
    made = roster(
        'title = "x"\narmoury = "classic"\n[weapon.net]\ntype = "pistol"\nrange = 6\nS = 2\n'
        '[[unit]]\nid = "u"\nname = "n"\n[[unit.model]]\nprofile = "warden"\n'
        'weapons = ["rifle", "net"] # both\n[[unit.model]]\nprofile = "scout"\n'
    )
    made.rename(("weapon", "net"), "big net")
    assert made.faults == []
    assert made.raw["unit"][0]["model"][0]["weapons"] == ["rifle", "big net"]
    assert made.text().count("# both") == 1
    made.history.undo()
    assert "big net" not in made.text()


def test_what_was_autosaved_is_recovered(tmp_path: Path) -> None:
    made, autosave = roster(), Autosave()
    made.put(("title",), "Lost")
    autosave.keep(made)
    autosave.let_go()
    (one,) = recoveries()
    assert (one.kind, one.title) == ("roster", "Lost")

    found, again = recovered(one)
    assert (found.title, found.is_saved, found.path) == ("Lost", False, None)
    again.drop()
    assert recoveries() == []


def test_a_saved_roster_is_one_that_games_find() -> None:
    made = roster()
    path = own_folder(library_kinds.ROSTER) / "mine.toml"
    path.parent.mkdir(parents=True)
    path.write_text(made.text(), "utf-8")
    assert load_roster("mine").title == "New roster"


def test_a_scenario_is_checked_on_its_maps() -> None:
    made = new_file(FORMS["scenario"])
    made.put(("option", "nobody"), {"label": "x", "clause": "MI-03", "default": False})
    made.put(("maps",), ["ruined-crossing", "kiln-road"])
    made.put(("system",), "cage")
    made.put(("side", 0, "roster"), "wardens-army")
    places = {fault.place for fault in made.unplayable()}
    assert {"mission", "option.nobody"} <= places


JUNK = st.one_of(
    st.text(max_size=5), st.integers(-5, 99), st.booleans(), st.lists(st.text(max_size=3))
)


@settings(max_examples=12, deadline=None)
@given(st.data())
def test_whatever_the_form_makes_can_be_read_or_has_faults_that_lead_somewhere(
    data: st.DataObject,
) -> None:
    form = FORMS[data.draw(st.sampled_from(sorted(FORMS)))]
    made = new_file(form)
    for _ in range(data.draw(st.integers(1, 5))):
        path = data.draw(st.sampled_from(sorted(made.tables(()), key=spelt)))
        fields = made.fields(path)
        if not fields:
            continue
        one = data.draw(st.sampled_from(fields))
        try:
            if one.kind in NESTED and one.count == 0:
                made.add((*path, one.key), one)
            elif one.kind not in NESTED:
                made.put((*path, one.key), data.draw(st.none() | JUNK))
        except EditRefusedError:
            continue
        for fault in made.faults:
            where = made.state.locate(fault.place)
            assert where or not fault.place or "[" not in fault.place, fault
    assert TomlText(made.text()).raw == made.raw


def test_a_map_that_a_scenario_chooses_is_among_its_maps() -> None:
    made = new_file(FORMS["scenario"])
    before = made.raw["maps"]
    made.put(("map",), "great-cage")
    assert made.raw["maps"] == [*before, "great-cage"]
    made.put(("map",), before[0])
    assert made.raw["maps"] == [*before, "great-cage"]
    made.history.undo()
    assert made.is_saved


def test_a_battle_of_a_campaign_has_a_result_for_each_side() -> None:
    made = new_file(FORMS["campaign"])
    at = made.add(("battle",), field(made, (), "battle"))
    assert [one["winner"] for one in made.state.at((*at, "result"))] == [
        "wardens",
        "brood",
        "draw",
    ]
    assert made.state.at((*at, "at")) == [50, 50]
    assert [fault.reason for fault in made.faults] == [f"nothing leads to {'new-battle2'!r}"]
    made.put(("battle", 0, "result", 0, "next"), "new-battle2")
    made.put(("battle", 0, "rosters", "wardens"), "wardens-patrol")
    assert made.faults == []
    assert made.names(Refers("battle")) == {
        "new-battle": "New battle",
        "new-battle2": "New battle",
    }
    assert "turns" in made.names(Refers("option"))
    made.put(("battle", 0, "rosters", "wardens"), None)
    assert made.faults == []


def test_a_list_of_numbers_is_typed_with_commas() -> None:
    made = new_file(FORMS["campaign"])
    place = field(made, ("battle", 0), "at")
    assert place.kind is FieldKind.NUMBERS
    assert place.parsed("12, 80") == [12, 80]
    made.put(("battle", 0, "at"), place.parsed("12 west"))
    assert [fault.place for fault in made.faults] == ["battle[0].at[1]"]
