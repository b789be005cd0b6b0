// Rules in colours: comments, texts, numbers, words of the language, names.
const language = new Set(('game param state move left right players type def start expect claim symmetry split measure invariant misere play '
  + 'wins loses draw score when if then else for in not and or let swap gain again become pass show by become first second grundy winner '
  + 'outcome value margin plies rounds step stop').split(' '));
const builtIn = new Set(('nat int bool player set of list digraph me opp Left Right none true false stuck forever all orth diag king grid lines reach '
  + 'next nodes len abs min max exists count sum xor rotate mirror flip transpose permute players swapping').split(' '));

const token = /(#.*)|("[^"\n]*"?)|(\b\d[\d_]*(?:e\d+)?\b)|([A-Za-z_]\w*)|(\s+)|([^\sA-Za-z_0-9"#]+)/g;

// The stretches of a line with their colours.
export const inked = line => {
  const parts = [];
  for (const [text, comment, quoted, number, word] of line.matchAll(token)) {
    const kind = comment ? 'comment' : quoted ? 'quoted' : number ? 'digits'
      : word ? (language.has(word) ? 'keyword' : builtIn.has(word) ? 'builtin' : /^[A-Z]/.test(word) ? 'proper' : '') : '';
    parts.push([text, kind]);
  }
  return parts;
};
