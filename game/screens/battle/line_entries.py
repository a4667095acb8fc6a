"""The drawing of lines of the log or of a card."""

from __future__ import annotations

import pygame

from game.content.palettes import Colour, palette
from game.picture_cache import PICTURES
from game.shown.lines import CLAUSE, DieFace, ShownLine, ShownSpan, Tone
from game.view.colours import TEAMS
from game.view.dice_tray import DieVerdict, die
from game.widgets.sizes import SMALL_TEXT
from game.widgets.text_layout import TextSpan
from game.widgets.text_view import LogEntry
from game.widgets.theme import DIM, MUTED, TEXT, Theme

TONES: dict[Tone, Colour] = {
    Tone.PLAIN: TEXT,
    Tone.TITLE: TEXT,
    Tone.LIT: "#FFFFFF",
    Tone.MUTED: MUTED,
    Tone.DIM: DIM,
}
VERDICTS = {
    DieFace.PLAIN: DieVerdict.PLAIN,
    DieFace.SUCCESS: DieVerdict.SUCCESS,
    DieFace.FAILURE: DieVerdict.FAILURE,
}


def entry(line: ShownLine, theme: Theme) -> LogEntry:
    """Return a line as it is drawn at the theme's scale, in the palette in use."""
    if line.heading:
        spans = tuple(TextSpan(span.text, _colour(span), face="title") for span in line.spans)
    else:
        spans = tuple(_text_span(span, theme) for span in line.spans)
    return LogEntry(spans, line.icon, line.heading, line.hint)


def _text_span(span: ShownSpan, theme: Theme) -> TextSpan:
    if span.die:
        return TextSpan(picture=_die(int(span.text), theme.px(SMALL_TEXT), VERDICTS[span.die]))
    if span.link.startswith(CLAUSE):
        return TextSpan(span.text, _colour(span), span.link, face="mono")
    return TextSpan(
        span.text, _colour(span), span.link, face="strong" if span.strong else "body"
    )


def _colour(span: ShownSpan) -> Colour:
    if span.team is not None:
        return TEAMS[span.team].light
    match span.tone:
        case Tone.GOOD:
            return palette().good
        case Tone.BAD:
            return palette().bad
        case tone:
            return TONES[tone]


@PICTURES.keeps
def _die(face: int, pixels: int, verdict: DieVerdict) -> pygame.Surface:
    """Return a picture of a die, cropped to exclude the margin of its shadow."""
    whole = die(face, pixels, verdict)
    tight = pygame.Rect(0, 0, pixels + 2, pixels + 2)
    tight.center = whole.get_rect().center
    # At the smallest scales there is hardly any margin.
    return whole.subsurface(tight.clip(whole.get_rect()))
