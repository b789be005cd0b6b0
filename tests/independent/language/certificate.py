"""Certificates of solved positions: `grundy solution 2` (docs/certificates.md), checked on top of the interpreter.

Every number of a certificate becomes a position first; what is checked after that is about positions alone.
"""
import gzip
import hashlib
import re
from itertools import product

from .canonical import ZERO, canonical, plus, read
from .element import LEFT, PLAYERS, RIGHT, other
from .layout import layouts, met_on_the_way
from .likeness import Likeness
from .mistake import Mistake, Refused
from .rules import Rules
from .solver import contains, forever_worth, has_values, is_scoring, leads_to, mex
from .turn import Position, empty_kind, ending_kind

SIDES = {"left": LEFT, "right": RIGHT}
SIDES_OF = {LEFT: "left", RIGHT: "right"}
REACHED = 3_000         # positions on which splits are looked at


class Wrong(Exception):
    """The certificate is refused."""

    def __init__(self, what, line=0):
        super().__init__(f"line {line}: {what}" if line else what)


class Lines:
    """The lines of a certificate, one by one."""

    def __init__(self, data):
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        text = data.decode("utf-8")
        if not text.endswith("\n"):
            raise Wrong("the last line does not end")
        self.lines, self.at = text[:-1].split("\n"), 0

    def peek(self):
        return self.lines[self.at] if self.at < len(self.lines) else None

    def take(self):
        if self.at == len(self.lines):
            raise Wrong("the certificate ends too early", self.at)
        self.at += 1
        return self.lines[self.at - 1]

    def word(self, word):
        """The rest of a line that begins so."""
        line = self.take()
        if line != word and not line.startswith(word + " "):
            raise Wrong(f"{line!r} where {word!r} is wanted", self.at)
        return line[len(word) + 1:]

    def count(self, word):
        return natural(self.word(word), self.at)


def natural(text, line):
    """A decimal number without sign or leading zeros."""
    if not re.fullmatch(r"0|[1-9][0-9]*", text):
        raise Wrong(f"{text!r} is no number", line)
    return int(text)


class Header:
    """What a certificate claims, before its entries."""

    def __init__(self, lines, rules_bytes):
        if lines.take() != "grundy solution 2":
            raise Wrong("no solution of version 2", lines.at)
        self.position = lines.word("position")
        digests = lines.word("rules sha256").split(" ")
        if hashlib.sha256(rules_bytes).hexdigest() not in digests or len(set(digests)) > 1:
            raise Wrong("the rules are others", lines.at)
        play = lines.word("play")
        if play not in ("rules", "misere"):
            raise Wrong(f"play {play}", lines.at)
        self.misere = play == "misere"
        self.proves = lines.word("proves")
        self.claims = {}
        if self.proves in ("outcome", "plies", "margin"):
            for _ in range(lines.count("claims")):
                side, gets = lines.word("claim").split(" ")
                if side not in SIDES or SIDES[side] in self.claims or side == "left" and self.claims:
                    raise Wrong("starters are left, then right, each once", lines.at)
                self.claims[SIDES[side]] = Gets.read(self.proves, gets, lines.at)
            if not self.claims:
                raise Wrong("nothing is claimed", lines.at)
        elif self.proves in ("grundy", "loopy", "value"):
            self.claim = lines.word("claim")
        else:
            raise Wrong(f"proves {self.proves}", lines.at)
        self.games = [lines.word("game").split(" ") for _ in range(lines.count("games"))]
        self.games_at = lines.at


class Gets:
    """What a player gets at least, as a number that is larger for more: points; 1, 0, -1; or wins by their shortness."""
    FAR = 1 << 40

    @staticmethod
    def read(proves, text, line):
        if proves == "outcome" and text in ("win", "draw", "loss"):
            return {"win": 1, "draw": 0, "loss": -1}[text]
        if proves == "margin" and re.fullmatch(r"=(0|-?[1-9][0-9]*)", text):
            return int(text[1:])
        if proves == "plies":
            if text == "d":
                return 0
            if re.fullmatch(r"[wl](0|[1-9][0-9]*)", text):
                moves = int(text[1:])
                return Gets.FAR - moves if text[0] == "w" else moves - Gets.FAR
        raise Wrong(f"{text!r} is nothing to get", line)

    @staticmethod
    def after(proves, gets, gain):
        """What must be got after a move by which the player gains so much."""
        if proves == "margin":
            return gets - gain
        if proves == "plies" and gets:
            return gets + 1 if gets > 0 else gets - 1
        return gets

    @staticmethod
    def ended(proves, ending, player):
        """What an ending gives a player."""
        if proves == "margin":
            points = ending.points or 0
            return points if player is LEFT else -points
        if ending.points is not None:       # without `gain`, which is asked before
            worth = ((ending.points > 0) - (ending.points < 0)) * (1 if player is LEFT else -1)
        else:
            worth = 0 if ending.winner is None else 1 if ending.winner is player else -1
        return worth * Gets.FAR if proves == "plies" else worth


class Table:
    """The games of a certificate and the components its numbers stand for."""

    def __init__(self, header, layouts_of_position, lines):
        self.layouts = list(layouts_of_position)
        for words in header.games:
            side, number = words[1:3]
            game, move, part = (natural(words[i], header.games_at) for i in (0, 3, 4))
            component = self.layouts[game].read(int(number, 16))
            after = Position([component]).options(SIDES[side])[move][1].components
            self.layouts.append(met_on_the_way(after[part].instance))
        for _ in range(lines.count("alike")):       # which lines are used shows where they are: see `Likeness`
            if not re.fullmatch(r"(0|[1-9][0-9]*) (split|symmetry) (0|[1-9][0-9]*)", lines.word("by")):
                raise Wrong("not a line by which positions are alike", lines.at)
        self.parts, game, number = [], None, 0
        for _ in range(lines.count("parts")):
            if lines.peek().startswith("of "):
                game, number = lines.count("of"), 0
            number += int(lines.take(), 16)
            self.parts.append(self.component(game, number, lines.at))

    def component(self, game, number, line):
        try:
            return self.layouts[game].read(number)
        except Mistake as problem:
            raise Wrong(problem.what, line) from None


def check(rules_bytes, certificate_bytes):
    """What an accepted certificate proves, in words; raises `Wrong` for any other."""
    rules = Rules(rules_bytes.decode("utf-8"))
    first = None
    components = rules.position(Header(Lines(certificate_bytes), rules_bytes).position).components
    instances = list(dict.fromkeys(c.instance for c in components))
    choices = list(product(*(list(layouts(i, [c for c in components if c.instance is i])) for i in instances)))
    # What the rules say of symmetries and splits need not be true, and need not be used: with all, then without some of it.
    maps = max([len(i.game.maps) for i in leads_to(instances)], default=0)
    wanted = sorted((frozenset(m for m, use in enumerate(uses) if use) for uses in product((True, False), repeat=min(maps, 4))), key=len, reverse=True)
    for choice, images, splits in [(c, i, s) for i, s in product(wanted, (True, False)) for c in choices]:
        lines = Lines(certificate_bytes)
        header = Header(lines, rules_bytes)
        try:
            return Check(header, Table(header, choice, lines), components, lines, Likeness(images, splits)).run()
        except Wrong as wrong:
            first = first or wrong
        except (Mistake, Refused, ValueError, IndexError, KeyError, TypeError) as problem:
            first = first or Wrong(f"{problem!r}", lines.at)
    raise first


class Entry:
    """A line of a strategy: what the player gets at least; `moves` is the rest of the line."""

    def __init__(self, gets, level, moves, components, line):
        self.gets, self.level, self.moves, self.components, self.line = gets, level, moves, components, line
        self.serves = False


class Entries(dict):
    """{(components, mover): entries}, and the same nodes by their shape. A component that lies in two layouts may be listed twice."""

    def __init__(self):
        super().__init__()
        self.alike = {}


class Check:
    def __init__(self, header, table, components, lines, likeness):
        self.header, self.table, self.components, self.lines = header, table, components, lines
        self.likeness, self.notes = likeness, []
        self.met = set(table.parts)         # components that are listed
        self.in_sums = bool(table.parts) or any(line in ("left sums", "right sums") for line in lines.lines)

    def run(self):
        kind = self.header.proves
        if kind in ("outcome", "plies", "margin"):
            entries = self.strategies()
        else:
            entries = {"grundy": self.grundy, "loopy": self.loopy, "value": self.value}[kind]()
        if self.lines.take() != "end" or self.lines.peek() is not None:
            raise Wrong("something follows the last entry", self.lines.at)
        if self.likeness.images_used:
            for c in self.met:
                if not self.likeness.carried(c):
                    raise Wrong("a symmetry does not carry moves onto moves")
            self.notes.append(f"symmetries checked on {len(self.met)} positions")
        if self.likeness.splits_used:
            seen = self.likeness.sums(self.components, REACHED)
            if seen is False:
                raise Wrong("a position is not the sum of its parts")
            self.notes.append(f"splits checked on {seen} positions" if seen else f"splits assumed: more than {REACHED} positions")
        return f"{kind}: {entries} entries" + "".join(f"; {note}" for note in self.notes)

    def listed(self, entries, component):
        """The entry of a component or of one of its images; None if there is none."""
        if component in entries:
            return component
        for image in self.likeness.images(component):
            if image in entries:
                self.likeness.images_used = True
                return image
        return None

    # Sections of entries

    def section(self, sums):
        """Entries up to the next section: (level or "closed", side or None, component or components, rest of the line)."""
        level, side, game, number, in_sums, first = -1, None, None, 0, False, True
        headings = ("left", "right") if sums else ("of",)
        while not re.match(r"strategy |values |end$", self.lines.peek() or "end"):
            line = self.lines.take()
            words = line.split(" ")
            if line in ("level", "closed"):
                if level == "closed":
                    raise Wrong("the closed set is the last", self.lines.at)
                level, game = "closed" if line == "closed" else level + 1, None
            elif words[0] in headings and len(words) == 2 and level != -1:
                side, number, first = SIDES.get(words[0]), 0, True
                in_sums = words[1] == "sums"
                game = words[1] if in_sums else natural(words[1], self.lines.at)
            elif game is None or level == -1:
                raise Wrong("an entry below no heading", self.lines.at)
            elif in_sums:
                parts = [] if words[0] == "-" else [natural(w, self.lines.at) for w in words[0].split("+")]
                if parts != sorted(parts):
                    raise Wrong("the parts of a sum are in order", self.lines.at)
                yield level, side, tuple(self.table.parts[p] for p in parts), words[1:]
            else:
                if int(words[0], 16) == 0 and not first and not words[1].startswith("!"):
                    raise Wrong("entries are sorted", self.lines.at)
                number, first = number + int(words[0], 16), False
                component = self.table.component(game, number, self.lines.at)
                yield level, side, (component,) if sums else component, words[1:]

    # Strategies

    def strategies(self):
        header, sections, total = self.header, [], 0
        games = leads_to(c.instance for c in self.components)
        if header.proves != "margin" and is_scoring(games) and any(contains(m.body, "gain") for i in games for m in i.game.moves):
            raise Wrong("who wins is a matter of points, which strategies for outcomes do not count")
        if header.proves == "margin" and not is_scoring(games):
            raise Wrong("a game without a `score` line has no margin")
        while (self.lines.peek() or "").startswith("strategy "):
            words = self.lines.take().split(" ")
            side = SIDES[words[1]]
            gets = Gets.read(header.proves, words[2], self.lines.at) if words[2] != "nodes" else None
            if header.proves == "outcome" and gets is None or words[-2] != "nodes":
                raise Wrong("what a strategy gets", self.lines.at)
            count = natural(words[-1], self.lines.at)
            total += count
            sections.append((side, self.strategy(side, gets, count)))
        for starter, claimed in header.claims.items():
            root = self.key(self.components), starter
            for player, bound in ((starter, claimed), (other(starter), -claimed)):
                if header.proves == "outcome" and claimed and bound < 0:
                    continue        # a win or loss needs only the winner's strategy
                found = [e for p, s in sections if p is player for e in s.get(self.entry(s, root), ()) if e.gets == bound]
                if not found:
                    raise Wrong(f"the claim about {SIDES_OF[starter]} is not in the strategy of {SIDES_OF[player]}")
                for e in found:
                    e.serves = True
        for _, s in sections:
            for alike in s.values():
                if not any(e.serves for e in alike):
                    raise Wrong("an entry serves no other and no claim", alike[0].line)
        return total

    def key(self, components):
        """A position as a multiset of components: taken apart where the certificate does not list it whole, and, in sums, without
        those in which nobody can move, if that changes nothing."""
        if len(components) == 1 and not self.in_sums:
            return tuple(components)
        if all(ending_kind(c.instance) in ("normal", "misere") for c in components):
            components = self.likeness.taken_apart(components, self.met)
        return tuple(sorted(components, key=hash))

    def entry(self, entries, node):
        """The listed node that is this one, or an image of it part by part."""
        if node in entries:
            return node
        found = entries.alike.get(self.shape(node))
        self.likeness.images_used |= found is not None
        return found

    def shape(self, node):
        """The same for all nodes that are images of each other."""
        key, me = node
        return tuple(sorted((self.likeness.chief(c) for c in key), key=hash)), me

    def strategy(self, player, same, count):
        """The entries of a section, all found true."""
        proves, entries, listed, endless = self.header.proves, Entries(), [], None
        for level, me, components, rest in self.section(True):
            gets = same if same is not None else Gets.read(proves, rest.pop() if rest else "", self.lines.at)
            listed.append((me, Entry(gets, level, rest, components, self.lines.at)))
            self.met.update(components)
        if len(listed) != count:
            raise Wrong(f"{len(listed)} entries, {count} are told", self.lines.at)
        for me, e in listed:
            node = self.key(e.components), me
            entries.setdefault(node, []).append(e)
            entries.alike[self.shape(node)] = node
        for me, e in listed:
            position = Position(e.components, empty_kind(self.components))
            ending, options = position.look(me, self.header.misere)
            if ending:
                if e.moves or Gets.ended(proves, ending, player) < e.gets:
                    raise Wrong("the ending gives less", e.line)
                continue
            if e.level == "closed":
                if endless is None:
                    endless = forever_worth(leads_to(c.instance for c in self.components)) * (1 if player is LEFT else -1)
                if endless < (e.gets > 0) - (e.gets < 0) or proves == "margin":
                    raise Wrong("endless play gives less", e.line)
            if len(e.moves) != (me is player):
                raise Wrong("a move is named exactly where the player moves", e.line)
            for part, option in [self.named(e.moves[0], options, e.line)] if e.moves else options:
                after = self.key(position.after(part, option)), me if option.again else other(me)
                found = entries.get(self.entry(entries, after), ())
                least = Gets.after(proves, e.gets, option.gain if me is player else -option.gain)
                enough = [f for f in found if f.gets >= least and (e.level == "closed" or f.level != "closed" and f.level < e.level)]
                if not enough:
                    raise Wrong(f"{option.text} leads to no entry on an earlier level that says enough", e.line)
                enough[0].serves = True
        return entries

    def named(self, text, options, line):
        """The move with this number: `M`, in sums `P.M`."""
        part, dot, move = text.rpartition(".")
        if bool(dot) != self.in_sums:
            raise Wrong(f"there is no move {text}", line)
        mine = [(i, o) for i, o in options if i == (natural(part, line) if dot else 0)]
        if natural(move, line) >= len(mine):
            raise Wrong(f"there is no move {text}", line)
        return mine[int(move)]

    # Values

    def values_count(self):
        return self.lines.count("values nodes")

    def all_listed(self):
        """The entries of the section; all are known before one is checked."""
        out = [(level, component, rest, self.lines.at) for level, _, component, rest in self.section(False)]
        self.met.update(component for _, component, _, _ in out)
        return out

    def grundy(self):
        if self.header.misere or not has_values(self.components):
            raise Wrong("the position has no Grundy value")
        count, seen = self.values_count(), 0
        values, excluded = {}, set()        # on earlier levels
        level, fresh, fresh_excluded = None, {}, set()
        for level_here, component, rest, line in self.all_listed():
            seen += 1
            if level_here != level:
                values.update(fresh)
                excluded |= fresh_excluded
                level, fresh, fresh_excluded = level_here, {}, set()
            options = [o for _, o in Position([component]).options(LEFT)]
            if rest and rest[0].startswith("!"):
                value, move = (natural(w, line) for w in (rest[0][1:], rest[1]))
                if move >= len(options) or self.nim_sum(options[move].components, values) != value:
                    raise Wrong(f"move {move} does not lead to {value}", line)
                fresh_excluded.add((component, value))
                continue
            value = natural(rest[0], line)
            if len(rest) != 1:
                raise Wrong("a component and its value", line)
            reached = set()
            for o in options:
                known = self.nim_sum(o.components, values)
                if known == value or known is None and not self.not_worth(o.components, value, values, excluded):
                    raise Wrong(f"{o.text} may lead to {value}", line)
                reached.add(known)
            if not set(range(value)) <= reached:
                raise Wrong(f"not every number below {value} is reached", line)
            fresh[component] = value
        values.update(fresh)
        if seen != count or self.nim_sum(self.components, values) != int(self.header.claim):
            raise Wrong("the claim is not among the values")
        return count

    def nim_sum(self, components, values):
        """The value of a sum, or None where a part has none yet."""
        out = 0
        for c in self.likeness.taken_apart(components, self.met):
            found = self.listed(values, c)
            if found is None:
                return None
            out ^= values[found]
        return out

    def not_worth(self, components, value, values, excluded):
        """Whether it is listed that a sum has not this value: all parts but one have values, and that one has not what is left."""
        parts = self.likeness.taken_apart(components, self.met)
        for i, c in enumerate(parts):
            rest = self.nim_sum(parts[:i] + parts[i + 1:], values)
            if rest is None:
                continue
            for image in self.likeness.images(c):
                if (image, rest ^ value) in excluded:
                    self.likeness.images_used |= image != c
                    return True
        return False

    def loopy(self):
        if self.header.misere or not has_values(self.components):
            raise Wrong("the position has no Grundy value")
        count, labels, levels, after = self.values_count(), {}, {}, {}
        for level, _, component, rest in self.section(False):
            if len(rest) != 1 or component in labels or (rest[0] == "inf") != (level == "closed"):
                raise Wrong("a label", self.lines.at)
            labels[component] = None if rest[0] == "inf" else natural(rest[0], self.lines.at)
            levels[component] = level
        self.met.update(labels)

        def step(o):
            if len(o.components) != 1 or self.listed(labels, o.components[0]) is None:
                raise Wrong(f"{o.text} leads to no listed component")
            return self.listed(labels, o.components[0])
        for c in labels:
            after[c] = [step(o) for _, o in Position([c]).options(LEFT)]
        for c, label in labels.items():
            numbers = {labels[d] for d in after[c]} - {None}
            if label is None:
                least = mex(numbers)
                if not any(labels[d] is None and all(labels[e] != least for e in after[d]) for d in after[c]):
                    raise Wrong("C: no option with infinity is safe")
            else:
                if label != mex(numbers):
                    raise Wrong("A: a label is not the least number missing")
                for d in after[c]:
                    if (labels[d] is None or labels[d] > label) and not any(labels[e] == label and levels[e] < levels[c] for e in after[d]):
                        raise Wrong("B: an option cannot be answered")
        total, infinite, reached = 0, [], []
        for c in self.components:
            found = self.listed(labels, c)
            if found is None:
                raise Wrong("the claimed position has no label")
            reached.append(found)
            if labels[found] is None:
                infinite.append({labels[d] for d in after[found]} - {None})
            else:
                total ^= labels[found]
        shown = str(total) if not infinite else "inf(" + ", ".join(str(k) for k in sorted(k ^ total for k in infinite[0]) if len(infinite) == 1) + ")"
        if shown != self.header.claim:
            raise Wrong(f"the value is {shown}")
        found = set(reached)
        while reached:
            for d in after[reached.pop()]:
                if d not in found:
                    found.add(d)
                    reached.append(d)
        if len(found) != count or len(labels) != count:
            raise Wrong("an entry cannot be reached")
        return count

    def value(self):
        if self.header.misere or any(ending_kind(i) != "normal" for i in leads_to(c.instance for c in self.components)):
            raise Wrong("the position has no canonical value")
        forms = []
        for _ in range(self.lines.count("forms")):
            sides = self.lines.take().split("|")
            left, right = ([forms[natural(i, self.lines.at)] for i in side.split(",") if i] for side in sides)
            one = canonical(left, right)
            if one.left != set(left) or one.right != set(right) or one in forms:
                raise Wrong("a form is not canonical, or listed twice", self.lines.at)
            forms.append(one)
        count, seen, values, fresh, level = self.values_count(), 0, {}, {}, None
        for level_here, component, rest, line in self.all_listed():
            seen += 1
            if level_here != level:
                values.update(fresh)
                level, fresh = level_here, {}
            sides = []
            for me in PLAYERS:
                options = [o for _, o in Position([component]).options(me)]
                if any(o.again for o in options):
                    raise Wrong("a move keeps the turn", line)
                sides.append({self.total(o.components, values, line) for o in options})
            if len(rest) != 1 or canonical(*sides) is not forms[natural(rest[0], line)]:
                raise Wrong("the value is another", line)
            fresh[component] = forms[int(rest[0])]
        values.update(fresh)
        if seen != count or self.total(self.components, values, 0) is not read(self.header.claim):
            raise Wrong("the claim is not among the values")
        return count

    def total(self, components, values, line):
        out = ZERO
        for c in self.likeness.taken_apart(components, self.met):
            found = self.listed(values, c)
            if found is None:
                raise Wrong("a part has no value on an earlier level", line)
            out = plus(out, values[found])
        return out
