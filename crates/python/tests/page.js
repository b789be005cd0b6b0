// Plays on a page that `widget` made, with as much of a document as its script uses: `node page.js FILE`. Prints what the page says
// before each move of the first button, after taking a move back, and after a new game.
const page = require("fs").readFileSync(process.argv[2], "utf8");
const data = page.split('id="data">')[1].split("</script>")[0];
const script = page.split("<script>")[1].split("</script>")[0].replace('"use strict";', "");

class Element {
  constructor(name) {
    Object.assign(this, {children: [], textContent: name === "data" ? data : "", checked: name === "reply", className: ""});
  }
  replaceChildren(...children) { this.children = children; }
  add() { this.children.push(new Element("")); return this.children[this.children.length - 1]; }
  insertRow() { return this.add(); }
  insertCell() { return this.add(); }
}

const known = {};
global.document = {
  getElementById: name => known[name] || (known[name] = new Element(name)),
  createElement: name => new Element(name),
};
(0, eval)(script);
const said = () => known.said.textContent;
for (let turn = 0; turn < 100; turn++) {
  console.log(said());
  const button = known.moves.children.find(one => !one.disabled);
  if (!button) break;
  button.onclick();
}
known.undo.onclick();
console.log("back: " + said());
known.again.onclick();
console.log("anew: " + said() + known.log.textContent);
