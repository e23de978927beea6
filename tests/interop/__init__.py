"""eastfront with other libraries, each test against the real library."""
