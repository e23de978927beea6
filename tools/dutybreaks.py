"""Plants errors in the duty kernel, one rule at a time: its quick tests must find each.

`python -m tools.dutybreaks [NAME ...]` copies the tree to a temporary directory. There, for each
break, it changes the source, builds the module, runs `tests/duty` and then the unit tests of the
kernel, and restores the source. It fails if the tests pass with a break, or fail without one. The
tree is unchanged. Set `CARGO_TARGET_DIR` to a target directory to reuse built dependencies.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
KERNEL = "rust/kernel/src/duty"
BUILT = {"linux": "lib_core.so", "darwin": "lib_core.dylib", "win32": "_core.dll"}
MODULE = (
    "python/eastfront/_core.pyd" if sys.platform == "win32" else "python/eastfront/_core.abi3.so"
)


@dataclass(frozen=True)
class Break:
    """A change of one place in the source, and the rule that it removes."""

    name: str
    what: str
    rule: str
    file: str
    before: str
    after: str


BREAKS = (
    Break(
        "soak-off",
        "a target next to a unit in its zone need not be attacked",
        "TRC-12.3a",
        f"{KERNEL}/search.rs",
        "        self.stand[a] = first;\n"
        "        self.held |= bit(a);\n"
        "        let binds = self.binds(a);\n"
        "        self.bound |= binds;\n",
        "        self.stand[a] = first;\n"
        "        self.held |= bit(a);\n"
        "        let binds = self.binds(a);\n",
    ),
    Break(
        "idle",
        "a unit in an enemy zone need not attack",
        "TRC-12.3b",
        f"{KERNEL}/search.rs",
        "        self.must & !self.used & !self.joined",
        "        self.must & !self.used & !self.joined & 0",
    ),
    Break(
        "neighbour",
        "one of the six neighbours of a hex is left out",
        "TRC-12.3a",
        "rust/core/src/vm/duty/question.rs",
        "for d in 0..6u8 {",
        "for d in 0..5u8 {",
    ),
    Break(
        "odds",
        "the lowest odds allowed are refused",
        "TRC-12.5a",
        "rust/kernel/src/duty.rs",
        "attack.saturating_mul(self.odds.0) >= defence",
        "attack.saturating_mul(self.odds.0) > defence",
    ),
    Break(
        "twice",
        "a unit may fight in two battles",
        "TRC-12.4a",
        f"{KERNEL}/search.rs",
        "        self.used |= group.attackers;\n",
        "",
    ),
    Break(
        "river",
        "nobody denies a defender his river",
        "TRC-14.1.1a",
        f"{KERNEL}/search/fight.rs",
        "        self.eases |= spot.eases;\n",
        "",
    ),
    Break(
        "reach",
        "one who is next to one target of a battle may join it against all",
        "TRC-12.3c",
        f"{KERNEL}/search.rs",
        "self.held & members(group.targets).fold(Mask::MAX, |m, t| m & self.claims[t]);",
        "self.held & members(group.targets).fold(0, |m, t| m | self.claims[t]);",
    ),
    Break(
        "surrender",
        "who stays while others surrender need not attack what is next to him",
        "TRC-12.5c",
        f"{KERNEL}/search.rs",
        "            if cast.kept >> a & 1 == 1 {\n"
        "                let binds = self.binds(a);\n"
        "                self.bound |= binds;\n",
        "            if cast.kept >> a & 1 == 1 {\n                let binds = self.binds(a);\n",
    ),
)


def main() -> int:
    """Tries every break, or those named; 1 if one is not found."""
    wanted = sys.argv[1:] or [b.name for b in BREAKS]
    breaks = {b.name: b for b in BREAKS}
    unknown = [name for name in wanted if name not in breaks]
    if unknown:
        print(f"no break {unknown[0]!r}; there are {', '.join(breaks)}")
        return 2
    unseen = 0
    with tempfile.TemporaryDirectory(prefix="dutybreaks-") as folder:
        tree = Path(folder)
        copied(tree)
        if not passes(tree):
            print("the tests fail with nothing broken", flush=True)
            return 1
        print("nothing broken: the tests pass", flush=True)
        for name in wanted:
            seen = seen_by_tests(tree, breaks[name])
            unseen += not seen
            verdict = "seen" if seen else "NOT SEEN"
            print(f"{name} ({breaks[name].rule}, {breaks[name].what}): {verdict}", flush=True)
    print(f"{len(wanted)} breaks, {unseen} not seen")
    return int(unseen > 0)


def copied(tree: Path) -> None:
    """Copies the tree without build output."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)


def seen_by_tests(tree: Path, this: Break) -> bool:
    """Whether the tests fail with a break in place; restores the source."""
    path = tree / this.file
    source = path.read_text()
    if source.count(this.before) != 1:
        raise SystemExit(
            f"{this.name}: {this.file} has the place {source.count(this.before)} times"
        )
    path.write_text(source.replace(this.before, this.after))
    try:
        return not passes(tree)
    finally:
        path.write_text(source)


def passes(tree: Path) -> bool:
    """Builds the module and runs the quick tests of the kernel."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "out" / "dutybreaks-target"))
    quick = {
        "CARGO_TARGET_DIR": str(target),
        "CARGO_INCREMENTAL": "1",
        "CARGO_PROFILE_RELEASE_LTO": "off",
        "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
        "PYTHONPATH": str(tree / "python"),
        "EASTFRONT_CACHE": "off",
    }
    env = {**os.environ, **quick}
    build = "cargo build --release --quiet -p eastfront-python"
    subprocess.run(build.split(), cwd=tree, env=env, check=True)
    shutil.copy2(target / "release" / BUILT[sys.platform], tree / MODULE)
    tests = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/duty"]
    ran = subprocess.run(tests, cwd=tree, env=env, capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1):
        raise SystemExit(f"the tests did not run:\n{ran.stdout}{ran.stderr}")
    if ran.returncode == 1:
        return False
    unit = "cargo test --quiet -p eastfront-kernel --lib duty"
    return subprocess.run(unit.split(), cwd=tree, env=env, capture_output=True).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
