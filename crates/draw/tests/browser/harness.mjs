// Headless Chromium on the pages of one folder, named by GRUNDY_PAGES.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const folder = process.env.GRUNDY_PAGES;
const executablePath = process.env.GRUNDY_CHROMIUM || '/usr/bin/chromium';
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});
after(async () => { await browser?.close(); });

// Opens a page, and fails the test on any console message, error, dialog or request but the page itself.
export const visit = async (name, check) => {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  page.setDefaultTimeout(15000);
  const troubles = [];
  const address = pathToFileURL(path.join(folder, name)).href;
  page.on('console', message => troubles.push(`console: ${message.text()}`));
  page.on('pageerror', error => troubles.push(`error: ${error}`));
  page.on('dialog', dialog => { troubles.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('request', request => {
    if (request.url() !== address && !request.url().startsWith('data:')) troubles.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  await check(page);
  assert.deepEqual(troubles, []);
  await page.close();
};

export const scale = page => page.locator('#world').evaluate(world => world.getCTM().a / world.ownerSVGElement.getCTM().a);
export const visible = page => page.locator('.node:not(.hidden)').count();
export const visibleEdges = page => page.locator('.edge:not(.hidden)').count();
export const node = (page, index) => page.locator(`.node[data-node="${index}"]`);
export const middle = async (page, index) => {
  const box = await node(page, index).locator('rect').first().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
export const chosen = page => page.locator('.node.chosen').getAttribute('data-node');

// No two visible nodes overlap on the screen.
export const apart = page => page.evaluate(() => {
  const boxes = [...document.querySelectorAll('.node:not(.hidden)')]
    .map(part => part.querySelector('rect').getBoundingClientRect());
  return boxes.every((a, i) => boxes.slice(0, i).every(b =>
    a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top));
});
