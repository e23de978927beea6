"""The JSON form: its schema, its content, and its description in the docs."""
