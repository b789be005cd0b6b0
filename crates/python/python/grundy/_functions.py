"""Games that Python functions describe, where the rule language does not reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Hashable, Iterator, NamedTuple, Optional

from . import _grundy
from ._answer import Infinity, Standing, grundy_value
from ._errors import InputError
from ._limits import allowed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._limits import Limits

__all__ = ["FunctionAnswer", "FunctionGame", "FunctionMove"]

#: A line of best play is told to this length: where play can return it need not end.
_LONGEST_LINE = 200


class FunctionMove(NamedTuple):
    """A move: its name where the functions give one, the position it leads to, what it is worth to who makes it."""

    move: Any
    to: Any
    result: str
    grundy: Any
    plies: Optional[int]


class FunctionAnswer(NamedTuple):
    """All about the start of a game that functions describe; ``standing`` says that it is as true as they are."""

    winner: str
    outcome: Optional[str]
    by_starter: Optional[tuple[str, str]]
    grundy: Any
    plies: Optional[int]
    winning_moves: list[FunctionMove]
    line: list[Any]
    positions: int
    standing: Standing

    def json(self) -> dict[str, Any]:
        """The same as plain data; positions as Python writes them."""
        moves = [{"move": str(one.to if one.move is None else one.move), "to": repr(one.to)} for one in self.winning_moves]
        return {
            "winner": self.winner,
            "outcome": self.outcome,
            "grundy": self.grundy if not isinstance(self.grundy, Infinity) else {"infinity": list(self.grundy.options)},
            "plies": self.plies,
            "winning_moves": moves,
            "line": [repr(one) for one in self.line],
            "positions": self.positions,
            "standing": {"kind": self.standing.kind, "reason": self.standing.reason},
        }


class FunctionGame:
    """A game by its start and its moves.

    ``moves(position)`` gives the positions that can be moved to, or a dictionary from names of moves to them. ``ending(position)``
    gives ``None`` while play goes on, else ``"win"``, ``"draw"`` or ``"loss"`` of who is about to move (or a number of that sign);
    without it who cannot move loses, with ``misere`` wins. Positions are hashable; whose turn it is may be part of them. Where the
    players have different moves, ``players`` names them and both functions take a player too: ``moves(position, player)``.

    Every position is asked about once. Where play can return, what no ending reaches is a draw.

    >>> import grundy
    >>> def moves(n):
    ...     return {f"take {k}": n - k for k in (1, 2, 3) if k <= n}
    >>> game = grundy.FunctionGame(21, moves)
    >>> game.winner(), game.grundy(), game.moves()[0].move
    ('first', 1, 'take 1')
    >>> print(game.solve().standing)
    checked: all 22 positions that the functions lead to were solved; computed from the Python functions of the game
    """

    def __init__(
        self,
        start: Hashable,
        moves: Callable[..., Any],
        ending: Optional[Callable[..., Any]] = None,
        *,
        players: Optional[tuple[str, str]] = None,
        misere: bool = False,
        name: Optional[str] = None,
    ) -> None:
        if not callable(moves) or not (ending is None or callable(ending)):
            raise TypeError("moves and ending are functions of a position")
        hash(start)
        self.start = start
        self.name = name or getattr(moves, "__qualname__", "game")
        self._functions = (moves, ending)
        self._players = None if players is None else (str(players[0]), str(players[1]))
        self._misere = bool(misere)
        self._graph: Optional[_grundy.Graph] = None
        self._numbers: Optional[dict[Any, int]] = None

    def explore(self, **limits: Unpack[Limits]) -> FunctionGame:
        """Reaches every position from the start and solves them, unless that is done."""
        if self._graph is None:
            moves, ending = self._functions
            self._graph = _grundy.Graph(allowed(limits), self.start, moves, ending, self._players, self._misere)
        return self

    def _explored(self, limits: Any) -> _grundy.Graph:
        graph = self.explore(**limits)._graph
        assert graph is not None
        return graph

    def __len__(self) -> int:
        """How many positions there are."""
        return len(self._explored({}))

    def __iter__(self) -> Iterator[Any]:
        graph = self._explored({})
        return (graph.position(node) for node in range(len(graph)))

    def __repr__(self) -> str:
        return f"<game {self.name} from {self.start!r}>"

    def _node(self, position: Any, mover: Optional[str], graph: _grundy.Graph) -> int:
        if position is _START:
            if self._players is None or mover is None:
                return 0
            return self._players.index(mover)
        if self._numbers is None:
            keys = ((graph.position(node), graph.mover(node)) for node in range(len(graph)))
            self._numbers = {key: node for node, key in enumerate(keys)}
        wanted = mover if self._players is None or mover is not None else self._players[0]
        node = self._numbers.get((position, wanted))
        if node is None:
            raise InputError({"error": {"code": "position", "message": f"play does not lead to {position!r}"}})
        return node

    def solve(self, **limits: Unpack[Limits]) -> FunctionAnswer:
        """Who wins, by which moves, how soon."""
        graph = self._explored(limits)
        winner, outcome, by_starter, standing = graph.answer()
        _, plies, grundy = graph.worth(0)
        winning = [move for move in self.moves() if move.result == "win"]
        line = [graph.position(node) for node in graph.line(0, _LONGEST_LINE)]
        reason = f"{standing['reason']}; computed from the Python functions of the game"
        return FunctionAnswer(
            winner, outcome, by_starter, grundy_value(grundy), plies, winning, line, len(graph), Standing(standing["kind"], reason)
        )

    @property
    def standing(self) -> Standing:
        """How sure the answers are."""
        return self.solve().standing

    def winner(self, **limits: Unpack[Limits]) -> str:
        """Who wins: ``first``, ``second``, ``draw``, or the name of a player who wins whoever starts."""
        return self._explored(limits).answer()[0]

    def worth(self, position: Any = None, *, mover: Optional[str] = None, **limits: Unpack[Limits]) -> tuple[str, Optional[int], Any]:
        """What a position is worth to who is about to move: ``win``, ``draw`` or ``loss``, the moves to the end, the Grundy value."""
        graph = self._explored(limits)
        result, plies, grundy = graph.worth(self._node(_START if position is None else position, mover, graph))
        return result, plies, grundy_value(grundy)

    def grundy(self, position: Any = None, **limits: Unpack[Limits]) -> Any:
        """The Grundy value of a position, by default of the start: a number, or infinity where play can return."""
        found = self.worth(position, **limits)[2]
        if found is None:
            message = "a game has Grundy values where both players have the same moves and who cannot move loses"
            raise InputError({"error": {"code": "value", "message": message}})
        return found

    def plies(self, position: Any = None, **limits: Unpack[Limits]) -> Optional[int]:
        """Moves to the end, the winner hurrying; nothing where play goes on for ever."""
        return self.worth(position, **limits)[1]

    def moves(self, position: Any = None, *, mover: Optional[str] = None, **limits: Unpack[Limits]) -> list[FunctionMove]:
        """The moves of a position, by default of the start, the best first."""
        graph = self._explored(limits)
        found = []
        for name, to in graph.moves(self._node(_START if position is None else position, mover, graph)):
            result, plies, grundy = graph.worth(to)
            after = None if plies is None else plies + 1
            found.append(FunctionMove(name, graph.position(to), _OTHER[result], grundy_value(grundy), after))
        return found

    def edges(self, **limits: Unpack[Limits]) -> tuple[Any, Any]:
        """Where each move begins and where it leads, by the numbers of positions, as two columns for NumPy and Arrow."""
        return self._explored(limits).edges()

    def networkx(self, **limits: Unpack[Limits]) -> Any:
        """A ``networkx.MultiDiGraph`` of positions; with players, of pairs of a position and who is about to move."""
        import networkx

        graph = self._explored(limits)
        drawn = networkx.MultiDiGraph()
        keys = [
            graph.position(node) if self._players is None else (graph.position(node), graph.mover(node))
            for node in range(len(graph))
        ]
        for node, key in enumerate(keys):
            result, plies, grundy = graph.worth(node)
            drawn.add_node(key, result=result, plies=plies, grundy=grundy_value(grundy))
        for node, key in enumerate(keys):
            for name, to in graph.moves(node):
                drawn.add_edge(key, keys[to], move=name)
        return drawn


_START = object()
_OTHER = {"win": "loss", "draw": "draw", "loss": "win"}
