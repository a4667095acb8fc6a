"""Characters for Hypothesis, without its tables of Unicode, which cost a clone two seconds."""

from __future__ import annotations

from unicodedata import category

from hypothesis import strategies as st

ANY = (st.integers(0, 0xD7FF) | st.integers(0xE000, 0x10FFFF)).map(chr)
"""All that UTF-8 can write."""
VISIBLE = st.integers(0x21, 0xD7FF).map(chr).filter(lambda c: category(c)[0] not in "CZ")
"""Neither space nor control characters."""
