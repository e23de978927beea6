"""The kinds of corruption: each makes one change in one place, and describes it."""

from __future__ import annotations

import csv
import io
import re
import string
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from random import Random

from eastfront.scenario.lines import Part, parts

ODD = "unheard-of"
"""A name unknown to all games."""


@dataclass(frozen=True)
class Spoilt:
    """A file after one change."""

    data: bytes | None
    """The content of the file; None if it is removed."""
    kind: str
    told: str
    """A description of the change."""
    lines: tuple[int, int]
    """First and last line, in the corrupted file, at which an error may point."""
    names: tuple[str, ...] = ()
    """Keys, columns or words, any of which identifies the place."""
    value: object = None
    """The present value; None if something is missing, or if any value will do."""
    steps: tuple[str | int, ...] = field(default=())
    """The keys and indices of the place, in a TOML file; the column in a table."""


Kind = Callable[[str, Random], Spoilt | None]


def line(text: str, at: int) -> int:
    """The line of an offset, from 1."""
    return text.count("\n", 0, at) + 1


def misspelt(word: str, random: Random) -> str:
    """A word with one letter dropped, doubled, changed or exchanged with the next."""
    if len(word) < 2:
        return word + "x"
    at = random.randrange(len(word) - 1)
    found = random.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + random.choice(string.ascii_lowercase) + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        )
    )
    return found if found != word else word + "x"


# -- TOML ---------------------------------------------------------------------------------------


def _cut(text: str, part: Part) -> tuple[int, int]:
    """The span of a part, with the rest of its line if it is alone there."""
    start, end = part.start, part.end
    while start and text[start - 1] in " \t":
        start -= 1
    rest = re.match(r"[ \t]*(?:#[^\n]*)?\n", text[end:])
    if rest and (not start or text[start - 1] == "\n"):
        return start, end + rest.end()
    after = re.match(r"\s*,\s*", text[end:])
    if after:
        return part.start, end + after.end()
    before = re.search(r",\s*$", text[: part.start])
    return (before.start() if before else part.start), end


def _pairs(text: str) -> list[Part]:
    return [p for p in parts(text) if p.kind != "header" and p.start != p.value]


def _elements(text: str) -> list[Part]:
    return [
        p
        for p in parts(text)
        if p.start == p.value and isinstance(p.steps[-1], int) and p.kind != "header"
    ]


def _pick(found: list[Part], random: Random) -> Part | None:
    return random.choice(found) if found else None


def _put(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def _around(text: str, part: Part) -> tuple[int, int]:
    """The lines of a part and of the table or array around it."""
    holders = [
        p for p in parts(text) if p.steps == part.steps[: len(p.steps)] and p.kind == "header"
    ]
    first = holders[-1].start if holders else 0
    return line(text, first), line(text, part.end)


def key_removed(text: str, random: Random) -> Spoilt | None:
    """Removes a key and its value."""
    if (part := _pick(_pairs(text), random)) is None:
        return None
    start, end = _cut(text, part)
    return Spoilt(
        _put(text, start, end, "").encode(), "key removed", f"{part.steps} removed",
        (0, 0), (part.key,), None, part.steps,
    )  # fmt: skip


def key_misspelt(text: str, random: Random) -> Spoilt | None:
    """Misspells a key."""
    if (part := _pick(_pairs(text), random)) is None:
        return None
    raw = re.match(r'"[^"]*"|[\w-]+', text[part.start :])
    if raw is None:
        return None
    new = misspelt(raw[0].strip('"'), random)
    now = _put(text, part.start, part.start + len(raw[0]), f'"{new}"')
    where = line(text, part.start)
    return Spoilt(
        now.encode(), "key misspelt", f"{part.steps} is {new!r}", (where, where), (part.key, new),
        None, (*part.steps[:-1], new),
    )  # fmt: skip


def key_added(text: str, random: Random) -> Spoilt | None:
    """Adds an unknown key."""
    if (part := _pick([p for p in _pairs(text) if text[: p.start].endswith("\n")], random)) is None:
        return None
    new = random.choice((f"{ODD} = 7\n", f'{ODD} = "x"\n', f"{ODD} = []\n"))
    where = line(text, part.start)
    return Spoilt(
        _put(text, part.start, part.start, new).encode(), "key added",
        f"{new.strip()} in line {where}", (where, where), (ODD,), None, (*part.steps[:-1], ODD),
    )  # fmt: skip


def key_doubled(text: str, random: Random) -> Spoilt | None:
    """Repeats a key."""
    if (part := _pick(_pairs(text), random)) is None:
        return None
    again = text[part.start : part.end]
    inline = not text[: part.start].rstrip(" \t").endswith("\n") and part.start
    now = _put(text, part.end, part.end, f", {again}" if inline else f"\n{again}")
    return Spoilt(
        now.encode(), "key doubled", f"{part.steps} twice",
        (line(now, part.start), line(now, part.end + len(again)) + 1),
        (part.key,), None, part.steps,
    )  # fmt: skip


def _valued(
    text: str, kind: str, part: Part, new: str, value: object, names: tuple[str, ...] = ()
) -> Spoilt:
    now = _put(text, part.value, part.end, new)
    return Spoilt(
        now.encode(), kind, f"{part.steps}: {text[part.value : part.end]!r:.60} is {new:.60}",
        (line(text, part.value), line(text, part.value)), (part.key, *names), value, part.steps,
    )  # fmt: skip


def _bare(text: str, part: Part) -> str:
    return text[part.value : part.end]


def _is_number(text: str, part: Part) -> bool:
    return part.kind == "" and re.fullmatch(r"[+-]?\d+", _bare(text, part)) is not None


def value_of_wrong_type(text: str, random: Random) -> Spoilt | None:
    """A text for a number, a number for a list, and so on."""
    part = _pick([p for p in parts(text) if p.kind != "header"], random)
    if part is None:
        return None
    others: list[tuple[str, object]] = []
    if part.kind != '"':
        others.append(('"three"', "three"))
    if not _is_number(text, part):
        others += [("3", 3)]
    if part.kind != "[":
        others += [("[3]", [3])]
    if part.kind != "{":
        others += [("{ x = 3 }", {"x": 3})]
    others += [("2.5", 2.5), ("1979-05-27", date(1979, 5, 27)), ("nan", "nan")]
    if _bare(text, part) not in ("true", "false"):
        others += [("true", True)]
    new, value = random.choice(others)
    return _valued(text, "value of wrong type", part, new, value)


def value_out_of_range(text: str, random: Random) -> Spoilt | None:
    """A number far too high or too low."""
    if (part := _pick([p for p in parts(text) if _is_number(text, p)], random)) is None:
        return None
    number = random.choice((-1000, -100_000, 100_000, 2**31, 2**63, 10**30))
    return _valued(text, "value out of range", part, str(number), number)


def value_off_by_one(text: str, random: Random) -> Spoilt | None:
    """A number that is one more or one less."""
    if (part := _pick([p for p in parts(text) if _is_number(text, p)], random)) is None:
        return None
    number = int(_bare(text, part)) + random.choice((-1, 1))
    return _valued(text, "value off by one", part, str(number), number)


def value_empty(text: str, random: Random) -> Spoilt | None:
    """An empty text, list or table."""
    some = [p for p in parts(text) if p.kind in ('"', "[", "{")]
    if (part := _pick(some, random)) is None:
        return None
    new, value = {'"': ('""', ""), "[": ("[]", []), "{": ("{}", {})}[part.kind]
    return _valued(text, "value empty", part, new, value)


def _texts(text: str) -> list[Part]:
    return [p for p in parts(text) if p.kind == '"' and text[p.value] != text[p.value + 1]]


def name_unknown(text: str, random: Random) -> Spoilt | None:
    """An unknown or misspelt name."""
    if (part := _pick(_texts(text), random)) is None:
        return None
    old = _bare(text, part)[1:-1]
    new = random.choice((ODD, misspelt(old, random), old.swapcase() + "x"))
    new = new.replace('"', "x").replace("\\", "x").replace("\n", "x")
    return _valued(text, "name unknown", part, f'"{new}"', new, (old,))


def name_of_another(text: str, random: Random) -> Spoilt | None:
    """Another name of the same list in place of one, and so repeated."""
    some = [p for p in _texts(text) if isinstance(p.steps[-1], int)]
    if (part := _pick(some, random)) is None:
        return None
    same = [
        p for p in some if p.steps[:-1] == part.steps[:-1] and _bare(text, p) != _bare(text, part)
    ]
    if (other := _pick(same, random)) is None:
        return None
    new = _bare(text, other)
    return _valued(text, "name twice", part, new, new[1:-1], (_bare(text, part)[1:-1],))


def element_removed(text: str, random: Random) -> Spoilt | None:
    """Removes an element of a list."""
    if (part := _pick(_elements(text), random)) is None:
        return None
    start, end = _cut(text, part)
    gone = _bare(text, part).strip('"')
    return Spoilt(
        _put(text, start, end, "").encode(), "element removed", f"{part.steps} {gone:.60} removed",
        (line(text, part.start), line(text, part.start)), (part.key, gone), None, part.steps,
    )  # fmt: skip


def element_doubled(text: str, random: Random) -> Spoilt | None:
    """Repeats an element of a list."""
    if (part := _pick(_elements(text), random)) is None:
        return None
    again = _bare(text, part)
    now = _put(text, part.end, part.end, f", {again}")
    return Spoilt(
        now.encode(), "element doubled", f"{part.steps} {again:.60} twice",
        (line(text, part.start), line(now, part.end + len(again))), (part.key,), None, part.steps,
    )  # fmt: skip


def _block(text: str, part: Part) -> tuple[int, int]:
    """A header with its content."""
    later = [p.start for p in parts(text) if p.kind == "header" and p.start > part.start]
    return part.start, min(later, default=len(text))


def table_removed(text: str, random: Random) -> Spoilt | None:
    """Removes a header with its content."""
    if (part := _pick([p for p in parts(text) if p.kind == "header"], random)) is None:
        return None
    start, end = _block(text, part)
    names = re.findall(r'name = "([^"]+)"', text[start:end])[:1]
    return Spoilt(
        _put(text, start, end, "").encode(), "table removed", f"{part.steps} removed {names}",
        (line(text, start), line(text, start)), (part.key, *names), None, part.steps,
    )  # fmt: skip


def table_doubled(text: str, random: Random) -> Spoilt | None:
    """Repeats a header with its content."""
    if (part := _pick([p for p in parts(text) if p.kind == "header"], random)) is None:
        return None
    start, end = _block(text, part)
    now = _put(text, end, end, text[start:end])
    return Spoilt(
        now.encode(), "table doubled", f"{part.steps} twice",
        (line(now, start), line(now, 2 * end - start)),
        (part.key,), None, part.steps,
    )  # fmt: skip


def table_misspelt(text: str, random: Random) -> Spoilt | None:
    """Misspells a header."""
    if (part := _pick([p for p in parts(text) if p.kind == "header"], random)) is None:
        return None
    new = misspelt(part.key, random)
    raw = text[part.start : part.end]
    at = part.start + raw.rindex(part.key)
    where = line(text, part.start)
    return Spoilt(
        _put(text, at, at + len(part.key), new).encode(),
        "table misspelt", f"{part.steps} is {new!r}",
        (where, where), (part.key, new), None, part.steps,
    )  # fmt: skip


def syntax_broken(text: str, random: Random) -> Spoilt | None:
    """Removes a character of the syntax."""
    at = random.choice([m.start() for m in re.finditer(r'[\[\]{}="]', text)])
    last = text.count("\n") + 1
    return Spoilt(
        _put(text, at, at + 1, "").encode(), "syntax broken",
        f"{text[at]} gone from line {line(text, at)}", (max(1, line(text, at) - 1), last),
    )  # fmt: skip


# -- tables -------------------------------------------------------------------------------------


def _rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def _write(rows: list[list[str]]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


def _row(kind: str) -> Kind:
    def spoil(text: str, random: Random) -> Spoilt | None:
        rows = _rows(text)
        at = random.randrange(1, len(rows))
        row, old = rows[at], list(rows[at])
        value: object = None
        if kind == "row dropped":
            del rows[at]
        elif kind == "row doubled":
            rows.insert(at, row)
        elif kind == "row short":
            del row[random.randrange(len(row))]
        elif kind == "row long":
            row.insert(random.randrange(len(row) + 1), random.choice(("", "x", "7")))
        else:
            rows.insert(at, [])
        last = len(rows) if kind == "row dropped" else at + 2
        return Spoilt(
            _write(rows), kind, f"line {at + 1}, {','.join(old):.60}",
            (at + 1 if kind != "row dropped" else 1, last), (old[0], *old[1:3]), value,
        )  # fmt: skip

    return spoil


def _header(kind: str) -> Kind:
    def spoil(text: str, random: Random) -> Spoilt | None:
        rows = _rows(text)
        at = random.randrange(len(rows[0]))
        old = rows[0][at]
        if kind == "column misspelt":
            rows[0][at] = misspelt(old, random)
        elif kind == "column doubled":
            rows[0][at] = random.choice([name for name in rows[0] if name != old])
        elif kind == "column removed":
            for row in rows:
                del row[at]
        elif kind == "column added":
            for number, row in enumerate(rows):
                row.insert(at, "x" if number else ODD)
        else:
            other = random.choice([i for i in range(len(rows[0])) if i != at])
            rows[0][at], rows[0][other] = rows[0][other], rows[0][at]
        last = len(rows) if kind == "columns exchanged" else 1
        return Spoilt(_write(rows), kind, f"{old} of the header", (1, last), (), None, (old,))

    return spoil


def _cell(kind: str) -> Kind:
    def spoil(text: str, random: Random) -> Spoilt | None:
        rows = _rows(text)
        at, column = random.randrange(1, len(rows)), random.randrange(len(rows[0]))
        old = rows[at][column]
        numbers = {row[column] for row in rows[1:]}
        if kind == "cell empty" and old:
            new = ""
        elif kind == "cell unknown":
            new = random.choice((ODD, misspelt(old, random) if old else "x"))
        elif kind == "cell of wrong type" and old.isdigit():
            new = random.choice(("three", "2.5", f"{old}.0", f"+{old}", "nan", "0x3", f" {old}"))
        elif kind == "cell out of range" and old.isdigit():
            new = random.choice(("-1", "1000", "100000", str(10**20)))
        elif kind == "cell of another" and len(numbers) > 1:
            new = random.choice(sorted(numbers - {old}))
        else:
            return None
        rows[at][column] = new
        return Spoilt(
            _write(rows), kind, f"line {at + 1}, {rows[0][column]}: {old!r} is {new!r:.60}",
            (at + 1, at + 1), (old, rows[at][0]) if old else (rows[at][0],), new,
            (rows[0][column],),
        )  # fmt: skip

    return spoil


def quote_added(text: str, random: Random) -> Spoilt | None:
    """Adds a misplaced quotation mark."""
    at = random.randrange(text.index("\n") + 1, len(text))
    return Spoilt(
        _put(text, at, at, '"').encode(), "syntax broken", f"a quote in line {line(text, at)}",
        (line(text, at), text.count("\n") + 1), (), None, ("name",),
    )  # fmt: skip


# -- files --------------------------------------------------------------------------------------


def encoding_broken(text: str, random: Random) -> Spoilt | None:
    """Invalid UTF-8, a byte order mark, or a control character."""
    data = text.encode()
    at = random.randrange(len(data))
    at -= at and data[at] & 0xC0 == 0x80
    bad, told = random.choice(((b"\xe4", "latin-1"), (b"\x00", "a NUL"), (b"\xff\xfe", "UTF-16")))
    if random.random() < 0.2:
        at, bad, told = 0, b"\xef\xbb\xbf", "a byte order mark"
    where = data.count(b"\n", 0, at) + 1
    return Spoilt(
        data[:at] + bad + data[at:], "encoding broken", f"{told} in line {where}", (where, where)
    )


def file_missing(text: str, random: Random) -> Spoilt | None:
    """Removes the file."""
    return Spoilt(None, "file missing", "no file", (0, 0))


def file_empty(text: str, random: Random) -> Spoilt | None:
    """Empties the file."""
    data = random.choice((b"", b"\n", b"   \n\n"))
    return Spoilt(data, "file empty", "no text", (0, 1))


def file_cut(text: str, random: Random) -> Spoilt | None:
    """Truncates the file."""
    at = random.randrange(1, len(text) - 1)
    return Spoilt(
        text[:at].encode(), "file cut", f"cut after {at} signs, in line {line(text, at)}",
        (1, line(text, at) + 1),
    )  # fmt: skip


TOML: dict[Kind, int] = {
    key_removed: 10, key_misspelt: 8, key_added: 8, key_doubled: 6, value_of_wrong_type: 10,
    value_out_of_range: 8, value_off_by_one: 5, value_empty: 8, name_unknown: 12,
    name_of_another: 6, element_removed: 5, element_doubled: 5, table_removed: 4, table_doubled: 4,
    table_misspelt: 4, syntax_broken: 5,
}  # fmt: skip
TABLE: dict[Kind, int] = {
    _row("row dropped"): 8, _row("row doubled"): 8, _row("row short"): 8, _row("row long"): 8,
    _row("row empty"): 3, _header("column misspelt"): 4, _header("column doubled"): 3,
    _header("column removed"): 3, _header("column added"): 3, _header("columns exchanged"): 3,
    _cell("cell empty"): 10, _cell("cell unknown"): 14, _cell("cell of wrong type"): 10,
    _cell("cell out of range"): 10, _cell("cell of another"): 12, quote_added: 4,
}  # fmt: skip
FILE: dict[Kind, int] = {encoding_broken: 5, file_missing: 2, file_empty: 2, file_cut: 4}
"""The weight of each kind, among those for its form of file."""


def spoil(name: str, text: str, random: Random) -> Spoilt:
    """A file corrupted in a way that its text allows."""
    kinds = (TOML if name.endswith(".toml") else TABLE) | FILE
    while True:
        found = random.choices(list(kinds), list(kinds.values()))[0](text, random)
        if found is not None and found.data != text.encode():
            return found
