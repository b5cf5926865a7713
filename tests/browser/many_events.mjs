// A made run with many events: a worker's log each, in vLLM's form, one window, requests around it. The same every time.
//   node many_events.mjs DIRECTORY [EVENTS]
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

const START = Date.UTC(2026, 7, 4, 18, 30, 0) / 1000;

function stamp(seconds) {
  const text = new Date(seconds * 1000).toISOString();
  return `${text.slice(5, 10)} ${text.slice(11, 19)}`;
}

export function writeManyEvents(directory, number = 10_000, workers = 8) {
  mkdirSync(directory, {recursive: true});
  let seed = 12345;
  const random = () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648);
  const compilers = [['Triton', 'triton'], ['CuTeDSL', 'cutedsl'], ['TileLang', 'tilelang']];
  const length = 1800;
  for (let worker = 0; worker < workers; worker++) {
    const head = `(Worker_TP0 pid=${400 + worker})`;
    const lines = [`${head} INFO ${stamp(START)} [jit_monitor.py:60] Kernel JIT monitor activated; monitored JIT compilations during inference will use mode=warn.`];
    const mine = Math.floor(number / workers) + (worker < number % workers ? 1 : 0);
    for (let i = 0; i < mine; i++) {
      const kernel = `_fused_kernel_${Math.floor(random() * 300)}_block_${i}`;
      lines.push(`${head} WARNING ${stamp(START + Math.floor((i / mine) * length))} [jit_monitor.py:103] ` +
        `${compilers[Math.floor(random() * 3)][0]} kernel JIT compilation during inference: ${kernel}. This causes a latency spike; consider extending warmup to cover this shape/config.`);
    }
    lines.push(`${head} INFO ${stamp(START + length + 5)} [loggers.py:1] Avg generation throughput: 0.0 tokens/s`);
    writeFileSync(join(directory, `node0_decode_w${worker}.out`), `${lines.join('\n')}\n`);
  }
  const requests = [];
  for (let i = 0; i < 2000; i++) {
    const at = START + 200 + (i / 2000) * 1300;
    const ttft = 0.02 + random() * 0.03 + (random() < 0.05 ? random() * 4 : 0);
    requests.push(JSON.stringify({request_id: `r-${i}`, start_time_unix: at, first_token_time_unix: at + ttft, end_time_unix: at + ttft + 1,
      decode_worker: `decode_w${i % workers}`, output_tokens: 32}));
  }
  writeFileSync(join(directory, 'requests_concurrency_12.jsonl'), `${requests.join('\n')}\n`);
  writeFileSync(join(directory, 'results_concurrency_12.json'), JSON.stringify({
    model_id: 'mini', max_concurrency: 12, num_prompts: 2000, completed: 2000, duration: 1301, benchmark_start_time_unix: START + 200, benchmark_end_time_unix: START + 1501,
    median_ttft_ms: 35, p99_ttft_ms: 3600}));
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split('/').pop())) {
  writeManyEvents(process.argv[2], Number(process.argv[3] || 10_000));
}
