"""Positions: sums of components, what is asked of them, and how they are shown."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Optional, Union

from . import _grundy
from ._answer import Move, Moves, Perft, Picture, Plan, Refutation, Solved, Tree, answered
from ._drawing import look, pictured
from ._errors import InputError, LimitReached
from ._limits import allowed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._game import Game
    from ._graph import States
    from ._limits import Limits
    from ._page import Page
    from ._value import Value

__all__ = ["Position"]


class Position:
    """A position of a game, or a sum of positions.

    >>> import grundy
    >>> kayles = grundy.library["kayles"]
    >>> p = kayles(5)
    >>> p.winner(), p.grundy()
    ('first', 4)
    >>> (kayles(3) + kayles(5)).winner()
    'first'
    >>> p.play("knock(1, 2)")
    Kayles(2) + Kayles(2)
    """

    __slots__ = ("_native", "_solved", "__weakref__")
    _native: _grundy.Position
    _solved: dict[tuple[Any, ...], Solved]

    def __init__(self, native: _grundy.Position) -> None:
        if not isinstance(native, _grundy.Position):
            raise TypeError("a position is made by a game: game(5), or by grundy.position('Nim(3) + Nim(5)')")
        self._native = native
        self._solved = {}

    # What it is.

    @property
    def text(self) -> str:
        """The position as one line, which can be read back."""
        return self._native.text

    @property
    def board(self) -> Optional[list[str]]:
        """Its board, a text for each row, where it is one component with a picture."""
        return self._native.board

    @property
    def game(self) -> Optional[Game]:
        """The game, where its components are of one file of rules."""
        from ._game import Game

        native = self._native.game
        return None if native is None else Game(native)

    @property
    def parts(self) -> list[tuple[str, dict[str, str]]]:
        """The components: the name of each game, and its fields as texts."""
        return [(name, dict(fields)) for name, fields in self._native.parts]

    @property
    def players(self) -> tuple[str, str]:
        """The names of the players."""
        return self._native.players

    @property
    def mover(self) -> str:
        """Who is about to move: as was said or played, else as the stones on the board tell, else the first player."""
        return self._native.mover()[0]

    def with_mover(self, name: Optional[str]) -> Position:
        """The same position with this player about to move; with ``None`` it is open again."""
        return Position(self._native.with_mover(name))

    def __repr__(self) -> str:
        return self.text

    def __str__(self) -> str:
        return "\n".join(self.board or [self.text])

    def __eq__(self, other: object) -> bool:
        """Whether the components are the same, in any order, and the same player is about to move."""
        return isinstance(other, Position) and self._native == other._native

    def __hash__(self) -> int:
        return hash(self._native)

    def __reduce__(self) -> Any:
        name, said = self._native.mover()
        native = self._native.game
        game = (native.text, native.file, native.name) if native is not None else None
        return _again, (self.text, self._native.rules, game, name if said else None)

    # Sums.

    def __add__(self, other: object) -> Any:
        if isinstance(other, Position):
            return Position(self._native.sum(allowed({}), [other._native]))
        return _as_value(self, other, lambda mine, theirs: mine + theirs)

    def __radd__(self, other: object) -> Any:
        # So that sum(positions) is a sum of positions.
        return self if other == 0 and isinstance(other, int) else _as_value(self, other, lambda mine, theirs: theirs + mine)

    def __neg__(self) -> Any:
        """The negative: of an impartial position under normal play itself, of others the negative of the value."""
        return -self.value() if self._native.partizan else self

    def __sub__(self, other: object) -> Any:
        return self + -other if isinstance(other, Position) else _as_value(self, other, lambda mine, theirs: mine - theirs)

    def __rsub__(self, other: object) -> Any:
        return _as_value(self, other, lambda mine, theirs: theirs - mine)

    # Questions.

    def solve(
        self,
        *,
        first: Optional[str] = None,
        misere: bool = False,
        plies: bool = False,
        value: bool = False,
        explain: bool = False,
        **limits: Unpack[Limits],
    ) -> Solved:
        """Who wins, by which moves, how soon, by how much.

        Where a limit ends the work the answer says so in ``stopped``, and what it says all the same is true.

        >>> import grundy
        >>> answer = grundy.library["nim"](3, 5, 7).solve()
        >>> answer.winner, answer.grundy, [str(move) for move in answer.winning_moves]
        ('first', 1, ['take(1)', 'take(1)', 'take(1)'])
        >>> answer.standing.kind
        'proved'
        """
        key = (first, misere, plies, value, explain)
        known = self._solved.get(key)
        if known is None:
            reply = self._native.solve(allowed(limits), first, misere, plies, value, explain)
            known = answered(reply, Solved)
            if not known.stopped:
                self._solved[key] = known
        return known

    def winner(self, *, first: Optional[str] = None, misere: bool = False, **limits: Unpack[Limits]) -> str:
        """Who wins: ``first``, ``second``, ``draw``, or the name of a player who wins whoever starts."""
        answer = self.solve(first=first, misere=misere, **limits)
        return str(_told(answer.winner, answer, "who wins"))

    def outcome(self, *, misere: bool = False, **limits: Unpack[Limits]) -> str:
        """The outcome class: N, P, L, R or D."""
        answer = self.solve(misere=misere, **limits)
        return str(_told(answer.outcome, answer, "the outcome class"))

    def grundy(self, **limits: Unpack[Limits]) -> Any:
        """The Grundy value: a number, or an :class:`~grundy.Infinity` where play can return."""
        answer = self.solve(**limits)
        return _told(answer.grundy, answer, "a Grundy value")

    def plies(self, *, first: Optional[str] = None, misere: bool = False, **limits: Unpack[Limits]) -> int:
        """Moves to the end when the winner hurries and the loser delays."""
        answer = self.solve(first=first, misere=misere, plies=True, **limits)
        return int(_told(answer.plies, answer, "a length"))

    def margin(self, *, first: Optional[str] = None, **limits: Unpack[Limits]) -> int:
        """The points of who starts less the other's."""
        answer = self.solve(first=first, **limits)
        return int(_told(answer.margin, answer, "a margin"))

    def value(self, **limits: Unpack[Limits]) -> Value:
        """The canonical value under normal play.

        >>> import grundy
        >>> grundy.library["domineering"](R=2, C=2).value()
        +-1
        """
        from ._value import Evaluation, Value, value

        if not self._native.partizan:
            answer = self.solve(value=True, **limits)
            if answer.value is not None:
                return value(answer.value, **limits)
            nimber = _told(answer.grundy, answer, "a value")
            return value(f"*{nimber}", **limits) if isinstance(nimber, int) else Value.refused(self)
        return Value(Evaluation(self._native.value(allowed(limits))))

    def moves(self, *, first: Optional[str] = None, worth: bool = True, **limits: Unpack[Limits]) -> Moves:
        """Every legal move, the best first, with what it is worth to who makes it.

        With ``worth=False`` the moves come in the order of the rules, and nothing is solved.

        >>> import grundy
        >>> for move in grundy.library["nim"](3).moves():
        ...     print(move, move.result, move.grundy)
        take(3) win 0
        take(1) loss 2
        take(2) loss 1
        """
        return Moves(self._native.moves(allowed(limits), first, worth))

    def play(self, move: Union[Move, str, int], *, first: Optional[str] = None, **limits: Unpack[Limits]) -> Position:
        """The position after a move: one of :meth:`moves`, its text (in a sum ``"0: take(3)"``), or its number in the order of
        the rules."""
        text: Optional[str] = None
        component: Optional[int] = None
        number: Optional[int] = None
        if isinstance(move, Move):
            text, component = move.move, move.component
        elif isinstance(move, str):
            text = move
            head, mark, rest = move.partition(":")
            if mark and head.strip().isdigit():
                component, text = int(head), rest.strip()
        elif isinstance(move, int) and not isinstance(move, bool) and move >= 0:
            number = move
        else:
            raise TypeError("a move is one of moves(), its text, or its number")
        return Position(self._native.play(allowed(limits), (text, component, number), first))

    def explain(self, *, first: Optional[str] = None, misere: bool = False, **limits: Unpack[Limits]) -> str:
        """Why: refutations, the mex line, the columns of a sum in binary."""
        answer = self.solve(first=first, misere=misere, explain=True, **limits)
        return "\n".join(answer.explanation or []) or str(answer)

    def plan(self, *, misere: bool = False, **limits: Unpack[Limits]) -> Plan:
        """Which methods :meth:`solve` will try, in which order, and why. Nothing is searched."""
        return Plan(self._native.plan(allowed(limits), misere))

    def strategy(self, **limits: Unpack[Limits]) -> Solved:
        """Who wins without a search: pairings, equal halves, strategy stealing."""
        return Solved(self._native.strategy(allowed(limits)))

    def perft(self, depth: int = 4, **limits: Unpack[Limits]) -> Perft:
        """How many sequences of moves there are, by length."""
        return Perft(self._native.perft(allowed(limits), depth))

    def refute(
        self,
        move: Union[Move, str],
        *,
        first: Optional[str] = None,
        certificate: Union[str, os.PathLike[str], None] = None,
        **limits: Unpack[Limits],
    ) -> Refutation:
        """Why a move is bad: the shortest line that punishes it; with a certificate where a file is named."""
        text = move if isinstance(move, str) else f"{move.component}: {move.move}" if len(self._native.parts) > 1 else move.move
        path = None if certificate is None else os.fspath(certificate)
        reply = self._native.refute(allowed(limits), text, first, path)
        if path is not None and reply.file is not None:
            _write(path, reply.file)
        return Refutation(reply)

    def certificate(
        self,
        path: Union[str, os.PathLike[str]],
        *,
        first: Optional[str] = None,
        misere: bool = False,
        proves: Optional[str] = None,
        **limits: Unpack[Limits],
    ) -> Solved:
        """Solves it and writes the evidence for :func:`grundy.verify`: text where the name ends in ``.txt``, else the same in gzip.

        ``proves`` is ``outcome``, ``plies``, ``margin``, ``grundy``, ``loopy`` or ``value``; otherwise as much as it can be.
        """
        name = os.fspath(path)
        reply = self._native.certificate(allowed(limits), first, misere, proves, not name.endswith(".txt"), name)
        if reply.file is not None:
            _write(name, reply.file)
            return Solved(reply)
        raise LimitReached(stopped=reply.json().get("stopped"), answer=Solved(reply))

    def states(self, most: int = 10_000, *, first: Optional[str] = None, **limits: Unpack[Limits]) -> States:
        """The positions that play can reach, at most so many, with what they are worth and the moves between them."""
        from ._graph import States

        return States(self._native.states(allowed(limits), most, first))

    def networkx(self, most: int = 10_000, *, first: Optional[str] = None, **limits: Unpack[Limits]) -> Any:
        """The same as a ``networkx.MultiDiGraph``."""
        return self.states(most, first=first, **limits).networkx()

    def tree(
        self, *, limit: int = 10, explain: bool = False, full: bool = False, lines: int = 200, **limits: Unpack[Limits]
    ) -> Tree:
        """Unfolded and solved by backward induction."""
        return Tree(self._native.tree(allowed(limits), (limit, explain, full, lines)))

    def draw(
        self,
        kind: str = "board",
        *,
        format: str = "svg",
        first: Optional[str] = None,
        best: bool = False,
        depth: Optional[int] = None,
        most: int = 2000,
        labels: Iterable[str] = (),
        title: Optional[str] = None,
        theme: str = "plain",
        colour: str = "turn",
        direction: str = "down",
        language: str = "en",
        **limits: Unpack[Limits],
    ) -> Picture:
        """A picture: ``board`` (each move marked with what it is worth), ``pairs``, ``tree`` or ``graph``, in the format ``svg``,
        ``html``, ``png``, ``txt``, ``tikz`` or ``dot``. ``best`` keeps a winning strategy alone."""
        of = (first, best, depth, most, [str(label) for label in labels])
        style = look(format, title, theme, colour, direction, language)
        return pictured(self._native.picture(allowed(limits), kind, of, style), format)

    def widget(self, most: int = 2000, *, first: Optional[str] = None, **limits: Unpack[Limits]) -> Page:
        """A board to play on: one piece of HTML that needs no kernel. It knows the positions near this one, at most so many."""
        from ._page import Page

        return Page(self.states(most, first=first, **limits))

    def _repr_svg_(self) -> Optional[str]:
        try:
            return self.draw(time=2.0, progress=False)._repr_svg_()
        except (InputError, LimitReached):
            return None


def _told(found: Any, answer: Solved, what: str) -> Any:
    """What an answer says, or an exception that carries the answer."""
    if found is None:
        raise LimitReached(stopped=answer.stopped or f"{what} is not known of this position", answer=answer)
    return found


def _as_value(position: Position, other: object, operation: Any) -> Any:
    from ._value import Value, as_value

    theirs = as_value(other)
    return NotImplemented if not isinstance(theirs, Value) else operation(position.value(), theirs)


def _write(path: str, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)


def _again(
    text: str,
    rules: list[tuple[str, str]],
    game: Optional[tuple[str, str, str]],
    mover: Optional[str],
) -> Position:
    """A position that was pickled."""
    if game is not None:
        native = _grundy.read(allowed({}), *game).position(allowed({}), text)
    else:
        native = _grundy.expression(allowed({}), text, rules)
    return Position(native).with_mover(mover) if mover else Position(native)
