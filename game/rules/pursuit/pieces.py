"""What a piece of the street or a cluster of mines is, in words: in itself, and to a fig."""

from __future__ import annotations

from collections.abc import Iterator

from game.play.game import GameView
from game.rules.classic.unit_state import pierces, to_wound
from game.rules.kit.core_api import trait
from game.rules.kit.probability import NEVER
from game.rules.kit.queries import PieceContact
from game.rules.pursuit.figs.harm import STRENGTH
from game.rules.pursuit.figs.mines import ACROSS, AP, MARKERS
from game.rules.pursuit.figs.mines import STRENGTH as BLAST
from game.rules.pursuit.odds.threats import Threat, threats
from game.rules.pursuit.roll_back import to_rear
from game.rules.pursuit.shooting import NEAR_MINES
from game.rules.pursuit.street_pieces import is_impassable, is_open, mines
from game.table.events import Reason
from game.table.pieces import ROLL, Piece, PieceKind, street_of
from game.table.records import Model
from game.table.state import Table


def of_piece(table: Table, piece: Piece) -> Iterator[Reason]:
    """Yield what a piece is to anybody, and where it rolls."""
    if piece.kind is PieceKind.MINES:
        yield from _of_mines(piece)
        return
    if piece.kind is not PieceKind.CITY:
        return
    kind = "Intact building" if piece.intact else "Ruin"
    what = "Impassable, blocks sight" if is_impassable(piece) else "Difficult, cover 4+"
    yield Reason(0, f"{kind} of size {piece.size}: {what}", "PU-03")
    rear = to_rear(street_of(table.board), piece)
    if rear <= ROLL:
        words = f'Reaches the rear edge after {max(0.0, rear):.1f}" and comes back ahead'
        yield Reason(0, words, "PU-09")
    else:
        yield Reason(0, f'Rolls {ROLL:g}" back in each Pursuit phase', "PU-08")
    for cluster in mines(table):
        if cluster.on == piece.id:
            yield Reason(0, "Carries mines along", "PU-10")


def _of_mines(piece: Piece) -> Iterator[Reason]:
    shot = f'or a shot by or at a fig within {NEAR_MINES:g}"'
    yield Reason(0, f"Explodes when any fig touches it, {shot}", "PU-24")
    words = f'{MARKERS} markers of {ACROSS:g}", Strength {BLAST}, AP {AP}, a hit for each'
    yield Reason(0, words, "PU-24")
    if piece.on:
        yield Reason(0, f"Rolls back with {piece.on.replace('-', ' ')}", "PU-08")


def is_to(look: GameView, one: PieceContact) -> Iterator[Reason]:
    """Yield what a piece is to one fig, and whether it comes to it where it stands."""
    table = look.table
    model, piece = table.models[one.model], table.pieces[one.piece]
    if piece.kind is PieceKind.MINES:
        yield Reason(
            0, f"A marker wounds it on {_needs(look, model, BLAST)}{_saved(model)}", "PU-24"
        )
        return
    if piece.kind is not PieceKind.CITY:
        return
    hit = f"a Strength {STRENGTH} hit, wounds on {_needs(look, model, STRENGTH)}, no save"
    if is_open(piece, model.profile):
        yield Reason(0, "Open ground to it: it flies over", "PU-03")
        return
    if is_impassable(piece):
        yield Reason(0, f"Running into it: {hit}", "PU-21")
    else:
        yield Reason(0, f'Each 2" inside a die, on a 1 {hit}', "PU-22")
    coming = [t for t in threats(table, model.id) if t.piece == piece.id and not t.mines]
    yield from (_coming(threat) for threat in coming)


def _coming(threat: Threat) -> Reason:
    after = f'Comes to it after {threat.far:.1f}"'
    if threat.dice:
        dice = "1 die" if threat.dice == 1 else f"{threat.dice} dice"
        return Reason(0, f"{after}: {dice} if it keeps pace", "PU-14")
    if not threat.hurts:
        return Reason(0, "Touches it from ahead: takes it back without a hit", "PU-14")
    return Reason(0, f"{after} and strikes it if it keeps pace", "PU-14")


def _needs(look: GameView, model: Model, strength: int) -> str:
    need = to_wound(strength, trait(look, model, "t").now)
    return "nothing" if need == NEVER else f"{need}+"


def _saved(model: Model) -> str:
    if not model.profile.sv or pierces(AP, model.profile.sv):
        return ", no armour save"
    return f", save {model.profile.sv}+"
