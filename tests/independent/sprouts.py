"""Planar Sprouts from its definition: python3 tests/independent/sprouts.py [SPOTS]

Spots are drawn on a sphere. A move draws a curve from a spot to a spot, or back to the same, that meets no curve, and puts a new spot on
it; no spot may have more than three curves.

A drawing is a rotation system: for each spot the darts (ends of curves) that leave it, in their order around it. A walk along a curve
that turns to the next dart at every spot goes around one boundary. A face is a set of boundaries: such walks, and spots without a curve.
Nothing is left out of a drawing, dead spots and dead faces neither; two drawings are the same if one is the other, or its mirror image,
with other names. This shares nothing with examples/sprouts, which works on strings of live vertices.

Printed for each number of spots up to SPOTS (3 unless said): who wins, normal and misère, the nimber, the fewest and the most moves, how
many drawings there are after 1, 2, ... moves, and how many games with different trees of play.
"""
import sys
from functools import lru_cache


class Drawing:
    """spots: a tuple of tuples of darts; dart d goes with dart d ^ 1. faces: a tuple of tuples of boundaries. A boundary is a dart of its
    walk or ('spot', number)."""

    def __init__(self, spots, faces):
        self.spots, self.faces = spots, faces
        self.tail = {dart: spot for spot, darts in enumerate(spots) for dart in darts}

    def after(self, dart):
        """The dart that the walk takes after this one: at its other end the next around the spot."""
        around = self.spots[self.tail[dart ^ 1]]
        return around[(around.index(dart ^ 1) + 1) % len(around)]

    def walk(self, boundary):
        """Darts of a walk; each leaves its spot at the end of the corner through which the walk came."""
        darts, dart = [boundary], self.after(boundary)
        while dart != boundary:
            darts.append(dart)
            dart = self.after(dart)
        return darts

    def corners(self, face):
        """Where a curve may begin in a face: (boundary, spot, dart before which it leaves or None)."""
        for boundary in face:
            if isinstance(boundary, tuple):
                yield boundary, boundary[1], None
            else:
                for dart in self.walk(boundary):
                    yield boundary, self.tail[dart], dart

    def moves(self):
        """Every drawing after one move; the same may come several times."""
        for number, face in enumerate(self.faces):
            corners = list(self.corners(face))
            for first, one in enumerate(corners):
                for other in corners[first:]:
                    yield from self.curve(number, one, other)

    def curve(self, number, one, other):
        new = sum(len(darts) for darts in self.spots)
        middle = len(self.spots)
        spots = [list(darts) for darts in self.spots]
        for (_, spot, before), dart in ((one, new), (other, new + 2)):
            place = len(spots[spot]) if before is None else spots[spot].index(before)
            spots[spot].insert(place, dart)
        if any(len(darts) > 3 for darts in spots):
            return
        spots.append([new + 1, new + 3])
        face = self.faces[number]
        left = [boundary for boundary in face if boundary not in (one[0], other[0])]
        drawn = Drawing(tuple(map(tuple, spots)), ())
        walk = drawn.walk(new + 1)
        elsewhere = self.faces[:number] + self.faces[number + 1:]
        if new + 3 in walk:
            # One walk passes the new spot on both sides: the face is still one.
            yield Drawing(drawn.spots, elsewhere + ((new + 1, *left),))
            return
        for chosen in range(1 << len(left)):
            inside = [boundary for bit, boundary in enumerate(left) if chosen >> bit & 1]
            outside = [boundary for bit, boundary in enumerate(left) if not chosen >> bit & 1]
            yield Drawing(drawn.spots, elsewhere + ((new + 1, *inside), (new + 3, *outside)))

    def mirrored(self):
        """The mirror image. The corner before a dart becomes the corner after it, which is before the next."""
        spots = tuple(tuple(reversed(darts)) for darts in self.spots)

        def side(boundary):
            if isinstance(boundary, tuple):
                return boundary
            around = spots[self.tail[boundary]]
            return around[(around.index(boundary) + 1) % len(around)]

        return Drawing(spots, tuple(tuple(side(boundary) for boundary in face) for face in self.faces))

    def code(self):
        """Equal for drawings that are the same up to names."""
        return min(self.oriented_code(), self.mirrored().oriented_code())

    def oriented_code(self):
        """The least code over all faces to begin with: components and faces are the nodes of a tree."""
        face_of = {}
        for number, face in enumerate(self.faces):
            for boundary in face:
                for dart in [boundary] if isinstance(boundary, tuple) else self.walk(boundary):
                    face_of[dart] = number

        def face_code(number, but):
            """Of what lies in a face beside the boundary with this dart."""
            codes = []
            for boundary in self.faces[number]:
                if isinstance(boundary, tuple):
                    codes.append(())
                    continue
                walk = self.walk(boundary)
                if but not in walk:
                    codes.append(min(component_code(dart) for dart in walk))
            return tuple(sorted(codes))

        def component_code(root):
            """Of a component entered through the corner before a dart: a walk over all its darts."""
            names, order, code = {root: 0}, [root], []
            for dart in order:
                for to in (dart ^ 1, self.after(dart)):
                    if to not in names:
                        names[to] = len(order)
                        order.append(to)
                    code.append(names[to])
            around, seen = [], set()
            entered = set(self.walk(root))
            for dart in order:
                if dart not in seen:
                    walk = self.walk(dart)
                    seen.update(walk)
                    if dart not in entered:
                        around.append((names[dart], face_code(face_of[dart], dart)))
            return (tuple(code), tuple(around))

        return min(face_code(number, None) for number in range(len(self.faces)))

    def string(self):
        """As examples/sprouts reads it: live spots of every boundary."""
        regions = []
        for face in self.faces:
            region = ""
            for boundary in face:
                spots = [boundary[1]] if isinstance(boundary, tuple) else [self.tail[dart] for dart in self.walk(boundary)]
                walk = "".join(self.symbol(spot) for spot in spots)
                region += walk + "." if walk else ""
            regions.append(region + "}")
        return "".join(regions)

    def symbol(self, spot):
        lives = 3 - len(self.spots[spot])
        return ["", chr(65 + spot % 26) + "'" * (spot // 26), "1", "0"][lives]


def start(spots):
    return Drawing(((),) * spots, (tuple(("spot", number) for number in range(spots)),))


def options(drawing):
    """The drawings after one move, one for each code."""
    return {drawn.code(): drawn for drawn in drawing.moves()}


class Games:
    """Trees of play, each stored once: a game is the set of games that its moves lead to."""

    def __init__(self):
        self.number, self.options = {}, []

    def game(self, options):
        options = frozenset(options)
        if options not in self.number:
            self.number[options] = len(self.options)
            self.options.append(options)
        return self.number[options]

    @lru_cache(None)
    def nimber(self, game):
        values = {self.nimber(option) for option in self.options[game]}
        return next(value for value in range(len(values) + 1) if value not in values)

    @lru_cache(None)
    def wins_misere(self, game):
        return not self.options[game] or any(not self.wins_misere(option) for option in self.options[game])

    @lru_cache(None)
    def lengths(self, game):
        all_lengths = [self.lengths(option) for option in self.options[game]]
        return (1 + min(a for a, _ in all_lengths), 1 + max(b for _, b in all_lengths)) if all_lengths else (0, 0)


def reached(spots):
    """All drawings by the number of moves made: a list of dictionaries from codes to (drawing, codes of options)."""
    first = start(spots)
    layers = [{first.code(): first}]
    links = {}
    while layers[-1]:
        following = {}
        for code, drawing in layers[-1].items():
            after = options(drawing)
            links[code] = list(after)
            following.update(after)
        layers.append(following)
    return layers[:-1], links


def solved(spots, games):
    """Layers of drawings, and the game of every code."""
    layers, links = reached(spots)
    of = {}
    for layer in reversed(layers):
        for code in layer:
            of[code] = games.game(of[option] for option in links[code])
    return layers, of


def facts(spots, games):
    layers, of = solved(spots, games)
    game = of[start(spots).code()]
    return {
        "spots": spots,
        "normal": "first" if games.nimber(game) else "second",
        "misere": "first" if games.wins_misere(game) else "second",
        "nimber": games.nimber(game),
        "plies": games.lengths(game),
        "drawings": [len(layer) for layer in layers],
        "games": len(set(of.values())),
    }


if __name__ == "__main__":
    for spots in range(1, int((sys.argv[1:] or ["3"])[0]) + 1):
        for query, answer in facts(spots, Games()).items():
            print("sprouts", query, spots, answer, sep="\t") if query != "spots" else None
