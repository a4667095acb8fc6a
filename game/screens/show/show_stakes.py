"""The stakes of a battle that is shown: the sides' goals with their chances to win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.bots.chances.weighing import TERMS, chances
from game.cores.kit.queries import TableView
from game.play.game import Rules
from game.screens.battle.window_additions import Status, window_additions
from game.table.state import Table
from game.view.colours import TEAMS
from game.widgets.sizes import CLOSE, EDGE, GAP, SMALL_TEXT
from game.widgets.theme import INK, Theme

GOAL_SIZES = tuple(range(17, 9, -2))
"""Sizes of letters of a goal in units; the first is used at which it fits."""
BAR_WIDE, BAR_HIGH = 150, 14
"""Size of the bar of the chances, in units."""


class Stakes(NamedTuple):
    """The goals of both sides, with their chances to win."""

    goals: Sequence[str] = ()
    """A few words on how each side wins; empty if the scenario does not say."""
    chance: float | None = None
    """The first side's chance to win; None if nobody can."""
    statuses: tuple[Status, ...] = ()
    """The statuses of the header that parts of the rules add."""


class StakesSource:
    """Finds the stakes of a battle, once for each state of its score and its clock."""

    def __init__(self, goals: Sequence[str], rules: Rules) -> None:
        self.goals, self._rules = goals, rules
        self._parts = window_additions(rules).values()
        self._key: object = None
        self._stakes = Stakes(goals)

    def stakes(self, table: Table) -> Stakes:
        """Return the stakes on a table."""
        clock = table.clock
        key = id(table), clock, *table.scores.items(), len(table.losses), table.result
        if key != self._key:
            self._key, rules = key, self._rules
            view = TableView(table, rules)
            can_win = rules.system in TERMS and clock.round
            chance = chances(view)[table.sides[0]] if can_win else None
            found = [
                status for part in self._parts for status in part.statuses(view, lambda _: None)
            ]
            self._stakes = Stakes(self.goals, chance, tuple(found))
        return self._stakes


class StakesStrip:
    """One line: the goal of each side at its end, and the chances in the middle."""

    def __init__(self, theme: Theme, rect: pygame.Rect) -> None:
        self.theme, self.rect = theme, rect

    def draw(self, canvas: pygame.Surface, stakes: Stakes) -> None:
        theme, rect = self.theme, self.rect
        canvas.fill(INK, rect)
        bar = pygame.Rect(0, 0, theme.px(BAR_WIDE), theme.px(BAR_HIGH))
        bar.center = rect.center
        if stakes.chance is not None:
            self._draw_chance(canvas, bar, stakes.chance)
        room = (rect.width - bar.width) // 2 - theme.px(EDGE + GAP)
        for team, goal in enumerate(stakes.goals):
            words = theme.text(goal, self._size(goal, room), TEAMS[team].light, "heading")
            place = words.get_rect(centery=rect.centery, left=rect.left + theme.px(EDGE))
            if team:
                place.right = rect.right - theme.px(EDGE)
            canvas.blit(words, place)

    def _size(self, goal: str, room: int) -> float:
        fitting = (n for n in GOAL_SIZES if self.theme.width(goal, n, "heading") <= room)
        return next(fitting, GOAL_SIZES[-1])

    def _draw_chance(self, canvas: pygame.Surface, bar: pygame.Rect, chance: float) -> None:
        """Draw a bar in both colours, with the chance of each side in it."""
        theme, first = self.theme, bar.copy()
        first.width = round(bar.width * chance)
        canvas.fill(TEAMS[1].plain, bar)
        canvas.fill(TEAMS[0].plain, first)
        percent = round(100 * chance)
        for team, number in enumerate((percent, 100 - percent)):
            words = theme.text(f"{number}%", SMALL_TEXT, TEAMS[team].light, "heading")
            place = words.get_rect(midright=(bar.left - theme.px(CLOSE), bar.centery))
            if team:
                place.left = bar.right + theme.px(CLOSE)
            canvas.blit(words, place)
