"""A file that the package writes is complete, or unchanged after a failure."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

import eastfront as ef
from eastfront import files
from eastfront.cli import main
from eastfront.loading import cache

SHORT = "barbarossa-1971/zitadelle"


def left(folder: Path) -> list[Path]:
    """What unfinished writes have left."""
    return list(folder.glob(files.UNFINISHED))


def test_many_who_write_one_file_at_once(tmp_path: Path) -> None:
    """Whoever reads it finds the whole of what one of them wrote."""
    path, at_once = tmp_path / "file", threading.Barrier(8)
    contents = {bytes([n]) * 200_000 for n in range(8)}
    files.write(path, b"\0" * 200_000)

    def write(content: bytes) -> None:
        at_once.wait()
        for _ in range(20):
            files.write(path, content)
            assert path.read_bytes() in contents

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, sorted(contents)))
    assert not left(tmp_path)


def test_text_is_written_as_utf_8(tmp_path: Path) -> None:
    files.write(str(tmp_path / "text"), "Küstrin\n")
    assert (tmp_path / "text").read_bytes() == "Küstrin\n".encode()


def test_modes_and_links_stay(tmp_path: Path) -> None:
    new, old, link = tmp_path / "new", tmp_path / "old", tmp_path / "link"
    old.touch()
    old.chmod(0o640)
    link.symlink_to(old)
    before = os.umask(0o022)
    try:
        files.write(new, b"new")
        files.write(link, b"through the link")
        files.write(tmp_path / "own", b"own", 0o600)
    finally:
        os.umask(before)
    assert stat.S_IMODE(new.stat().st_mode) == 0o644
    assert stat.S_IMODE((tmp_path / "own").stat().st_mode) == 0o600
    assert link.is_symlink() and old.read_bytes() == b"through the link"
    assert stat.S_IMODE(old.stat().st_mode) == 0o640


def test_what_is_no_plain_file_is_written_as_it_is() -> None:
    read, written = os.pipe()
    with os.fdopen(read, "rb") as out:
        try:
            files.write(f"/dev/fd/{written}", b"through a pipe")
        finally:
            os.close(written)
        assert out.read() == b"through a pipe"


FULL = """
import resource, sys
import eastfront as ef
from eastfront import files, record
from eastfront.loading import cache
from pathlib import Path
kept = record.Recorder(ef.load("barbarossa-1971/zitadelle"), seed=1)
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, resource.RLIM_INFINITY))
for write in (
    lambda path: files.write(path, b"new" * 9999),
    lambda path: kept.save(path),
    lambda path: cache.write(Path(path), kept.state.game),
):
    try:
        write(sys.argv[1])
    except OSError as error:
        print(error.errno, error.filename)
    print(Path(sys.argv[1]).read_bytes())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of files are tried on Linux")
def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    found = subprocess.run(
        [sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, timeout=600
    )
    refused = f"{errno.EFBIG} {path}"
    assert found.stdout.splitlines() == [refused, "b'old'", refused, "b'old'", "b'old'"]
    assert list(tmp_path.iterdir()) == [path]


KILLED = """
import os, signal, sys
from eastfront import files
os.replace = lambda *names: os.kill(os.getpid(), signal.SIGKILL)
files.write(sys.argv[1], b"new")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are of other systems")
def test_a_process_that_is_killed_as_it_writes(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    killed = subprocess.run([sys.executable, "-c", KILLED, str(path)], timeout=600)
    assert killed.returncode == -signal.SIGKILL
    assert path.read_bytes() == b"old" and len(left(tmp_path)) == 1
    files.sweep(tmp_path)
    assert list(tmp_path.iterdir()) == [path]


def test_an_interruption_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*names: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "file"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write(path, b"new")
    assert list(tmp_path.iterdir()) == [path] and path.read_bytes() == b"old"


def test_an_error_names_the_file_that_was_meant(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as found:
        files.write(tmp_path / "none" / "file", b"")
    assert found.value.filename == str(tmp_path / "none" / "file")


def test_every_file_of_a_command_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file that commands write comes to its place at once."""
    came: list[str] = []
    replace: Callable[..., None] = os.replace

    def watched(part: Path, path: Path) -> None:
        came.append(path.name)
        replace(part, path)

    monkeypatch.setattr(os, "replace", watched)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EASTFRONT_CACHE", str(tmp_path / "cache"))
    match = ["match", SHORT, "--games", "1", "--first", "random", "--second", "random"]
    for command in (
        ["render", SHORT, "-o", "board.svg"],
        ["front", SHORT, "-o", "front.svg"],
        [*match, "--records", "records"],
        ["demo", "--scenario", SHORT, "--first", "random", "--second", "random"],
    ):
        assert main.run(command) == 0
    written = {p.name for p in tmp_path.rglob("*") if p.is_file()}
    assert written <= set(came) and len(written) >= 5


def test_the_cache_is_written_by_many_at_once(tmp_path: Path) -> None:
    game, path, at_once = ef.load(SHORT), tmp_path / "game", threading.Barrier(6)

    def write(n: int) -> None:
        at_once.wait()
        for _ in range(10):
            cache.write(path, game)
            found = cache.read(path)
            assert found is not None and found.digest == game.digest

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, range(6)))
    with suppress(FileNotFoundError):
        path.unlink()
    assert not list(tmp_path.iterdir())
