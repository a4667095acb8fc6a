"""The tab of the changes to a map."""

from __future__ import annotations

from typing import ClassVar

from game.screens.editor.host import Tab
from game.widgets.list_box import ListBox, ListRow
from game.widgets.widget import Panel


class HistoryTab(Tab):
    title: ClassVar[str] = "History"
    hint: ClassVar[str] = "All changes; click one to go back or forward to it."

    def fill(self, panel: Panel) -> None:
        _, _, wide, high = panel.box
        self.list = panel.add(
            ListBox(
                (12, 10, wide - 20, high - 20),
                on_choose=lambda id_: self.host.workspace.jump(int(id_)),
                row_height=30,
            )
        )

    def refresh(self) -> None:
        history = self.host.workspace.history
        self.list.rows = tuple(
            ListRow(str(n), entry.label, note="" if n else "start", faded=n > history.at)
            for n, entry in enumerate(history.entries)
        )
        self.list.show(str(history.at))
