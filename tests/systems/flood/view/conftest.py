from tests.tools.offscreen import canvas, offscreen_window  # noqa: F401  fixtures
from tests.view.conftest import look, scene, table  # noqa: F401  fixtures
