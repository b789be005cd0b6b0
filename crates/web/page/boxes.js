// Whose the squares of a board of lines are. A position does not say it, the game does: a square that a move closes belongs to whoever
// gets points by it.
const corner = ([x, y]) => `${Math.round(4 * x)} ${Math.round(4 * y)}`;

// The squares between lines of length 1, by their upper left corners: those whose four sides are drawn.
const closed = part => {
  const drawn = new Set(part.places.filter(place => place.form === 'line' && place.gone).map(({ at, to }) => `${corner(at)} ${corner(to)}`));
  const has = (from, to) => drawn.has(`${corner(from)} ${corner(to)}`);
  return part.places.filter(({ form, at: [x, y], to }) => form === 'line' && to[1] === y && has([x, y], [x + 1, y]) && has([x, y + 1], [x + 1, y + 1])
    && has([x, y], [x, y + 1]) && has([x + 1, y], [x + 1, y + 1])).map(place => place.at);
};

// For each board of the last position its squares with their owners. `turns` are the positions of the game from its begin on; where one
// is not known nobody owns what was closed there.
export const owners = turns => {
  const now = turns[turns.length - 1];
  return now.board.parts.map((part, number) => {
    if (part.look !== 'lines') return [];
    const owner = new Map();
    turns.slice(1).forEach((after, at) => {
      const before = turns[at];
      const gain = before && after ? (after.lead ?? 0) - (before.lead ?? 0) : 0;
      if (!gain || !after.board.parts[number] || !before.board.parts[number]) return;
      const known = new Set(closed(before.board.parts[number]).map(corner));
      for (const square of closed(after.board.parts[number])) if (!known.has(corner(square))) owner.set(corner(square), gain > 0 ? 'left' : 'right');
    });
    return closed(part).map(square => [square, owner.get(corner(square))]).filter(([, whose]) => whose);
  });
};
