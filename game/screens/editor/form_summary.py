"""The panel beside a form, which sums up its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import pygame

from game.content.armouries.armoury_library import enlarged, parse_armoury
from game.content.faults import Fault, UnusableFile
from game.content.file_names import naming_fault
from game.content.roster_units import RosterModel, RosterUnit
from game.content.rosters import Roster, load_roster, parse_roster
from game.content.scenarios import load_scenario
from game.content.toml_statements import TomlPath
from game.forms.edited_form import EditedForm
from game.screens.army_dialog import army_entries
from game.screens.map_thumbnails import Thumbnail, map_pictures_in_background, wanted_picture
from game.screens.model_card import ModelCard
from game.shown.card_text import CardSubject
from game.table.records import Model, Side
from game.view.sprites import Sprites, Token, TokenState, icon_of, turn_of
from game.widgets.cells import Child, column, keyed, sized
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel import Panel
from game.widgets.sizes import CLOSE, EDGE, LEAST_PICTURE, SMALL_TEXT
from game.widgets.text_view import Label, Log, heading
from game.widgets.theme import MUTED
from game.widgets.widget import Widget

CARD = 216.0
"""Height of the card of a model."""
FAULTS, PICTURE = "faults", "picture"
SIDE = Side("own")


class FormSummary:
    """The panel beside a form: its map or units, and its faults."""

    def __init__(self, form: EditedForm) -> None:
        self.form = form
        self.pictures = map_pictures_in_background()
        self._found: list[tuple[TomlPath, Fault]] = []

    def fill(self, panel: Panel) -> None:
        self.panel = panel
        self.sprites = Sprites(panel.theme)

    def refresh(self) -> None:
        """Show the map or the units, and all faults."""
        self._found = self.form.faults
        many = len(self._found)
        kind = self.form.file.kind
        is_map = kind in {"scenario", "campaign"}
        shown = [self._map()] if is_map else self._roster_parts()
        if kind == "scenario":
            shown += self._forces()
        title = heading(f"Faults · {many}" if many else "Faults")
        faults = self._faults() if many else self._none()
        self.panel.show(column(*shown, title, faults, pad=EDGE, gap=CLOSE))

    def _none(self) -> Child:
        words = "Checking the maps…" if self.form.check.is_pending else "None"
        return Label(words, size=SMALL_TEXT, colour=MUTED)

    def _faults(self) -> Child:
        rows = [
            ListRow(str(n), fault.reason, fault.place or "the whole file", hint=str(fault))
            for n, (_, fault) in enumerate(self._found)
        ]
        listed = ListBox(rows, on_open=self._go, is_compact=True, at_once=True)
        return keyed(FAULTS, listed)

    def _map(self) -> Child:
        """Return the picture of the map of the scenario, or of the battle that is shown."""
        word = self._map_word()
        picture = Thumbnail()
        picture.map = str(word) if isinstance(word, str) and not naming_fault(word) else ""
        return sized(keyed(PICTURE, picture), least=LEAST_PICTURE, grow=0)

    def _map_word(self) -> object:
        """Return the name of the map; for a campaign, that of the battle, or of the first."""
        file, path = self.form.file, self.form.page
        if file.kind == "scenario":
            return file.raw.get("map")
        battle = file.state.at(path if path[:1] == ("battle",) else ("battle", 0))
        if not isinstance(battle, dict):
            return None
        with suppress(UnusableFile):
            scenario = battle.get("scenario")
            usual = load_scenario(scenario).map if isinstance(scenario, str) else None
            return battle.get("map") or usual
        return battle.get("map")

    def _forces(self) -> list[Child]:
        """Return the units that the side brings whose page is shown."""
        path = self.form.page
        word = self.form.file.state.at((*path, "roster")) if path[:1] == ("side",) else None
        if isinstance(word, str) and word:
            with suppress(UnusableFile):
                units = Log(indent=2, entries=[*army_entries(load_roster(word))], follows=False)
                return [sized(units, grow=0)]
        return []

    def _roster_parts(self) -> list[Child]:
        """Return the card of the page's model, and the units of the roster."""
        roster, parts = self._roster(), list[Child]()
        if subject := self._subject(roster):
            card = ModelCard(self._portrait)
            card.shown_model = subject
            parts.append(sized(card, height=CARD))
        elif self._weapon:
            parts.append(Label("No model carries it yet", size=SMALL_TEXT, colour=MUTED))
        if roster:
            units = Log(indent=2, entries=[*army_entries(roster)], follows=False)
            parts.append(sized(units, grow=0))
        return parts

    def update(self) -> None:
        """Draw the map's picture in the background."""
        shown = self.panel.known(PICTURE)
        if isinstance(shown, Thumbnail) and shown.map:
            shown.dirty |= self.pictures.compute_next([wanted_picture(shown.picture_key)])

    @property
    def listed(self) -> Widget | None:
        """Return the list of faults; None if there are none."""
        return self.panel.known(FAULTS)

    def _go(self, id_: str) -> None:
        self.form.go_to(self._found[int(id_)][0])

    def _roster(self) -> Roster | None:
        """Return the roster; None if it has faults, or the file is none."""
        file = self.form.file
        with suppress(UnusableFile):
            if file.kind == "roster" and not file.faults:
                return parse_roster(file.text(), file.name)
        return None

    def _subject(self, roster: Roster | None) -> CardSubject | None:
        """Return the model of the page.

        It is the first of a unit, one of a profile, or one that has a weapon; on any other page
        it is the first of the file.
        """
        path = self.form.page
        if path[:1] == ("profile",) and len(path) > 1:
            return self._card_of_profile(path[1])
        if roster:
            unit = self._unit_of(roster)
            return self._card_of(unit) if unit else None
        profiles, weapon = self._profiles(), self._weapon
        bearers = [
            id_
            for id_, one in profiles.items()
            if isinstance(one, dict) and (not weapon or weapon in _arms(one))
        ]
        return self._card_of_profile(bearers[0]) if bearers else None

    def _profiles(self) -> Mapping[str, Any]:
        """Return the profiles of an armoury, or a roster's own."""
        found = self.form.file.raw.get("profile")
        return found if isinstance(found, dict) else {}

    @property
    def _weapon(self) -> str:
        """Return the name of the weapon whose page is shown; empty for another page."""
        path = self.form.page
        return str(path[1]) if path[:1] == ("weapon",) and len(path) > 1 else ""

    def _unit_of(self, roster: Roster) -> RosterUnit | None:
        """Return the unit whose page is shown, or one that has the weapon; else the first."""
        path = self.form.page
        if path[:1] == ("unit",) and isinstance(path[1], int):
            return roster.units[path[1]]
        bearers = (
            unit for unit in roster.units if not self._weapon or self._weapon in _carried(unit)
        )
        return next(bearers, None)

    def _card_of_profile(self, id_: str | int) -> CardSubject | None:
        file = self.form.file
        armoury = file.armoury
        if file.kind == "armoury":
            with suppress(UnusableFile):
                armoury = parse_armoury(file.text(), file.name)
        elif armoury:
            weapons, profiles = file.raw.get("weapon", {}), file.raw.get("profile", {})
            armoury, _ = enlarged(armoury, weapons, profiles)
        kind = armoury.kinds.get(str(id_)) if armoury else None
        if kind is None:
            return None
        model = RosterModel("1", kind.profile, kind.base)
        return self._card_of(RosterUnit("own", kind.profile.name, (model,)))

    def _card_of(self, squad: RosterUnit) -> CardSubject:
        unit, models = squad.brought(SIDE)
        first = models[0]
        kinds = tuple([m.profile for m in models]) if len(models) > 1 else ()
        name, many = first.profile.name, len(models)
        return CardSubject(first, unit, name, standing=many, team=0, squad=kinds)

    def _portrait(self, model: Model, pixels: int) -> pygame.Surface:
        token = Token(
            icon_of(model.profile),
            team=0,
            state=TokenState.READY,
            wounds=1,
            most=1,
            pixels=pixels,
            turn=turn_of(90.0),
        )
        return self.sprites.portrait(token)


def _carried(unit: RosterUnit) -> set[str]:
    """Return the names of the weapons that the models of a unit have."""
    return {arm.name for one in unit.models for arm in one.profile.weapons}


def _arms(profile: Mapping[str, Any]) -> Sequence[object]:
    arms = profile.get("weapons")
    return arms if isinstance(arms, list) else ()
