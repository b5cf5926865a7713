// Of one point: how long each request waited for its first token, against when it came, victims and controls told apart.

const KINDS = [
  {name: 'unaffected', word: 'no event overlapped it', shape: 0, size: 2.6},
  {name: 'possible', word: 'an event possibly overlapped it', shape: 3, size: 3.6},
  {name: 'itl', word: 'an event overlapped its tokens', shape: 2, size: 4},
  {name: 'ttft', word: 'an event overlapped its first token', shape: 1, size: 3.8},
];

function unpackedRequests(point) {
  return (point.requests.rows || []).map(([at, ttft, e2el, kind, prefill, decode, id], index) => ({
    index, at, ttft, e2el, id, kind: kind & 3, control: (kind & 4) !== 0, itlToo: (kind & 8) !== 0,
    prefill: prefill < 0 ? '' : run.names[prefill], decode: decode < 0 ? '' : run.names[decode],
  }));
}

const kindOf = (one) =>
  (one.kind === 3 ? 'victim (TTFT)' : one.kind === 2 ? 'victim (ITL)' : one.kind === 1 ? 'possible victim' : 'unaffected') +
  (one.kind === 3 && one.itlToo ? ', ITL too' : '') + (one.control ? ', control' : '');

function requestsPlot(point, requests) {
  const dated = requests.filter((one) => one.ttft >= 0);
  if (dated.length === 0) return h('p', {class: 'quiet'}, 'No request of this point has a first token.');
  const lowest = Math.max(1e-5, Math.min(...dated.map((one) => one.ttft)));
  const highest = Math.max(...dated.map((one) => one.ttft), lowest * 10);
  const [floor, top] = [Math.floor(Math.log10(lowest)), Math.ceil(Math.log10(highest) + 0.05)];
  const [first, last] = [dated[0].at, dated[dated.length - 1].at];
  const from = Math.min(point.start ?? first, first);
  const to = Math.max(point.end ?? last, last, from + 1000);
  const view = [from - (to - from) * 0.02, to + (to - from) * 0.02];
  const index = run.points.indexOf(point);
  const own = events.filter((event) => !event.duplicate && event.from !== null && event.met.some(([met]) => met === index));
  const [high, low] = [12, 232];
  const y = (ttft) => low - ((Math.log10(Math.max(ttft, 10 ** floor)) - floor) / (top - floor)) * (low - high);

  function draw(svg, scale) {
    const strip = low + 8;
    const clip = fresh('clip');
    svg.append(s('defs', {}, s('clipPath', {id: clip}, s('rect', {x: scale.left - 1, y: 0, width: scale.right - scale.left + 2, height: strip + 20}))));
    if (point.start !== null && point.end !== null) {
      const [x0, x1] = [Math.max(scale.left, scale.x(point.start)), Math.min(scale.right, scale.x(point.end))];
      if (x1 > x0) svg.append(s('rect', {class: `window ${point.finding}`, x: x0, y: 0, width: x1 - x0, height: strip + 16}));
    }
    const height = timeAxis(svg, scale, strip + 18);
    for (let power = floor; power <= top; power++) {
      svg.append(s('line', {class: 'grid', x1: scale.left, x2: scale.right, y1: y(10 ** power), y2: y(10 ** power)}),
        s('text', {class: 'tick', x: scale.left - 6, y: y(10 ** power) + 4, 'text-anchor': 'end'}, power < 0 ? `${10 ** (power + 3)} ms` : `${10 ** power} s`));
    }
    const clipped = s('g', {'clip-path': `url(#${clip})`});
    for (const certain of [false, true]) {
      const d = own.filter((event) => event.certain === certain && event.to >= scale.lo && event.from <= scale.hi).map((event) => {
        const [x0, x1] = [Math.max(scale.left, scale.x(event.from)), Math.min(scale.right, scale.x(event.to))];
        return `M${x0.toFixed(1)},${strip}h${Math.max(2, x1 - x0).toFixed(1)}v10h${-Math.max(2, x1 - x0).toFixed(1)}z`;
      });
      clipped.append(s('path', {class: `strip ${certain ? 'certain' : 'possible'}`, d: d.join('')}));
    }
    KINDS.forEach((kind, number) => {
      const ours = dated.filter((one) => one.kind === number && one.at >= scale.lo && one.at <= scale.hi);
      clipped.append(s('path', {class: `request ${kind.name}`, 'data-number': ours.length,
        d: ours.map((one) => shape(kind.shape, scale.x(one.at), y(one.ttft), kind.size)).join('')}));
    });
    const controls = dated.filter((one) => one.control && one.at >= scale.lo && one.at <= scale.hi);
    clipped.append(s('path', {class: 'request control', 'data-number': controls.length,
      d: controls.map((one) => shape(0, scale.x(one.at), y(one.ttft), 6)).join('')}));
    svg.append(clipped, s('text', {class: 'tick', x: scale.left - 6, y: strip + 9, 'text-anchor': 'end'}, 'events'));
    return height;
  }
  const hit = (x, yAt, scale) => dated.map((one) => ({one, away: Math.hypot(scale.x(one.at) - x, y(one.ttft) - yAt)}))
    .filter((found) => found.away < 9).sort((a, b) => a.away - b.away).map((found) => found.one);
  const slowest = dated.slice().sort((a, b) => b.ttft - a.ttft);
  function step(current, direction) {
    if (!current) return slowest[0];
    if (direction === 'first') return dated[0];
    if (direction === 'last') return dated[dated.length - 1];
    const list = direction === 'up' || direction === 'down' ? slowest : dated;
    const by = direction === 'next' || direction === 'down' ? 1 : -1;
    return list[Math.min(Math.max(list.indexOf(current) + by, 0), list.length - 1)];
  }
  const lines = (one) => [
    `${kindOf(one)}; TTFT ${latency(one.ttft)}, E2EL ${latency(one.e2el)}`,
    `received ${clock(one.at)} UTC`,
    [one.prefill && `prefill ${one.prefill}`, one.decode && `decode ${one.decode}`].filter(Boolean).join(', ') || 'workers not known',
  ];
  const made = plot({
    name: `Requests of ${point.label}: time to first token of ${counted(dated.length, 'request')}`,
    help: 'Arrows left and right go from request to request, up and down from slow to fast; + and \u2212 zoom, 0 shows all. The requests table below has the same.',
    limits: view, view,
    margins: () => ({left: 58, right: 10}),
    draw, hit, step,
    place: (one, scale) => [scale.x(one.at), y(one.ttft)],
    describe: (items) => [
      ...items.slice(0, 3).map((one) => h('div', {class: 'told'}, h('p', {class: 'what'}, h('strong', {}, one.id || '(no id)')), lines(one).map((line) => h('p', {}, line)))),
      items.length > 3 ? h('p', {class: 'quiet'}, `and ${items.length - 3} more here`) : null].filter(Boolean),
    say: (one) => `${one.id}: ${lines(one).join('; ')}`,
    buttons: [{name: 'Whole window', range: view}],
  });
  const icon = (kind) => s('svg', {width: 14, height: 14, viewBox: '0 0 14 14', 'aria-hidden': 'true'},
    s('path', {class: `request ${kind.name}`, d: shape(kind.shape, 7, 7, kind.size + 0.6)}));
  made.element.querySelector('.plot-tools').after(h('ul', {class: 'legend'},
    KINDS.map((kind, number) => {
      const n = requests.filter((one) => one.kind === number).length;
      return n === 0 && number > 0 ? null : h('li', {}, icon(kind), `${kind.word}: ${n}`);
    }),
    h('li', {}, icon({name: 'control', shape: 0, size: 4.6}), `control (first wave, not held up): ${requests.filter((one) => one.control).length}`)));
  return made.element;
}

function requestsTable(point, requests) {
  return table({
    caption: `Requests of ${point.label}`, kind: 'request', rows: requests, leftOut: point.requests.left_out,
    rowClass: (one) => (one.kind >= 2 ? 'bad' : one.kind === 1 ? 'doubtful' : null),
    columns: [
      {name: 'Request', of: (one) => one.id || '(no id)', code: true},
      {name: 'Received (UTC)', of: (one) => clock(one.at), sort: (one) => one.at},
      {name: 'TTFT', of: (one) => latency(one.ttft), sort: (one) => one.ttft, number: true},
      {name: 'E2EL', of: (one) => latency(one.e2el), sort: (one) => one.e2el, number: true},
      {name: 'Events', of: kindOf},
      {name: 'Prefill', of: (one) => one.prefill},
      {name: 'Decode', of: (one) => one.decode},
    ],
  });
}

// Read back from files, a run tells victims and controls by name and no request's times.
function namedRequests(point) {
  const rows = [];
  const words = ['victim (TTFT)', 'victim (ITL)', 'possible victim', 'control'];
  (point.requests.named || []).forEach((names, kind) => names.forEach((id) => rows.push([id, words[kind]])));
  return [
    h('p', {class: 'quiet'}, 'This page was made from kept files, which hold no request\u2019s times: the page that the check itself wrote has the plot. Victims and controls by name:'),
    table({caption: `Victims and controls of ${point.label}`, kind: 'entry', rows, columns: [
      {name: 'Request', of: (row) => row[0], code: true}, {name: 'Events', of: (row) => row[1]}]}),
  ];
}
