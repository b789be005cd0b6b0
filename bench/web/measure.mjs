// Measures what issue and page promise: first paint, answers while typing, dragging, load, hostile input.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import { chromium } from '../../crates/draw/tests/browser/node_modules/playwright-core/index.mjs';

const small = ('aliquot arc-kayles at-most-half bishop-walk brussels-sprouts can-i-win card-ends cherries chomp clobber col crosses cutcake '
  + 'dawsons-kayles elephants-and-rhinos euclid-game even-addicts fibonacci-nim grundys-game hackenbush hex hundred-game kayles king-walk knights '
  + 'laskers-nim mark mats misere-nim moore-nim nim nimble node-kayles octal subtraction tac-tix tic-tac-toe toads-and-frogs turning-turtles wythoff').split(' ');

const server = spawn(process.env.GRUNDY, ['web', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise(resolve => server.stdout.once('data', data => resolve(String(data).trim())));
const browser = await chromium.launch({ executablePath: process.env.GRUNDY_CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
let missed = 0;

const sorted = list => [...list].sort((a, b) => a - b);
const median = list => sorted(list)[Math.floor(list.length / 2)];
const at = (list, share) => sorted(list)[Math.min(list.length - 1, Math.floor(list.length * share))];
const row = (what, figure, bar, holds) => {
  if (!holds) missed += 1;
  console.log(`${holds ? 'ok    ' : 'MISSED'} ${what.padEnd(58)} ${String(figure).padEnd(34)} bar ${bar}`);
};

const open = async () => {
  const page = await (await browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage();
  await page.goto(address);
  return page;
};

// Resident bytes of the server and its workers.
const resident = () => {
  let bytes = 0;
  for (const name of fs.readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
      if (name !== String(server.pid) && parent !== String(server.pid)) continue;
      bytes += Number(fs.readFileSync(`/proc/${name}/statm`, 'utf8').split(' ')[1]) * 4096;
    } catch { /* It ended. */ }
  }
  return bytes;
};

const ask = async (question, signal) => {
  const response = await fetch(`${address}ask`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question), signal });
  return { status: response.status, text: await response.text() };
};

const firstPaint = async () => {
  const times = [];
  for (let run = 0; run < 7; run += 1) {
    const page = await open();
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
    times.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
    await page.context().close();
  }
  row('first paint, fresh profile, median of 7', `${median(times).toFixed(0)} ms`, '300 ms', median(times) < 300);
};

// Milliseconds from the last key until something shows, as the page sees it.
const typed = (page, text, sign) => page.evaluate(([written, selector]) => new Promise((resolve, reject) => {
  const field = document.querySelector('#text');
  document.querySelector('#verdict').replaceChildren();
  document.querySelector('#notes').replaceChildren();
  field.value = written;
  const began = performance.now();
  const late = setTimeout(() => { watch.disconnect(); reject(new Error(selector)); }, 8000);
  const watch = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    watch.disconnect();
    clearTimeout(late);
    resolve(performance.now() - began);
  });
  watch.observe(document.body, { childList: true, subtree: true, attributes: true });
  field.dispatchEvent(new Event('input'));
}), [text, sign]);

const answers = async () => {
  const page = await open();
  await page.waitForSelector('#verdict .standing');
  const games = await (await fetch(`${address}library`)).json();
  await page.evaluate(() => document.querySelector('#tab-why').parentElement.remove()).catch(() => {});
  const slow = [];
  const times = [];
  for (const name of small) {
    const game = games.find(one => one.stem === name);
    const took = [];
    for (let run = 0; run < 3; run += 1) {
      took.push(await typed(page, `${game.text}# ${name} ${run}\n`, '#verdict .headline:is(.win, .draw, .loss)').catch(() => 8000));
      await page.waitForTimeout(120);
    }
    times.push(median(took));
    if (median(took) > 200) slow.push(`${name} ${median(took).toFixed(0)}`);
  }
  row(`answer after the last key, ${small.length} small games`, `median ${median(times).toFixed(0)}, most ${Math.max(...times).toFixed(0)} ms ${slow.join(', ')}`, '200 ms', !slow.length);
  const marks = [];
  for (const [number, game] of games.entries()) {
    marks.push(await typed(page, `${game.text}\ngame ${number}\n`, '#notes li.error').catch(() => 8000));
    await page.waitForTimeout(20);
  }
  row(`diagnostics after the last key, ${games.length} games`, `median ${median(marks).toFixed(0)}, most ${Math.max(...marks).toFixed(0)} ms`, '100 ms', Math.max(...marks) < 100);
  await page.context().close();
};

const dragging = async () => {
  const page = await open();
  await page.waitForSelector('#verdict .standing');
  const chomp = (await (await fetch(`${address}library`)).json()).find(one => one.stem === 'chomp');
  await page.fill('#text', chomp.text.replace('R = 4, C = 5', 'R = 3, C = 4'));
  await page.waitForFunction(() => document.querySelector('#count').textContent === '11');
  await page.click('#tab-tree');
  for (let more = 0; more < 4; more += 1) {
    await page.waitForFunction(() => document.querySelector('#view g.node'));
    if (await page.locator('#view g.node').count() > 1000) break;
    await page.locator('.tools button').nth(1).click();
    await page.waitForTimeout(2500);
  }
  await page.waitForSelector('#view g.node');
  const nodes = await page.locator('#view g.node').count();
  // Where the pointer is outside the window nothing is dragged.
  await page.evaluate(() => document.querySelector('#view .zoom').scrollIntoView({ block: 'center' }));
  const box = await page.locator('#view .zoom').boundingBox();
  const place = () => page.evaluate(() => document.querySelector('#view .sheet').style.transform);
  const before = await place();
  await page.evaluate(() => {
    window.frames_ = [];
    let last = performance.now();
    const frame = now => { window.frames_.push(now - last); last = now; requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
  });
  await page.mouse.move(box.x + 300, box.y + 200);
  await page.mouse.down();
  for (let step = 0; step < 120; step += 1) await page.mouse.move(box.x + 300 + 2 * step, box.y + 200 + 60 * Math.sin(step / 9));
  await page.mouse.up();
  const frames = await page.evaluate(() => window.frames_.slice(3));
  const moved = await place() !== before;
  row(`dragging a tree of ${nodes} nodes, ${frames.length} frames`, `median ${median(frames).toFixed(0)}, 95 % ${at(frames, 0.95).toFixed(0)} ms`, '34 ms, 1000 nodes', moved && nodes >= 1000 && at(frames, 0.95) <= 34);
  await page.context().close();
};

const load = async () => {
  const games = await (await fetch(`${address}library`)).json();
  const hard = games.find(one => one.stem === 'connect4').text;
  let most = 0;
  const watch = setInterval(() => { most = Math.max(most, resident()); }, 50);
  const began = performance.now();
  const all = await Promise.all(Array.from({ length: 200 }, (_, number) => ask({ ask: 'look', seconds: 0.5, matter: { rules: `${hard}# ${number}\n` } })));
  clearInterval(watch);
  const answered = all.filter(one => one.status === 200 && one.text.includes('event: done')).length;
  const refused = all.filter(one => one.status === 429).length;
  row('200 hard questions at once', `${answered} answered, ${refused} refused, ${((performance.now() - began) / 1000).toFixed(0)} s`, 'all of either kind', answered + refused === 200);
  row('memory meanwhile, server and workers', `${(most / 2 ** 20).toFixed(0)} MB`, '2000 MB', most < 2000 * 2 ** 20);
};

const well = async what => {
  const began = performance.now();
  const { text } = await ask({ ask: 'look', matter: { rules: `game A${Date.now()}; state n: nat; move take(k in 1..n): n -= k`, position: '3' } });
  const took = performance.now() - began;
  row(`${what}: a small question`, `${took.toFixed(0)} ms`, '500 ms', text.includes("first player wins") && took < 500);
};

const hostile = async () => {
  const asked = [
    ['a rule file of 1 MB', `game A\n  state n: nat\n${'  move take(k in 1..n): n -= k\n'.repeat(33000)}`, '5'],
    ['a position with 10^15 candidates', 'game M; param N = 100000; state n: nat; move take(a in 1..N, b in 1..N, c in 1..N) if a + b + c == n: n -= a', '200000'],
    ['a game named <script>', 'game <script>alert(1)</script>\n  state n: nat\n', ''],
  ];
  for (const [what, rules, position] of asked) {
    const began = performance.now();
    const { status } = await ask({ ask: 'look', seconds: 3, matter: { rules, position } });
    console.log(`       ${what}: status ${status} after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    await well(what);
  }
  const { port } = new URL(address);
  const sockets = [];
  let failed = 0;
  for (let number = 0; number < 10000; number += 1) {
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.on('error', () => { failed += 1; });
    sockets.push(socket);
    if (number % 200 === 199) await new Promise(resolve => setTimeout(resolve, 20));
  }
  await new Promise(resolve => setTimeout(resolve, 500));
  console.log(`       10,000 connections: ${sockets.filter(one => !one.destroyed).length} open on this side, ${failed} failed`);
  await well('10,000 connections');
  sockets.forEach(one => one.destroy());
  await well('after they left');
};

try {
  await firstPaint();
  await answers();
  await dragging();
  await load();
  await hostile();
  const bytes = fs.readdirSync('crates/web/page').reduce((sum, name) => sum + fs.statSync(`crates/web/page/${name}`).size, 0);
  row('size of the page', `${(bytes / 1024).toFixed(0)} KB`, '300 KB', bytes < 300 * 1024);
} finally {
  await browser.close();
  server.kill();
}
process.exitCode = missed ? 1 : 0;
