# make run   installs what the app needs into .venv, and starts it
# make check  installs what the tests need too, and runs what needs no browser, server or PostgreSQL (far from your change a fourth)
# make test   runs every check (of tests in browsers a fourth, drawn by the commit)
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
NPM_STAMP := node_modules/made.stamp
CLIENT_TOOLS := tests/api/generators

# A virtual environment knows its folder: make a new one in a checkout that was moved or copied.
ifneq ($(wildcard $(VENV)/made-in),)
ifneq ($(shell cat $(VENV)/made-in),$(CURDIR))
$(shell rm -rf $(VENV))
endif
endif

# At which of its steps `make run` is, or `make demo`.
step = $(if $(filter run demo,$(MAKECMDGOALS)),[$(1)/4] )

.PHONY: help run demo static check test soak late lint script-types npm-packages client-tools format sentences messages mutants bench figures icons screens wheel rehearsal release sbom audit lock clean
.DEFAULT_GOAL := help

help:
	@echo "make run      install into .venv and start the app (ARGS='--port 8000' to say more)"
	@echo "make demo     start the app on a club's year of made-up games, in build/demo"
	@echo "make static   write the pad as files for any web server, into build/static (with npm: also what shows and reads QR codes)"
	@echo "make check    install what the tests need, lint, check types, run the tests without browsers, servers and PostgreSQL, what you changed first, of what is far from it a fourth: for every edit (ROOM=table, club or tournaments: only its tests)"
	@echo "make test     the same with all tests; of those in browsers that no change reaches, a fourth, drawn by the commit"
	@echo "make soak     every property with thousands of examples, every rule set with every game, every route with every hostile value, every state of a page, evenings on a bad line, three tournaments in browsers, thousands of power cuts, the table without its rooms"
	@echo "make late     all tests in another order, with servers that answer browsers late: what fails depends on chance (SEED=7 to repeat one)"
	@echo "make lint     ruff, mypy and TypeScript alone"
	@echo "make format   let ruff put the code in order"
	@echo "make sentences rewrite the approved sentences, pages and exports: review new wording as their diff"
	@echo "make messages collect every text for translators, into build/messages.pot (docs/translating.md)"
	@echo "make mutants  change the code line by line and see that a test fails (ARGS='--sample 100 core'; hours for all)"
	@echo "make bench    measure"
	@echo "make icons    redraw the app's icons"
	@echo "make screens  take a picture of every screen, into build/screens"
	@echo "make wheel    build dist/*.whl"
	@echo "make rehearsal follow docs/deploy.md in a clean Debian, as root (many minutes; ARGS='--keep' to look around after it)"
	@echo "make figures  write the limits and sizes in the documents as they are today"
	@echo "make release  check that a release is ready, and say what else it takes (ARGS=--run to run it all: hours)"
	@echo "make sbom     list every package of an installation with version and licence, as dist/scorekeeper.cdx.json (CycloneDX)"
	@echo "make audit    ask PyPI for known vulnerabilities of these packages"
	@echo "make lock     choose the newest allowed versions and write the lock files"
	@echo "make clean    remove .venv and all that can be made again (never instance/)"

run: $(VENV)/run.stamp
	@echo "$(call step,4)Starting ..." >&2
	@$(BIN)/scorekeeper serve $(ARGS)

demo: $(VENV)/run.stamp
	@echo "$(call step,4)Starting ..." >&2
	@$(BIN)/scorekeeper demo build/demo $(ARGS)

static: $(VENV)/run.stamp npm-packages
	@$(BIN)/scorekeeper static build/static

check: TESTS = -m "not browser and not chromium and not postgres and not exhaustive and not thorough" $(WITHOUT_BROWSERS)
check: SAYS = Lint, types, and the tests that need neither a browser nor a server, nearest to your change first: a minute or two ...
test late: export INSTALLS_CLIENT_TOOLS = 1
test: SAYS = Lint, types and all tests, nearest to your change first: about a quarter of an hour on two cores ...
WITHOUT_BROWSERS = $(foreach folder,browser evenings firefox webkit,--ignore=tests/$(folder))

# ROOM=table is what stands in no room; any other is a folder of tests/rooms.
OF_ROOM = $(if $(ROOM),$(if $(filter table,$(ROOM)),--ignore tests/rooms,tests/rooms/$(ROOM)))

# Lint and types leave cores free, so the tests run beside them, and all say at once what is wrong.
check test: $(VENV)/test.stamp npm-packages
	@echo "$(SAYS)" >&2
	@said=$$(mktemp); { nice $(MAKE) --no-print-directory --silent lint >$$said || { cat $$said; exit 1; }; } & lint=$$!; \
	$(BIN)/python -m pytest $(OF_ROOM) $(TESTS) $(ARGS); tests=$$?; \
	wait $$lint || { tests=1; echo "Lint or types are not clean: see above." >&2; }; rm -f $$said; exit $$tests

# Every file that draws examples or a part of what is exhaustive, or opens pages, and those that only the soak runs.
SOAKED = $(shell grep -rlE 'hypothesis|sampled|extremes|mark\.browser' --include='test_*.py' tests) $(shell find tests -name 'soak_*.py')
soak: $(VENV)/test.stamp
	@SCOREKEEPER_SOAK=1 $(BIN)/python -m pytest -o faulthandler_timeout=0 $(SOAKED) $(ARGS)

late: $(VENV)/test.stamp npm-packages
	@seed=$${SEED:-$$(date +%s)}; echo "SEED=$$seed"; SEED=$$seed SCOREKEEPER_LATE=$$seed $(BIN)/python -m pytest $(ARGS)

lint: $(VENV)/test.stamp
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(MAKE) --no-print-directory --silent script-types
	@$(BIN)/mypy

# TypeScript checks the scripts, which are JavaScript with types in comments; a service worker knows other names than a page.
# Only this needs npm: without it, it is left out, except where no test may be skipped.
script-types:
	@if command -v npm >/dev/null && $(MAKE) --no-print-directory --silent $(NPM_STAMP); then \
		node_modules/.bin/tsc && node_modules/.bin/tsc --project tsconfig.worker.json; \
	else \
		echo "The types of the scripts are not checked: that needs npm (Debian, Ubuntu: apt install npm) and the network once." >&2; \
		test "$$SCOREKEEPER_NO_SKIPS" != 1; \
	fi

# What draws and reads QR in the pad as files; without npm, or without the network, the pad does without.
npm-packages:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory --silent $(NPM_STAMP) || true; fi

# What other people's tools make of the API: they come by npm too, and their tests are skipped without it. `make test`
# lets these tests do it, while others run.
client-tools:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory --silent $(CLIENT_TOOLS)/node_modules/made.stamp; fi

format: $(VENV)/test.stamp
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

sentences: $(VENV)/test.stamp
	@$(BIN)/python -m tests.core.words.golden
	@$(BIN)/python -m tests.core.pages.approved.texts
	@$(BIN)/python -m tests.formats.approved.texts
	@$(BIN)/python -m tests.rooms.refusals
	@$(BIN)/python -m tests.rooms.club.pages.approved.texts
	@$(BIN)/python -m tests.rooms.tournaments.approved.texts

messages: $(VENV)/test.stamp
	@mkdir -p build
	@$(BIN)/pybabel --quiet extract -F babel.cfg --no-default-keywords -k _ -k _c:1c,2 -k _n:2,3 -k translate -k translate_in:1c,2 -k translate_plural:2,3 \
		-k translatable -k translatable_in:1c,2 -k translate_markup -k lazy -k N_ -k FaultCode:3 -c "For translators:" --project Scorekeeper --sort-by-file --add-location=file -o build/messages.pot .
	@$(BIN)/python -m scorekeeper.formats.message_faults

# All folders, or with ARGS="--sample 100 storage" a hundred mutants of one, drawn by lot; then docs/mutants.md is written
# from what was tried last in each. Without ARGS it begins again from nothing.
mutants: $(VENV)/mutants.stamp
	@$(if $(ARGS),,rm -rf mutants)
	@nice -n 19 $(BIN)/python -m tests.mutate $(ARGS)
	@$(BIN)/python -m tests.mutants

bench: $(VENV)/test.stamp
	@$(BIN)/python -m bench $(ARGS)

figures: $(VENV)/test.stamp
	@$(BIN)/python -m bench.figures

screens: $(VENV)/test.stamp
	@$(BIN)/python -m tests.screens.camera $(ARGS)

icons: $(VENV)/test.stamp
	@$(BIN)/python -m tests.icons

wheel: $(VENV)/run.stamp
	@rm -rf dist
	@$(PIP) wheel --no-deps --no-build-isolation -w dist .

rehearsal:
	@$(PYTHON) -m deploy.rehearse $(ARGS)

release: $(VENV)/test.stamp
	@$(BIN)/python -m deploy.release $(ARGS)

# What the wheel brings with it, in an environment of its own: neither tools nor tests.
sbom: wheel $(VENV)/release.stamp
	@rm -rf build/sbom
	@$(PYTHON) -m venv build/sbom
	@build/sbom/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r requirements.lock
	@build/sbom/bin/python -m pip --disable-pip-version-check --quiet install --no-deps dist/*.whl
	@build/sbom/bin/python -m pip --disable-pip-version-check --quiet uninstall --yes hatchling rcssmin rjsmin pip setuptools
	@$(VENV)/release/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
		--output-file dist/scorekeeper.cdx.json build/sbom/bin/python

audit: $(VENV)/release.stamp
	@$(VENV)/release/bin/pip-audit --strict --disable-pip --require-hashes -r requirements.lock

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "Scorekeeper needs Python 3.11 or newer, and there is no '$(PYTHON)' here." \
		"Install it (Debian, Ubuntu: apt install python3 python3-venv), or say which: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Scorekeeper needs Python 3.11 or newer;" \
		"'$(PYTHON)' is $$($(PYTHON) -V 2>&1). Install a newer one, or say which: make PYTHON=/path/to/python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Scorekeeper needs Python's venv module, and '$(PYTHON)' comes" \
		"without it. Debian, Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "$(call step,1)Making $(VENV) ..." >&2
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@echo "$(CURDIR)" > $(VENV)/made-in

NO_PACKAGES = echo "The packages could not be installed (the reason is above). This needs the network once;" \
	"behind a proxy or a mirror, pip's own settings apply. Nothing is broken: run make again." >&2

# A stamp is written only when all before it went well, so a broken download starts again.
$(VENV)/run.stamp: requirements.lock pyproject.toml | $(BIN)/python
	@echo "$(call step,2)Installing $$(grep -c '^[a-z]' requirements.lock) packages that the app needs, half a minute ..." >&2
	@$(PIP) install --require-hashes -r requirements.lock || { $(NO_PACKAGES); exit 1; }
	@echo "$(call step,3)Installing the app ..." >&2
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/test.stamp: requirements-dev.lock pyproject.toml | $(BIN)/python
	@echo "Installing what the tests need, $$(grep -c '==' requirements-dev.lock) packages: a minute or two ..." >&2
	@$(PIP) install --require-hashes -r requirements-dev.lock || { $(NO_PACKAGES); exit 1; }
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/release.stamp: requirements-release.lock | $(BIN)/python
	@echo "Installing what releases need ..." >&2
	@$(PYTHON) -m venv $(VENV)/release
	@$(VENV)/release/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r requirements-release.lock
	@touch $@

$(VENV)/mutants.stamp: requirements-mutants.lock $(VENV)/test.stamp
	@echo "Installing what changes the code ..." >&2
	@$(PIP) install --require-hashes -r requirements-mutants.lock || { $(NO_PACKAGES); exit 1; }
	@touch $@

$(NPM_STAMP): package.json package-lock.json .npmrc
	@echo "Installing what checks the types of the scripts, and what draws and reads QR ..." >&2
	@npm ci >/dev/null
	@touch $@

$(CLIENT_TOOLS)/node_modules/made.stamp: $(CLIENT_TOOLS)/package.json $(CLIENT_TOOLS)/package-lock.json .npmrc
	@echo "Installing what reads the API's description ..." >&2
	@npm --prefix $(CLIENT_TOOLS) ci >/dev/null
	@touch $@

# uv writes one lock for every platform and Python, with hashes and without the name of any host.
UV := $(VENV)/lock/bin/uv
COMPILE := $(UV) pip compile --quiet --universal --generate-hashes --no-header --no-annotate --upgrade

lock: $(UV)
	@$(COMPILE) pyproject.toml --extra all --group run -o requirements.lock
	@$(COMPILE) pyproject.toml --extra all --group dev --group browser -c requirements.lock -o requirements-dev.lock
	@$(COMPILE) pyproject.toml --extra all --group mutants -c requirements-dev.lock -o requirements-mutants.lock
	@$(COMPILE) --group release -o requirements-release.lock
	@npm install --package-lock-only
	@npm --prefix $(CLIENT_TOOLS) install --package-lock-only

$(UV): | $(BIN)/python
	@$(PYTHON) -m venv $(VENV)/lock
	@$(VENV)/lock/bin/python -m pip --disable-pip-version-check --quiet install uv

clean:
	rm -rf $(VENV) node_modules $(CLIENT_TOOLS)/node_modules build dist mutants .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
