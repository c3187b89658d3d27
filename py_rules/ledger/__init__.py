"""The memory of a token: facts, what the clock clears, and how old ledgers are read."""
