#!/usr/bin/env python3
"""The rule language by a second reading of docs/language.md: moves and answers by brute force, without the crates.

language.py moves FILE [POSITION] [--first NAME]
language.py solve FILE [POSITION] [--first NAME] [--limit N]
language.py expect FILE... [--limit N]
language.py check FILE CERTIFICATE
language.py serve
"""
import argparse
import json
import sys
import time

from language import certificates
from language.answer import ALL_WANTED, answer, reply
from language.expectation import check
from language.mistake import Mistake, Refused, TooMany
from language.rules import Rules


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for word, text in (("moves", "list the moves of a position, in the order of the rules"), ("solve", "answer every question about a position")):
        one = commands.add_parser(word, help=text, description=text)
        one.add_argument("file", help="a rule file")
        one.add_argument("position", nargs="?", default="", help="a position, the arguments of one, or a picture; the start unless given")
        one.add_argument("--first", help="who begins; Left unless given")
        one.add_argument("--limit", type=int, default=100_000, help="how many positions may be looked at")
    text = "check the `expect` lines of rule files"
    one = commands.add_parser("expect", help=text, description=text)
    one.add_argument("files", nargs="+")
    one.add_argument("--limit", type=int, default=3_000, help="lines that need more positions are skipped")
    text = "read one JSON request a line, write one JSON reply a line"
    commands.add_parser("serve", help=text, description=text + """: {"rules": TEXT, "position": TEXT, "first": NAME, "want": [KEY...],
        "limit": N}; keys are """ + ", ".join(ALL_WANTED) + """. A reply is the answers, or {"limit": true}, {"refused": WHY}, {"error": WHY}.
        {"rules": TEXT, "certificate": TEXT} asks whether a certificate is accepted: {"accepted": WHAT} or {"refused": WHY}.""")
    text = "check a certificate: `grundy solution 2` or `grundy period 1`"
    one = commands.add_parser("check", help=text, description=text + ". Exit code 1 and the reason if it is refused.")
    one.add_argument("file", help="the rule file; `-` for a period of a code")
    one.add_argument("certificate", help="plain or compressed with gzip")
    asked = parser.parse_args()
    if asked.command == "serve":
        return serve()
    if asked.command == "expect":
        return expect(asked.files, asked.limit)
    if asked.command == "check":
        return check_certificate(asked.file, asked.certificate)
    want = ("moves",) if asked.command == "moves" else ALL_WANTED
    try:
        rules = Rules(open(asked.file, encoding="utf-8").read())
        print(json.dumps(answer(rules, asked.position, asked.first, want, asked.limit), indent=1))
    except (Mistake, Refused) as problem:
        sys.exit(f"{asked.file}: {problem}")
    except TooMany:
        sys.exit(f"{asked.file}: more than {asked.limit} positions")


def check_certificate(file, certificate):
    with open(certificate, "rb") as opened:
        data = opened.read()
    rules = None
    if file != "-":
        with open(file, "rb") as opened:
            rules = opened.read()
    try:
        print("accepted:", certificates.check(rules, data))
    except certificates.Wrong as wrong:
        sys.exit(f"refused: {wrong}")


def serve():
    for line in sys.stdin:
        try:
            out = reply(json.loads(line))
        except json.JSONDecodeError as error:
            out = {"error": f"no JSON: {error}"}
        print(json.dumps(out), flush=True)


def expect(files, limit):
    counts = {True: 0, False: 0, None: 0}
    for file in files:
        begin = time.process_time()
        rules = Rules(open(file, encoding="utf-8").read())
        for line in rules.text.expectations:
            held, found = check(rules, line, limit)
            counts[held] += 1
            if held is False:
                print(f"{file}:{line.line}: {line.query} is {found}, not {line.answer}")
        took = time.process_time() - begin
        if took > 5:
            print(f"{file}: {took:.1f} s", file=sys.stderr)
    print(f"{counts[True]} expectations hold, {counts[False]} do not, {counts[None]} need more than {limit} positions")
    sys.exit(counts[False] > 0)


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    main()
