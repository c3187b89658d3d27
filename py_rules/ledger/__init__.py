"""The memory of a token: facts, what the clock clears, and how old ledgers are read.

A ledger is a list of facts. A commit records what happened (five metres on rubble, these dice), never what it cost;
states are folded from facts under today's sheet and switches, so a house rule changed in the middle of a turn prices
anew what was done. Commits are chained by hashes; ``undo`` names a commit and is refused when later ones stand on it;
the last two rounds stay undoable, older ones are folded into a base. Ledgers outlive the core that wrote them: each
version of their format is brought to the next by ``migrations``, and a stored ledger of every old version is read by
a test.

What is forgotten is declared. Each field of a state says beside it which begins and ends of the clock clear it, which
count it on, or what else ends it (``clock.kept``); the systems clear by these declarations, ``describe`` tells them,
and a test plays every one of them.
"""
