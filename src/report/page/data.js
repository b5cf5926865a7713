// The two documents of the page, unpacked. Times are milliseconds after run.origin; null: not bounded. The events are read
// after the first screen stands: of ten thousand that takes a while.

const run = JSON.parse(document.getElementById('verdict-data').textContent);
let packed = null;
let events = [];
let compilers = [];

function unpackedEvents() {
  let line = 0;
  let time = 0;
  const events = packed.rows.map(([kind, name, more, later, widths, relations], index) => {
    line += more;
    if (later !== null) time += later;
    const [lane, compiler, type, worker, process, log, phase, certainty, failed, duplicate] = packed.kinds[kind];
    const [s0, s1, e0, e1, duration] = packed.widths[widths];
    const at = (width) => (later === null || width === null ? null : time + width);
    const met = packed.relations[relations];
    const event = {
      index, lane, compiler, type, target: packed.targets[name], worker, process, log, phase, certainty, line, duration, met,
      failed: failed === 1, duplicate: duplicate === 1, s0: at(s0), s1: at(s1), e0: at(e0), e1: at(e1), text: null,
      certain: certainty === 'definite' && met.every(([, inside]) => inside === 1),
    };
    // What it is drawn as: a mark from the middle of its start to that of its end, or all of its interval.
    const middle = (a, b) => (a === null ? b : b === null ? a : (a + b) / 2);
    event.from = event.certain ? middle(event.s0, event.s1) : event.s0 ?? event.s1 ?? event.e0 ?? event.e1;
    event.to = event.certain ? middle(event.e0, event.e1) : event.e1 ?? event.e0 ?? event.s1 ?? event.s0;
    if (event.from === null) event.from = event.to;
    if (event.to === null || event.to < event.from) event.to = event.from;
    return event;
  });
  for (const [index, text] of packed.texts) events[index].text = text;
  return events;
}

function readPacked() {
  packed = JSON.parse(document.getElementById('events-data').textContent);
  return [];
}
function readEvents() {
  events = unpackedEvents();
  compilers = [...new Set(events.map((event) => event.compiler))].sort();
  const numbers = new Map(compilers.map((name, index) => [name, index]));
  for (const event of events) event.number = numbers.get(event.compiler);
  return [];
}

const SECOND = 1000;
const iso = (t) => new Date(run.origin + t).toISOString();
const day = (t) => iso(t).slice(0, 10);
// "01:07:11.805"; `step` in milliseconds says how exactly.
const clock = (t, step = 1) => iso(t).slice(11, step >= 60 * SECOND ? 16 : step >= SECOND ? 19 : 23);

function latency(seconds) {
  if (seconds === null || seconds === undefined || seconds < 0) return '\u2013';
  if (seconds < 0.01) return `${(seconds * 1e3).toFixed(2)} ms`;
  if (seconds < 1) return `${(seconds * 1e3).toFixed(0)} ms`;
  return seconds < 100 ? `${seconds.toFixed(1)} s` : `${seconds.toFixed(0)} s`;
}

const source = (event) => `${event.log}:${event.line}`;
// "01:07:08…01:07:12": where an edge of an event lies.
function edge(a, b) {
  const at = (t) => clock(t).replace(/\.000$/, '');
  if (a === null && b === null) return 'not known';
  if (a === null) return `before ${at(b)}`;
  if (b === null) return `after ${at(a)}`;
  return b - a < 2 ? at(a) : `${at(a)}\u2026${at(b)}`;
}
const when = (event) =>
  event.from === null ? 'not dated' : `start ${edge(event.s0, event.s1)}, end ${edge(event.e0, event.e1)}`;
const windowsOf = (event) =>
  event.met.map(([point, inside]) => `${inside === 1 ? 'in' : 'possibly in'} ${run.points[point].label}`).join(', ');
