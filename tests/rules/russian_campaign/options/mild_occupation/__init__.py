"""The option `mild_occupation`."""
