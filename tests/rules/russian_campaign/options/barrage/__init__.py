"""The option `barrage`."""
