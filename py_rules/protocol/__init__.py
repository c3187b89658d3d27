"""What comes in and what goes out: JSON, checked by pydantic; and what is wrong with it."""
