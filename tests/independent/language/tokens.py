"""Tokens of a rule text, with the layout turned into marks.

A statement ends with `end`; a block that follows a line ending in `:` (or a `game` line) stands between `in` and `out`. A line
indented deeper than the statement before it continues it; inside brackets line breaks mean nothing.
"""
import re
from dataclasses import dataclass

from .mistake import Mistake

SIGNS = ["..", "//", "^^", "==", "!=", "<=", ">=", "+=", "-=", "=>", "<", ">", "=", "+", "-", "*", "%", "&", "(", ")",
         "[", "]", "{", "}", ",", ";", ":", ".", "?", "|"]
PATTERN = re.compile(
    r'(?P<blank>[ \t\r]+)|(?P<comment>#[^\n]*)|(?P<break>\n)|(?P<text>"[^"\n]*")|(?P<number>[0-9][0-9_]*(?:e[0-9]+)?)'
    r"|(?P<name>[^\W\d]\w*)|(?P<sign>" + "|".join(map(re.escape, SIGNS)) + ")")
LARGEST = 2 ** 63 - 1
DEEPEST = 64


@dataclass(frozen=True)
class Token:
    kind: str      # name number text sign end in out
    text: str
    line: int
    column: int
    value: object = None


def number(text, line):
    """`12`, `1_000` or `1e12`."""
    digits, _, power = text.replace("_", "").partition("e")
    value = int(digits) * 10 ** min(int(power or 0), 40)
    if value > LARGEST:
        raise Mistake(f"the number {text} does not fit 64 bits", line)
    return value


def scan(text):
    """The tokens of a text without layout; each line break outside brackets is a token `break`."""
    at, line, begin, depth, out = 0, 1, 0, 0, []
    while at < len(text):
        found = PATTERN.match(text, at)
        if not found:
            raise Mistake(f"the character {text[at]!r}", line)
        kind, piece, column = found.lastgroup, found.group(), at - begin
        at = found.end()
        if kind == "break":
            if depth == 0:
                out.append(Token("break", "", line, column))
            line, begin = line + 1, at
        elif kind == "number":
            if at < len(text) and (text[at].isalnum() or text[at] == "_"):
                raise Mistake(f"{piece}{text[at]} is not a number", line)
            out.append(Token(kind, piece, line, column, number(piece, line)))
        elif kind == "text":
            out.append(Token(kind, piece, line, column, piece[1:-1]))
        elif kind in ("name", "sign"):
            depth += (piece in "([{") - (piece in ")]}") if kind == "sign" else 0
            if depth < 0:
                raise Mistake(f"{piece} closes nothing", line)
            if depth > DEEPEST:
                raise Mistake(f"brackets nest deeper than {DEEPEST}", line)
            out.append(Token(kind, piece, line, column))
    if depth:
        raise Mistake("a bracket is not closed", line)
    return out


def tokens(text):
    """All tokens with `end`, `in` and `out` where the layout says so."""
    lines, current = [], []
    for token in scan(text):
        if token.kind == "break":
            if current:
                lines.append(current)
            current = []
        else:
            current.append(token)
    if current:
        lines.append(current)
    out, blocks, statement = [], [0], None      # `statement`: the first token of the open statement
    for line in lines:
        indent, last = line[0].column, out[-1] if out else None
        if statement is not None:
            opens = last.text == ":" or statement.text == "game"
            if indent > statement.column and not opens:
                out += line
                continue
            out.append(Token("end", "", last.line, last.column))
            if indent > statement.column:
                blocks.append(indent)
                out.append(Token("in", "", line[0].line, indent))
        while indent < blocks[-1]:
            blocks.pop()
            out.append(Token("out", "", line[0].line, indent))
        if indent != blocks[-1]:
            raise Mistake("indented like no block above it", line[0].line)
        out += line
        statement = line[0]
    if out:
        last = out[-1]
        out.append(Token("end", "", last.line, last.column))
        out += [Token("out", "", last.line, 0)] * (len(blocks) - 1)
    return out
