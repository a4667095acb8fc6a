"""The result screen, its totals, and the sides' luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from game.bots.registry import POLICIES
from game.content.faults import UnusableFile
from game.content.own_folders import pictures
from game.content.palettes import Team, teams_of
from game.content.save_format import HUMAN
from game.content.settings import Action
from game.lab.luck_ledger import RollLuck, SideLuck, ledger
from game.lab.score_sheets import score_sheet
from game.lab.turning_points import TurningPoint, turning_points
from game.play.transcript import heading as heading_of
from game.play.wording import name, result_reason, side_name, turn_word, victory
from game.rules.catalog import points, score_of
from game.screens.battle.score_dialog import score_dialog
from game.screens.live_game import LiveGame, random_seed, record_of_live_game
from game.screens.menu_screen import MenuScreen
from game.screens.replay import ReplayScreen
from game.screens.screen import Begin, Home, Open, Screen
from game.screens.screenshots import keep
from game.table.events import Scored
from game.table.records import Side, Where, many
from game.table.state import Table
from game.view.style import NEUTRAL
from game.widgets.button import Button, Style
from game.widgets.key_bindings import key_for
from game.widgets.list_box import ListBox, ListRow
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import Label, Paragraph, heading
from game.widgets.theme import AMBER, DEEP, DIM, LINE, MUTED, TEXT, WELL, Box
from game.widgets.widget import Panel, Widget

PITCH = 34.0
"""Units from one line to the next."""
LUCK_HINT = (
    "Successes compared with the expected number. The dot ranks this side's luck among "
    "100 games with the same rolls: left is worst, right is best."
)


class LuckWidget(Widget):
    """A side's luck: all dice first, then by purpose, as far as there is room."""

    def __init__(self, box: Box, account: SideLuck, team: Team) -> None:
        super().__init__(box, LUCK_HINT)
        self.lines = (account.overall, *account.parts)
        self.team = team

    def paint(self, canvas: pygame.Surface) -> None:
        pitch = self.theme.px(PITCH)
        for n, luck in enumerate(self.lines[: self.rect.height // pitch]):
            place = pygame.Rect(
                self.rect.left, self.rect.top + n * pitch, self.rect.width, pitch
            )
            self._paint_line(canvas, luck, place, first=n == 0)

    def _paint_line(
        self, canvas: pygame.Surface, luck: RollLuck, place: pygame.Rect, *, first: bool
    ) -> None:
        theme, px = self.theme, self.theme.px
        colour = TEXT if first else MUTED
        what = theme.text(capital(luck.what), 13, colour, "strong")
        numbers = theme.text(luck_text(luck), 12, colour)
        if not first or what.get_width() + px(10) + numbers.get_width() > place.width:
            # The first line explains the percentage, if there is room.
            numbers = theme.text(luck_text(luck, brief=True), 12, colour)
        canvas.blit(numbers, numbers.get_rect(topright=place.topright))
        room = place.width - numbers.get_width() - px(10)
        name = self.short(capital(luck.what), 13, room, "strong")
        canvas.blit(theme.text(name, 13, colour, "strong"), place.topleft)
        track = pygame.Rect(place.left, place.top + px(21), place.width, px(4))
        pygame.draw.rect(canvas, DEEP, track, border_radius=px(2))
        pygame.draw.rect(canvas, LINE, track, 1, border_radius=px(2))
        pygame.draw.line(
            canvas,
            DIM,
            (track.centerx, track.top - px(2)),
            (track.centerx, track.bottom + px(1)),
        )
        dot = track.left + round(track.width * luck.percentile / 100), track.centery
        dot = min(track.right - px(4), max(track.left + px(4), dot[0])), dot[1]
        pygame.draw.aacircle(canvas, self.team.light if first else self.team.plain, dot, px(5))


def luck_text(luck: RollLuck, *, brief: bool = False) -> str:
    """Return luck as text, such as ``"31 of 54 (expected 27.5) · luckier than 84%"``.

    A brief text leaves out "luckier than".
    """
    if not luck.tried:
        return "no dice"
    rank = percent(luck) if brief else f"luckier than {percent(luck)}"
    return f"{luck.won} of {luck.tried} (expected {float(luck.mean):.1f}) · {rank}"


def percent(luck: RollLuck) -> str:
    """Return a percentile from 1 to 99 as text."""
    return f"{min(99, max(1, round(luck.percentile)))}%"


def capital(luck_text: str) -> str:
    return luck_text[:1].upper() + luck_text[1:]


WIDE, HIGH = 1160.0, 680.0
MARGIN, GAP = 24.0, 16.0
TOP, FOOT = 104.0, 78.0
"""Heights above and below the columns."""
LINE_HIGH = 19.0
"""Units from one line of a side's totals to the next."""
HINTS = {
    "Rematch": "Play this battle again with new dice",
    "Picture": "Save a picture that contains the game: drop it on the window to open it",
    "Swap sides": "Rematch with sides swapped",
}


@dataclass(frozen=True, slots=True)
class SideTotals:
    """The points and the remaining forces of a side."""

    side: Side
    points: int
    lines: tuple[str, ...]


def tally(live_game: LiveGame, side: Side) -> SideTotals:
    """Return a side's points, their sources, and its remaining models and units."""
    table = live_game.session.table
    story = live_game.session.game.story
    scored = [e for e in story if isinstance(e, Scored) and e.side == side]
    total = points(live_game.mission, table)[side]
    each = dict.fromkeys([e.what for e in scored], 0)
    for event in scored:
        each[event.what] += event.points
    lines = [f"{capital(name(table, what))}: {many(n, 'point')}" for what, n in each.items()]
    # After a concession or an agreed draw, some points were never scored as events.
    score, more = score_of(live_game.mission), total - sum(e.points for e in scored)
    if score.unscored and more:
        number = many(more, "point") if score.unit == "points" else more
        lines.append(f"{capital(score.unscored)}: {number}")
    mine = [u for u in table.units.values() if u.side == side]
    came = [m for m in table.models.values() if m.side == side and m.where != Where.RESERVE]
    units = {m.unit for m in came}
    lines.append(f"{len(table.standing(side))} of {len(came)} models left")
    if len(units) < len(came):
        lines.append(f"{sum(1 for u in mine if table.of(u.id))} of {len(units)} units left")
    if away := sum(len(u.models) for u in mine) - len(came):
        lines.append(f"{many(away, 'model')} not fielded")
    return SideTotals(side, total, tuple(lines))


def _player(name: str) -> str:
    return "a person" if name == HUMAN else f"a bot, {POLICIES.described(name).label}"


class ResultScreen(MenuScreen):
    def __init__(self, live_game: LiveGame, opened: Callable[[LiveGame], Screen]) -> None:
        """Show how a game ended; *opened* makes the screen for a rematch."""
        self.live_game, self.opened = live_game, opened
        table, story = live_game.session.table, live_game.session.game.story
        self.accounts = ledger(story, table.sides)
        # Models left are shown as losses, and not again as points.
        mission = "" if score_of(live_game.mission).is_losses else live_game.mission
        self.swings = turning_points(
            live_game.battle.opening, story, lambda seen: points(mission, seen)
        )

    def lay_out(self) -> None:
        wide, high = self.frame.units
        self.wide, self.high = min(WIDE, wide - 32), min(HIGH, high - 24)
        panel = self.new_card(self.wide, self.high, "")
        self._add_verdict(panel)
        column = (self.wide - 2 * MARGIN - 2 * GAP) / 3
        room = self.high - TOP - FOOT
        for n, account in enumerate(self.accounts):
            place = (MARGIN + 2 * n * (column + GAP), TOP, column, room)
            self._add_side(panel, place, n, account)
        self._add_swings(panel, (MARGIN + column + GAP, TOP, column, room))
        self._add_buttons()

    def _add_verdict(self, panel: Panel) -> None:
        result = self.live_game.result
        sides = self.live_game.session.table.sides
        winner = result.winner if result else None
        team = teams_of(sides)[sides.index(winner)] if winner else NEUTRAL
        words = victory(winner).upper()
        place: Box = (172, 10, self.wide - 344, 56)
        panel.add(Label(place, words, size=48, colour=team.light, face="title", align="centre"))
        table = self.live_game.session.table
        turn = table.clock.round
        when = f"in {turn_word(table)} {turn}" if turn else "before the battle"
        reason = capital(result_reason(winner, result.reason)) if result else ""
        reason = f"{reason}, {when}" if reason else ""
        place = (0, 66, self.wide, 26)
        panel.add(Label(place, reason, size=16, colour=MUTED, align="centre"))
        if result and result.clause:
            clause = result.clause
            box = (self.wide - MARGIN - 88, 24, 88, 26)
            press = partial(self.open_clause, clause)
            panel.add(Button(box, clause, press, style=Style.GHOST, size=14))
        if score_of(self.live_game.mission).has_sheet:
            box = (MARGIN, 24, 142, 26)
            sheet = Button(box, "Score sheet", self.open_sheet, style=Style.GHOST, size=14)
            sheet.shortcut = key_for(Action.SHEET)
            panel.add(sheet)

    def open_sheet(self) -> None:
        """Show the points scored in each round."""
        game = self.live_game.session.game
        sheet = score_sheet(game.table, game.story, self.live_game.mission)
        theme, sides = self.frame.theme, game.table.sides
        self.stack.ask(score_dialog(theme, sheet, sides, self.open_clause))

    def _add_side(self, panel: Panel, place: Box, n: int, account: SideLuck) -> None:
        """Add a side's totals, and the luck of its dice."""
        left, top, wide, high = place
        totals = tally(self.live_game, account.side)
        team = teams_of(self.live_game.session.table.sides)[n]
        panel.inlay(place, WELL)
        name = side_name(totals.side).upper()
        box: Box = (left + 16, top + 8, wide - 116, 34)
        panel.add(Label(box, name, size=26, colour=team.plain, face="title"))
        box = (left + wide - 96, top + 4, 80, 38)
        panel.add(
            Label(box, str(totals.points), size=40, colour=TEXT, face="title", align="right")
        )
        noun = score_of(self.live_game.mission).unit
        player = f"{noun} · played by {_player(self.live_game.seats.names[totals.side])}"
        panel.add(Label((left + 16, top + 42, wide - 32, 20), player, size=13, colour=AMBER))
        room = int((high - 72 - 30 - 3 * PITCH) / LINE_HIGH)
        lines = _fitting(totals.lines, room)
        words = (TextSpan("\n".join(lines), MUTED),)
        panel.add(
            Paragraph(
                (left + 16, top + 68, wide - 32, len(lines) * LINE_HIGH + 4), words, size=13
            )
        )
        below = top + 72 + len(lines) * LINE_HIGH
        panel.add(heading((left + 16, below, wide - 32, 26), "Dice luck"))
        box = (left + 16, below + 30, wide - 32, top + high - below - 34)
        panel.add(LuckWidget(box, account, team))

    def _add_swings(self, panel: Panel, place: Box) -> None:
        """Add the turning points; each opens the replay at its place."""
        left, top, wide, high = place
        panel.inlay(place, WELL)
        panel.add(heading((left + 16, top + 10, wide - 32, 26), "Turning points"))
        if not self.swings:
            words = "No turning points."
            panel.add(
                Paragraph((left + 16, top + 44, wide - 32, 44), (TextSpan(words, MUTED),))
            )
            return
        table = self.live_game.session.table
        panel.add(
            ListBox(
                (left + 12, top + 42, wide - 24, high - 54),
                [_swing(swing, table) for swing in self.swings],
                on_open=lambda id_: self.replay(int(id_)),
                row_height=46,
                at_once=True,
            )
        )

    def _add_buttons(self) -> None:
        again = (
            ("Rematch", self.rematch, "swords", Style.PRIMARY, pygame.K_r),
            ("Swap sides", self.swap, "refresh-cw", Style.PLAIN, pygame.K_s),
        )
        # A battle of a campaign is fought only once.
        calls = (
            *(() if self.live_game.tie else again),
            ("Replay", self.replay, "play", Style.PLAIN, pygame.K_w),
            ("Picture", self.picture, "save", Style.PLAIN, pygame.K_p),
            ("The table", self.back, "eye", Style.PLAIN, pygame.K_ESCAPE),
            (self.frame.home.capitalize(), self.title, "log-out", Style.GHOST, pygame.K_t),
        )
        urged = len(calls) - 1 if self.live_game.tie else 0
        wide = (self.wide - 2 * MARGIN - 10 * (len(calls) - 1)) / len(calls)
        for n, (label, press, icon, style, key) in enumerate(calls):
            box = (MARGIN + n * (wide + 10), self.high - FOOT + 16, wide, 46)
            hint = HINTS.get(label, "")
            button = self.add_button(box, label, press, icon, key, style=style, hint=hint)
            button.size = 16
            if n == urged:
                button.style = Style.PRIMARY
                self.stack.focus.to(button)

    def rematch(self) -> None:
        self._again(swapped=False)

    def swap(self) -> None:
        self._again(swapped=True)

    def _again(self, *, swapped: bool) -> None:
        seed = random_seed()
        self.change = Begin(self.opened(self.live_game.again(seed, swapped=swapped)))

    def replay(self, at: int | None = None) -> None:
        """Open the replay, from the beginning or from after *at* events."""
        story = record_of_live_game(self.live_game)
        self.change = Open(ReplayScreen(story, self.opened, at=at or 0))

    def picture(self) -> None:
        """Save a picture of the results that contains the game, and show its path."""
        picture = pygame.Surface(self.frame.size)
        self.fill(self.frame)
        self.draw(picture)
        title = f"{self.live_game.battle.scenario.title}, results"
        try:
            path = keep(picture, pictures(), title, self.live_game.as_text())
        except UnusableFile as error:
            self.show_message("The picture could not be saved", str(error))
        else:
            self.show_message("Picture saved", f"Saved to {path}")

    def title(self) -> None:
        self.change = Home()


def _fitting(lines: Sequence[str], room: int) -> list[str]:
    """Return as many lines as there is room for, always with the last two."""
    if len(lines) <= room:
        return [*lines]
    kept = max(0, room - 3)
    return [*lines[:kept], f"and {len(lines) - 2 - kept} more", *lines[-2:]]


def _swing(swing: TurningPoint, table: Table) -> ListRow:
    """Return a turning point as a row: its time, and each side's points and wounds."""
    clock = swing.clock
    phase = heading_of(table, clock.round, clock.phase or "set-up", clock.side)
    lines = list[str]()
    for side, gained, lost in zip(table.sides, swing.points, swing.wounds, strict=True):
        deeds = [f"{'+' * (gained > 0)}{many(gained, 'point')}"] * bool(gained)
        deeds += [f"−{many(lost, 'wound')}"] * bool(lost)
        if deeds:
            lines.append(f"{side_name(side)} {', '.join(deeds)}")
    return ListRow(str(swing.count), phase, " · ".join(lines), hint=" · ".join(lines))
