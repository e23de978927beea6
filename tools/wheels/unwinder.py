"""A stand-in for libgcc_s, against which zig links a core for glibc.

Left alone, zig links LLVM's libunwind into the core. CPython before 3.14 ends a daemon thread that
waits for the interpreter lock at exit by `pthread_exit`, for which glibc unwinds the stack with
libgcc_s; its state means nothing to the functions of another unwinder, and the process crashes. The
stand-in has the names of libgcc_s and no code; the core then uses the library of the system, which
every system with glibc has, and which the standard for these wheels allows.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

VERSIONS = {
    "GCC_3.0": (
        *("DeleteException", "ForcedUnwind", "GetDataRelBase", "GetGR", "GetIP"),
        *("GetLanguageSpecificData", "GetRegionStart", "GetTextRelBase", "RaiseException"),
        *("Resume", "SetGR", "SetIP"),
    ),
    "GCC_3.3": ("Backtrace", "FindEnclosingFunction", "GetCFA", "Resume_or_Rethrow"),
    "GCC_4.2.0": ("GetIPInfo",),
}
"""The functions of the unwinder by the version of their symbols, without the prefix of all."""


def stand_in(machine: str, folder: Path) -> Path:
    """Builds the stand-in for a machine, such as ``aarch64``, in a folder and returns its file."""
    code, versions, library = (folder / n for n in ("unwind.c", "unwind.map", "libgcc_s.so.1"))
    names = [f"_Unwind_{name}" for group in VERSIONS.values() for name in group]
    code.write_text("".join(f"void {name}(void) {{}}\n" for name in names))
    versions.write_text(
        "".join(
            f"{version} {{ global: {' '.join(f'_Unwind_{name};' for name in group)} }};\n"
            for version, group in VERSIONS.items()
        )
    )
    zig = [sys.executable, "-m", "ziglang", "cc", "-target", f"{machine}-linux-gnu.2.17"]
    zig += ["-shared", "-nostdlib", "-fno-sanitize=all", f"-Wl,-soname,{library.name}"]
    zig += [f"-Wl,--version-script={versions}", "-o", str(library), str(code)]
    subprocess.run(zig, check=True)
    return library
