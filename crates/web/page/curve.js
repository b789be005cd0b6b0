// The value of a game move by move: up is good for the first-named player. Mistakes are dots.
import { svg } from './dom.js';

const ofPoints = points => Math.tanh(points / 4);

// From 1, won for the first-named player, to -1. Of a game of points it is what play comes to in the end: points that were got before
// count too. `best` is what the best move is worth to the mover.
export const height = (turn, best) => {
  const lead = turn.lead ?? 0;
  if (turn.finish) return lead ? ofPoints(lead) : turn.finish.winner === null ? 0 : 1 - 2 * turn.finish.winner;
  if (!best?.result) return null;
  const sign = turn.mover === 0 ? 1 : -1;
  return best.margin !== undefined ? ofPoints(lead + sign * best.margin) : sign * { win: 1, draw: 0, loss: -1 }[best.result];
};

// `heights[i]` belongs to the position after i moves; `mistakes` holds numbers of moves from 1.
export const drawCurve = (root, heights, mistakes, at) => {
  const [wide, high, rim] = [600, 64, 6];
  const step = (wide - 2 * rim) / Math.max(1, heights.length - 1);
  const x = number => rim + number * step;
  const y = value => high / 2 - value * (high / 2 - rim);
  root.setAttribute('viewBox', `0 0 ${wide} ${high}`);
  root.setAttribute('preserveAspectRatio', 'none');
  const known = heights.map((value, number) => [number, value]).filter(([, value]) => value !== null && value !== undefined);
  const line = known.map(([number, value], index) => `${index ? 'L' : 'M'}${x(number).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const parts = [svg('line', { class: 'axis', x1: 0, x2: wide, y1: high / 2, y2: high / 2 })];
  if (known.length > 1) {
    const [from, to] = [x(known[0][0]), x(known.at(-1)[0])];
    parts.push(svg('path', { class: 'area', d: `${line}L${to.toFixed(1)} ${high / 2}L${from.toFixed(1)} ${high / 2}Z` }), svg('path', { class: 'line', d: line }));
  }
  parts.push(svg('line', { class: 'now', x1: x(at), x2: x(at), y1: 0, y2: high }));
  for (const [number, value] of known) {
    if (mistakes.has(number)) parts.push(svg('ellipse', { class: 'mistake', cx: x(number), cy: y(value), rx: 5, ry: 5 }));
  }
  root.replaceChildren(...parts);
};
