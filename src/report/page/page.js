// The page, top down: whether the numbers may be used, why not, then what that rests on.

function themeButton() {
  const dark = () => document.documentElement.dataset.theme === 'dark' ||
    (!document.documentElement.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches);
  const button = h('button', {type: 'button', class: 'theme', click: () => {
    document.documentElement.dataset.theme = dark() ? 'light' : 'dark';
    name();
  }});
  const name = () => {
    button.textContent = dark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `${button.textContent} colours`);
  };
  name();
  return button;
}

function head() {
  const facts = [...run.run.map(([name, value]) => `${name} ${value}`), run.policy ? `policy ${run.policy}` : null,
    `exit status ${run.exit_code}`, `jitgate ${run.version}`].filter(Boolean);
  const links = [['points', 'Points'], ['reasons', 'Why'], ['timeline', 'Timeline'], ['requests', 'Requests'], ['conditions', 'Proof'],
    ['coverage', 'Coverage'], ['events', 'Events']];
  return h('header', {class: `verdict ${run.status}`},
    h('div', {class: 'verdict-line'},
      h('h1', {}, h('span', {class: 'sign', 'aria-hidden': 'true'}, SIGNS[run.status]), run.status.toUpperCase(), h('span', {class: 'headline'}, run.headline)),
      themeButton()),
    h('p', {class: 'meaning'}, run.meaning),
    h('p', {class: 'run-facts'}, facts.join(' \u00B7 ')),
    h('nav', {'aria-label': 'Parts of this page'}, links.map(([id, name]) => h('a', {href: `#${id}`}, name))));
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.tagName === 'DETAILS') target.open = true;
}

// Parts below the first screen wait for a free moment, each on its own, so that none holds the page up.
function inTurn(parts, place) {
  const next = () => {
    const part = parts.shift();
    if (!part) {
      document.documentElement.dataset.ready = 'yes';
      openTarget();
      return;
    }
    place.append(...[part()].flat());
    setTimeout(next, 0);
  };
  next();
}

function forPrinting() {
  for (let i = 0; i < folded.length; i++) {  // filling one may bring others
    const {details, fill} = folded[i];
    fill();
    details.dataset.was = details.open ? 'open' : '';
    details.open = true;
  }
  for (const one of tables) one.print();
  for (const one of plots) one.drawNow();
}
function afterPrinting() {
  for (const {details} of folded) details.open = details.dataset.was === 'open';
  for (const one of tables) one.restore();
  for (const one of plots) one.drawNow();
}

const main = h('main', {});
document.body.append(head(), main, card);
inTurn([pointsSection, reasonsSection, readPacked, readEvents, () => section('timeline', 'Timeline', timelineSection()), requestsSection, conditionsSection,
  listsSections, coverageSection, eventsSection,
  () => h('footer', {}, `An event that overlaps a window or a request is not thereby the cause of anything. events.jsonl and verdict.json beside this page hold everything.`)], main);
addEventListener('hashchange', openTarget);
addEventListener('beforeprint', forPrinting);
addEventListener('afterprint', afterPrinting);
