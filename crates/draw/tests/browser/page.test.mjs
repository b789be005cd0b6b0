// The pages that tests/browser.rs wrote.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apart, chosen, middle, node, scale, visible, visibleEdges, visit } from './harness.mjs';

test('zoom by wheel, buttons and keys; fit; pan', () => visit('tree.html', async page => {
  const first = await scale(page);
  await page.mouse.move(400, 400);
  const under = async () => page.locator('#world').evaluate(world => {
    const point = new DOMPoint(400, 400).matrixTransform(world.getScreenCTM().inverse());
    return [point.x, point.y];
  });
  const before = await under();
  await page.mouse.wheel(0, -300);
  await page.waitForFunction(old => document.querySelector('#world').getCTM().a > old, first);
  const after = await under();
  assert.ok(Math.hypot(before[0] - after[0], before[1] - after[1]) < 1, 'the point under the mouse stays');
  await page.click('#fit');
  assert.ok(Math.abs(await scale(page) - first) < 1e-6);
  await page.click('#zoom-in');
  assert.ok(await scale(page) > first);
  await page.click('#zoom-out');
  await page.keyboard.press('-');
  assert.ok(await scale(page) < first);
  await page.keyboard.press('0');
  assert.ok(Math.abs(await scale(page) - first) < 1e-6);
  const at = async () => (await node(page, 0).boundingBox()).x;
  const x = await at();
  await page.mouse.move(150, 150);
  await page.mouse.down();
  await page.mouse.move(250, 170, { steps: 4 });
  await page.mouse.up();
  assert.ok(Math.abs(await at() - x - 100) < 2, 'the picture follows the mouse');
}));

test('a click collapses a subtree and lays the rest out anew', () => visit('tree.html', async page => {
  const all = await visible(page);
  assert.equal(all, 53);
  assert.equal(await visibleEdges(page), 52);
  await page.mouse.click(...await middle(page, 1));
  const less = await visible(page);
  assert.ok(less < all);
  assert.equal(await visibleEdges(page), less - 1);
  const badge = await node(page, 1).locator('.badge').textContent();
  assert.equal(badge, `+ ${all - less} more`);
  assert.ok(await apart(page), 'nothing overlaps after collapsing');
  await page.mouse.click(...await middle(page, 1));
  assert.equal(await visible(page), all);
  assert.equal(await visibleEdges(page), 52);
  assert.ok(await apart(page), 'nothing overlaps after expanding');
}));

test('pointing at a position shows it and all its moves', () => visit('boards.html', async page => {
  await page.mouse.move(...await middle(page, 1));
  assert.equal(await page.locator('#panel').getAttribute('data-node'), '1');
  const moves = await page.evaluate(() => JSON.parse(document.getElementById('data').textContent)
    .edges.filter(edge => edge.from === 1).length);
  assert.ok(moves > 0);
  assert.equal(await page.locator('#panel li').count(), moves);
  const picture = await page.locator('#panel svg use').boundingBox();
  assert.ok(picture.width > 50 && picture.height > 50, 'the position is drawn');
}));

test('moves are played by click and by key, and taken back', () => visit('tree.html', async page => {
  assert.equal(await chosen(page), '0');
  await page.locator('#panel li button').nth(1).click();
  const second = await chosen(page);
  assert.notEqual(second, '0');
  assert.equal(await page.locator('.edge.played').count(), 1);
  await page.keyboard.press('1');
  assert.notEqual(await chosen(page), second);
  assert.equal(await page.locator('.edge.played').count(), 2);
  await page.keyboard.press('Backspace');
  assert.equal(await chosen(page), second);
  await page.click('#restart');
  assert.equal(await chosen(page), '0');
  assert.equal(await page.locator('.edge.played').count(), 0);
  await page.locator('.edge[data-edge="0"] path').first().dispatchEvent('click');
  assert.equal(await chosen(page), '1');
}));

test('the keyboard walks, collapses and searches', () => visit('tree.html', async page => {
  await page.focus('#stage');
  await page.keyboard.press('ArrowDown');
  assert.equal(await chosen(page), '1');
  await page.keyboard.press('ArrowRight');
  assert.equal(await chosen(page), '2');
  const all = await visible(page);
  await page.keyboard.press('Enter');
  assert.ok(await visible(page) < all);
  await page.keyboard.press('Enter');
  assert.equal(await visible(page), all);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  assert.equal(await chosen(page), '0');
  await page.keyboard.press('/');
  await page.keyboard.type('{3,4}');
  assert.equal(await page.locator('.node.hit').count(), 2);
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#found').textContent(), '1 / 2');
  assert.ok(await page.locator('.node.chosen.hit').count() === 1);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.node.hit').count(), 0);
  await page.keyboard.press('/');
  await page.keyboard.type('no such position');
  assert.equal(await page.locator('#found').textContent(), 'nothing found');
}));

test('a hit inside a collapsed subtree is uncovered', () => visit('tree.html', async page => {
  await page.mouse.click(...await middle(page, 0));
  assert.equal(await visible(page), 1);
  await page.fill('#search', '{3,4}');
  await page.press('#search', 'Enter');
  assert.ok(await page.locator('.node.chosen:not(.hidden)').isVisible());
}));

test('graphs with cycles collapse and play', () => visit('loopy.html', async page => {
  assert.equal(await visible(page), 6);
  assert.ok(await apart(page));
  await page.mouse.click(...await middle(page, 0));
  assert.equal(await visible(page), 1);
  await page.mouse.click(...await middle(page, 0));
  assert.equal(await visible(page), 6);
  for (let move = 0; move < 6; move++) await page.keyboard.press('1');
  for (let move = 0; move < 9; move++) await page.keyboard.press('Backspace');
  assert.equal(await chosen(page), '0');
}));

test('markup in a position stays text', () => visit('hostile.html', async page => {
  assert.equal(await page.locator('script').count(), 2);
  assert.equal(await page.locator('img').count(), 0);
  await page.mouse.move(...await middle(page, 0));
  assert.match(await page.locator('#panel').textContent(), /<script>alert\(1\)<\/script>/);
  assert.match(await node(page, 0).textContent(), /<script>/);
  assert.equal(await page.evaluate(() => window.harmed), undefined);
}));

test('texts lie within their nodes as the browser measures them', async () => {
  for (const name of ['tree.html', 'wide.html', 'hostile.html']) {
    await visit(name, async page => {
      const spills = await page.evaluate(() => [...document.querySelectorAll('.node')].flatMap(part => {
        const box = part.querySelector('rect').getBBox();
        return [...part.querySelectorAll(':scope > text')].filter(text => {
          const inside = text.getBBox();
          const label = inside.y + inside.height < box.y + 2;
          return !label && (inside.x < box.x - 0.5 || inside.x + inside.width > box.x + box.width + 0.5);
        }).map(text => text.textContent);
      }));
      assert.deepEqual(spills, [], name);
    });
  }
});

test('a page of any other picture zooms and tells what is pointed at', () => visit('heat.html', async page => {
  const first = await scale(page);
  await page.keyboard.press('+');
  assert.ok(await scale(page) > first);
  await page.locator('.cell').nth(3).click();
  assert.match(await page.locator('#panel').textContent(), /x=\d+, y=\d+: \d+/);
}));

test('a tree of three thousand positions collapses quickly', () => visit('large.html', async page => {
  assert.equal(await visible(page), 3000);
  const started = Date.now();
  await page.focus('#stage');
  await page.keyboard.press('Enter');
  assert.equal(await visible(page), 1);
  await page.keyboard.press('Enter');
  assert.equal(await visible(page), 3000);
  assert.ok(Date.now() - started < 5000);
}));
