"""eastfront beside other libraries, each test against the real library."""
