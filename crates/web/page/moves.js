// Every legal move with what it is worth, the best first.
import { make } from './dom.js';
import { worthText } from './board.js';
import { say } from './words.js';

const most = 300;

const words = worth => {
  if (!worth?.result) return '';
  const soon = worth.plies !== undefined ? ` ${worth.plies}` : '';
  const points = worth.margin !== undefined ? ` ${worth.margin > 0 ? '+' : ''}${worth.margin}` : '';
  return `${say(worth.result)}${points || soon}`;
};

export class MoveList {
  constructor(root, count, { onPlay, onPoint, refutation }) {
    Object.assign(this, { root, count, onPlay, onPoint, refutation });
    root.addEventListener('keydown', event => this.pressed(event));
  }

  show(turn, worth, order, shown = true) {
    this.count.textContent = turn ? `${turn.moves.length}` : '';
    if (!turn) { this.root.replaceChildren(); return; }
    const numbers = shown && order ? order : turn.moves.map((_, number) => number);
    const rows = numbers.slice(0, most).map((number, row) => {
      const move = turn.moves[number];
      const known = shown ? worth?.get(number) : undefined;
      const item = make('li', { role: 'option', tabindex: row === 0 ? 0 : -1, class: known?.result ?? 'open', 'data-number': number,
        onclick: () => this.onPlay(number), onpointerenter: () => this.point(item, number, known), onfocus: () => this.point(item, number, known),
        onpointerleave: () => this.onPoint(null) },
      make('span', { class: 'move' }, move.move),
      move.again ? make('span', { class: 'tag' }, say('again')) : null,
      make('span', { class: 'grow' }),
      known ? make('span', { class: 'worth' }, words(known)) : null,
      known?.grundy !== undefined ? make('span', { class: 'value' }, worthText({ ...known, margin: undefined })) : null);
      return item;
    });
    if (numbers.length > most) rows.push(make('li', { class: 'more' }, `… ${numbers.length - most}`));
    this.root.replaceChildren(...rows);
  }

  // Points at a move; of one that does not win, the reply that answers it is looked up.
  point(item, number, known) {
    this.onPoint(number);
    clearTimeout(this.timer);
    if (!known || known.result === 'win' || item.querySelector('.reply')) return;
    this.timer = setTimeout(async () => {
      const reply = await this.refutation(number);
      if (reply && !item.querySelector('.reply')) item.append(make('span', { class: 'reply' }, say('refutedBy', reply)));
    }, 160);
  }

  pressed(event) {
    const item = event.target.closest('li');
    if (!item) return;
    if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); item.click(); }
    const next = { ArrowDown: item.nextElementSibling, ArrowUp: item.previousElementSibling }[event.key];
    if (next) { event.preventDefault(); event.stopPropagation(); next.focus(); }
  }
}
