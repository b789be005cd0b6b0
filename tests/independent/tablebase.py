"""A reader of tablebases, written from docs/tablebase.md alone. With a file and a list of digits it prints the code."""

import json
import struct
import sys
import zlib
from bisect import bisect_right


class Damaged(Exception):
    """The bytes are not those that were written."""


def need(truth, what):
    if not truth:
        raise Damaged(what)


class Tablebase:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        data = self.bytes
        need(len(data) >= 52 and data[:8] == b"GRUNDYTB" and data[-8:] == b"GRUNDYTE", "no tablebase")
        version, length, checksum = struct.unpack_from("<III", data, 8)
        need(version == 1, f"version {version}")
        header = data[20 : 20 + length]
        need(zlib.crc32(header) == checksum, "the header")
        self.header = json.loads(header)
        at, blocks, of_index, of_end = struct.unpack_from("<QQII", data, len(data) - 32)
        need(zlib.crc32(data[-32:-12]) == of_end, "the end")
        index = data[at : at + 24 * blocks]
        need(at + 24 * blocks + 32 == len(data) and zlib.crc32(index) == of_index, "the index")
        self.index = list(struct.iter_unpack("<QIIQ", index))
        self.first = [entry[3] for entry in self.index]
        self.kept = {}

    def block(self, number):
        """The numbers and the codes of a block."""
        if number in self.kept:
            return self.kept[number]
        offset, length, checksum, first = self.index[number]
        packed = self.bytes[offset : offset + length]
        need(zlib.crc32(packed) == checksum, f"block {number}")
        raw, header = zlib.decompress(packed), self.header
        count = min(header["block"], header["entries"] - number * header["block"])
        numbers, at = [first], 0
        if header["holds"] == "list":
            while len(numbers) < count:
                difference, shift = 0, 0
                while True:
                    byte = raw[at]
                    at += 1
                    difference |= (byte & 127) << shift
                    shift += 7
                    if byte < 128:
                        break
                numbers.append(numbers[-1] + difference + 1)
        else:
            need(first == number * header["block"], f"block {number}")
            numbers = range(first, first + count)
        width = header["width"]
        if width == 2:
            codes = [raw[at + i // 4] >> 2 * (i % 4) & 3 for i in range(count)]
        else:
            size = width // 8
            codes = [int.from_bytes(raw[at + i * size : at + (i + 1) * size], "little") for i in range(count)]
        self.kept[number] = numbers, codes
        return numbers, codes

    def code(self, number):
        """The code of a number; 0 if it is not there."""
        at = bisect_right(self.first, number) - 1
        if at < 0:
            return 0
        numbers, codes = self.block(at)
        place = bisect_right(numbers, number) - 1
        return codes[place] if numbers[place] == number else 0

    def number(self, digits, right_moves=False):
        """The number of a position, which is given as its digits in the order of the header."""
        header = self.header
        if right_moves and header["movers"] == "exchanged":
            digits = [self.exchanged(place[0], digit) for place, digit in zip(header["digits"], digits)]
        weights, weight = [], 1
        for _, _, values in header["digits"]:
            weights.append(weight)
            weight *= values
        value = {(field, cell): digit for (field, cell, _), digit in zip(header["digits"], digits)}
        least = None
        for image in [[None] * len(header["exchange"])] + header["images"]:
            moved = (value[field, image[field][cell] if image[field] else cell] for field, cell, _ in header["digits"])
            number = sum(digit * weight for digit, weight in zip(moved, weights))
            least = number if least is None else min(least, number)
        return least + (header["count"] if right_moves and header["movers"] == "apart" else 0)

    def exchanged(self, field, digit):
        how = self.header["exchange"][field]
        if how == "always":
            return 1 - digit
        return (3 - digit) % 3 if how == "optional" else digit

    def look_up(self, digits, right_moves=False):
        """What it says of a position, in words and a number."""
        code, kind = self.code(self.number(digits, right_moves)), self.header["kind"]
        if code == 0:
            return None
        if kind == "outcome":
            return {1: "loss", 2: "draw", 3: "win"}[code]
        if kind == "plies":
            return {1: ("win", None), 2: ("draw", None), 3: ("loss", None)}.get(
                code, ("win" if code % 2 else "loss", (code - 4) // 2)
            )
        if kind == "margin":
            return code // 2 if code % 2 else -(code // 2)
        return code - 1


if __name__ == "__main__":
    print(Tablebase(sys.argv[1]).look_up([int(digit) for digit in sys.argv[2:]]))
