#!/usr/bin/env bash
# A wheel by maturin names the folder of its checkout, and differs from build to build.
#
# Guess: the list of crates in a wheel (`sboms/*.cyclonedx.json`) depends on the sources alone. Two builds
#   give the same wheel; with `SOURCE_DATE_EPOCH`, which maturin reads, in whichever folder they are made.
# Seen with maturin 1.16.0: the list has the time, a random number, and as the name of the package's crate
#   its absolute path. `SOURCE_DATE_EPOCH` fixes the time and leaves out the number; the path stays.
#   Without the list (`rust = false` in `[tool.maturin.sbom]`) wheels from two folders are equal.
# Stands on it: pyproject.toml
set -euo pipefail
packages=(maturin==1.16.0)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "${packages[@]%%${NEWEST:+==*}}"
mkdir -p "$folder/one/src"
cat >"$folder/one/Cargo.toml" <<'END'
[package]
name = "tiny"
version = "1.0.0"
edition = "2021"

[profile.release]
strip = true
END
cat >"$folder/one/pyproject.toml" <<'END'
[build-system]
requires = ["maturin>=1.16,<2"]
build-backend = "maturin"

[project]
name = "tiny"
version = "1.0.0"

[tool.maturin]
bindings = "bin"
END
echo 'fn main() {}' >"$folder/one/src/main.rs"
cp -r "$folder/one" "$folder/two"
build() { # the folder of the checkout, the folder of the wheel
    cd "$folder/$1"
    "$folder/venv/bin/maturin" build --release --quiet --out "$folder/$2" 2>"$folder/log" ||
        { cat "$folder/log" >&2 && exit 1; }
}
unset SOURCE_DATE_EPOCH
build one plain
build one plain-again
export SOURCE_DATE_EPOCH=1000000000
build one dated
build one dated-again
build two dated-elsewhere
for checkout in one two; do
    printf '\n[tool.maturin.sbom]\nrust = false\n' >>"$folder/$checkout/pyproject.toml"
    build "$checkout" "without-$checkout"
done
cat >"$folder/expected" <<'END'
two builds in one folder: RECORD, tiny.cyclonedx.json differ
  serialNumber: RANDOM and RANDOM
  timestamp: NOW and NOW
  component: path+file://FOLDER/one#tiny@1.0.0
with SOURCE_DATE_EPOCH in one folder: equal
  serialNumber: None
  timestamp: 2001-09-09T01:46:40.000000000Z
  component: path+file://FOLDER/one#tiny@1.0.0
with SOURCE_DATE_EPOCH in two folders: RECORD, tiny.cyclonedx.json differ
  serialNumber: None
  timestamp: 2001-09-09T01:46:40.000000000Z
  component: path+file://FOLDER/one#tiny@1.0.0 and path+file://FOLDER/two#tiny@1.0.0
without the list in two folders: equal
END
"$folder/venv/bin/python" - "$folder" >"$folder/seen" <<'END'
import json
import re
import sys
from pathlib import Path
from zipfile import ZipFile

folder = Path(sys.argv[1])


def files(wheel):
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def entries(files):
    """Those of the list of crates in a wheel."""
    for text in (text for name, text in files.items() if "/sboms/" in name):
        listed = json.loads(text)
        yield "serialNumber", listed.get("serialNumber")
        yield "timestamp", listed["metadata"]["timestamp"]
        yield "component", listed["metadata"]["component"]["bom-ref"]


def compare(what, *folders):
    wheels = [next((folder / name).glob("*.whl")) for name in folders]
    one, two = map(files, wheels)
    differ = sorted(Path(name).name for name in one | two if one.get(name) != two.get(name))
    equal = wheels[0].read_bytes() == wheels[1].read_bytes()
    print(f"{what}: {'equal' if equal else ', '.join(differ) + ' differ'}")
    for (name, first), (_, second) in zip(entries(one), entries(two), strict=True):
        told = f"{first}" if first == second else f"{first} and {second}"
        told = re.sub(r"urn:uuid:[-0-9a-f]{36}", "RANDOM", told)
        told = re.sub(r"20[2-9]\d-\S+Z", "NOW", told)
        print(f"  {name}: {told.replace(str(folder.resolve()), 'FOLDER')}")


compare("two builds in one folder", "plain", "plain-again")
compare("with SOURCE_DATE_EPOCH in one folder", "dated", "dated-again")
compare("with SOURCE_DATE_EPOCH in two folders", "dated", "dated-elsewhere")
compare("without the list in two folders", "without-one", "without-two")
END
diff "$folder/expected" "$folder/seen"
