"""Answers about a position, spelt as in `grundy solve --json` and `grundy moves --plain --json`."""
from . import certificates
from .canonical import name
from .element import LEFT, PLAYERS, RIGHT
from .mistake import Mistake, Refused, TooMany
from .rules import Rules, written_sum
from .solver import Play, grundy, value
from .turn import Position

ALL_WANTED = ("moves", "winner", "outcome", "winning_moves", "plies", "grundy", "margin", "value", "misere")


def answer(rules, text="", first=None, want=ALL_WANTED, limit=100_000):
    """The answers wanted. A key is None where the position has no such thing; `refused` says why a question is not answered."""
    components = rules.position(text).components
    me = player(first, components) if first else LEFT
    out = {"position": written_sum(components)}
    if "moves" in want:
        ending, options = Position(components).look(me)
        out["over"] = ending is not None
        out["moves"] = [moved(i, o, o.components) for i, o in options]
    out.update(play(components, me, first is not None, want, limit, False))
    if "misere" in want:
        try:
            out["misere"] = play(components, me, first is not None, set(want) | {"winner"}, limit, True)
        except Refused:
            out["misere"] = None
    for key, ask in (("grundy", grundy_answer), ("value", lambda c, n: name(value(c, n)))):
        if key in want:
            try:
                out[key] = ask(components, limit)
            except Refused:
                out[key] = None
    return out


def player(text, components):
    """Who is meant by a player's name."""
    for names in [("Left", "Right")] + [c.instance.game.players for c in components]:
        if text in names:
            return (LEFT, RIGHT)[names.index(text)]
    raise Mistake(f"nobody is called {text}")


def moved(part, option, components):
    out = {"move": option.text, "component": part, "to": written_sum(components)}
    if option.gain:
        out["gain"] = option.gain
    if option.again:
        out["again"] = True
    return out


def grundy_answer(components, limit):
    g = grundy(components, limit)
    return g if isinstance(g, int) else {"infinity": list(g[1])}


def play(components, me, named, want, limit, misere):
    """Who wins and how; `named` says that the question names who begins, so that only he does."""
    want = set(want) & {"winner", "outcome", "winning_moves", "plies", "margin"}
    if not want:
        return {}
    both = "outcome" in want or "winner" in want and not named
    played = Play(components, PLAYERS if both else (me,), limit, misere)
    out, sign = {}, 1 if me is LEFT else -1
    worth = {p: played.worths[n] for p, n in played.graph.roots.items()}
    mine = sign * worth[me]
    won = None if played.scoring or not both else outcome(worth)
    if "winner" in want:
        out["winner"] = "draw" if mine == 0 else "first" if mine > 0 else "second"
        if won in ("L", "R") and not named:
            out["winner"] = (components[0].instance.game.players if components else ("Left", "Right"))[won == "R"]
    if "outcome" in want:
        out["outcome"] = won
    if "margin" in want:
        out["margin"] = mine if played.scoring else None
    if "winning_moves" in want:
        best = played.best(me)
        top = max((w for _, _, w in best), default=0) if played.scoring else 1
        position = Position(components)
        out["winning_moves"] = [{"move": o.text, "component": i, "to": written_sum(position.after(i, o))} for i, o, w in best if w == top]
    if "plies" in want:
        out["plies"] = None if played.scoring or mine == 0 else played.lengths().get(played.graph.roots[me])
        out["rounds"] = None if out["plies"] is None else (out["plies"] + 1) // 2
    return out


def outcome(worth):
    """N, P, L, R or D; None where a draw depends on who begins."""
    signs = tuple((worth[p] > 0) - (worth[p] < 0) for p in PLAYERS)
    return {(1, -1): "N", (-1, 1): "P", (1, 1): "L", (-1, -1): "R", (0, 0): "D"}.get(signs)


def reply(request, kept={}):
    """The reply to one request of the batch door. The rules of the last request are kept."""
    try:
        text = request["rules"]
        if "certificate" in request:
            rules = None if text is None else text.encode()
            return {"accepted": certificates.check(rules, request["certificate"].encode())}
        if text not in kept:
            kept.clear()
            kept[text] = Rules(text)
        return answer(kept[text], request.get("position", ""), request.get("first"), request.get("want", ALL_WANTED), request.get("limit", 100_000))
    except TooMany:
        return {"limit": True}
    except (Refused, certificates.Wrong) as reason:
        return {"refused": str(reason)}
    except Mistake as mistake:
        return {"error": str(mistake)}
    except RecursionError:
        return {"error": "nested too deep"}
    except (TypeError, AttributeError, KeyError, ValueError, IndexError) as error:     # kinds that do not fit are not looked for in advance
        return {"error": f"kinds do not fit: {error!r}"}
