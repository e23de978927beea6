"""Builds and checks the wheels of all platforms; docs/releasing.md describes their use.

``python -m tools.wheels`` builds those of Linux by cross-compiling. ``digests`` plays games whose
digests are equal wherever a wheel is installed, ``emulated`` plays them in an emulator of arm64,
and ``installed`` runs the tests against an installed wheel.
"""
