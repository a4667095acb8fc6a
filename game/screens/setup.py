"""Before a battle: which scenario, on which map, who plays, with which options."""

from __future__ import annotations

from collections.abc import Sequence
from random import randrange

import pygame

from game.bots.players import POLICIES
from game.content.complaints import UnusableFile
from game.content.scenarios import OptionOf, Scenario, load_scenario, scenario_names
from game.rules.battles import prepare
from game.rules.catalog import PLAYED
from game.screens.backdrop import paint_backdrop
from game.screens.battle.dialogs import clause_dialog, notice
from game.screens.battle.screen import BattleScreen
from game.screens.battle.seats import HUMAN
from game.screens.screen import Begin, Change, Close, Frame
from game.screens.sitting import sit_down
from game.screens.thumbnail import Thumbnail
from game.view.palette import TEAMS
from game.widgets.button import Button
from game.widgets.desk import Desk
from game.widgets.field import TextField
from game.widgets.keys import Key
from game.widgets.label import Label, Paragraph, heading
from game.widgets.listing import Listing, Row
from game.widgets.palette import AMBER, MUTED, TEXT
from game.widgets.panel import Panel
from game.widgets.plates import CARD, WELL
from game.widgets.styles import Style
from game.widgets.toggle import Stepper
from game.widgets.wrapping import Span

WIDE, HIGH = 1160.0, 640.0
LIST, MIDDLE = 250.0, 480.0
SEEDS = 1_000_000
PREFERRED = "steady"


class SetupScreen:
    """Everything has a default: Enter starts at once."""

    def __init__(self, *, watch: bool = False) -> None:
        self.watch = watch
        self.change: Change | None = None
        self.scenarios: dict[str, Scenario] = {}
        self.faults: list[str] = []
        self.chosen = ""
        self.map = ""
        self.options: dict[str, bool | int] = {}
        self.seed = str(randrange(1, SEEDS))  # noqa: S311  which game it is, no secret
        names = [*POLICIES]
        bot = PREFERRED if PREFERRED in names else names[0]
        self.players = [bot if watch else HUMAN, bot]
        self.desk: Desk
        self._read()

    def _read(self) -> None:
        for name in scenario_names():
            try:
                self.scenarios[name] = load_scenario(name, PLAYED)
            except UnusableFile as error:
                self.faults.append(str(error))
        if self.scenarios:
            self._choose(next(iter(self.scenarios)))

    def _choose(self, id_: str) -> None:
        self.chosen = id_
        scenario = self.scenarios[id_]
        self.map = scenario.map
        self.options = {o.id: o.default for o in scenario.options.values()}

    @property
    def scenario(self) -> Scenario:
        return self.scenarios[self.chosen]

    def fill(self, frame: Frame) -> None:
        self.frame = frame
        self._lay_out()

    def _lay_out(self) -> None:
        """Make all widgets anew, for the scenario that is chosen."""
        theme = self.frame.theme
        self.desk = Desk(theme)
        wide, high = self.frame.units
        box = ((wide - WIDE) / 2, (high - HIGH) / 2, WIDE, HIGH)
        panel = self.desk.add(Panel(theme, box, CARD))
        words = "WATCH A BATTLE" if self.watch else "PLAY A BATTLE"
        panel.add(Label((28, 16, 500, 46), words, size=30, colour=AMBER, face="title"))
        rows = [
            Row(s.id, s.title, f"about {s.minutes} minutes") for s in self.scenarios.values()
        ]
        listing = Listing(
            (24, 76, LIST, HIGH - 76 - 84),
            rows,
            on_choose=self._pick,
            on_open=lambda _: self.start(),
            row_height=52,
            chosen=self.chosen,
        )
        panel.add(listing)
        if self.scenarios:
            self._add_scenario(panel)
            self._add_table(panel)
        self._add_buttons(panel)
        self._fresh = True
        if self.faults:
            self.desk.ask(notice(theme, "Unusable scenarios", "\n".join(self.faults)))

    def _pick(self, id_: str) -> None:
        self._choose(id_)
        self._lay_out()

    def _add_scenario(self, panel: Panel) -> None:
        """Add what is played, who plays it, and the options."""
        scenario, left = self.scenario, 24 + LIST + 28
        title = Label(
            (left, 70, MIDDLE, 40), scenario.title, size=30, colour=TEXT, face="title"
        )
        panel.add(title)
        blurb = (Span(scenario.blurb, MUTED),)
        panel.add(Paragraph((left, 112, MIDDLE, 84), blurb, size=14))
        y = 204.0
        panel.add(heading((left, y, MIDDLE, 26), "Players"))
        for n, side in enumerate(scenario.sides):
            y += 40 if n else 32
            name = Label(
                (left, y, 130, 34), side.name, size=17, colour=TEAMS[n].plain, face="heading"
            )
            panel.add(name)
            panel.add(self._seat((left + 150, y, MIDDLE - 150, 34), n))
        y += 50
        panel.add(heading((left, y, MIDDLE, 26), "Options"))
        y += 32
        for option in scenario.options.values():
            self._add_option(panel, (left, y, MIDDLE, 34), option)
            y += 40
        panel.add(Label((left, y, 130, 34), "Seed of the dice", size=14, colour=MUTED))
        seed = TextField(
            (left + 330, y, MIDDLE - 330, 34),
            self.seed,
            ghost="any number",
            longest=18,
            on_change=self._set_seed,
            on_enter=lambda _: self.start(),
        )
        panel.add(seed)

    def _set_seed(self, words: str) -> None:
        self.seed = words

    def _seat(self, box: tuple[float, float, float, float], n: int) -> Stepper:
        names = [*POLICIES] if self.watch else [HUMAN, *POLICIES]
        labels = ["A person" if p == HUMAN else f"Bot: {p}" for p in names]

        def set_(value: int) -> None:
            self.players[n] = names[value]

        return Stepper(box, labels, set_, names.index(self.players[n]))

    def _add_option(
        self, panel: Panel, box: tuple[float, float, float, float], option: OptionOf
    ) -> None:
        left, top, wide, high = box
        hint = f"Rule {option.clause}"
        panel.add(Label((left, top, 320, high), option.label, size=14, colour=MUTED, hint=hint))
        place = (left + 330, top, wide - 330, high)
        if isinstance(option.default, bool):
            panel.add(_yes_or_no(place, self.options, option.id))
        else:
            panel.add(_number(place, self.options, option))

    def _add_table(self, panel: Panel) -> None:
        """Add the map to play on, and a picture of it."""
        left = 24 + LIST + 28 + MIDDLE + 28
        wide = WIDE - left - 24
        maps = self.scenario.maps
        panel.add(heading((left, 76, wide, 26), "Table"))
        stepper = Stepper(
            (left, 106, wide, 36),
            [_called(m) for m in maps],
            self._set_map,
            maps.index(self.map),
        )
        panel.add(stepper)
        panel.inlay((left, 152, wide, wide), WELL)
        self.thumbnail = panel.add(Thumbnail((left + 6, 158, wide - 12, wide - 12)))
        self.thumbnail.map = self.map
        rules = ", ".join(self.scenario.rules)
        panel.add(Label((left, 160 + wide, wide, 24), f"Rules: {rules}", size=13, colour=MUTED))

    def _set_map(self, value: int) -> None:
        self.map = self.scenario.maps[value]
        self.thumbnail.map = self.map

    def _add_buttons(self, panel: Panel) -> None:
        top = HIGH - 66
        start = Button(
            (WIDE - 24 - 260, top, 260, 48),
            "Start",
            self.start,
            icon="ui/play",
            style=Style.PRIMARY,
            shortcut=Key(pygame.K_RETURN),
            reason="" if self.scenarios else "There is nothing to play",
            size=20,
        )
        panel.add(start)
        self.desk.focus.to(start)
        panel.add(
            Button(
                (24, top, 180, 48),
                "Back",
                self.back,
                icon="ui/arrow-left",
                shortcut=Key(pygame.K_ESCAPE),
            )
        )

    def start(self) -> None:
        """Open the battle, or tell what is wrong with its files."""
        try:
            seed = int(self.seed) if self.seed.strip() else randrange(1, SEEDS)  # noqa: S311
        except ValueError:
            words = f"The seed is a whole number, not {self.seed!r}."
            self.desk.ask(notice(self.frame.theme, "Which dice?", words))
            return
        try:
            battle = prepare(self.chosen, seed=seed, map_=self.map, options=self.options)
        except UnusableFile as error:
            self.desk.ask(notice(self.frame.theme, "Not started", str(error)))
            return
        self.change = Begin(BattleScreen(sit_down(battle, self.players)))

    def back(self) -> None:
        self.change = Close()

    def open_clause(self, id_: str) -> None:
        self.desk.ask(clause_dialog(self.frame.theme, id_, self.open_clause))

    def handle(self, event: pygame.Event) -> Change | None:
        self.desk.handle(event)
        change, self.change = self.change, None
        return change

    def update(self, seconds: float) -> Change | None:
        self.desk.update(seconds)
        return None

    def draw(self, canvas: pygame.Surface) -> Sequence[pygame.Rect]:
        if self._fresh or self.desk.dialog:
            paint_backdrop(canvas, self.frame)
            self.desk.panels[0].lie_on(canvas)
        changed = self.desk.draw(canvas)
        fresh, self._fresh = self._fresh, self.desk.dialog is not None
        return [canvas.get_rect()] if fresh else changed

    def leave(self) -> None:
        pass


def _yes_or_no(
    box: tuple[float, float, float, float], options: dict[str, bool | int], id_: str
) -> Stepper:
    def set_(value: int) -> None:
        options[id_] = bool(value)

    return Stepper(box, ("No", "Yes"), set_, int(options[id_]))


def _number(
    box: tuple[float, float, float, float], options: dict[str, bool | int], option: OptionOf
) -> Stepper:
    least = option.least if option.least is not None else 0
    most = option.most if option.most is not None else max(20, int(option.default))

    def set_(value: int) -> None:
        options[option.id] = least + value

    labels = [str(n) for n in range(least, most + 1)]
    return Stepper(box, labels, set_, int(options[option.id]) - least)


def _called(map_: str) -> str:
    return map_.replace("-", " ").capitalize()
