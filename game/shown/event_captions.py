"""Captions of at most twelve words for the events of a battle."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from math import ceil
from typing import Final, NamedTuple

from game.cores.kit.dice_chances import two_reach
from game.cores.kit.queries import (
    FORECAST,
    ConsideredAnswer,
    FigureKind,
    ForecastFigure,
    TableView,
)
from game.cores.kit.units import gap_between
from game.geometry.points import Path, Point, distance
from game.play.decisions import Choose, CommonKind, Option
from game.play.game import Rules
from game.play.log.battle_report import (
    AlikeSummary,
    BattleReport,
    ReportLine,
    RollSummary,
    ScoreSummary,
)
from game.play.log.log_words import (
    LogSpanKind,
    RollOff,
    reaches,
    text_of,
    unit_of,
    verdict,
)
from game.play.log.plurals import agree, is_plural
from game.play.log.report_attacks import (
    AttackSummary,
    HarmSummary,
    PowerSummary,
    Suffering,
)
from game.play.log.report_moves import MoveSummary, RoutineSummary, is_of_a_move
from game.play.log.score_text import reward
from game.play.log.transcript import caption_words, hit_text, spelt
from game.play.log.vocabulary import VOCABULARY
from game.play.log.wording import (
    joined,
    name,
    possessive,
    score_text,
    side_does,
    side_name,
    turn_word,
)
from game.rules.catalog import score_of, standing
from game.shown.answer_motives import Motives
from game.shown.lines import team_of
from game.table import events
from game.table.apply import apply
from game.table.events import Act, AnnouncementKind, Event, Motion, RollKind
from game.table.records import ModelId, Side, UnitId, Where, many
from game.table.state import SystemEvent, Table

MAX_WORDS: Final = 12
MAX_CHARACTERS: Final = 72
"""Maximum length of a caption, so that it fits in one line of large letters."""
MARKER_INCHES: Final = 3.0
"""Inches around a marker within which a caption says that a unit is at it."""
HEADED_SHARE: Final = 0.6
"""Share of a move by which it must come nearer to a thing to be called a move towards it."""
POINTS: Final = "points"
"""The unit of a score that needs no name."""
CONTACT_INCHES: Final = 1.0
"""Inches from the target at which a charge for a rolled distance has arrived."""
HURRIED: Final = frozenset({Act.RUNS, Act.ADVANCES})
PLAIN_MOVES: Final = frozenset(
    {Act.MOVES, Act.ENTERS_DIFFICULT, Act.PUSHES_OFF, Act.ACCELERATES, Act.RIDES}
)
"""Actions of which a caption says where they lead."""
IN_BRACKETS: Final = re.compile(r"\s*\([^()]*\)")
BREAKS: Final = (" — ", "; ", ": ", ", ")
"""Places at which a sentence that is too long may end."""


class Importance(IntEnum):
    """The weight of an event for spectators."""

    ROUTINE = 0
    DEED = 1
    LOSS = 2
    GREAT = 3
    """A unit's end, the last turn, the result, and whatever changes the whole table."""


class EventCaption(NamedTuple):
    """A caption with what it is about."""

    text: str
    team: int | None
    """Place among the table's sides of the side that acts; None if none does."""
    importance: Importance
    about: tuple[str, ...]
    """Ids of the units, models and markers that it is about."""
    event: Event
    """The event that it begins with."""
    replaces: bool
    """True if it is another form of the caption before it."""


class CaptionWriter:
    """Writes captions for the events of a battle, one after the other."""

    def __init__(
        self,
        mission: str = "",
        turns: int = 0,
        rules: Rules | None = None,
        motives: Motives | None = None,
        count: int = 0,
    ) -> None:
        """*mission*: name of how points count; *turns*: number of game turns, or 0.

        *rules*: forecast charges; without them, the straight distance does. *motives*: those
        of the bots; without them, captions say where moves lead. *count*: number of events
        before the first one that is added.
        """
        self.mission, self.turns, self.rules = mission, turns, rules
        self.motives, self.count = motives or Motives(), count
        self._line_start = count
        """Number of events up to the one that the line before the present one ends with."""
        self._told = count
        """Number of events up to the last one that a line tells."""
        self._report = BattleReport()
        self._ways = dict[str, Path]()
        """Start and end of each model that moved in the present line."""
        self._gaps = dict[str, tuple[UnitId, float]]()
        """Target of each unit that has declared a charge in this phase, and its distance."""
        self._odds = dict[str, ForecastFigure]()
        """The forecast of each charge whose distance was rolled in this phase."""
        self._turn: object = None

    def again(self) -> CaptionWriter:
        """Return a writer that begins anew, because the story was changed."""
        return CaptionWriter(self.mission, self.turns, self.rules, self.motives)

    def begin_after(self, count: int) -> None:
        """Go on after *count* events, unless that is where it stands."""
        if count != self.count:
            self.count = self._told = self._line_start = count

    def add(self, event: Event, table: Table) -> EventCaption | None:
        """Return the caption of an event, or the new form of the last one; None for no news.

        *table* is the table after the event.
        """
        self.count += 1
        if isinstance(event, events.PhaseBegan):
            self._report.end_line()
            self._gaps.clear()
            self._odds.clear()
            self._told = self.count
            return self._turn_caption(event, table)
        if isinstance(event, events.Acted) and event.act is Act.CHARGES:
            self._note_charge(event, table)
        elif isinstance(event, events.Rolled) and event.kind is RollKind.CHARGE:
            self._forecast_charge(event, table)
        line = self._report.add(event, table)
        if line is None or _is_recoil(event):
            return None
        if not line.replaces:
            self._ways.clear()
            self._line_start = self._told
        self._told = self.count
        self._note_way(event)
        return self._caption(line, event, table)

    def foresee(self, waiting: Sequence[Event], table: Table) -> EventCaption | None:
        """Return the caption of a move that is shown now, before its events are added.

        None if it has one already, or if the first event to come moves no model.
        """
        if waiting and isinstance(waiting[0], SystemEvent) and waiting[0].mover:
            return self._foresee_step(waiting[0], table)
        moves = list[events.Moved]()
        if waiting and _is_recoil(waiting[0]):
            return None
        for event in waiting:
            if not isinstance(event, events.Moved) or (
                moves and unit_of(table, event.model) != unit_of(table, moves[0].model)
            ):
                break
            moves.append(event)
        if not moves:
            return None
        unit = unit_of(table, moves[0].model)
        begun = self._begun_move(unit, table)
        if begun and begun.moved:
            return None
        summary = MoveSummary(unit, begun.acted if begun else None)
        summary.rolled += begun.rolled if begun else ()
        before, self._ways = self._ways, {}
        for move in moves:
            summary.take(move, table)
            self._note_way(move)
        start = self._line_start if begun else self._told
        last = self.count + len(moves) - 1
        text = self._move_text(summary, table, self.motives.of(unit, start, last))
        self._ways = before
        team = team_of(table, unit)
        goes_on = begun is not None
        return EventCaption(text, team, Importance.ROUTINE, (unit,), moves[0], replaces=goes_on)

    def _foresee_step(self, event: SystemEvent, table: Table) -> EventCaption | None:
        """Return the caption of a move that is an event of a rule system's own."""
        after = table.fork()
        apply(after, event)
        return CaptionWriter(self.mission, motives=self.motives, count=self._told).add(
            event, after
        )

    def _begun_move(self, unit: UnitId, table: Table) -> MoveSummary | None:
        """Return the move of a unit with which the last line began, if it may go on."""
        group = self._report.group
        if not isinstance(group, MoveSummary) or group.stays:
            return None
        return group if unit_of(table, group.who) == unit else None

    def _note_charge(self, event: events.Acted, table: Table) -> None:
        target = UnitId(event.target)
        if table.of(event.unit) and target in table.units and table.of(target):
            self._gaps[event.unit] = target, gap_between(table, event.unit, target)

    def _forecast_charge(self, event: events.Rolled, table: Table) -> None:
        """Take the odds of a charge from the rules, if they have any."""
        unit = UnitId(event.who)
        target = UnitId(event.target or self._gaps.get(unit, ("", 0.0))[0])
        # The target that was declared may stand no more.
        if self.rules is None or not ({unit, target} <= table.units.keys()):
            return
        if not (table.of(unit) and table.of(target)):
            return
        answer = Option(target, name(table, target))
        asked = Choose(
            event.by, event.clause, "", kind=CommonKind.CHARGE, options=(answer,), about=unit
        )
        # Only the first figures are computed, which takes a tenth of the time of all.
        figures = FORECAST.of(TableView(table, self.rules), ConsideredAnswer(asked, target))
        rolled = (one for one in figures if one.kind is FigureKind.ARRIVES and one.need)
        if figure := next(rolled, None):
            self._odds[unit] = figure

    def _note_way(self, event: Event) -> None:
        match event:
            case events.Moved(model=id_, path=path) | events.PieceMoved(piece=id_, path=path):
                start = self._ways[id_][0] if id_ in self._ways else path[0]
                self._ways[id_] = start, path[-1]
            case _:
                pass

    def _turn_caption(self, event: events.PhaseBegan, table: Table) -> EventCaption | None:
        turn = event.round, event.side
        before, self._turn = self._turn, turn
        if turn == before or not event.round:
            return None
        team = table.sides.index(event.side) if event.side else None
        word = turn_word(table)
        whose = f"{possessive(side_name(event.side))} " if event.side else ""
        is_last = event.round == self.turns
        title = f"{whose}last {word}" if is_last else f"{whose}{word} {event.round}"
        text = _fitted(f"{title[:1].upper()}{title[1:]}", (f": {self._lead(table)}",))
        importance = Importance.GREAT if is_last else Importance.ROUTINE
        return EventCaption(text, team, importance, (), event, replaces=False)

    def _lead(self, table: Table) -> str:
        """Return the side that is ahead, with the points: ``"Wardens lead 7–2"``."""
        score, now = score_of(self.mission), standing(self.mission, table)
        if _is_led(now):
            return _leader(now, score.unit)
        level = f"level at {score_text(now.values())}" if any(now.values()) else ""
        if score.breaks_tie:
            tie = {side: score.breaks_tie(table, side) for side in table.sides}
            if _is_led(tie):
                return ", ".join(filter(None, (level, _leader(tie, score.tie_unit))))
        return level or f"no {score.unit} yet"

    def _caption(self, line: ReportLine, event: Event, table: Table) -> EventCaption:
        named = dict.fromkeys(s.link for s in line.words if s.tone is LogSpanKind.NAME)
        about = tuple(id_ for id_ in named if id_ not in table.sides)
        text = self._text(line, event, table)
        team = self._team(line, table, named)
        importance = _importance(event, table)
        return EventCaption(text, team, importance, about, line.event, replaces=line.replaces)

    def _team(self, line: ReportLine, table: Table, named: Iterable[str]) -> int | None:
        """Return the place of the side that acts; None if none does, or if both do."""
        match self._report.group:
            case ScoreSummary(scored=[first, *_]):
                acting: list[str] = [first.side]
            case RollOff() as group if winner := _winner(group):
                acting = [winner]
            case AlikeSummary(by=by):
                acting = by
            case RoutineSummary(done=done) if not all(one.is_counted for one in done):
                return None
            case RoutineSummary(done=done):
                acting = [id_ for ids in done.values() for id_ in ids]
            case _:
                acting = [id_ for id_ in named if team_of(table, id_) is not None][:1]
        side: str = getattr(line.event, "side", "") or getattr(line.event, "by", "")
        teams = {_team_or_side(table, id_) for id_ in acting or [side]}
        return teams.pop() if len(teams) == 1 else None

    def _text(  # noqa: C901, PLR0911  one for each group
        self, line: ReportLine, event: Event, table: Table
    ) -> str:
        match self._report.group:
            case MoveSummary() as group if not _is_piece(group, table):
                return self._move_text(group, table, self._motive(group.who, table))
            case AttackSummary() as group if not group.mutual:
                return _attack_text(group, table, self._motive(group.by, table))
            case HarmSummary() as group:
                return _harm_text(group, table) or _shortened(line.text)
            case PowerSummary() as group:
                return _power_text(group, line, table)
            case RollSummary() as group:
                return _roll_text(group, table) or _shortened(line.text)
            case RollOff() as group:
                return _roll_off_text(group, table) or _shortened(line.text)
            case ScoreSummary() as group:
                return _score_text(group, table, self.mission)
            case AlikeSummary() as group:
                text = _alike_text(group, table) or _shortened(line.text)
                one = len(dict.fromkeys(group.by)) == 1
                return _with_motive(text, self._motive(group.by[0], table) if one else "")
            case RoutineSummary() as group:
                return _routine_text(group, table)
            case None if isinstance(event, SystemEvent):
                text = _shortened(_own_words(event, table))
                return _with_motive(text, self._answered(line, table))
            case _ if isinstance(event, SystemEvent):
                return _shortened(_own_words(event, table))
            case _:
                return _shortened(line.text)

    def _answered(self, line: ReportLine, table: Table) -> str:
        """Return why a bot gave the answer that led to an event of a rule system's own.

        The line names the unit, or only the side.
        """
        named = [s.link for s in line.words if s.tone is LogSpanKind.NAME]
        side = getattr(line.event, "side", "")
        whose = [one.id for one in table.units.values() if side and one.side == side]
        motives = (self._motive(id_, table) for id_ in named or whose)
        return next(filter(None, motives), "")

    def _motive(self, who: str, table: Table) -> str:
        """Return why a bot let a unit do what the present line tells, or ""."""
        return self.motives.of(unit_of(table, who), self._line_start, self.count - 1)

    def _move_text(self, group: MoveSummary, table: Table, motive: str) -> str:
        who, act = _mover_name(group, table), group.acted.act if group.acted else None
        verb = group.verb_words(table)
        details = list[str]()
        unit = unit_of(table, group.who)
        charge = self._gaps.get(unit)
        rolled = [roll for roll in group.rolled if roll.kind is RollKind.CHARGE]
        if (act in (Act.CHARGES, Act.FAILS_TO_CHARGE) or rolled) and charge:
            if act is None:
                verb = agree("charges", plural=is_plural(table, group.who))
            head = f"{who} {verb} {name(table, charge[0])}"
            odds = self._odds.get(unit)
            details += _charge_details(charge[1], rolled, odds, has_moved=bool(group.moved))
            details += [f", {motive}"] if motive else []
        elif group.acted and group.acted.target:
            head = f"{who} {verb} {name(table, group.acted.target)}"
            details += [f", {motive}"] if motive else []
        else:
            head = f"{who} {verb}"
            by_will = act in HURRIED or act in PLAIN_MOVES
            leads = list[str]()
            goals = [*(marker.id for marker in table.objectives), *table.units]
            names_goal = any(name(table, id_) in motive for id_ in goals)
            if not names_goal and (by_will or (act is None and group.verb == Motion.MOVES)):
                leads += self._purpose(unit, table, hurried=act in HURRIED)
            details += _reasons(head, leads, motive)
            if group.rolled and not group.moved:
                # A roll for an advance may be followed by another one, for the ground.
                faces = group.rolled[-1 if group.acted else 0].faces
                told = ", rolled" if group.acted else ":"
                details.append(f"{told} {' and '.join(map(str, faces))}")
        if group.blocked:
            by = name(table, group.blocked.target) if group.blocked.target else ""
            details.append(f", blocked by {by}" if by else ", blocked")
        return _fitted(_capital(head), details)

    def _purpose(self, unit: UnitId, table: Table, *, hurried: bool) -> Iterator[str]:
        """Yield where the present move leads: to a marker, or to or from the nearest enemy."""
        ways = [*self._ways.values()]
        if not ways or unit not in table.units:
            return
        moved = max(distance(start, end) for start, end in ways)
        if moved < 1.0:
            return
        for marker in sorted(table.objectives, key=lambda m: _nearest(ways, m.at, end=1)):
            before, after = _nearest(ways, marker.at, end=0), _nearest(ways, marker.at, end=1)
            if after <= MARKER_INCHES:
                where = "to" if before > MARKER_INCHES else "beside"
                yield f" {where} {name(table, marker.id)}"
                return
            if before - after >= HEADED_SHARE * moved:
                yield f" {'for' if hurried else 'towards'} {name(table, marker.id)}"
                return
        foes = table.standing(table.enemy(table.units[unit].side))
        if not foes:
            return
        near = min(foes, key=lambda foe: _nearest(ways, foe.at, end=0))
        before, after = _nearest(ways, near.at, end=0), _nearest(ways, near.at, end=1)
        called = name(table, near.unit)
        if before - after >= HEADED_SHARE * moved:
            yield f" towards {called}"
        elif after - before >= HEADED_SHARE * moved:
            yield f" away from {called}"


def _is_led(now: Mapping[Side, int]) -> bool:
    """Return whether one side has more than all others."""
    ranked = sorted(now.values(), reverse=True)
    return any(ranked) and ranked[:1] != ranked[1:2]


def _leader(now: Mapping[Side, int], unit: str) -> str:
    """Return the side with the highest number: ``"Wardens lead 7–2"``."""
    first = max(now, key=lambda side: now[side])
    counted = "" if unit == POINTS else f" in {unit}"
    return f"{side_does(first, 'leads')} {score_text(now.values())}{counted}"


def _reasons(head: str, leads: Sequence[str], motive: str) -> Sequence[str]:
    """Return where a move leads, and why; the motive alone if both do not fit."""
    if not motive:
        return leads
    both = f"{''.join(leads)} {motive}"
    return [both if fits_line(head + both) else f" {motive}"]


def _with_motive(text: str, motive: str) -> str:
    """Return a sentence whose last part gives way to a motive, if there is one that fits."""
    told = f"{text.rpartition(', ')[0] or text} {motive}"
    return told if motive and fits_line(told) else text


def fits_line(text: str) -> bool:
    """Return whether a text is short enough for a caption."""
    return len(text) <= MAX_CHARACTERS and len(text.split()) <= MAX_WORDS


def _fitted(head: str, details: Iterable[str]) -> str:
    """Return a sentence with the details that still fit, taken in their order."""
    text = _shortened(head)
    for detail in details:
        if fits_line(text + detail):
            text += detail
    return text


def _shortened(text: str, ended: str = "…") -> str:
    """Return a sentence without brackets, cut at a break until it fits; *ended* marks a cut."""
    text = re.sub(r" {2,}", " ", IN_BRACKETS.sub("", text)).strip()
    if fits_line(text):
        return text
    cut = text
    while not fits_line(cut + ended):
        ends = [cut.rfind(mark) for mark in BREAKS]
        if max(ends) <= 0:
            break
        cut = cut[: max(ends)]
    while not fits_line(cut + ended):
        cut = cut.rpartition(" ")[0] or cut[: MAX_CHARACTERS - 1]
        ended = "…"
    return cut + ended


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _is_piece(group: MoveSummary, table: Table) -> bool:
    return group.who in table.pieces


def _team_or_side(table: Table, id_: str) -> int | None:
    """Return the place of a side, or of that of a unit or model; None of others."""
    return table.sides.index(Side(id_)) if id_ in table.sides else team_of(table, id_)


def _is_recoil(event: Event) -> bool:
    """Return whether a model recoils; the caption of its shot stays meanwhile."""
    return isinstance(event, events.Moved) and event.motion is Motion.RECOILS


def _mover_name(group: MoveSummary, table: Table) -> str:
    """Return the name of what moves: ``"Second drifter's body"``, ``"Scouts"``."""
    unit = table.units.get(UnitId(group.who))
    ids = [*group.moved] or ([*unit.models] if unit else [])
    models = [table.models[ModelId(id_)] for id_ in ids if id_ in table.models]
    called = name(table, group.who)
    is_body = bool(models) and all(model.where is Where.BODY for model in models)
    return f"{possessive(called)} body" if is_body else called


def _nearest(ways: Sequence[Path], at: Point, *, end: int) -> float:
    """Return the distance of a point to the nearest start (0) or end (1) of some ways."""
    return min(distance(way[end], at) for way in ways)


def _charge_details(
    gap: float,
    rolled: Sequence[events.Rolled],
    odds: ForecastFigure | None,
    *,
    has_moved: bool,
) -> Iterator[str]:
    """Yield how far a charge has to go, and of a rolled distance the chance or the roll."""
    if not rolled:
        if not has_moved:
            yield f", {many(max(1, round(gap)), 'inch', 'inches')} away"
        return
    roll = rolled[-1]
    bonus = sum([reason.amount for reason in roll.reasons])
    need = max(2, ceil(gap - CONTACT_INCHES - 1e-6) - bonus)
    if odds:
        yield f": {odds.need} needed, {round(100 * odds.value)}%"
    elif len(roll.faces) == 2 and need <= 12:
        yield f": {need} needed, {round(100 * two_reach(need))}%"
    yield f", rolled {sum(roll.faces)}"


def _attack_text(group: AttackSummary, table: Table, motive: str) -> str:
    """Return who attacks whom, with what, where, why, and what came of it so far."""
    by, target, plural = name(table, group.by), group.target, is_plural(table, group.by)
    found = name(table, target) if target else ""
    if duel := [result for result in group.results if result.act is not Act.CANNOT_WOUND]:
        deed = agree(VOCABULARY.acts.get(duel[-1].act, duel[-1].act.value), plural=plural)
        if duel[-1].act is Act.HURTS_ITSELF:
            deed, found, motive = deed.removesuffix(" on"), "", ""
    elif group.act is Act.FIRES_OVERWATCH:
        deed = f"{agree('fires', plural=plural)} overwatch at"
    else:
        deed = agree("shoots" if group.act is Act.SHOOTS else "attacks", plural=plural)
    text = _shortened(_capital(" ".join([by, deed, *([found] if found else [])])))
    result = _attack_result(group, table)
    weapon = f" with {group.weapon}" if group.weapon and not duel else ""
    where = _place_text(target, table)
    why = f", {motive}" if motive else ""
    extras = [where + weapon, where, weapon, ""]
    extras = [*([extra + why for extra in extras] if why else ()), *extras]
    return next((t for e in extras if fits_line(t := text + e + result)), text)


def _attack_result(group: AttackSummary, table: Table) -> str:
    """Return what came of an attack as far as it is known: ``": 2 killed"``."""
    if words := _losses(group.harm, table, group.target):
        return f": {words}"
    if any(result.act is Act.CANNOT_WOUND for result in group.results):
        return ": too weak to wound"
    shots, hits = group.harm.count(RollKind.HIT)
    rolled, wounds = group.harm.count(RollKind.WOUND)
    saves, saved = group.harm.count(RollKind.SAVE)
    if saves:
        one, several = ("saved", "all saved") if saved == saves else ("not saved", "")
        return f": {one if saves == 1 else several or f'{saves - saved} not saved'}"
    if rolled:
        return f": {many(wounds, 'wound') if wounds else 'no wound'}"
    if shots:
        return f": {many(hits, 'hit') if hits else 'no hits'}"
    return ""


def _losses(harm: Suffering, table: Table, target: str = "") -> str:
    """Return the models killed, or else the wounds lost; empty if there are none."""
    if harm.removed:
        unit = unit_of(table, target or harm.removed[0].model)
        mates = table.units[unit].models if unit in table.units else ()
        if len(harm.removed) == 1 and len(mates) == 1:
            return "killed"
        last = bool(mates) and not table.of(unit)
        killed = f"{len(harm.removed)} killed"
        return f"{killed}, none left" if last else killed
    lost = sum(harm.lost.values())
    return f"{many(lost, 'wound')} lost" if lost else ""


def _own_words(event: SystemEvent, table: Table) -> str:
    """Return an event of a rule system's own as a sentence for spectators."""
    return _capital("".join([s.text for s in spelt(caption_words(event, table), table)]))


def _place_text(id_: str, table: Table) -> str:
    """Return the marker that a unit or model is at: ``" at marker 3"``; empty for none."""
    found = table.of(unit_of(table, id_)) if id_ else []
    for marker in table.objectives:
        if any(distance(m.at, marker.at) <= MARKER_INCHES for m in found):
            return f" at {name(table, marker.id)}"
    return ""


def _harm_text(group: HarmSummary, table: Table) -> str:
    who, plural = name(table, group.who), is_plural(table, group.who)
    if group.struck:
        cause = IN_BRACKETS.sub("", hit_text(group.struck.by))
        head = f"{agree('is', plural=plural)} hit by {cause}"
    elif group.carried:
        far = f' {group.distance:.0f}"' if group.distance >= 1.0 else " along"
        head = f"{agree('is', plural=plural)} carried{far} by the current"
    elif group.test and group.test.kind:
        good = all(reaches(group.test, face) for face in group.test.faces)
        deed = VOCABULARY.failures[group.test.kind]
        head = agree(deed.replace("fails", "passes") if good else deed, plural=plural)
    elif group.own:
        head = f"{agree('is', plural=plural)} hit by its own {group.own}"
    else:
        return ""
    result = _losses(group.harm, table, group.who)
    if not result and group.harm.rolls:
        parts = group.harm.parts()
        result = parts[-1] if parts else ""
    return _fitted(_capital(f"{who} {head}"), [f": {result}"] if result else [])


def _power_text(group: PowerSummary, line: ReportLine, table: Table) -> str:
    """Return who uses a power on whom, and the losses so far."""
    deed = "".join([s.text for s in line.words if s.tone is not LogSpanKind.LOSS])
    losses = _losses(group.harm, table, group.acted.target or group.acted.unit)
    return _fitted(deed, [f": {losses}"] if losses else [])


def _roll_text(group: RollSummary, table: Table) -> str:
    """Return who passes or fails a test; empty for a roll that is no test."""
    roll = group.roll
    total = sum(roll.faces)
    if not (roll.need or roll.under) or (not roll.total and len(roll.faces) != 1):
        return ""
    called = VOCABULARY.rolls.get(roll.what)
    if called and called.purpose[:1].isupper():
        passed = called.passed if reaches(roll, total) else called.failed
        between = " " if called.purpose.endswith("?") else ": "
        return _fitted(called.purpose, (f"{between}{passed}", f", rolled {total}"))
    who = name(table, roll.who) if roll.who else side_name(roll.by)
    plural = is_plural(table, roll.who or roll.by)
    good = reaches(roll, total)
    what = text_of(called.purpose if called else roll.what)
    if what.endswith("test"):
        head = f"{who} {agree('passes its' if good else 'fails its', plural=plural)} {what}"
    else:
        target = f" {name(table, roll.target)}" if roll.target else ""
        head = f"{who}, {what}{target}: {verdict(roll.what, passed=good)}"
    fled = group.loss.count_text if group.loss else ""
    need = f"{roll.need} or less" if roll.under else f"{roll.need}+"
    return _fitted(_capital(head), (fled, f", {need} needed, rolled {total}"))


def _totals(group: RollOff) -> dict[str, int]:
    """Return the last total of each side or unit that has rolled."""
    last = {roll.who or roll.by: roll for roll in group.rolls}
    return {
        id_: roll.faces[0] + sum([reason.amount for reason in roll.reasons])
        for id_, roll in last.items()
    }


def _winner(group: RollOff) -> str | None:
    """Return the side or unit that has won a roll-off; None while it is open."""
    totals = _totals(group)
    is_open = len(totals) != 2 or len(set(totals.values())) != 2
    return None if is_open else max(totals, key=lambda id_: totals[id_])


def _roll_off_text(group: RollOff, table: Table) -> str:
    winner, totals = _winner(group), _totals(group).values()
    if winner is None:
        return ""
    high, low = max(totals), min(totals)
    wins = agree("wins", plural=is_plural(table, winner))
    called = f"{name(table, winner)} {wins}"
    return _fitted(_capital(called), (f" {high} to {low}", f": {text_of(group.rolls[0].what)}"))


def _score_text(group: ScoreSummary, table: Table, mission: str) -> str:
    """Return what a side scores for, and the score unless some of it is still to be scored."""
    side, total = group.scored[0].side, group.total
    deed = side_does(side, "loses" if total < 0 else "scores")
    what = [reward(table, event.what) for event in group.scored]
    details = [f": {joined(what)}"]
    if not fits_line(f"{deed} {many(abs(total), 'point')}{details[0]}"):
        details = [f": {reward(table, group.scored[-1].what)}"]
    now = [table.scores.get(one, 0) for one in table.sides]
    if now == list(standing(mission, table).values()):
        details.append(f", now {score_text(now)}")
    return _fitted(f"{deed} {many(abs(total), 'point')}", details)


def _alike_text(group: AlikeSummary, table: Table) -> str:
    """Return what several do, by their names if these fit, else by their number."""
    ids = list(dict.fromkeys(group.by))
    deed = agree(group.deed, plural=len(ids) > 1 or is_plural(table, ids[0]))
    text = _capital(f"{joined([name(table, id_) for id_ in ids])} {deed}")
    if fits_line(text) or len(ids) == 1:
        return _shortened(text)
    kinds: dict[str, Collection[str]] = {
        "models": table.models.keys(),
        "units": table.units.keys(),
        "pieces": table.pieces.keys(),
    }
    what = next((kind for kind, known in kinds.items() if ids[0] in known), "markers")
    return _shortened(f"{len(ids)} {what} {deed}")


def _routine_text(group: RoutineSummary, table: Table) -> str:
    """Return what many small things do; numbers take the place of names that do not fit."""
    text = ", ".join(group.parts(table, goes_on=True))
    if not fits_line(text):
        first, *others = group.parts(table, counts=True, goes_on=True)
        text = _fitted(first, [f", {other}" for other in others])
    return _capital(text)


def _is_plain_move(event: Event) -> bool:
    """Return whether an event begins a move or is a roll for one, but not for a charge."""
    match event:
        case events.Acted(act=act):
            return act in HURRIED or act in PLAIN_MOVES
        case events.Rolled(kind=kind):
            return kind is not RollKind.CHARGE and is_of_a_move(event)
        case _:
            return False


def _importance(event: Event, table: Table) -> Importance:
    """Return how much an event matters; *table* is the table after it."""
    match event:
        case (
            events.Ended()
            | events.Announced(kind=AnnouncementKind.WATER)
            | SystemEvent(mover=None)
        ):
            return Importance.GREAT
        case events.Removed(model=model):
            unit = table.models[model].unit
            return Importance.LOSS if table.of(unit) else Importance.GREAT
        case events.Scored() | events.Wounded() | events.Defected() | events.Raised():
            return Importance.LOSS
        case events.Acted() | events.Announced() | events.Rolled():
            return Importance.ROUTINE if _is_plain_move(event) else Importance.DEED
        case _:
            return Importance.ROUTINE
