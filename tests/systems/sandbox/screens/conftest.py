from tests.screens.conftest import (  # noqa: F401  fixtures
    _alone,
    _bare,
    _memory_stays,
    _window,
    demo,
    frame,
    home,
    painted,
    player,
)
