"""The option `relocation`."""
