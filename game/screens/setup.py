"""The setup screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from game.content.palettes import teams_of
from game.content.rulebook import rulebook
from game.content.save_format import HUMAN
from game.content.scenarios import FREE, ScenarioOption, ScenarioSide
from game.cores.kit.modules import Caution
from game.rules.battles import Battle, left_off
from game.screens.army_dialog import army_dialog
from game.screens.battle_opening import game_screen
from game.screens.bust import Bust
from game.screens.card import Card, CardSize
from game.screens.editor.own_forms import rosters_dialog
from game.screens.help_pages import how_to_play
from game.screens.live_game import start_game
from game.screens.map_thumbnails import (
    MapKey,
    Thumbnail,
    map_key,
    map_pictures_in_background,
    wanted_picture,
)
from game.screens.menu_screen import MenuScreen
from game.screens.scenario_banner import Banner, moment_of
from game.screens.screen import Begin, Change, Destination, Load, Open, WindowContext
from game.screens.seat_choice import SeatChoice
from game.screens.setup_choices import SetupChoices, SetupOption
from game.shown.player_names import all_players
from game.text.id_words import id_in_words
from game.widgets.button import Button, IconButton, Style
from game.widgets.cells import Child, column, keyed, row, sized, space, spring
from game.widgets.fields import COMPACT, NO_YES, ROOMY, Field, Put, choice, form
from game.widgets.keys import Key
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import Dialog, Reply
from game.widgets.sizes import (
    APART,
    BODY_TEXT,
    CLOSE,
    FAR,
    FIELD,
    HEADING_TEXT,
    LEAD_TEXT,
    MEDIUM,
    NOTE_TEXT,
    SHORT_FIELD,
    SIDE,
    SMALL_TEXT,
    STEADY,
    THUMBNAIL,
    TIGHT,
)
from game.widgets.text_field import TextField
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph, heading
from game.widgets.theme import AMBER, MUTED, WELL, Theme

OPTIONS = replace(COMPACT, label_width=ROOMY.label_width, has_edge=True)
FACE, SMALL_FACE, BROAD = 78.0, 48.0, 1400.0
"""Sizes of the face of a force, and the window's width from which it is large."""
FEW_OPTIONS = 2
"""With more options a small window describes the forces in tooltips."""
SCENARIOS, MAPS, PICTURE_OF_MAP, NOTICE = "scenarios", "maps", "map", "notice"
START = "start"
"""Keys of the widgets."""


class SetupScreen(MenuScreen):
    """The choices before a battle; all have defaults, so that Enter starts at once."""

    def __init__(self, *, watch: bool = False) -> None:
        self.watch = watch
        self.plan = SetupChoices(watch=watch)
        self.pictures = map_pictures_in_background()
        self._keys: dict[str, MapKey] = {}
        """Keys of the pictures on the cards of the user's scenarios."""
        self.scenarios = list[ListRow]()
        """Cards of the scenarios."""
        self.maps = list[ListRow]()
        """Rows of the maps that fit."""
        self.rosters = dict[str, list[SetupOption]]()
        """Rosters of each side, by its id."""
        self.has_armies = False
        """True if a side brings an army list (``MC-26``)."""

    def fill(self, frame: WindowContext) -> None:
        self.seats = SeatChoice(all_players()[1:] if self.watch else all_players())
        size = _picture_size(frame.theme)
        own = (s for s in self.plan.scenarios.values() if self.plan.note(s.id))
        self._keys = {s.id: map_key(s.map, size, left_off(s, s.map)) for s in own}
        self.scenarios = self._rows(size)
        self.read()
        super().fill(frame)

    def read(self) -> None:
        """Look up the maps and the rosters that fit the choices as they are now."""
        if self.plan.scenarios:
            self.maps = _map_rows(self.plan)
            sides = self.plan.scenario.sides
            self.rosters = {side.id: self.plan.rosters(side) for side in sides}
            self.has_armies = bool(self.plan.armies())

    def view(self) -> Card:
        title = "WATCH A BATTLE" if self.watch else "PLAY A BATTLE"
        parts: tuple[Child, ...] = (self._scenarios(),)
        if self.plan.scenarios:
            table = sized(self._table(), width=SIDE, least=FIELD)
            parts = self._scenarios(), sized(self._scenario(), grow=1), table
        content = row(*parts, gap=FAR, align="fill")
        body = column(sized(content, grow=1), self._foot(), gap=APART)
        return Card(title, body, size=CardSize.FULL, focus=START)

    def _scenarios(self) -> Child:
        """Return the list of scenarios."""
        box = ListBox(
            self.scenarios,
            on_choose=self._pick,
            on_open=lambda _: self.start(),
            picture_size=THUMBNAIL,
            chosen=self.plan.chosen,
        )
        return sized(keyed(SCENARIOS, box), width=SIDE, least=FIELD)

    def _rows(self, size: tuple[int, int]) -> list[ListRow]:
        """Return a card for each scenario, below headings; unusable ones state the reason."""
        groups, rows = dict[str, list[ListRow]](), list[ListRow]()
        for s in self.plan.scenarios.values():
            one, other = s.sides
            card = ListRow(
                s.id,
                label=s.title,
                detail=f"{s.minutes} min · {one.name} against {other.name}",
                note=self.plan.note(s.id),
                picture=self._picture(s.id, size),
                hint=s.blurb,
            )
            groups.setdefault(self.plan.group(s.id), []).append(card)
        for title, cards in groups.items():
            rows += [ListRow(f"group {title}", title, heading=True), *cards]
        for name, fault in self.plan.faults.items():
            rows.append(ListRow(name, id_in_words(name), fault.splitlines()[0], reason=fault))
        return rows

    def _picture(self, id_: str, size: tuple[int, int]) -> pygame.Surface | None:
        """Return the picture of a moment, or of the map for a scenario of the user's."""
        found = moment_of(id_, size)
        return found or (self.pictures.known(self._keys[id_]) if id_ in self._keys else None)

    def _pick(self, id_: str) -> None:
        if id_ != self.plan.chosen:
            self.plan.choose(id_)
            self.read()

    def _scenario(self) -> Child:
        """Return the scenario's description, its players and forces, and its options."""
        plan, scenario = self.plan, self.plan.scenario
        hint = "The units, points and command points of each side (MC-26)"
        armies = Button(
            "Armies", self.show_armies, style=Style.GHOST, size=SMALL_TEXT, hint=hint
        )
        shown = self.has_armies
        return column(
            Banner(scenario, has_picture=not plan.note(scenario.id)),
            row(heading("Players"), spring(), armies if shown else None),
            *(self._side(side, n) for n, side in enumerate(scenario.sides)),
            heading("Options"),
            self._options(),
            None if self.is_tight else spring(),
            gap=TIGHT if self.is_tight else CLOSE,
            scroll=True,
        )

    def _side(self, side: ScenarioSide, n: int) -> Child:
        """Return the player and the roster of a side, and the note of the player."""
        plan = self.plan
        colours = teams_of([s.id for s in plan.scenario.sides])
        names = [
            Label(s.name, size=LEAD_TEXT, colour=colour.plain, face="heading")
            for s, colour in zip(plan.scenario.sides, colours, strict=True)
        ]
        # All names have the width of the widest.
        wide = min(STEADY, max(name.natural(self.frame.theme)[0] for name in names))
        ask, hint = partial(self.ask_edit, side), "Edit it, or make another"
        player, take = plan.players[n], self._take_seat(n)
        kind = self.seats.kind(player, take, bot=plan.usual_bot(n))
        character = self.seats.character(player, take)
        if kind is None:
            kind, character = character, None
        choices = row(
            sized(names[n], width=wide),
            _half(keyed("player", kind), SHORT_FIELD) if kind else _half(None),
            _half(self._roster(side)),
            IconButton("", ask, icon="ui/square-pen", style=Style.GHOST, hint=hint),
            gap=CLOSE,
        )
        described = row(
            space(wide),
            _half(keyed("character", character)) if character else None,
            sized(self.seats.note(player), width=STEADY, grow=1),
            gap=CLOSE,
        )
        note = None if player == HUMAN else described
        force = next((o for o in self.rosters[side.id] if o.id == plan.forces[side.id]), None)
        if force is None or force.lead is None:
            return keyed(side.id, column(choices, note, gap=TIGHT if character else 0))
        size = FACE if self.frame.units[0] >= BROAD else SMALL_FACE
        size = MEDIUM if self.is_tight else size
        face = sized(Bust(force.lead, colours[n]), width=size, height=size)
        told = force.lore and not self.is_tight
        lore = Paragraph((TextSpan(force.lore, MUTED),), size=SMALL_TEXT) if told else None
        words = column(choices, lore, note, gap=TIGHT)
        return keyed(side.id, row(face, sized(words, grow=1), align="start"))

    @property
    def is_tight(self) -> bool:
        """Return whether there is no room for the descriptions of the forces."""
        many = len(self.plan.scenario.options) > FEW_OPTIONS
        return many and self.frame.units[0] < BROAD

    def _take_seat(self, n: int) -> Callable[[str], None]:
        return partial(self.plan.take_seat, n)

    def _roster(self, side: ScenarioSide) -> Child:
        """Return the choice among the rosters of a side that can be used."""
        offers = self.rosters[side.id]
        able = [(offer.id, offer.title) for offer in offers if not offer.fault]
        if not able:
            return spring()
        found = choice(able)(self.plan.forces[side.id], partial(self._arm, side.id))
        taken = next((o for o in offers if o.id == self.plan.forces[side.id]), None)
        lore = taken.lore if taken and self.is_tight else ""
        found.hint = "\n".join([lore or "Roster", *(o.fault for o in offers if o.fault)])
        return keyed("roster", found)

    def _arm(self, side: str, roster: str) -> None:
        self.plan.forces[side] = roster
        self.read()

    def ask_edit(self, side: ScenarioSide) -> None:
        """Ask whether to edit the roster of a side or to make another."""

        def bring(name: str) -> None:
            if self.plan.scenario.own_forces:
                self._arm(side.id, name)

        def go(screen: Destination) -> None:
            self.change = Open(screen)

        word, is_free = self.plan.forces[side.id], self.plan.scenario.own_forces
        self.stack.ask(rosters_dialog(self.frame.theme, word, go, bring, is_free=is_free))

    def _options(self) -> Child:
        """Return the options and the seed, whose controls all have the same edges."""
        fields = *map(self._option, self.plan.scenario.options), self._seed()
        labels = [Label(field.label, size=OPTIONS.size) for field in fields]
        widest = max(label.natural(self.frame.theme)[0] for label in labels)
        style = replace(OPTIONS, label_width=min(OPTIONS.label_width, widest + FAR))
        return form(*fields, style=style)

    def _option(self, id_: str) -> Field:
        option, set_ = self.plan.scenario.options[id_], partial(self._set_option, id_)
        values, hint = choice(_values(option)), f"Read rule {option.clause}"
        get = partial(self.plan.options.__getitem__, id_)
        return Field(option.label, values, get, set_, hint, key=id_)

    def _set_option(self, id_: str, value: int) -> None:
        self.plan.options[id_] = value
        self.read()

    def _seed(self) -> Field:
        def control(seed: str, put: Put) -> Child:
            start = lambda _: self.start()  # noqa: E731
            field = TextField(seed, ghost="random", longest=18, on_change=put, on_enter=start)
            return sized(field, height=OPTIONS.height)

        return Field("Dice seed", control, lambda: self.plan.seed, self._set_seed)

    def _set_seed(self, words: str) -> None:
        self.plan.seed = words

    def _table(self) -> Child:
        """Return the list of maps, and a picture of the chosen one."""
        notice = Paragraph((TextSpan(self.plan.map_notice, AMBER),), size=NOTE_TEXT)
        picture = keyed(PICTURE_OF_MAP, Thumbnail(self.plan.map, self.plan.left_off))
        maps = ListBox(
            self.maps,
            on_choose=self.plan.want,
            on_open=lambda _: self.start(),
            chosen=self.plan.map,
        )
        return column(
            sized(row(heading("Map"), sized(keyed(NOTICE, notice), grow=1)), least=MEDIUM),
            sized(column(picture, pad=TIGHT, plate=WELL), height=0, grow=1),
            sized(keyed(MAPS, maps), height=0, grow=1),
            gap=CLOSE,
        )

    def update(self, seconds: float) -> Change | None:
        """Draw the pictures of maps that are missing, one after another."""
        shown = self.panel.known(PICTURE_OF_MAP)
        first = [shown.picture_key] if isinstance(shown, Thumbnail) else []
        wanted = (wanted_picture(key) for key in (*first, *self._keys.values()))
        if self.pictures.compute_next(wanted):
            self.scenarios = self._rows(_picture_size(self.frame.theme))
            if shown:
                shown.dirty = True
            self.changed()
        return super().update(seconds)

    def _foot(self) -> Child:
        rules = self.plan.scenario.rules if self.plan.scenarios else ()
        pages = Key(pygame.K_F1)
        start = Button(
            "Start",
            self.start,
            icon="ui/play",
            shortcut=Key(pygame.K_RETURN),
            style=Style.PRIMARY,
            size=HEADING_TEXT,
            reason="" if self.plan.scenarios else "No scenario can be played",
        )
        return row(
            sized(keyed(START, start), least=FIELD),
            Button("How to play", self.how_to_play, icon="ui/book-open", shortcut=pages),
            *map(self._rule, rules),
            spring(),
            self.back_button(),
        )

    def _rule(self, rule: str) -> Button:
        hint = f"Read {_named(rule)} in the rulebook"
        press = partial(self.read_rule, rule)
        return Button(rule, press, style=Style.GHOST, size=BODY_TEXT, hint=hint)

    def start(self) -> None:
        """Open the battle, or show the faults of its files."""
        if not self.plan.has_seed:
            words = f"The seed must be a whole number, not “{self.plan.seed}”."
            self.show_message("Invalid seed", words)
            return
        self.change = Load(
            "Opening the battle",
            self.plan.battle,
            self._prepared,
            lambda error: self.show_message("Not started", str(error)),
        )

    def _prepared(self, battle: Battle) -> Change | None:
        """Begin a battle, after a warning if there is one."""
        cautions = battle.rules().cautions(battle.opening)
        if not cautions:
            return self._begun(battle)

        def begin() -> None:
            self.change = self._begun(battle)

        self.stack.ask(warning(self.frame.theme, cautions, begin))
        return None

    def _begun(self, battle: Battle) -> Begin:
        return Begin(game_screen(start_game(battle, self.plan.players)))

    def show_armies(self) -> None:
        """Show the forces of both sides, and the faults of lists that are refused."""
        offers = [o for side in self.plan.scenario.sides for o in self.plan.rosters(side)]
        faults = [*dict.fromkeys(offer.fault for offer in offers if offer.fault)]
        theme, armies = self.frame.theme, self.plan.armies()
        self.stack.ask(army_dialog(theme, armies, faults, self.open_clause))

    def how_to_play(self) -> None:
        """Open the scenario's how-to-play page, or the help screen if it has none."""
        chosen = self.plan.chosen
        self.change = Open(how_to_play(chosen))

    def read_rule(self, rule: str) -> None:
        """Show a clause, or the help screen at the first clause that begins with *rule*."""
        if rule in rulebook():
            self.open_clause(rule)
        else:
            first = next((c.id for c in rulebook().all if c.id.startswith(rule)), "")
            self.change = Open(Destination("help", at=first))


def trial_of(kind: str, name: str) -> SetupScreen:
    """Return a set-up with a roster or scenario of the user's chosen."""
    screen = SetupScreen()
    screen.plan.try_out(kind, name)
    return screen


def sandbox_setup() -> SetupScreen:
    """Return the set-up of a sandbox table, where one person plays both sides."""
    screen = SetupScreen()
    screen.plan.choose(FREE)
    screen.plan.players = [HUMAN, HUMAN]
    return screen


def warning(theme: Theme, cautions: Sequence[Caution], begin: Callable[[], None]) -> Dialog:
    """Return a dialog that warns before a battle, with a button to begin anyway."""
    words = "\n".join(f"{c.words} ({c.clause})." for c in cautions)
    replies = (
        Reply("Back", shortcut=Key(pygame.K_ESCAPE)),
        Reply("Begin", begin, Style.PRIMARY, Key(pygame.K_RETURN)),
    )
    return Dialog(theme, "Before you begin", words, replies)


def _picture_size(theme: Theme) -> tuple[int, int]:
    return theme.px(THUMBNAIL[0]), theme.px(THUMBNAIL[1])


def _half(choice_: Child, width: float = STEADY) -> Child:
    """Return one of two choices beside each other, which are equally wide by default."""
    return sized(choice_, width=width, least=SHORT_FIELD, height=MEDIUM, grow=1)


def _values(option: ScenarioOption) -> list[tuple[bool | int, str]]:
    """Return the values of an option, with their names."""
    if isinstance(option.default, bool):
        return [*NO_YES]
    least = option.least if option.least is not None else 0
    most = option.most if option.most is not None else max(20, int(option.default))
    numbers = range(least, most + 1, option.step)
    return [(n, option.names[n] if option.names else str(n)) for n in numbers]


def _map_rows(plan: SetupChoices) -> list[ListRow]:
    """Return a row for each map that fits; if the wanted one does not, select another."""
    rows = [_row(offer) for offer in plan.maps()]
    if plan.unfit:
        many_ = len(plan.unfit)
        words = "1 map does not fit" if many_ == 1 else f"{many_} maps do not fit"
        why = "\n".join(f"{title}: {no}" for title, no in plan.unfit.items())
        rows.append(ListRow("unfit", words, reason=why))
    return rows


def _row(offer: SetupOption) -> ListRow:
    fault = offer.fault
    return ListRow(offer.id, offer.title, note=offer.note, reason=fault, faded=bool(fault))


def _named(rule: str) -> str:
    """Return the title of a clause, or of the book whose clauses begin with *rule*."""
    if rule in rulebook():
        return f"“{rulebook().clause(rule).title}” ({rule})"
    book = next((c.book for c in rulebook().all if c.id.startswith(f"{rule}-")), "")
    return f"“{book}” ({rule})" if book else rule
