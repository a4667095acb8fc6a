"""Verdicts on the fairness of a map, from games in which everything is swapped."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from enum import StrEnum
from math import sqrt
from typing import NamedTuple

from game.lab.confidence import (
    Interval,
    MeanDifference,
    mean_difference,
    wilson_interval,
)
from game.lab.swapped_games import BLOCK, ModelLoss, SwappedGame, SwapPlan
from game.table.records import How, many

LOOKS = (6, 9, 13, 19, 28, 42, 63, 95)
"""Numbers of blocks after which the games are judged; only then may they end."""
SURE = 3.0
"""Standard errors to each side of an interval.

Three effects are judged at eight looks each. With this number a fair map is called unfair in
fewer than 5 of 100 cases; ``tests/lab/test_map_verdicts.py`` simulates it.
"""
EVEN_SURE = (3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 2.5, 2.0)
"""Standard errors above a share, at each look, for which it must be even to count as fair.

A map on which a zone wins 60% is called fair in fewer than 5 of 100 cases, and hardly any fair
map is still undecided after the last look; the same tests simulate it.
"""
TOLERANCE = 0.1
"""Largest distance from 50% of a share that still counts as fair."""
IDLE = 0.2
"""A marker is idle if surely fewer games than this share see it held."""
LOSSES = {
    How.SHOT: "shot",
    How.FOUGHT: "killed in combat",
    How.HAZARD: "killed by hazards",
    How.FLED: "lost to flight",
    How.POWER: "killed by powers",
    How.LOST: "lost to the ground",
    How.PUSHED: "pushed out",
}
GROUND_LOSSES = (How.HAZARD, How.LOST)
"""Causes of loss that lie in the map, whatever the enemy does."""
MIN_GAP = 0.5
"""Smallest difference in models a game between two zones that is named."""


class Factor(StrEnum):
    """The things that are swapped."""

    PLACE = "place"
    FIRST = "first turn"
    FORCE = "force"
    SIDE = "side"


class SwapEffect(NamedTuple):
    """The share of games that one level of a factor wins, whatever else is swapped."""

    factor: Factor
    name: str
    """The level that wins more."""
    level: int
    share: float
    low: float
    high: float
    spread: float
    """Standard deviation of the share of a block."""
    blocks: int

    @property
    def is_sure(self) -> bool:
        """Return whether the level surely wins more than half."""
        return self.low > 0.5

    @property
    def is_even(self) -> bool:
        """Return whether the share is surely within the tolerance."""
        return self.highest <= 0.5 + TOLERANCE

    @property
    def highest(self) -> float:
        """Return the largest share that must be reckoned with before the map is called fair."""
        return self.share + (self.high - self.share) * even_sure(self.blocks) / SURE

    @property
    def half(self) -> float:
        """Return half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def words(self) -> str:
        """Return the effect as a sentence, with its interval."""
        return self.sentence(f"{self.share:.0%} ± {100 * self.half:.0f}")

    def sentence(self, share: str) -> str:
        """Return the effect as a sentence, with the words on its share."""
        match self.factor:
            case Factor.PLACE:
                return f"{self.name} wins {share}, whoever holds it"
            case Factor.FIRST:
                return f"{self.name} wins {share}, whoever has it"
            case Factor.FORCE:
                return f"{self.name} wins {share}, whichever side brings it"
            case Factor.SIDE:
                return f"{self.name} win {share}"

    def blocks_wanted(self) -> int:
        """Return about how many blocks make the share either surely more than half, or even."""
        off = abs(self.share - 0.5)
        for look in LOOKS:
            error = self.spread / sqrt(look)
            if off > SURE * error or off + even_sure(look) * error <= TOLERANCE:
                return look
        return LOOKS[-1]


def even_sure(blocks: int) -> float:
    """Return the number of standard errors that count for fairness after some blocks."""
    return EVEN_SURE[max(0, bisect_right(LOOKS, blocks) - 1)]


class MarkerUse(NamedTuple):
    """The number of games in which a marker was held."""

    id: str
    held: int
    games: int
    by_place: tuple[int, int]
    """Number of games in which the holder of each zone held it."""

    @property
    def interval(self) -> Interval:
        """Return the interval of the share of games in which it was held."""
        return wilson_interval(self.held, self.games, SURE)

    @property
    def is_idle(self) -> bool:
        """Return whether it is surely hardly ever held."""
        return self.interval.high < IDLE


class ZoneLosses(NamedTuple):
    """The models that the holders of the better and the worse zone lose by one cause."""

    how: How
    phase: str
    """The phase in which they are lost; empty if it belongs to a side, or the enemy kills."""
    better: float
    """Models per game of the zone that wins more."""
    worse: float
    low: float
    high: float
    """Ends of the interval of what the worse zone loses more."""

    @property
    def gap(self) -> float:
        """Return how many models a game the worse zone loses more, below 0 if fewer."""
        return self.worse - self.better

    @property
    def is_danger(self) -> bool:
        """Return whether the ground surely takes more models from one zone."""
        is_sure = self.low > 0.0 or self.high < 0.0
        return is_sure and abs(self.gap) >= MIN_GAP and self.how in GROUND_LOSSES

    @property
    def words(self) -> str:
        """Return the cause as the end of a sentence: ``killed in combat``."""
        return f"lost in the {self.phase} phase" if self.phase else LOSSES[self.how]


class MapVerdict(NamedTuple):
    """The judgement of a map after a number of games."""

    games: int
    """Number of games that are judged: those of whole blocks, at the last look."""
    effects: tuple[SwapEffect, ...]
    """The surest ones in front: those of the map before those of the forces."""
    markers: tuple[MarkerUse, ...]
    losses: tuple[ZoneLosses, ...]
    """Models that the holders of the better and of the worse zone lose, by cause."""
    zones: tuple[str, str]
    """Names of the zones."""
    turns: float
    wanted: int
    """About the number of games in all until it is decided."""
    lopsided: int | None
    """Number of the game that was won by most points."""

    @property
    def of_the_map(self) -> tuple[SwapEffect, ...]:
        """Return the effects that a map can mend."""
        return tuple(e for e in self.effects if e.factor in {Factor.PLACE, Factor.FIRST})

    @property
    def idle(self) -> tuple[MarkerUse, ...]:
        """Return the markers that are hardly ever held."""
        return tuple(one for one in self.markers if one.is_idle)

    @property
    def dangers(self) -> tuple[ZoneLosses, ...]:
        """Return the dangers of the ground that surely take more of one zone, worst first."""
        found = (one for one in self.losses if one.is_danger)
        return tuple(sorted(found, key=lambda one: -abs(one.gap)))

    @property
    def place(self) -> SwapEffect | None:
        """Return the effect of the place, if places are swapped."""
        return next((one for one in self.effects if one.factor is Factor.PLACE), None)

    @property
    def deciding(self) -> tuple[SwapEffect, ...]:
        """Return the effects that decide the verdict: that of the place alone if there is one.

        No more games are played for the first turn alone; it counts once it is sure.
        """
        return deciding(self.effects)

    @property
    def is_decided(self) -> bool:
        """Return whether more games would hardly change the verdict."""
        if not self.games:
            return False
        if self.idle or self.tilts or (self.place and self.place.is_sure):
            return True
        return all(one.is_sure or one.is_even for one in self.deciding)

    @property
    def is_fair(self) -> bool:
        """Return whether the map is surely fair, with all its markers in use."""
        even = all(one.is_even for one in self.deciding)
        return bool(self.games) and even and not (self.tilts or self.idle)

    def headline(self) -> str:
        """Return the verdict in one sentence."""
        if not self.games:
            return "No verdict yet: too few games."
        if self.tilts or self.idle:
            kind = "Not fair" if self._is_tilt_first else "A marker is useless"
            return f"{kind}: {next(self.causes())}."
        worst = max(self.deciding, key=lambda one: one.high, default=None)
        if worst and self.is_fair:
            share = f"{worst.share:.0%}, surely at most {0.5 + TOLERANCE:.0%}"
            return f"Fair: {worst.sentence(share)}."
        share = f"; {worst.words}" if worst else ""
        for cause in self.causes():
            return f"A zone is more dangerous: {cause}{share}."
        if worst and self.games >= LOOKS[-1] * BLOCK:
            known = f"{worst.words}; surely at most {worst.highest:.0%}"
            return f"No clear tilt in all {many(self.games, 'game')}: {known}."
        return f"Not decided yet after {many(self.games, 'game')}{share}."

    @property
    def tilts(self) -> tuple[SwapEffect, ...]:
        """Return the sure effects that make a map unfair, the place in front."""
        judged = self.of_the_map or self.effects
        return tuple(one for one in judged if one.is_sure and not one.is_even)

    def causes(self) -> Iterator[str]:
        """Yield what is wrong with the map, the gravest first; nothing that is not sure."""
        tilts, told = self.tilts, None
        for effect in tilts:
            if effect.factor is Factor.PLACE:
                yield effect.words + self._why()
                told = self.worst_loss
        if self.idle:
            yield self._idle_words()
        for effect in tilts:
            if effect.factor is not Factor.PLACE:
                yield effect.words
        yield from (self._danger_words(one) for one in self.dangers if one != told)

    def _danger_words(self, one: ZoneLosses) -> str:
        level = self.place.level if self.place else 0
        models, zones = (one.worse, one.better), (self.zones[1 - level], self.zones[level])
        if one.gap < 0:
            models, zones = models[::-1], zones[::-1]
        more = f"{abs(one.gap):.1f} ± {(one.high - one.low) / 2:.1f} more"
        words = f"{models[0]:.1f} models a game of {named_zone(zones[0])} are {one.words}"
        return f"{words}, {models[1]:.1f} of {named_zone(zones[1])} ({more})"

    @property
    def _is_tilt_first(self) -> bool:
        return not self.idle or self.tilts[:1] == tuple(filter(None, [self.place]))

    def _idle_words(self) -> str:
        names = [plain_marker(one.id) for one in self.idle]
        counts = sorted({one.held for one in self.idle})
        held = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
        verb = "was" if len(names) == 1 else "were"
        return f"{' and '.join(names)} {verb} held in {held} of {self.games} games"

    def _why(self) -> str:
        """Return the cause of loss that differs most between the places."""
        worst = self.worst_loss
        if worst is None:
            return ""
        mine, theirs = worst.better, worst.worse
        return (
            f": {mine:.1f} of its models a game are {worst.words}, {theirs:.1f} of the other's"
        )

    @property
    def worst_loss(self) -> ZoneLosses | None:
        """Return the cause of loss by which the worse zone is worse, if one is known.

        A danger of the ground comes first: what happens in combat may follow from it.
        """
        for danger in self.dangers:
            if danger.gap > 0:
                return danger
        worst = max(self.losses, key=lambda one: abs(one.gap), default=None)
        return worst if worst and abs(worst.gap) >= MIN_GAP else None

    def rest(self) -> Iterator[str]:
        """Yield all that is known beside the causes: effects with intervals, and markers."""
        for effect in self.effects:
            sure = "sure" if effect.is_sure else "may be chance"
            yield f"{effect.words} ({sure})"
        for one in self.markers:
            words = f"{plain_marker(one.id)}: held in {one.held} of {one.games} games"
            if self.place:
                times = zip(one.by_place, self.zones, strict=True)
                words += "".join(f", {many(n, 'time')} from {zone}" for n, zone in times)
            yield words
        yield f"{self.turns:.1f} turns a game"


def plain_marker(id_: str) -> str:
    """Return the name of a marker in plain words."""
    return id_.replace("-", " ")


def verdict_of(games: Sequence[SwappedGame], plan: SwapPlan) -> MapVerdict:
    """Return the verdict after some games, which may have come in any order.

    It judges the games of whole blocks at the last look, so that looking often changes nothing.
    """
    whole = [*_whole_blocks(games).values()]
    look = max((n for n in LOOKS if n <= len(whole)), default=0)
    judged = whole[:look]
    flat = [game for block in judged for game in block]
    effects = sorted(_effects(judged, plan), key=_rank)
    place = next((one for one in effects if one.factor is Factor.PLACE), None)
    level = place.level if place else 0
    wanted = max((one.blocks_wanted() for one in deciding(effects)), default=LOOKS[0])
    return MapVerdict(
        len(flat),
        tuple(effects),
        tuple(_markers(flat)),
        tuple(_losses(judged, level)) if place else (),
        (_zone(flat, 0), _zone(flat, 1)),
        sum(game.turns for game in flat) / max(1, len(flat)),
        wanted=next((n for n in LOOKS if n >= wanted and n > look), LOOKS[-1]) * BLOCK,
        lopsided=_lopsided(flat, place),
    )


def deciding(effects: Sequence[SwapEffect]) -> tuple[SwapEffect, ...]:
    """Return those of a game's effects that decide the verdict on its map."""
    of_place = tuple(one for one in effects if one.factor is Factor.PLACE)
    first = tuple(one for one in effects if one.factor is Factor.FIRST)
    return of_place or first or tuple(effects)


def _rank(effect: SwapEffect) -> tuple[bool, bool, float]:
    of_the_map = effect.factor in {Factor.PLACE, Factor.FIRST}
    return not of_the_map, effect.factor is not Factor.PLACE, -effect.share


def score(game: SwappedGame) -> float:
    """Return 1 if the first side won, -1 if the second did, 0 for a draw."""
    return 0.0 if game.winner is None else 1.0 - 2.0 * game.winner


def _levels(game: SwappedGame, factor: Factor, plan: SwapPlan) -> int | None:
    """Return the level of a factor that the first side has, 0 or 1."""
    match factor:
        case Factor.PLACE:
            return game.place
        case Factor.FIRST:
            return game.first
        case Factor.FORCE:
            return int(game.has_swapped_rosters) if plan.with_rosters else None
        case Factor.SIDE:
            return 0


def block_differences(
    blocks: Sequence[Sequence[SwappedGame]], factor: Factor, plan: SwapPlan
) -> list[float]:
    """Return how much more often level 0 of a factor won than level 1, for each block.

    Empty if the factor is not swapped in about half of the games: its effect is then mixed with
    those of others.
    """
    levels = [[_levels(game, factor, plan) for game in block] for block in blocks]
    counts = Counter(level for block in levels for level in block)
    if None in counts or not counts:
        return []
    if factor is not Factor.SIDE and min(counts[0], counts[1]) < 0.35 * counts.total():
        return []
    return [
        sum(
            score(game) * (1 - 2 * (level or 0)) for game, level in zip(block, row, strict=True)
        )
        / len(block)
        for block, row in zip(blocks, levels, strict=True)
    ]


def _effects(blocks: Sequence[Sequence[SwappedGame]], plan: SwapPlan) -> Iterator[SwapEffect]:
    for factor in Factor:
        differences = block_differences(blocks, factor, plan)
        if differences:
            level = int(sum(differences) < 0)
            signed = [-one if level else one for one in differences]
            name = _name(blocks, factor, level, plan)
            yield _effect(factor, name, level, mean_difference(signed, SURE))


def _effect(factor: Factor, name: str, level: int, found: MeanDifference) -> SwapEffect:
    share, low, high = ((1 + one) / 2 for one in (found.value, found.low, found.high))
    return SwapEffect(
        factor,
        name,
        level,
        share=share,
        low=low,
        high=high,
        spread=found.spread / 2,
        blocks=found.pairs,
    )


def _name(
    blocks: Sequence[Sequence[SwappedGame]], factor: Factor, level: int, plan: SwapPlan
) -> str:
    match factor:
        case Factor.PLACE:
            return named_zone(_zone([game for block in blocks for game in block], level))
        case Factor.FIRST:
            # Level 0 is a first turn of the first side: its score counts for who moves first.
            return "the second turn" if level else "the first turn"
        case Factor.FORCE:
            return f"the roster {plan.rosters[level]}"
        case Factor.SIDE:
            return plan.sides[level]


def named_zone(name: str) -> str:
    """Return the name of a zone as part of a sentence."""
    if name.startswith(("zone ", "the ")):
        return name
    return f"the {name}" if " " in name else f"the {name} zone"


def _zone(games: Sequence[SwappedGame], place: int) -> str:
    """Return the name of a zone, or its number if it has another name in each game."""
    names = list(dict.fromkeys(game.zones[place] for game in games))
    return names[0] if len(names) == 1 and names[0] else f"zone {place + 1}"


def _markers(games: Sequence[SwappedGame]) -> Iterator[MarkerUse]:
    for id_ in dict.fromkeys(marker for game in games for marker in game.markers):
        held, places = 0, [0, 0]
        for game in games:
            by = [side for side in (0, 1) if (id_, side) in game.held]
            held += bool(by)
            for side in by:
                if game.place is not None:
                    places[game.place ^ side] += 1
        yield MarkerUse(id_, held, len(games), (places[0], places[1]))


def _losses(blocks: Sequence[Sequence[SwappedGame]], better: int) -> Iterator[ZoneLosses]:
    """Yield the models that each zone loses by each cause, with the interval of the gap."""
    sums = [_losses_of(block) for block in blocks]
    causes = dict.fromkeys(cause for found in sums for cause, _ in found)
    for how, phase in sorted(causes, key=lambda one: ([*How].index(one[0]), one[1])):
        by_place = [
            [found[(how, phase), place] for found in sums] for place in (better, 1 - better)
        ]
        low, high = gap_interval(
            [theirs - mine for mine, theirs in zip(*by_place, strict=True)]
        )
        games = len(blocks) * BLOCK
        mine, theirs = (sum(counts) / games for counts in by_place)
        yield ZoneLosses(how, phase, better=mine, worse=theirs, low=low, high=high)


def gap_interval(gaps: Sequence[int]) -> tuple[float, float]:
    """Return the ends of the interval of a difference per game, from those of blocks."""
    scale = max(1, *map(abs, gaps))
    found = mean_difference([gap / scale for gap in gaps], SURE)
    return found.low * scale / BLOCK, found.high * scale / BLOCK


def _losses_of(block: Sequence[SwappedGame]) -> Counter[tuple[tuple[How, str], int]]:
    """Return the number of models lost, by the cause and the place of their side."""
    sums = Counter[tuple[tuple[How, str], int]]()
    for game in block:
        if game.place is not None:
            for loss in game.losses:
                sums[cause_of(loss), game.place ^ loss.side] += 1
    return sums


def cause_of(loss: ModelLoss) -> tuple[How, str]:
    """Return the cause of a loss, with the phase if it is a danger of the ground."""
    return loss.how, loss.phase if loss.how in GROUND_LOSSES else ""


def _lopsided(games: Sequence[SwappedGame], place: SwapEffect | None) -> int | None:
    """Return the number of the game that the better place won by most points."""

    def rank(game: SwappedGame) -> tuple[bool, int, int]:
        by_place = (
            place is not None
            and game.place is not None
            and game.winner is not None
            and game.place ^ game.winner == place.level
        )
        return by_place, abs(game.margin), -game.turns

    decided = [game for game in games if game.winner is not None]
    return max(decided, key=rank).number if decided else None


class Changed(NamedTuple):
    """The change of a factor's share between two versions of a map."""

    factor: Factor
    name: str
    before: float
    after: float
    found: MeanDifference

    @property
    def words(self) -> str:
        """Return the change as a sentence."""
        low, high = 50 * self.found.low, 50 * self.found.high
        shares = f"{self.before:.0%} before, {self.after:.0%} now"
        sure = "more than chance" if low > 0 or high < 0 else "may be chance"
        change = f"{50 * self.found.value:+.0f} points ({low:+.0f} to {high:+.0f})"
        return f"{self.name}: {shares}, {change.replace('-', '−')}; {sure}"


def changes(
    before: Sequence[SwappedGame], after: Sequence[SwappedGame], plan: SwapPlan
) -> Iterator[Changed]:
    """Yield how the shares of two versions of a map differ, by blocks that both played."""
    sorted_blocks = [_whole_blocks(games) for games in (before, after)]
    common = [n for n in sorted_blocks[0] if n in sorted_blocks[1]]
    one, other = ([blocks[n] for n in common] for blocks in sorted_blocks)
    for factor in Factor:
        was = block_differences(one, factor, plan)
        now = block_differences(other, factor, plan)
        if was and now:
            level = int(sum(was) < 0)
            sign = -1 if level else 1
            halves = [sign * (b - a) / 2 for a, b in zip(was, now, strict=True)]
            found = mean_difference(halves)
            yield Changed(
                factor,
                _name(one, factor, level, plan),
                before=(1 + sign * sum(was) / len(was)) / 2,
                after=(1 + sign * sum(now) / len(now)) / 2,
                found=found._replace(
                    value=2 * found.value, low=2 * found.low, high=2 * found.high
                ),
            )


def _whole_blocks(games: Sequence[SwappedGame]) -> dict[int, list[SwappedGame]]:
    by_block = defaultdict[int, list[SwappedGame]](list)
    for game in sorted(games, key=lambda one: one.number):
        by_block[game.number // BLOCK].append(game)
    return {n: block for n, block in by_block.items() if len(block) == BLOCK}
