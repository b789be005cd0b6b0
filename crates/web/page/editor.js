// The editor of rules: a plain text field over the same text in colours, so that undo, selection and input methods are the browser's.
import { make } from './dom.js';
import { inked } from './ink.js';
import { say } from './words.js';

// Places in UTF-16 of places in bytes.
const fromBytes = text => {
  if (/^[\x00-\x7f]*$/.test(text)) return place => Math.min(place, text.length);
  const encoder = new TextEncoder();
  const starts = [];
  let at = 0;
  for (const letter of text) {
    starts.push([encoder.encode(letter).length, letter.length]);
    at += letter.length;
  }
  return place => {
    let [bytes, units] = [0, 0];
    for (const [size, length] of starts) {
      if (bytes >= place) return units;
      bytes += size;
      units += length;
    }
    return at;
  };
};

export class Editor {
  constructor(parts, onChange) {
    Object.assign(this, parts);
    this.onChange = onChange;
    this.notes = [];
    this.choice = 0;
    this.text.addEventListener('input', () => { this.hinted(null); this.draw(); this.complete(); this.onChange(this.text.value); });
    this.text.addEventListener('scroll', () => { this.scroll(); this.hinted(null); });
    this.text.addEventListener('pointermove', event => this.hintSoon(this.lineAt(event.clientY)));
    document.addEventListener('selectionchange', () => { if (document.activeElement === this.text) this.hintSoon(this.caretLine); });
    this.text.addEventListener('pointerleave', () => this.hintSoon(document.activeElement === this.text ? this.caretLine : -1));
    this.hint.addEventListener('pointerenter', () => clearTimeout(this.soon));
    this.hint.addEventListener('pointerdown', event => event.preventDefault());
    this.text.addEventListener('keydown', event => this.pressed(event));
    this.text.addEventListener('blur', () => { this.hinted(null); setTimeout(() => this.offer([]), 120); });
    this.text.addEventListener('click', () => this.offer([]));
  }

  get value() { return this.text.value; }

  set value(value) {
    if (this.text.value !== value) this.text.value = value;
    this.notes = [];
    this.draw();
    this.told();
    this.text.scrollTop = 0;
    this.scroll();
  }

  // Writes over a stretch as if typed, so that it can be undone.
  write(start, end, written) {
    this.text.focus();
    this.text.setSelectionRange(start, end);
    if (!document.execCommand('insertText', false, written)) {
      this.text.setRangeText(written, start, end, 'end');
      this.text.dispatchEvent(new Event('input'));
    }
  }

  // What the checker says.
  diagnose(diagnostics) {
    const at = fromBytes(this.value);
    this.notes = diagnostics.map(note => ({ ...note, from: at(note.span.start), to: at(note.span.end),
      rewriting: note.rewrite && { ...note.rewrite, from: at(note.rewrite.start), to: at(note.rewrite.end) } }));
    this.draw();
    this.told();
    if (document.activeElement === this.text) this.hintSoon(this.caretLine);
  }

  told() {
    this.list.replaceChildren(...this.notes.slice(0, 30).map(note => make('li', { class: note.severity },
      make('button', { class: 'go', onclick: () => this.goTo(note) }, `${note.span.line}:${note.span.column}`), ...this.words(note))));
  }

  // What a note says, and its remedy as a button where that is a rewrite.
  words(note) {
    return [make('span', {}, make('b', {}, note.message), ' ', make('i', {}, note.remedy)),
      note.rewriting ? make('button', { class: 'fix', title: 'Alt+Enter', onclick: () => this.remedy(note) },
        say(note.rewriting.from === note.rewriting.to ? 'insert' : 'fix', note.rewriting.text.trim())) : null];
  }

  remedy({ rewriting }) {
    this.write(rewriting.from, rewriting.to, rewriting.text);
  }

  get caretLine() { return this.value.slice(0, this.text.selectionStart).split('\n').length - 1; }

  lineAt(height) {
    const style = getComputedStyle(this.text);
    return Math.floor((height - this.text.getBoundingClientRect().top - parseFloat(style.paddingTop) + this.text.scrollTop) / parseFloat(style.lineHeight));
  }

  // The worst note of a line, from 0.
  noteOf(line) {
    const notes = this.notes.filter(note => note.span.line === line + 1);
    return notes.find(note => note.severity === 'error') ?? notes[0] ?? null;
  }

  // Shows a line's note below it, once the caret or the pointer has stayed there for a while.
  hintSoon(line) {
    clearTimeout(this.soon);
    const note = this.noteOf(line);
    if (note === this.hintOf) return;
    this.soon = setTimeout(() => this.hinted(this.notes.includes(note) && this.offers.hidden ? note : null), 350);
  }

  hinted(note) {
    clearTimeout(this.soon);
    this.hintOf = note;
    this.hint.hidden = !note;
    if (!note) return;
    this.hint.className = note.severity;
    this.hint.replaceChildren(...this.words(note).filter(Boolean));
    const style = getComputedStyle(this.text);
    const high = parseFloat(style.lineHeight);
    const top = parseFloat(style.paddingTop) + (note.span.line - 1) * high - this.text.scrollTop;
    const below = top + high + 2;
    const fits = below + this.hint.offsetHeight <= this.text.clientHeight || top < this.hint.offsetHeight;
    this.hint.style.top = `${fits ? below : top - this.hint.offsetHeight - 2}px`;
  }

  goTo(note) {
    this.text.focus();
    this.text.setSelectionRange(note.from, Math.max(note.to, note.from));
  }

  draw() {
    const lines = this.value.split('\n');
    const letter = this.letter ||= this.measure();
    let start = 0;
    const rows = lines.map(line => {
      const end = start + line.length;
      const here = this.notes.filter(note => note.from <= end && note.from >= start);
      const row = make('div', { class: 'line' });
      let at = start;
      for (const [text, kind] of inked(line)) row.append(...this.stretch(text, kind, at, here, () => { at += text.length; }));
      if (!line) row.append('\u200b');
      const worst = here.find(note => note.severity === 'error') ?? here[0];
      // What is wrong stands behind the line, as much of it as there is room for.
      const room = this.text.clientWidth - (line.length + 5) * letter;
      if (worst && room > 60) {
        const remark = make('span', { class: `remark ${worst.severity}` }, worst.message);
        remark.style.maxWidth = `${room}px`;
        remark.style.marginLeft = `${2 * letter}px`;
        row.append(remark);
      }
      start = end + 1;
      return [row, worst];
    });
    this.ink.replaceChildren(...rows.map(([row]) => row));
    this.lines.replaceChildren(...rows.map(([, worst], number) => make('span', { class: worst ? worst.severity : '' }, `${number + 1}`)));
    this.scroll();
  }

  // A stretch of one colour, cut where mistakes begin and end.
  stretch(text, kind, at, notes, next) {
    const cuts = new Set([0, text.length]);
    for (const note of notes) {
      for (const place of [note.from, Math.max(note.to, note.from + 1)]) {
        if (place > at && place < at + text.length) cuts.add(place - at);
      }
    }
    const sorted = [...cuts].sort((a, b) => a - b);
    const parts = sorted.slice(1).map((cut, number) => {
      const from = at + sorted[number];
      const wrong = notes.find(note => from >= note.from && from < Math.max(note.to, note.from + 1));
      const names = [kind, wrong && `wavy ${wrong.severity}`].filter(Boolean).join(' ');
      const piece = text.slice(sorted[number], cut);
      return names ? make('span', { class: names }, piece) : piece;
    });
    next();
    return parts;
  }

  scroll() {
    const { scrollTop, scrollLeft } = this.text;
    this.ink.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
    this.lines.style.transform = `translateY(${-scrollTop}px)`;
  }

  // Names and words that go on from what is being written: the library says what fits the place.
  async complete() {
    const { selectionStart: caret, value } = this.text;
    const word = /[\p{L}_][\p{L}\p{N}_]*$/u.exec(value.slice(0, caret))?.[0] ?? '';
    if (word.length < 2 || /^[\p{L}\p{N}_]/u.test(value.slice(caret)) || /#[^\n]*$/.test(value.slice(0, caret))) return this.offer([]);
    const fitting = await this.fitting(value, new TextEncoder().encode(value.slice(0, caret)).length);
    if (this.text.value !== value || this.text.selectionStart !== caret) return undefined;
    return this.offer(fitting.filter(name => name !== word && name.toLowerCase().startsWith(word.toLowerCase())).slice(0, 8), word);
  }

  offer(names, word = '') {
    this.offered = names;
    this.word = word;
    this.choice = 0;
    this.offers.hidden = !names.length;
    if (!names.length) return;
    const before = this.value.slice(0, this.text.selectionStart).split('\n');
    const style = getComputedStyle(this.text);
    const high = parseFloat(style.lineHeight);
    const wide = this.letter ||= this.measure();
    this.offers.style.left = `${Math.max(0, parseFloat(style.paddingLeft) + (before.at(-1).length - word.length) * wide - this.text.scrollLeft)}px`;
    this.offers.style.top = `${parseFloat(style.paddingTop) + before.length * high - this.text.scrollTop}px`;
    this.offers.replaceChildren(...names.map((name, number) => make('li', { role: 'option', 'aria-selected': number === 0,
      onpointerdown: event => { event.preventDefault(); this.take(number); } }, name)));
  }

  measure() {
    const probe = make('span', {}, 'x'.repeat(50));
    this.ink.append(probe);
    const wide = probe.getBoundingClientRect().width / 50;
    probe.remove();
    return wide;
  }

  take(number) {
    const { selectionStart: caret } = this.text;
    const name = this.offered[number];
    const { word } = this;
    this.offer([]);
    this.write(caret - word.length, caret, name);
    this.offer([]);
  }

  pressed(event) {
    const { selectionStart: start, selectionEnd: end, value } = this.text;
    const open = !this.offers.hidden;
    const note = this.noteOf(this.caretLine);
    if (event.key === 'Enter' && event.altKey) {
      event.preventDefault();
      if (note?.rewriting) this.remedy(note);
    } else if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const count = this.offered.length;
      this.choice = (this.choice + (event.key === 'ArrowDown' ? 1 : count - 1)) % count;
      [...this.offers.children].forEach((item, number) => item.setAttribute('aria-selected', number === this.choice));
    } else if (open && (event.key === 'Tab' || (event.key === 'Enter' && this.choice > 0))) {
      event.preventDefault();
      this.take(this.choice);
    } else if (event.key === 'Escape') {
      if (open) { event.stopPropagation(); this.offer([]); } else this.free = true;
      this.hinted(null);
    } else if (event.key === 'Tab' && !this.free && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      const line = value.lastIndexOf('\n', start - 1) + 1;
      if (!event.shiftKey) this.write(start, end, '  ');
      else if (value.startsWith('  ', line)) this.write(line, line + 2, '');
    } else if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      const line = value.slice(value.lastIndexOf('\n', start - 1) + 1, start);
      const indent = /^ */.exec(line)[0] + (/^\s*game\b|:\s*$/.test(line) ? '  ' : '');
      this.write(start, end, `\n${indent}`);
    } else if (event.key !== 'Shift' && event.key !== 'Tab') this.free = false;
  }
}
