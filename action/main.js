// The action: finds the jitgate binary, turns inputs into options, runs `jitgate gate` and ends as it ends. It is a node
// action because only those are given the token by which the run's artifacts are uploaded; the binary inherits it by
// environment and by nothing else. No dependencies, no shell: what is here is all that runs.
'use strict';

const crypto = require('node:crypto');
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const root = path.join(__dirname, '..');
const COULD_NOT = 84; // as the binary says that it could not do the job

const ONE = ['policy', 'min-points', 'min-logs', 'zone', 'year', 'out', 'upload', 'artifact-name', 'retention-days',
  'status', 'status-context'];
const MANY = ['artifacts', 'annotate', 'rules', 'window', 'expect-workers'];
const FLAGS = ['strict', 'exit-zero'];

function input(name) {
  return (process.env[`INPUT_${name.toUpperCase()}`] || '').trim();
}

function lines(text) {
  return text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== '');
}

function say(message) {
  process.stdout.write(`| ${message.replace(/[\r\n]/g, ' ').replace(/##\[/g, '##\\[')}\n`);
}

// Without it the step goes on: what it ends with is what blocks.
function setOutputs(text) {
  if (!process.env.GITHUB_OUTPUT) return;
  try {
    fs.appendFileSync(process.env.GITHUB_OUTPUT, text);
  } catch (error) {
    say(`no outputs are set: ${error.message}`);
  }
}

function die(message) {
  const data = message.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
  process.stdout.write(`::error title=jitgate::${data}\n`);
  setOutputs(`status=error\nok=false\nexit-code=${COULD_NOT}\n`);
  process.exit(COULD_NOT);
}

function isTrue(name) {
  const value = input(name);
  if (['true', 'True', 'TRUE'].includes(value)) return true;
  if (['', 'false', 'False', 'FALSE'].includes(value)) return false;
  return die(`input ${name}: true or false, not ${value}`);
}

function options() {
  const all = ['gate'];
  for (const name of ONE) if (input(name) !== '') all.push(`--${name}=${input(name)}`);
  for (const name of MANY) for (const line of lines(input(name))) all.push(`--${name}=${line}`);
  for (const name of FLAGS) if (isTrue(name)) all.push(`--${name}`);
  return [...all, '--', ...lines(input('path'))];
}

function version() {
  return fs.readFileSync(path.join(root, 'buildkite-plugin', 'VERSION'), 'utf8').trim();
}

// The machine's name in a release's file; empty: there is no binary for it.
function machine() {
  const arch = { x64: 'x86_64', arm64: 'aarch64' }[os.arch()];
  return os.platform() === 'linux' && arch ? `linux-${arch}` : '';
}

function digestOf(file) {
  return crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex');
}

// The digest that this commit pins for a release's file; undefined: it pins none, and nothing is downloaded.
function pinned(asset) {
  const rows = fs.readFileSync(path.join(root, 'buildkite-plugin', 'SHA256SUMS'), 'utf8').split('\n');
  return rows.map((row) => /^([0-9a-f]{64}) {2}(.+)$/.exec(row)).find((row) => row && row[2] === asset)?.[1];
}

// A file that cannot be read is none.
function isCached(file, digest) {
  try {
    return digestOf(file) === digest;
  } catch {
    return false;
  }
}

function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

function run(program, args, cwd) {
  const done = spawnSync(program, args, { cwd, stdio: ['ignore', 2, 2] });
  return !done.error && done.status === 0;
}

// The folder, made if it is not there; where it cannot be written, one that is gone with the job.
function writable(folder) {
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, fs.constants.W_OK);
    return folder;
  } catch (error) {
    say(`not kept for other jobs: ${error.message}`);
    return temporary();
  }
}

function temporary() {
  return fs.mkdtempSync(path.join(process.env.RUNNER_TEMP || os.tmpdir(), 'jitgate-'));
}

// From the release of this version into the tool cache, whole and verified, or not at all.
function download(asset, digest, folder) {
  const repository = process.env.GITHUB_ACTION_REPOSITORY;
  if (!repository) return '';
  const url = `${process.env.GITHUB_SERVER_URL || ''}/${repository}/releases/download/v${version()}/${asset}`;
  if (!url.startsWith('https://')) return '';
  const part = path.join(folder, `.part-${crypto.randomUUID()}`);
  const curl = ['--fail', '--silent', '--show-error', '--location', '--proto', '=https', '--retry', '3',
    '--max-time', '300', '--output', part, url];
  say(`downloading ${url}`);
  if (!run('curl', curl)) {
    fs.rmSync(part, { force: true });
    say('it cannot be downloaded');
    return '';
  }
  if (digestOf(part) !== digest) {
    fs.rmSync(part, { force: true });
    die(`what ${url} gave is not the file whose SHA-256 this action pins: it is not run`);
  }
  const file = path.join(folder, asset);
  fs.renameSync(part, file);
  return file;
}

// A release's program and the libraries beside it, unpacked anew for each job: so what runs is what was verified.
function unpacked(archive) {
  const folder = temporary();
  const file = path.join(folder, 'jitgate');
  if (run('tar', ['-xzf', archive, '-C', folder, '--strip-components=1']) && isProgram(file)) return file;
  return die(`${archive} cannot be unpacked into ${folder}`);
}

function built() {
  const file = path.join(root, 'build', 'release', 'jitgate');
  if (isProgram(file)) return file;
  say('building jitgate from source: no binary of this version is at hand');
  return run(path.join(root, 'dev'), ['build'], root) && isProgram(file) ? file : '';
}

// In order: the input, beside the action (release tags hold it there, so that a pinned commit pins it), the tool cache,
// the release, the source.
function find() {
  const told = input('binary');
  if (told !== '') {
    const file = path.resolve(process.env.GITHUB_WORKSPACE || '.', told);
    return isProgram(file) ? file : die(`input binary: no program: ${told}`);
  }
  const beside = path.join(__dirname, 'bin', machine(), 'jitgate');
  if (machine() !== '' && isProgram(beside)) return beside;
  const asset = `jitgate-${version()}-${machine()}.tar.gz`;
  const digest = machine() === '' ? undefined : pinned(asset);
  if (digest !== undefined) {
    const folder = path.join(process.env.RUNNER_TOOL_CACHE || path.join(os.homedir(), '.cache'), 'jitgate', version(),
      machine());
    const cached = path.join(folder, asset);
    const archive = isCached(cached, digest) ? cached : download(asset, digest, writable(folder));
    if (archive !== '') return unpacked(archive);
  }
  return built() || die("there is no jitgate to run: give the input 'binary', or see docs/github.md");
}

function main() {
  const args = options();
  const binary = find();
  if (!/[\r\n]/.test(binary)) setOutputs(`binary=${binary}\n`);
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (name.startsWith('INPUT_')) delete env[name];
  const token = input('token');
  if (token !== '') Object.assign(env, { GITHUB_TOKEN: token, GH_TOKEN: '' });
  // Before it is started: a job that is cancelled meanwhile must not leave it behind.
  let child;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child = spawn(binary, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
  child.on('error', (error) => die(`${binary} cannot be started: ${error.message}`));
  child.on('exit', (status, signal) => process.exit(signal ? 128 + os.constants.signals[signal] : status));
}

try {
  main();
} catch (error) {
  die(`it could not begin: ${error.message}`);
}
