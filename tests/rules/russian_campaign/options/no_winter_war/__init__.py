"""The option `no_winter_war`."""
