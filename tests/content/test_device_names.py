"""Names that Windows takes for devices are no names of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.content.background_pictures import name_fault
from game.content.faults import UnusableFile
from game.content.file_lookup import is_device_name
from game.content.save_files import save_path_for
from game.screens.editor.file_actions import slug

DEVICES = ["con", "PRN", "aux", "Nul", "com1", "COM¹", "lpt9", "LPT³", "CONIN$", "conout$"]
PLAIN = ["console", "com", "com10", "con-2", "my con", "nullo"]


@pytest.mark.parametrize("name", DEVICES)
def test_devices_are_known_whatever_their_ending(name: str) -> None:
    for whole in (name, f"{name}.tmj", f"{name}.tar.gz", f"{name} .txt", f"{name}  "):
        assert is_device_name(whole), whole


@pytest.mark.parametrize("name", PLAIN)
def test_other_names_only_look_alike(name: str) -> None:
    assert not is_device_name(name)
    assert not is_device_name(f"{name}.tmj")


def test_nothing_is_saved_as_a_device(tmp_path: Path) -> None:
    with pytest.raises(UnusableFile, match="is not a valid file name"):
        save_path_for(tmp_path, "Con")
    assert slug("CON") == "my-con"
    assert slug("Console") == "console"
    assert name_fault("pics/com¹.png").startswith("must be a file beside the map")
