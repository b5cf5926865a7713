// The parts of the page that are words and tables.

const section = (id, title, ...children) =>
  h('section', {id, 'aria-labelledby': `${id}-title`}, h('h2', {id: `${id}-title`}, title), children);

// A part that is built when it is first opened, or for printing: a page of many points would otherwise build for seconds.
const folded = [];
function fold(summary, build, open = false) {
  const content = h('div', {class: 'fold'});
  let built = false;
  const fill = () => {
    if (built) return;
    built = true;
    content.append(...[build()].flat());
  };
  const details = h('details', {open: open || null, toggle: () => {
    if (details.open) fill();
  }}, h('summary', {}, summary), content);
  if (open) fill();
  folded.push({details, fill});
  return details;
}

// "11.2 s (median 4.16 ms)" on two lines.
function twoLines(text) {
  const at = text.indexOf(' (');
  return at < 0 ? text || '\u2013' : [h('span', {class: 'figure'}, text.slice(0, at)), h('span', {class: 'under'}, text.slice(at + 2, -1))];
}

const eventsOf = (number, compilersSaid) => (number === 0 ? '0' : compilersSaid ? `${number} (${compilersSaid})` : String(number));

function pointsSection() {
  return section('points', 'Points', table({
    caption: 'Benchmark points', kind: 'point', rows: run.points,
    columns: [
      {name: 'Point', of: (point) => point.label, show: (point) => h('a', {href: `#point-${run.points.indexOf(point)}`, title: point.id}, point.label)},
      {name: 'Finding', of: (point) => point.finding, show: (point) => chip(point.finding)},
      {name: 'Status', of: (point) => point.status},
      {name: 'In the window', of: (point) => eventsOf(point.in_window, point.compilers), show: (point) => twoLines(eventsOf(point.in_window, point.compilers)), sort: (point) => point.in_window, number: true},
      {name: 'Possible', of: (point) => point.possible, number: true},
      {name: 'Workers affected', of: (point) => (point.affected.length ? point.affected.join(', ') : 'none')},
      {name: 'TTFT p99', of: (point) => point.ttft || '\u2013', show: (point) => twoLines(point.ttft)},
      {name: 'TTFT p99 without victims', of: (point) => point.ttft_without || '\u2013', show: (point) => twoLines(point.ttft_without)},
      {name: 'TPOT p99', of: (point) => point.tpot || '\u2013', show: (point) => twoLines(point.tpot)},
    ],
  }));
}

function reasonCard(reason) {
  return h('li', {class: `reason ${reason.makes}`},
    h('p', {class: 'reason-head'}, chip(reason.makes), h('code', {}, reason.code)),
    h('ul', {class: 'cases'},
      reason.cases.map(([message, points]) => h('li', {},
        points.length ? h('span', {class: 'of'}, points.length === run.points.length && points.length > 1 ? 'all points' : points.join(', ')) : null, message)),
      reason.left_out ? h('li', {class: 'quiet'}, `and ${reason.left_out} more like it`) : null),
    reason.remedies.map((remedy) => h('p', {class: 'remedy'}, h('span', {'aria-hidden': 'true'}, '\u2192 '), remedy)));
}

function reasonsSection() {
  const reasons = run.reasons.filter((one) => one.makes !== 'advice');
  const advice = run.reasons.filter((one) => one.makes === 'advice');
  return section('reasons', 'Why, and what to do',
    reasons.length ? h('ul', {class: 'reasons'}, reasons.map(reasonCard)) : h('p', {class: 'quiet'}, 'Nothing stands against these numbers.'),
    advice.length ? fold(`Advice (${advice.length}), which changes no finding`, () => h('ul', {class: 'reasons'}, advice.map(reasonCard)), advice.length < 3) : null);
}

const METRICS = {ttft: 'TTFT', tpot: 'TPOT', itl: 'ITL', e2el: 'E2EL'};
const STATISTICS = ['mean', 'median', 'p50', 'p90', 'p95', 'p99'];

function metricsTable(point) {
  const rows = point.metrics.map(([name, all, without]) => {
    const [, statistic, metric] = /^(mean|median|std|p\d+)_(.+)$/.exec(name) || [null, '', name];
    const known = METRICS[metric];
    return {name: known ? `${known} ${statistic}` : name, rank: known ? Object.keys(METRICS).indexOf(metric) * 10 + STATISTICS.indexOf(statistic) : 99,
      all, without, latency: Boolean(known)};
  }).sort((a, b) => a.rank - b.rank);
  const shown = (row, value) => (value === null ? '\u2013' : row.latency ? latency(value) : Number(value.toPrecision(6)).toLocaleString('en-US'));
  const factor = (row) => (row.all === null || row.without === null || row.without === 0 ? null : row.all / row.without);
  return table({caption: `Metrics of ${point.label}`, kind: 'metric', rows, narrow: true, columns: [
    {name: 'Metric', of: (row) => row.name, sort: (row) => row.rank},
    {name: 'All requests', of: (row) => shown(row, row.all), sort: (row) => row.all, number: true},
    {name: 'Without victims', of: (row) => shown(row, row.without), sort: (row) => row.without, number: true},
    {name: 'Ratio', of: (row) => (factor(row) === null ? '\u2013' : `${factor(row) < 10 ? factor(row).toFixed(2) : factor(row).toFixed(0)}\u00D7`), sort: factor, number: true},
  ]});
}

function pointBody(point) {
  const requests = unpackedRequests(point);
  const facts = [
    ['Window', point.window + (point.window_path ? `, from ${point.window_path}` : '')],
    ['Requests', point.requests.said || `${counted(point.requests.total, 'request')}; which worker served them is not told`],
    ['Proof', point.proof.map(([compiler, word]) => `${compiler} ${word}`).join(', ') || 'none'],
    point.known || point.ignored ? ['Not counted', `${point.known} known and accepted, ${point.ignored} ignored by the policy`] : null,
    ['Id', point.id],
  ].filter(Boolean);
  return [
    h('dl', {class: 'facts'}, facts.map(([name, text]) => [h('dt', {}, name), h('dd', {}, text)])),
    point.notes.map((note) => h('p', {class: 'note'}, `Note: ${note}`)),
    requests.length ? [h('h3', {}, 'Time to first token, request by request'), requestsPlot(point, requests)]
      : run.timed || point.requests.total === 0 ? h('p', {class: 'quiet'}, 'No request of this point is known with its times.')
        : namedRequests(point),
    point.metrics.length ? [h('h3', {}, 'Metrics with and without victims'), metricsTable(point)] : null,
    point.kernels.rows.length ? [h('h3', {}, 'Kernels at this window'), table({
      caption: `Kernels at the window of ${point.label}`, kind: 'kernel', rows: point.kernels.rows, leftOut: point.kernels.left_out, columns: [
        {name: 'Kernel', of: (row) => row[1] || '(no name)', code: true}, {name: 'Compiler', of: (row) => row[0]}, {name: 'Type', of: (row) => row[2]},
        {name: 'In the window', of: (row) => row[5], number: true}, {name: 'Possible', of: (row) => row[6], number: true},
        {name: 'Workers', of: (row) => row[4]}, {name: 'Rule', of: (row) => row[3], code: true}]})] : null,
    requests.length ? fold('All requests as a table', () => requestsTable(point, requests)) : null,
  ].flat().filter(Boolean);
}

function requestsSection() {
  const worst = run.points.findIndex((point) => point.finding !== 'clean' && point.status !== 'valid');
  return section('requests', 'Point by point', run.points.length === 0 ? h('p', {class: 'quiet'}, 'No point was found.') : null,
    run.points.map((point, index) => {
      const made = fold([h('span', {class: 'fold-name'}, point.label), chip(point.finding), h('span', {class: 'quiet'}, point.requests.said)],
        () => pointBody(point), index === Math.max(0, worst));
      made.id = `point-${index}`;
      return made;
    }));
}

function conditionsSection() {
  const holds = run.conditions.rows.filter((row) => row[1]).length;
  return section('conditions', `Conditions of a proof: ${holds} of ${run.conditions.rows.length} hold`,
    h('ul', {class: 'conditions'}, run.conditions.rows.map(([what, yes, note]) =>
      h('li', {class: yes ? 'yes' : 'no'}, h('span', {class: `chip ${yes ? 'clean' : 'inconclusive'}`}, h('span', {class: 'sign', 'aria-hidden': 'true'}, yes ? '\u2713' : '\u2715'), yes ? 'Yes' : 'No'),
        h('span', {}, what, note ? h('span', {class: 'quiet'}, `: ${note}`) : null)))),
    run.unobservable.length ? h('p', {class: 'quiet'}, `These compilers print nothing by default, so no log can speak for them: ${run.unobservable.join(', ')}.`) : null);
}

function listsSections() {
  const parts = [];
  if (run.gaps.rows.length) {
    parts.push(section('gaps', 'Not read', table({caption: 'What could not be read', kind: 'entry', rows: run.gaps.rows, leftOut: run.gaps.left_out, columns: [
      {name: 'Path', of: (row) => row[0] || '\u2013', code: true, wrap: true}, {name: 'What', of: (row) => row[1], wrap: true}]})));
  }
  if (run.masked.rows.length) {
    parts.push(section('masked', 'Kernels that may compile again unseen',
      h('p', {class: 'quiet'}, 'A monitor that names each kernel once named these before a window; inside it, they could compile for another shape without a line.'),
      table({caption: 'Masked kernels', kind: 'kernel', rows: run.masked.rows, leftOut: run.masked.left_out, columns: [
        {name: 'Kernel', of: (row) => row[1], code: true}, {name: 'Compiler', of: (row) => row[0]}, {name: 'Workers', of: (row) => row[2], wrap: true}]})));
  }
  if (run.known.rows.length) {
    parts.push(section('known', 'Known events', table({caption: 'Events that the policy accepts for a while', kind: 'entry', rows: run.known.rows, leftOut: run.known.left_out, columns: [
      {name: 'Kernel', of: (row) => row[1] || 'any', code: true}, {name: 'Compiler', of: (row) => row[0] || 'any'},
      {name: 'Accepted', of: (row) => row[4], number: true},
      {name: 'Until', of: (row) => row[2] + (row[3] ? ' expired' : ''), show: (row) => (row[3] ? [row[2], ' ', h('strong', {class: 'expired'}, 'expired, no longer applied')] : row[2] || '\u2013')},
      {name: 'Owner', of: (row) => row[5]}, {name: 'Why', of: (row) => row[6], wrap: true}]})));
  }
  return parts;
}

function coverageSection() {
  const yes = (value) => (value ? 'yes' : 'no');
  const time = (t) => (t === null ? '\u2013' : `${day(t)} ${clock(t)}`);
  const monitor = (row) => (row[7] ? `armed (${row[7]}), ${row[8] === 'full' ? 'every compile' : 'each kernel once'}` : 'not armed');
  return section('coverage', 'Coverage', h('p', {class: 'quiet'}, `Workers: ${run.workers_said}.`),
    table({caption: 'Workers', kind: 'worker', rows: run.workers.rows, leftOut: run.workers.left_out,
      rowClass: (row) => (!row[4] || !row[5] ? 'bad' : row[7] ? null : 'doubtful'),
      columns: [
        {name: 'Worker', of: (row) => row[0]}, {name: 'Expected', of: (row) => yes(row[3])}, {name: 'Log', of: (row) => (row[4] ? (row[5] ? 'complete' : 'not whole') : 'missing')},
        {name: 'Checksum', of: (row) => row[6] || '\u2013'}, {name: 'Monitor', of: monitor}, {name: 'Events', of: (row) => row[11], number: true},
        {name: 'First line (UTC)', of: (row) => time(row[9])}, {name: 'Last line (UTC)', of: (row) => time(row[10])},
        {name: 'Node', of: (row) => row[2] || '\u2013'}, {name: 'Processes', of: (row) => row[13].join(', '), wrap: true}]}),
    fold(`Logs (${run.logs.rows.length + run.logs.left_out})`, () => table({caption: 'Logs', kind: 'log', rows: run.logs.rows, leftOut: run.logs.left_out,
      rowClass: (row) => (row[5] ? null : 'bad'),
      columns: [
        {name: 'Log', of: (row) => row[0], code: true, wrap: true}, {name: 'Worker', of: (row) => row[1] || '\u2013'}, {name: 'Bytes', of: (row) => row[2], number: true},
        {name: 'Lines', of: (row) => row[3], number: true}, {name: 'Unreadable', of: (row) => row[4], number: true}, {name: 'Complete', of: (row) => yes(row[5])},
        {name: 'Checksum', of: (row) => row[6] || '\u2013'}, {name: 'Clock', of: (row) => `${row[7] || 'not known'}${row[8] ? ` (${row[8]})` : ''}${row[9] ? ', year assumed' : ''}`},
        {name: 'Events', of: (row) => row[10], number: true}]})));
}

function eventsSection() {
  const copies = events.filter((event) => event.duplicate).length;
  return section('events', `Events (${run.total_events})`,
    h('p', {class: 'quiet'}, run.total_events === 0 ? 'No log has one.' : `By compiler: ${run.by_compiler}; by phase: ${run.by_phase}.`,
      copies ? ` ${counted(copies, 'line')} more repeat an event that stands elsewhere.` : ''),
    table({caption: 'Events of all logs', kind: 'line', rows: events, leftOut: packed.left_out,
      rowClass: (event) => (event.duplicate ? 'copy' : event.met.length === 0 ? null : event.certain ? 'bad' : 'doubtful'),
      columns: [
        {name: 'Kernel', of: (event) => event.target || '(no name)', code: true},
        {name: 'What', of: (event) => `${event.compiler} ${event.type}${event.failed ? ', failed' : ''}${event.duplicate ? ', copy' : ''}`},
        {name: 'Window', of: (event) => windowsOf(event) || '\u2013'},
        {name: 'Worker', of: (event) => event.worker + (event.process ? `, ${event.process}` : '')},
        {name: 'Start (UTC)', of: (event) => edge(event.s0, event.s1), sort: (event) => event.s0 ?? event.s1},
        {name: 'End (UTC)', of: (event) => edge(event.e0, event.e1), sort: (event) => event.e1 ?? event.e0},
        {name: 'Took', of: (event) => (event.duration === null ? '\u2013' : `${event.duration} s`), sort: (event) => event.duration, number: true},
        {name: 'Phase', of: (event) => event.phase}, {name: 'Certainty', of: (event) => event.certainty},
        {name: 'Source', of: source, code: true},
        {name: 'Line', of: (event) => event.text ?? 'in events.jsonl', code: true, wrap: true, show: (event) => event.text ?? h('span', {class: 'quiet'}, 'in events.jsonl')}]}));
}
