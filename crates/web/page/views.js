// What can be looked at beside the board: why, trees, maps, sequences, patterns, certificates. Each view asks when it is opened.
import { byId, drawing, make, saveFile } from './dom.js';
import { Line } from './ask.js';
import { foldable } from './fold.js';
import { say } from './words.js';
import { zoomable } from './zoom.js';

const names = ['why', 'tree', 'graph', 'map', 'table', 'sequence', 'thermograph', 'pattern', 'proof', 'certificate', 'facts'];

// Lines of an answer; what is proved, checked or refuted is told apart by its first word.
export const wordLines = text => make('div', { class: 'words' }, ...text.trimEnd().split('\n').map(line => make('p', { class: /^\s/.test(line) ? 'inner' : '' }, line)));

export class Views {
  constructor({ matter, look, goTo }) {
    Object.assign(this, { matter, look, goTo });
    this.line = new Line();
    this.current = '';
    this.depth = 2;
    this.best = false;
    this.ofValues = false;
    this.panel = byId('view');
    byId('tabs').addEventListener('keydown', event => {
      const next = { ArrowRight: event.target.nextElementSibling, ArrowLeft: event.target.previousElementSibling }[event.key];
      if (next) { event.preventDefault(); event.stopPropagation(); next.focus(); next.click(); }
    });
  }

  label() {
    byId('tabs').replaceChildren(...names.map((name, number) => make('button', { role: 'tab', id: `tab-${name}`, 'aria-selected': name === this.current,
      'aria-controls': 'view', tabindex: name === this.current || (!this.current && number === 0) ? 0 : -1, onclick: () => this.open(name) }, say(name))));
  }

  open(name, ask = true) {
    this.current = names.includes(name) ? name : '';
    for (const tab of byId('tabs').children) {
      const chosen = tab.id === `tab-${this.current}`;
      tab.setAttribute('aria-selected', chosen);
      tab.tabIndex = chosen ? 0 : -1;
    }
    if (!this.current && byId('tabs').firstChild) byId('tabs').firstChild.tabIndex = 0;
    if (ask) this.refresh();
    else this.panel.replaceChildren();
  }

  // The position or the rules changed.
  refresh() {
    this.line.stop();
    if (!this.current) { this.panel.replaceChildren(); return; }
    this[this.current]();
  }

  // Shows tools, then whatever the answer brings.
  request(tools, question, on) {
    const body = make('div', { class: 'body' }, make('p', { class: 'wait' }, '…'));
    const wait = body.firstChild;
    this.panel.replaceChildren(...(tools ? [make('div', { class: 'bar tools' }, ...tools)] : []), body);
    let told = false;
    const put = (...parts) => {
      if (!told) body.replaceChildren();
      told = true;
      body.append(...parts.filter(Boolean));
    };
    const stop = make('button', { onclick: () => { this.line.stop(); put(make('p', {}, say('cancel'))); } }, say('cancel'));
    this.line.ask({ ...question, matter: this.matter() }, {
      progress: ({ what, done, seconds }) => { if (!told) wait.replaceChildren(say('computed', done, what, seconds.toFixed(1)), ' ', stop); },
      problem: ({ error }) => put(make('p', { class: 'problem' }, error.code === 'worker' ? say('workerEnded', error.message) : error.message,
        error.remedy ? make('i', {}, ` ${error.remedy}`) : null)),
      ...Object.fromEntries(Object.entries(on).map(([event, show]) => [event, data => put(...[show(data)].flat())])),
      end: () => { if (!told) put(make('p', {}, '—')); },
    });
  }

  why() {
    this.request(null, { ask: 'why', seconds: 20 }, {
      plan: ({ words }) => make('details', {}, make('summary', {}, say('plan')), wordLines(words)),
      // Who wins stands above; what follows the empty line is why.
      answer: ({ words }) => wordLines(words.includes('\n\n') ? words.slice(words.indexOf('\n\n') + 2).replace(/^.*\n/, '') : words),
    });
  }

  picture(question, tools, after = () => null) {
    const dark = document.documentElement.dataset.theme === 'dark';
    this.request(tools, { ask: 'picture', dark, seconds: 20, ...question }, {
      picture: answer => {
        const drawn = drawing(answer.svg);
        after(drawn, answer);
        return [zoomable(drawn), wordLines(answer.words + (answer.stopped ? `\n${answer.stopped}` : ''))];
      },
    });
  }

  diagram(what) {
    const again = () => this.open(what);
    const tools = [
      make('button', { onclick: () => { this.depth = Math.max(1, this.depth - 1); again(); } }, say('shallower')),
      make('output', {}, `${this.depth}`),
      make('button', { onclick: () => { this.depth += 1; again(); } }, say('deeper')),
      make('label', { class: 'check' }, make('input', { type: 'checkbox', checked: this.best, onchange: event => { this.best = event.target.checked; again(); } }), ` ${say('strategyOnly')}`),
    ];
    this.picture({ what, depth: this.depth, best: this.best, most: 1500 }, tools, (drawn, { edges, roots }) => {
      if (what === 'tree') foldable(drawn, edges);
      const into = new Map(edges.map(([from, to, text]) => [to, [from, text]]));
      const path = node => {
        const texts = [];
        for (let at = node; !roots.includes(at) && into.has(at) && texts.length < 500; [at] = into.get(at)) texts.unshift(into.get(at)[1]);
        return texts;
      };
      for (const group of drawn.querySelectorAll('g.node')) {
        const node = Number(group.dataset.node);
        group.setAttribute('tabindex', '0');
        group.setAttribute('role', 'button');
        const go = () => this.goTo(path(node));
        group.addEventListener('click', () => { if ((group.closest('.zoom')?.moved ?? 0) < 5) go(); });
        group.addEventListener('keydown', event => { if (event.key === 'Enter') { event.stopPropagation(); go(); } });
      }
    });
  }

  tree() { this.diagram('tree'); }

  graph() { this.diagram('graph'); }

  // The ranges of a map or a table, to be changed; nothing where there are none yet.
  ranges(view) {
    const over = this.over ?? this.look().over ?? '';
    const field = make('input', { value: over, size: 34, 'aria-label': say('over'), onchange: event => { this.over = event.target.value; this.open(view); } });
    const tools = [make('label', {}, `${say('over')} `, field)];
    if (!over) this.panel.replaceChildren(make('div', { class: 'bar tools' }, ...tools));
    return [over, tools];
  }

  map() {
    const [over, tools] = this.ranges('map');
    if (over) this.picture({ what: 'heat', over }, tools);
  }

  table() {
    const [over, tools] = this.ranges('table');
    if (over) this.request(tools, { ask: 'table', over, seconds: 20 }, { answer: ({ words }) => make('pre', { class: 'table' }, words) });
  }

  sequence() {
    const dark = document.documentElement.dataset.theme === 'dark';
    this.request(null, { ask: 'sequence', seconds: 15 }, {
      answer: ({ words, certificate }) => [wordLines(words), certificate ? this.save(certificate) : null],
    });
    const { panel } = this;
    const mine = this.current;
    const drawn = new Line();
    drawn.ask({ ask: 'picture', what: 'sequence', dark, to: 300, seconds: 10, matter: this.matter() }, {
      picture: answer => { if (this.current === mine) panel.prepend(zoomable(drawing(answer.svg))); },
    });
  }

  thermograph() { this.picture({ what: 'thermograph' }, null); }

  pattern() {
    const choose = grundy => () => { this.ofValues = grundy; this.open('pattern'); };
    const tools = [false, true].map(grundy => make('button', { 'aria-pressed': this.ofValues === grundy, onclick: choose(grundy) }, say(grundy ? 'ofValues' : 'ofWins')));
    this.request(tools, { ask: 'pattern', grundy: this.ofValues, seconds: 30 }, {
      answer: ({ words, certificate }) => [wordLines(words), certificate ? this.save(certificate) : null],
    });
  }

  proof() {
    this.request(null, { ask: 'prove', seconds: 30 }, { answer: ({ words, certificate }) => [wordLines(words), certificate ? this.save(certificate) : null] });
  }

  save(text) {
    const name = `${(this.look().game || 'game').toLowerCase()}.cert.txt`;
    return make('p', {}, make('button', { class: 'primary', onclick: () => saveFile(name, text) }, `${say('download')} (${Math.ceil(text.length / 1024)} KB)`));
  }

  certificate() {
    this.request(null, { ask: 'certificate', seconds: 30 }, {
      answer: ({ certificate, json }) => [make('p', {}, say('certificateHint')), json?.proves ? wordLines(json.proves) : null, this.save(certificate)],
    });
  }

  facts() {
    this.request(null, { ask: 'facts', seconds: 10 }, {
      answer: ({ games }) => games.map(game => make('table', { class: 'facts' }, make('caption', {}, `${game.game}: ${game.ends}`),
        ...game.facts.map(({ text, standing, reason }, row) => make('tr', { class: game.proved[row] ? 'proved' : 'unknown' },
          make('th', {}, text), make('td', {}, standing), make('td', {}, reason))))),
    });
  }
}
