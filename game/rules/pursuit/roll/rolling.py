"""A terrain piece rolls back, and whom it sweeps up: ``PU-08``, ``PU-09``, ``PU-14``."""

from __future__ import annotations

from dataclasses import replace

from game.geometry.points import EPSILON, Point, point_ahead, thousandths
from game.play.base_placement import nearest_place
from game.play.game import Game
from game.rules.kit.distances import touch
from game.rules.pursuit.ending import is_over
from game.rules.pursuit.figs.harm import collide, holds_out, turns
from game.rules.pursuit.figs.mines import explode
from game.rules.pursuit.melee import clash, fight, melee_of, still_to_fight
from game.rules.pursuit.roll_back import Comes, Slide, What, carried, is_free, sweeps, to_rear
from game.rules.pursuit.state import PAGE, chase_of, is_there, let_go, stopped_in
from game.rules.pursuit.street_pieces import called, is_on, may_meet, mines
from game.table.events import Moved, PieceLeft, PieceMoved, Queued, Removed
from game.table.pieces import ROLL, street_of
from game.table.records import How, ModelId


async def roll_back(game: Game, id_: str) -> None:
    """``PU-08``, ``PU-09``  A piece goes 12" back, or off the table at the rear edge."""
    street, piece = street_of(game.table.board), game.table.pieces[id_]
    rear = to_rear(street, piece)
    leaves = rear <= ROLL + EPSILON
    stood = {m.id: m.disc for m in game.table.standing()}
    long = max(0.0, min(rear, ROLL))
    mined = any([c.on == id_ for c in mines(game.table)])
    near = [m for m, d in stood.items() if mined or may_meet(piece, d, street.ahead, long)]
    losses = len(game.table.losses)
    slide = Slide(street, id_, piece.at, long, stood, losses, tuple(near))
    for model in game.table.standing():
        if stopped_in(model) == id_:
            _takes(game, slide, model.id)
    await _slides(game, slide, slide.long)
    if leaves:
        _leaves(game, slide)
        await _slides(game, slide, ROLL)
    for who in slide.taken:
        await _fights_on(game, who)


async def _fights_on(game: Game, who: ModelId) -> None:
    """``PU-16``  Who was taken along counts as handled: its combat's round is due."""
    if is_there(game, who) and (left := still_to_fight(game.table, melee_of(game.table, who))):
        await fight(game, "PU-16", left, game.table.models[who].side)


def _leaves(game: Game, slide: Slide) -> None:
    """``PU-09``, ``PU-10``  Off the table, to come back; its mines go back to their player."""
    for cluster in mines(game.table):
        if cluster.on == slide.piece:
            game.do(PieceLeft("PU-10", cluster.id))
    game.do(PieceLeft("PU-09", slide.piece))
    for who in slide.taken:
        let_go(game, "PU-09", who)
    chase = chase_of(game.table)
    game.do(PAGE.write("PU-09", replace(chase, waiting=(*chase.waiting, slide.piece))))
    game.do(Queued("PU-09", (*game.table.queue, slide.piece)))


def _takes(game: Game, slide: Slide, who: ModelId) -> None:
    """``PU-07``, ``PU-14``  From here on a fig goes back too, and counts as handled."""
    at = game.table.models[who].at
    slide.taken[who] = point_ahead(at, slide.street.ahead, slide.gone)
    if who in game.table.queue:
        game.do(Queued("PU-07", tuple(id_ for id_ in game.table.queue if id_ != who)))


async def _slides(game: Game, slide: Slide, until: float) -> None:
    while not is_over(game.table, slide.losses):
        found = [*sweeps(game.table, slide, until), *carried(game.table, slide, until)]
        event = min(found, key=lambda e: (e.at, e.what), default=None)
        _carry(game, slide, event.at if event else until)
        if event is None:
            return
        await _happens(game, slide, event)


def _carry(game: Game, slide: Slide, gone: float) -> None:
    """Move everything that rolls to where it is after so many inches."""
    table, step = game.table, gone - slide.gone
    slide.gone = gone
    if step <= 0.0:
        return
    piece = table.pieces[slide.piece]
    if is_on(piece):
        end = thousandths(point_ahead(slide.start, slide.street.back, gone))
        by = Point(end.x - piece.at.x, end.y - piece.at.y)
        game.do(PieceMoved("PU-08", piece.id, (piece.at, end)))
        for c in mines(table):
            if c.on == piece.id:
                to = thousandths(Point(c.at.x + by.x, c.at.y + by.y))
                game.do(PieceMoved("PU-08", c.id, (c.at, to)))
    for who in slide.taken:
        model, end = table.models[who], thousandths(slide.place(who))
        if end != model.at:
            game.do(Moved("PU-14", who, (model.at, end), model.facing))


async def _happens(game: Game, slide: Slide, event: Comes) -> None:
    who = event.who
    match event.what:
        case What.MINES:
            await explode(game, event.other)
        case What.DIE:
            slide.dice[who] = slide.dice.get(who, 0) + 1
            await holds_out(game, "PU-14", who, slide.piece)
            if is_there(game, who) and stopped_in(game.table.models[who]) == slide.piece:
                _takes(game, slide, who)
        case What.HIT:
            await _sweeps_up(game, slide, who)
        case What.PUSH:
            await _pushes(game, slide, who, ModelId(event.other))
        case What.PRESS:
            await _presses(game, slide, who, event.other)
        case What.REAR:
            game.do(Removed("PU-15", who, How.LOST))
    for gone in [m for m in slide.taken if not is_there(game, m)]:
        del slide.taken[gone]


async def _sweeps_up(game: Game, slide: Slide, who: ModelId) -> None:
    """``PU-14``  A hit, unless the piece touched it from ahead; then it is taken along."""
    if (who, slide.piece) not in chase_of(game.table).pressed:
        await collide(game, "PU-14", who, called(slide.piece))
        if is_there(game, who):
            await turns(game, "PU-14", who)
    if is_there(game, who):
        let_go(game, "PU-14", who)
        _takes(game, slide, who)


async def _pushes(game: Game, slide: Slide, who: ModelId, other: ModelId) -> None:
    """``PU-14``  A fig is carried into another; an enemy that it comes to fights it."""
    models = game.table.models
    foes = models[who].side != models[other].side
    if foes and not touch(slide.stood[who], slide.stood[other]):
        await clash(game, "PU-14", who, [other], charging=False)
    if is_there(game, who) and is_there(game, other):
        let_go(game, "PU-14", other)
        _takes(game, slide, other)


async def _presses(game: Game, slide: Slide, who: ModelId, wall: str) -> None:
    """``PU-14``  Pressed against another piece: a hit, then the nearest free spot."""
    del slide.taken[who]
    slide.spared = (*slide.spared, who)
    await collide(game, "PU-14", who, called(wall))
    if not is_there(game, who):
        return
    let_go(game, "PU-14", who)
    model = game.table.models[who]
    spot = nearest_place(model.at, lambda at: is_free(game.table, slide, who, at))
    if spot is None:
        game.do(Removed("PU-14", who, How.LOST))
    elif spot != model.at:
        game.do(Moved("PU-14", who, (model.at, spot), model.facing))
