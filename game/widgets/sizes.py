"""Sizes of the window by their roles, in units."""

from __future__ import annotations

# Space between parts

TIGHT = 4.0
"""Between parts of one thing: a title and its note, the icons of a bar."""
CLOSE = 8.0
"""Between things of one kind: the buttons of a bar, the lines of a section."""
GAP = 10.0
"""Usual space between two cells, if a description names none."""
APART = 16.0
"""Between groups: sections side by side, contents and the buttons below them."""
FAR = 24.0
"""Between the columns of a page."""
EDGE = 12.0
"""Inside the edge of a panel or plate."""

# Font sizes

NOTE_TEXT = 12.0
"""A remark that need not be read: a clause number, a fault below a field, a key."""
SMALL_TEXT = 13.0
"""A second line, a count, the label of a compact form; the buttons of a heading."""
BODY_TEXT = 15.0
"""Text to be read, the label of a roomy form; the buttons within a page."""
LEAD_TEXT = 17.0
"""The heading of a section, the name of a side; usual buttons."""
HEADING_TEXT = 20.0
"""The heading of a page or step; the button of the one main action."""
TITLE_TEXT = 28.0
"""The title of a card."""
VERDICT_TEXT = 46.0
"""One word or number that the whole screen is about."""

# Heights

LOW = 30.0
"""A control of a compact form, and a button beside it or beside a heading."""
MEDIUM = 34.0
"""A button or control of a bar, within a page or beside a title."""
CONTROL = 40.0
"""Usual height of fields, sliders and choices."""
BUTTON = 44.0
"""Usual height of a button."""
LARGE = 60.0
"""A button with a second line."""
TOPBAR = 54.0
"""A bar of buttons along an edge of the window."""

# Widths

SHORT_FIELD = 110.0
"""A field for a few digits; a button beside others of the same width."""
FIELD = 220.0
"""A field for a name; the button of the main action of a screen, at least."""
STEADY = 150.0
"""A button or choice whose label changes, so that its neighbours stay where they are."""
SIDE = 380.0
"""A list beside the main part of a page."""
PASSAGE = 280.0
"""A passage of a page, beside others, at least."""
TEXT_COLUMN = 480.0
"""A text to be read beside the main part of a page."""
DIALOG = 540.0
"""A dialog with a question."""
WIDE_DIALOG = 640.0
"""A dialog with fields or a long text."""

# Signs and pictures

ICON = 18.0
"""The icon of a button."""
LARGE_ICON = 26.0
"""The icon of a tool, or of a button with a second line."""


LEAST_PICTURE = 80.0
"""The least height of a picture that takes what room is left."""
LABELLED_PICTURE = 130.0
"""The least height of a picture with labels, which would be cut off if it were lower."""
SMALL_THUMBNAIL = (64.0, 48.0)
"""A picture in a row of a narrow list."""
THUMBNAIL = (96.0, 60.0)
"""A picture in a row of a list."""
LARGE_THUMBNAIL = (120.0, 76.0)
"""A picture in a row of a list that fills a card."""


def button_height(size: float) -> float:
    """Return the height of a button whose label has a font size."""
    if size < BODY_TEXT:
        return LOW
    return MEDIUM if size < LEAD_TEXT else BUTTON
