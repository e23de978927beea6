#!/usr/bin/env bash
# For musl, maturin builds without the flags of rustc that its `--config` sets.
#
# Guess: `maturin build --config "target.'cfg(...)'.rustflags=[...]"` is handed to Cargo, which appends the
#   flags to those of `.cargo/config.toml`, whatever the target.
# Seen with maturin 1.16.0: so it is for glibc. For musl maturin puts the flags of the file and its own
#   `-C target-feature=-crt-static` into CARGO_ENCODED_RUSTFLAGS, and those of `--config` are lost without a
#   word. Flags in that variable to begin with reach the compiler for both.
# Stands on it: tools/wheels/__main__.py
set -euo pipefail
packages=(maturin==1.16.0 ziglang==0.15.2)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "${packages[@]%%${NEWEST:+==*}}"
targets=(x86_64-unknown-linux-gnu x86_64-unknown-linux-musl)
rustup --quiet target add "${targets[@]}" 2>"$folder/log" || { cat "$folder/log" >&2 && exit 1; }
mkdir -p "$folder/tiny/src" "$folder/tiny/.cargo"
cd "$folder/tiny"
cat >Cargo.toml <<'END'
[package]
name = "tiny"
version = "1.0.0"
edition = "2021"

[lib]
crate-type = ["cdylib"]
END
cat >.cargo/config.toml <<'END'
[target.'cfg(target_arch = "x86_64")']
rustflags = ["--cfg", "in_the_file"]
END
cat >pyproject.toml <<'END'
[build-system]
requires = ["maturin>=1.16,<2"]
build-backend = "maturin"

[project]
name = "tiny"
version = "1.0.0"

[tool.maturin]
bindings = "cffi"
END
cat >src/lib.rs <<'END'
#![allow(unexpected_cfgs)]
#[cfg(in_the_file)]
#[no_mangle]
pub static IN_THE_FILE: u8 = 1;
#[cfg(in_the_command)]
#[no_mangle]
pub static IN_THE_COMMAND: u8 = 1;
#[cfg(in_the_variable)]
#[no_mangle]
pub static IN_THE_VARIABLE: u8 = 1;
END
"$folder/venv/bin/pip" install --quiet cffi
export PATH="$folder/venv/bin:$PATH"
build() { # a name, a target, and more words
    cargo clean --quiet
    maturin build --release --quiet --zig --target "$2" --out "$folder/$1" "${@:3}" 2>"$folder/log" ||
        { cat "$folder/log" >&2 && exit 1; }
    printf '%s:' "$1" >>"$folder/seen"
    python -m zipfile -e "$folder/$1"/*.whl "$folder/$1/files"
    for word in IN_THE_FILE IN_THE_COMMAND IN_THE_VARIABLE; do
        ! grep -qr "$word" "$folder/$1/files" --include='*.so' || printf ' %s' "$word" >>"$folder/seen"
    done
    echo >>"$folder/seen"
}
command="target.'cfg(target_arch = \"x86_64\")'.rustflags=['--cfg', 'in_the_command']"
for target in "${targets[@]}"; do
    build "${target##*-} command" "$target" --config "$command"
done
export CARGO_ENCODED_RUSTFLAGS=$'--cfg\x1fin_the_variable'
for target in "${targets[@]}"; do
    build "${target##*-} variable" "$target"
done
cat >"$folder/expected" <<'END'
gnu command: IN_THE_FILE IN_THE_COMMAND
musl command: IN_THE_FILE
gnu variable: IN_THE_VARIABLE
musl variable: IN_THE_VARIABLE
END
diff "$folder/expected" "$folder/seen"
