"""Saves of campaigns between their battles (MI-06)."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, ValidationError

from game.content.campaign_files import DRAW, Campaign, parse_campaign
from game.content.faults import UnusableFile
from game.content.file_source import SavedSource, known_by
from game.content.parsing import MIB, Part, Several, parse_json, read_text
from game.content.pydantic_faults import faults_in
from game.content.save_files import now
from game.content.storage import ongoing, write_whole

ENDING = ".campaign.json"
MOST_BYTES = MIB

Many = Annotated[int, Field(ge=0, le=10_000)]


class Tie(NamedTuple):
    """Which battle of which campaign a game is."""

    name: str
    """What the campaign's file is called, without its ending."""
    number: int
    """How many battles were fought before it."""

    @staticmethod
    def named(path: Path) -> str:
        return path.name.removesuffix(ENDING)


class Fought(Part):
    """How a battle of a campaign ended."""

    stage: str
    winner: str
    """A side of the campaign, or ``draw``."""
    reason: str
    turns: Many
    lost: dict[str, dict[str, Many]] = Field(default_factory=dict)
    """How many models each unit lost, by roster."""
    lived: dict[str, Several[str]] = Field(default_factory=dict)
    """Which units had somebody left, by roster."""
    save: str = ""
    """The name of the file in which it was written down."""


class Ongoing(Part):
    """A campaign that was begun."""

    format: Literal["undertow-campaign"] = "undertow-campaign"
    version: Literal[1] = 1
    begun: str
    file: str
    """What the campaign's file was called."""
    text: str
    """All of that file, so that it goes on as it began."""
    seed: int
    players: dict[str, str]
    """Who plays each side: ``human``, or a bot's name."""
    fought: Several[Fought] = ()
    playing: str = ""
    """The name of the save of the battle that is being fought."""

    def campaign(self) -> Campaign:
        """Return what it is a campaign of; raise UnusableFile."""
        return parse_campaign(self.text, self.file)


def begun(campaign: Campaign, seed: int, players: dict[str, str]) -> Ongoing:
    return Ongoing(
        begun=now(), file=campaign.file, text=campaign.text, seed=seed, players=players
    )


def load_ongoing(path: Path) -> Ongoing:
    """Read a campaign as far as it was fought; raise UnusableFile with all its faults."""
    told = parse_json(read_text(path, MOST_BYTES), str(path))
    try:
        found = Ongoing.model_validate(told)
    except ValidationError as error:
        raise UnusableFile(str(path), faults_in(error, Ongoing)) from error
    with known_by(SavedSource({found.file: found.text}, str(path))):
        campaign = found.campaign()
    due: str | None = campaign.start
    for n, one in enumerate(found.fought):
        if one.stage != due or one.winner not in (*campaign.sides, DRAW):
            reason = f"{one.stage!r} is not the battle that is due, or has no such winner"
            raise UnusableFile(str(path), [(f"fought[{n}]", reason)])
        due = campaign.stages[one.stage].after(one.winner).next
    return found


def keep(path: Path, told: Ongoing) -> None:
    """Write a campaign down; raise UnusableFile if that cannot be."""
    write_whole(path, told.model_dump_json(indent=1) + "\n")


def place_of(name: str) -> Path:
    """Return the file of a campaign that goes on, by the name that saves know it by."""
    return ongoing() / f"{name}{ENDING}"


def new_place(campaign: Campaign) -> Path:
    """Return where a campaign that begins now is kept; no file is there yet."""
    moment = "".join(c for c in now() if c.isdigit() or c == "T")
    names = (
        f"{campaign.id}-{moment}{more}" for more in ("", *(f"-{n}" for n in range(2, 1000)))
    )
    return next(path for name in names if not (path := place_of(name)).exists())


def kept() -> list[Path]:
    """Return the campaigns that were begun, the last played first."""
    found = list[tuple[float, Path]]()
    for path in sorted(ongoing().glob(f"*{ENDING}")):
        with suppress(OSError):  # somebody removed it meanwhile
            found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, key=lambda one: one[0], reverse=True)]
