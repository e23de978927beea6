#!/usr/bin/env bash
# Maturin leaves a linked folder out of a wheel, but not out of a source distribution.
#
# Guess: links in the Python package are followed, or none is: a wheel of the checkout has the files that
#   are in the source distribution and so in a wheel of that.
# Seen with maturin 1.16.0: in a wheel, a link to a file becomes that file, and a link to a folder is left
#   out without a warning. A source distribution has the files of both. A pattern of `include` goes
#   through the link.
# Stands on it: pyproject.toml
set -euo pipefail
packages=(maturin==1.16.0)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "${packages[@]%%${NEWEST:+==*}}"
mkdir -p "$folder/work/src" "$folder/work/python/tiny" "$folder/work/data"
cd "$folder/work"
cat >Cargo.toml <<'END'
[package]
name = "tiny"
version = "1.0.0"
edition = "2021"
END
cat >pyproject.toml <<'END'
[build-system]
requires = ["maturin>=1.16,<2"]
build-backend = "maturin"

[project]
name = "tiny"
version = "1.0.0"

[tool.maturin]
bindings = "bin"
python-source = "python"
END
echo 'fn main() {}' >src/main.rs
touch python/tiny/__init__.py data/one.txt
ln -s ../../data python/tiny/folder
ln -s ../../data/one.txt python/tiny/file.txt
cat >"$folder/expected" <<'END'
source distribution: __init__.py file.txt folder/one.txt
wheel, 0 warnings: __init__.py file.txt
wheel with include: __init__.py file.txt folder/one.txt
END
run() {
    "$folder/venv/bin/maturin" "$@" 2>"$folder/log" || { cat "$folder/log" >&2 && exit 1; }
}
run sdist --out "$folder/plain"
run build --quiet --out "$folder/plain"
warnings=$(grep -ci warning "$folder/log" || true)
echo 'include = [{ path = "python/tiny/folder/*", format = "wheel" }]' >>pyproject.toml
run build --quiet --out "$folder/included"
"$folder/venv/bin/python" - "$folder" "$warnings" >"$folder/seen" <<'END'
import sys
import tarfile
import zipfile
from pathlib import Path

folder, warnings = Path(sys.argv[1]), sys.argv[2]


def show(what, names):
    print(f"{what}: {' '.join(sorted(name.split('tiny/')[-1] for name in names))}")


(source,) = (folder / "plain").glob("*.tar.gz")
with tarfile.open(source) as archive:
    files = [member.name for member in archive if member.isfile()]
show("source distribution", (name for name in files if "/python/tiny/" in name))
for what, place in {f"wheel, {warnings} warnings": "plain", "wheel with include": "included"}.items():
    (wheel,) = (folder / place).glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        show(what, (name for name in archive.namelist() if name.startswith("tiny/")))
END
diff "$folder/expected" "$folder/seen"
