// Questions to the server. An answer is a stream of events; to stop listening is to stop the computation.
export class Trouble extends Error {
  constructor(code, message) { super(message); this.code = code; }
}

// Calls `on[event](data)` for each event until the answer is done. A busy server is asked again a few times.
export const ask = async (question, on, signal, tries = 4) => {
  let response;
  try {
    response = await fetch('ask', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question), signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Trouble('lost', String(error));
  }
  if (response.status === 429 && tries > 0) {
    on.busy?.();
    await new Promise(resolve => setTimeout(resolve, 600 * (5 - tries)));
    signal?.throwIfAborted();
    return ask(question, on, signal, tries - 1);
  }
  if (!response.ok) {
    const told = await response.json().catch(() => ({}));
    throw new Trouble(told.error?.code ?? String(response.status), told.error?.message ?? response.statusText);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let done = false;
  for (;;) {
    const { value, done: ended } = await reader.read();
    if (ended) break;
    rest += value;
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const event = rest.slice(7, rest.indexOf('\n'));
      const data = JSON.parse(rest.slice(rest.indexOf('\ndata: ') + 7, end));
      rest = rest.slice(end + 2);
      if (event === 'done') done = true;
      else on[event]?.(data);
    }
  }
  if (!done) throw new Trouble('lost', '');
  return undefined;
};

// A channel on which a new question takes the place of the one before.
export class Line {
  constructor() { this.control = null; }

  async ask(question, on) {
    this.stop();
    const control = this.control = new AbortController();
    const mine = () => this.control === control;
    const heard = Object.fromEntries(Object.entries(on).map(([name, hear]) => [name, data => { if (mine()) hear(data); }]));
    // Whoever hears the end may ask again at once: the line is free by then.
    const end = () => {
      this.control = null;
      on.end?.();
    };
    try {
      await ask(question, heard, control.signal);
      if (mine()) end();
    } catch (error) {
      if (mine()) {
        on.problem?.({ error: { code: error.code ?? 'lost', message: error.message } });
        end();
      }
    }
  }

  get busy() { return this.control !== null; }

  stop() {
    this.control?.abort();
    this.control = null;
  }
}
