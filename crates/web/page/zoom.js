// A picture to drag and to zoom, by mouse, touch or keyboard. It is moved by the compositor, so thousands of shapes drag smoothly.
import { make } from './dom.js';
import { flattened } from './flat.js';

export const zoomable = picture => {
  // What is moved is a sheet that holds the picture: a drawing that is moved itself is cut into layers anew at every step.
  const sheet = make('div', { class: 'sheet' }, flattened(picture));
  const box = make('div', { class: 'zoom', tabindex: '0' }, sheet);
  let [x, y, scale] = [0, 0, 1];
  const [width, height] = [Number(picture.getAttribute('width')), Number(picture.getAttribute('height'))];
  // Once a frame, however often the pointer tells where it is.
  let placing = 0;
  const place = () => {
    placing ||= requestAnimationFrame(() => {
      placing = 0;
      sheet.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    });
  };
  const fit = () => {
    const { clientWidth, clientHeight } = box;
    if (!clientWidth || !width) return;
    scale = Math.min(1.6, clientWidth / width, clientHeight / height);
    if (scale < 0.25) scale = 0.25;
    x = Math.max(0, (clientWidth - width * scale) / 2);
    y = Math.max(0, (clientHeight - height * scale) / 2);
    if (width * scale > clientWidth) x = (clientWidth - width * scale) / 2;
    place();
  };
  const zoom = (factor, cx = box.clientWidth / 2, cy = box.clientHeight / 2) => {
    const next = Math.min(8, Math.max(0.05, scale * factor));
    x = cx - (cx - x) * (next / scale);
    y = cy - (cy - y) * (next / scale);
    scale = next;
    place();
  };
  // Dragging selects no text: what is selected is painted anew, and with it thousands of shapes. With `user-select: none` the browser
  // would look for text that can be selected among all of them, at every step.
  box.addEventListener('mousedown', event => {
    event.preventDefault();
    (event.target.closest('[tabindex]') ?? box).focus({ preventScroll: true });
  });
  const pointers = new Map();
  let apart = 0;
  box.addEventListener('pointerdown', event => { pointers.set(event.pointerId, event); box.moved = 0; });
  box.addEventListener('pointermove', event => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    pointers.set(event.pointerId, event);
    if (pointers.size === 2) {
      const [a, b] = [...pointers.values()];
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      const { left, top } = box.getBoundingClientRect();
      if (apart) zoom(now / apart, (a.clientX + b.clientX) / 2 - left, (a.clientY + b.clientY) / 2 - top);
      apart = now;
      return;
    }
    x += event.clientX - before.clientX;
    y += event.clientY - before.clientY;
    box.moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
    if (box.moved > 4 && !box.hasPointerCapture(event.pointerId)) {
      box.setPointerCapture(event.pointerId);
      // A pane over the picture: nobody looks for the shape under a pointer that drags, and no shape is styled anew.
      box.classList.add('dragged');
    }
    place();
  });
  for (const end of ['pointerup', 'pointercancel']) {
    box.addEventListener(end, event => {
      pointers.delete(event.pointerId);
      apart = 0;
      box.classList.remove('dragged');
    });
  }
  box.addEventListener('wheel', event => {
    event.preventDefault();
    const { left, top } = box.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 400), event.clientX - left, event.clientY - top);
  }, { passive: false });
  box.addEventListener('keydown', event => {
    const step = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
    if (step) { x += step[0]; y += step[1]; place(); }
    else if (event.key === '+' || event.key === '=') zoom(1.25);
    else if (event.key === '-') zoom(0.8);
    else if (event.key === '0') fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  requestAnimationFrame(fit);
  return box;
};
