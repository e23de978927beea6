"""The option `modified_victory`."""
