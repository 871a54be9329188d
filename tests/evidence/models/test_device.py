"""Where torch computes."""

import sys

import numpy as np
import pytest
from casegen_evidence.method import InputProblem
from casegen_evidence.models import adapt, computing_on, device_named, on_device


def test_the_processor_needs_no_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert device_named("cpu") == "cpu"
    with pytest.raises(InputProblem, match=r"torch is not installed \(pip install 'casegen\[torch\]'\)"):
        device_named("cuda")


@pytest.mark.slow
def test_auto_takes_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch", reason="needs the extra casegen[torch]")
    from casegen_evidence.models import device

    monkeypatch.setattr(device, "_without_cuda", lambda: False)
    for there, name in ((True, "cuda"), (False, "cpu")):
        monkeypatch.setattr(torch.cuda, "is_available", lambda there=there: there)
        assert device_named("auto") == name
    with pytest.raises(InputProblem, match=r"torch finds no CUDA device.*Use device cpu, or auto"):
        device_named("cuda")
    with pytest.raises(InputProblem, match="cpu, cuda, auto; found 'gpu'"):
        device_named("gpu")


@pytest.mark.slow
def test_modules_are_moved_and_others_left() -> None:
    torch = pytest.importorskip("torch", reason="needs the extra casegen[torch]")
    module = torch.nn.Linear(3, 2)
    classifier = adapt(module, ["a", "b"])
    assert on_device(classifier, "cpu") is classifier
    moved = on_device(classifier, "meta")  # a device without memory that every build has
    assert next(moved.model.parameters()).device.type == "meta"
    assert next(module.parameters()).device.type == "cpu"
    plain = adapt(lambda x: np.zeros(len(x)), ["0", "1"])
    assert on_device(plain, "cuda") is plain
    assert [computing_on(c) for c in (classifier, moved, plain)] == ["cpu", "meta", None]


@pytest.mark.slow
def test_the_variational_encoder_takes_a_device() -> None:
    pytest.importorskip("torch", reason="needs the extra casegen[torch]")
    from casegen_evidence.ram.latent import vae

    points = np.random.default_rng(0).random((60, 5))
    here = vae(points, 2, 0, hidden=8, epochs=2)
    named = vae(points, 2, 0, hidden=8, epochs=2, device="cpu")
    assert np.array_equal(here(points), named(points))
