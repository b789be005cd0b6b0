// The page as a whole: what is written, where the game stands, what is known of it.
import { ask, Line } from './ask.js';
import { Board, better, worthText } from './board.js';
import { owners } from './boxes.js';
import { drawCurve, height } from './curve.js';
import { byId, make, saveFile } from './dom.js';
import { Editor } from './editor.js';
import { Library } from './library.js';
import { packed, unpacked } from './link.js';
import { MoveList } from './moves.js';
import { Views } from './views.js';
import { label, languageOf, say, speak } from './words.js';

const template = `# Say in a sentence what the game is.

game MyGame
  state n: nat
  move take(k in 1..3) if k <= n: n -= k
start MyGame(10)
`;

// Where the library lies over the page while it is looked at; the class that hides it elsewhere shows it there.
const overlaid = matchMedia('(max-width: 1180px) and (min-width: 821px)');

const kept = JSON.parse(localStorage.getItem('grundy') ?? '{}');
const state = { rules: '', position: '', first: '', moves: [], at: 0, view: 'why' };
// What is known of each position of the game, by the moves that led to it.
let known = new Map();
let checked = {};
let machine = 1;
const looking = new Line();
const replying = new Line();
const background = new Line();
const completing = new Line();

const key = (at = state.at) => state.moves.slice(0, at).join(' ');
const here = () => known.get(key());
const matter = (at = state.at, extra = []) => ({ rules: state.rules, position: state.position, first: state.first,
  moves: [...state.moves.slice(0, at), ...extra], lang: byId('lang').value });

// What can be written at a place, in bytes; nothing if it is not said in time.
const fitting = (rules, at) => new Promise(resolve => {
  completing.ask({ ask: 'complete', at, seconds: 1, matter: { rules } }, { answer: ({ names }) => resolve(names), end: () => resolve([]) });
});
const board = new Board(byId('board'), byId('choices'), number => play(number));
const editor = new Editor({ text: byId('text'), ink: byId('ink'), lines: byId('lines'), list: byId('notes'), offers: byId('offers'), hint: byId('hint'), fitting }, text => {
  state.rules = text;
  begin(true);
});
const library = new Library(game => {
  load({ rules: game.text });
  pane('play');
  if (overlaid.matches) document.body.classList.remove('no-library');
});
const views = new Views({ matter: () => matter(), look: () => ({ ...checked }), goTo: texts => goTo(texts) });
const moveList = new MoveList(byId('moves'), byId('count'), {
  onPlay: number => play(number),
  onPoint: number => {
    const move = number === null ? null : here()?.turn.moves[number];
    board.preview(move ? move.places : [], move?.component ?? 0);
  },
  refutation: number => refutation(number),
});

// ---------------------------------------------------------------- the game

// The rules or the position changed: the game begins anew.
function begin(typed = false, moves = [], at = moves.length) {
  known = new Map();
  Object.assign(state, { moves, at });
  replying.stop();
  background.stop();
  keep();
  library.mark(state.rules);
  look(typed);
}

function load({ rules, position = '', first = '', moves = [], at = moves.length, view }) {
  Object.assign(state, { rules, position, first });
  editor.value = rules;
  byId('position').value = position;
  if (view) state.view = view;
  views.over = undefined;
  views.open(state.view, false);
  begin(false, moves, at);
}

// Asks all about the position at hand, unless it is known.
function look(typed = false, seconds = 4) {
  const mine = here();
  if (mine?.ended && seconds <= 4) {
    show();
    if (!typed) views.refresh();
    return answerByMachine();
  }
  const entry = mine ?? {};
  const asked = key();
  const rules = state.rules;
  looking.ask({ ask: 'look', seconds, matter: matter() }, {
    checked: data => {
      checked = data;
      editor.diagnose(data.diagnostics);
      byId('game-name').textContent = data.game ?? '';
      document.title = data.game ? `${data.game} · Grundy` : 'Grundy';
      const wrong = data.diagnostics.some(note => note.severity === 'error');
      document.body.classList.toggle('stale', wrong);
      if (wrong) {
        verdict(null, say('errors', data.diagnostics.length));
        byId('facts').replaceChildren();
        factsOf = null;
      }
    },
    turn: data => {
      entry.turn = data;
      known.set(asked, entry);
      trouble(null);
      show();
    },
    moves: data => {
      entry.worth = new Map(data.moves.filter(move => move.result).map(move => [move.number, move]));
      entry.order = data.moves.map((move, row) => move.number ?? row);
      entry.standing = data.standing;
      show();
    },
    solved: data => { entry.solved = data; show(); },
    stopped: data => { entry.stopped = data.stopped; show(); },
    problem: ({ error }) => trouble(error),
    progress: data => progress(data),
    busy: () => progress({ text: say('busy') }),
    end: () => {
      entry.ended = Boolean(entry.turn);
      progress(null);
      if (!entry.turn || rules !== state.rules) return;
      show();
      if (views.current) views.refresh();
      facts();
      answerByMachine();
      look.behind();
    },
  });
  return undefined;
}

const missingNone = () => state.moves.slice(0, state.at).every((_, at) => known.get(key(at))?.turn);

// Positions before this one that are not known yet, for the curve: one after the other, when nothing else is asked.
look.behind = () => {
  const missing = state.moves.findIndex((_, at) => !known.get(key(at))?.worth && !known.get(key(at))?.finish);
  if (missing < 0 || missing >= state.at || looking.busy) return;
  const asked = key(missing);
  const entry = known.get(asked) ?? {};
  background.ask({ ask: 'look', seconds: 2, matter: matter(missing) }, {
    turn: data => { entry.turn = data; },
    moves: data => {
      entry.worth = new Map(data.moves.filter(move => move.result).map(move => [move.number, move]));
      entry.order = data.moves.map((move, row) => move.number ?? row);
    },
    solved: data => { entry.solved = data; },
    problem: () => {},
    end: () => {
      if (!entry.turn) return;
      Object.assign(entry, { ended: true, worth: entry.worth ?? new Map() });
      known.set(asked, entry);
      // Whose squares are is told by the whole game.
      if (missingNone()) show();
      else history();
      look.behind();
    },
  });
};

function play(number) {
  const turn = here()?.turn;
  if (!turn || !turn.moves[number]) return;
  replying.stop();
  state.moves = [...state.moves.slice(0, state.at), number];
  state.at += 1;
  keep();
  look();
}

function goAt(at) {
  state.at = Math.max(0, Math.min(at, state.moves.length));
  replying.stop();
  keep();
  look();
}

// Moves given as they are written, from a tree.
async function goTo(texts) {
  if (!texts.length) return;
  let made = null;
  try {
    await ask({ ask: 'look', seconds: 1, matter: matter(state.at, texts) }, { turn: data => { made = data.made; } });
  } catch { return; }
  if (!made) return;
  state.moves = made.map(one => one.number);
  state.at = state.moves.length;
  keep();
  look();
}

const machinePlays = () => byId('opponent').value !== 'none';

function answerByMachine() {
  const turn = here()?.turn;
  if (!machinePlays() || !turn || turn.finish || turn.mover !== machine || state.at !== state.moves.length) return;
  status(say('thinking'));
  replying.ask({ ask: 'reply', strength: byId('opponent').value, seed: state.moves.length + 1, seconds: 10, matter: matter() }, {
    reply: ({ number }) => play(number),
    problem: ({ error }) => trouble(error),
  });
}

// What is proved of the rules, in a few words beside them; asked once for each text.
let factsOf = null;
function facts() {
  const of = [state.rules, state.position, state.first, byId('lang').value].join('\0');
  if (factsOf === of) return;
  factsOf = of;
  const asked = state.rules;
  const say = rows => byId('facts').replaceChildren(...rows);
  ask({ ask: 'facts', seconds: 5, matter: matter(0) }, {
    answer: ({ games: [game] }) => {
      if (asked !== state.rules || !game) return;
      const chip = (text, title, kind) => make('span', { title, class: kind }, text);
      say([chip(game.ends, game.ends, 'ends'), ...game.summary.map(({ text, reason }) => chip(text, reason, 'proved'))]);
    },
    problem: () => say([]),
  }).catch(() => {});
}

// The best reply to a move, in words.
async function refutation(number) {
  const path = [...state.moves.slice(0, state.at), number];
  let found = known.get(path.join(' '));
  if (!found?.order) {
    const entry = {};
    try {
      await ask({ ask: 'look', seconds: 2, matter: matter(state.at, [number]) }, {
        turn: data => { entry.turn = data; },
        moves: data => { entry.order = data.moves[0]?.result ? data.moves.map((move, row) => move.number ?? row) : null; },
      });
    } catch { return null; }
    found = entry;
  }
  return found.order?.length ? found.turn.moves[found.order[0]].move : null;
}

// ---------------------------------------------------------------- what is shown

function show() {
  const entry = here();
  if (!entry?.turn) return;
  const { turn, worth, order } = entry;
  const values = byId('values').checked;
  const mayMove = !(machinePlays() && turn.mover === machine && state.at === state.moves.length);
  const before = state.at > 0 ? known.get(key(state.at - 1)) : null;
  const made = before?.turn?.moves[state.moves[state.at - 1]];
  const same = before && before.turn.board.parts.length === turn.board.parts.length;
  const turns = Array.from({ length: state.at + 1 }, (_, at) => known.get(key(at))?.turn);
  board.show(turn, values ? worth : null, { enabled: mayMove && !turn.finish, owned: owners(turns), last: made && same ? made.places.map(place => [made.component, place]) : null });
  moveList.show(turn.finish ? null : turn, worth, order, values);
  const lead = turn.lead ? ` · ${say('leads', turn.players[turn.lead > 0 ? 0 : 1], Math.abs(turn.lead))}` : '';
  if (turn.finish) status((turn.finish.winner === null ? say('drawn') : say('wins', turn.players[turn.finish.winner])) + lead, turn.finish.winner);
  else status(say('toMove', turn.players[turn.mover]) + lead, turn.mover);
  verdict(entry);
  history();
}

function status(text, player = null) {
  byId('status').replaceChildren(player === null ? '' : make('i', { class: player === 0 ? 'left' : 'right' }), text);
}

function verdict(entry, text = '') {
  const root = byId('verdict');
  if (!entry) { root.replaceChildren(make('p', { class: 'headline muted' }, text)); return; }
  byId('longer').hidden = !entry.stopped && !entry.solved?.json?.stopped;
  const { turn, solved, stopped } = entry;
  if (turn.finish) {
    const won = turn.finish.winner;
    root.replaceChildren(make('p', { class: `headline ${won === null ? 'draw' : 'win'}` }, won === null ? say('drawn') : say('wins', turn.players[won])));
  } else if (solved) {
    const lines = [...solved.lines];
    const [{ text: headline, tone }] = lines.splice(Math.max(0, lines.findIndex(line => line.tone)), 1);
    const isMove = ({ text: line }) => /^ {2}.* -> /.test(line);
    const standing = lines.length - 1;
    // Who is first changes with every move: the name is told too.
    const { winner } = solved.json;
    const name = { first: turn.players[turn.mover], second: turn.players[1 - turn.mover] }[winner];
    root.replaceChildren(make('p', { class: `headline ${tone ?? 'muted'}` }, headline, name ? make('small', {}, `→ ${name}`) : null),
      ...lines.map((line, number) => (isMove(line) ? null : make('p', { class: number === standing ? 'standing' : '' }, line.text))).filter(Boolean));
  } else if (stopped) root.replaceChildren(make('p', { class: 'headline muted' }, stopped));
  else root.replaceChildren(make('p', { class: 'headline muted' }, '…'));
}

function trouble(error) {
  if (!error) return;
  const text = { lost: say('lost'), worker: say('workerEnded', error.message) }[error.code] ?? error.message;
  byId('verdict').replaceChildren(make('p', { class: 'headline problem' }, text), error.remedy ? make('p', {}, error.remedy) : '');
  if (!here()?.turn) { byId('board').replaceChildren(); moveList.show(null); status(''); byId('choices').replaceChildren(); }
}

// How far the computation is; shown once it takes longer than a blink.
let progressTimer = 0;
function progress(data) {
  const root = byId('progress');
  if (!data) {
    clearTimeout(progressTimer);
    progressTimer = 0;
    root.hidden = true;
    return;
  }
  root.firstElementChild.textContent = data.text ?? say('computed', data.done.toLocaleString(), data.what, data.seconds.toFixed(1));
  progressTimer ||= setTimeout(() => { root.hidden = false; }, 200);
}

// What the mover could have had at a position.
const bestAt = at => {
  const entry = known.get(key(at));
  if (!entry?.worth?.size) return null;
  return [...entry.worth.values()].reduce((best, one) => (better(one, best) ? one : best), null);
};

function history() {
  const heights = [];
  const mistakes = new Set();
  for (let at = 0; at <= state.moves.length; at += 1) {
    const entry = known.get(key(at));
    const { turn } = entry ?? {};
    const best = bestAt(at);
    heights.push(turn ? height(turn, best) : null);
    const made = at < state.moves.length && entry?.worth?.get(state.moves[at]);
    if (made && best && better(best, made)) mistakes.add(at + 1);
  }
  drawCurve(byId('curve'), heights, byId('values').checked ? mistakes : new Set(), state.at);
  const slider = byId('slider');
  slider.max = state.moves.length;
  slider.value = state.at;
  byId('game').classList.toggle('empty', !state.moves.length);
  const items = state.moves.map((number, at) => {
    const { turn } = known.get(key(at)) ?? {};
    const mistake = mistakes.has(at + 1) && byId('values').checked;
    return make('li', {}, make('button', { class: [at + 1 === state.at ? 'current' : '', mistake ? 'mistake' : '', turn?.mover === 0 ? 'left' : 'right'].join(' '),
      title: mistake ? say('mistake') : '', onclick: () => goAt(at + 1) }, turn?.moves[number]?.move ?? `${number}`, mistake ? ' ?' : ''));
  });
  byId('record').replaceChildren(...items);
}

// ---------------------------------------------------------------- what is kept and shared

// What the address says, once it says anything; whatever changes later is not in it.
let linked = null;

function keep() {
  const { rules, position, first, moves, at, view } = state;
  if (location.hash && linked !== null && linked !== `${rules}\n${position}\n${moves}`) {
    linked = null;
    window.history.replaceState(null, '', location.pathname);
  }
  localStorage.setItem('grundy', JSON.stringify({ ...kept, rules, position, first, moves, at, view,
    lang: byId('lang').value, theme: document.documentElement.dataset.theme, opponent: byId('opponent').value }));
}

async function share() {
  const { rules, position, first, moves, at, view } = state;
  const address = `${location.origin}${location.pathname}#${await packed({ rules, position, first, moves, at, view })}`;
  window.history.replaceState(null, '', address);
  linked = `${rules}\n${position}\n${moves}`;
  let copied = true;
  try { await navigator.clipboard.writeText(address); } catch { copied = false; }
  tell(say(copied ? 'copied' : 'link'), address);
}

// Says something that stays until it is closed.
function tell(text, value = '') {
  const dialog = byId('dialog');
  const field = dialog.querySelector('input');
  dialog.querySelector('p').textContent = text;
  field.value = value;
  field.hidden = !value;
  dialog.showModal();
  if (value) field.select();
}

async function fromLink() {
  const text = location.hash.slice(1);
  if (!text) return false;
  try {
    const found = await unpacked(text);
    linked = `${found.rules}\n${found.position}\n${found.moves}`;
    load(found);
    return true;
  } catch {
    tell(say('badLink'));
    return false;
  }
}

function pane(name) {
  document.body.dataset.pane = name;
  for (const button of byId('panes').children) button.setAttribute('aria-current', button.dataset.pane === name);
}

function dress() {
  const lang = byId('lang').value;
  speak(lang);
  document.documentElement.lang = lang === 'zh' ? 'zh-Hant' : lang;
  label(document);
  views.label();
}

function theme(name) {
  document.documentElement.dataset.theme = name;
}

function connect() {
  const on = (id, event, act) => byId(id).addEventListener(event, act);
  on('position', 'change', event => { state.position = event.target.value; begin(); });
  on('lang', 'change', () => { dress(); keep(); known = new Map(); look(); views.refresh(); });
  on('theme', 'click', () => { theme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'); keep(); views.refresh(); });
  on('new-game', 'click', () => { load({ rules: template }); pane('rules'); byId('text').focus(); });
  on('share', 'click', share);
  on('home', 'click', event => { event.preventDefault(); window.history.replaceState(null, '', location.pathname); });
  on('show-library', 'click', () => document.body.classList.toggle('no-library'));
  on('format', 'click', async () => {
    await ask({ ask: 'format', matter: matter() }, { answer: ({ text }) => editor.write(0, editor.value.length, text) }).catch(() => {});
  });
  on('first', 'click', () => goAt(0));
  on('undo', 'click', () => goAt(state.at - 1));
  on('redo', 'click', () => goAt(state.at + 1));
  on('last', 'click', () => goAt(state.moves.length));
  on('slider', 'input', event => goAt(Number(event.target.value)));
  on('opponent', 'change', () => { machine = here()?.turn ? 1 - here().turn.mover : 1; keep(); show(); answerByMachine(); });
  on('swap', 'click', () => { machine = 1 - machine; show(); answerByMachine(); });
  on('values', 'change', show);
  on('longer', 'click', () => look(false, 60));
  on('cancel', 'click', () => { looking.stop(); progress(null); });
  on('save', 'click', () => saveFile(`${(checked.game || 'game').toLowerCase()}.txt`, JSON.stringify({ ...state, made: here()?.turn.made.map(one => one.move) }, null, 1)));
  on('open', 'click', () => byId('load').click());
  on('load', 'change', async event => {
    const text = await event.target.files[0]?.text();
    event.target.value = '';
    if (text === undefined) return;
    try { load(await unpacked(await packed(JSON.parse(text)))); } catch { load({ rules: text }); }
  });
  on('page', 'click', () => ask({ ask: 'page', seconds: 60, matter: { ...matter(0) } }, {
    answer: ({ html }) => saveFile(`${(checked.game || 'game').toLowerCase()}.html`, html, 'text/html'),
    progress, problem: ({ error }) => trouble(error),
  }).catch(() => {}).finally(() => progress(null)));
  on('panes', 'click', event => { if (event.target.dataset.pane) pane(event.target.dataset.pane); });
  byId('tabs').addEventListener('click', () => { state.view = views.current; keep(); });
  window.addEventListener('hashchange', fromLink);
  document.addEventListener('keydown', event => {
    if (event.target.closest('input, textarea, select, dialog, [role=tablist]') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowLeft') goAt(state.at - 1);
    else if (event.key === 'ArrowRight') goAt(state.at + 1);
    else if (event.key === 'Home') goAt(0);
    else if (event.key === 'End') goAt(state.moves.length);
    else if (event.key === '/') {
      pane('library');
      document.body.classList.toggle('no-library', overlaid.matches);
      byId('search').focus();
    }
    else return;
    event.preventDefault();
  });
}

async function main() {
  byId('lang').value = languageOf(kept.lang ?? navigator.language);
  theme(kept.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  byId('opponent').value = kept.opponent ?? 'none';
  if (!byId('opponent').value) byId('opponent').value = 'none';
  dress();
  connect();
  pane('play');
  const books = library.load();
  const linked = await fromLink();
  if (!linked && typeof kept.rules === 'string' && kept.rules.trim()) load({ position: '', ...kept });
  await books.catch(() => trouble({ code: 'lost' }));
  if (!state.rules) load({ rules: library.find('chomp')?.text ?? template });
  library.mark(state.rules);
}

export { worthText };
main();
