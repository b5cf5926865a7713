// A lane a worker: windows shaded, phases above, the time its log covers as a thin line, events as marks by compiler.

// What names a window, as much as there is room for.
function windowName(point, room) {
  const name = `${SIGNS[point.finding]} ${point.label}`;
  const whole = `${name} ${point.finding}`;
  return whole.length <= room ? whole : name.length <= room ? name : `${name.slice(0, room - 1)}\u2026`;
}

function describeEvent(event) {
  return h('div', {class: 'told'},
    h('p', {class: 'what'}, h('strong', {}, event.target || '(no name)'), ` ${event.compiler} ${event.type}`,
      event.failed ? ', failed' : ''),
    h('p', {}, `${event.worker}${event.process ? `, ${event.process}` : ''}; ${event.phase}`),
    h('p', {}, when(event), event.duration !== null ? `, ${event.duration} s as printed` : ''),
    h('p', {}, event.certainty === 'definite' ? '' : 'probable only; ', windowsOf(event) || 'at no window'),
    h('p', {class: 'source'}, source(event)),
    event.text === null ? h('p', {class: 'quiet'}, 'Its text is in events.jsonl only.') : h('p', {class: 'line'}, event.text));
}

function describeEvents(items) {
  const most = 4;
  const nodes = items.slice(0, most).map(describeEvent);
  if (items.length > most) nodes.push(h('p', {class: 'quiet'}, `and ${counted(items.length - most, 'more event')} here: zoom in`));
  return nodes;
}

const sayEvent = (event) =>
  `${event.worker}: ${event.compiler} ${event.type} ${event.target || 'without a name'}, ${when(event)}, ` +
  `${windowsOf(event) || 'at no window'}, ${source(event)}${event.text === null ? '' : `: ${event.text}`}`;

// The stretches of the strip above the lanes. Windows are told; before the first, phases are known only from events.
function phaseStretches(lo, hi) {
  const windows = run.points.filter((point) => point.start !== null && point.end !== null)
    .map((point) => [point.start, point.end]).sort((a, b) => a[0] - b[0]);
  if (windows.length === 0) return [];
  const stretches = [];
  let at = lo;
  windows.forEach(([start, end], index) => {
    if (start > at) stretches.push([index === 0 ? 'before' : 'between', at, start]);
    stretches.push(['measured', start, end]);
    at = Math.max(at, end);
  });
  if (at < hi) stretches.push(['after', at, hi]);
  for (const phase of ['startup', 'warmup', 'probe']) {
    let [from, to] = [Infinity, -Infinity];
    for (const event of events) {
      if (event.phase !== phase || event.from === null) continue;
      from = Math.min(from, event.from);
      to = Math.max(to, event.to);
    }
    if (to < from) continue;
    stretches.push([phase, from, Math.min(to, windows.find(([start]) => start >= from)?.[0] ?? to)]);
  }
  return stretches;
}

function timelineSection() {
  if (!run.view) return h('p', {class: 'quiet'}, 'Nothing in this run is dated, so there is no timeline.');
  const limits = [Math.min(run.extent?.[0] ?? run.view[0], run.view[0]), Math.max(run.extent?.[1] ?? run.view[1], run.view[1])];
  const spans = new Map(run.workers.rows.map((worker, index) => [index, [worker[9], worker[10]]]));
  const all = run.lanes.map(([name, number, logged], index) => ({name, number, logged, index, events: [], undated: 0}));
  for (const event of events) {
    if (event.lane < 0 || event.duplicate) continue;
    if (event.from === null) all[event.lane].undated++;
    else all[event.lane].events.push(event);
  }
  for (const lane of all) lane.events.sort((a, b) => a.from - b.from || a.index - b.index);
  let shown = all;
  let only = '';  // compiler
  const stretches = phaseStretches(limits[0], limits[1]);
  const longest = Math.max(8, ...all.map((lane) => lane.name.length));
  const rows = Math.min(3, Math.max(1, compilers.length));
  const laneHeight = Math.max(24, rows * 9 + 8);
  let tops = [];
  const narrow = (scale) => scale.left < 60;

  // How one lane looks: for each compiler the certain marks and the possible ones, a path each.
  const yOf = (event, top) => top + (laneHeight / rows) * ((event.number % rows) + 0.5);
  function paths(lane, top, scale) {
    const drawn = new Map();
    let earlier = 0;
    let later = 0;
    for (const event of lane.events) {
      if (only && event.compiler !== only) continue;
      if (event.to < scale.lo) { earlier++; continue; }
      if (event.from > scale.hi) { later++; continue; }
      const key = event.number * 2 + (event.certain ? 0 : 1);
      let path = drawn.get(key);
      if (!path) drawn.set(key, path = {compiler: event.number, certain: event.certain, d: [], from: NaN, to: NaN, number: 0});
      path.number++;
      const x0 = Math.max(scale.left - 4, scale.x(event.from));
      const x1 = Math.min(scale.right + 4, scale.x(event.to));
      if (Math.round(x0) === path.from && Math.round(x1) === path.to) continue;  // it would hide what is there
      path.from = Math.round(x0);
      path.to = Math.round(x1);
      const y = yOf(event, top);
      const height = event.certain ? 3 : 6;
      if (x1 - x0 > 2) path.d.push(`M${x0.toFixed(1)},${y - height / 2}H${x1.toFixed(1)}v${height}H${x0.toFixed(1)}z`);
      path.d.push(shape(event.number, event.certain ? x0 : (x0 + x1) / 2, y, event.certain ? 4.2 : 3.6));
    }
    return {
      earlier, later,
      nodes: [...drawn.values()].map((path) => s('path', {
        class: `mark c${path.compiler % 6} ${path.certain ? 'certain' : 'possible'}`, d: path.d.join(''),
        'data-compiler': compilers[path.compiler], 'data-number': path.number})),
    };
  }

  function draw(svg, scale) {
    const small = narrow(scale);
    let y = 44;
    tops = [];
    const lanesDrawn = [];
    for (const lane of shown) {
      if (small) y += 16;
      tops.push(y);
      lanesDrawn.push([lane, y]);
      y += laneHeight + 4;
    }
    const bottom = y + 2;
    const clip = fresh('clip');
    svg.append(s('defs', {}, s('clipPath', {id: clip}, s('rect', {x: scale.left, y: 0, width: scale.right - scale.left, height: bottom}))));
    const height = timeAxis(svg, scale, bottom);
    const clipped = s('g', {'clip-path': `url(#${clip})`});

    for (const [index, point] of run.points.entries()) {
      if (point.start === null || point.end === null || point.end < scale.lo || point.start > scale.hi) continue;
      const x0 = Math.max(scale.left, scale.x(point.start));
      const x1 = Math.min(scale.right, scale.x(point.end));
      clipped.append(s('rect', {class: `window ${point.finding}`, x: x0, y: 18, width: Math.max(1, x1 - x0), height: bottom - 18, 'data-point': index}));
      const room = Math.floor((x1 - x0) / 7);
      if (room > 4) {
        svg.append(s('text', {class: `window-name ${point.finding}`, x: (x0 + x1) / 2, y: 13, 'text-anchor': 'middle'},
          windowName(point, room)));
      }
    }
    const named = (phase) => phase !== 'before' || !stretches.some(([other]) => ['startup', 'warmup', 'probe'].includes(other));
    for (const [phase, from, to] of stretches) {
      if (to < scale.lo || from > scale.hi) continue;
      const x0 = Math.max(scale.left, scale.x(from));
      const x1 = Math.min(scale.right, scale.x(to));
      clipped.append(s('rect', {class: `phase ${phase}`, x: x0, y: 22, width: Math.max(1, x1 - x0), height: 14}, s('title', {}, phase)));
      if (named(phase) && x1 - x0 > phase.length * 6.4 + 4)
        clipped.append(s('text', {class: 'phase-name', x: (x0 + x1) / 2, y: 32.5, 'text-anchor': 'middle'}, phase));
    }
    svg.append(clipped);

    for (const [lane, top] of lanesDrawn) {
      const span = spans.get(lane.index);
      if (span && span[0] !== null && span[1] !== null && span[1] > scale.lo && span[0] < scale.hi) {
        clipped.append(s('line', {class: 'logged', x1: Math.max(scale.left, scale.x(span[0])), x2: Math.min(scale.right, scale.x(span[1])),
          y1: top + laneHeight / 2, y2: top + laneHeight / 2}));
      }
      const drawn = paths(lane, top, scale);
      const number = lane.events.length + lane.undated;
      const label = `${lane.name}${lane.logged || lane.number < 0 ? '' : ' (no log)'}`;
      const room = small ? 60 : Math.floor((scale.left - 46) / 7);
      const marks = s('g', {'clip-path': `url(#${clip})`}, drawn.nodes);
      svg.append(s('g', {class: 'lane', 'data-lane': lane.name, 'data-events': number, 'data-undated': lane.undated},
        s('line', {class: 'rule', x1: 0, x2: scale.right, y1: top + laneHeight + 2, y2: top + laneHeight + 2}),
        s('text', {class: 'lane-name', x: small ? 2 : 4, y: small ? top - 3 : top + laneHeight / 2 + 4},
          label.length > room ? `\u2026${label.slice(-room + 1)}` : label),
        s('text', {class: 'lane-number', x: small ? scale.right - 2 : scale.left - 10, y: small ? top - 3 : top + laneHeight / 2 + 4, 'text-anchor': 'end'},
          number === 0 ? '\u2013' : number),
        marks,
        drawn.earlier ? s('text', {class: 'beyond', x: scale.left + 3, y: top + 10}, `\u25C2 ${drawn.earlier}`) : null,
        drawn.later ? s('text', {class: 'beyond', x: scale.right - 3, y: top + 10, 'text-anchor': 'end'}, `${drawn.later} \u25B8`) : null));
    }
    return height;
  }

  const near = 7;
  function hit(x, y, scale) {
    const row = tops.findIndex((top) => y >= top - 3 && y <= top + laneHeight + 3);
    if (row < 0 || x < scale.left - near) return [];
    const distance = (event) => {
      const [x0, x1] = [scale.x(event.from), scale.x(event.to)];
      const along = event.certain ? Math.min(Math.abs(x - x0), x > x0 && x < x1 ? 0 : Math.abs(x - x1)) : x < x0 ? x0 - x : x > x1 ? x - x1 : Math.abs(x - (x0 + x1) / 2) / 50;
      return {event, along, up: Math.abs(y - yOf(event, tops[row]))};
    };
    const found = shown[row].events.filter((event) => !only || event.compiler === only).map(distance).filter((one) => one.along <= near);
    const nearest = Math.min(...found.map((one) => one.up));
    return found.filter((one) => one.up <= Math.max(nearest, rows > 1 ? laneHeight / rows / 2 : laneHeight))
      .sort((a, b) => a.along - b.along || a.event.index - b.event.index).map((one) => one.event);
  }

  const visible = (lane) => lane.events.filter((event) => !only || event.compiler === only);
  function step(current, direction, self) {
    const lanesWith = shown.filter((lane) => visible(lane).length > 0);
    if (lanesWith.length === 0) return null;
    if (!current) {
      const inView = lanesWith.map((lane) => visible(lane).find((event) => event.to >= self.view[0] && event.from <= self.view[1]));
      return inView.find(Boolean) || visible(lanesWith[0])[0];
    }
    const at = Math.max(0, lanesWith.findIndex((lane) => lane.index === current.lane));
    const own = visible(lanesWith[at]);
    const here = own.indexOf(current);
    if (direction === 'next') return own[Math.min(here + 1, own.length - 1)];
    if (direction === 'previous') return own[Math.max(here - 1, 0)];
    if (direction === 'first') return own[0];
    if (direction === 'last') return own[own.length - 1];
    const other = lanesWith[Math.min(Math.max(at + (direction === 'down' ? 1 : -1), 0), lanesWith.length - 1)];
    if (other === lanesWith[at]) return current;
    return visible(other).reduce((best, event) => (Math.abs(event.from - current.from) < Math.abs(best.from - current.from) ? event : best));
  }

  const place = (event, scale) => {
    const row = shown.findIndex((lane) => lane.index === event.lane);
    const middle = event.certain ? event.from : (Math.max(event.from, scale.lo) + Math.min(event.to, scale.hi)) / 2;
    return [scale.x(middle), yOf(event, tops[row] ?? 0)];
  };

  const timed = run.points.filter((point) => point.start !== null && point.end !== null);
  const around = (point) => {
    const margin = (point.end - point.start) * 0.06;
    return [point.start - margin, point.end + margin];
  };
  const made = plot({
    name: `Timeline: ${counted(all.length, 'lane')}, ${counted(run.total_events, 'event')}`,
    help: 'Drag or shift-scroll to move, ctrl-scroll, pinch, double-click or + and \u2212 to zoom. By keyboard: arrows go from event to event and lane to lane, shift-arrows move, 0 shows the windows, Escape closes. The events table below has the same, one a row.',
    limits, view: run.view,
    margins: (width) => (width < 620 ? {left: 4, right: 6} : {left: Math.min(250, longest * 7.2 + 56), right: 10}),
    draw, hit, step, place, describe: describeEvents, say: sayEvent,
    buttons: [{name: 'Windows', range: run.view}, {name: 'All', range: limits},
      ...timed.slice(0, 8).map((point) => ({name: point.label, range: around(point)}))],
  });

  const filters = h('span', {class: 'group'});
  if (all.some((lane) => lane.events.length === 0) && all.some((lane) => lane.events.length > 0)) {
    const box = h('input', {type: 'checkbox', change: () => {
      shown = box.checked ? all.filter((lane) => lane.events.length > 0) : all;
      made.redraw();
    }});
    if (all.length > 24) {
      box.checked = true;
      shown = all.filter((lane) => lane.events.length > 0);
    }
    filters.append(h('label', {}, box, ' lanes with events only'));
  }
  if (compilers.length > 1) {
    const choice = h('select', {change: () => {
      only = choice.value;
      made.redraw();
    }}, h('option', {value: ''}, 'every compiler'), compilers.map((name) => h('option', {value: name}, name)));
    filters.append(h('label', {}, 'Show ', choice));
  }
  made.element.querySelector('.plot-tools').append(filters);
  made.element.querySelector('.plot-tools').after(legend());
  return made.element;
}

function legend() {
  const icon = (children) => s('svg', {width: 22, height: 14, viewBox: '0 0 22 14', 'aria-hidden': 'true'}, children);
  return h('ul', {class: 'legend'},
    compilers.map((name, index) => h('li', {}, icon(s('path', {class: `mark c${index % 6} certain`, d: shape(index, 11, 7, 4.2)})), name)),
    compilers.length === 0 ? null : [
      h('li', {}, icon(s('path', {class: 'mark c0 certain', d: `M4,5.5h14v3h-14z${shape(0, 4, 7, 4)}`})), 'certain: filled, as long as it took'),
      h('li', {}, icon(s('path', {class: 'mark c0 possible', d: `M1,4h20v6h-20z${shape(0, 11, 7, 3)}`})), 'possible: outlined, where it may have been')],
    h('li', {}, icon(s('rect', {class: 'window clean', x: 1, y: 1, width: 20, height: 12})), 'measured window'),
    h('li', {}, icon(s('line', {class: 'logged', x1: 1, x2: 21, y1: 7, y2: 7})), 'log has lines'));
}
