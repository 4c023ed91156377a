"""Settings that all tests share."""

import os

import pytest
from browsing import address, browser, page  # noqa: F401 - fixtures
from databases import database, postgres  # noqa: F401 - fixtures
from finished import finished  # noqa: F401 - a fixture
from hypothesis import HealthCheck, settings
from people import arrive  # noqa: F401 - a fixture

pytest.register_assert_rewrite("boards", "playing", "twins")

# Machines differ too much for deadlines, and the first example may have to wait for compiling. A
# server repeats the same examples on every run; `--hypothesis-profile=thorough` searches longer.
settings.register_profile(
    "quick", deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("quick"), derandomize=True)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=3000)
settings.load_profile("ci" if os.environ.get("CI") else "quick")
