# Kartenhaus: make play opens the house, make test runs everything CI runs.

PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check setup bench clean

play: $(VENV)/play.stamp
	@$(BIN)/kartenhaus serve --host 0.0.0.0 --port $(PORT) --open $(ARGS)

test: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -q -n 2 --dist loadfile

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -q tests/core tests/test_architecture.py tests/test_rulebook.py

setup: $(VENV)/test.stamp

bench: $(VENV)/bench.stamp
	$(BIN)/python bench/random_play.py
	$(BIN)/python bench/start.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/server.py

clean:
	rm -rf $(VENV)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Kartenhaus needs Python 3.11 or newer; choose one with: make PYTHON=python3.12"; exit 1; }
	@echo "Setting up (once) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/play.stamp: $(BIN)/python pyproject.toml constraints.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable .
	@touch $@

$(VENV)/test.stamp: $(BIN)/python pyproject.toml constraints.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test]'
	@touch $@ $(VENV)/play.stamp

$(VENV)/bench.stamp: $(VENV)/test.stamp
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test,bench]'
	@touch $@
