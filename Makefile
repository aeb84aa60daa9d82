# One word a chore; `make` lists them. PYTHON picks the interpreter the environment is made from.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help run serve test lint types layers check explorer model format lock wheel clean

help:  ## list the chores
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 10

$(VENV)/installed: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("paperkg needs Python 3.11 or newer, not " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

run: $(VENV)/installed  ## make the environment, build the graph of seeds/, say what to do next
	$(BIN)/kg build seeds -o graph.kg
	@echo
	@echo 'Try next:'
	@echo '  $(BIN)/kg show graph.kg A100'
	@echo '  $(BIN)/kg path graph.kg "Peking University" "mixture of experts"'
	@echo "  $(BIN)/kg query graph.kg 'SELECT ?title WHERE { ?paper kg:evaluatedOn/skos:prefLabel \"NVIDIA A100\"@en ; dcterms:title ?title }'"

serve: $(VENV)/installed explorer  ## serve the graph of seeds/ with the explorer
	test -e graph.kg || $(BIN)/kg build seeds -o graph.kg
	$(BIN)/kg serve graph.kg

explorer:  ## bundle the explorer of kg serve (needs npm)
	mkdir -p build/explorer && cp -R kg/serve/explorer/. build/explorer
	cd build/explorer && npm ci --no-audit --no-fund && npm run --silent check && npm run --silent build -- '$(CURDIR)/kg/serve/static'

test: lint types layers check  ## everything CI runs

lint: $(VENV)/installed  ## ruff: format and rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/installed  ## mypy --strict
	$(BIN)/mypy

layers: $(VENV)/installed  ## import-linter contracts
	$(BIN)/lint-imports --no-cache

check: $(VENV)/installed  ## pytest, on all cores
	$(BIN)/pytest -n auto

model: $(VENV)/installed  ## learn the judges' weights: make model GOLD="a.jsonl b.jsonl"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[model]'
	$(BIN)/python -m extractors.training --check $(GOLD)
	$(BIN)/python -m extractors.training $(GOLD)
	$(BIN)/python -m extractors.claims.training --check $(GOLD)
	$(BIN)/python -m extractors.claims.training $(GOLD)

format: $(VENV)/installed  ## put the code into its form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: $(VENV)/installed  ## write the versions in use to constraints.txt
	$(BIN)/pip list --format=freeze --exclude-editable | grep -viE '^(pip|setuptools|wheel|paperkg)==' | sort -f > constraints.txt

wheel: $(VENV)/installed  ## build the distribution into dist/
	$(BIN)/python -m build --outdir dist .

clean:  ## remove what the other chores made
	rm -rf $(VENV) build dist graph.kg kg/serve/static *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
