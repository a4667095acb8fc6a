"""Chances that differ only by what floating-point numbers cannot hold."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest


def near(value: float | Fraction) -> Any:
    return pytest.approx(float(value), abs=1e-12)


def near_all(*values: float | Fraction) -> Any:
    return pytest.approx([float(v) for v in values], abs=1e-12)
