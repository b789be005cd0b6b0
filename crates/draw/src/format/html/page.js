'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const words = data.words;
  const stage = document.getElementById('stage');
  const svg = stage.querySelector('svg');
  const world = document.getElementById('world');
  const panel = document.getElementById('panel');
  const element = (name, text, parent) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (parent) parent.append(made);
    return made;
  };

  // The view: a point of the picture is shown at scale * point + (x, y).
  const view = { x: 0, y: 0, scale: 1 };
  const whole = { width: +svg.dataset.width, height: +svg.dataset.height };
  const show = () => world.setAttribute('transform', `translate(${view.x} ${view.y}) scale(${view.scale})`);
  const zoom = (factor, x = stage.clientWidth / 2, y = stage.clientHeight / 2) => {
    const scale = Math.min(20, Math.max(0.005, view.scale * factor));
    view.x = x - (x - view.x) * scale / view.scale;
    view.y = y - (y - view.y) * scale / view.scale;
    view.scale = scale;
    show();
  };
  const fit = () => {
    const box = world.getBBox();
    const width = box.width || whole.width, height = box.height || whole.height;
    view.scale = Math.min(1.5, (stage.clientWidth - 16) / width, (stage.clientHeight - 16) / height);
    view.scale = Math.max(view.scale, 0.005);
    view.x = (stage.clientWidth - width * view.scale) / 2 - box.x * view.scale;
    view.y = (stage.clientHeight - height * view.scale) / 2 - box.y * view.scale;
    show();
  };

  // Pan with one pointer, pinch with two.
  const pointers = new Map();
  let travelled = 0;
  stage.addEventListener('pointerdown', event => {
    if (event.button > 0) return;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    travelled = 0;
  });
  window.addEventListener('pointermove', event => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const moved = { x: event.clientX - last.x, y: event.clientY - last.y };
    travelled += Math.abs(moved.x) + Math.abs(moved.y);
    if (travelled < 4 && pointers.size === 1) return;
    stage.classList.add('dragging');
    if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      const box = stage.getBoundingClientRect();
      if (before > 0) zoom(after / before, other.x - box.left, other.y - box.top);
    } else {
      view.x += moved.x;
      view.y += moved.y;
      show();
    }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  const release = event => {
    pointers.delete(event.pointerId);
    if (pointers.size === 0) stage.classList.remove('dragging');
  };
  window.addEventListener('pointerup', release);
  window.addEventListener('pointercancel', release);
  stage.addEventListener('wheel', event => {
    event.preventDefault();
    const box = stage.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? 16 : 1;
    zoom(Math.exp(-event.deltaY * lines * 0.0015), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });
  document.getElementById('zoom-in').onclick = () => zoom(1.3);
  document.getElementById('zoom-out').onclick = () => zoom(1 / 1.3);
  document.getElementById('fit').onclick = fit;
  window.addEventListener('resize', fit);
  const viewKeys = { '+': () => zoom(1.3), '=': () => zoom(1.3), '-': () => zoom(1 / 1.3), '_': () => zoom(1 / 1.3), '0': fit };

  if (data.kind === 'still') {
    const tell = event => {
      const cell = event.target.closest && event.target.closest('.cell');
      const title = cell && [...cell.children].find(child => child.tagName === 'title');
      panel.replaceChildren();
      if (title) element('p', title.textContent, panel);
    };
    stage.addEventListener('click', tell);
    document.addEventListener('keydown', event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const pan = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
      if (pan) { view.x += pan[0]; view.y += pan[1]; show(); event.preventDefault(); }
      else if (viewKeys[event.key]) { viewKeys[event.key](); event.preventDefault(); }
    });
    fit();
    return;
  }

  const { nodes, edges, kind } = data;
  // Levels lie along one axis, siblings across it.
  const across = data.direction === 'right' ? 'y' : 'x', extent = data.direction === 'right' ? 'h' : 'w';
  const out = nodes.map(() => []), into = nodes.map(() => []);
  edges.forEach((edge, index) => { out[edge.from].push(index); into[edge.to].push(index); });
  const roots = data.roots.length ? data.roots : nodes.map((_, index) => index).filter(index => !into[index].length);
  const all = [...new Set([...roots, ...nodes.map((_, index) => index).filter(index => !into[index].length)])];
  const drawn = { node: [], edge: [], label: [] };
  for (const part of world.querySelectorAll('.node')) drawn.node[+part.dataset.node] = part;
  for (const part of world.querySelectorAll('.edge')) drawn.edge[+part.dataset.edge] = part;
  for (const part of world.querySelectorAll('.label')) drawn.label[+part.dataset.label] = part;
  drawn.node.forEach((part, index) => {
    part.id = `node-${index}`;
    // The panel says it better than a tooltip over it would.
    for (const child of [...part.children]) if (child.tagName === 'title') child.remove();
    part.setAttribute('aria-label', [nodes[index].value, ...nodes[index].lines].join(' '));
  });

  const collapsed = new Set();
  const history = [];
  let chosen = all.length ? all[0] : -1;

  // Which nodes are reached without passing a collapsed one, breadth first.
  const reached = () => {
    const seen = new Array(nodes.length).fill(false);
    const queue = [...(all.length ? all : nodes.slice(0, 1).map(() => 0))];
    queue.forEach(node => { seen[node] = true; });
    for (let next = 0; next < queue.length; next++) {
      if (collapsed.has(queue[next])) continue;
      for (const edge of out[queue[next]]) {
        const to = edges[edge].to;
        if (!seen[to]) { seen[to] = true; queue.push(to); }
      }
    }
    return { seen, order: queue };
  };

  const below = (node, seen) => {
    const found = new Set();
    const stack = [node];
    while (stack.length) for (const edge of out[stack.pop()]) {
      const to = edges[edge].to;
      if (!seen[to] && !found.has(to)) { found.add(to); stack.push(to); }
    }
    return found.size;
  };

  // Reingold and Tilford's contours, merged at the cost of the shallower of two neighbours. Levels keep their heights.
  const arrange = (seen, order) => {
    const gap = 12, shift = new Array(nodes.length).fill(0), middle = new Array(nodes.length).fill(0), outline = [];
    const width = node => Math.max(nodes[node][extent], into[node].length ? edges[into[node][0]].label : 0);
    const children = node => collapsed.has(node) ? [] : out[node].map(edge => edges[edge].to).filter(to => seen[to]);
    const beside = (list, outlineOf) => {
      let acc = null;
      for (const node of list) {
        const next = outlineOf(node);
        if (!acc) { acc = next; continue; }
        const depth = Math.min(acc.l.at.length, next.l.at.length);
        let move = -Infinity;
        for (let up = 1; up <= depth; up++) {
          const right = acc.r.at[acc.r.at.length - up] + acc.r.off, left = next.l.at[next.l.at.length - up] + next.l.off;
          move = Math.max(move, right - left + gap);
        }
        shift[node] += move;
        next.l.off += move; next.r.off += move;
        const join = (keep, over) => {
          for (let up = 1; up <= depth; up++) keep.at[keep.at.length - up] = over.at[over.at.length - up] + over.off - keep.off;
          return keep;
        };
        const l = acc.l.at.length >= next.l.at.length ? acc.l : join(next.l, acc.l);
        const r = next.r.at.length >= acc.r.at.length ? next.r : join(acc.r, next.r);
        acc = { l, r };
      }
      return acc;
    };
    for (const node of [...order].reverse()) {
      const list = children(node);
      const acc = beside(list, child => outline[child]) || { l: { at: [], off: 0 }, r: { at: [], off: 0 } };
      if (list.length) middle[node] = (middle[list[0]] + shift[list[0]] + middle[list[list.length - 1]] + shift[list[list.length - 1]]) / 2;
      acc.l.at.push(middle[node] - width(node) / 2 - acc.l.off);
      acc.r.at.push(middle[node] + width(node) / 2 - acc.r.off);
      outline[node] = acc;
      for (const child of list) outline[child] = null;
    }
    beside(all, node => outline[node]);
    const frame = new Array(nodes.length).fill(0);
    for (const node of all) frame[node] = shift[node];
    for (const node of order) {
      nodes[node][across] = frame[node] + middle[node];
      for (const child of children(node)) frame[child] = frame[node] + shift[child];
    }
  };

  const place = () => {
    const { seen, order } = reached();
    const anchor = chosen >= 0 && seen[chosen] ? nodes[chosen][across] : null;
    if (kind === 'tree') {
      arrange(seen, order);
      if (anchor !== null) {
        view[across] -= (nodes[chosen][across] - anchor) * view.scale;
        show();
      }
    }
    nodes.forEach((node, index) => {
      const part = drawn.node[index];
      part.classList.toggle('hidden', !seen[index]);
      if (!seen[index]) return;
      if (kind === 'tree') part.setAttribute('transform', `translate(${node.x} ${node.y})`);
      const old = part.querySelector(':scope > .badge');
      if (old) old.remove();
      if (collapsed.has(index)) {
        const badge = document.createElementNS('http://www.w3.org/2000/svg', 'text');
        badge.setAttribute('class', 'badge');
        badge.setAttribute('y', node.h / 2 + 13);
        badge.textContent = '+ ' + words.more.replace('#', below(index, seen));
        part.append(badge);
      }
    });
    edges.forEach((edge, index) => {
      const visible = seen[edge.from] && seen[edge.to] && !collapsed.has(edge.from);
      drawn.edge[index].classList.toggle('hidden', !visible);
      if (drawn.label[index]) drawn.label[index].classList.toggle('hidden', !visible);
      if (visible && kind === 'tree') {
        const a = nodes[edge.from][across], b = nodes[edge.to][across], [start, level, lead, end] = edge.levels;
        const half = (level + lead) / 2, at = (side, along) => across === 'x' ? `${side} ${along}` : `${along} ${side}`;
        const path = drawn.edge[index].querySelector('path');
        path.setAttribute('d', `M${at(a, start)}L${at(a, level)}C${at(a, half)} ${at(b, half)} ${at(b, lead)}L${at(b, end)}`);
      }
    });
  };

  const toggle = node => {
    if (!out[node].length) return;
    if (!collapsed.delete(node)) collapsed.add(node);
    place();
    describe(node);
  };

  const reveal = node => {
    const box = stage.getBoundingClientRect(), part = drawn.node[node].getBoundingClientRect();
    const off = part.left < box.left || part.right > box.right || part.top < box.top || part.bottom > box.bottom;
    if (off) {
      view.x += box.left + box.width / 2 - (part.left + part.right) / 2;
      view.y += box.top + box.height / 2 - (part.top + part.bottom) / 2;
      show();
    }
  };

  // Opens whatever hides a node.
  const uncover = node => {
    const walked = new Set([node]);
    const stack = [node];
    let opened = false;
    while (stack.length && !reached().seen[node]) for (const edge of into[stack.pop()]) {
      const from = edges[edge].from;
      opened = collapsed.delete(from) || opened;
      if (!walked.has(from)) { walked.add(from); stack.push(from); }
    }
    if (opened) place();
  };

  const choose = node => {
    if (node < 0) return;
    uncover(node);
    if (chosen >= 0) drawn.node[chosen].classList.remove('chosen');
    chosen = node;
    drawn.node[node].classList.add('chosen');
    stage.setAttribute('aria-activedescendant', `node-${node}`);
    describe(node);
    reveal(node);
  };

  const play = edge => {
    if (edges[edge].from !== chosen) choose(edges[edge].from);
    collapsed.delete(edges[edge].from) && place();
    history.push(edge);
    drawn.edge[edge].classList.add('played');
    choose(edges[edge].to);
  };
  const back = () => {
    const edge = history.pop();
    if (edge === undefined) return;
    if (!history.includes(edge)) drawn.edge[edge].classList.remove('played');
    choose(edges[edge].from);
  };
  const restart = () => {
    while (history.length) drawn.edge[history.pop()].classList.remove('played');
    choose(all.length ? all[0] : 0);
  };

  let described = -1;
  const describe = index => {
    described = index;
    const node = nodes[index];
    panel.replaceChildren();
    panel.dataset.node = index;
    if (node.value) { const line = element('p', node.value, panel); line.className = 'value'; }
    if (node.board) {
      const [width, height] = node.board;
      const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      picture.setAttribute('viewBox', `-2 -2 ${width + 4} ${height + 4}`);
      picture.setAttribute('width', Math.min(width + 4, 270));
      picture.setAttribute('font-family', svg.getAttribute('font-family'));
      const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
      use.setAttribute('href', `#board-${index}`);
      picture.append(use);
      panel.append(picture);
    }
    for (const line of node.lines) element('p', line, panel);
    if (node.over) element('p', words.over, panel);
    if (node.turn && !node.over) element('p', `${words.turn}: ${node.turn}`, panel);
    element('p', node.outcome, panel);
    if (node.tip) element('p', node.tip, panel);
    if (node.more) element('p', '+ ' + node.more, panel);
    if (!out[index].length) return;
    const head = element('h2', `${words.moves}: ${out[index].length}`, panel);
    head.style.marginTop = '10px';
    const list = element('ol', undefined, panel);
    out[index].forEach((edge, number) => {
      const item = element('li', undefined, list);
      const to = nodes[edges[edge].to];
      if (edges[edge].best) { item.className = 'best'; item.title = words.best; }
      const text = `${number < 9 ? number + 1 + '. ' : ''}${edges[edge].move || '→'}`;
      const button = element('button', `${text} → ${[to.value, ...to.lines].filter(Boolean).join(' ')}`, item);
      button.type = 'button';
      button.style.borderLeftColor = to.colour;
      button.onclick = () => play(edge);
    });
    const fold = element('button', collapsed.has(index) ? words.expand : words.collapse, panel);
    fold.type = 'button';
    fold.id = 'fold';
    fold.onclick = () => toggle(index);
  };

  const numberOf = (event, kind) => {
    const part = event.target.closest && event.target.closest('.' + kind);
    return part ? +part.dataset[kind] : -1;
  };
  stage.addEventListener('pointerover', event => {
    const node = numberOf(event, 'node');
    if (node >= 0 && node !== described && pointers.size === 0) describe(node);
  });
  stage.addEventListener('pointerleave', () => { if (chosen >= 0 && described !== chosen) describe(chosen); });
  stage.addEventListener('click', event => {
    if (travelled >= 4) return;
    const node = numberOf(event, 'node'), edge = Math.max(numberOf(event, 'edge'), numberOf(event, 'label'));
    if (node >= 0) { choose(node); toggle(node); }
    else if (edge >= 0) play(edge);
  });
  document.getElementById('back').onclick = back;
  document.getElementById('restart').onclick = restart;

  const search = document.getElementById('search'), found = document.getElementById('found');
  const texts = nodes.map(node => [node.value, ...node.lines, node.tip || ''].join('\n').toLowerCase());
  let hits = [], hit = -1;
  const look = () => {
    const wanted = search.value.trim().toLowerCase();
    hits = wanted ? texts.map((text, index) => text.includes(wanted) ? index : -1).filter(index => index >= 0) : [];
    hit = -1;
    world.classList.toggle('searching', hits.length > 0);
    drawn.node.forEach(part => part.classList.remove('hit'));
    for (const index of hits) drawn.node[index].classList.add('hit');
    found.textContent = wanted ? (hits.length ? `${hits.length}` : words.nothing) : '';
  };
  const nextHit = step => {
    if (!hits.length) return;
    hit = (hit + step + hits.length) % hits.length;
    found.textContent = `${hit + 1} / ${hits.length}`;
    choose(hits[hit]);
  };
  search.addEventListener('input', look);
  search.addEventListener('keydown', event => {
    if (event.key === 'Enter') { nextHit(event.shiftKey ? -1 : 1); event.preventDefault(); }
    if (event.key === 'Escape') { search.value = ''; look(); stage.focus(); event.preventDefault(); }
    event.stopPropagation();
  });

  const beside = step => {
    const parent = into[chosen].length ? edges[into[chosen][0]].from : -1;
    const list = parent < 0 ? all : out[parent].map(edge => edges[edge].to);
    const at = list.indexOf(chosen) + step;
    if (at >= 0 && at < list.length) choose(list[at]);
  };
  const keys = {
    ...viewKeys,
    [across === 'x' ? 'ArrowDown' : 'ArrowRight']: () => {
      if (out[chosen].length) { collapsed.delete(chosen) && place(); choose(edges[out[chosen][0]].to); }
    },
    [across === 'x' ? 'ArrowUp' : 'ArrowLeft']: () => { if (into[chosen].length) choose(edges[into[chosen][0]].from); },
    [across === 'x' ? 'ArrowLeft' : 'ArrowUp']: () => beside(-1),
    [across === 'x' ? 'ArrowRight' : 'ArrowDown']: () => beside(1),
    Enter: () => toggle(chosen),
    ' ': () => toggle(chosen),
    Backspace: back,
    Home: restart,
    n: () => nextHit(1),
    '/': () => search.focus(),
  };
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || chosen < 0) return;
    const onButton = event.target.tagName === 'BUTTON' && (event.key === 'Enter' || event.key === ' ');
    const action = keys[event.key];
    if (action && !onButton) { action(); event.preventDefault(); }
    else if (/^[1-9]$/.test(event.key) && out[chosen][+event.key - 1] !== undefined) {
      play(out[chosen][+event.key - 1]);
      event.preventDefault();
    }
  });

  // The panel takes room, so it is filled before the picture is fitted.
  if (chosen >= 0) choose(chosen);
  fit();
})();
