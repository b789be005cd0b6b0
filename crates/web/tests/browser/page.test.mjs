// The page in headless Chromium, as a new visitor would use it. The server is named by GRUNDY_WEB, a page of its own by GRUNDY_PAGE.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from '../../../draw/tests/browser/node_modules/playwright-core/index.mjs';

const address = process.env.GRUNDY_WEB;
let browser;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.GRUNDY_CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
});
after(async () => { await browser?.close(); });

// A fresh profile; fails on any message of the console, error, dialog, or request to another host.
const visit = async (check, { to = address, width = 1400, height = 900, locale = 'en-US' } = {}) => {
  const context = await browser.newContext({ viewport: { width, height }, locale });
  const page = await context.newPage();
  page.setDefaultTimeout(10000);
  const troubles = [];
  page.on('console', message => troubles.push(`console: ${message.text()}`));
  page.on('pageerror', error => troubles.push(`error: ${error}`));
  page.on('dialog', dialog => { troubles.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('request', request => { if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(to.split('#')[0])) troubles.push(`request: ${request.url()}`); });
  await page.goto(to);
  await check(page, context);
  assert.deepEqual(troubles, []);
  await context.close();
};

const says = (page, text) => page.waitForFunction(wanted => document.querySelector('#verdict').textContent.includes(wanted), text);
const status = (page, text) => page.waitForFunction(wanted => document.querySelector('#status').textContent.includes(wanted), text);
const type = async (page, text) => { await page.fill('#text', text); };
const place = (page, number, part = 0) => page.locator(`#board [data-part="${part}"][data-place="${number}"]`);
const moves = page => page.locator('#record li').count();
const load = async (page, name) => {
  await page.fill('#search', name);
  await page.evaluate(() => [...document.querySelectorAll('#games li:not([hidden])')].sort((a, b) => a.style.order - b.style.order)[0].querySelector('button').click());
};

test('a game from memory, with three mistakes', () => visit(async page => {
  await says(page, 'first player wins');
  assert.equal(await page.locator('#games li').count() > 100, true);
  await type(page, 'game Pins\n  sate n: nat\n  move knock(k in 1..2, a in 0..n-k): become Pins(a) + Pinz(n - k - a)\n  move whole(k in 1..3): n -= k\n');
  await page.waitForFunction(() => document.querySelectorAll('#notes li.error').length >= 2);
  for (let tries = 0; tries < 6 && await page.locator('#notes .fix').count(); tries += 1) {
    const before = await page.inputValue('#text');
    await page.locator('#notes .fix').first().click();
    await page.waitForFunction(old => document.querySelector('#text').value !== old, before);
    await page.waitForTimeout(150);
  }
  assert.equal(await page.locator('#notes li.error').count(), 0, await page.inputValue('#text'));
  await says(page, 'Grundy value');
  assert.equal(await page.locator('#facts .proved').first().isVisible(), true);
  await page.reload();
  assert.match(await page.inputValue('#text'), /game Pins/);
}));

test('a mistake is told below its line, and put right by a click or a key', () => visit(async page => {
  await says(page, 'first player wins');
  await page.click('#text');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('game Kayles\nstate n: int\nmove one(a in 0..n-1): becom Kayles(a) + Kayles(n-1-a)\nmove two(a in 0..n-2): become Kayles(a) + Kayles(n-2-a');
  const below = async line => {
    const { text, top, bottom } = await page.evaluate(() => {
      const hint = document.querySelector('#hint:not([hidden])').getBoundingClientRect();
      return { text: document.querySelector('#hint').textContent, top: hint.top, bottom: document.querySelector('#lines').getBoundingClientRect().top };
    });
    assert.ok(Math.abs(top - bottom - 10 - 20 * line) < 6, `line ${line}: ${top - bottom}`);
    return text;
  };
  const right = async (line, put) => {
    const before = await page.inputValue('#text');
    await page.waitForSelector('#hint:not([hidden])');
    const text = await below(line);
    await put();
    await page.waitForFunction(old => document.querySelector('#text').value !== old, before);
    return text;
  };
  assert.match(await right(4, () => page.click('#hint .fix')), /never closed/);
  await page.waitForFunction(() => document.querySelectorAll('#notes li.error').length === 2);
  await page.keyboard.press('ArrowUp');
  assert.match(await right(3, () => page.keyboard.press('Alt+Enter')), /become/);
  await page.waitForFunction(() => document.querySelectorAll('#notes li.error').length === 1);
  const field = await page.locator('#text').boundingBox();
  const over = line => page.mouse.move(field.x + 40, field.y + 20 * line);
  await over(2);
  await page.waitForSelector('#hint:not([hidden])');
  await page.mouse.move(field.x - 200, field.y - 60);
  await page.waitForFunction(() => document.querySelector('#hint').hidden);
  await over(2);
  assert.match(await right(2, () => page.click('#hint .fix')), /`nat`/);
  await page.waitForFunction(() => !document.querySelector('#notes li.error') && document.querySelector('#hint').hidden);
  await page.fill('#position', '7');
  await page.locator('#position').blur();
  await says(page, 'Grundy value 2');
}));

test('nothing lies upon anything else', async () => {
  for (const [width, height] of [[1300, 900], [1440, 900], [1024, 768]]) {
    await visit(async page => {
      if (!await page.locator('#search').isVisible()) await page.click('#show-library');
      await load(page, 'nim');
      await says(page, 'Grundy value 1');
      for (let made = 1; await page.locator('#moves li').count(); made += 1) {
        await page.locator('#moves li').last().click();
        await page.waitForFunction(count => document.querySelectorAll('#record li').length === count && document.querySelector('#verdict .headline').textContent !== '…', made);
      }
      const parts = await page.evaluate(() => ['facts', 'game', 'truth', 'tabs'].map(id => {
        const { left, right, top, bottom } = document.getElementById(id).getBoundingClientRect();
        return { id, left, right, top, bottom };
      }));
      for (const one of parts) {
        for (const other of parts) {
          const apart = one === other || one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
          assert.ok(apart, `${width}: ${JSON.stringify([one, other])}`);
        }
      }
    }, { width, height, to: `${address}#` });
  }
});

test('what fits the place is offered while typing', () => visit(async page => {
  await says(page, 'first player wins');
  await page.fill('#text', 'game A\n  # 돌 🎲\n  state heap: nat\n  move take(k in 1..h');
  await page.locator('#text').press('End');
  await page.keyboard.type('e');
  await page.waitForFunction(() => [...document.querySelectorAll('#offers li')].some(item => item.textContent === 'heap'));
  await page.keyboard.press('Tab');
  await page.keyboard.type('): heap -= k');
  assert.match(await page.inputValue('#text'), /1\.\.heap\): heap -= k$/);
}));

test('click, undo, redo, mistakes, values, and the keyboard alone', () => visit(async page => {
  await says(page, 'first player wins');
  assert.equal(await page.locator('#moves li').first().locator('.worth').textContent(), 'win');
  await place(page, 6).click();
  await page.waitForFunction(() => document.querySelectorAll('#record .mistake').length === 1);
  await page.locator('#board .place.open').first().click();
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 2);
  await page.locator('body').press('ArrowLeft');
  await page.locator('body').press('ArrowLeft');
  await page.waitForFunction(() => document.querySelector('#slider').value === '0');
  await page.locator('body').press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('#slider').value === '1');
  await page.locator('body').press('Home');
  await page.waitForFunction(() => document.querySelector('#board [data-place="7"][tabindex]'));
  await place(page, 7).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.place), '11');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 1);
  await page.uncheck('#values');
  assert.equal(await page.locator('#board .badge').count(), 0);
}));

test('from the search to the link by keyboard alone', () => visit(async page => {
  await says(page, 'first player wins');
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  const tabTo = async (where, most) => {
    for (let stops = 1; stops <= most; stops += 1) {
      await press('Tab');
      if (await page.evaluate(wanted => document.activeElement.matches(wanted), where)) return;
      if (await page.evaluate(() => document.activeElement.id === 'text')) await press('Escape');
    }
    assert.fail(`${where} is more than ${most} stops away`);
  };
  await press('/');
  await page.keyboard.type('nim');
  await press('ArrowDown', 'ArrowUp', 'ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'search');
  await press('Enter');
  await says(page, 'Grundy value 1');
  await tabTo('#text', 3);
  await page.keyboard.press('Escape');
  await tabTo('#board .place', 2);
  await press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 1);
  await tabTo('#open', 12);
  await tabTo('#moves li', 3);
  await press('ArrowDown', 'Enter');
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 2);
  await tabTo('#tab-why', 3);
  await press('ArrowRight');
  await page.waitForSelector('#view g.node');
  await press('Tab', '/', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'share');
  await press('Enter');
  await page.waitForSelector('#dialog[open]');
  assert.match(await page.inputValue('#dialog input'), /#./);
  await press('Escape');
  await page.waitForSelector('#dialog', { state: 'hidden' });
}));

test('the machine is beaten at dots and boxes', () => visit(async page => {
  await load(page, 'dots-and-boxes');
  await says(page, 'margin 2');
  await page.selectOption('#opponent', 'perfect');
  for (let turn = 0; turn < 14 && !await page.evaluate(() => /wins|draw/.test(document.querySelector('#status').textContent)); turn += 1) {
    await page.waitForFunction(() => /wins|draw/.test(document.querySelector('#status').textContent)
      || (document.querySelector('#status').textContent.includes('Left to move') && document.querySelector('#moves li .worth')));
    const best = page.locator('#moves li .worth').first();
    if (await best.count()) await best.click();
    await page.waitForTimeout(60);
  }
  await status(page, 'Left wins');
  const boxes = of => [of.locator('#board .box.left').count(), of.locator('#board .box.right').count()];
  assert.deepEqual(await Promise.all(boxes(page)), [3, 1]);
  // Both played perfectly, so the curve is level: points that were got before count too.
  await page.waitForFunction(() => document.querySelector('#curve .line').getAttribute('d').split(/[ML]/).length === 14);
  const heights = await page.$eval('#curve .line', line => line.getAttribute('d').match(/(?<= )[\d.]+/g));
  assert.deepEqual([...new Set(heights)].length, 1, heights.join(' '));
  await page.click('#share');
  await page.waitForFunction(() => location.hash.length > 20);
  // Whose the boxes are is found out from the moves.
  await visit(async other => {
    await other.waitForFunction(() => document.querySelectorAll('#board .box').length === 4);
    assert.deepEqual(await Promise.all(boxes(other)), [3, 1]);
  }, { to: page.url() });
}));

test('a link carries all into a fresh profile', () => visit(async (page, context) => {
  await context.grantPermissions(['clipboard-write']);
  await load(page, 'nim');
  await says(page, 'Grundy value 1');
  await page.locator('#moves li').first().click();
  await says(page, 'second player wins');
  await page.click('#share');
  await page.waitForSelector('#dialog[open]');
  const link = await page.inputValue('#dialog input');
  assert.ok(link.length < 2000, `${link.length}`);
  await page.keyboard.press('Escape');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
  await visit(async other => {
    await says(other, 'first player wins');
    const [chooser] = await Promise.all([other.waitForEvent('filechooser'), other.click('#open')]);
    await chooser.setFiles(await saved.path());
    await says(other, 'second player wins');
    assert.equal(await moves(other), 1);
  });
  await visit(async other => {
    await says(other, 'second player wins');
    assert.equal(await other.inputValue('#text'), await page.inputValue('#text'));
    assert.equal(await moves(other), 1);
  }, { to: link });
}));

test('what is no link, and what looks like markup', async () => {
  await visit(async page => {
    await page.waitForFunction(() => document.querySelector('#dialog[open]')?.textContent.includes('link cannot be read'));
    await page.keyboard.press('Escape');
    await load(page, 'kayles');
    await says(page, 'Grundy value');
  }, { to: `${address}#%%%not-base64` });
  await visit(async page => {
    await type(page, 'game <script>window.harmed=1</script>\n  state n: nat\n');
    await page.waitForFunction(() => document.querySelector('#notes li.error'));
    await type(page, 'game A\n  players Ann, Bob\n  state n: nat show "<img src=x onerror=window.harmed=1>"\n  move take(k in 1..n): n -= k\nstart A(3)\n');
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate(() => window.harmed), undefined);
  });
});

test('trees to walk in, maps, sequences, certificates', () => visit(async page => {
  await load(page, 'can-i-win');
  await page.fill('#position', 'n = 4, total = 8');
  await page.locator('#position').blur();
  await says(page, 'first player wins');
  await page.click('#tab-tree');
  await page.waitForFunction(() => document.querySelectorAll('#view g.node').length > 10);
  const unfolded = () => page.locator('#view g.node:not(.folded)').count();
  const all = await unfolded();
  await page.locator('#view g.node[data-node="0"]').focus();
  await page.keyboard.press('Space');
  assert.equal(await unfolded(), 1);
  await page.locator('#view g.node[data-node="0"] .knob').dispatchEvent('click');
  assert.equal(await unfolded(), all);
  await page.locator('#view g.node[data-node="2"]').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#record li').length >= 1);
  await load(page, 'kayles');
  await says(page, 'Grundy value');
  await page.click('#tab-sequence');
  await page.waitForFunction(() => /period 12/.test(document.querySelector('#view').textContent));
  await page.click('#tab-map');
  await page.waitForFunction(() => document.querySelector('#view svg'));
  await page.click('#tab-certificate');
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#view button.primary').click()]);
  assert.match(download.suggestedFilename(), /kayles/);
}));

test('long work is shown, can be cancelled, and a piece is moved by two clicks', () => visit(async page => {
  await load(page, 'connect4');
  await page.waitForSelector('#progress:not([hidden])');
  await page.click('#cancel');
  await page.waitForSelector('#progress', { state: 'hidden' });
  await load(page, 'breakthrough');
  await says(page, 'player wins');
  await place(page, 10).click();
  await place(page, 7).click();
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 1);
}));

test('on a phone, in Korean and in Chinese', () => visit(async page => {
  await page.waitForFunction(() => document.querySelector('#board .badge'));
  assert.equal(await page.locator('#panes button').first().textContent(), '게임 목록');
  for (const pane of ['library', 'rules', 'play', 'truth', 'views']) {
    await page.click(`#panes [data-pane=${pane}]`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${pane}: ${wide}`);
  }
  await page.selectOption('#lang', 'zh');
  await says(page, '先手勝');
}, { width: 390, height: 800, locale: 'ko-KR' }));

test('a page of its own is played without a server', () => visit(async page => {
  await status(page, 'Left to move');
  await page.check('#values');
  assert.equal(await page.locator('#board .badge.draw').count(), 9);
  await page.selectOption('#opponent', 'perfect');
  await place(page, 4).click();
  await page.waitForFunction(() => document.querySelectorAll('#record li').length === 2);
  await page.click('#undo');
  await page.waitForFunction(() => document.querySelector('#slider').value === '1');
}, { to: pathToFileURL(process.env.GRUNDY_PAGE).href }));
