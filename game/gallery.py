"""The gallery of pictures that Undertow takes of itself.

The README, the title and the set-up of scenarios show them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from itertools import islice
from math import log
from pathlib import Path
from random import seed
from tempfile import TemporaryDirectory

import pygame

from game.bots.registry import policy
from game.content.campaign_files import load_campaign
from game.content.campaign_saves import begun
from game.content.maps.map_library import load_map
from game.content.safe_writing import write_bytes
from game.content.save_format import HUMAN
from game.content.scenarios import scenario_names
from game.content.shipped_folders import MAPS
from game.editor.open_file import open_workspace
from game.geometry.points import Point
from game.lab.matches import fights
from game.play.decisions import Choose, CommonKind
from game.play.session import Session
from game.rules.battles import Battle, prepare
from game.rules.campaigns import Course
from game.screens.battle.screen import BattleScreen
from game.screens.campaign_screen import CampaignScreen
from game.screens.demo_battle import DemoBattle, place_on_table
from game.screens.editor.screen import EditorScreen
from game.screens.live_game import LiveGame, record_of_live_game, start_game
from game.screens.replay import ReplayScreen
from game.screens.result import ResultScreen
from game.screens.screen import Screen
from game.screens.screenshots import as_png, frame_of, point_at, settle, window_shot
from game.screens.setup import SetupScreen
from game.screens.title import TitleScreen
from game.systems.cage.rules import CageKind
from game.systems.cage.rules.action_options import ATTACK
from game.systems.flood.content.map_classes import SluiceGate
from game.systems.pursuit.view.animation import PursuitAnimation
from game.systems.sandbox.screens.screen import SandboxScreen
from game.systems.zero_g.rules.mobility import ZeroGKind
from game.table.events import Event, Motion, Moved, Removed, Rolled
from game.table.records import UnitId
from game.table.state import Table
from game.view.board.painter import BoardPainter
from game.view.camera import STEP
from game.view.scene import Scene
from game.widgets.theme import Theme

SIZE = 1600, 900
SCENARIO, MAP, SEED, BOT = "combat_patrol", "old-quarter", 7, "steady"
CAMPAIGN = "the-water-below"
RAIN = 3
"""The twist of acid rain (``MP-13``)."""
PPI = 14
"""Pixels per inch of a picture of a whole board."""
MAX_ROLLED = 0.6
"""Share of the street's 12 inches at which its picture is taken."""
THOUGHTS = 60
"""Slices of time that bots get per frame, so that no answer comes a frame later than usual."""
MOMENT = 640, 320
"""Size of the picture of a scenario."""
ACROSS = 26.0
"""Inches of the table that it shows from left to right."""
OPENED = 0.5
"""Seconds after which a ring no longer covers the model that it opens around."""
MAX_FRAMES = 3000
STILL_FRAMES = 900
"""Frames of the battle behind the title of which one is the still picture."""
TELLING = {Motion.CARRIED, Motion.DASHED, Motion.KNOCKED, Motion.DRIFTS}
"""Motions that show what a scenario is about."""


@contextmanager
def _nobodys_home() -> Iterator[None]:
    """Hide the user's own files and settings."""
    before = os.environ.get("UNDERTOW_HOME")
    with TemporaryDirectory() as home:
        os.environ["UNDERTOW_HOME"] = home
        try:
            yield
        finally:
            os.environ.pop("UNDERTOW_HOME")
            if before is not None:
                os.environ["UNDERTOW_HOME"] = before


def take_all(folder: Path) -> Iterator[Path]:
    """Take all pictures of the gallery, and yield their paths."""
    with _nobodys_home():
        for name, take in SHOTS.items():
            path = folder / f"{name}.png"
            write_bytes(path, as_png(take()))
            yield path


def take_moments(folder: Path) -> Iterator[Path]:
    """Take a picture of each scenario, and yield their paths."""
    with _nobodys_home():
        for name in scenario_names():
            found = BytesIO()
            pygame.image.save(moment(name), found, "moment.jpg")
            path = folder / f"{name}.jpg"
            write_bytes(path, found.getvalue())
            yield path


def moment(scenario: str) -> pygame.Surface:
    """Show the answer of a whole battle between bots in which most happens, halfway through."""
    battle = prepare(scenario, seed=SEED)
    session, bot = battle.session(), policy(BOT)
    box = bool(battle.rules().box)
    before, events, most = session.table.fork(), list[Event](), -1
    while session.pending and not (box and _has_placed(40)(session)):
        table, number = session.table.fork(), len(session.game.story)
        session.answer(bot.answer(session))
        fresh = session.game.story[number:]
        if not box and (action := _action(fresh)):
            value = min(24, action) + 2 * _crowd(table, _midst(table, fresh))
            if value > most:
                before, events, most = table, [*fresh], value
    table = session.table if box else before
    scene, most_shown, best = _scene(table, battle, events), 0, 0
    for frame in range(1, MAX_FRAMES):
        scene.stage.play(1 / 60)
        effects = [one for one in scene.stage.effects if not one.toss]
        shown = sum(not one.ring or one.age > OPENED for one in effects)
        if shown > most_shown:
            most_shown, best = shown, frame
        if not scene.stage.busy:
            break
    # Played again, up to the frame with the most effects.
    scene = _scene(table, battle, events)
    for _ in range(best):
        scene.stage.play(1 / 60)
    # The picture lies beside a title: words in it would be read as part of that, and dice hide
    # what they decide.
    scene.stage.effects = tuple(
        replace(one, words="") for one in scene.stage.effects if not one.toss
    )
    canvas = pygame.Surface(MOMENT)
    scene.prepare()
    scene.draw(canvas)
    return canvas


def _scene(table: Table, battle: Battle, events: Sequence[Event]) -> Scene:
    """Return a scene about to show some events, close to where they happen."""
    window = pygame.Rect(0, 0, *MOMENT)
    scene = Scene(table.fork(), Theme(1.0), window, battle.rules().parts)
    camera = scene.camera
    across = ACROSS if events else 2 * ACROSS
    camera.steps = max(0, round(log(MOMENT[0] / across / camera.fitting, STEP)))
    camera.resize(window)
    camera.look_at(_midst(table, events))
    scene.stage.add(events)
    return scene


def _midst(table: Table, events: Sequence[Event]) -> Point:
    """Return the place of an event around which most models of both sides stand."""
    places = [at for event in events if (at := place_on_table(event, table))]
    places = places or [model.at for model in table.standing()]
    return max(places, key=lambda at: _crowd(table, at), default=Point(0.0, 0.0))


def _crowd(table: Table, at: Point) -> int:
    """Return how crowded the picture around a place is; the weaker side counts most."""
    near = [
        sum(abs(m.at.x - at.x) < ACROSS / 2.4 and abs(m.at.y - at.y) < ACROSS / 4.8 for m in of)
        for of in (table.standing(side) for side in table.sides)
    ]
    return 4 * min(near) + min(12, max(near)) if min(near) else 0


def _action(events: Iterable[Event]) -> int:
    """Return how much happens in some events: losses count most."""
    lost = sum(isinstance(event, Removed) for event in events)
    carried = sum(isinstance(event, Moved) and event.motion in TELLING for event in events)
    shots = sum(isinstance(event, Rolled) for event in events)
    return 6 * lost + 4 * carried + min(shots, 12)


def title() -> pygame.Surface:
    """Show the title with the battle behind it."""
    screen = TitleScreen(SEED)
    canvas = window_shot(screen, frame_of(SIZE), frames=0)
    _play_behind(screen)
    settle(screen, canvas, frames=0)
    screen.leave()
    return canvas


def _play_behind(screen: TitleScreen | DemoBattle) -> None:
    """Play the battle behind the title until it has faded in."""
    for _ in range(THOUGHTS):
        screen.update(0.0)
    for _ in range(110):
        _play_frame(screen)


def _play_frame(screen: TitleScreen | DemoBattle) -> None:
    for _ in range(THOUGHTS):
        screen.update(0.0)
    screen.update(1 / 60)


def take_still(path: Path) -> Path:
    """Take the still picture that the title shows before its battle; return its path."""
    found = BytesIO()
    pygame.image.save(_still(), found, "still.jpg")
    write_bytes(path, found.getvalue())
    return path


def _still() -> pygame.Surface:
    """Show the battle behind the title when most of both sides is seen, without vignette."""
    frame = frame_of(SIZE)
    battle = DemoBattle(frame, SEED)
    while battle.opened is None:
        battle.update(0.0)
        pygame.time.wait(2)
    canvas, scene, most = pygame.Surface(frame.size), battle.opened.scene, 0
    for _ in range(STILL_FRAMES):
        _play_frame(battle)
        if (seen := _seen_of_both(scene)) > most:
            most = seen
            scene.prepare()
            scene.draw(canvas)
    battle.leave()
    return canvas.subsurface(scene.camera.window)


def _seen_of_both(scene: Scene) -> int:
    """Return how many models of the side that is seen less are in the picture."""
    table, camera = scene.stage.seen, scene.camera
    return min(
        sum(camera.window.collidepoint(camera.pixel(m.at)) for m in table.standing(side))
        for side in table.sides
    )


def setup() -> pygame.Surface:
    # The setup screen offers a random seed.
    seed(SEED)
    return _shot(SetupScreen())


def campaign() -> pygame.Surface:
    """Show a campaign after three battles between two bots."""
    found = load_campaign(CAMPAIGN)
    three = [*islice(fights(Course(found, SEED), (BOT, BOT)), 3)]
    made = begun(found, SEED, dict(zip(found.sides, (HUMAN, BOT), strict=True)))
    ongoing = made.model_copy(update={"fought": three[-1].course.fought})
    return _shot(CampaignScreen(ongoing))


def battle() -> pygame.Surface:
    """Show the possible targets, with the odds for the first of them."""
    return _aimed(_played(_asks_for_a_target))


def matched() -> pygame.Surface:
    """Show the same in matched play, with some objective markers revealed."""
    options = {"mysteries": True, "twist": RAIN}
    return _aimed(
        _played(_asks_for_a_target, "vital_intelligence", "shattered-parish", options)
    )


def _aimed(live_game: LiveGame) -> pygame.Surface:
    """Point at the first target of the unit that is about to shoot."""
    screen, frame = BattleScreen(live_game), frame_of(SIZE)
    canvas = window_shot(screen, frame)
    asked = live_game.session.pending
    assert isinstance(asked, Choose)
    target = next(o.id for o in asked.options if o.id in live_game.session.table.units)
    first = live_game.session.table.of(UnitId(target))[0]
    point_at(screen, first.id, canvas)
    return canvas


def replay() -> pygame.Surface:
    story = record_of_live_game(_played(lambda _: False))
    middle = story.losses[len(story.losses) // 2]
    return _shot(ReplayScreen(story, playing=False, at=middle))


def results() -> pygame.Surface:
    live_game = _played(lambda _: False)
    return _shot(ResultScreen(live_game))


def flood() -> pygame.Surface:
    """Show the forecast of a flood, and the course of the water."""
    live_game = _played(_has_begun(2), "the_nest", "sewer-cross")
    screen, frame = BattleScreen(live_game), frame_of(SIZE)
    screen.extras.overlays.on = {*screen.extras.systems["flood"].offers(screen.rules)}
    canvas = window_shot(screen, frame)
    settle(screen, canvas, busy=screen.extras.busy)
    point_at(screen, live_game.session.table.standing()[0].id, canvas)
    screen.leave()
    return canvas


def void() -> pygame.Surface:
    """Show the possible destinations of a drifting model, with their chances."""
    return _shot(BattleScreen(_played(_asks_how_to_drift, "salvage", "void-wreckage")))


def pursuit() -> pygame.Surface:
    """Show the rolling street, under riders that keep pace."""
    live_game = _played(_rolls(2), "pursuit", "broken-mile")
    session, bot = live_game.session, policy(BOT)
    screen, frame = BattleScreen(live_game), frame_of(SIZE)
    canvas = window_shot(screen, frame)
    while session.pending and session.table.clock.phase == "pursuit":
        session.answer(bot.answer(session))
    stage = screen.parts.board.scene.stage
    screen.update(0.0)
    roll = stage.animation(PursuitAnimation)
    while stage.busy and not (roll.share > MAX_ROLLED and roll.moving):
        screen.update(1 / 60)
    screen.draw(canvas)
    screen.leave()
    return canvas


def cage() -> pygame.Surface:
    """Show the exact odds of an attack on turned rings."""
    return _shot(BattleScreen(_played(_asks_for_an_attack, "cage", "training-cage")))


def sandbox() -> pygame.Surface:
    """Show a sandbox table after six units were placed."""
    return _shot(SandboxScreen(_played(_has_placed(6), "sandbox", "shattered-parish")))


def _shot(screen: Screen) -> pygame.Surface:
    """Return the picture of a screen after a moment."""
    canvas = window_shot(screen, frame_of(SIZE), frames=40)
    screen.leave()
    return canvas


def editor() -> pygame.Surface:
    """Show a sewer map in the editor, with one of its gates selected."""
    screen = EditorScreen(open_workspace(MAPS / "sewer-cross.tmj"))
    canvas = window_shot(screen, frame_of(SIZE), frames=0)
    gates = (o.id for _, o in screen.workspace.map.objects() if isinstance(o.what, SluiceGate))
    screen.workspace.select([next(gates)])
    settle(screen, canvas, frames=40)
    screen.leave()
    return canvas


def battlefield() -> pygame.Surface:
    """Show a whole board of matched play, before deployment."""
    return BoardPainter(load_map(MAPS / "plasma-works.tmj")).whole(PPI)


SHOTS: dict[str, Callable[[], pygame.Surface]] = {
    "title": title,
    "setup": setup,
    "battle": battle,
    "replay": replay,
    "results": results,
    "campaign": campaign,
    "flood": flood,
    "void": void,
    "pursuit": pursuit,
    "cage": cage,
    "matched": matched,
    "editor": editor,
    "sandbox": sandbox,
    "battlefield": battlefield,
}


def _played(
    until: Callable[[Session], bool],
    scenario: str = SCENARIO,
    map_: str = MAP,
    options: Mapping[str, bool | int] = {},
) -> LiveGame:
    """Return a battle played by two bots until a condition is met, or to its end."""
    live_game = start_game(
        prepare(scenario, seed=SEED, map_=map_, options=options), (HUMAN, HUMAN)
    )
    session, bot = live_game.session, policy(BOT)
    while session.pending and not until(session):
        session.answer(bot.answer(session))
    return live_game


def _has_begun(turn: int) -> Callable[[Session], bool]:
    """Return a function that reports whether a game turn has begun."""
    return lambda session: session.table.clock.round >= turn


def _has_placed(many: int) -> Callable[[Session], bool]:
    """Return a function that reports whether *many* units stand on the table."""
    return lambda session: len({m.unit for m in session.table.standing()}) >= many


def _rolls(turn: int) -> Callable[[Session], bool]:
    """Return a function that reports whether the street is about to roll in a game turn."""
    return lambda session: (
        session.table.clock.round >= turn and session.table.clock.phase == "pursuit"
    )


def _asks_how_to_drift(session: Session) -> bool:
    """Return whether the pending question is how a model with two or more arrows drifts."""
    asked, table = session.pending, session.table
    if not isinstance(asked, Choose) or asked.kind is not ZeroGKind.DRIFT:
        return False
    return any(m.arrows > 1 for m in table.standing(asked.by) if asked.about in {m.id, m.unit})


def _asks_for_an_attack(session: Session) -> bool:
    """Return whether a champion may attack, from turn 2 on."""
    asked = session.pending
    if (
        not isinstance(asked, Choose)
        or asked.kind is not CageKind.ACTION
        or session.table.clock.round < 2
    ):
        return False
    return any(option.id.startswith(ATTACK) for option in asked.options)


def _asks_for_a_target(session: Session) -> bool:
    """Return whether several targets for shooting are offered, from turn 2 on."""
    asked, table = session.pending, session.table
    if (
        not isinstance(asked, Choose)
        or table.clock.round < 2
        or table.clock.phase != "shooting"
    ):
        return False
    targets = [o.id for o in asked.options if o.id in table.units]
    return asked.kind is CommonKind.TARGET and len(targets) > 1
