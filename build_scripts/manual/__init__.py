"""The documentation's site: pages, rules to try, and the demo."""
