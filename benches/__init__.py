"""Speed, measured beside peers in one process. Benchmarks are not tests."""
