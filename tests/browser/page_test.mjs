// report.html in a real browser. PAGES holds a folder a run, each with report.html, verdict.json and events.jsonl; what
// the page shows is compared with the two files, not with itself. Screenshots go into SHOTS, for people.
import {after, before, test} from 'node:test';
import assert from 'node:assert/strict';
import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {axe, launched, opened} from './chromium.mjs';

const PAGES = process.env.PAGES;
const SHOTS = process.env.SHOTS;
const HOSTILE = JSON.parse(readFileSync(join(PAGES, 'hostile.json'), 'utf8'));
const runs = readdirSync(PAGES).filter((name) => statSync(join(PAGES, name)).isDirectory()).sort();
const file = (run) => join(PAGES, run, 'report.html');
const verdictOf = (run) => JSON.parse(readFileSync(join(PAGES, run, 'verdict.json'), 'utf8'));
const eventsOf = (run) => readFileSync(join(PAGES, run, 'events.jsonl'), 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));

let browser;
before(async () => {
  browser = await launched();
});
after(() => browser.close());

// Rows of a table are made alike, so some of each are enough.
async function accessible(page, where) {
  await page.evaluate(axe());
  const found = await page.evaluate(() => axe.run({exclude: ['tbody tr:nth-child(n+4)']}, {resultTypes: ['violations']}));
  const told = (list) => list.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`);
  assert.deepEqual(told(found.violations), [], where);
}

// Opens whatever is folded away, also what that brings. Not by a locator's list, which counts anew at each click.
async function openAll(page) {
  while (await page.evaluate(() => {
    const closed = [...document.querySelectorAll('main details:not([open]) > summary')];
    closed.forEach((summary) => summary.click());
    return closed.length;
  })) await page.waitForTimeout(50);
}

const shot = (page, name, options = {}) => page.screenshot({path: join(SHOTS, `${name}.png`), ...options});
const TALL = {viewport: {width: 1280, height: 3200}};  // everything is in sight, and nothing scrolls under the pointer
const close = (a, b) => a.every((one, i) => Math.abs(one - b[i]) < 0.01);
const noFaults = (page, where) => assert.deepEqual(page.faults, [], where);
const withoutCopies = (events) => events.filter((event) => !event.duplicate);
const sourceOf = (event) => `${event.source.artifact === null ? '' : `${event.source.artifact}!`}${event.source.path}:${event.source.line}`;
const count = (text) => Number(text.replace(/,/g, '').match(/\d+/)[0]);

for (const run of runs) {
  test(`${run}: the page says what the files say`, async () => {
    const [verdict, events] = [verdictOf(run), eventsOf(run)];
    const page = await opened(browser, file(run));
    assert.equal(count(await page.locator('#events .table-status').innerText()), events.length);
    assert.match(await page.locator('h1').innerText(), new RegExp(verdict.status, 'i'));
    const points = page.locator('#points tbody tr');
    const findings = verdict.points.slice(0, 100).map((point) => point.finding);
    assert.deepEqual((await points.locator('.chip').allInnerTexts()).map((text) => text.replace(/^\S\s*/, '')), findings);
    if (findings.length) {
      assert.deepEqual((await points.locator('td:nth-child(4)').allInnerTexts()).map((text) => parseInt(text, 10)),
        verdict.points.slice(0, 100).map((point) => point.counts.in_window));
    }
    const codes = new Set(verdict.points.flatMap((point) => point.reasons.map((reason) => reason.code)));
    const told = new Set(await page.locator('.reason:not(.advice) code').allInnerTexts());
    assert.deepEqual(told, codes);
    if (await page.locator('#timeline .plot').count()) {
      const lanes = await page.locator('#timeline .lane').evaluateAll((all) => all.map((lane) => [lane.dataset.lane, Number(lane.dataset.events)]));
      const workers = new Map(verdict.coverage.workers.map((worker) => [worker.name, worker.events]));
      const quiet = await page.locator('#timeline label:has-text("lanes with events only") input:checked').count() > 0;
      if (!quiet) assert.deepEqual(lanes.filter(([name]) => workers.has(name)), [...workers]);
      assert.equal(lanes.reduce((sum, [, number]) => sum + number, 0), withoutCopies(events).length);
      await page.getByRole('button', {name: 'All', exact: true}).click();
      await page.waitForTimeout(100);
      const drawn = (kind) => page.locator(`#timeline .lane .mark${kind}`).evaluateAll((all) => all.reduce((sum, mark) => sum + Number(mark.dataset.number), 0));
      const certain = (event) => event.certainty === 'definite' && event.benchmarks.every((one) => one.relation === 'in');
      const dated = withoutCopies(events).filter((event) => [...event.time.start, ...event.time.end].some((edge) => edge !== null));
      assert.equal(await drawn('.certain'), dated.filter(certain).length);
      assert.equal(await drawn('.possible'), dated.filter((event) => !certain(event)).length);
      const windows = verdict.points.filter((point) => point.window.start && point.window.end);
      assert.equal(await page.locator('#timeline .window[data-point]').count(), windows.length);
    } else {
      assert.equal(events.some((event) => event.time.start[0]) || verdict.points.some((point) => point.window.start && point.window.end), false);
    }
    await shot(page, run);
    if (run !== 'many' && !run.startsWith('hostile')) await accessible(page, run);  // those are tables, as others have
    noFaults(page, run);
    await page.context().close();
  });
}

for (const run of ['h200-cold', 'known']) {
  test(`${run}: everything open is accessible, in both themes, on a phone and on a desk`, async () => {
    for (const [theme, name, viewport] of [['light', 'wide', {width: 1280, height: 900}], ['dark', 'phone', {width: 390, height: 844}]]) {
      const page = await opened(browser, file(run), {colorScheme: theme, viewport, hasTouch: name === 'phone'});
      await openAll(page);
      const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(wide <= seen, `${name}: ${wide} wider than ${seen}`);
      await accessible(page, `${run} ${theme} ${name}`);
      await page.evaluate(() => scrollTo(0, 0));
      await shot(page, `${run}-${theme}-${name}`, {fullPage: true});
      noFaults(page, run);
      await page.context().close();
    }
  });
}

test('the button changes the colours', async () => {
  const page = await opened(browser, file('h200-cold'));
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('button', {name: 'Dark colours'}).click();
  assert.notEqual(await ground(), light);
  await page.getByRole('button', {name: 'Light colours'}).click();
  assert.equal(await ground(), light);
  await page.context().close();
});

test('a mark is where its event was, and pointing at it shows its line', async () => {
  const run = 'c12-cold';
  const page = await opened(browser, file(run), TALL);
  const plot = page.locator('#timeline .plot');
  const [from, to] = await plot.evaluate((area) => [Number(area.dataset.from), Number(area.dataset.to)]);
  const origin = await page.evaluate(() => JSON.parse(document.getElementById('verdict-data').textContent).origin);
  const rect = await plot.locator('clipPath rect').first().evaluate((one) => ['x', 'width'].map((name) => Number(one.getAttribute(name))));
  const box = await plot.locator('svg').boundingBox();
  let tried = 0;
  for (const event of withoutCopies(eventsOf(run)).filter((one) => one.benchmarks.some((met) => met.relation === 'in')).slice(0, 12)) {
    const edges = event.time.start.map((edge) => Date.parse(edge) - origin);
    const x = rect[0] + (((edges[0] + edges[1]) / 2 - from) / (to - from)) * rect[1];
    const lane = await plot.locator(`.lane[data-lane=${event.worker.role}_w${event.worker.index}]`).locator(`[data-compiler=${event.compiler}].certain`).boundingBox();
    await page.mouse.move(box.x + x, lane.y + lane.height / 2);
    const said = await page.locator('.card-tip').innerText();
    if (said.includes('more event')) continue;  // too many at one place to be listed
    assert.ok(said.includes(sourceOf(event)), `${sourceOf(event)} not in ${said}`);
    assert.ok(said.includes(event.target) && said.includes(event.text.slice(0, 60)), said);
    tried++;
  }
  assert.ok(tried >= 3, `${tried} tried`);
  await shot(page, `${run}-pointed`);
  await page.mouse.move(5, 5);
  assert.equal(await page.locator('.card-tip').isVisible(), false);
  noFaults(page, run);
  await page.context().close();
});

test('the timeline by keyboard: every event in turn, zoom, move, and back', async () => {
  const run = 'h200-cold';
  const page = await opened(browser, file(run), TALL);
  const plot = page.locator('#timeline .plot');
  const view = () => plot.evaluate((area) => [Number(area.dataset.from), Number(area.dataset.to)]);
  const whole = await view();
  await plot.focus();
  const lines = new Set();
  await page.keyboard.press('ArrowRight');
  for (let lane = 0; lane < 10; lane++) {
    await page.keyboard.press('Home');
    let before = '';
    for (let i = 0; i < 60; i++) {
      const [shown, said] = await page.evaluate(() =>
        ['.card-tip .source', '#timeline [role=status]'].map((one) => document.querySelector(one).textContent.trim()));
      if (said === before) break;
      before = said;
      lines.add(shown);
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('ArrowDown');
  }
  const known = withoutCopies(eventsOf(run)).filter((event) => [...event.time.start, ...event.time.end].some((edge) => edge !== null));
  assert.deepEqual(lines, new Set(known.map(sourceOf)));
  await page.keyboard.press('0');
  await page.waitForTimeout(60);
  await page.keyboard.press('+');
  await page.waitForTimeout(60);
  const near = await view();
  assert.ok(near[1] - near[0] < 0.6 * (whole[1] - whole[0]));
  await page.keyboard.press('Shift+ArrowLeft');
  await page.waitForTimeout(60);
  assert.notDeepEqual(await view(), near);
  await page.keyboard.press('0');
  await page.waitForTimeout(60);
  assert.ok(close(await view(), whole));
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.card-tip').isVisible(), false);
  noFaults(page, run);
  await page.context().close();
});

test('the timeline by pointer: wheel, drag and buttons', async () => {
  const page = await opened(browser, file('h200-cold'), TALL);
  const plot = page.locator('#timeline .plot');
  const view = async () => {
    await page.waitForTimeout(80);
    return plot.evaluate((area) => [Number(area.dataset.from), Number(area.dataset.to)]);
  };
  const whole = await view();
  const box = await plot.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.wheel(0, -200);  // the page scrolls, the timeline stays
  assert.deepEqual(await view(), whole);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  const near = await view();
  assert.ok(near[1] - near[0] < whole[1] - whole[0]);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 120, box.y + box.height / 2, {steps: 4});
  await page.mouse.up();
  const moved = await view();
  assert.ok(moved[0] < near[0] && Math.abs(moved[1] - moved[0] - (near[1] - near[0])) < 1);
  await page.getByRole('button', {name: 'conc24', exact: true}).click();
  const window = verdictOf('h200-cold').points.find((point) => point.id.endsWith('conc24')).window;
  const [from, to] = await view();
  assert.ok(to - from < 1.3 * (Date.parse(window.end) - Date.parse(window.start)));
  await page.context().close();
});

test('tables are sorted and filtered', async () => {
  const run = 'c12-cold';
  const page = await opened(browser, file(run));
  const table = page.locator('#events .table');
  const targets = async () => table.locator('tbody th').allInnerTexts();
  const head = (name) => table.locator('thead button', {hasText: name});
  await head('Kernel').click();
  assert.equal(await table.locator('th[aria-sort=ascending]').count(), 1);
  const up = await targets();
  assert.deepEqual(up, up.slice().sort((a, b) => a.localeCompare(b, 'en', {numeric: true})));
  await head('Kernel').click();
  assert.deepEqual(await targets(), up.slice().sort((a, b) => b.localeCompare(a, 'en', {numeric: true})));
  await table.getByRole('searchbox').fill('cutedsl decode_w1');
  const wanted = eventsOf(run).filter((event) => event.compiler === 'cutedsl' && event.worker.role === 'decode' && event.worker.index === 1);
  assert.ok(wanted.length > 0);
  assert.equal(await table.locator('tbody tr').count(), wanted.length);
  assert.match(await table.locator('.table-status').innerText(), new RegExp(`^${wanted.length} of `));
  await table.getByRole('searchbox').fill('no such thing');
  assert.equal(await table.locator('tbody').innerText(), 'none');
  noFaults(page, run);
  await page.context().close();
});

test('requests: victims and controls as the verdict counts them, and metrics with and without victims', async () => {
  for (const run of ['h200-cold', 'c12-cold']) {
    const page = await opened(browser, file(run), TALL);
    const point = verdictOf(run).points[0];
    const drawn = (kind) => page.locator(`#point-0 .plot .request.${kind}`).getAttribute('data-number').then(Number);
    const ids = point.requests;
    assert.equal(await drawn('ttft'), ids.victims_ttft.length);
    assert.equal(await drawn('control'), ids.controls.length);
    const both = ids.victims_itl.filter((id) => !ids.victims_ttft.includes(id));
    assert.equal(await drawn('itl'), both.length);
    assert.equal(await drawn('possible'), ids.victims_possible.length);
    await page.locator('#point-0 summary', {hasText: 'All requests as a table'}).click();
    const rows = page.locator('#point-0 .fold .fold .table');
    await rows.getByRole('searchbox').fill('victim (TTFT)');
    assert.equal(count(await rows.locator('.table-status').innerText()), ids.victims_ttft.length);
    const metric = page.locator('#point-0 tr', {hasText: 'TTFT median'});
    if (point.metrics.median_ttft) assert.match(await metric.innerText(), /ms|s/);
    const plot = page.locator('#point-0 .plot');
    await plot.scrollIntoViewIfNeeded();
    await plot.focus();
    await page.keyboard.press('ArrowRight');
    assert.match(await page.locator('.card-tip').innerText(), /TTFT/);
    await shot(page, `${run}-requests`);
    noFaults(page, run);
    await page.context().close();
  }
});

test('printed, everything is open and the tools are gone', async () => {
  const page = await opened(browser, file('h200-cold'));
  await page.evaluate(() => {
    window.seen = [];
    addEventListener('beforeprint', () => seen.push(document.querySelectorAll('details:not([open])').length));
  });
  const pdf = await page.pdf({path: join(SHOTS, 'h200-cold.pdf'), preferCSSPageSize: true});
  assert.ok(pdf.length > 20_000);
  assert.deepEqual(await page.evaluate(() => seen), [0]);
  await page.emulateMedia({media: 'print'});
  assert.equal(await page.locator('.plot-tools').first().isVisible(), false);
  assert.equal(await page.locator('.table-tools').first().isVisible(), false);
  noFaults(page, 'print');
  await page.context().close();
});

for (const run of ['hostile-checked', 'hostile-saved']) {
  test(`${run}: hostile names stay text`, async () => {
    const page = await opened(browser, file(run));
    await openAll(page);
    assert.deepEqual(await page.evaluate(() => [window.pwned, document.querySelectorAll('img, iframe, object, embed, link, base, form').length]), [undefined, 0]);
    assert.equal(await page.locator('script').count(), 3);
    const text = await page.evaluate(() => document.querySelector('main').textContent);
    for (const name of run === 'hostile-saved' ? HOSTILE.names : [HOSTILE.logged]) assert.ok(text.includes(name), JSON.stringify(name));
    // Also as they are pointed at.
    await page.locator('#timeline .plot').focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight', 'End']) await page.keyboard.press(key);
    assert.ok(await page.locator('.card-tip').isVisible());
    // Were markup to get in after all, the policy would not run it.
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.pwned = 1';
      document.body.append(script);
      const box = document.createElement('div');
      box.innerHTML = '<img src="x" onerror="window.pwned = 2">';
      document.body.append(box);
    });
    await page.waitForTimeout(150);
    assert.equal(await page.evaluate(() => window.pwned), undefined);
    assert.ok(page.faults.every((fault) => /Content Security Policy/.test(fault)) && page.faults.length >= 2, page.faults.join('\n'));
    await page.context().close();
  });
}

test('without scripts, the report stands as text', async () => {
  const context = await browser.newContext({javaScriptEnabled: false});
  const page = await context.newPage();
  await page.goto(`file://${file('hostile-saved')}`);
  assert.match(await page.locator('pre').innerText(), /INVALID {2}3 points/);
  assert.equal(await page.locator('img').count(), 0);
  await context.close();
});

test('ten thousand events: a page below 1 MB, texts of the first two thousand', async () => {
  const run = 'many';
  assert.ok(statSync(file(run)).size < 1_000_000, `${statSync(file(run)).size} bytes`);
  assert.equal(eventsOf(run).length, 10_000);
  const page = await opened(browser, file(run));
  const texts = await page.evaluate(() => JSON.parse(document.getElementById('events-data').textContent).texts.length);
  assert.ok(texts > 1000 && texts <= 4000, `${texts} texts`);
  const status = page.locator('#events .table-status');
  assert.match(await status.innerText(), /^10,000 lines, the first 100 shown/);
  await page.locator('#events .more').click();
  assert.match(await status.innerText(), /the first 600 shown/);
  await page.context().close();
});

test('the timeline as a drawing stands by itself', async () => {
  const context = await browser.newContext({viewport: {width: 1000, height: 420}});
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => request.url().startsWith('file://') && request.url().endsWith('timeline.svg') || faults.push(request.url()));
  for (const run of runs.filter((name) => readdirSync(join(PAGES, name)).includes('timeline.svg'))) {
    await page.goto(`file://${join(PAGES, run, 'timeline.svg')}`);
    const [wrong, active, drawn] = await page.evaluate(() => [document.querySelectorAll('parsererror').length,
      document.querySelectorAll('script, image, foreignObject, a').length,
      [...document.querySelectorAll('path > title')].reduce((sum, title) => sum + Number(/: (\d+) /.exec(title.textContent)[1]), 0)]);
    assert.deepEqual([wrong, active], [0, 0], run);
    assert.ok(drawn <= withoutCopies(eventsOf(run)).length, run);
    if (run === 'h200-cold') await shot(page, `${run}-timeline`);
    assert.deepEqual(faults, [], run);
  }
  await context.close();
});
