# Every target makes the environment it needs; from the second run on nothing is fetched.
PYTHON ?= python3
VENV ?= .venv
INTEROP ?= .venv-interop
PY := $(VENV)/bin/python
PYTHONS := $(foreach v,3.10 3.11 3.12 3.13 3.14,$(firstword $(shell python$(v) -c "import sys; print(sys.executable)" 2>/dev/null) $(wildcard $(HOME)/.pyenv/versions/$(v).*/bin/python$(v))))
N ?= 5000

.PHONY: help demo test test-all test-oldest test-interop lint format golden fuzz sweep fidelity bench clean

help:  ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

$(VENV)/.ready: setup.cfg pyproject.toml
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 10) and 'AutoGraph needs Python 3.10 or later; set PYTHON=…')"
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@

$(VENV)/.dev: $(VENV)/.ready
	$(PY) -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

demo: $(VENV)/.ready  ## convert a function, run it as a graph, compare with plain Python
	@$(PY) examples/demo.py

test: $(VENV)/.ready  ## run the test suite
	$(PY) -m pytest -q

test-all:  ## run the suite on every Python found, and on the oldest allowed dependencies
	@for python in $(PYTHONS); do \
		echo "== $$python"; $(MAKE) --no-print-directory test PYTHON=$$python VENV=.venv-$${python##*/} || exit 1; \
	done
	@$(MAKE) --no-print-directory test-oldest

test-oldest: .venv-oldest/.ready  ## run the suite on the oldest allowed dependencies
	.venv-oldest/bin/python -m pytest -q

.venv-oldest/.ready: setup.cfg pyproject.toml tests/oldest.txt
	test -x .venv-oldest/bin/python || $(firstword $(PYTHONS)) -m venv .venv-oldest
	.venv-oldest/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[test]' --constraint tests/oldest.txt
	touch $@

test-interop: $(INTEROP)/.ready  ## compare with TensorFlow, which gets an environment of its own
	$(INTEROP)/bin/python -m pytest -q -m interop tests/interop

$(INTEROP)/.ready: setup.cfg pyproject.toml
	test -x $(INTEROP)/bin/python || $(firstword $(foreach v,3.12 3.11 3.13 3.10,$(filter %$(v),$(PYTHONS))) $(PYTHON)) -m venv $(INTEROP)
	$(INTEROP)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[test]' tensorflow-cpu tensorboard pillow
	touch $@

lint: $(VENV)/.dev  ## ruff and mypy
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

format: $(VENV)/.dev  ## format with ruff
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

golden: $(VENV)/.ready  ## rewrite the golden converted texts; read the diff before you commit it
	$(PY) -m pytest -q tests/catalog --update-golden

fuzz: $(VENV)/.ready  ## run N random programs (N=5000)
	$(PY) -m pytest -q tests/fuzz --fuzz-programs $(N)

sweep: $(VENV)/.ready  ## check every file of the standard library and of the installed packages; FOLDERS=… for others
	$(PY) -m tests.checker.sweep $(FOLDERS)

fidelity: $(VENV)/.ready  ## run CPython's own tests against the converted standard library
	$(PY) -m tests.fidelity

bench: $(VENV)/.ready  ## run the benchmarks, beside the peers that are installed
	$(PY) -m benchmarks

clean:  ## remove environments and caches
	rm -rf .venv .venv-* build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
