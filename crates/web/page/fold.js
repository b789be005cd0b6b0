// Subtrees of a drawn tree that are folded away and unfolded: by a knob below each node that has one, or by Space.
import { svg } from './dom.js';
import { say } from './words.js';

export const foldable = (drawn, edges) => {
  const nodes = new Map([...drawn.querySelectorAll('g.node')].map(group => [Number(group.dataset.node), group]));
  const lines = new Map([...drawn.querySelectorAll('g.edge')].map(group => [Number(group.dataset.edge), group]));
  const below = new Map();
  edges.forEach(([from, to], edge) => below.set(from, [...(below.get(from) ?? []), [to, edge]]));
  const folded = new Set();

  // Hides or shows what lies below a node, as far as it is not folded away further down; tells how many nodes that are.
  const pass = (node, hidden) => {
    const waiting = [node];
    let count = 0;
    while (waiting.length) {
      for (const [to, edge] of below.get(waiting.pop()) ?? []) {
        count += 1;
        nodes.get(to)?.classList.toggle('folded', hidden);
        lines.get(edge)?.classList.toggle('folded', hidden);
        if (!folded.has(to)) waiting.push(to);
      }
    }
    return count;
  };

  const toggle = (node, knob) => {
    const hide = !folded.has(node);
    if (!hide) folded.delete(node);
    const count = pass(node, hide);
    if (hide) folded.add(node);
    knob.setAttribute('aria-expanded', !hide);
    knob.lastChild.replaceChildren(hide ? `+${count}` : '−');
  };

  for (const [node, group] of nodes) {
    const frame = group.querySelector('rect, circle, ellipse');
    if (!below.get(node)?.length || frame?.localName !== 'rect') continue;
    const at = name => Number(frame.getAttribute(name) ?? 0);
    const [x, y] = [at('x') + at('width') / 2, at('y') + at('height')];
    const knob = svg('g', { class: 'knob', role: 'button', 'aria-expanded': 'true', 'aria-label': say('fold') },
      svg('circle', { cx: x, cy: y, r: 8 }), svg('text', { x, y: y + 4, 'text-anchor': 'middle', 'font-size': 11 }, '−'));
    knob.addEventListener('click', event => { event.stopPropagation(); toggle(node, knob); });
    group.addEventListener('keydown', event => {
      if (event.key !== ' ') return;
      event.preventDefault();
      event.stopPropagation();
      toggle(node, knob);
    });
    group.append(knob);
  }
};
