"""Settings that all tests share."""

import os
import pkgutil

import pytest
from hypothesis import HealthCheck, settings

import tests

# Helpers assert too: whatever lies beside this file tells what it compared.
pytest.register_assert_rewrite(
    *(f"tests.{module.name}" for module in pkgutil.iter_modules(tests.__path__))
)

# Machines differ too much for deadlines, and the first example may have to wait for compiling. A
# server repeats the same examples on every run; `--hypothesis-profile=thorough` searches longer.
settings.register_profile(
    "quick", deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("quick"), derandomize=True)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=3000)
settings.load_profile("ci" if os.environ.get("CI") else "quick")
