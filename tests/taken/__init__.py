"""The games without some of their options."""
