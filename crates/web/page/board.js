// The board to play on. A move is named by places; whoever points at enough of them to leave one move has made it.
import { make } from './dom.js';
import { badge, drawPart, fieldList } from './pieces.js';
import { say } from './words.js';

const rank = { win: 2, draw: 1, loss: 0 };

// What a move's badge says: its Grundy value, its margin, or how many moves it takes.
export const worthText = worth => {
  if (!worth?.result) return '';
  if (worth.margin !== undefined) return worth.margin > 0 ? `+${worth.margin}` : `${worth.margin}`;
  if (worth.grundy !== undefined) return typeof worth.grundy === 'number' ? `${worth.grundy}` : '∞';
  return worth.plies !== undefined ? `${worth.plies}` : '';
};

export const better = (one, other) => {
  if (!other) return true;
  if (one.margin !== undefined && other.margin !== undefined) return one.margin > other.margin;
  return rank[one.result] > rank[other.result];
};

const isPrefix = (places, path) => path.every((place, number) => places[number] === place);
const holdsAll = (places, path) => path.every(place => places.includes(place));

export class Board {
  constructor(root, choices, onMove) {
    this.root = root;
    this.choices = choices;
    this.onMove = onMove;
    this.path = [];
    this.part = 0;
    this.turn = null;
    this.worth = null;
    root.addEventListener('click', event => this.clicked(event));
    root.addEventListener('keydown', event => this.pressed(event));
    // Tab comes to one place of the board, arrows go on from there.
    root.addEventListener('focusin', event => this.reach(event.target.closest('.place')));
    root.addEventListener('pointerover', event => this.pointed(event));
    root.addEventListener('pointerleave', () => this.preview([]));
    root.addEventListener('pointerdown', event => { this.from = this.placeAt(event.target); });
    root.addEventListener('pointerup', event => this.dropped(event));
  }

  // Shows a position; `worth` tells by number what moves are worth, if that is to be seen, `owned` whose squares are.
  show(turn, worth, { enabled = true, last = null, owned = [] } = {}) {
    const same = this.turn === turn;
    this.worth = worth;
    this.enabled = enabled;
    if (!same) { this.turn = turn; this.path = []; }
    const focused = document.activeElement?.closest?.('.place');
    const kept = focused && this.root.contains(focused) ? this.placeAt(focused) : null;
    this.groups = turn.board.parts.map(() => []);
    const several = turn.board.parts.length > 1;
    const parts = turn.board.parts.map((part, number) => {
      const drawn = part.places.length ? drawPart(part, this.groups[number], owned[number]) : null;
      const empty = !part.places.length && !(part.fields ?? []).length;
      if (several && empty) return null;
      if (drawn) this.size(drawn, turn.board.parts);
      return make('figure', { class: 'summand' }, drawn, fieldList(part),
        several && turn.board.parts.some(other => other.game !== part.game) ? make('figcaption', {}, part.game) : null);
    });
    this.root.replaceChildren(...parts.filter(Boolean));
    this.groups.forEach((groups, part) => groups.forEach((group, place) => {
      group.dataset.part = part;
      group.dataset.place = place;
    }));
    this.mark();
    for (const [part, place] of last ?? []) this.groups[part]?.[place]?.classList.add('last');
    if (kept) this.groups[kept[0]]?.[kept[1]]?.focus();
  }

  size(drawn, parts) {
    const most = Math.max(...parts.map(part => part.width));
    const [width, height] = [Number(drawn.dataset.width), Number(drawn.dataset.height)];
    const scale = parts.length > 1 ? Math.min(1, 10 / most) : Math.min(1.9, 470 / width, 420 / height);
    drawn.setAttribute('width', Math.round(width * Math.max(scale, 0.34)));
    drawn.setAttribute('height', Math.round(height * Math.max(scale, 0.34)));
  }

  get candidates() {
    const of = fits => this.turn.moves.map((move, number) => ({ ...move, number }))
      .filter(move => move.component === this.part && fits(move.places, this.path));
    const exact = of(isPrefix);
    return exact.length ? exact : of(holdsAll);
  }

  // Colours the places that begin a move, or go on with one.
  mark() {
    const { path } = this;
    this.groups.flat().forEach(group => {
      group.classList.remove('open', 'next', 'chosen', 'win', 'draw', 'loss');
      group.removeAttribute('tabindex');
      group.querySelector('.badge')?.remove();
    });
    if (!this.enabled) { this.offer([]); return; }
    const best = new Map();
    const moves = path.length ? this.candidates : this.turn.moves.map((move, number) => ({ ...move, number }));
    for (const move of moves) {
      const place = move.places[path.length ? path.length : 0];
      if (place === undefined) continue;
      const key = `${move.component} ${place}`;
      const worth = this.worth?.get(move.number);
      const known = best.get(key);
      if (!known) best.set(key, { move, worth, count: 1 });
      else {
        known.count += 1;
        if (worth && (!known.worth || better(worth, known.worth))) Object.assign(known, { move, worth });
      }
    }
    for (const [key, { move, worth, count }] of best) {
      const [part, place] = key.split(' ').map(Number);
      const group = this.groups[part]?.[place];
      if (!group) continue;
      group.classList.add(path.length ? 'next' : 'open');
      group.setAttribute('tabindex', '-1');
      group.setAttribute('role', 'button');
      const spoken = worth?.result ? `${say(worth.result)} ${worthText(worth)}` : '';
      const spot = this.turn.board.parts[part].places[place];
      group.setAttribute('aria-label', `${spot.name} ${spot.piece ?? ''}: ${count > 1 ? `${count} ${say('moves')}` : move.move} ${spoken}`);
      if (worth?.result) {
        group.classList.add(worth.result);
        group.append(badge(spot, worth.result, worthText(worth)));
      }
    }
    this.reach(this.root.querySelector('.place[tabindex]'));
    for (const place of path) this.groups[this.part]?.[place]?.classList.add('chosen');
    // Moves that have no place on the board are offered by name from the start.
    this.offer(path.length ? this.candidates : moves.filter(move => !move.places.length));
  }

  reach(group) {
    if (!group?.hasAttribute('tabindex')) return;
    this.root.querySelectorAll('.place[tabindex="0"]').forEach(other => other.setAttribute('tabindex', '-1'));
    group.setAttribute('tabindex', '0');
  }

  // The moves that are left to choose from, as buttons.
  offer(moves) {
    const buttons = moves.slice(0, 60).map(move => {
      const worth = this.worth?.get(move.number);
      return make('button', { class: `choice ${worth?.result ?? ''}`, onclick: () => this.play(move.number),
        onpointerenter: () => this.preview(move.places, move.component) }, move.move);
    });
    this.choices.replaceChildren(...(buttons.length && this.path.length ? [make('span', {}, say('choose'))] : []), ...buttons);
  }

  placeAt(target) {
    const group = target.closest?.('.place');
    return group && group.dataset.part !== undefined ? [Number(group.dataset.part), Number(group.dataset.place)] : null;
  }

  clicked(event) {
    const at = this.placeAt(event.target);
    if (this.dragged) { this.dragged = false; return; }
    if (at) this.choose(...at);
    else this.forget();
  }

  dropped(event) {
    const at = this.placeAt(event.target);
    if (!at || !this.from || (at[0] === this.from[0] && at[1] === this.from[1])) return;
    this.dragged = true;
    setTimeout(() => { this.dragged = false; }, 0);
    if (this.path[this.path.length - 1] !== this.from[1]) this.choose(...this.from);
    if (this.path.length) this.choose(...at);
  }

  choose(part, place) {
    if (!this.enabled || !this.turn) return;
    const again = this.path.length && this.path[this.path.length - 1] === place && part === this.part;
    if (again) {
      const whole = this.candidates.filter(move => move.places.length === this.path.length);
      if (whole.length === 1) return this.play(whole[0].number);
      return this.forget();
    }
    const before = this.path;
    const attempt = (path, at) => {
      this.path = path;
      this.part = at;
      return this.candidates;
    };
    let left = part === this.part || !before.length ? attempt([...before, place], part) : [];
    if (!left.length) left = attempt([place], part);
    if (!left.length) {
      const near = this.nearest(part, place);
      if (near !== null) left = attempt([near], part);
    }
    if (!left.length) return this.forget();
    // Moves that differ in nothing that can be pointed at are offered by name.
    if (left.length === 1) return this.play(left[0].number);
    return this.mark();
  }

  // Another counter of the same stack with a move.
  nearest(part, place) {
    const { places } = this.turn.board.parts[part];
    const { stack } = places[place];
    if (stack === undefined) return null;
    const first = this.turn.moves.filter(move => move.component === part).map(move => move.places[0]);
    const able = [...new Set(first)].filter(other => other !== undefined && places[other].stack === stack);
    return able.length ? able.reduce((a, b) => (Math.abs(a - place) <= Math.abs(b - place) ? a : b)) : null;
  }

  play(number) {
    this.forget();
    this.onMove(number);
  }

  forget() {
    this.path = [];
    if (this.turn) this.mark();
    this.preview([]);
  }

  pointed(event) {
    const at = this.placeAt(event.target);
    if (!at || !this.enabled) return this.preview([]);
    const [part, place] = at;
    const { path } = this;
    const fits = this.turn.moves.filter(move => move.component === part && isPrefix(move.places, part === this.part ? [...path, place] : [place]));
    return this.preview(fits.length === 1 ? fits[0].places : [], part);
  }

  preview(places, part = 0) {
    this.root.querySelectorAll('.preview').forEach(group => group.classList.remove('preview'));
    for (const place of places) this.groups?.[part]?.[place]?.classList.add('preview');
  }

  // Arrows go to the nearest place in their direction, Enter and Space point at it.
  pressed(event) {
    const at = this.placeAt(event.target);
    if (event.key === 'Escape') return this.forget();
    if (!at) return undefined;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return this.choose(...at);
    }
    const towards = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!towards) return undefined;
    event.preventDefault();
    event.stopPropagation();
    const here = event.target.getBoundingClientRect();
    let nearest = null;
    for (const group of this.root.querySelectorAll('.place[tabindex]')) {
      const box = group.getBoundingClientRect();
      const [dx, dy] = [box.x + box.width / 2 - here.x - here.width / 2, box.y + box.height / 2 - here.y - here.height / 2];
      const ahead = dx * towards[0] + dy * towards[1];
      const aside = Math.abs(dx * towards[1]) + Math.abs(dy * towards[0]);
      const far = ahead + 2.5 * aside;
      if (ahead > 1 && (!nearest || far < nearest.far)) nearest = { group, far };
    }
    nearest?.group.focus();
    return undefined;
  }
}
