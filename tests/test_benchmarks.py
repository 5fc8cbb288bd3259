import importlib
import inspect

import pytest

from benchmarks.__main__ import NAMES, main


@pytest.mark.parametrize("name", NAMES)
def test_a_benchmark_starts_without_arguments(name):
    module = importlib.import_module(f"benchmarks.{name}")
    inspect.signature(getattr(module, "groups", None) or module.main).bind()


def test_an_unknown_name_is_told(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["benchmarks", "convertion"])
    with pytest.raises(SystemExit):
        main()
    assert "no benchmark is called convertion; there are" in capsys.readouterr().err
