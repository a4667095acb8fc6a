"""The setup screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.content.how_to_pages import has_page
from game.content.palettes import teams_of
from game.content.rulebook import rulebook
from game.content.scenarios import OptionOf, SideOf
from game.cores.kit.modules import Caution
from game.rules.battles import Battle
from game.screens.battle.army_dialog import army_dialog
from game.screens.battle.seat_choice import NOTE_HIGH, add_seat, all_players
from game.screens.battle_screens import battle_screen
from game.screens.campaign_parts import id_in_words
from game.screens.editor.own_forms import rosters_dialog
from game.screens.help import HelpScreen
from game.screens.live_game import start_game
from game.screens.map_thumbnails import MapKey, Thumbnail, picture_of_map
from game.screens.menu_screen import MenuScreen
from game.screens.picture_queue import PictureQueue
from game.screens.scenario_banner import Banner, moment_of
from game.screens.screen import Begin, Change, Load, Open, Screen
from game.screens.setup_choices import SetupChoices, SetupOption
from game.screens.teaching import HowToScreen
from game.widgets.button import Button, IconButton, Style
from game.widgets.inputs import Stepper
from game.widgets.keys import Key
from game.widgets.list_box import ListBox, ListRow
from game.widgets.panel_stack import Dialog, Reply
from game.widgets.text_field import TextField
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph, heading
from game.widgets.theme import AMBER, MUTED, WELL, Box, Theme
from game.widgets.widget import Panel

WIDE, HIGH = 1440.0, 880.0
EDGE, GAP = 24.0, 22.0
CARD_HIGH, PICTURE = 70.0, (96.0, 58.0)
"""Height of a scenario's card, and size of the picture on it."""
BANNER = 122.0
"""Height of the selected scenario's picture."""
FOOT = 74.0
HEAD = 56.0
"""Width of the heading of the maps, with the notice beside it."""
NAMED_WIDE = 200.0
"""Width of the control of an option with named values."""


class SetupScreen(MenuScreen):
    """The choices before a battle; all have defaults, so that Enter starts at once."""

    def __init__(self, *, watch: bool = False) -> None:
        self.watch = watch
        self.plan = SetupChoices(watch=watch)
        self.pictures = PictureQueue[MapKey]()
        """Pictures of maps."""

    def lay_out(self) -> None:
        """Create all widgets again, for the selected scenario."""
        wide, high = self.frame.units
        w, h = min(WIDE, wide - 24), min(HIGH, high - 24)
        words = "WATCH A BATTLE" if self.watch else "PLAY A BATTLE"
        panel = self.new_card(w, h, words, (28, 14, 500, 42), 30)
        left = min(380.0, w * 0.28)
        right = min(380.0, w * 0.25)
        self.cards = panel.add(
            ListBox(
                (EDGE, 64, left, h - 64 - FOOT),
                self._rows(),
                on_choose=self._pick,
                on_open=lambda _: self.start(),
                row_height=CARD_HIGH,
                chosen=self.plan.chosen,
            )
        )
        self.cards.show(self.plan.chosen)
        if self.plan.scenarios:
            x = EDGE + left + GAP
            self._add_scenario(panel, (x, 60, w - x - right - GAP - EDGE, h - 60 - FOOT))
            self._add_table(panel, (w - right - EDGE, 64, right, h - 64 - FOOT))
        self._add_buttons(panel, w, h)

    def _rows(self) -> list[ListRow]:
        """Return a card for each scenario, by rulebook; unusable ones state the reason."""
        groups, rows = dict[str, list[ListRow]](), list[ListRow]()
        for s in self.plan.scenarios.values():
            one, other = s.sides
            about = f"{s.minutes} min · {one.name} against {other.name}"
            note = self.plan.note(s.id)
            row = ListRow(
                s.id,
                label=s.title,
                detail=about,
                note=note,
                picture=self._picture(s.id),
                hint=s.blurb,
            )
            groups.setdefault(self.plan.group(s.id), []).append(row)
        for title, cards in groups.items():
            rows += [ListRow(f"group {title}", title, heading=True), *cards]
        for name, fault in self.plan.faults.items():
            rows.append(ListRow(name, id_in_words(name), fault.splitlines()[0], reason=fault))
        return rows

    def _picture(self, id_: str) -> pygame.Surface | None:
        """Return the picture of a moment, or of the map for a scenario of the user's."""
        size = self._picture_size
        found = moment_of(id_, size)
        return found or self.pictures.kept.get((self.plan.scenarios[id_].map, size))

    @property
    def _picture_size(self) -> tuple[int, int]:
        return self.frame.theme.px(PICTURE[0]), self.frame.theme.px(PICTURE[1])

    def _pick(self, id_: str) -> None:
        self.plan.choose(id_)
        self.lay_out()

    def _add_scenario(self, panel: Panel, box: Box) -> None:
        """Add the scenario's description, its players and forces, and its options."""
        left, top, wide, high = box
        scenario = self.plan.scenario
        # The picture grows where there is room below the options.
        tall = BANNER + min(70.0, high - 574) if high > 574 else BANNER if high > 480 else 96
        is_shipped = not self.plan.note(scenario.id)
        panel.add(Banner((left, top + 4, wide, tall), scenario, has_picture=is_shipped))
        y = top + tall + 10
        panel.add(heading((left, y, wide - 150, 24), "Players"))
        if self.plan.armies():
            box = (left + wide - 140, y - 2, 140, 26)
            lists = Button(box, "Armies", self.show_armies, style=Style.GHOST, size=14)
            lists.hint = "The units, points and command points of each side (MC-26)"
            panel.add(lists)
        y += 28
        for n, side in enumerate(scenario.sides):
            self._add_side(panel, (left, y, wide, 34), side, n)
            y += 57
        y += 4
        panel.add(heading((left, y, wide, 24), "Options"))
        y += 28
        # Rows shrink so that all options and the seed fit.
        pitch = min(37.0, (top + high - y) / (len(scenario.options) + 1))
        row = pitch - 5 if pitch > 30 else pitch - 2
        for option in scenario.options.values():
            self._add_option(panel, (left, y, wide, row), option)
            y += pitch
        panel.add(Label((left, y, 200, row), "Dice seed", size=14, colour=MUTED))
        seed = TextField(
            (left + wide - 150, y, 150, row),
            self.plan.seed,
            ghost="random",
            longest=18,
            on_change=self._set_seed,
            on_enter=lambda _: self.start(),
        )
        panel.add(seed)

    def _set_seed(self, words: str) -> None:
        self.plan.seed = words

    def _add_side(self, panel: Panel, box: Box, side: SideOf, n: int) -> None:
        left, top, wide, high = box
        colour = teams_of([s.id for s in self.plan.scenario.sides])[n].plain
        name = Label((left, top, 82, high), side.name, size=17, colour=colour, face="heading")
        panel.add(name)
        room = (wide - 86 - 8) / 2
        place, note = (
            (left + 86, top, room, high),
            (left + 86, top + high + 1, wide - 86, NOTE_HIGH),
        )
        self._add_seat(panel, place, note, n)
        offers = self.plan.rosters(side)
        able = [offer for offer in offers if not offer.fault]
        ids = [offer.id for offer in able]

        def set_(value: int) -> None:
            self.plan.forces[side.id] = ids[value]

        labels = [offer.title for offer in able]
        at = ids.index(self.plan.forces[side.id]) if self.plan.forces[side.id] in ids else 0
        room -= high + 6
        if able:
            place = (left + wide - room - high - 6, top, room, high)
            force = Stepper(place, labels, set_, at)
            force.hint = "\n".join(o.fault for o in offers if o.fault) or "Roster"
            panel.add(force)
        pen = IconButton((left + wide - high, top, high, high), "", lambda: self.ask_edit(side))
        pen.icon, pen.style, pen.hint = "ui/square-pen", Style.GHOST, "Edit it, or make another"
        panel.add(pen)

    def ask_edit(self, side: SideOf) -> None:
        """Ask whether to edit the roster of a side or to make another."""

        def bring(name: str) -> None:
            if self.plan.scenario.own_forces:
                self.plan.forces[side.id] = name

        def go(screen: Screen) -> None:
            self.change = Open(screen)

        word, is_free = self.plan.forces[side.id], self.plan.scenario.own_forces
        self.stack.ask(rosters_dialog(self.frame.theme, word, go, bring, is_free=is_free))

    def _add_seat(self, panel: Panel, box: Box, note: Box, n: int) -> None:
        def seat(name: str) -> None:
            self.plan.players[n] = name

        players = all_players()[1:] if self.watch else all_players()
        add_seat(panel, box, note, self.plan.players[n], seat, players)

    def _add_option(self, panel: Panel, box: Box, option: OptionOf) -> None:
        left, top, wide, high = box
        hint = f"Read rule {option.clause}"
        room = NAMED_WIDE if option.names else 150.0
        label = Label((left, top, wide - room - 10, high), option.label, size=14, hint=hint)
        label.colour = MUTED
        panel.add(label)
        place = (left + wide - room, top, room, high)
        panel.add(_option_stepper(place, self.plan.options, option, self._option_set))

    def _add_table(self, panel: Panel, box: Box) -> None:
        """Add the list of maps, and a picture of the selected one."""
        left, top, wide, high = box
        panel.add(heading((left, top + 2, HEAD, 24), "Map"))
        box = (left + HEAD, top - 6, wide - HEAD, 34)
        self.map_notice = panel.add(Paragraph(box, "", size=12))
        tall = min(wide, high * 0.52)
        panel.inlay((left, top + 30, wide, tall), WELL)
        self.thumbnail = Thumbnail((left + 6, top + 36, wide - 12, tall - 12), self.pictures)
        self.maps = panel.add(
            ListBox(
                (left, top + 38 + tall, wide, high - 38 - tall),
                self._map_rows(),
                on_choose=self._set_map,
                on_open=lambda _: self.start(),
                row_height=38,
                chosen=self.plan.map,
            )
        )
        self.maps.show(self.plan.map)
        panel.add(self.thumbnail).map = self.plan.map
        self._tell_map()

    def _map_rows(self) -> list[ListRow]:
        """Return a row for each map that fits; if the wanted one does not, select another."""
        rows = [_row(offer) for offer in self.plan.maps()]
        if unfit := self.plan.unfit:
            words = "1 map does not fit" if len(unfit) == 1 else f"{len(unfit)} maps do not fit"
            why = "\n".join(f"{title}: {no}" for title, no in unfit.items())
            rows.append(ListRow("unfit", words, reason=why))
        return rows

    def _option_set(self) -> None:
        """Offer the maps that fit the options as they are now."""
        self.maps.rows = tuple(self._map_rows())
        self.maps.show(self.plan.map)
        self.thumbnail.map = self.plan.map
        self._tell_map()

    def _tell_map(self) -> None:
        """Show why another map than the wanted one is selected, if one is."""
        self.map_notice.spans = (TextSpan(self.plan.map_notice, AMBER),)

    def update(self, seconds: float) -> Change | None:
        """Draw the pictures of maps that are missing, one after another."""
        side = self._picture_size
        wanted = [(self.thumbnail.map, self.thumbnail.rect.size)] if self.plan.scenarios else []
        wanted += [(s.map, side) for s in self.plan.scenarios.values() if self.plan.note(s.id)]
        if self.pictures.draw_next([(key, partial(picture_of_map, *key)) for key in wanted]):
            self.cards.rows = tuple(self._rows())
            self.thumbnail.dirty = True
        return super().update(seconds)

    def _set_map(self, id_: str) -> None:
        self.plan.want(id_)
        self.thumbnail.map = id_
        self._tell_map()

    def _add_buttons(self, panel: Panel, wide: float, high: float) -> None:
        top = high - 60
        box, key = (wide - EDGE - 230, top, 230, 46), pygame.K_RETURN
        start = self.add_button(box, "Start", self.start, "play", key, style=Style.PRIMARY)
        start.size = 20
        start.reason = "" if self.plan.scenarios else "No scenario can be played"
        self.stack.focus.to(start)
        self.add_back((EDGE, top, 150, 46))
        box = (EDGE + 160, top, 210, 46)
        self.add_button(box, "How to play", self.how_to_play, "book-open", pygame.K_F1)
        left = EDGE + 160 + 210 + GAP
        for rule in self.plan.scenario.rules if self.plan.scenarios else ():
            button = Button((left, top + 6, 76, 34), rule, partial(self.read, rule))
            button.style, button.hint = Style.GHOST, f"Read {_named(rule)} in the rulebook"
            panel.add(button)
            left += 84

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
        return Begin(battle_screen(start_game(battle, self.plan.players)))

    def show_armies(self) -> None:
        """Show the forces of both sides, and the faults of lists that are refused."""
        offers = [o for side in self.plan.scenario.sides for o in self.plan.rosters(side)]
        faults = [*dict.fromkeys(offer.fault for offer in offers if offer.fault)]
        theme, armies = self.frame.theme, self.plan.armies()
        self.stack.ask(army_dialog(theme, armies, faults, self.open_clause))

    def how_to_play(self) -> None:
        """Open the scenario's how-to-play page, or the help screen if it has none."""
        chosen = self.plan.chosen
        self.change = Open(HowToScreen(chosen) if has_page(chosen) else HelpScreen())

    def read(self, rule: str) -> None:
        """Show a clause, or the help screen at the first clause that begins with *rule*."""
        if rule in rulebook():
            self.open_clause(rule)
        else:
            first = next((c.id for c in rulebook().all if c.id.startswith(rule)), "")
            self.change = Open(HelpScreen(at=first))


def trial_of(kind: str, name: str) -> SetupScreen:
    """Return a set-up with a roster or scenario of the user's chosen."""
    screen = SetupScreen()
    screen.plan.try_out(kind, name)
    return screen


def warning(theme: Theme, cautions: Sequence[Caution], begin: Callable[[], None]) -> Dialog:
    """Return a dialog that warns before a battle, with a button to begin anyway."""
    words = "\n".join(f"{c.words} ({c.clause})." for c in cautions)
    replies = (
        Reply("Back", shortcut=Key(pygame.K_ESCAPE)),
        Reply("Begin", begin, Style.PRIMARY, Key(pygame.K_RETURN)),
    )
    return Dialog(theme, "Before you begin", words, replies, width=540)


def _option_stepper(
    box: Box, options: dict[str, bool | int], option: OptionOf, on_set: Callable[[], None]
) -> Stepper:
    numbers: Sequence[bool | int] = (False, True)
    labels = ["No", "Yes"]
    if not isinstance(option.default, bool):
        least = option.least if option.least is not None else 0
        most = option.most if option.most is not None else max(20, int(option.default))
        numbers = range(least, most + 1, option.step)
        labels = [option.names[n] if option.names else str(n) for n in numbers]

    def set_(value: int) -> None:
        options[option.id] = numbers[value]
        on_set()

    return Stepper(box, labels, set_, numbers.index(options[option.id]))


def _row(offer: SetupOption) -> ListRow:
    fault = offer.fault
    return ListRow(offer.id, offer.title, note=offer.note, reason=fault, faded=bool(fault))


def _named(rule: str) -> str:
    """Return the title of a clause, or of the book whose clauses begin with *rule*."""
    if rule in rulebook():
        return f"“{rulebook().clause(rule).title}” ({rule})"
    book = next((c.book for c in rulebook().all if c.id.startswith(f"{rule}-")), "")
    return f"“{book}” ({rule})" if book else rule
