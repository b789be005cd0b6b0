"""Expectations: the `expect` lines of a rule file."""
from .canonical import read
from .element import LEFT
from .mistake import TooMany
from .rules import Sum
from .solver import value
from .answer import answer, grundy_answer, play


def check(rules, line, limit):
    """(holds, answer found); (None, None) where more than `limit` positions would be needed."""
    components = rules.value(line.position).components
    try:
        if line.query == "grundy":
            found = grundy_answer(components, limit)
        elif line.query == "value":
            found = value(components, limit)
            return found is read(str(line.answer)), found
        else:
            wanted = "plies" if line.query == "rounds" else line.query
            found = play(components, LEFT, line.query != "outcome", [wanted], limit, False)[line.query]
    except TooMany:
        return None, None
    if line.query == "winner" and line.answer not in ("first", "second", "draw"):
        names = components[0].instance.game.players
        found = {"first": names[0], "second": names[1]}.get(found, found)
    return found == line.answer, found
