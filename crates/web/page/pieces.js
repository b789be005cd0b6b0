// Boards as drawings: what the library says of each place, in shapes. Nothing here knows a game.
import { make, svg } from './dom.js';

const unit = 48;
const scaled = ([x, y]) => [x * unit, y * unit];

const hexagon = (x, y) => {
  const corner = number => {
    const angle = Math.PI / 3 * number + Math.PI / 6;
    return `${(x + 0.56 * unit * Math.cos(angle)).toFixed(1)},${(y + 0.56 * unit * Math.sin(angle)).toFixed(1)}`;
  };
  return Array.from({ length: 6 }, (_, number) => corner(number)).join(' ');
};

const pinPath = (x, y) => {
  const p = (dx, dy) => `${(x + dx * unit).toFixed(1)} ${(y + dy * unit).toFixed(1)}`;
  return `M${p(0, -0.55)}C${p(0.2, -0.55)} ${p(0.16, -0.25)} ${p(0.1, -0.12)}C${p(0.08, 0)} ${p(0.28, 0.12)} ${p(0.26, 0.32)}`
    + `C${p(0.25, 0.48)} ${p(0.16, 0.55)} ${p(0.12, 0.55)}L${p(-0.12, 0.55)}C${p(-0.16, 0.55)} ${p(-0.25, 0.48)} ${p(-0.26, 0.32)}`
    + `C${p(-0.28, 0.12)} ${p(-0.08, 0)} ${p(-0.1, -0.12)}C${p(-0.16, -0.25)} ${p(-0.2, -0.55)} ${p(0, -0.55)}Z`;
};

// Words of colours that a piece or an edge may be called by.
const hues = new Set(['blue', 'red', 'green', 'white', 'black', 'yellow', 'orange', 'purple', 'grey', 'gray', 'pink', 'brown']);
const hueOf = piece => {
  const low = piece.toLowerCase();
  if (hues.has(low)) return low;
  return { w: 'white', b: 'black' }[low] ?? null;
};

const classes = (...names) => names.filter(Boolean).join(' ');

// What stands at (x, y).
const piece = (place, x, y) => {
  const { piece: sign = '', owner } = place;
  if (!sign) return [];
  const reach = 0.26 * unit;
  if (sign === 'X') {
    return [svg('path', { class: classes('cross', owner), d: `M${x - reach} ${y - reach}L${x + reach} ${y + reach}M${x - reach} ${y + reach}L${x + reach} ${y - reach}` })];
  }
  if (sign === 'O') return [svg('circle', { class: classes('ring', owner), cx: x, cy: y, r: 0.29 * unit })];
  if (sign === '●' || sign === 'o') return [svg('circle', { class: classes('stone', owner), cx: x, cy: y, r: 0.3 * unit })];
  if (/^-?\d+$/.test(sign)) {
    return [svg('text', { class: 'number', x, y, 'font-size': sign.length > 3 ? 13 : 20 }, sign)];
  }
  if (sign === '_') return [svg('path', { class: 'wall', d: `M${x - unit / 2} ${y + unit / 2 - 2}h${unit}` })];
  if (sign === 'I') return [svg('path', { class: 'wall', d: `M${x + unit / 2 - 2} ${y - unit / 2}v${unit}` })];
  const hue = [...sign].length === 1 ? hueOf(sign) : null;
  const letter = [...sign].slice(0, 2).join('');
  return [svg('circle', { class: classes('stone', owner, hue && `hue-${hue}`), cx: x, cy: y, r: 0.34 * unit }),
    svg('text', { class: classes('letter', hue && `on-${hue}`), x, y, 'font-size': letter.length > 1 ? 15 : 19 }, letter)];
};

const shapes = {
  cell: (place, [x, y]) => [
    svg('rect', { class: 'ground', x: x - unit / 2 + 1, y: y - unit / 2 + 1, width: unit - 2, height: unit - 2, rx: 5 }),
    ...(place.gone ? [] : piece(place, x, y)),
  ],
  hexagon: (place, [x, y]) => [svg('polygon', { class: 'ground', points: hexagon(x, y) }), ...piece(place, x, y)],
  disc: (place, [x, y]) => [
    svg('circle', { class: 'ground', cx: x, cy: y, r: 0.4 * unit }),
    ...(place.piece ? piece(place, x, y) : [svg('text', { class: 'name', x, y, 'font-size': 15 }, place.name)]),
  ],
  edge: (place, [x, y]) => {
    const [u, v] = scaled(place.to);
    const hue = place.piece ? hueOf(place.piece) : null;
    const line = extra => ({ x1: x, y1: y, x2: u, y2: v, ...extra });
    return [svg('line', line({ class: classes('edge', hue && `hue-${hue}`, place.owner, place.gone && 'gone') })), svg('line', line({ class: 'reach' }))];
  },
  line: (place, [x, y]) => {
    const [u, v] = scaled(place.to);
    const line = extra => ({ x1: x, y1: y, x2: u, y2: v, ...extra });
    return [svg('line', line({ class: place.gone ? 'drawn' : 'undrawn' })), svg('line', line({ class: 'reach' }))];
  },
  counter: (place, [x, y]) => [svg('circle', { class: 'counter', cx: x, cy: y, r: 0.4 * unit })],
  base: (place, [x, y]) => [svg('text', { class: 'size', x, y, 'font-size': 18 }, place.piece ?? '')],
  pin: (place, [x, y]) => [svg('rect', { class: 'reach-box', x: x - unit / 2, y: y - 0.6 * unit, width: unit, height: 1.2 * unit }), svg('path', { class: 'pin', d: pinPath(x, y) })],
  card: (place, [x, y]) => {
    const hue = place.piece ? hueOf(place.piece) : null;
    return [svg('rect', { class: classes('card', hue && `hue-${hue}`), x: x - 0.5 * unit, y: y - 0.66 * unit, width: unit, height: 1.32 * unit, rx: 7 }),
      svg('text', { class: classes('number', hue && `on-${hue}`), x, y, 'font-size': (place.piece ?? '').length > 3 ? 12 : 20 }, place.piece ?? '')];
  },
};

// Where a badge of a place stands.
const badgeAt = place => {
  const [x, y] = scaled(place.at);
  if (place.to) {
    const [u, v] = scaled(place.to);
    return [(x + u) / 2, (y + v) / 2];
  }
  switch (place.form) {
    case 'cell': return [x, place.piece ? y + 0.33 * unit : y];
    case 'pin': return [x, y + 0.3 * unit];
    case 'card': return [x, y + 0.48 * unit];
    default: return [x, y];
  }
};

const arrow = ([x, y], [u, v], head) => {
  const length = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const inset = 0.43 * unit;
  const [fromX, fromY, tipX, tipY] = [x + dx * inset, y + dy * inset, u - dx * inset, v - dy * inset];
  const parts = [svg('line', { class: 'link', x1: fromX, y1: fromY, x2: tipX, y2: tipY })];
  if (head) {
    const wing = (side, back) => `${(tipX - dx * back + side * dy * 5).toFixed(1)} ${(tipY - dy * back - side * dx * 5).toFixed(1)}`;
    parts.push(svg('path', { class: 'head', d: `M${tipX} ${tipY}L${wing(1, 10)}L${wing(-1, 10)}Z` }));
  }
  return parts;
};

// One summand; `groups` receives the group of each place; `owned` are squares with their owners.
export const drawPart = (part, groups = [], owned = []) => {
  const [width, height] = [Math.max(part.width, 0.5) * unit, Math.max(part.height, 0.5) * unit];
  const root = svg('svg', { viewBox: `0 0 ${width} ${height}`, class: `part ${part.look}`, 'data-width': width, 'data-height': height });
  for (const [[x, y], owner] of owned) root.append(svg('rect', { class: `box ${owner}`, x: x * unit, y: y * unit, width: unit, height: unit }));
  for (const [from, to, head] of part.lines ?? []) root.append(...arrow(scaled(from), scaled(to), head));
  part.places.forEach((place, number) => {
    const group = svg('g', { class: classes('place', `is-${place.form}`, place.gone && 'gone') }, shapes[place.form](place, scaled(place.at)));
    groups[number] = group;
    root.append(group);
  });
  for (const dot of part.dots ?? []) {
    const [cx, cy] = scaled(dot);
    root.append(svg('circle', { class: 'dot', cx, cy, r: part.look === 'lines' ? 5.5 : 6 }));
  }
  if (part.look === 'graph' && part.places[0]?.form === 'edge' && part.places.some(place => hueOf(place.piece ?? ''))) {
    const ground = Math.max(...(part.dots ?? []).map(dot => dot[1])) * unit;
    root.append(svg('line', { class: 'soil', x1: 0, x2: width, y1: ground + 8, y2: ground + 8 }));
  }
  return root;
};

export const badge = (place, tone, text) => {
  const [x, y] = badgeAt(place);
  if (!text) return svg('g', { class: `badge ${tone}` }, svg('circle', { cx: x, cy: y, r: 6 }));
  const wide = Math.max(17, 7.2 * text.length + 8);
  return svg('g', { class: `badge ${tone}` },
    svg('rect', { x: x - wide / 2, y: y - 8.5, width: wide, height: 17, rx: 8.5 }),
    svg('text', { x, y: y + 0.5, 'font-size': 11.5 }, text));
};

// Fields and parameters that are not on the board.
export const fieldList = part => {
  const entries = [...(part.fields ?? []), ...(part.params ?? [])];
  return entries.length ? make('dl', { class: 'fields' }, ...entries.flatMap(([name, text]) => [make('dt', {}, name), make('dd', {}, text)])) : null;
};
