"""Settings of torch that its numbers depend on, so that what a call sets can be set back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class _Setting(NamedTuple):
    read: Callable[[Any], Any]
    write: Callable[[Any, Any], Any]
    first: Callable[[Any], Any]
    """what torch begins with"""


_SETTINGS = (
    _Setting(
        lambda torch: torch.is_grad_enabled(),
        lambda torch, value: torch.set_grad_enabled(value),
        lambda torch: True,
    ),
    _Setting(
        lambda torch: torch.get_default_dtype(),
        lambda torch, value: torch.set_default_dtype(value),
        lambda torch: torch.float32,
    ),
    _Setting(
        lambda torch: str(torch.get_default_device()),
        lambda torch, value: torch.set_default_device(None if value == "cpu" else value),
        lambda torch: "cpu",
    ),
    _Setting(
        lambda torch: torch.get_float32_matmul_precision(),
        lambda torch, value: torch.set_float32_matmul_precision(value),
        lambda torch: "highest",
    ),
    _Setting(
        lambda torch: (
            torch.are_deterministic_algorithms_enabled(),
            torch.is_deterministic_algorithms_warn_only_enabled(),
        ),
        lambda torch, value: torch.use_deterministic_algorithms(value[0], warn_only=value[1]),
        lambda torch: (False, False),
    ),
    _Setting(
        lambda torch: (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()),
        lambda torch, value: torch.set_anomaly_enabled(*value),
        lambda torch: (False, True),
    ),
    _Setting(
        lambda torch: (torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu")),
        lambda torch, value: (
            torch.set_autocast_enabled("cpu", value[0]),
            torch.set_autocast_dtype("cpu", value[1]),
        ),
        lambda torch: (False, torch.bfloat16),
    ),
    _Setting(
        lambda torch: torch.backends.mkldnn.enabled,
        lambda torch, value: setattr(torch.backends.mkldnn, "enabled", value),
        lambda torch: True,
    ),
)


def settings_of(torch: Any) -> list[Any]:
    """What is set now, for :func:`set_back`."""
    return [one.read(torch) for one in _SETTINGS]


def first_settings(torch: Any) -> list[Any]:
    """What torch begins with, for :func:`set_back`."""
    return [one.first(torch) for one in _SETTINGS]


def set_back(torch: Any, before: list[Any]) -> None:
    """Set what is no longer as it was."""
    for one, value in zip(_SETTINGS, before, strict=True):
        if one.read(torch) != value:
            one.write(torch, value)
