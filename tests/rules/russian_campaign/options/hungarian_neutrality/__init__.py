"""The option `hungarian_neutrality`."""
