"""All probes, and which of them a map asks for first."""

from __future__ import annotations

from game.content.maps import MapFile
from game.content.maps.spot_classes import Arrival, FloodOrigin, Ring
from game.editor.probes.deployment import DeploymentProbe
from game.editor.probes.flood import FloodProbe
from game.editor.probes.motion import DriftProbe
from game.editor.probes.probe import Probe
from game.editor.probes.rings import RingsProbe
from game.editor.probes.sight import SightProbe
from game.editor.probes.street import StreetProbe

PROBES: tuple[type[Probe], ...] = (
    FloodProbe,
    StreetProbe,
    RingsProbe,
    DriftProbe,
    SightProbe,
    DeploymentProbe,
)


def first_for(mapfile: MapFile) -> type[Probe]:
    """Return what would be asked of a map first, by what is drawn on it."""
    kinds = {type(one.what) for _, one in mapfile.objects()}
    if Ring in kinds:
        return RingsProbe
    if Arrival in kinds:
        return StreetProbe
    return FloodProbe if FloodOrigin in kinds else DeploymentProbe
