"""The order of the sides that a map names."""

from __future__ import annotations

from game.content.maps.map_library import map_of
from game.content.palettes import teams_of
from game.editor.side_order import order_of, reserved_sides
from game.screens.editor.object_painter import side_colours


def test_sides_have_the_order_of_a_scenario_that_has_them_else_that_of_the_map() -> None:
    assert order_of(("brood", "wardens")) == ("wardens", "brood")
    assert order_of(("brood",)) == ("wardens", "brood")
    assert order_of(("nobody", "anybody")) == ("nobody", "anybody")


def test_reserved_objects_have_the_colour_of_their_side_others_that_of_their_class() -> None:
    zone = {"class": "DeploymentZone", "rectangle": [0, 0, 4, 4]}
    mapfile = map_of(24, 12, [zone, {**zone, "side": "brood"}, {**zone, "side": "wardens"}])
    _, brood, wardens = (one.id for _, one in mapfile.objects())

    assert reserved_sides(mapfile) == {brood: "brood", wardens: "wardens"}
    first, second = teams_of(("wardens", "brood"))
    assert side_colours(mapfile) == {brood: second.plain, wardens: first.plain}
