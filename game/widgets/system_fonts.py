"""The fonts of the operating system, for characters that no shipped font has."""

from __future__ import annotations

import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path

import pygame

from game.text.system_font_use import may_use_system_fonts

PREFERRED = (
    *("notosanscjkjp", "notosanscjksc", "notosanscjktc", "notosanscjkkr", "notosansjp"),
    *("sourcehansans", "sourcehansanssc", "wenquanyizenhei", "wenquanyimicrohei"),
    *("droidsansfallback", "dejavusans", "freesans", "unifont"),
    *("yugothic", "yugothicregular", "yugothicui", "meiryo", "msgothic", "microsoftyahei"),
    *("microsoftjhenghei", "malgungothic", "simsun", "segoeui", "segoeuisymbol"),
    *("nirmalaui", "leelawadeeui", "ebrima", "gadugi", "segoeuihistoric"),
    *("hiraginosans", "hiraginosansgb", "pingfang", "pingfangsc", "applesdgothicneo"),
    *("arialunicode", "applesymbols", "geneva"),
)
"""Names of fonts, as pygame simplifies them, that are tried before all others."""
LAST = ("mono", "serif", "italic", "bold", "light", "thin", "condensed", "black")
"""Parts of names of fonts that suit names of units less, and are tried after the others."""


def system_font_files() -> tuple[Path, ...]:
    """Return the system's fonts, the most suitable first; none if they are switched off."""
    return _found() if may_use_system_fonts() else ()


@cache
def _found() -> tuple[Path, ...]:
    """Look the fonts up, which may take a tenth of a second; they are kept from then on."""
    paths = dict[Path, None]()
    # Systems report their fonts in many ways; one that fails has no fonts for us.
    with warnings.catch_warnings(), suppress(Exception):
        warnings.simplefilter("ignore")
        known = sorted(pygame.font.get_fonts())
        for name in (*(one for one in PREFERRED if one in known), *sorted(known, key=_rank)):
            if path := pygame.font.match_font(name):
                paths[Path(path)] = None
    return tuple(paths)


def _rank(name: str) -> tuple[bool, bool, str]:
    """Return the sort key of a font: plain ones without serifs first."""
    unsuited = any([word in name.replace("sansserif", "") for word in LAST])
    return unsuited, "sans" not in name, name
