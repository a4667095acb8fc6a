"""The bar above a form, and the summary beside it: a card, a map or units, and faults."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

import pygame

from game.background import Loader
from game.content.armouries.armoury_library import enlarged, parse_armoury
from game.content.faults import Fault, UnusableFile
from game.content.file_names import naming_fault
from game.content.roster_units import RosterModel, RosterUnit
from game.content.rosters import Roster, parse_roster
from game.content.toml_statements import TomlPath
from game.forms.form_files import FormFile
from game.screens.battle.army_dialog import army_entries
from game.screens.battle.model_card import CardSubject, ModelCard
from game.screens.editor.file_actions import DocumentActions
from game.screens.editor.form_page import FormPage
from game.screens.map_thumbnails import MapKey, Thumbnail, picture_of_map
from game.screens.picture_queue import PictureQueue
from game.table.records import Model, Side
from game.view.sprites import Sprites, Token, TokenState, icon_of, turn_of
from game.widgets.button import Button, IconButton, Style
from game.widgets.dialogs import keys_dialog
from game.widgets.key_bindings import insert_editor_keys
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import Dialog
from game.widgets.text_view import Label, Log, heading
from game.widgets.theme import AMBER, MUTED
from game.widgets.widget import Panel

EDGE, GAP, CARD, MAP = 12.0, 8.0, 216.0, 0.62
"""Units at the edge, height of the card, and of a map as a share of its width."""
SIDE = Side("own")


class SummaryHost(Protocol):
    file: FormFile
    page: FormPage
    filing: DocumentActions
    is_text: bool
    """True if the text of the file is shown."""

    faults: list[tuple[TomlPath, Fault]]

    check: ScenarioCheck

    @property
    def caption(self) -> str: ...

    def go_to(self, path: TomlPath) -> None:
        """Show the page of a path, and focus its row."""

    def leave_form(self) -> None: ...

    def try_it(self) -> None: ...

    def turn_text(self) -> None: ...

    def undo(self) -> None: ...

    def redo(self) -> None: ...

    def ask(self, dialog: Dialog) -> None:
        """Open a dialog over everything."""


class FormSummary:
    def __init__(self, host: SummaryHost) -> None:
        self.host = host
        self.pictures = PictureQueue[MapKey]()
        self._found: list[tuple[TomlPath, Fault]] = []
        self._places: object = None
        """Places of the widgets, and whether each is visible."""

    def fill(self, panel: Panel) -> None:
        """Lay everything out on an empty panel."""
        _, _, wide, high = panel.box
        room = wide - 2 * EDGE
        self.panel, self._places = panel, None
        self.sprites = Sprites(panel.theme)
        is_scenario = self.host.file.kind == "scenario"
        self.card = ModelCard((EDGE, EDGE, room, CARD), self._portrait)
        tall = min(room * MAP, high * 0.42)
        self.map = Thumbnail((EDGE, EDGE, room, tall), self.pictures)
        panel.add(self.map if is_scenario else self.card)
        self.units = Log((EDGE, EDGE, room, 8), indent=2)
        if is_scenario:
            self.units.shown = False
        else:
            panel.add(self.units)
        self.title = panel.add(heading((EDGE, EDGE, room, 24), "Faults"))
        self.none = panel.add(Label((EDGE, EDGE, room, 24), "", size=13, colour=MUTED))
        self.list = panel.add(
            ListBox(
                (EDGE, EDGE, room, 8),
                on_open=self._go,
                row_height=44,
                at_once=True,
            )
        )

    def refresh(self) -> None:
        """Update everything to the file and the page."""
        self._found = self.host.faults
        self.title.text = f"FAULTS · {len(self._found)}" if self._found else "FAULTS"
        self.list.rows = tuple(
            ListRow(str(n), fault.reason, fault.place or "the whole file", hint=str(fault))
            for n, (_, fault) in enumerate(self._found)
        )
        self.list.shown, self.none.shown = bool(self._found), not self._found
        self.none.text = "Checking the maps…" if self.host.check.is_on else "None"
        if self.host.file.kind == "scenario":
            word = self.host.file.raw.get("map")
            is_name = isinstance(word, str) and not naming_fault(word)
            self.map.map = str(word) if is_name else ""
            self._place()
            return
        roster = self._roster()
        self._show_units(roster)
        self.card.shown_model = self._subject(roster)
        self.card.shown = self.card.shown_model is not None
        self._place()

    def _place(self) -> None:
        """Stack the card and the units if there are any; the faults get the rest."""
        left, _, room, _ = self.card.box
        high, top = self.panel.box[3], EDGE
        if self.host.file.kind == "scenario":
            top += self.map.box[3] + GAP
        elif self.card.shown:
            top += CARD + GAP
        if self.units.shown:
            rows = len(self.units.entries) + 3
            tall = min((high - top) * 0.6, rows * 21 * self.panel.theme.running)
            self.units.box = left, top, room, tall
            top += tall + GAP
        self.title.box = left, top, room, 24
        self.none.box = left, top + 28, room, 24
        self.list.box = left, top + 28, room, high - top - 28 - EDGE
        places = [(widget.box, widget.shown) for widget in self.panel.widgets]
        if places != self._places:
            self._places = places
            for widget in self.panel.widgets:
                widget.fit(self.panel.theme)
            self.panel.dirty = True
        if self.units.shown:
            self.units.lay_out()
            self.units.scroll.to(0)

    def update(self) -> None:
        """Draw the map's picture in the background."""
        if self.host.file.kind == "scenario" and self.map.map:
            key = self.map.map, self.map.rect.size
            if self.pictures.draw_next([(key, lambda: picture_of_map(*key))]):
                self.map.dirty = True

    def _go(self, id_: str) -> None:
        self.host.go_to(self._found[int(id_)][0])

    def _roster(self) -> Roster | None:
        """Return the roster; None if it has faults, or the file is none."""
        file = self.host.file
        with suppress(UnusableFile):
            if file.kind == "roster" and not file.faults:
                return parse_roster(file.text(), file.name)
        return None

    def _show_units(self, roster: Roster | None) -> None:
        self.units.shown = roster is not None
        self.units.show(army_entries(roster) if roster else ())

    def _subject(self, roster: Roster | None) -> CardSubject | None:
        """Return the model of the page: the first of a unit, or one of a profile."""
        path = self.host.page.path
        if len(path) < 2:
            return None
        if path[0] == "unit" and roster and isinstance(path[1], int):
            return self._card_of(roster.units[path[1]])
        return self._card_of_profile(path[1]) if path[0] == "profile" else None

    def _card_of_profile(self, id_: str | int) -> CardSubject | None:
        file = self.host.file
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
        many = len(models)
        return CardSubject(first, unit, first.profile.name, standing=many, team=0)

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


KEYS = (
    ("Tab, Shift+Tab", "next field, previous field"),
    ("Up, Down", "in the list: another part; in a number: one more, one less"),
    ("Left, Right", "change yes and no"),
    ("Enter", "in the list: go to its fields, or add; else press, choose"),
    ("{editor_delete}, {editor_duplicate}", "remove or duplicate the part shown"),
    ("Ctrl+Up, Ctrl+Down", "move the part shown"),
    ("{editor_undo}, {editor_redo}", "undo, redo"),
    ("{editor_save}, {editor_save_as}", "save, save as"),
    ("{editor_text}", "the file as text, or the form"),
    ("{editor_try}, {editor_next_fault}", "try it; next fault"),
    ("Esc", "from a field to the list; from the list out of the form"),
    ("{editor_help}", "this list"),
)


class FormTopbar:
    """The bar above a form: its title, and buttons for what can be done with the file."""

    def __init__(self, host: SummaryHost) -> None:
        self.host = host

    def fill(self, panel: Panel) -> None:
        wide = panel.box[2]
        back = Button(
            (EDGE, 9, 96, 36), "Back", self.host.leave_form, icon="ui/arrow-left", size=16
        )
        back.hint = "Esc"
        panel.add(back)
        self.heading = panel.add(
            Label((EDGE + 110, 8, wide - 600, 38), "", size=22, colour=AMBER, face="title")
        )
        as_text = "The file as text ({editor_text})"
        actions: tuple[tuple[str, str, float, Callable[[], None], str], ...] = (
            ("Save", "save", 100, self.host.filing.save, "{editor_save}"),
            ("Try it", "play", 100, self.host.try_it, "Set up a game with it ({editor_try})"),
            ("Text", "list-ordered", 100, self.host.turn_text, as_text),
            ("Redo", "redo-2", 40, self.host.redo, "Redo ({editor_redo})"),
            ("Undo", "undo-2", 40, self.host.undo, "Undo ({editor_undo})"),
            ("Keys", "keyboard", 40, self.show_keys, "Keys ({editor_help})"),
        )
        self.actions = dict[str, Button]()
        right = wide - EDGE
        for label, icon, room, press, hint in actions:
            kind = Button if room > 40 else IconButton
            right -= room
            button = kind((right, 9, room, 36), label, press, icon=f"ui/{icon}", size=16)
            button.hint = insert_editor_keys(hint)
            self.actions[label] = panel.add(button)
            right -= GAP
        self.actions["Save"].style = Style.PRIMARY
        if self.host.file.kind == "armoury":
            self.actions["Try it"].reason = "Try a roster that names this armoury"

    def show_keys(self) -> None:
        self.host.ask(keys_dialog(self.heading.theme, KEYS))

    def refresh(self) -> None:
        """Update everything to the file."""
        self.heading.text = f"{self.host.file.kind.upper()} · {self.host.caption}"
        self.heading.hint = str(self.host.file.path or "not saved yet")
        history = self.host.file.history
        self.actions["Undo"].reason = "" if history.undoes else "Nothing to undo"
        self.actions["Redo"].reason = "" if history.redoes else "Nothing to redo"
        self.actions["Text"].label = "Form" if self.host.is_text else "Text"
        self.actions["Save"].label = "Save •" if not self.host.file.is_saved else "Save"


CHECK_AFTER = 0.8
"""Seconds without changes until a scenario is checked on its maps."""


class ScenarioCheck:
    """The check of a scenario on its maps, in the background once nothing changes."""

    def __init__(self, file: FormFile) -> None:
        self.file = file
        self.still = 0.0
        """Seconds without changes."""
        self._found: tuple[object, list[Fault]] = (None, [])
        self._checking: tuple[object, Loader[list[Fault]]] | None = None

    @property
    def faults(self) -> list[Fault]:
        """Return the faults of the present text, as far as they are known."""
        return [] if self._is_due else self._found[1]

    @property
    def is_on(self) -> bool:
        """Return whether further faults may be found."""
        return self.file.kind == "scenario" and self._is_due

    @property
    def _is_due(self) -> bool:
        return self._found[0] is not self.file.state

    def update(self, seconds: float) -> None:
        """Advance by *seconds*; begin a check, or take its result."""
        self.still += seconds
        if self._checking and self._checking[1].done:
            (state, loader), self._checking = self._checking, None
            self._found = state, loader.result()
        if self.is_on and not self._checking and self.still >= CHECK_AFTER:
            self._checking = self.file.state, Loader(self.file.unplayable)
