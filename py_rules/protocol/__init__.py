"""Models of all that comes in and goes out as JSON, checked by pydantic; the ledger that hosts keep; and problems."""
