"""Makes the Noto fonts of ``assets/fonts``: ``python -m tests.tools.font_subsets FOLDER``.

The folder holds the fonts as they were published, such as ``NotoSansHebrew_400Regular.ttf`` of
the npm packages ``@expo-google-fonts/noto-sans-hebrew``, ``noto-sans-arabic``, ``noto-emoji``,
``noto-sans-symbols`` and ``noto-sans-symbols-2``. It needs the package fonttools.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from game.widgets.font_files import coverage_of
from game.widgets.theme import FONTS

PUNCTUATION = "20-7E,A0,AB,BB,200C-200F,2010-2026,25CC"
HEBREW = f"{PUNCTUATION},590-5FF,20AA,FB1D-FB4F"
ARABIC = f"{PUNCTUATION},600-6FF,750-77F,FD3E-FD3F,FDFC"
EMOJI = (
    "20,A9,AE,2000-2BFF,FE0E,FE0F,1F1E6-1F1FF,1F300-1F54F,1F56F-1F64F,1F680-1F6FF,"
    "1F900-1F93F,1F947-1F9FF"
)
"""Emoji without clocks, medals and those of the last years: all would take 100 kB more."""
SYMBOLS = (range(0x2100, 0x2400), range(0x2460, 0x27C0), range(0x2B00, 0x2C00))
"""Letterlike signs, arrows, technical signs, shapes, dingbats."""


class Subset(NamedTuple):
    """A font to be made from a published one."""

    name: str
    source: str
    characters: str
    """Ranges of code points; empty for the symbols that the fonts made before lack."""
    shaped: bool = False
    """True if letters are shaped by their neighbours."""


SUBSETS = [
    *(
        Subset(
            f"NotoSans{script}-{weight}",
            f"NotoSans{script}_{number}{weight}",
            held,
            shaped=True,
        )
        for script, held in (("Hebrew", HEBREW), ("Arabic", ARABIC))
        for number, weight in ((400, "Regular"), (600, "SemiBold"))
    ),
    Subset("NotoEmoji-Regular", "NotoEmoji_400Regular", EMOJI),
    Subset("NotoSansSymbols-Regular", "NotoSansSymbols_400Regular", ""),
    Subset("NotoSansSymbols2-Regular", "NotoSansSymbols2_400Regular", ""),
]


def make(folder: Path) -> None:
    """Make all fonts from those in a folder."""
    before = [FONTS / "Inter-Regular.ttf"]
    for one in SUBSETS:
        held = one.characters or ",".join(
            f"{code:X}"
            for codes in SYMBOLS
            for code in codes
            if not any(chr(code) in coverage_of(file) for file in before)
        )
        out = FONTS / f"{one.name}.ttf"
        drop = "DSIG,STAT" if one.shaped else "DSIG,STAT,GSUB,GPOS,MATH,gasp,vhea,vmtx"
        command = [
            *("pyftsubset", f"{folder / one.source}.ttf", f"--unicodes={held}"),
            *("--no-hinting", "--notdef-outline", f"--drop-tables+={drop}"),
            *(f"--layout-features={'*' if one.shaped else ''}", f"--output-file={out}"),
        ]
        subprocess.run(command, check=True)  # noqa: S603  our own words
        before.append(out)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
