"""Keeps the widgets of a panel from one description to the next."""

from __future__ import annotations

from collections import defaultdict

from game.widgets.cells import Child
from game.widgets.layout import Backing, Layout, Path, PlacedWidget, lay_out
from game.widgets.theme import Box, Theme
from game.widgets.views import View
from game.widgets.widget import Widget


class Description:
    """The widgets, plates and views of the description that a panel showed last."""

    def __init__(self) -> None:
        self.content: Child = None
        self.widgets: dict[Path, Widget] = {}
        self.plates: list[Backing] = []
        self.views: list[View] = []
        self._views: dict[Path, View] = {}

    def show(self, theme: Theme, content: Child, box: Box) -> bool:
        """Take over another description; return whether a place changed.

        A widget of the same place and type, or of the same key, goes on with what the new one
        describes. Those left over go on among siblings of the same type, in their order.
        """
        self.content = content
        layout = lay_out(theme, content, box)
        kept = self._matched(layout)
        gone = len(kept) != len(self.widgets) or any(
            kept.get(path) is not widget for path, widget in self.widgets.items()
        )
        self.widgets = kept
        return self._place(theme, layout) or gone

    def fit(self, theme: Theme, box: Box) -> None:
        """Place everything anew, for another theme or box."""
        self._place(theme, lay_out(theme, self.content, box))

    def _matched(self, layout: Layout) -> dict[Path, Widget]:
        """Return a widget for each path of a layout: the one that is there, or the new one."""
        found: dict[Path, Widget] = {}
        rest = dict(self.widgets)
        new = list[PlacedWidget]()
        for placed in layout.widgets:
            path, widget = placed.path, placed.widget
            if path in found:
                raise ValueError(f"two widgets of the key {path[-1]}")
            found[path] = widget
            old = rest.get(path)
            if old is not None and type(old) is type(widget):
                del rest[path]
                found[path] = old
                if old is not widget:
                    old.take(widget)
            else:
                new.append(placed)
        if rest and new:
            self._match_siblings(found, rest, new)
        return found

    def _match_siblings(
        self, found: dict[Path, Widget], rest: dict[Path, Widget], new: list[PlacedWidget]
    ) -> None:
        """Let new widgets without a key take over siblings whose place has changed."""
        siblings: defaultdict[tuple[Path, type], list[Widget]] = defaultdict(list)
        for path, old in rest.items():
            if old.key is None and path:
                siblings[path[:-1], type(old)].append(old)
        for placed in new:
            path, widget = placed.path, placed.widget
            if widget.key is None and path and (able := siblings[path[:-1], type(widget)]):
                found[path] = able.pop(0)
                found[path].take(widget)

    def _place(self, theme: Theme, layout: Layout) -> bool:
        """Give everything its place; return whether one changed."""
        before = self._views
        self._views = {view.path: before.get(view.path) or View() for view in layout.views}
        self.views = [self._views[view.path] for view in layout.views]
        changed = before.keys() != self._views.keys()
        for view, (_, box, content, outer) in zip(self.views, layout.views, strict=True):
            around = None if outer is None else self.views[outer]
            changed |= view.fit(theme, box, content, around)
        for _, path, box, number in layout.widgets:
            view_of = None if number is None else self.views[number]
            changed |= self.widgets[path].lie(theme, box, view_of)
        changed |= self.plates != layout.plates
        self.plates = layout.plates
        return changed

    def scrolled(self) -> None:
        """Move all widgets to where their views have scrolled."""
        for widget in self.widgets.values():
            if widget.view:
                widget.lie(widget.theme, widget.box, widget.view)
