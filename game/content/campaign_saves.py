"""Saves of campaigns between their battles."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, Field

from game.content.campaign_files import DRAW, Campaign, parse_campaign
from game.content.faults import UnusableFile
from game.content.file_names import (
    is_local_path,
    joined,
    naming_fault,
    single_name,
    single_naming_fault,
)
from game.content.file_source import SavedSource, known_by
from game.content.names_in_files import SingleName, refusal_of
from game.content.own_folders import ongoing
from game.content.packs.pack_layout import inside
from game.content.reading import MIB, read_text
from game.content.safe_writing import write_whole
from game.content.schema_faults import validated
from game.content.schemas import Part, Several
from game.content.strict_json import parse_json
from game.content.timestamps import now
from game.content.user_files import DISK

ENDING = ".campaign.json"
MAX_BYTES = MIB
Many = Annotated[int, Field(ge=0, le=10_000)]


class Tie(NamedTuple):
    """The campaign and the battle within it that a game belongs to."""

    name: str
    """Name of the campaign's save file, without its ending."""
    number: int
    """Number of battles of the campaign that were played before this one."""

    @staticmethod
    def named(path: Path) -> str:
        """Return the name by which saves refer to the campaign file at *path*."""
        return path.name.removesuffix(ENDING)


class Fought(Part):
    """The result of one battle of a campaign."""

    stage: str
    winner: str
    """Id of a side of the campaign, or ``draw``."""
    reason: str
    turns: Many
    lost: dict[str, dict[str, Many]] = Field(default_factory=dict)
    """Number of models that each unit lost, by roster and unit id."""
    lived: dict[str, Several[str]] = Field(default_factory=dict)
    """Ids of the units with survivors, by roster."""
    save: SingleName = ""
    """Name of the save file of the battle."""


def _campaign_file(name: str) -> str:
    """Return the name or the local path of a campaign; raise ValueError for any other.

    The battles of one that the user opened by its path lie beside it.
    """
    if not is_local_path(name) and (no := naming_fault(name)):
        raise ValueError(refusal_of(name, no, "campaign"))
    return name


class Ongoing(Part):
    """The saved state of a running campaign."""

    format: Literal["undertow-campaign"] = "undertow-campaign"
    version: Literal[1] = 1
    begun: str
    file: Annotated[str, AfterValidator(_campaign_file)]
    """Name of the campaign's file, or the path by which the user opened it."""
    text: str
    """Text of the whole campaign file, so that later edits to the file change nothing."""
    seed: int
    players: dict[str, str]
    """Player of each side: ``human``, or the name of a bot."""
    fought: Several[Fought] = ()
    playing: SingleName = ""
    """Name of the save of the current battle; empty if none is being played."""

    def campaign(self) -> Campaign:
        """Parse the campaign from its stored text; raise UnusableFile.

        The battles of a campaign from a pack are in the pack, which must be there.
        """
        pack, _ = inside(self.file) or ("", "")
        if pack and not DISK.has(self.file):
            raise UnusableFile(self.file, [("", f"its pack {pack!r} is missing: add it again")])
        return parse_campaign(self.text, self.file)


def begun(campaign: Campaign, seed: int, players: dict[str, str]) -> Ongoing:
    """Return the state of a campaign that begins now, with no battle played."""
    return Ongoing(
        begun=now(), file=campaign.file, text=campaign.text, seed=seed, players=players
    )


def load_ongoing(path: Path) -> Ongoing:
    """Load a running campaign; raise UnusableFile with its faults."""
    raw = parse_json(read_text(path, MAX_BYTES), str(path))
    found = validated(Ongoing, raw, str(path))
    with known_by(SavedSource({found.file: found.text}, str(path))):
        campaign = found.campaign()
    due: str | None = campaign.start
    for n, one in enumerate(found.fought):
        if one.stage != due or one.winner not in (*campaign.sides, DRAW):
            reason = f"{one.stage!r} is not the battle that is due, or has no such winner"
            raise UnusableFile(str(path), [(f"fought[{n}]", reason)])
        due = campaign.stages[one.stage].after(one.winner).next
    return found


def keep(path: Path, campaign: Ongoing) -> None:
    """Save a campaign; raise UnusableFile if the file cannot be written."""
    write_whole(path, campaign.model_dump_json(indent=1) + "\n")


def place_of(name: str) -> Path:
    """Return the path of a running campaign by the name that saves refer to it by.

    Raise UnusableFile if it is no name of a file in the folder of running campaigns.
    """
    if no := single_naming_fault(name):
        raise UnusableFile("", [("campaign", refusal_of(name, no, "campaign"))])
    return joined(ongoing(), f"{name}{ENDING}")


def new_place(campaign: Campaign) -> Path:
    """Return an unused path for a campaign that begins now."""
    moment = "".join(c for c in now() if c.isdigit() or c == "T")
    id_ = single_name(campaign.id)  # that of a pack has a slash
    names = (f"{id_}-{moment}{more}" for more in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(path for name in names if not (path := place_of(name)).exists())


def kept() -> list[Path]:
    """Return the paths of all running campaigns, the last played first."""
    found = list[tuple[float, Path]]()
    for path in sorted(ongoing().glob(f"*{ENDING}")):
        with suppress(OSError):  # removed in the meantime
            found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, key=lambda one: one[0], reverse=True)]
