// The whole state in the address: JSON, deflated, in base64 without signs that addresses reserve.
const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

export const packed = async state => {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

const longest = 2_000_000;

// What a link holds; an error for anything that is none.
export const unpacked = async text => {
  const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(raw, letter => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > longest) { await reader.cancel(); throw new Error('too long'); }
    parts.push(value);
  }
  const state = JSON.parse(await new Blob(parts).text());
  if (typeof state !== 'object' || state === null || typeof state.rules !== 'string') throw new Error('no state');
  const clean = value => (typeof value === 'string' ? value : '');
  const moves = Array.isArray(state.moves) ? state.moves.filter(move => Number.isInteger(move) && move >= 0) : [];
  const at = Number.isInteger(state.at) ? Math.max(0, Math.min(state.at, moves.length)) : moves.length;
  return { rules: state.rules, position: clean(state.position), first: clean(state.first), view: clean(state.view), moves, at };
};
