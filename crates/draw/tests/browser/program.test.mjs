// The pages that `grundy draw` wrote, as the tests of the program asked for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apart, chosen, middle, node, scale, visible, visibleEdges, visit } from './harness.mjs';

for (const [name, nodes, edges] of [['tree.html', 53, 52], ['right.html', 53, 52]]) {
  test(`${name}: zoom, collapse, play, keys`, () => visit(name, async page => {
    assert.equal(await visible(page), nodes);
    assert.equal(await visibleEdges(page), edges);
    assert.ok(await apart(page), 'nothing overlaps');
    const first = await scale(page);
    await page.keyboard.press('+');
    assert.ok(await scale(page) > first);
    await page.keyboard.press('0');
    await page.mouse.click(...await middle(page, 1));
    const less = await visible(page);
    assert.ok(less < nodes);
    assert.equal(await node(page, 1).locator('.badge').textContent(), `+ ${nodes - less} more`);
    assert.ok(await apart(page), 'nothing overlaps after collapsing');
    await page.mouse.click(...await middle(page, 1));
    assert.equal(await visible(page), nodes);
    assert.ok(await apart(page), 'nothing overlaps after expanding');
    await page.click('#restart');
    await page.focus('#stage');
    const [deeper, next] = name === 'right.html' ? ['ArrowRight', 'ArrowDown'] : ['ArrowDown', 'ArrowRight'];
    await page.keyboard.press(deeper);
    assert.equal(await chosen(page), '1');
    await page.keyboard.press(next);
    assert.equal(await chosen(page), '2');
    await page.keyboard.press('1');
    assert.equal(await page.locator('.edge.played').count(), 1);
  }));
}

test('a tree that grows right keeps each level in a column', () => visit('right.html', async page => {
  const data = await page.evaluate(() => JSON.parse(document.getElementById('data').textContent));
  assert.equal(data.direction, 'right');
  for (const { from, to } of data.edges) assert.ok(data.nodes[from].x + data.nodes[from].w / 2 < data.nodes[to].x);
}));

test('canonical values stand in the nodes of a partizan game', () => visit('partizan.html', async page => {
  const text = await node(page, 0).textContent();
  assert.match(text, /\{2\|-1\/2\}/);
  await page.mouse.move(...await middle(page, 0));
  assert.match(await page.locator('#panel').textContent(), /\{2\|-1\/2\}/);
  assert.ok(await page.locator('#panel li').count() > 0);
}));

test('markup in rules and titles stays text', () => visit('hostile.html', async page => {
  assert.equal(await page.locator('script').count(), 2);
  assert.match(await page.title(), /<script>window\.harmed = 1<\/script>/);
  assert.match(await node(page, 0).textContent(), /</);
  assert.equal(await page.evaluate(() => window.harmed), undefined);
}));

test('a heat map tells what is pointed at', () => visit('heat.html', async page => {
  await page.locator('.cell').nth(3).click();
  assert.match(await page.locator('#panel').textContent(), /p\[0\]=\d+, p\[1\]=\d+: \d+/);
}));
