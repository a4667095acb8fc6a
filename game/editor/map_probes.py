"""Probes of all systems."""

from __future__ import annotations

from game.content.maps.map_file import MapFile, MapObject
from game.editor.charge_probe import ChargeProbe
from game.editor.deployment_probe import DeploymentProbe
from game.editor.exposure_probe import ExposureProbe
from game.editor.probes import Probe
from game.editor.sight_probe import SightProbe
from game.editor.system_parts import IN_ORDER

PROBES: tuple[type[Probe], ...] = (
    *(probe for part in IN_ORDER for probe in part.probes),
    SightProbe,
    ExposureProbe,
    ChargeProbe,
    DeploymentProbe,
)


def first_for(mapfile: MapFile) -> type[Probe]:
    """Return the probe that suits a map best, by the classes drawn on it."""
    kinds = {type(one.what) for _, one in mapfile.objects()}
    suited = (probe for probe in reversed(PROBES) if probe.subject in kinds)
    return next(suited, DeploymentProbe)


def probes_about(one: MapObject) -> list[type[Probe]]:
    """Return the probes that can be about an object alone."""
    return [probe for probe in PROBES if isinstance(one.what, probe.about)]
