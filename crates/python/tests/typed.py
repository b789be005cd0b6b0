"""A program as a person writes it, for the type checker: every line has the type that it is said to have."""

from __future__ import annotations

from typing import Optional

import grundy


def main() -> None:
    game: grundy.Game = grundy.library["kayles"]
    position: grundy.Position = game(50)
    winner: str = position.winner(time=10.0, memory="1G", threads=1)
    answer: grundy.Solved = position.solve(explain=True)
    plies: Optional[int] = answer.plies
    standing: grundy.Standing = answer.standing
    kind: str = standing.kind
    moves: grundy.Moves = position.moves()
    first: grundy.Move = moves[0]
    to: str = first.to
    after: grundy.Position = position.play(first)
    values: grundy.HeapValues = game.sequence(100)
    period: Optional[int] = values.period
    table: grundy.Table = game.table(n=range(10))
    columns: list[str] = table.columns
    value: grundy.Value = grundy.value("{1|-1}") + 1
    hot: bool = value.temperature > 0
    proved: bool = grundy.library["nim"].prove().holds
    picture: grundy.Picture = position.draw(format="svg")
    data: bytes = picture.data
    described: grundy.FunctionGame = grundy.Game.from_python(5, range)
    result: str = described.winner()
    assert (winner, result, kind) == ("first", "first", "proved")
    assert plies is None or plies > 0
    assert to and after and columns and hot and proved and data and period is None


if __name__ == "__main__":
    main()
