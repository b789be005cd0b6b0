"""A board to play on: one page of HTML and JavaScript that needs nothing else, with the positions near the start inside.

Texts of the game reach the page as JSON in which no ``<`` stands, and the document as text, never as HTML.
"""

from __future__ import annotations

import html
import json
from typing import Any

from ._answer import Standing
from ._graph import States

__all__ = ["Page"]


class Page:
    """A page to play on; shown in a notebook, written with :meth:`save`.

    >>> import grundy
    >>> page = grundy.library["tic-tac-toe"]("XX.|OO.|...").widget()
    >>> page.html.startswith("<!DOCTYPE html>"), page.states.whole
    (True, True)
    """

    def __init__(self, states: States) -> None:
        self.states = states

    @property
    def standing(self) -> Standing:
        """How sure it is what the moves are worth."""
        return self.states.standing

    @property
    def html(self) -> str:
        """The whole page."""
        told = self.states.json()
        data = {
            "title": told["position"],
            "standing": str(self.standing),
            "states": [
                [one["position"], one.get("board"), one.get("mover"), one["over"], one.get("result"), one.get("plies")]
                for one in told["states"]
            ],
            "moves": [[one["from"], one.get("to"), one["move"], bool(one.get("again"))] for one in told["moves"]],
        }
        packed = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c").replace("&", "\\u0026")
        return _PAGE.replace("__TITLE__", html.escape(told["position"][:200])).replace("__DATA__", packed)

    def save(self, path: Any) -> None:
        """Writes the page to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def _repr_html_(self) -> str:
        page = html.escape(self.html, quote=True)
        return f'<iframe srcdoc="{page}" sandbox="allow-scripts" style="width:100%;height:420px;border:0"></iframe>'

    def __repr__(self) -> str:
        return f"<page to play {self.states.position[:60]} on: {len(self.states)} positions>"


_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>__TITLE__</title>
<style>
body{font:15px/1.4 system-ui,sans-serif;margin:12px;color:#1c222b;background:#fff}
#board{font:22px/1 ui-monospace,monospace;border-collapse:collapse;margin:8px 0}
#board td{width:1.6em;height:1.6em;text-align:center;border:1px solid #b9c0ca}
#board td.can{cursor:pointer;background:#eef4ff}
button{font:inherit;margin:2px;padding:2px 8px;border:1px solid #b9c0ca;border-radius:4px;background:#f6f7f9;cursor:pointer}
button:disabled{color:#9aa3b0;cursor:default}
button.win{border-color:#2a7d46;color:#1d6b39}button.loss{border-color:#b3372f;color:#9c2b24}
button.draw{border-color:#9a7b16;color:#7d6410}
#said{font-weight:600;min-height:1.4em}#log,#why{color:#646d7a;font-size:13px}
</style></head><body>
<div id="said"></div><table id="board"></table><div id="place"></div><div id="moves"></div>
<p><button id="undo">undo</button><button id="again">new game</button>
<label><input type="checkbox" id="reply" checked> the page replies</label>
<label><input type="checkbox" id="hints"> show what moves are worth</label></p>
<div id="log"></div><div id="why"></div>
<script type="application/json" id="data">__DATA__</script>
<script>
"use strict";
const game = JSON.parse(document.getElementById("data").textContent);
const at = id => document.getElementById(id);
const from = game.states.map(() => []);
game.moves.forEach(one => from[one[0]].push(one));
let past = [{state: 0, mover: 0}], log = [];
const here = () => past[past.length - 1];
// What a move is worth to who makes it, larger being better: a win soon, a draw, a loss late.
function worth(one) {
  if (one[1] === null || one[1] === undefined) return null;
  const [, , , , result, plies] = game.states[one[1]];
  if (!result) return null;
  const own = one[3] ? result : {win: "loss", draw: "draw", loss: "win"}[result];
  const soon = Math.min(plies === null || plies === undefined ? 500 : plies, 999) / 1000;
  return {result: own, rank: own === "win" ? 2 - soon : own === "draw" ? 0 : -2 + soon};
}
function best(state) {
  const rated = from[state].map(one => [one, worth(one)]).filter(([, w]) => w);
  rated.sort((a, b) => b[1].rank - a[1].rank);
  return rated.length ? rated[0][0] : null;
}
function make(one) {
  const now = here();
  log.push(one[2]);
  past.push({state: one[1], mover: one[3] ? now.mover : 1 - now.mover});
}
function play(one) {
  const me = here().mover;
  make(one);
  while (at("reply").checked && here().mover !== me && !game.states[here().state][3]) {
    const answer = best(here().state);
    if (!answer) break;
    make(answer);
  }
  show();
}
function show() {
  const now = here(), [text, board, mover, over, result] = game.states[now.state];
  const name = mover || (now.mover === 0 ? "the first player" : "the second player");
  at("said").textContent = over
    ? {win: name + " has won", loss: name + " has lost", draw: "a draw"}[result] || "the game is over"
    : name + " to move";
  const moves = from[now.state];
  at("board").replaceChildren();
  (board || []).forEach((row, r) => {
    const line = at("board").insertRow();
    [...row].forEach((piece, c) => {
      const cell = line.insertCell(), place = board.length > 1 ? "(" + r + ", " + c + ")" : "(" + c + ")";
      const can = moves.filter(one => one[2].includes(place) && one[1] !== null && one[1] !== undefined);
      cell.textContent = piece === "." ? "" : piece;
      if (can.length === 1) { cell.className = "can"; cell.onclick = () => play(can[0]); }
    });
  });
  at("place").textContent = board ? "" : text;
  at("moves").replaceChildren(...moves.slice(0, 400).map(one => {
    const button = document.createElement("button"), value = worth(one);
    button.textContent = one[2];
    button.disabled = one[1] === null || one[1] === undefined;
    if (button.disabled) button.title = "beyond the positions of this page";
    if (at("hints").checked && value) { button.className = value.result; button.title = value.result; }
    button.onclick = () => play(one);
    return button;
  }));
  at("log").textContent = log.join(", ");
  at("why").textContent = game.standing;
}
at("undo").onclick = () => {
  const me = past.length > 1 ? past[0].mover : 0;
  do { if (past.length > 1) { past.pop(); log.pop(); } } while (past.length > 1 && at("reply").checked && here().mover !== me);
  show();
};
at("again").onclick = () => { past = [past[0]]; log = []; show(); };
at("hints").onchange = show;
show();
</script></body></html>
"""
