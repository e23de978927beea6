"""The option `accumulation`."""
