"""The option `corps_artillery`."""
