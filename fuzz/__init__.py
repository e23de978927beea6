"""Fuzz targets for what reads text from outside: `make fuzz`, or ``python -m fuzz TARGET``.

Each target is a module with a law of a few lines. What it starts from is in ``corpus``, and what
was found once stays there: the tests run every law over its corpus, without a fuzzer.
"""
