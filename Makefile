# The menu of habits. Two commands do everything on a fresh machine: `make demo` and `make test`.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
CARGO := env -u MAKEFLAGS -u MFLAGS cargo

.PHONY: demo test build-dev lint types rust-test python-test bench bench-native knockout net taken golden reading mutate fuzz fuzz-python fuzz-rust mutants-kernel audit licences findings baselines clean

demo: build-dev
	$(BIN)/eastfront demo

# What builds for debugging goes on beside the extension, which is long in one thread at its end.
test:
	$(MAKE) -j2 lint types rust-test
	$(MAKE) python-test

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --group dev
	touch $@

build-dev: $(STAMP)
	$(BIN)/maturin develop --release --quiet

lint: $(STAMP)
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: build-dev
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest eastfront._core --allowlist tests/stubtest.txt

rust-test:
	$(CARGO) test --workspace --quiet

python-test: build-dev
	$(BIN)/pytest -n 2 --dist loadfile

bench: build-dev
	$(BIN)/python -m pip install --quiet --group bench || true
	$(BIN)/python -m benches

bench-native:
	cargo bench -p eastfront-core

knockout: build-dev
	$(BIN)/python -m tools.knockout

# Of what is kept at least so many of 100 wrong rules must be seen, and what is drawn by a seed must
# come to what is kept of it, but for a few as long as not all that is kept has been tried anew.
mutate: build-dev
	for game in barbarossa-deluxe russian-campaign barbarossa-1971; do \
		$(BIN)/python -m tools.mutate $$game --figures --least 95 >/dev/null || exit 1; \
		$(BIN)/python -m tools.mutate $$game --recheck 50 --seed 1 --differing 5 || exit 1; \
	done

# Each target for so many seconds: those of Python by atheris, those of Rust by cargo-fuzz.
SECONDS ?= 60
RUST_FUZZ ?= rust/fuzz

fuzz: fuzz-python fuzz-rust

fuzz-python: build-dev
	$(BIN)/python -m pip install --quiet --group fuzz
	for target in $(filter-out __%,$(basename $(notdir $(wildcard fuzz/*.py)))); do \
		[ $$target = targets ] || $(BIN)/python -m fuzz $$target --seconds $(SECONDS) || exit 1; \
	done

fuzz-rust:
	[ ! -d $(RUST_FUZZ) ] || for target in $$(cargo fuzz list --fuzz-dir $(RUST_FUZZ)); do \
		mkdir -p out/fuzz/$$target; \
		RUSTC_BOOTSTRAP=1 cargo fuzz run --fuzz-dir $(RUST_FUZZ) --sanitizer none $$target \
			out/fuzz/$$target $(RUST_FUZZ)/corpus/$$target -- -max_total_time=$(SECONDS) \
			-max_len=20000 -print_final_stats=1 || exit 1; \
	done

# wrong kernels, one at a time: one in seven of all, always the same; mutants.out/missed.txt tells
# what survives, docs/kernel-mutants.md why
mutants-kernel:
	nice cargo mutants -p eastfront-core --shard 0/7 --sharding round-robin

# Whether games play as they did; `python -m tools.net --whole` plays each rule left out as well.
net: build-dev
	$(BIN)/python -m tools.net

# Whether the games are whole without some of their options; `--whole` takes each away alone.
taken: build-dev
	$(BIN)/python -m tools.taken russian-campaign
	$(BIN)/python -m tools.taken barbarossa-1971

golden: build-dev
	$(BIN)/python -m tools.golden

# after a change of a rule that docs/reading-rules.md shows
reading: build-dev
	$(BIN)/python -m tools.reading

# what RustSec says of our crates today; needs a network
audit: $(STAMP)
	$(BIN)/python -m tools.audit

# after a change of Cargo.lock
licences: $(STAMP)
	$(BIN)/python -m tools.licences

# Stable-Baselines3's own checks, and a masked policy that learns; brings torch.
baselines: build-dev
	$(BIN)/python -m pip install --quiet --group baselines
	$(BIN)/python -m tools.baselines

# What surprised us in other libraries: as it was seen, and with their newest versions. Needs a network.
findings:
	@failed=0; for finding in findings/*.sh; do \
		bash $$finding || { echo "$$finding: not seen at its own versions"; failed=1; continue; }; \
		NEWEST=1 bash $$finding && echo "$$finding: as it was" || echo "$$finding: CHANGED since"; \
	done; exit $$failed

clean:
	rm -rf $(VENV) target out
