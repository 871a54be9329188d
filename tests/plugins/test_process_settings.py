"""What a part sets of the process is set back: no later part and no number of casegen's own depends on it."""

from __future__ import annotations

import decimal
import locale
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable

import numpy as np
import pytest
from casegen_evidence.torch_settings import settings_of

from casegen.process_guard import guarded
from tests.plugins.conftest import RULE, Call

SETS = {
    "decimals": "import decimal; decimal.getcontext().prec = 2",
    "a context": "import decimal; decimal.setcontext(decimal.Context(prec=2))",
    "numpy": "import numpy; numpy.seterr(all='raise')",
    "recursion": "import sys; sys.setrecursionlimit(400)",
    "locale": "import locale; locale.setlocale(locale.LC_ALL, 'C')",
    "signals": "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)",
    "warnings": "import warnings; warnings.simplefilter('error')",
    "umask": "import os; os.umask(0o777)",
    "printing": "import numpy; numpy.set_printoptions(legacy='1.13', precision=2)",
    "long numbers": "import sys; sys.set_int_max_str_digits(640)",
    "rounding": "import ctypes; ctypes.CDLL(None).fesetround(0x400)",
    **{
        name: f"import sys; torch = sys.modules.get('torch'); torch and ({call},)"
        for name, call in {
            "smallest": "torch.set_flush_denormal(True)",
            "type": "torch.set_default_dtype(torch.bfloat16)",
            "device": "torch.set_default_device('meta')",
            "products": "torch.set_float32_matmul_precision('medium'), setattr(torch.backends.mkldnn, 'enabled', False)",
            "algorithms": "torch.use_deterministic_algorithms(True, warn_only=True)",
            "anomalies": "torch.autograd.set_detect_anomaly(True)",
            "half precision": "torch.set_autocast_enabled('cpu', True)",
            "gradients": "torch.set_grad_enabled(False)",
        }.items()
    },
}


def _umask() -> int:
    before = os.umask(0o022)
    os.umask(before)
    return before


READ: dict[str, Callable[[], object]] = {
    "decimals": lambda: decimal.getcontext().prec,
    "numpy": np.geterr,
    "recursion": sys.getrecursionlimit,
    "locale": lambda: locale.setlocale(locale.LC_ALL),
    "signals": lambda: signal.getsignal(signal.SIGTERM),
    "warnings": lambda: [one for one in warnings.filters if one[0] == "error"],
    "umask": _umask,
    "printing": np.get_printoptions,
    "long numbers": sys.get_int_max_str_digits,
    "rounding": lambda: (1.0 + sys.float_info.epsilon / 4, 1.0 + 3 * sys.float_info.epsilon / 4),
    "smallest": lambda: sys.float_info.min / 2,
    "torch": lambda: settings_of(sys.modules["torch"]) if "torch" in sys.modules else None,
}


def _settings() -> dict[str, object]:
    return {name: read() for name, read in READ.items()}


def test_torch_begins_as_is_written() -> None:
    pytest.importorskip("torch")
    program = (
        "import torch; from casegen_evidence.torch_settings import first_settings, settings_of\n"
        "assert settings_of(torch) == first_settings(torch)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_torch_that_a_part_loads_is_as_it_begins() -> None:
    """``torch.set_default_dtype`` at the import of a provider changed the numbers of the next item."""
    pytest.importorskip("torch")
    program = (
        "import sys; from casegen_evidence.process_settings import same_settings\n"
        "with same_settings():\n    import torch; torch.set_default_dtype(torch.bfloat16)\n"
        "assert torch.get_default_dtype() == torch.float32"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("name", SETS)
def test_what_a_part_sets_is_set_back(name: str) -> None:
    before = _settings()
    with guarded():
        exec(SETS[name])
    assert _settings() == before


@pytest.mark.parametrize("name", SETS)
def test_what_a_part_sets_before_it_fails_is_set_back(name: str) -> None:
    before = _settings()
    with pytest.raises(ZeroDivisionError), guarded():
        exec(f"{SETS[name]}; 1 / 0")
    assert _settings() == before


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("when", ["import", "call"])
def test_a_rule_that_sets_what_others_count_on_is_no_internal_error(call: Call, name: str, when: str) -> None:
    """``decimal.getcontext().prec = 5`` at the import of a rule ended `build` with an internal error."""
    body = "return iter(())" if when == "import" else f"{SETS[name]}; return iter(())"
    own = RULE.replace("BODY", body)
    before = _settings()
    ran, _ = call("rule", f"{SETS[name]}\n{own}" if when == "import" else own)
    assert ran.code == 0, ran.err
    assert _settings() == before


def test_a_rule_that_leaves_itself_no_room_is_named(call: Call) -> None:
    """A recursion limit below the calls that are open is an error of Python's, in the rule's own line."""
    ran, path = call("rule", "import sys; sys.setrecursionlimit(5); return iter(())")
    assert ran.code == 3
    assert "the rule own-rule of the package stranger" in ran.err
    assert f"{path}:" in ran.err


def test_a_filter_for_one_message_stays() -> None:
    """Libraries add theirs when they are imported, and count on them later."""
    with warnings.catch_warnings():
        with guarded():
            warnings.filterwarnings("ignore", message="an old name")
        assert any(one[0] == "ignore" and one[1] and one[1].match("an old name") for one in warnings.filters)


def test_how_warnings_are_shown_is_set_back() -> None:
    shown = warnings.showwarning
    with guarded():
        warnings.showwarning = print  # type: ignore[assignment]
    assert warnings.showwarning is shown


def test_the_smallest_numbers_are_set_back() -> None:
    torch = pytest.importorskip("torch")
    with guarded():
        torch.set_flush_denormal(True)
    assert sys.float_info.min / 2 > 0
