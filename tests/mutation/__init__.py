"""Mutation testing: errors slipped into the rules, and whether the tests notice."""
