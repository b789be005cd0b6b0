// The page in a stock Firefox: loads, takes rules as they are typed, answers, takes a move, draws a tree to drag, hands a link to a
// fresh profile. Every step is a line; ends with 1 where one fails.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

const shots = process.env.SHOTS;
const server = spawn(process.env.GRUNDY, ['web', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise(resolve => server.stdout.once('data', data => resolve(String(data).trim())));
const browser = await puppeteer.launch({ browser: 'firefox', executablePath: process.env.FIREFOX || '/usr/bin/firefox-esr', headless: true });
const troubles = [];

const visit = async (context, where) => {
  const page = await context.newPage();
  await page.setViewport({ width: 1300, height: 900 });
  page.setDefaultTimeout(15000);
  page.on('pageerror', error => troubles.push(String(error)));
  page.on('console', message => { if (message.type() === 'error') troubles.push(message.text()); });
  await page.goto(where);
  await page.waitForSelector('#verdict .standing');
  return page;
};
const text = (page, selector) => page.$eval(selector, element => element.textContent);
const says = (page, selector, words) => page.waitForFunction((where, what) => document.querySelector(where)?.textContent.includes(what), {}, selector, words);
const step = async (what, work) => {
  const began = performance.now();
  await work();
  console.log(`ok     ${what.padEnd(58)} ${(performance.now() - began).toFixed(0)} ms`);
};
const shot = async (page, name) => { if (shots) await page.screenshot({ path: path.join(shots, `firefox-${name}.png`) }); };

try {
  let page;
  await step('loads and answers for the first game', async () => { page = await visit(browser.defaultBrowserContext(), address); });
  await step('rules are typed, mistakes are shown under the line', async () => {
    await page.click('#text');
    await page.keyboard.down('Control');
    await page.keyboard.press('a');
    await page.keyboard.up('Control');
    await page.keyboard.type('game Stones\nstate n: nat\nmove take(k in 1..3): n -= k\n');
    // The lines of a game are indented by themselves; what stands outside is not.
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('start Stones(9)\n');
    await page.waitForSelector('#notes li.error .fix');
    await shot(page, 'mistake');
  });
  await step('below the line where the caret stays it is told what is wrong', async () => {
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.waitForSelector('#hint:not([hidden]) .fix');
    await shot(page, 'hint');
  });
  await step('a remedy is a button, the answer follows', async () => {
    await page.click('#notes li.error .fix');
    await says(page, '#verdict', 'first player wins');
    assert.equal(await text(page, '#count'), '3');
  });
  await step('a move is made on the board', async () => {
    await page.click('#board .place.win');
    await says(page, '#record', 'take(1)');
    await says(page, '#verdict', 'second player wins');
    await shot(page, 'move');
  });
  await step('a tree is drawn and dragged', async () => {
    await page.click('#tab-tree');
    await page.waitForSelector('#view g.node');
    await page.$eval('#view .zoom', zoom => zoom.scrollIntoView({ block: 'center' }));
    const place = () => page.$eval('#view .sheet', sheet => sheet.style.transform);
    const before = await place();
    const { x, y } = await (await page.$('#view .zoom')).boundingBox();
    await page.mouse.move(x + 40, y + 40);
    await page.mouse.down();
    await page.mouse.move(x + 90, y + 70, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(was => document.querySelector('#view .sheet').style.transform !== was, {}, before);
    await shot(page, 'tree');
  });
  await step('the link carries the game to a fresh profile', async () => {
    await page.click('#share');
    await page.waitForFunction(() => location.hash.length > 20);
    const other = await visit(await browser.createBrowserContext(), await page.evaluate(() => location.href));
    await says(other, '#record', 'take(1)');
    await says(other, '#verdict', 'second player wins');
    assert.match(await other.$eval('#text', field => field.value), /^game Stones/);
    await shot(other, 'link');
  });
  assert.deepEqual(troubles, []);
  console.log(await browser.version());
} catch (error) {
  const [page] = (await browser.pages()).slice(-1);
  if (page) await shot(page, 'failed');
  throw error;
} finally {
  await browser.close();
  server.kill();
}
