"""Tests of the kernels against the oracles."""
