"""What it costs to read files, each in a process of its own: a line of JSON for each.

python -m tests.content.weighing FILE ...
"""

from __future__ import annotations

import json
import os
import resource
import sys
from pathlib import Path

import shapely  # so that no reader pays for it

from game.cli.checking import findings
from game.content.armylists import import_list
from game.content.faults import UnusableFile
from game.content.maps.uvtt import import_map
from game.rules.battles import battle_of

__all__ = ["battle_of", "shapely"]

MOST = 3 << 30
"""Bytes and seconds at which a reader is stopped."""
LONGEST = 20


def read(path: Path) -> str:
    """Read a file as the program would; return what is said of it."""
    try:
        match path.suffix:
            case ".ros" | ".rosz" | ".json":
                import_list(path)
            case ".uvtt":
                import_map(path)
            case _:
                return "; ".join(str(fault) for fault in findings(path).faults[:3])
    except UnusableFile as error:
        return str(error)[:300]
    return ""


def weigh(path: Path) -> dict[str, float | str]:
    """Return what was said of a file, and the megabytes and seconds of CPU that it took."""
    heard, says = os.pipe()
    if (child := os.fork()) == 0:
        said = "was stopped"
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MOST, MOST))
            resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
            said = f"told: {read(path)}"
        except BaseException as error:  # noqa: BLE001  whatever it is, it is told
            said = f"raised {error!r}"
        finally:
            os.write(says, said.encode(errors="replace")[:4000])
            os._exit(0)
    os.close(says)
    with os.fdopen(heard, "rb") as file:
        said = file.read().decode(errors="replace")
    _, _, used = os.wait4(child, 0)
    seconds = used.ru_utime + used.ru_stime
    return {"file": path.name, "said": said, "MB": used.ru_maxrss / 1024, "CPU": seconds}


if __name__ == "__main__":
    for name in sys.argv[1:]:
        sys.stdout.write(f"{json.dumps(weigh(Path(name)))}\n")
