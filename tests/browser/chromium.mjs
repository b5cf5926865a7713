// A headless Chromium of the system for tests and measurements, in a fresh profile, that says nothing to the network.
import {existsSync} from 'node:fs';
import {createRequire} from 'node:module';

const require = createRequire(`${process.env.JITGATE_BROWSER_PACKAGES}/`);

export const axe = () => require('axe-core').source;

export async function launched() {
  const {chromium} = require('playwright-core');
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
  if (!executablePath) throw new Error('there is no chromium here: ./dev deps');
  return chromium.launch({
    executablePath, headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
      '--disable-sync', '--force-color-profile=srgb', '--hide-scrollbars'],
  });
}

// Opens a page of ours and waits until all its parts stand; `page.faults` gathers what it complains of or asks for.
export async function opened(browser, file, options = {}) {
  const context = await browser.newContext({viewport: {width: 1280, height: 900}, reducedMotion: 'reduce', ...options});
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type())) page.faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => page.faults.push(`error: ${error.stack}`));
  page.on('dialog', (dialog) => {
    page.faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== `file://${file}`) page.faults.push(`request: ${request.url()}`);
  });
  // One that the page's own policy stopped never left; the browser's complaint of it is a fault of its own.
  page.on('requestfailed', (request) => {
    if (request.failure().errorText !== 'csp') return;
    page.faults = page.faults.filter((fault) => fault !== `request: ${request.url()}`);
  });
  await page.goto(`file://${file}`);
  await page.waitForSelector('html[data-ready=yes]', {timeout: 60_000});
  return page;
}
