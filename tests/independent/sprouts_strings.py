"""Strings of Sprouts as examples/sprouts writes them: what may be left out of them, and one string for all that mean the same.

Written from the words of Applegate, Jacobson and Sleator (1991) and of Lemoine and Viennot (2010). Here a canonical string is found by
trying everything that looks alike, so that two positions have the same string exactly when one is the other with other names, another
order of regions and boundaries, other beginnings of walks, and regions seen from the other side.
"""
import re


def read(text):
    """Regions, each a list of boundaries, each a list of symbols. Letters of different lands are different vertices."""
    regions = []
    if text == "0":
        return regions
    for number, land in enumerate(text.split(" + ")):
        land = re.sub(r"0\*(\d+)\.", lambda found: "0." * int(found.group(1)), land)
        for region in land.split("}")[:-1]:
            boundaries = [re.findall(r"[0-9]|[A-Za-z]'*", walk) for walk in region.split(".")]
            name = lambda symbol: symbol if symbol.isdigit() else f"{symbol}@{number}"
            regions.append([[name(symbol) for symbol in walk] for walk in boundaries if walk])
    return regions


def lives(region):
    return sum({"0": 3, "1": 2, "2": 1}.get(s, 0) for walk in region for s in walk) + len({s for walk in region for s in walk if s not in "012"})


def reduced(regions):
    """Without what cannot be played on, to the end."""
    while True:
        met = [s for region in regions for walk in region for s in walk]
        after = []
        for region in regions:
            walks = []
            for walk in region:
                walk = ["2" if s not in "012" and met.count(s) == 1 else s for s in walk]
                for at in range(len(walk)):
                    if len(walk) > 1 and walk[at] not in "012" and walk[at] == walk[at - 1]:
                        walk = ["2"] + [s for s in walk[at + 1:] + walk[:at] if s != walk[at]]
                        break
                walks.append(walk)
            walks = [walk for walk in walks if walk]
            if lives(walks) <= 1:
                continue
            if lives(walks) <= 3:
                symbols = sorted(s for walk in walks for s in walk)
                names = {s for s in symbols if s not in "012"}
                inside = [s for s in names if symbols.count(s) == 2]
                walks = [sorted([s for s in symbols if s in "012"] + ["2"] * len(inside) + [s for s in names if s not in inside])]
            after.append(walks)
        if after == regions:
            return regions
        regions = after


def lands(regions):
    """Regions connected by common vertices."""
    left, found = list(regions), []
    while left:
        land, names = [left.pop()], set()
        for region in land:
            names |= {s for walk in region for s in walk if s not in "012"}
            more = [other for other in left if any(s in names for walk in other for s in walk)]
            left = [other for other in left if other not in more]
            land += more
        found.append(land)
    return found


def turned(region):
    return [walk[::-1] for walk in region]


def rotations(walk):
    return [tuple(walk[at:] + walk[:at]) for at in range(len(walk))]


def canonical_land(land, colours=None):
    names = sorted({s for region in land for walk in region for s in walk if s not in "012"})
    colours = colours or {name: 0 for name in names}
    count = -1
    while True:
        seen = lambda s: (int(s), 0) if s in "012" else (3, colours[s])
        coloured = lambda region: [[seen(s) for s in walk] for walk in region]
        whole = lambda region: tuple(sorted(min(rotations(walk)) for walk in coloured(region)))
        views = [[(side, whole(side)) for side in (region, turned(region))] for region in land]
        if count == len(names):
            return tuple(sorted(min(view for _, view in sides) for sides in views))
        around = {name: [] for name in names}
        for sides in views:
            found = {}
            for side, view in sides:
                for walk in side:
                    for at, s in enumerate(walk):
                        if s not in "012":
                            key = (s, [at, len(walk) - 1 - at][side is not sides[0][0]], min(rotations(sorted(walk))))
                            context = tuple(seen(s) for s in walk[at:] + walk[:at])
                            found.setdefault(key, []).append((context, view))
            for (s, _, _), contexts in found.items():
                around[s].append(tuple(sorted(contexts)))
        signs = {name: (colours[name], tuple(sorted(around[name]))) for name in names}
        ranks = {sign: rank for rank, sign in enumerate(sorted(set(signs.values())))}
        colours = {name: ranks[signs[name]] for name in names}
        if len(ranks) > count:
            count = len(ranks)
            continue
        alike = next(rank for rank in range(len(ranks)) if list(colours.values()).count(rank) > 1)
        return min(
            canonical_land(land, {n: 2 * c + (n == one) for n, c in colours.items()})
            for one in names
            if colours[one] == alike
        )


def canonical(text):
    """Equal for texts of the same position. A land with two lives is one move, and none after it, however they lie."""
    all_lives = lambda land: lives([walk for region in land for walk in region])
    forms = [canonical_land([[["2", "2"]]] if all_lives(land) == 2 else land) for land in lands(reduced(read(text)))]
    return tuple(sorted(forms))
