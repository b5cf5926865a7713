"""The lines of the bench's logs, in the shapes of vLLM, SGLang, Dynamo and a client, made up here.

A log is made of blocks of one minute each: the lines of a block are made once, with a mark where hour and minute stand,
and the block is written again for each minute with the mark replaced. So a gigabyte takes seconds, and packs like real
logs do (about 8 to 1): deflate sees 32 KB back, and a block is a megabyte.
"""
import random

CLOCK = "@@:@@"
EVENT = "@@event@@\n"
BLOCK = 1_000_000  # bytes, about

VERBS = ["scheduled", "finished", "preempted", "admitted", "swapped", "aligned", "transferred", "released"]
NOUNS = ["sequence", "block table", "page", "slot mapping", "KV chunk", "request batch", "graph replay", "token budget"]


def second(rng, at, of):
    return min(59, at * 60 // of + (rng.random() < 0.02))


def ident(rng):
    return f"{rng.getrandbits(48):012x}"


def vllm_line(rng, pid, s):
    """A worker under Dynamo and vLLM: API access, engine and worker records, Rust records of the runtime."""
    what = rng.random()
    stamp = f"09-03 {CLOCK}:{s:02d}"
    if what < 0.04:
        return (f"(EngineCore_DP0 pid={pid}) INFO {stamp} [loggers.py:127] Engine 000: Avg prompt throughput: "
                f"{rng.uniform(10, 90000):.1f} tokens/s, Avg generation throughput: {rng.uniform(10, 9000):.1f} tokens/s, "
                f"Running: {rng.randrange(64)} reqs, Waiting: 0 reqs, GPU KV cache usage: {rng.uniform(0, 99):.1f}%, "
                f"Prefix cache hit rate: 0.0%")
    if what < 0.34:
        return (f'(APIServer pid={pid - 7}) INFO:     10.0.0.{rng.randrange(2, 20)}:{rng.randrange(30000, 60000)} - '
                f'"POST /v1/completions HTTP/1.1" 200 OK')
    if what < 0.52:
        return (f"2026-09-03T{CLOCK}:{s:02d}.{rng.randrange(10**6):06d}Z  INFO dynamo_runtime::pipeline::network: "
                f"handled stream id={ident(rng)} frames={rng.randrange(1, 900)} bytes={rng.randrange(10**6)} "
                f"elapsed_ms={rng.uniform(1, 900):.2f}")
    if what < 0.53:
        return (f"\x1b[2m2026-09-03T{CLOCK}:{s:02d}.{rng.randrange(10**6):06d}Z\x1b[0m \x1b[32m INFO\x1b[0m "
                f"\x1b[2mdynamo_runtime::transports\x1b[0m\x1b[2m:\x1b[0m peer {rng.randrange(64)} is alive")
    if what < 0.57:
        return f"    at {rng.choice(NOUNS)} {rng.randrange(10**6)}: {rng.choice(VERBS)} without a word of it elsewhere"
    rank = rng.randrange(4)
    return (f"(Worker_TP{rank} pid={pid + rank}) INFO {stamp} [gpu_model_runner.py:{rng.choice([2338, 2402, 3077])}] "
            f"{rng.choice(VERBS)} {rng.choice(NOUNS)} {rng.randrange(10**6)} of step {rng.randrange(10**7)} in "
            f"{rng.uniform(0.01, 40):.3f} ms ({rng.randrange(1, 4096)} tokens, group {rng.randrange(8)})")


def sglang_line(rng, _pid, s):
    """SGLang's scheduler tells of each batch; its server logs each access."""
    what = rng.random()
    stamp = f"[2026-09-03 {CLOCK}:{s:02d}"
    if what < 0.45:
        return (f"{stamp} TP0] Decode batch, #running-req: {rng.randrange(1, 64)}, #token: {rng.randrange(10**6)}, "
                f"token usage: {rng.random():.2f}, cuda graph: True, gen throughput (token/s): "
                f"{rng.uniform(10, 9000):.2f}, #queue-req: {rng.randrange(9)}")
    if what < 0.60:
        return (f"{stamp} TP0] Prefill batch, #new-seq: {rng.randrange(1, 9)}, #new-token: {rng.randrange(1, 8193)}, "
                f"#cached-token: {rng.randrange(9000)}, token usage: {rng.random():.2f}, #running-req: "
                f"{rng.randrange(64)}, #queue-req: 0")
    if what < 0.95:
        return (f'{stamp}] INFO:     10.0.0.{rng.randrange(2, 20)}:{rng.randrange(30000, 60000)} - '
                f'"POST /generate HTTP/1.1" 200 OK')
    return (f"{stamp} TP{rng.randrange(4)}] {rng.choice(VERBS)} {rng.choice(NOUNS)} {rng.randrange(10**6)} of "
            f"{ident(rng)}")


def frontend_line(rng, _pid, s):
    """A Dynamo frontend: requests received and completed."""
    stamp = f"2026-09-03T{CLOCK}:{s:02d}.{rng.randrange(10**6):06d}Z  INFO dynamo_llm::http::service::metrics:"
    request = ident(rng)
    if rng.random() < 0.5:
        return f'{stamp} request received request_id="{request}" model="demo" endpoint="completions"'
    return (f'{stamp} request completed request_id="{request}" model="demo" status="success" elapsed_ms="23475" '
            f'input_tokens=8192 output_tokens=1024 ttft_ms="{rng.uniform(9, 900):.2f}" avg_itl_ms="6.25" '
            f'prefill_worker_id={rng.randrange(10**18)} decode_worker_id={rng.randrange(10**18)}')


def vllm_event(number, pid, clock):
    return (f"(Worker_TP{number % 4} pid={pid + number % 4}) WARNING 09-03 {clock}:31 [jit_monitor.py:135] Triton kernel "
            f"JIT compilation during inference: _demo_kernel_{number}. This causes a latency spike; consider extending "
            f"warmup to cover this shape/config.\n")


def sglang_event(number, _pid, _clock):
    return (f"Triton autotuning for function _demo_kernel_{number},\nwith key as (128, 64, 'torch.float16'),\n"
            f"finished after 0.{number % 90 + 10}s,\nbest config selected: BLOCK: 64, num_warps: 4;\n")


KINDS = {
    "vllm": (vllm_line, vllm_event),
    "sglang": (sglang_line, sglang_event),
    "frontend": (frontend_line, lambda number, pid, clock: ""),
}


def block(kind, seed, change=None, size=BLOCK):
    """One minute's lines, with the marks still in. `change`: what becomes of each line."""
    rng = random.Random(f"{kind}{seed}")
    make = KINDS[kind][0]
    pid = 700 + 100 * seed
    count = size // 150
    lines = []
    length = 0
    while length < size:
        line = make(rng, pid, second(rng, min(len(lines), count - 1), count))
        line = change(line) if change else line
        lines.append(line)
        length += len(line) + 1
    lines.insert(len(lines) // 2, EVENT[:-1])
    return ("\n".join(lines) + "\n").encode()
