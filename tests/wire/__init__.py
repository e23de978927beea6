"""The JSON form: its schema, what it tells, and what the docs say of it."""
