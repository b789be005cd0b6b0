"""The positions that play can reach, each once, as data: for NetworkX, as arrays of edges, for the board to play on."""

from __future__ import annotations

from typing import Any, Iterator

from ._answer import Answer, Record

__all__ = ["States"]


class States(Answer):
    """A graph of positions. The first is where play starts.

    >>> import grundy
    >>> states = grundy.library["nim"](4).states()
    >>> len(states), len(states.moves), states.whole
    (5, 10, True)
    >>> graph = states.networkx()
    >>> [node for node in graph if graph.nodes[node]["result"] == "loss"]
    ['Nim(0)']
    """

    __slots__ = ()
    position: str
    states: list[Record]
    moves: list[Record]
    whole: bool

    def __len__(self) -> int:
        return len(self._data["states"])

    def __iter__(self) -> Iterator[Record]:
        return iter(self.states)

    def names(self) -> list[str]:
        """A name for each position, all different: its text, with who is about to move where that matters."""
        return [
            state["position"] + (f", {state['mover']} to move" if state.get("mover") else "") for state in self._data["states"]
        ]

    def edges(self) -> Any:
        """The moves as a NumPy array of two columns: from which position, to which."""
        import numpy

        kept = [(one["from"], one["to"]) for one in self._data["moves"] if "to" in one]
        return numpy.array(kept, dtype=numpy.int64).reshape(-1, 2)

    def networkx(self) -> Any:
        """A ``networkx.MultiDiGraph``: nodes have ``result``, ``grundy``, ``plies``, ``mover`` and ``over``, edges ``move``."""
        import networkx

        names = self.names()
        graph = networkx.MultiDiGraph(position=self._data["position"], whole=self._data["whole"])
        for name, state in zip(names, self._data["states"]):
            graph.add_node(name, **{key: state.get(key) for key in ("result", "grundy", "plies", "margin", "mover", "over")})
        for one in self._data["moves"]:
            if "to" in one:
                graph.add_edge(names[one["from"]], names[one["to"]], move=one["move"])
        return graph
