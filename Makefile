# What can be done here. `make` or `make help` lists it.

PYTHON ?= python3
PORT ?= 8000
VENV := .venv
# Runs a module; what is wrong with the machine is told in one line.
RUN := $(VENV)/bin/python -m build_scripts.plainly
NPM_BIN := node_modules/.bin
TYPINGS := tests/hosts/foundry/typings
UV := 0.13.9

# Many processes of Python start here: each would compile all modules anew where the machine keeps none compiled.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup vendor build demo foundry owlbear planarally planarally-test npm bundle site release test check coverage lint typings format types pins profile cave stories bench soak mutate screenshots film clean again

help: ## List what can be done
	@echo "Footwork. What can be done here:"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.ready node_modules/.ready ## Get what building and testing need: .venv and node_modules
	@:

# What was begun and not ended is made from the start: pip takes a package for whole whose programs are missing. So is
# what has lost its Python, as when the machine got another one; the rest is brought up to date.
$(VENV)/.ready: build_scripts/requirements.txt $(shell [ -x $(VENV)/bin/python ] || echo again)
	@python=$$(sh build_scripts/prerequisites.sh "$(PYTHON)") && \
	{ [ -e $@ ] && $(VENV)/bin/python -m pip --version >/dev/null 2>&1 || \
	sh build_scripts/quietly.sh "making $(VENV) with $$python" "$$python" -m venv --clear $(VENV); }
	@rm -f $@
	@sh build_scripts/quietly.sh "fetching Python packages (50 MB)" \
		$(VENV)/bin/python -m pip install --disable-pip-version-check --require-hashes -r build_scripts/requirements.txt
	@sh build_scripts/quietly.sh "linking py_rules into $(VENV)" \
		$(VENV)/bin/python -m pip install --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

node_modules/.ready: package.json package-lock.json .npmrc $(shell [ -x $(NPM_BIN)/esbuild ] || echo again)
	@sh build_scripts/prerequisites.sh "$(PYTHON)" >/dev/null
	@sh build_scripts/quietly.sh "fetching npm packages, Pyodide among them (60 MB)" npm ci
	@touch $@

vendor: setup ## Fetch the pinned parts of the browser runtime
	@$(RUN) build_scripts.vendor

build: vendor ## Build the wheel, the browser runtime and the demo
	@$(RUN) build_scripts.runtime
	@$(RUN) build_scripts.site

demo: build ## Serve the demo at http://127.0.0.1:8000/ (PORT=, GAME= a file of your own)
	@$(RUN) build_scripts.serve --port $(PORT) $(if $(GAME),--game "$(GAME)") dist/demo

foundry: build ## Build the module for Foundry VTT: dist/footwork-foundry.zip (RELEASE_URL=)
	@RELEASE_URL="$(RELEASE_URL)" $(RUN) build_scripts.foundry

owlbear: build ## Build the extension for Owlbear Rodeo: dist/owlbear, a folder to be served (OWLBEAR_URL=)
	@OWLBEAR_URL="$(OWLBEAR_URL)" $(RUN) build_scripts.owlbear

planarally: build ## Build the mod for PlanarAlly: dist/footwork-planarally.pam
	@$(RUN) build_scripts.planarally

planarally-test: planarally ## Try the mod on a running PlanarAlly (PLANARALLY_URL=, PLANARALLY_DB=)
	@$(VENV)/bin/python -m pytest -q tests/e2e/planarally

npm: build ## Build the package for npm, of web/core with its types and the rules: dist/footwork-VERSION.tgz
	@$(RUN) build_scripts.npm

bundle: build build/bundle/.ready ## Build all that ships, with a bill of materials and a table of it: dist (RELEASE_URL=, OWLBEAR_URL=)
	@RELEASE_URL="$(RELEASE_URL)" OWLBEAR_URL="$(OWLBEAR_URL)" $(RUN) build_scripts.bundle

build/bundle/.ready: build_scripts/bill/requirements.txt $(VENV)/.ready
	@sh build_scripts/quietly.sh "making build/bundle/venv" $(VENV)/bin/python -m venv --clear build/bundle/venv
	@sh build_scripts/quietly.sh "fetching what writes bills of materials (4 MB)" \
		build/bundle/venv/bin/python -m pip install --disable-pip-version-check --require-hashes \
		-r build_scripts/bill/requirements.txt
	@touch $@

site: build build/manual/.ready ## Build the documentation's site, with the demo in it: dist/site
	@$(RUN) build_scripts.manual

build/manual/.ready: build_scripts/manual/requirements.txt $(VENV)/.ready
	@rm -rf build/manual/packages
	@sh build_scripts/quietly.sh "fetching what builds the documentation's site (40 MB)" \
		$(VENV)/bin/python -m pip install --disable-pip-version-check --require-hashes --no-deps \
		--target build/manual/packages -r build_scripts/manual/requirements.txt
	@touch $@

release: vendor build/bundle/.ready build/manual/.ready ## Write a version, and build all to publish (VERSION=, RELEASE_URL=, OWLBEAR_URL=, DRY=1)
	@$(RUN) build_scripts.release --version "$(VERSION)" --release-url "$(RELEASE_URL)" \
		--owlbear-url "$(OWLBEAR_URL)" $(if $(DRY),--dry)

test: setup typings ## Run every guard and test, on what it builds first (RINGS= some, by how their names begin)
	@$(RUN) build_scripts.chromium >/dev/null
	@$(RUN) build_scripts.rings $(if $(RINGS),--only $(RINGS))

check: setup ## Run what one runs while working (SYSTEM= for what is about one game, RINGS= some)
	@$(RUN) build_scripts.rings --check $(if $(SYSTEM),--system "$(SYSTEM)") $(if $(RINGS),--only $(RINGS))

coverage: setup ## List lines and branches of the rules core that no test runs (RINGS= what some run)
	@$(RUN) build_scripts.uncovered $(if $(RINGS),--rings $(RINGS))

lint: setup typings ## Check style, types and layers (RINGS= some)
	@$(RUN) build_scripts.rings --only $(or $(RINGS),lint typings)

typings: setup build/typings/.ready ## Fetch the community's typings of the Foundry client
	@:

build/typings/.ready: $(TYPINGS)/package.json $(TYPINGS)/package-lock.json .npmrc
	@mkdir -p build/typings
	@cp $(TYPINGS)/package.json $(TYPINGS)/package-lock.json .npmrc build/typings
	@sh build_scripts/quietly.sh "fetching typings of the Foundry client (126 MB)" npm ci --prefix build/typings
	@touch $@

format: setup ## Put every file into the house format
	@$(VENV)/bin/ruff check --fix --quiet . ; $(VENV)/bin/ruff format --quiet .
	@$(NPM_BIN)/biome check --write --log-level=error

types: setup ## Generate the protocol's JSON Schema and TypeScript types, and the pages of games and words, again
	@$(RUN) build_scripts.schema
	@$(RUN) build_scripts.games
	@$(RUN) build_scripts.words

# Needs nothing of $(VENV), which cannot be made while hashes are wrong.
pins: build/pins/uv-$(UV) ## Write the hashes of Python packages anew, after their versions were changed (PINS= some of the files)
	@build/pins/venv/bin/python -m build_scripts.plainly build_scripts.hashes $(PINS)

build/pins/uv-$(UV):
	@python=$$(sh build_scripts/prerequisites.sh "$(PYTHON)") && \
	sh build_scripts/quietly.sh "making build/pins/venv with $$python" "$$python" -m venv --clear build/pins/venv
	@sh build_scripts/quietly.sh "fetching uv (20 MB)" \
		build/pins/venv/bin/python -m pip install --disable-pip-version-check uv==$(UV)
	@touch $@

profile: build ## Find out anew which functions of Pyodide the rules run, after Pyodide changed (QUESTIONS= fewer, for a try)
	@QUESTIONS="$(QUESTIONS)" $(RUN) tests.pyodide.profile

cave: setup ## Dig the demo's large cave again
	@$(RUN) build_scripts.cave

stories: setup ## Write the transcripts of whole turns anew, and show what differs
	@$(RUN) tests.stories

bench: foundry owlbear planarally ## Measure speed on boards beside other searches, start-up, pointer, answers, growth (ROUNDS=, BOARDS=)
	@ROUNDS="$(ROUNDS)" $(RUN) build_scripts.boards $(BOARDS)
	@ROUNDS="$(ROUNDS)" $(RUN) build_scripts.start_up
	@ROUNDS="$(ROUNDS)" $(RUN) build_scripts.pointer
	@ROUNDS="$(ROUNDS)" $(RUN) tests.benchmarks.foundry
	@ROUNDS="$(ROUNDS)" $(RUN) tests.benchmarks.hosts
	@ROUNDS="$(ROUNDS)" $(RUN) build_scripts.answers
	@ROUNDS="$(ROUNDS)" $(RUN) build_scripts.growth

soak: planarally ## Run properties, oracles, fuzzing far longer (EXAMPLES=, ROUNDS=, REQUESTS=, WHAT= as pytest's -k)
	@EXAMPLES="$(EXAMPLES)" ORACLE_ROUNDS="$(or $(ROUNDS),200)" TABLE_ROUNDS="$(or $(ROUNDS),200)" \
		FUZZ_REQUESTS="$(or $(REQUESTS),1000000)" $(VENV)/bin/python -m pytest tests/properties tests/oracle tests/fuzz \
		tests/hosts/planarally/test_interleavings.py --hypothesis-profile=soak -n 2 --dist worksteal -k "$(WHAT)"

mutate: setup build/mutate/.ready ## See whether tests notice errors slipped into the rules (WHAT=, SAMPLE=, SEED=)
	@PYTHONPATH="$(CURDIR)/build/mutate/packages" $(RUN) tests.mutation $(WHAT) --sample $(or $(SAMPLE),60) --seed $(or $(SEED),1)

# Beside those of $(VENV), which serves here too.
build/mutate/.ready: tests/mutation/requirements.txt $(VENV)/.ready
	@rm -rf build/mutate/packages
	@sh build_scripts/quietly.sh "fetching what mutation testing needs (20 MB)" \
		$(VENV)/bin/python -m pip install --disable-pip-version-check --require-hashes --no-deps \
		--target build/mutate/packages -r tests/mutation/requirements.txt
	@touch $@

screenshots: foundry owlbear ## Take the pictures of the documentation (ONLY= some, by how their names begin; gallery: every screen)
	@$(RUN) build_scripts.screenshots $(ONLY)
	@$(RUN) tests.hosts.foundry.pictures $(ONLY)
	@$(RUN) tests.hosts.owlbear.pictures $(ONLY)

film: build build/manual/.ready ## Take the moving picture of the README, light and dark (ONLY= one: demo, demo-dark)
	@PYTHONPATH="$(CURDIR)/build/manual/packages" $(RUN) build_scripts.film $(ONLY)

clean: ## Delete everything that make has made
	rm -rf $(VENV) node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
