// A game played from a table of positions, without a server.
import { byId, make } from './dom.js';
import { label, languageOf, say, speak } from './words.js';
import { Board, better } from './board.js';
import { owners } from './boxes.js';
import { drawCurve, height } from './curve.js';

const table = JSON.parse(byId('table').textContent);
const sides = ['left', 'right'];

// A position as the board shows it.
const turnOf = number => {
  const { mover, lead = 0, finish, board, moves } = table.positions[number];
  const parts = board.map(([frame, signs]) => {
    const part = table.frames[frame];
    const places = part.places.map((place, at) => {
      const { owner, ...sign } = table.signs[signs[at]];
      return { ...place, ...sign, ...(owner === undefined ? {} : { owner: sides[owner] }) };
    });
    return { ...part, places };
  });
  const listed = moves.map(([text, component, places, to, worth]) => ({ move: table.texts[text], component, places, to, worth }));
  const worths = new Map(listed.map((move, at) => [at, move.worth]).filter(([, worth]) => worth));
  return { mover, lead, finish, players: table.players, board: { parts }, moves: listed, worth: worths };
};

const path = [{ number: 0, turn: turnOf(0), made: null }];
let now = 0;
let machineSide = 1;
const board = new Board(byId('board'), byId('choices'), number => playMove(number));
const current = () => path[now];
const opponent = () => byId('opponent').value;

const playMove = number => {
  const { turn } = current();
  const move = turn.moves[number];
  if (move.to < 0) { byId('status').textContent = say('outside'); return; }
  path.splice(now + 1);
  path.push({ number: move.to, turn: turnOf(move.to), made: number });
  now += 1;
  render();
};

const bestOf = turn => [...turn.worth.values()].reduce((best, one) => (better(one, best) ? one : best), null);

const answerFromTable = () => {
  const { turn } = current();
  if (opponent() === 'none' || turn.finish || turn.mover !== machineSide || now !== path.length - 1) return;
  setTimeout(() => {
    if (current().turn !== turn) return;
    const able = turn.moves.map((move, number) => ({ ...move, number })).filter(move => move.to >= 0);
    if (!able.length) { byId('status').textContent = say('outside'); return; }
    const best = able.reduce((one, other) => (other.worth && (!one.worth || better(other.worth, one.worth)) ? other : one));
    const any = able[Math.floor(Math.random() * able.length)];
    playMove((opponent() === 'perfect' || Math.random() < 0.4 ? best : any).number);
  }, 350);
};

const render = () => {
  const { turn } = current();
  const values = byId('values').checked;
  const mine = opponent() === 'none' || turn.mover !== machineSide || now !== path.length - 1;
  board.show(turn, values ? turn.worth : null, { enabled: mine && !turn.finish, owned: owners(path.slice(0, now + 1).map(one => one.turn)) });
  const lead = turn.lead ? ` · ${say('leads', turn.players[turn.lead > 0 ? 0 : 1], Math.abs(turn.lead))}` : '';
  const player = turn.finish ? turn.finish.winner : turn.mover;
  const text = turn.finish ? (player === null ? say('drawn') : say('wins', turn.players[player])) : say('toMove', turn.players[player]);
  byId('status').replaceChildren(player === null ? '' : make('i', { class: sides[player] }), text + lead);
  const mistakes = new Set();
  const heights = path.map((one, at) => {
    const best = bestOf(one.turn);
    const made = path[at + 1] && one.turn.worth.get(path[at + 1].made);
    if (best && made && better(best, made)) mistakes.add(at + 1);
    return height(one.turn, best);
  });
  drawCurve(byId('curve'), values ? heights : heights.map(() => null), values ? mistakes : new Set(), now);
  byId('slider').max = path.length - 1;
  byId('slider').value = now;
  byId('game').classList.toggle('empty', path.length === 1);
  byId('record').replaceChildren(...path.slice(1).map((one, at) => {
    const before = path[at].turn;
    const bad = values && mistakes.has(at + 1);
    return make('li', {}, make('button', { class: [at + 1 === now ? 'current' : '', bad ? 'mistake' : '', sides[before.mover]].join(' '),
      onclick: () => visit(at + 1) }, before.moves[one.made].move, bad ? ' ?' : ''));
  }));
  byId('inside').textContent = say(table.whole ? 'playableAlone' : 'notWhole');
  answerFromTable();
};

const visit = at => {
  now = Math.max(0, Math.min(at, path.length - 1));
  render();
};

const wear = lang => {
  byId('lang').value = lang;
  speak(lang);
  label(document);
};

wear(languageOf(document.documentElement.lang));
document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
byId('lang').addEventListener('change', event => { wear(event.target.value); render(); });
byId('theme').addEventListener('click', () => {
  const { dataset } = document.documentElement;
  dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
});
byId('first').addEventListener('click', () => visit(0));
byId('undo').addEventListener('click', () => visit(now - 1));
byId('redo').addEventListener('click', () => visit(now + 1));
byId('last').addEventListener('click', () => visit(path.length - 1));
byId('slider').addEventListener('input', event => visit(Number(event.target.value)));
byId('values').addEventListener('change', render);
byId('opponent').addEventListener('change', () => { machineSide = 1 - current().turn.mover; render(); });
byId('swap').addEventListener('click', () => { machineSide = 1 - machineSide; render(); });
document.addEventListener('keydown', event => {
  if (event.target.closest('input, select') || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === 'ArrowLeft') visit(now - 1);
  else if (event.key === 'ArrowRight') visit(now + 1);
});
render();
