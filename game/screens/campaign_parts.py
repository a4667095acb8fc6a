"""The map of a campaign, and the texts of its screens (MI-06)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

import pygame

from game.content.campaign_files import DRAW, Campaign, CampaignBattle, CampaignResult
from game.content.faults import UnusableFile
from game.content.maps.map_library import map_title
from game.content.rosters import load_roster
from game.content.scenarios import Scenario
from game.play.wording import victory
from game.rules.campaigns import Course
from game.table.records import Side, many
from game.view.style import NEUTRAL, TEAMS
from game.widgets.theme import AMBER, DIM, INK, LINE, MUTED, TEXT, Box
from game.widgets.widget import Pixel, Visible, Widget

MARGIN = 0.1
"""Share of the width and the height left free at each edge."""
NODE = 15.0
"""Radius of a battle's node, in units."""
STEPS = {pygame.K_LEFT: -1, pygame.K_UP: -1, pygame.K_RIGHT: 1, pygame.K_DOWN: 1}


class Atlas(Widget):
    """The map of a campaign; a click or the arrow keys select a battle."""

    focusable: ClassVar[bool] = True
    takes_keys: ClassVar[bool] = True

    chosen = Visible[str]()

    def __init__(self, box: Box, course: Course, on_choose: Callable[[str], None]) -> None:
        super().__init__(box)
        self.course, self.on_choose = course, on_choose
        due = course.stage
        self.chosen = due.id if due else course.fought[-1].stage

    @property
    def stages(self) -> list[CampaignBattle]:
        return [*self.course.campaign.stages.values()]

    def place(self, stage: CampaignBattle) -> Pixel:
        """Return the place of a battle, in pixels of the panel."""
        left, top, wide, high = self.rect
        x, y = (MARGIN + (1 - 2 * MARGIN) * part / 100 for part in stage.at)
        return round(left + x * wide), round(top + y * high)

    def choose(self, id_: str) -> None:
        if id_ != self.chosen:
            self.chosen = id_
            self.on_choose(id_)

    def handle(self, event: pygame.Event, at: Pixel) -> bool:
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1:
            return False
        reach = self.theme.px(2 * NODE)
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
            pygame.draw.line(canvas, AMBER if taken else LINE, *line, max(1, wide))

    def _paint_stage(self, canvas: pygame.Surface, stage: CampaignBattle) -> None:
        at, radius = self.place(stage), self.theme.px(NODE)
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
        top = at[1] + self.theme.px(NODE + 6)
        place = name.get_rect(midtop=(at[0], top)).clamp(self.rect)
        canvas.blit(name, place)


def id_in_words(id_: str) -> str:
    """Return an id as readable words, such as ``"Old quarter"``."""
    return id_.replace("-", " ").replace("_", " ").capitalize()


def ending(campaign: Campaign, winner: str) -> str:
    """Return the ending of a battle as text, such as ``"Wardens win"`` or ``"Draw"``."""
    return victory(None if winner == DRAW else Side(campaign.names[winner]))


def stakes(course: Course, result: CampaignResult) -> str:
    """Return the consequences of a result, in one line."""
    return ", ".join([*_earned(course.campaign, result), *_then(course, result)])


def _earned(campaign: Campaign, result: CampaignResult) -> Iterator[str]:
    for side, gained in result.points.items():
        if gained:
            what = many(gained, "point")
            yield what if side == result.winner else f"{what} for {campaign.names[side]}"


def _then(course: Course, result: CampaignResult) -> Iterator[str]:
    if result.next is None:
        yield "the end"
        return
    yield f"then {course.campaign.stages[result.next].title}"
    yield from changes(course, result)


def changes(course: Course, result: CampaignResult) -> Iterator[str]:
    """Yield the changes that a result makes to the next battle."""
    names = course.campaign.names
    if result.chooses:
        yield f"zone and first turn chosen by {names[result.chooses]}"
    if result.sewer_rats:
        yield f"sewer rats for {names[result.sewer_rats]}"
    for one in result.extra:
        unit = _names(course, one.roster).get(one.unit, id_in_words(one.unit))
        yield f"{unit} joins {names[one.side]}"
    if result.next:
        yield from options(course.scenario(course.campaign.stages[result.next]), result)


def options(scenario: Scenario, result: CampaignResult) -> Iterator[str]:
    """Yield the options of the next battle that a result sets."""
    for name, value in result.options.items():
        option = scenario.option(name)
        said = option.names[value] if option.names else value
        words = {True: "on", False: "off"}.get(value, said) if isinstance(value, bool) else said
        yield f"{option.label.lower()}: {words}"


def where(course: Course, stage: CampaignBattle) -> str:
    """Return scenario, map and duration as text.

    For example ``"Crossing on Four Ways, about 60 minutes"``.
    """
    scenario = course.scenario(stage)
    map_ = map_title(stage.map or scenario.map, course.library)
    return f"{scenario.title} on {map_}, about {scenario.minutes} minutes"


def _names(course: Course, roster: str) -> dict[str, str]:
    """Return the names of a roster's units by id; empty if it cannot be read."""
    try:
        return {unit.id: unit.name for unit in load_roster(roster, course.library).units}
    except UnusableFile:
        return {}


def forces(course: Course, side: str) -> list[str]:
    """Return the missing and the seasoned units of the rosters that a side brings again."""
    lines = list[str]()
    rosters = [course.brought(stage)[side] for stage in course.campaign.stages.values()]
    for roster in [word for word in dict.fromkeys(rosters) if word and rosters.count(word) > 1]:
        names = _names(course, roster)
        gone = [
            f"{names.get(u, id_in_words(u))} −{many}" for u, many in course.gone(roster).items()
        ]
        seasoned = [names.get(unit, id_in_words(unit)) for unit in course.seasoned(roster)]
        if gone:
            lines.append(f"Missing: {', '.join(gone)}")
        if seasoned:
            lines.append(f"Seasoned, Ld +1: {', '.join(seasoned)}")
    return lines or ["No losses"]


def won(course: Course, side: str) -> str:
    many = sum(one.winner == side for one in course.fought)
    return f"{many} of {len(course.fought)} battles won"
