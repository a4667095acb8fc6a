"""Header items: twist, flood clock, leader distance, actions left, command points."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import pygame

from game.play.wording import name, side_name
from game.prompts.standing_orders import InterruptPreference
from game.rules.cage.queries import ActionsLeft, left
from game.rules.cage.state import PAGE, champion
from game.rules.flood.odds import FloodTrigger
from game.rules.kit.queries import BattleBanner, TableView
from game.screens.battle.phase_bar import RibbonBar
from game.screens.battle.seats import Seats
from game.table.pieces import street_of
from game.table.records import Side
from game.table.state import Table
from game.view.style import NEUTRAL, TEAMS
from game.widgets.button import Button
from game.widgets.panel import Panel
from game.widgets.theme import AMBER, DIM, GLOW, MUTED, TEXT, Box, Plate, focus_ring, plate
from game.widgets.widget import Visible

INSET, GAP = 14.0, 10.0


class TwistStatus(Button):
    """A plate with name and state of the battle's banner; a click opens its clause."""

    banner = Visible[BattleBanner | None]()

    def __init__(self, box: Box, on_clause: Callable[[str], None]) -> None:
        super().__init__(box, "", self._read)
        self.banner, self.on_clause, self.shown = None, on_clause, False

    def _read(self) -> None:
        if self.banner:
            self.on_clause(self.banner.clause)

    @property
    def tip(self) -> str:
        banner = self.banner
        return f"{banner.name}: {banner.words} ({banner.clause})" if banner else ""

    @property
    def wide(self) -> float:
        """Return the width in units; 0 if there is no banner."""
        if self.banner is None:
            return 0.0
        name, state = self._words(self.banner)
        pixels = name.get_width() + (state.get_width() + self.theme.px(GAP) if state else 0)
        return pixels / self.theme.scale + 2 * INSET

    def _words(self, banner: BattleBanner) -> tuple[pygame.Surface, pygame.Surface | None]:
        name = self.theme.text(banner.name.upper(), 16, AMBER, "title")
        colour = GLOW if self.hovered else TEXT
        return name, self.theme.text(banner.state, 14, colour) if banner.state else None

    def paint(self, canvas: pygame.Surface) -> None:
        if self.banner is None:
            return
        theme, px, rect = self.theme, self.theme.px, self.rect
        place = pygame.Rect(rect.left, 0, px(self.wide), px(34))
        place.centery = rect.centery
        edge = AMBER if self.hovered else NEUTRAL.plain
        look = Plate("#231E14", "#15130E", edge, corner=17.0, line=1.6)
        canvas.blit(plate(theme, place.size, look), place)
        name, state = self._words(self.banner)
        canvas.blit(name, name.get_rect(left=place.left + px(INSET), centery=place.centery))
        if state:
            right = place.right - px(INSET)
            canvas.blit(state, state.get_rect(right=right, centery=place.centery))
        if self.focused:
            focus_ring(theme, canvas, place)


def show_banner(
    banner: BattleBanner | None, on: TwistStatus, ribbon: RibbonBar, panel: Panel
) -> None:
    """Show the banner of the whole battle, or none; the ribbon makes room for it."""
    if banner == on.banner:
        return
    on.banner, on.shown = banner, banner is not None
    wide, high = panel.box[2], panel.box[3]
    aside = on.wide + 2 * GAP if banner else 0.0
    on.box = (GAP, 0, on.wide, high)
    ribbon.box = (aside, 0, wide - aside, high)
    for widget in (on, ribbon):
        widget.fit(panel.theme)
    panel.dirty = True


FLOOD_CLAUSE = "FF-06"
WIDE = 132.0


class FloodStatus(Button):
    """The next time at which the flood may come, in two lines without a plate."""

    trigger = Visible[FloodTrigger | None]()
    turn = Visible[int]()

    def __init__(self, box: Box, on_clause: Callable[[str], None]) -> None:
        super().__init__(box, "", lambda: on_clause(FLOOD_CLAUSE))
        self.trigger, self.turn, self.word = None, 0, "turn"
        self.shown = False

    def show(self, trigger: FloodTrigger | None, turn: int, word: str) -> None:
        """Show a trigger as seen from game turn *turn*; None hides the item.

        *word*: the core's name of a game turn.
        """
        self.trigger, self.turn, self.word = trigger, turn, word
        self.shown = trigger is not None

    @property
    def tip(self) -> str:
        if self.trigger is None:
            return ""
        need, round_ = self.trigger.need, self.trigger.round
        how = f"on {need}+ ({odds(self.trigger)})" if need else "without a roll"
        return f"The flood comes at the start of {self.word} {round_} {how} ({FLOOD_CLAUSE})"

    def paint(self, canvas: pygame.Surface) -> None:
        if self.trigger is None:
            return
        theme, rect, now = self.theme, self.rect, self.trigger.round == self.turn
        words = when(self.trigger, self.turn, self.word).upper()
        head = theme.text(f"FLOOD {words}", 13, MUTED, "heading")
        colour = AMBER if now or self.trigger.chance == 1.0 else TEXT
        line = theme.text(odds(self.trigger), 21, GLOW if self.hovered else colour, "title")
        middle = theme.px(17), theme.px(39)
        canvas.blit(head, head.get_rect(left=rect.left, centery=rect.top + middle[0]))
        spot = line.get_rect(left=rect.left, centery=rect.top + middle[1])
        canvas.blit(line, spot)
        if self.trigger.need:
            need = theme.text(f"on {self.trigger.need}+", 14, MUTED, "heading")
            canvas.blit(
                need, need.get_rect(left=spot.right + theme.px(8), centery=spot.centery)
            )
        if self.focused:
            focus_ring(theme, canvas, rect)


def when(trigger: FloodTrigger, turn: int, word: str = "turn") -> str:
    """Return when a trigger may occur, as seen from a game turn."""
    if trigger.round == turn:
        return f"this {word}"
    is_next = turn and trigger.round == turn + 1
    return f"next {word}" if is_next else f"in {word} {trigger.round}"


def odds(trigger: FloodTrigger) -> str:
    """Return a trigger's chance in words: ``1 in 2``."""
    share = Fraction(trigger.chance).limit_denominator(36)
    return "certain" if share == 1 else f"{share.numerator} in {share.denominator}"


ARRIVAL_CLAUSE = "PU-26"
CLOSE = 12.0
"""Inches that a model may move in one turn (``PU-18``)."""


class LeadingRider(NamedTuple):
    """The rider that is nearest to the Arrival."""

    who: str
    distance: float
    """Inches from the rim of its base."""


def foremost(table: Table) -> LeadingRider | None:
    """``PU-26``  Return the rider nearest to the Arrival; None if none is on the table."""
    street, side = street_of(table.board), Side(table.sides[0])
    offs = [(max(0.0, street.off(m.at) - m.base), m.id) for m in table.standing(side)]
    if not offs:
        return None
    distance, model_id = min(offs)
    return LeadingRider(name(table, model_id), distance)


class LeaderStatus(Button):
    """The leading rider's distance to the Arrival, in two lines without a plate."""

    lead = Visible[LeadingRider | None]()

    def __init__(self, box: Box, on_clause: Callable[[str], None]) -> None:
        super().__init__(box, "", lambda: on_clause(ARRIVAL_CLAUSE))
        self.lead, self.shown = None, False

    def show(self, lead: LeadingRider | None) -> None:
        """Show the leading rider's distance; None hides the item."""
        self.lead, self.shown = lead, lead is not None

    @property
    def tip(self) -> str:
        if self.lead is None:
            return ""
        id_, distance = self.lead
        return f'{id_} leads: {distance:.1f}" from the Arrival ({ARRIVAL_CLAUSE})'

    def paint(self, canvas: pygame.Surface) -> None:
        if self.lead is None:
            return
        theme, rect = self.theme, self.rect
        head = theme.text("TO THE ARRIVAL", 13, MUTED, "heading")
        colour = AMBER if self.lead.distance <= CLOSE else TEXT
        words = f'{self.lead.distance:.1f}"'
        line = theme.text(words, 21, GLOW if self.hovered else colour, "title")
        middle = theme.px(17), theme.px(39)
        canvas.blit(head, head.get_rect(left=rect.left, centery=rect.top + middle[0]))
        canvas.blit(line, line.get_rect(left=rect.left, centery=rect.top + middle[1]))
        if self.focused:
            focus_ring(theme, canvas, rect)


ACTIONS_CLAUSE = "TC-06"
PIP, PITCH = 5, 14
"""Units: radius of a pip, and distance between two of them."""


class ActionCount(NamedTuple):
    """A champion and the actions that it has left."""

    who: str
    left: ActionsLeft


def counts(view: TableView) -> tuple[ActionCount, ...]:
    """``TC-06``  Return the actions that both champions have left; nothing outside a bout.

    On a sandbox table a cage may be there without its rules.
    """
    table = view.table
    if not table.clock.round or not table.rings or PAGE.name not in view.rules.pages:
        return ()
    models = [champion(table, side) for side in table.sides]
    return tuple(ActionCount(name(table, m.id), left(view, m)) for m in models if m)


class ActionStatus(Button):
    """A row of pips for each champion: one per action, filled if it is left."""

    counts = Visible[tuple[ActionCount, ...]]()

    def __init__(self, box: Box, on_clause: Callable[[str], None]) -> None:
        super().__init__(box, "", lambda: on_clause(ACTIONS_CLAUSE))
        self.counts, self.shown = (), False

    def show(self, counts: tuple[ActionCount, ...]) -> None:
        self.counts, self.shown = counts, bool(counts)

    @property
    def tip(self) -> str:
        return "\n".join(
            f"{id_}: {left.actions} of {left.most} actions left, up to {_attacks(left.attacks)}"
            f" ({ACTIONS_CLAUSE}, TC-12)"
            for id_, left in self.counts
        )

    def paint(self, canvas: pygame.Surface) -> None:
        theme, px, rect = self.theme, self.theme.px, self.rect
        for team, (count, y) in enumerate(zip(self.counts, (18, 41), strict=False)):
            middle = rect.top + px(y)
            for n in range(count.left.most):
                spot = rect.left + px(PIP + 2 + n * PITCH), middle
                full = n < count.left.actions
                pygame.draw.aacircle(canvas, TEAMS[team].plain if full else DIM, spot, px(PIP))
                if not full:
                    pygame.draw.aacircle(canvas, "#171D21", spot, px(PIP) - 1)
            x = rect.left + px(PITCH * count.left.most + 8)
            ink = TEXT if count.left.attacks else DIM
            blade = theme.icon("ui/swords", px(15), ink)
            canvas.blit(blade, blade.get_rect(left=x, centery=middle))
            words = theme.text(str(count.left.attacks), 15, ink, "strong")
            canvas.blit(words, words.get_rect(left=x + px(20), centery=middle))
        if self.focused:
            focus_ring(theme, canvas, rect)


def _attacks(many: int) -> str:
    return "1 attack" if many == 1 else f"{many} attacks"


COMMAND_CLAUSE = "MC-27"
WORDS = {
    InterruptPreference.WEIGHTY: "if it matters",
    InterruptPreference.ALWAYS: "always",
    InterruptPreference.NEVER: "never",
}
TELLS = {
    InterruptPreference.WEIGHTY: "You are asked only when it matters:"
    " a failed test or charge, a save for more than a rank-and-file model,"
    " a single heavy blow.",
    InterruptPreference.ALWAYS: "You are asked every time you could spend one.",
    InterruptPreference.NEVER: "You are never asked to spend one.",
}


class CommandPool(NamedTuple):
    """A side's command points and standing orders."""

    side: Side
    points: int
    orders: InterruptPreference | None
    """None if a bot commands, or if the game has no seats."""


def chests(table: Table, seats: Seats | None) -> tuple[CommandPool, ...]:
    """``MC-26``  Return the command points of both sides; nothing in a game without them."""
    people = seats.people if seats else []
    return tuple(
        CommandPool(
            side, command.points, seats.orders_of(side) if seats and side in people else None
        )
        for side in table.sides
        if (command := table.command.get(side))
    )


class CommandStatus(Button):
    """A side's points and its player's standing orders; a press changes the orders."""

    chest = Visible[CommandPool | None]()

    def __init__(self, box: Box, team: int, on_turn: Callable[[Side], None]) -> None:
        super().__init__(box, "", self._turn)
        self.team, self.on_turn = team, on_turn
        self.chest, self.shown = None, False

    def show(self, chest: CommandPool | None) -> None:
        self.chest, self.shown = chest, chest is not None

    def _turn(self) -> None:
        if self.chest and self.chest.orders:
            self.on_turn(self.chest.side)

    @property
    def tip(self) -> str:
        if self.chest is None:
            return ""
        side, points, orders = self.chest
        many = "1 command point" if points == 1 else f"{points} command points"
        words = f"{side_name(side)}: {many} ({COMMAND_CLAUSE})"
        if orders is None:
            return words
        return f"{words}\n{TELLS[orders]}\nClick to change to: {WORDS[orders.next]}"

    def paint(self, canvas: pygame.Surface) -> None:
        if self.chest is None:
            return
        theme, rect, px = self.theme, self.rect, self.theme.px
        team = TEAMS[self.team]
        star = theme.icon("ui/star", px(15), team.plain)
        canvas.blit(star, star.get_rect(left=rect.left + px(2), centery=rect.centery))
        ink = TEXT if self.chest.points else DIM
        number = theme.text(str(self.chest.points), 17, ink, "title")
        canvas.blit(number, number.get_rect(left=rect.left + px(22), centery=rect.centery))
        words = WORDS[self.chest.orders] if self.chest.orders else "to spend"
        lit = self.hovered and self.chest.orders
        said = theme.text(words, 13, GLOW if lit else MUTED)
        canvas.blit(said, said.get_rect(left=rect.left + px(46), centery=rect.centery))
        if self.focused:
            focus_ring(theme, canvas, rect)
