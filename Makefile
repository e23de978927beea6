# On a fresh machine `make demo` and `make test` do everything, from building on.
# `make help` prints the text after `##`.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
CARGO := env -u MAKEFLAGS -u MFLAGS cargo

.PHONY: demo help test test-changed build-dev format lint types rust-test python-test bench bench-native pyright knockout net taken golden bless-passes reading mutate fuzz fuzz-python fuzz-rust mutants-kernel audit licences findings baselines site notebooks accessible wheels wheel-emulated wheel-test clean

demo: build-dev ## build, and watch two bots play; the default target
	$(BIN)/eastfront demo

help: ## this list
	@sed -nE 's/^([a-z][a-z-]*):.*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | \
		awk -F '\t' '{ printf "%-15s %s\n", $$1, $$2 }'

# The debug builds run beside the build of the extension, whose last step uses a single thread.
test: ## style, types, and the tests of Rust and Python
	$(MAKE) -j2 lint types rust-test
	$(MAKE) python-test

UPSTREAM ?= $(shell git rev-parse --quiet --verify --abbrev-ref origin/main || echo main)

test-changed: build-dev ## tests of files changed since UPSTREAM (origin/main), found by imports and names: tools/changed.py
	@tests=$$($(BIN)/python -m tools.changed --upstream $(UPSTREAM)) && \
		if [ -n "$$tests" ]; then set -x; $(BIN)/pytest -n 2 --dist loadfile $$tests; fi
	git diff --quiet $$(git merge-base $(UPSTREAM) HEAD) -- rust Cargo.lock || $(MAKE) rust-test

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

build-dev: $(STAMP) ## an environment in .venv, with the module built into it
	$(BIN)/maturin develop --release --quiet

format: $(STAMP) ## fix style: ruff's fixes and format, rustfmt
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(CARGO) fmt --all

lint: $(STAMP) ## style: ruff, rustfmt, clippy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings

types: $(STAMP) ## mypy, strict, and the stubs of the Rust module
	$(BIN)/mypy
	$(MAKE) build-dev
	$(BIN)/python -m mypy.stubtest eastfront._core --allowlist tests/stubtest.txt

pyright: build-dev ## pyright: the bots in examples/bots, misspelt names, and the types of public names
	$(BIN)/python -m pip install --quiet --group pyright
	$(BIN)/python -m tools.pyright

rust-test: ## the tests of the engine alone
	$(CARGO) test --workspace --quiet

python-test: build-dev ## the tests in tests/, with two processes
	$(BIN)/pytest -n 2 --dist loadfile

bench: build-dev ## benchmarks, with peers
	$(BIN)/python -m pip install --quiet --group bench || true
	$(BIN)/python -m benches

bench-native: ## micro-benchmarks of the engine
	cargo bench -p eastfront-kernel -p eastfront-core

knockout: build-dev ## turn each rule off and list the tests that fail
	$(BIN)/python -m tools.knockout

bless-passes: ## rewrite the golden diff of each compiler pass on a small program
	BLESS=1 $(CARGO) test --quiet -p eastfront-core --test passes

# At least 95 % of the planted wrong rules in each ledger must be killed. Of 20 drawn by a seed and tried
# again, none may differ from the ledger; `--recheck 300` tries more, before a release.
mutate: build-dev ## check the figures of planted wrong rules, and try a sample of them again
	for game in barbarossa-deluxe russian-campaign barbarossa-1971; do \
		$(BIN)/python -m tools.mutate $$game --figures --least 95 >/dev/null || exit 1; \
		$(BIN)/python -m tools.mutate $$game --recheck 20 --seed 1 || exit 1; \
	done

# Each target runs for SECONDS: those of Python by atheris, those of Rust by cargo-fuzz.
SECONDS ?= 60
RUST_FUZZ ?= rust/fuzz

fuzz: fuzz-python fuzz-rust ## fuzz everything that reads files: each target for SECONDS (60)

fuzz-python: build-dev ## the targets in fuzz/, by atheris
	$(BIN)/python -m pip install --quiet --group fuzz
	for target in $(filter-out __%,$(basename $(notdir $(wildcard fuzz/*.py)))); do \
		[ $$target = targets ] || $(BIN)/python -m fuzz $$target --seconds $(SECONDS) || exit 1; \
	done

fuzz-rust: ## the targets in rust/fuzz, by cargo-fuzz
	[ ! -d $(RUST_FUZZ) ] || for target in $$(cargo fuzz list --fuzz-dir $(RUST_FUZZ)); do \
		mkdir -p out/fuzz/$$target; \
		RUSTC_BOOTSTRAP=1 cargo fuzz run --fuzz-dir $(RUST_FUZZ) --sanitizer none $$target \
			out/fuzz/$$target $(RUST_FUZZ)/corpus/$$target -- -max_total_time=$(SECONDS) \
			-max_len=20000 -print_final_stats=1 || exit 1; \
	done

# The same seventh of all mutants of the kernels on each run. mutants.out/missed.txt lists the survivors,
# docs/kernel-mutants.md explains them.
mutants-kernel: ## mutation tests of the kernels, one mutant in seven, by cargo-mutants
	nice cargo mutants -p eastfront-kernel --shard 0/7 --sharding round-robin

net: build-dev ## compare play with stored digests; `python -m tools.net --whole`: without each rule too
	$(BIN)/python -m tools.net

taken: build-dev ## test games without the files of some options; `python -m tools.taken GAME --whole`: of each
	$(BIN)/python -m tools.taken russian-campaign
	$(BIN)/python -m tools.taken barbarossa-1971

golden: build-dev ## rewrite the golden playthroughs
	$(BIN)/python -m tools.golden

reading: build-dev ## rewrite docs/reading-rules.md, after a change of a rule that it shows
	$(BIN)/python -m tools.reading

audit: $(STAMP) ## fetch RustSec's advisories on our crates; needs a network
	$(BIN)/python -m tools.audit

licences: $(STAMP) ## collect the licences of linked crates, after a change of Cargo.lock
	$(BIN)/python -m tools.licences

baselines: build-dev ## Stable-Baselines3's checks, and training of a masked policy; installs torch
	$(BIN)/python -m pip install --quiet --group baselines
	$(BIN)/python -m tools.baselines

findings: ## run findings/*.sh at their own and at the newest versions; needs a network
	@failed=0; for finding in findings/*.sh; do \
		bash $$finding || { echo "$$finding: not seen at its own versions"; failed=1; continue; }; \
		NEWEST=1 bash $$finding && echo "$$finding: as it was" || echo "$$finding: CHANGED since"; \
	done; exit $$failed

# Without the warning of the theme about MkDocs 2, which docs/decisions/dependencies.md weighs.
site: build-dev ## build the documentation site in out/site, strictly and without a network
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	$(BIN)/python -m tools.site.check

notebooks: site ## execute the tutorials as notebooks
	$(BIN)/python -m pip install --quiet --group notebooks
	$(BIN)/python -m tools.site.notebooks

accessible: site ## check its pages with axe-core in Chromium
	$(BIN)/python -m pip install --quiet --no-deps --group axe
	$(BIN)/python -m tools.site.accessible

WHEELS ?=
TARGETS := $(foreach machine,x86_64 aarch64,$(foreach libc,gnu musl,$(machine)-unknown-linux-$(libc)))

wheels: $(STAMP) ## cross-compile the wheels of Linux into dist, or those named in WHEELS; needs rustup and a network
	$(BIN)/python -m pip install --quiet --group wheels
	rustup target add $(TARGETS)
	$(BIN)/python -m tools.wheels --out dist $(WHEELS)

wheel-emulated: build-dev ## play games with the wheel of arm64 in an emulator; needs Debian and a network
	$(BIN)/python -m tools.wheels.emulated dist/eastfront-*-abi3-manylinux*_aarch64.whl

wheel-test: $(STAMP) ## run the tests (TESTS) against the installed wheel of this machine, outside the checkout
	$(BIN)/python -m tools.wheels.installed dist/eastfront-*-abi3-manylinux*_$$(uname -m).whl $(TESTS)

clean: ## remove the environment and all build output
	rm -rf $(VENV) target out
