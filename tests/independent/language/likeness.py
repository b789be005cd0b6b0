"""Likeness: positions that a certificate takes for one, by the `split` and `symmetry` lines of the rules.

Nothing is believed. A map is used only if it carries the moves and endings of every listed position onto those of its image; then, by
induction over the levels, what is proved of a position holds for its images. That a position is the sum of its parts is looked at
on all positions that play from the claimed one can reach, if there are not too many; otherwise the verdict says that it is assumed.
"""
from collections import Counter

from .element import LEFT, PLAYERS, Array
from .meaning import World, holds
from .mistake import Undefined
from .rules import Component
from .sets import ArrayOf, SetOf, shape
from .turn import Position, turn_of

SYMMETRIES = {
    "mirror": lambda r, c, height, width: (r, width - 1 - c),
    "flip": lambda r, c, height, width: (height - 1 - r, c),
    "transpose": lambda r, c, height, width: (c, r),
    "rotate": lambda r, c, height, width: (c, height - 1 - r)}


class Likeness:
    """The maps and splits of the games of one rule text."""

    def __init__(self, images=frozenset(range(4)), splits=True):
        """`images` are the numbers of the symmetries that may be used, of those of a game in order."""
        self.images_wanted, self.splits_wanted = images, splits
        self.known, self.images_used, self.splits_used = {}, False, set()   # the games, at their parameters, that were taken apart

    # Symmetries

    def maps(self, instance):
        """The maps of a component onto itself that the rules name, without those that exchange the players."""
        if instance not in self.known:
            lines = [s for number, s in enumerate(instance.game.maps) if number in self.images_wanted]
            self.known[instance] = [m for m in (self.map(instance, s) for s in lines) if m]
        return self.known[instance]

    def map(self, instance, line):
        """(place of the field, {index: its image}) or None: maps that exchange players or do not fit the board are left out."""
        if line.swapping or line.what == "permute":
            return None
        held = instance.field_sets()[line.field]
        if isinstance(held, ArrayOf):
            keys = list(held.places)
        elif isinstance(held, SetOf):
            keys = list(held.inner.walk())
        else:
            return None
        if line.by:
            element, to = line.by
            goes = instance.meaning.term(to, frozenset([element]))
            try:
                image = {key: goes(World({}, LEFT), {element: key}) for key in keys}
            except Undefined:
                return None
            return (list(instance.field_sets()).index(line.field), image) if set(image.values()) == set(keys) else None
        size = shape(keys)
        if size is None or size[0] != size[1] and line.what in ("transpose", "rotate"):
            return None
        cells = {key: divmod(at, size[1]) for at, key in enumerate(keys)}
        back = {cell: key for key, cell in cells.items()}
        image = {key: back[SYMMETRIES[line.what](*cell, *size)] for key, cell in cells.items()}
        return list(instance.field_sets()).index(line.field), image

    def mapped(self, component, one):
        at, image = one
        x = component.values[at]
        if isinstance(x, Array):
            moved = {image[key]: x.items[place] for key, place in x.places.items()}
            y = Array(x.places, [moved[key] for key in x.places])
        else:
            y = frozenset(image[c] for c in x)
        return Component(component.instance, component.values[:at] + (y,) + component.values[at + 1:])

    def chief(self, component):
        """One of the images, the same for all of them."""
        if not self.maps(component.instance):
            return component
        return min(self.images(component), key=lambda c: (hash(c), repr(c)))

    def images(self, component):
        """The component and all its images, with the chain of maps that leads to each."""
        maps = self.maps(component.instance)
        out, todo = {component: ()}, [component]
        while todo:
            c = todo.pop()
            for one in maps:
                d = self.mapped(c, one)
                if d not in out:
                    out[d] = out[c] + (one,)
                    todo.append(d)
        return out

    def carried(self, component):
        """Whether every image has the images of the moves and the endings of the component."""
        for me in PLAYERS:
            ending, options = Position([component]).look(me)
            for image, chain in self.images(component).items():
                after = Counter((o.gain, o.again, tuple(self.chained(c, chain) for c in o.components)) for _, o in options)
                image_ending, image_options = Position([image]).look(me)
                if ending != image_ending or after != Counter((o.gain, o.again, o.components) for _, o in image_options):
                    return False
        return True

    def chained(self, component, chain):
        for one in chain:
            if self.maps(component.instance) and one in self.maps(component.instance):
                component = self.mapped(component, one)
        return component

    # Splits

    def parts(self, component):
        """The components that a `split` line takes one apart into, or the component alone."""
        instance = component.instance
        lines = instance.game.splits
        if not lines or not self.splits_wanted:
            return (component,)
        line = lines[0]
        at = list(instance.field_sets()).index(line.field)
        whole = component.values[at]
        if not isinstance(whole, frozenset):
            return (component,)
        near, out, left = self.relation(component, line), [], set(whole)
        while left:
            todo = [left.pop()]
            part = set(todo)
            while todo:
                x = todo.pop()
                close = [y for y in left if near(x, y) or near(y, x)]
                left.difference_update(close)
                part.update(close)
                todo += close
            out.append(frozenset(part))
        if len(out) < 2:
            return (component,)
        return tuple(Component(instance, component.values[:at] + (part,) + component.values[at + 1:]) for part in out)

    def relation(self, component, line):
        meaning = component.instance.meaning
        world = World(dict(zip(component.instance.field_sets(), component.values)), LEFT)
        if line.steps is not None:
            steps = meaning.term(line.steps)(world, {})
            minus = (lambda x, y: y - x) if steps and isinstance(next(iter(steps)), int) else (lambda x, y: tuple(b - a for a, b in zip(x, y)))
            return lambda x, y: minus(x, y) in steps
        one, two = line.names
        condition = meaning.term(line.relation, {one, two})
        return lambda x, y: holds(condition, world, {one: x, two: y})

    def still(self, component):
        """Whether nobody can move."""
        return not any(turn_of(component.instance).options(component.values, me) for me in PLAYERS)

    def taken_apart(self, components, listed):
        """The components after all splits, without those in which nobody can move; those that are listed stay whole."""
        out = []
        for c in components:
            parts = (c,) if any(image in listed for image in self.images(c)) else self.parts(c)
            if len(parts) > 1:
                self.splits_used.add(c.instance)
            out += [p for p in parts if not self.still(p)]
        return tuple(out)

    def sums(self, components, limit):
        """How far every position that can be reached is seen to be the sum of its parts: how many, False where one is not, None beyond the limit."""
        seen, todo = set(components), list(components)
        while todo:
            c = todo.pop()
            parts = self.used_parts(c)
            for me in PLAYERS:
                whole = [o for _, o in Position([c]).options(me)]
                if len(parts) > 1:
                    apart = Counter()
                    for i, p in enumerate(parts):
                        rest = parts[:i] + parts[i + 1:]
                        apart.update((o.gain, o.again, self.bag(o.components + rest)) for _, o in Position([p]).options(me))
                    if apart != Counter((o.gain, o.again, self.bag(o.components)) for o in whole):
                        return False
                for o in whole:
                    for d in (*o.components, *(q for e in o.components for q in self.used_parts(e))):
                        if d not in seen:
                            if len(seen) >= limit:
                                return None
                            seen.add(d)
                            todo.append(d)
        return len(seen)

    def used_parts(self, component):
        """The parts of a component of a game that was taken apart; others stay whole."""
        return self.parts(component) if component.instance in self.splits_used else (component,)

    def bag(self, components):
        """Components taken apart, as a multiset without the empty ones, in which nothing can ever move."""
        return frozenset(Counter(p for c in components for p in self.used_parts(c) if not self.still(p)).items())
