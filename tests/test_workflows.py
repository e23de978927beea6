"""The workflows of the hosted CI satisfy their schema, pin their actions, and run every test."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".github"
ACTIONS = sorted([*HOME.glob("workflows/*.yml"), *HOME.glob("actions/*/action.yml")])


def read(path: Path) -> Any:
    return YAML(typ="safe").load(path)


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-workflows", "workflows/*.yml"),
        ("custom.github-workflows-require-timeout", "workflows/*.yml"),
        ("vendor.github-actions", "actions/*/action.yml"),
        ("vendor.dependabot", "dependabot.yml"),
        ("vendor.github-issue-forms", "ISSUE_TEMPLATE/*.yml"),
    ],
)
def test_files_keep_to_their_schema(schema: str, files: str) -> None:
    """The schemas come with the library, so that nothing is asked of a network."""
    paths = sorted(HOME.glob(files))
    assert paths
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema]
    done = subprocess.run([*check, *map(str, paths)], capture_output=True, text=True)
    assert not done.returncode, done.stdout


def test_actions_are_pinned_to_a_commit_with_its_version() -> None:
    used = [
        what
        for path in ACTIONS
        for what in re.findall(r"uses: (.+)", path.read_text(encoding="utf-8"))
    ]
    outside = [what for what in used if not what.startswith("./")]
    assert len(outside) > 10
    for what in outside:
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", what), what
    # one version of each everywhere
    assert len({what.partition("@")[0] for what in outside}) == len(set(outside))
    assert all((ROOT / what).is_dir() for what in set(used) - set(outside))


def test_each_file_of_tests_is_in_one_shard() -> None:
    shards = read(HOME / "workflows" / "ci.yml")["jobs"]["test"]["strategy"]["matrix"]["include"]
    run: list[Path] = []
    for shard in shards:
        words = shard["paths"].split()
        left_out = [ROOT / word.removeprefix("--ignore=") for word in words if word[0] == "-"]
        for word in (word for word in words if word[0] != "-"):
            tops = sorted(ROOT.glob(word))
            assert tops, word
            found = (
                p for top in tops for p in ([top] if top.is_file() else top.rglob("test_*.py"))
            )
            run += [path for path in found if not any(path.is_relative_to(o) for o in left_out)]
    assert sorted(run) == sorted((ROOT / "tests").rglob("test_*.py"))


def test_what_the_package_needs_is_there_before_it_is_built() -> None:
    """A new environment has the group of developers only, and mypy comes first."""
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needs = {re.split(r"[^\w-]", each)[0] for each in said["project"]["dependencies"]}
    assert len(needs) > 3
    assert needs <= {re.split(r"[^\w-]", each)[0] for each in said["dependency-groups"]["dev"]}
