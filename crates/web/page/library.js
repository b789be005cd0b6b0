// The library: every game with a picture of its board.
import { byId, make } from './dom.js';
import { drawPart } from './pieces.js';

const thumb = board => {
  const frame = make('span', { class: 'thumb' });
  const parts = (board?.parts ?? []).filter(part => part.places.length).slice(0, 3);
  for (const part of parts) frame.append(drawPart(part));
  if (!parts.length) frame.append(make('span', { class: 'letters' }, '⋯'));
  return frame;
};

const titled = stem => stem.split('-').map(word => word[0].toUpperCase() + word.slice(1)).join(' ');

export class Library {
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.games = [];
    this.list = byId('games');
    byId('search').addEventListener('input', event => this.filter(event.target.value));
    // Arrows walk through what is shown, from the field too; Tab passes by all but one of the games.
    byId('library').addEventListener('keydown', event => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const shown = this.shown();
      if (event.key === 'Enter' && event.target === byId('search')) shown[0]?.querySelector('button').click();
      if (!step) return;
      const next = shown[shown.indexOf(event.target.closest('li')) + step];
      event.preventDefault();
      event.stopPropagation();
      if (next) this.reach(next).focus();
      else if (step < 0) byId('search').focus();
    });
    this.seen = new IntersectionObserver(entries => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        this.seen.unobserve(target);
        target.querySelector('.thumb').replaceWith(thumb(this.games[Number(target.dataset.number)].board));
      }
    }, { root: byId('library'), rootMargin: '200px' });
  }

  async load() {
    const response = await fetch('library');
    this.games = await response.json();
    this.list.replaceChildren(...this.games.map((game, number) => {
      const item = make('li', { 'data-number': number },
        make('button', { onclick: () => this.onChoose(game), title: game.about }, make('span', { class: 'thumb' }),
          make('span', { class: 'title' }, make('b', {}, titled(game.stem)), make('small', {}, game.about))));
      this.seen.observe(item);
      return item;
    }));
  }

  // The games that are shown, in the order in which they stand.
  shown() {
    return [...this.list.children].filter(item => !item.hidden).sort((one, other) => one.style.order - other.style.order);
  }

  // The one of them that Tab comes to.
  reach(item) {
    for (const one of this.list.children) one.querySelector('button').tabIndex = one === item ? 0 : -1;
    return item?.querySelector('button');
  }

  find(stem) { return this.games.find(game => game.stem === stem); }

  mark(text) {
    [...this.list.children].forEach(item => item.classList.toggle('current', this.games[Number(item.dataset.number)].text === text));
    this.reach(this.list.querySelector('.current:not([hidden])') ?? this.shown()[0]);
  }

  filter(words) {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    [...this.list.children].forEach(item => {
      const game = this.games[Number(item.dataset.number)];
      const text = `${game.name} ${game.stem} ${game.stem.replaceAll('-', '')} ${game.text.match(/^#.*$/gm)?.join(' ') ?? ''}`.toLowerCase();
      item.hidden = !wanted.every(word => text.includes(word));
      // Names that begin with the words come first, then names that hold them.
      const name = titled(game.stem).toLowerCase();
      const plain = wanted.join(' ').replaceAll('-', ' ');
      item.style.order = !plain ? 0 : name === plain ? -3 : name.startsWith(plain) ? -2 : name.includes(plain) ? -1 : 0;
    });
    this.list.scrollTop = 0;
    this.reach(this.shown()[0]);
  }
}
