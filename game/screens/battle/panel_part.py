"""The base of the parts of a battle window that are a panel each."""

from __future__ import annotations

from typing import Generic, TypeVar

from game.widgets.cells import Child
from game.widgets.panel import Panel
from game.widgets.sizes import CLOSE, TIGHT
from game.widgets.widget import Widget

C = TypeVar("C")
W = TypeVar("W", bound=Widget)
AROUND = (CLOSE, TIGHT)
"""Space around a plate in its panel, across and down."""


class PanelPart(Generic[C]):
    """A panel that is described by its content, and described anew when that changes."""

    def __init__(self, panel: Panel, content: C) -> None:
        """Show a content; subclasses first set what else their ``view`` needs."""
        self.panel, self.content = panel, content
        panel.show(self.view())

    def view(self) -> Child:
        """Describe the content."""
        raise NotImplementedError

    def put(self, content: C) -> None:
        """Show a content, if it is another one."""
        if content != self.content:
            self.content = content
            self.panel.show(self.view())

    def widgets(self, kind: type[W]) -> list[W]:
        """Return the widgets of a class that are shown."""
        return [widget for widget in self.panel.widgets if isinstance(widget, kind)]
