// A drawing without shifted groups: what they shift is written where it comes to lie. A browser cuts a drawing into pieces at every
// group that is shifted, and looks through all pieces whenever the drawing is moved.
const places = {
  rect: [['x'], ['y']], text: [['x'], ['y']], tspan: [['x'], ['y']], circle: [['cx'], ['cy']], ellipse: [['cx'], ['cy']],
  line: [['x1', 'x2'], ['y1', 'y2']], image: [['x'], ['y']],
};

const shiftOf = element => /^translate\((-?[\d.]+)[ ,]+(-?[\d.]+)\)$/.exec(element.getAttribute('transform') ?? '')?.slice(1).map(Number);

const shift = (element, by) => {
  const own = shiftOf(element);
  if (element.localName === 'g' || own || element.hasAttribute('transform') || !places[element.localName]) {
    const other = own ? '' : element.getAttribute('transform') ?? '';
    element.setAttribute('transform', `translate(${by[0] + (own?.[0] ?? 0)} ${by[1] + (own?.[1] ?? 0)})${other && ` ${other}`}`);
    return;
  }
  places[element.localName].forEach((names, axis) => {
    for (const name of names) {
      // A stretch of a text goes on where the one before ended, unless it says where it begins.
      if (element.localName === 'tspan' && !element.hasAttribute(name)) continue;
      element.setAttribute(name, Math.round(100 * (Number(element.getAttribute(name) ?? 0) + by[axis])) / 100);
    }
  });
  for (const child of element.children) if (child.localName === 'tspan') shift(child, by);
};

export const flattened = drawing => {
  // Outer groups come before those inside.
  for (const group of drawing.querySelectorAll('g')) {
    const by = shiftOf(group);
    if (!by) continue;
    group.removeAttribute('transform');
    for (const child of group.children) if (!['title', 'desc'].includes(child.localName)) shift(child, by);
  }
  return drawing;
};
