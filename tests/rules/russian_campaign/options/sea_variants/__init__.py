"""The option `sea_variants`."""
