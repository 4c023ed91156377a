"""Who decides: drivers of sleds."""

from .careful import careful
from .policy import POLICY, Policy, policy
from .rookie import rookie

POLICIES: dict[str, Policy] = {"careful": careful, "rookie": rookie}
"""Compiled drivers by name."""

__all__ = ["POLICIES", "POLICY", "Policy", "careful", "policy", "rookie"]
