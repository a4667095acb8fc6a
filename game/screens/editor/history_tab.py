"""The tab of the changes to a map."""

from __future__ import annotations

from typing import ClassVar

from game.screens.editor.tab import TAB_PAD, Tab
from game.widgets.cells import Child, column, sized
from game.widgets.list_box import ListBox, ListRow


class HistoryTab(Tab):
    title: ClassVar[str] = "History"
    hint: ClassVar[str] = "All changes; click one to go back or forward to it."

    def view(self) -> Child:
        history = self.work.history
        rows = [
            ListRow(str(n), entry.label, note="" if n else "start", faded=n > history.at)
            for n, entry in enumerate(history.entries)
        ]
        listed = ListBox(rows, on_choose=self._jump, is_compact=True, chosen=str(history.at))
        return column(sized(listed, grow=1), pad=TAB_PAD)

    def _jump(self, id_: str) -> None:
        self.work.jump(int(id_))
