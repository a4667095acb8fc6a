"""The texts of the screens of a campaign (MI-06)."""

from __future__ import annotations

from collections.abc import Iterator

from game.content.campaign_files import DRAW, Campaign, CampaignBattle, CampaignResult
from game.content.faults import UnusableFile
from game.content.maps.map_library import map_title
from game.content.rosters import load_roster
from game.content.scenarios import Scenario
from game.play.log.wording import victory
from game.rules.campaigns import Course
from game.table.records import Side, many
from game.text.id_words import id_in_words


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
