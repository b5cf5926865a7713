// What the timeline and the plots of requests share: a stretch of time that is zoomed and moved by wheel, pointer, keys
// and buttons, and one thing at a time that is pointed at, told in a card beside it and to screen readers. Marks are few
// path elements and no element a mark: ten thousand of them are drawn anew in some milliseconds.

const plots = [];

const card = h('div', {class: 'card-tip', hidden: true});

function placeCard(box, x, y) {
  card.hidden = false;
  const {width, height} = card.getBoundingClientRect();
  const left = Math.min(Math.max(8, box.left + x + 14), document.documentElement.clientWidth - width - 8);
  const below = box.top + y + 18;
  const top = below + height < window.innerHeight ? below : Math.max(8, box.top + y - height - 14);
  card.style.left = `${left + window.scrollX}px`;
  card.style.top = `${top + window.scrollY}px`;
}

// Round steps of a time axis, in milliseconds.
const TIME_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1.5e4, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5,
  36e5, 72e5, 216e5, 432e5, 864e5];

function timeTicks(lo, hi, width) {
  const most = Math.max(2, width / 110);
  const step = TIME_STEPS.find((one) => (hi - lo) / one <= most) || 864e5 * Math.ceil((hi - lo) / 864e5 / most);
  const first = Math.ceil((run.origin + lo) / step) * step - run.origin;
  const ticks = [];
  for (let t = first; t <= hi; t += step) ticks.push(t);
  return {ticks, step};
}

// Outlines round a point, one for each of the first compilers or kinds; told apart without colour. All run clockwise, as
// bars do, so that one that lies on another does not cut a hole into it.
const SHAPES = [
  (x, y, r) => `M${x - r},${y}a${r},${r} 0 1,1 ${2 * r},0a${r},${r} 0 1,1 ${-2 * r},0z`,
  (x, y, r) => `M${x - r},${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
  (x, y, r) => `M${x},${y - r * 1.2}l${r * 1.2},${r * 2.1}h${-r * 2.4}z`,
  (x, y, r) => `M${x},${y - r * 1.35}l${r * 1.35},${r * 1.35}l${-r * 1.35},${r * 1.35}l${-r * 1.35},${-r * 1.35}z`,
  (x, y, r) => `M${x - r * 1.2},${y - r}h${r * 2.4}l${-r * 1.2},${r * 2.1}z`,
  (x, y, r) => `M${x - r / 2},${y - r * 1.2}h${r}v${r * 0.7}h${r * 0.7}v${r}h${-r * 0.7}v${r * 0.7}h${-r}v${-r * 0.7}h${-r * 0.7}v${-r}h${r * 0.7}z`,
];
const shape = (index, x, y, r) => SHAPES[index % SHAPES.length](Math.round(x * 10) / 10, Math.round(y * 10) / 10, r);

// spec: {name, help, limits: [lo, hi], view: [lo, hi], margins(width) → {left, right}, draw(svg, scale) → height,
// hit(x, y) → items, step(current, direction) → item, describe(items) → nodes, say(item) → text, place(item) → [x, y],
// buttons: [{name, range}]}.
function plot(spec) {
  const self = {view: spec.view.slice(), current: null};
  const least = 5;  // milliseconds: the narrowest view
  const svg = s('svg', {'aria-hidden': 'true', focusable: 'false'});
  const help = fresh('help');
  const spoken = h('span', {class: 'hidden', role: 'status'});
  const area = h('div', {class: 'plot', tabindex: '0', role: 'application', 'aria-label': spec.name, 'aria-describedby': help}, svg);

  // The width is that of the last layout as the observer tells it: to ask the element while parts of the page are still
  // being added would lay all of it out anew, each time.
  let width = 0;
  const scale = () => {
    const {left, right} = spec.margins(width);
    const [lo, hi] = self.view;
    return {
      width, left, right: width - right, lo, hi,
      x: (t) => left + ((t - lo) / (hi - lo)) * (width - right - left),
      t: (x) => lo + ((x - left) / (width - right - left)) * (hi - lo),
    };
  };
  let waiting = false;
  function redraw() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      drawNow();
    });
  }
  function drawNow() {
    if (width === 0) return;  // folded away
    self.scale = scale();
    svg.replaceChildren();
    const height = spec.draw(svg, self.scale);
    svg.setAttribute('viewBox', `0 0 ${self.scale.width} ${height}`);
    svg.setAttribute('width', self.scale.width);
    svg.setAttribute('height', height);
    if (self.current) ring(self.current);
    area.dataset.from = String(self.view[0]);
    area.dataset.to = String(self.view[1]);
  }
  function ring(item) {
    const [x, y] = spec.place(item, self.scale);
    if (x < self.scale.left - 1 || x > self.scale.right + 1) return null;
    svg.querySelector('.ring')?.remove();
    svg.append(s('circle', {class: 'ring', cx: x, cy: y, r: 9}));
    return [x, y];
  }
  function look(lo, hi) {
    const [first, last] = [Math.min(spec.limits[0], spec.view[0]), Math.max(spec.limits[1], spec.view[1])];
    const length = Math.min(Math.max(hi - lo, least), last - first);
    const from = Math.min(Math.max(lo, first), last - length);
    self.view = [from, from + length];
    card.hidden = true;
    redraw();
  }
  const zoom = (factor, around) => {
    const [lo, hi] = self.view;
    const centre = around ?? (lo + hi) / 2;
    look(centre - (centre - lo) * factor, centre + (hi - centre) * factor);
  };
  const move = (part) => look(self.view[0] + part * (self.view[1] - self.view[0]), self.view[1] + part * (self.view[1] - self.view[0]));

  function hide() {
    card.hidden = true;
    svg.querySelector('.ring')?.remove();
    self.current = null;
  }
  function showAt(items, x, y) {
    card.replaceChildren(...spec.describe(items));
    placeCard(svg.getBoundingClientRect(), x, y);
  }
  function choose(item) {
    if (!item) return;
    self.current = item;
    const [x] = spec.place(item, self.scale);
    if (x < self.scale.left || x > self.scale.right) {
      const t = self.scale.t(x);
      const half = (self.view[1] - self.view[0]) / 2;
      look(t - half, t + half);
      drawNow();
    }
    const at = ring(item);
    if (at) showAt([item], at[0], at[1]);
    spoken.textContent = visible(spec.say(item));
  }

  const keys = {
    ArrowRight: () => choose(spec.step(self.current, 'next', self)), ArrowLeft: () => choose(spec.step(self.current, 'previous', self)),
    ArrowDown: () => choose(spec.step(self.current, 'down', self)), ArrowUp: () => choose(spec.step(self.current, 'up', self)),
    Home: () => choose(spec.step(self.current, 'first', self)), End: () => choose(spec.step(self.current, 'last', self)),
    '+': () => zoom(0.5, middleOfCurrent()), '=': () => zoom(0.5, middleOfCurrent()), '-': () => zoom(2, middleOfCurrent()),
    '0': () => look(...spec.view), Escape: hide,
  };
  const middleOfCurrent = () => (self.current ? self.scale.t(spec.place(self.current, self.scale)[0]) : undefined);
  area.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = event.shiftKey && event.key === 'ArrowRight' ? () => move(0.25)
      : event.shiftKey && event.key === 'ArrowLeft' ? () => move(-0.25) : keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  area.addEventListener('blur', hide);
  area.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.shiftKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;  // the page scrolls
    event.preventDefault();
    const x = event.clientX - svg.getBoundingClientRect().left;
    if (event.ctrlKey) zoom(Math.exp(event.deltaY * 0.0025), self.scale.t(x));
    else move((event.deltaX || event.deltaY) / self.scale.width);
  }, {passive: false});

  const fingers = new Map();
  let dragged = false;
  area.addEventListener('pointerdown', (event) => {
    fingers.set(event.pointerId, event.clientX);
    dragged = false;
    if (event.pointerType !== 'mouse') area.setPointerCapture(event.pointerId);
  });
  const lifted = (event) => fingers.delete(event.pointerId);
  area.addEventListener('pointerup', (event) => {
    lifted(event);
    if (!dragged && event.pointerType !== 'mouse') point(event);
  });
  area.addEventListener('pointercancel', lifted);
  area.addEventListener('pointerleave', (event) => {
    lifted(event);
    if (event.pointerType === 'mouse' && document.activeElement !== area) hide();
    else if (event.pointerType === 'mouse' && !self.current) card.hidden = true;
  });
  function point(event) {
    const box = svg.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const items = spec.hit(x, y, self.scale);
    if (items.length === 0) {
      if (!self.current || event.pointerType !== 'mouse') card.hidden = true;
      svg.querySelector('.ring')?.remove();
      self.current = null;
      return;
    }
    self.current = items[0];
    ring(items[0]);
    showAt(items, x, y);
  }
  area.addEventListener('pointermove', (event) => {
    if (!fingers.has(event.pointerId)) {
      if (event.pointerType === 'mouse') point(event);
      return;
    }
    const before = fingers.get(event.pointerId);
    const other = [...fingers.entries()].find(([id]) => id !== event.pointerId);
    const left = svg.getBoundingClientRect().left;
    if (other) {
      const [was, now] = [Math.abs(before - other[1]), Math.abs(event.clientX - other[1])];
      if (was > 10 && now > 10) zoom(was / now, self.scale.t((event.clientX + other[1]) / 2 - left));
    } else {
      const by = before - event.clientX;
      if (Math.abs(by) < 2 && !dragged) return;
      look(self.view[0] + (by / self.scale.width) * (self.view[1] - self.view[0]),
        self.view[1] + (by / self.scale.width) * (self.view[1] - self.view[0]));
    }
    dragged = true;
    fingers.set(event.pointerId, event.clientX);
  });
  area.addEventListener('dblclick', (event) => zoom(0.4, self.scale.t(event.clientX - svg.getBoundingClientRect().left)));

  const button = (text, label, action) => h('button', {type: 'button', 'aria-label': label, title: label, click: action}, text);
  const tools = h('div', {class: 'plot-tools'},
    h('span', {class: 'group', role: 'group', 'aria-label': 'Zoom'},
      button('\u2212', 'Zoom out', () => zoom(2)), button('+', 'Zoom in', () => zoom(0.5)),
      button('\u2190', 'Earlier', () => move(-0.3)), button('\u2192', 'Later', () => move(0.3))),
    h('span', {class: 'group', role: 'group', 'aria-label': 'Show'},
      spec.buttons.map((one) => h('button', {type: 'button', click: () => look(...one.range)}, one.name))));
  // Drawing changes the height, which is no reason to draw again.
  new ResizeObserver(([entry]) => {
    const now = entry.contentRect.width && Math.max(280, Math.floor(entry.contentRect.width));
    if (now === width) return;
    width = now;
    redraw();
  }).observe(area);
  plots.push({drawNow: () => {
    width = area.clientWidth && Math.max(280, area.clientWidth);
    drawNow();
  }});
  return {
    redraw,
    element: h('div', {class: 'plot-box'}, tools, area, spoken,
      h('p', {class: 'help', id: help}, spec.help)),
  };
}

function timeAxis(svg, scale, y) {
  const {ticks, step} = timeTicks(scale.lo, scale.hi, scale.right - scale.left);
  const marks = ticks.map((t) => [
    s('line', {class: 'grid', x1: scale.x(t), x2: scale.x(t), y1: 0, y2: y}),
    s('text', {class: 'tick', x: scale.x(t), y: y + 15, 'text-anchor': scale.x(t) + 26 > scale.width ? 'end' : 'middle'}, clock(t, step)),
  ]);
  svg.append(s('g', {class: 'axis'}, marks,
    s('text', {class: 'tick', x: scale.right, y: y + 29, 'text-anchor': 'end'}, `${day(scale.lo)} UTC`)));
  return y + 34;
}
