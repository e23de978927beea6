"""The option `parachutists`."""
