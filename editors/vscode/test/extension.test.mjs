// The colours by the engine that VS Code uses, on every game of the library, and what the extension starts.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const Module = require('node:module');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');
const here = path => fileURLToPath(new URL(path, import.meta.url));

await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')));
const registry = new textmate.Registry({
  onigLib: Promise.resolve({ createOnigScanner: words => new oniguruma.OnigScanner(words), createOnigString: text => new oniguruma.OnigString(text) }),
  loadGrammar: async () => textmate.parseRawGrammar(readFileSync(here('../syntaxes/grundy.tmLanguage.json'), 'utf8'), 'grundy.json'),
});
const grammar = await registry.loadGrammar('source.grundy');

// The words of a text, each with the innermost name of what it is.
const coloured = text => {
  let state = textmate.INITIAL;
  return text.split('\n').flatMap(line => {
    const read = grammar.tokenizeLine(line, state);
    state = read.ruleStack;
    return read.tokens.map(token => [line.slice(token.startIndex, token.endIndex).trim(), token.scopes.at(-1)]).filter(([word]) => word);
  });
};
const scope = (text, word) => coloured(text).find(([found]) => found === word)?.[1];

test('words have the colours of what they are', () => {
  const text = 'game Kayles # 핀 state\n  state first: nat = 1_000 show ".X"\n  move knock(k in 1..2): become Kayles(first)\n  claim first wins\n  symmetry mirror a, transpose b swapping players\n';
  assert.equal(scope(text, 'game'), 'keyword.control.clause.grundy');
  assert.equal(scope(text, 'Kayles'), 'entity.name.type.grundy');
  assert.equal(scope(text, '# 핀 state'), 'comment.line.number-sign.grundy');
  assert.equal(scope(text, 'nat'), 'support.type.grundy');
  assert.equal(scope(text, '1_000'), 'constant.numeric.grundy');
  assert.equal(scope(text, '".X"'), 'string.quoted.double.grundy');
  assert.equal(scope(text, 'knock'), 'entity.name.function.grundy');
  assert.equal(scope(text, 'become'), 'keyword.control.statement.grundy');
  assert.deepEqual(coloured(text).filter(([word]) => word === 'first').map(([, kind]) => kind), ['keyword.other.free.grundy'], 'a name is no keyword');
  assert.equal(scope(text, 'transpose'), 'keyword.other.free.grundy');
  assert.equal(scope(text, 'swapping'), 'keyword.other.free.grundy');
});

test('every game of the library is coloured', () => {
  const folder = here('../../../games/');
  const games = readdirSync(folder).filter(name => name.endsWith('.game'));
  assert.ok(games.length > 100);
  for (const name of games) {
    const words = coloured(readFileSync(folder + name, 'utf8'));
    assert.equal(words.find(([word]) => word === 'game')?.[1], 'keyword.control.clause.grundy', name);
    const comments = words.filter(([word]) => word.startsWith('#'));
    assert.ok(comments.every(([, kind]) => kind.startsWith('comment') || kind.startsWith('string')), name);
  }
});

test('the extension starts the server that the settings name', async () => {
  const started = [];
  class LanguageClient {
    constructor(...words) { this.words = words; }
    async start() { started.push(this.words); }
    async stop() { started.push('stopped'); }
  }
  const stubs = {
    vscode: { workspace: { getConfiguration: () => ({ get: () => '/opt/grundy' }) }, window: { showErrorMessage: assert.fail } },
    'vscode-languageclient/node': { LanguageClient },
  };
  const load = Module._load;
  Module._load = (name, ...rest) => stubs[name] ?? load(name, ...rest);
  const extension = require('../extension.js');
  Module._load = load;
  await extension.activate();
  assert.deepEqual(started[0][2], { command: '/opt/grundy', args: ['lsp'] });
  await extension.deactivate();
  assert.equal(started[1], 'stopped');
  assert.equal(typeof require('vscode-languageclient/package.json').version, 'string', 'what the extension needs can be installed');
});
