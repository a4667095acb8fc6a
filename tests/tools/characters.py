"""Characters for Hypothesis, without its Unicode tables, which cost a process two seconds."""

from __future__ import annotations

from unicodedata import category

from hypothesis import strategies as st

ANY = (st.integers(0, 0xD7FF) | st.integers(0xE000, 0x10FFFF)).map(chr)
"""All characters that UTF-8 can encode."""
VISIBLE = st.integers(0x21, 0xD7FF).map(chr).filter(lambda c: category(c)[0] not in "CZ")
"""Neither space nor control characters."""
