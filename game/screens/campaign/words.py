"""What a campaign says of itself: what is at stake in a battle, and where the sides stand."""

from __future__ import annotations

from collections.abc import Iterator

from game.content.campaign_files import DRAW, Campaign, Result, Stage
from game.content.scenarios import Scenario
from game.rules.campaigns import Course


def told(id_: str) -> str:
    """Return an id as it is read: ``"Old quarter"``."""
    return id_.replace("-", " ").replace("_", " ").capitalize()


def ending(campaign: Campaign, winner: str) -> str:
    """Return how a battle ends: ``"Wardens win"``, ``"A draw"``."""
    return "A draw" if winner == DRAW else f"{campaign.names[winner]} win"


def stakes(course: Course, result: Result) -> str:
    """Return in a line what follows from a result."""
    return ", ".join([*_earned(course.campaign, result), *_then(course, result)])


def _earned(campaign: Campaign, result: Result) -> Iterator[str]:
    for side, many in result.points.items():
        if many:
            what = "a point" if many == 1 else f"{many} points"
            yield what if side == result.winner else f"{what} for {campaign.names[side]}"


def _then(course: Course, result: Result) -> Iterator[str]:
    if result.next is None:
        yield "the end"
        return
    yield f"then {course.campaign.stages[result.next].title}"
    yield from changes(course, result)


def changes(course: Course, result: Result) -> Iterator[str]:
    """Yield what is different in the next battle by a result."""
    names = course.campaign.names
    if result.chooses:
        yield f"zone and first turn chosen by {names[result.chooses]}"
    if result.sewer_rats:
        yield f"sewer rats for {names[result.sewer_rats]}"
    for one in result.extra:
        yield f"{told(one.unit)} joins {names[one.side]}"
    if result.next:
        yield from options(course.scenario(course.campaign.stages[result.next]), result)


def options(scenario: Scenario, result: Result) -> Iterator[str]:
    """Yield the options of the next battle that a result sets."""
    for name, value in result.options.items():
        option = scenario.option(name)
        said = option.names[value] if option.names else value
        words = {True: "on", False: "off"}.get(value, said) if isinstance(value, bool) else said
        yield f"{option.label.lower()}: {words}"


def where(course: Course, stage: Stage) -> str:
    """Return what is fought and where: ``"Crossing on Sewer cross, about 60 minutes"``."""
    scenario = course.scenario(stage)
    map_ = told((stage.map or scenario.map).rpartition("/")[2].removesuffix(".tmj"))
    return f"{scenario.title} on {map_}, about {scenario.minutes} minutes"


def forces(course: Course, side: str) -> list[str]:
    """Return in lines who is missing, and who is seasoned, of what a side brings again."""
    lines = list[str]()
    rosters = [course.brought(stage)[side] for stage in course.campaign.stages.values()]
    for roster in [word for word in dict.fromkeys(rosters) if word and rosters.count(word) > 1]:
        gone = [f"{told(unit)} −{many}" for unit, many in course.gone(roster).items()]
        seasoned = [told(unit) for unit in course.seasoned(roster)]
        if gone:
            lines.append(f"Missing: {', '.join(gone)}")
        if seasoned:
            lines.append(f"Seasoned, Ld +1: {', '.join(seasoned)}")
    return lines or ["All of its forces are there"]


def won(course: Course, side: str) -> str:
    many = sum(one.winner == side for one in course.fought)
    return f"{many} of {len(course.fought)} battles won"
