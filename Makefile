# Everything a person needs: `make play` and `make test`. Both set up what is missing; only Python ≥ 3.11 and make are needed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready

.PHONY: play test check format bench lock pictures tables clean

play: $(READY) ## set up and play
	$(BIN)/tablier play

test: $(READY) check ## set up, check and run all tests
	$(BIN)/python -m pytest -n 2 --dist worksteal

check: $(READY) ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/bench-ready ## speed, side by side with OpenSpiel
	$(BIN)/python -m bench

pictures: $(READY) ## draw the boards shown in the README
	$(BIN)/python -m docs.make_pictures

tables: $(READY) ## make the perft tables and recorded games anew from the naive generators (minutes)
	for game in kenwan chinese_checkers hendeca connexion polygone; do $(BIN)/python -m tests.games.$$game.make_tables || exit 1; done

lock: $(READY) ## choose the versions anew
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-annotate --no-header --generate-hashes --upgrade --extra dev -o requirements/dev.lock pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-annotate --no-header --generate-hashes --upgrade --extra dev --extra bench -o requirements/bench.lock pyproject.toml

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else f"Python 3.11 or newer is needed; {sys.executable} is {sys.version.split()[0]}. Try: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv $(VENV)

$(READY): $(BIN)/python requirements/dev.lock pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $(READY)

$(VENV)/bench-ready: $(READY) requirements/bench.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.lock
	@touch $(VENV)/bench-ready
