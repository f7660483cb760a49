"""What `bench/figures` is made of: rows of promises, the results they are read from, and how these are measured."""
