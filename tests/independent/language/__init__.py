"""A second reading of the rule language, from docs/language.md alone, and a brute-force solver on top of it.

It shares nothing with the crates. Clarity comes before speed; nothing is proved, pruned or identified by symmetry.
"""
