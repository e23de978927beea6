"""The option `historical_weather`."""
