#!/usr/bin/env bash
# A jsonschema validator with keywords of one's own loses them where a schema names its dialect.
#
# Guess: the class made by `validators.extend` checks its added keywords in every schema that it is given,
#   also after `evolve` and in embedded schemas.
# Seen with jsonschema 4.26.0: `evolve(schema=...)` looks a class up by `$schema`, so for a schema with
#   that key it returns the dialect's own class, and an embedded schema with it is checked by that
#   class; the added keyword is silently ignored in both.
# Stands on it: tests/wire/test_schema.py
set -euo pipefail
packages=(jsonschema==4.26.0)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "${packages[@]%%${NEWEST:+==*}}"
cat >"$folder/expected" <<'END'
as made: ['2 is even', '4 is even']
after evolve: []
embedded: []
embedded, no dialect: ['2 is even', '4 is even']
END
"$folder/venv/bin/python" - >"$folder/seen" <<'END'
from jsonschema import Draft202012Validator, ValidationError, validators


def odd(validator, wanted, number, schema):
    if wanted and validator.is_type(number, "integer") and number % 2 == 0:
        yield ValidationError(f"{number} is even")


Odd = validators.extend(Draft202012Validator, {"odd": odd})
dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
numbers = {"type": "array", "items": {"odd": True}}


def show(name, validator):
    print(f"{name}: {[error.message for error in validator.iter_errors([1, 2, 3, 4])]}")


show("as made", Odd({**dialect, **numbers}))
show("after evolve", Odd(numbers).evolve(schema={**dialect, **numbers}))
show("embedded", Odd({"allOf": [{"$id": "https://example.org/n", **dialect, **numbers}]}))
show("embedded, no dialect", Odd({"allOf": [{"$id": "https://example.org/n", **numbers}]}))
END
diff "$folder/expected" "$folder/seen"
