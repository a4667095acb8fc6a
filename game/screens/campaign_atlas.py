"""The map of a campaign."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pygame

from game.content.campaign_files import DRAW, CampaignBattle
from game.rules.campaigns import Course
from game.view.colours import NEUTRAL, TEAMS
from game.widgets.theme import AMBER, CHOSEN, DIM, INK, LINE, MUTED, TEXT
from game.widgets.widget import Pixel, Visible, Widget

MARGIN_SHARE = 0.1
"""Share of the width and the height left free at each edge."""
NODE_RADIUS = 15.0
"""Radius of a battle's node, in units."""
STEPS = {pygame.K_LEFT: -1, pygame.K_UP: -1, pygame.K_RIGHT: 1, pygame.K_DOWN: 1}


class Atlas(Widget):
    """The map of a campaign; a click or the arrow keys select a battle."""

    focusable: ClassVar[bool] = True
    takes_keys: ClassVar[bool] = True

    chosen = Visible[str]()

    def __init__(self, course: Course, chosen: str, on_choose: Callable[[str], None]) -> None:
        super().__init__()
        self.course, self.chosen, self.on_choose = course, chosen, on_choose

    @property
    def stages(self) -> list[CampaignBattle]:
        return [*self.course.campaign.stages.values()]

    def place(self, stage: CampaignBattle) -> Pixel:
        """Return the place of a battle, in pixels of the panel."""
        left, top, wide, high = self.rect
        x, y = (MARGIN_SHARE + (1 - 2 * MARGIN_SHARE) * part / 100 for part in stage.at)
        return round(left + x * wide), round(top + y * high)

    def choose(self, id_: str) -> None:
        if id_ != self.chosen:
            self.chosen = id_
            self.on_choose(id_)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        reach = self.theme.px(2 * NODE_RADIUS)
        for stage in self.stages:
            x, y = self.place(stage)
            if (at[0] - x) ** 2 + (at[1] - y) ** 2 <= reach**2:
                self.choose(stage.id)
                return True
        return False

    def take_key(self, event: pygame.Event) -> bool:
        if event.type != pygame.KEYDOWN or event.key not in STEPS:
            return False
        ids = [stage.id for stage in self.stages]
        self.choose(ids[(ids.index(self.chosen) + STEPS[event.key]) % len(ids)])
        return True

    def paint(self, canvas: pygame.Surface) -> None:
        self._paint_paths(canvas)
        for stage in self.stages:
            self._paint_stage(canvas, stage)

    def _paint_paths(self, canvas: pygame.Surface) -> None:
        """Paint the connections of battles; those taken are painted above the others."""
        stages = self.course.campaign.stages
        gone = [
            (one.stage, result.next)
            for one, result in zip(self.course.fought, self.course.results, strict=True)
        ]
        ways = [(s.id, r.next) for s in self.stages for r in s.result if r.next]
        for start, end in sorted(dict.fromkeys(ways), key=gone.__contains__):
            taken = (start, end) in gone
            line = self.place(stages[start]), self.place(stages[end])
            wide = self.theme.px(4.0 if taken else 1.5)
            pygame.draw.line(canvas, CHOSEN if taken else LINE, *line, max(1, wide))

    def _paint_stage(self, canvas: pygame.Surface, stage: CampaignBattle) -> None:
        at, radius = self.place(stage), self.theme.px(NODE_RADIUS)
        sides = self.course.campaign.sides
        fought = next((one for one in self.course.fought if one.stage == stage.id), None)
        due = self.course.stage is not None and self.course.stage.id == stage.id
        fill, rim, words = INK, DIM, MUTED
        if fought:
            team = NEUTRAL if fought.winner == DRAW else TEAMS[sides.index(fought.winner)]
            fill, rim, words = team.plain, team.light, TEXT
        elif due:
            rim, words = AMBER, AMBER
        pygame.draw.aacircle(canvas, rim, at, radius)
        pygame.draw.aacircle(canvas, fill, at, radius - self.theme.px(3))
        if stage.id == self.chosen:
            pygame.draw.aacircle(canvas, TEXT, at, radius + self.theme.px(5), self.theme.px(2))
        self._name(canvas, stage, at, words)

    def _name(
        self, canvas: pygame.Surface, stage: CampaignBattle, at: Pixel, colour: str
    ) -> None:
        room = round(self.rect.width * 0.24)
        name = self.theme.text(
            self.short(stage.title, 14, room, part=stage.id), 14, colour, "heading"
        )
        top = at[1] + self.theme.px(NODE_RADIUS + 6)
        place = name.get_rect(midtop=(at[0], top)).clamp(self.rect)
        canvas.blit(name, place)
