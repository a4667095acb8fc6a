from tests.prompts.conftest import _window  # noqa: F401  a fixture
