from __future__ import annotations

import pytest

from game.widgets.panel import Panel
from game.widgets.panel_stack import PanelStack
from game.widgets.theme import Theme
from tests.tools.offscreen import canvas, offscreen_window  # noqa: F401  fixtures


@pytest.fixture
def theme() -> Theme:
    return Theme()


@pytest.fixture
def stack(theme: Theme) -> PanelStack:
    return PanelStack(theme)


@pytest.fixture
def panel(stack: PanelStack) -> Panel:
    """Return a panel of 400 x 600 pixels at (100, 50) of the window."""
    return stack.add(Panel(stack.theme, (100, 50, 400, 600)))
