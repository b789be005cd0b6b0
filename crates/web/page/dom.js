// Elements and drawings made of text nodes and attributes only: no text is ever read as markup.
export const byId = id => document.getElementById(id);

export const make = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);

const fill = (element, attributes, children) => {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined));
  return element;
};

// A drawing that the library made, as elements; scripts in it would not run, and there are none.
export const drawing = text => {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  return document.importNode(parsed, true);
};

export const saveFile = (name, text, kind = 'text/plain') => {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = make('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
};
