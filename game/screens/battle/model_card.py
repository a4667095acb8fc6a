"""The card of a model, with its characteristics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass

import pygame

from game.content.palettes import palette
from game.cores.kit.queries import Characteristic
from game.play.wording import mark_text
from game.table.events import Reason
from game.table.records import DiceExpression, Fire, Mark, Model, Profile, Unit, Until, Weapon
from game.view.style import TEAMS
from game.widgets.text_layout import TextSpan, TextStyle
from game.widgets.theme import AMBER, CARD, DIM, GHOST, MUTED, TEXT, Box, plate
from game.widgets.widget import Visible, Widget

ROLLED = {"WS", "BS", "INV"}
"""Characteristics that in the modern core are the result needed on a die."""
FIRST = "WARLORD"
"""The keyword that is shown before all others."""


def characteristics(profile: Profile) -> list[tuple[str, str]]:
    """Return names and values of the boxes of a card (``CC-01``, ``MC-01``)."""
    p = profile
    if p.is_modern:
        cells = [("M", f'{p.m}"'), ("WS", _needed(p.ws)), ("BS", _needed(p.bs))]
        cells += [("S", str(p.s)), ("T", str(p.t)), ("W", str(p.w))]
        cells += [("A", with_dice(p.a, p.a_dice)), ("LD", str(p.ld))]
    else:
        tough = f"{p.t}({p.own_t})" if p.own_t else str(p.t)
        cells = [("WS", str(p.ws)), ("BS", str(p.bs)), ("S", str(p.s)), ("T", tough)]
        cells += [("W", str(p.w)), ("I", str(p.i)), ("A", str(p.a)), ("LD", str(p.ld))]
    cells.append(("SV", f"{p.sv}+" if p.sv else "–"))
    return [*cells, ("INV", f"{p.inv}+")] if p.inv else cells


def changed(profile: Profile, number: Characteristic) -> tuple[str, str]:
    """Return name and current value of a characteristic that differs from the profile."""
    name = number.name.upper()
    if profile.is_modern and name in ROLLED:
        return name, _needed(number.now)
    if profile.is_modern and name == "M":
        return name, f'{number.now}"'
    return name, with_dice(number.now, profile.a_dice) if name == "A" else str(number.now)


def kinds(profile: Profile) -> tuple[str, ...]:
    """Return a model's types and special rules, or its keywords in the modern core."""
    if not profile.is_modern:
        return (*profile.types, *profile.rules)
    words = sorted(profile.keywords, key=lambda word: word != FIRST)
    many = (f"{profile.powers} powers",) if profile.powers > 1 else ()
    return (*words, *profile.rules, *many)


def described(weapon: Weapon, *, modern: bool = False) -> str:
    """Return a weapon's range, strength, AP and type in one short line.

    Rules contained in its name are left out; *modern* adds its damage (``MC-14``, ``MC-18``).
    """
    parts = [f'{weapon.range:g}"'] if weapon.fire is not Fire.MELEE else []
    more = f" + {weapon.more}" if weapon.more else ""
    times = f" x{weapon.times}" if weapon.times > 1 else ""
    parts.append(f"S{weapon.strength}" if weapon.strength else f"S user{times}{more}")
    parts.append(f"AP{weapon.ap}" if weapon.ap is not None else "AP–")
    if modern:
        parts.append(f"D{with_dice(weapon.damage, weapon.damage_dice)}")
        many = f" {with_dice(weapon.shots, weapon.shots_dice)}"
    else:
        many = f" {weapon.shots}" if weapon.fire in {Fire.ASSAULT, Fire.HEAVY} else ""
    kind = [] if weapon.fire is Fire.MELEE else [f"{weapon.fire}{many}"]
    blast = [f'blast {weapon.blast:g}"'] if weapon.blast else []
    rules = [rule for rule in weapon.rules if rule not in weapon.name]
    return " ".join([*parts, *kind, *blast, *rules])


def with_dice(plain: int, dice: DiceExpression) -> str:
    """Return a number with the dice added to it: ``"d6"``, ``"2+d3"``, ``"2d6"``."""
    if not dice.many:
        return str(plain)
    rolled = f"{dice.many if dice.many > 1 else ''}d{dice.sides}"
    return f"{plain}+{rolled}" if plain else rolled


def _needed(roll: int) -> str:
    return f"{roll}+" if roll else "–"


HIDDEN = {"handled", "pushed off", "snap shots only", "may part"}
"""Marks that only keep the order of play, or are shown as facts."""


@dataclass(frozen=True, slots=True)
class CardSubject:
    """The model that a card is about."""

    model: Model
    unit: Unit
    name: str
    """The model's short name; the unit's is shown separately."""
    _: KW_ONLY
    standing: int
    """Number of models of the unit that are left."""
    team: int


class ModelCard(Widget):
    shown_model = Visible[CardSubject | None]()
    numbers = Visible[Mapping[str, Characteristic]]()
    """The model's characteristics as they are now, by their names in the profile."""
    facts = Visible[tuple[Reason, ...]]()
    """Other facts about the model as it is now."""

    def __init__(self, box: Box, portrait: Callable[[Model, int], pygame.Surface]) -> None:
        super().__init__(box)
        self.portrait = portrait
        self.shown_model, self.numbers, self.facts = None, {}, ()

    @property
    def tip(self) -> str:
        """Return reasons of changed characteristics, facts, and each mark's duration."""
        if self.shown_model is None:
            return ""
        return "\n".join(self._lines(self.shown_model))

    @property
    def _known(self) -> list[str]:
        return [f"{fact.why} ({fact.clause})" for fact in self.facts]

    def paint(self, canvas: pygame.Surface) -> None:
        canvas.blit(plate(self.theme, self.rect.size, CARD), self.rect)
        if self.shown_model is None:
            words = self.theme.text("Point at a model to see its card", 14, DIM)
            canvas.blit(words, words.get_rect(center=self.rect.center))
            return
        px, inner = self.theme.px, self.rect.inflate(*[-2 * self.theme.px(9)] * 2)
        pygame.draw.rect(
            canvas,
            TEAMS[self.shown_model.team].plain,
            (inner.left, self.rect.top, inner.width, px(2)),
        )
        bottom = self._paint_head(canvas, self.shown_model, inner)
        bottom = self._paint_profile(canvas, self.shown_model.model.profile, inner, bottom)
        bottom = self._paint_weapons(canvas, self.shown_model.model.profile, inner, bottom)
        self._paint_marks(canvas, self.shown_model, inner, bottom)

    def _paint_head(
        self, canvas: pygame.Surface, subject: CardSubject, inner: pygame.Rect
    ) -> int:
        theme, px = self.theme, self.theme.px
        token = self.portrait(subject.model, px(36))
        spot = token.get_rect(centery=inner.top + px(24), centerx=inner.left + px(23))
        canvas.blit(token, spot)
        x, room = inner.left + px(52), inner.width - px(52)
        size = 20.0 if theme.width(subject.name.upper(), 20, "title") <= room else 16.0
        name = theme.text(
            self.short(subject.name.upper(), size, room, "title"), size, TEXT, "title"
        )
        canvas.blit(name, name.get_rect(left=x, centery=inner.top + px(9)))
        squad = (subject.unit.name or subject.unit.id,) if len(subject.unit.models) > 1 else ()
        words = " · ".join((*squad, *kinds(subject.model.profile)))
        line = theme.text(self.short(words, 12, room), 12, MUTED)
        canvas.blit(line, (x, inner.top + px(19)))
        self._paint_hearts(canvas, subject, (x, inner.top + px(34)))
        return inner.top + px(53)

    def _paint_hearts(
        self, canvas: pygame.Surface, subject: CardSubject, at: tuple[int, int]
    ) -> None:
        theme, px = self.theme, self.theme.px
        left, most = subject.model.wounds, max(subject.model.profile.w, subject.model.wounds)
        many = len(subject.unit.models)
        words = f"{left} / {most} {'wound' if most == 1 else 'wounds'}"
        if many > 1:
            words += (
                f" · {subject.standing} of {many} left"
                if subject.standing
                else f" · {many} models"
            )
        line = theme.text(words, 12, MUTED)
        x, room = at[0], self.rect.right - px(10) - at[0] - px(5) - line.get_width()
        hearts = most if most * px(17) <= room else 1  # one for all if the words need the room
        for n in range(hearts):
            heart = theme.icon("ui/heart", px(14), palette().bad if n < left else DIM)
            canvas.blit(heart, (x, at[1] + px(1)))
            x += px(17)
        canvas.blit(line, (x + px(5), at[1]))

    def _paint_profile(
        self, canvas: pygame.Surface, profile: Profile, inner: pygame.Rect, top: int
    ) -> int:
        theme, px = self.theme, self.theme.px
        cells = characteristics(profile)
        others = dict(changed(profile, c) for c in self.numbers.values() if c.now != c.base)
        # A save that the profile does not have (MP-10).
        known = dict(cells)
        cells += [(name, value) for name, value in others.items() if name not in known]
        gap = px(3)
        wide = (inner.width - gap * (len(cells) - 1)) / len(cells)
        for n, (name, value) in enumerate(cells):
            left = inner.left + round(n * (wide + gap))
            place = pygame.Rect(left, top, round(wide), px(34))
            canvas.blit(plate(theme, place.size, GHOST), place)
            word = theme.text(name, 10, MUTED, "heading")
            canvas.blit(word, word.get_rect(centerx=place.centerx, top=place.top + px(1)))
            small = 16 if len(value) < 4 else 13
            number = theme.text(
                others.get(name, value), small, AMBER if name in others else TEXT, "title"
            )
            middle = place.centerx, place.bottom - px(11)
            canvas.blit(number, number.get_rect(center=middle))
        return top + px(38)

    def _paint_weapons(
        self, canvas: pygame.Surface, profile: Profile, inner: pygame.Rect, top: int
    ) -> int:
        theme, px = self.theme, self.theme.px
        for weapon in profile.weapons:
            name, text = weapon.name.capitalize(), described(weapon, modern=profile.is_modern)
            if top + px(18) > inner.bottom + px(4):
                self.cut.setdefault("", []).append(f"{name}: {text}")
                continue
            taken = min(theme.width(name, 13), round(inner.width * 0.42))
            text = self.short(text, 12, inner.width - taken - px(8), "mono")
            words = theme.text(text, 12, MUTED, "mono")
            room = inner.width - words.get_width() - px(8)
            name = self.short(name, 13, room)
            canvas.blit(theme.text(name, 13, TEXT), (inner.left, top))
            canvas.blit(words, words.get_rect(right=inner.right, top=top + px(1)))
            top += px(18)
        return top + px(3)

    def _paint_marks(
        self, canvas: pygame.Surface, subject: CardSubject, inner: pygame.Rect, top: int
    ) -> None:
        theme, px = self.theme, self.theme.px
        lines = [
            line for words in self._lines(subject) for line in self._broken(words, inner.width)
        ]
        room = (inner.bottom + px(8) - top) // px(16)
        if len(lines) > room:
            # The tooltip shows all of it.
            words = [m.name for m in _marks(subject)]
            facts = [fact.why for fact in self.facts]
            joined = " · ".join([*changes(self.numbers), *facts, *dict.fromkeys(words)])
            lines = self._broken(joined, inner.width)
            lines = [*lines[: room - 1], " ".join(lines[room - 1 :])] if room > 0 else []
        for line in lines:
            shown = self.short(line, 12, inner.width)
            canvas.blit(theme.text(shown, 12, AMBER), (inner.left, top))
            top += px(16)

    def _lines(self, subject: CardSubject) -> list[str]:
        return [*changes(self.numbers), *self._known, *marks(subject, self._known)]

    def _broken(self, words: str, width: int) -> list[str]:
        """Return words in as many lines as they need."""
        lines = TextStyle(self.theme, 12).wrap((TextSpan(words),), width)
        return ["".join(piece.span.text for piece in line) for line in lines]


def changes(numbers: Mapping[str, Characteristic]) -> list[str]:
    """Return each characteristic that differs from the profile, with the reasons."""
    return [
        f"{c.name.upper()} {c.now}, not {c.base}: {', '.join(map(_because, c.reasons))}"
        for c in numbers.values()
        if c.now != c.base
    ]


def _because(reason: Reason) -> str:
    clause = f" ({reason.clause})" if reason.clause else ""
    return f"{reason.amount:+d} {reason.why}{clause}"


LASTING = {Until.PHASE: "this phase", Until.TURN: "this turn", Until.ROUND: "this turn"}
"""Words for the duration of a mark that does not last for the whole battle."""


def marks(subject: CardSubject, known: Sequence[str] = ()) -> list[str]:
    """Return the marks of a model and its unit, and how long each lasts.

    A mark that begins a line of *known* is left out.
    """
    found = ((mark, mark_text(mark.name, mark.about)) for mark in _marks(subject))
    return [
        f"{words[:1].upper()}{words[1:]}"
        + (f" {LASTING[m.until]}" if m.until in LASTING else "")
        for m, words in found
        if not any(line.lower().startswith(words) for line in known)
    ]


def _marks(subject: CardSubject) -> list[Mark]:
    all_ = (*subject.unit.marks, *subject.model.marks)
    return list({m.name: m for m in all_ if m.name not in HIDDEN}.values())
