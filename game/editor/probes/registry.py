"""All probes, and the first for a map."""

from __future__ import annotations

from game.content.maps import MapFile
from game.content.maps.spot_classes import Arrival, FloodOrigin, Ring
from game.editor.probes.base import Probe
from game.editor.probes.deployment import DeploymentProbe, SightProbe
from game.editor.probes.flood import FloodProbe
from game.editor.probes.motion import DriftProbe, RingsProbe, StreetProbe

PROBES: tuple[type[Probe], ...] = (
    FloodProbe,
    StreetProbe,
    RingsProbe,
    DriftProbe,
    SightProbe,
    DeploymentProbe,
)


def first_for(mapfile: MapFile) -> type[Probe]:
    """Return the probe that suits a map best, by the classes drawn on it."""
    kinds = {type(one.what) for _, one in mapfile.objects()}
    if Ring in kinds:
        return RingsProbe
    if Arrival in kinds:
        return StreetProbe
    return FloodProbe if FloodOrigin in kinds else DeploymentProbe
