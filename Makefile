# Kartenhaus: make play opens the house, make test runs everything CI runs.

PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check setup databases bench clean

play: $(VENV)/play.stamp
	@$(BIN)/kartenhaus serve --host 0.0.0.0 --port $(PORT) --open $(ARGS)

test: setup databases
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

# The tests of faults want real ones. Where they cannot be had the tests say so, loudly.
databases:
	@{ ls /usr/lib/postgresql/*/bin/postgres && command -v redis-server; } > /dev/null 2>&1 || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && echo "Installing PostgreSQL and Redis for the tests (once) …" && \
		export DEBIAN_FRONTEND=noninteractive && { apt-get -qq update; apt-get -qq install --no-install-recommends -y \
		postgresql redis-server; } > /dev/null 2>&1; } || echo "PostgreSQL or Redis is missing: some tests will be skipped"

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
