"""A run of a prefill and two decode workers, small enough that a thousand broken copies of it are read in a minute, and
complete enough to be `clean`: a monitor that reports every compile, its workers told by the result row, one compile
before the window. The other form has one more compile within the window."""

LOGS = "multinode_server_logs_demomm_8k1k_fp4_dynamo-vllm_conc12_b200-demo_07"
ROWS = "bmk_demomm_8k1k_fp4_dynamo-vllm_conc12_b200-demo_07"
RESULT = "sa-bench_isl_8192_osl_1024/results_concurrency_12_gpus_3_ctx_1_gen_2.json"
WORKERS = {"node-0_prefill_w0.out": 3100, "node-1_decode_w0.out": 3200, "node-1_decode_w1.out": 3240}

ROW = """{
 "hw": "b200-demo", "conc": 12, "image": "demo/vllm:nightly", "model": "demo-mm", "infmax_model_prefix": "demomm",
 "framework": "dynamo-vllm", "precision": "fp4", "spec_decoding": "none", "disagg": true, "isl": 8192, "osl": 1024,
 "is_multinode": true, "prefill_tp": 1, "prefill_ep": 1, "prefill_dp_attention": "false", "prefill_num_workers": 1,
 "decode_tp": 1, "decode_ep": 1, "decode_dp_attention": "false", "decode_num_workers": 2, "num_prefill_gpu": 1,
 "num_decode_gpu": 2, "tput_per_gpu": 482.5, "mean_ttft": 0.0612, "median_ttft": 0.0551, "p99_ttft": 0.0903,
 "mean_tpot": 0.0062, "median_tpot": 0.0062, "p99_tpot": 0.0064
}
"""

RAW = """{
 "backend": "vllm", "model_id": "demo-mm", "tokenizer_id": "demo-mm", "num_prompts": 120, "request_rate": "inf",
 "burstiness": 1.0, "max_concurrency": 12, "duration": 60.0, "completed": 120, "total_input_tokens": 983040,
 "total_output_tokens": 122880, "request_throughput": 2.0, "output_throughput": 2048.0,
 "total_token_throughput": 18432.0, "mean_ttft_ms": 61.2, "median_ttft_ms": 55.1, "p99_ttft_ms": 90.3,
 "mean_tpot_ms": 6.2, "median_tpot_ms": 6.2, "p99_tpot_ms": 6.4,
 "benchmark_start_time_unix": 1785868722.81, "benchmark_end_time_unix": 1785868782.81
}
"""


def log(pid, compiles):
    """One worker's log; `compiles`: (time, kernel) of the compiles that its monitor told."""
    core = f"(EngineCore pid={pid}) INFO 08-04 {{}} {{}}".format
    monitor = f"(Worker_TP0 pid={pid + 3}) {{}} 08-04 {{}} [jit_monitor.py:{{}}".format
    lines = [
        ("18:36:00", core("18:36:00", "[core.py:116] Initializing a V1 LLM engine (v0.29.0) with config: "
                          "model='demo-mm', observability_config=ObservabilityConfig(jit_monitor_mode='warn', "
                          "jit_monitor_verbose=True)")),
        ("18:37:00", monitor("INFO", "18:37:00", "85] Kernel JIT monitor activated; monitored JIT compilations "
                             "during inference will use mode=warn.")),
        ("18:40:05", core("18:40:05", "[launcher.py:62] Shutting down FastAPI HTTP server.")),
    ]
    for step, minute, second in ((i, 37 + (i * 20 + 10) // 60, (i * 20 + 10) % 60) for i in range(9)):
        at = f"18:{minute}:{second:02}"
        lines.append((at, core(at, f"[loggers.py:257] Engine 000: Avg prompt throughput: {7013 + step}.1 tokens/s, Avg "
                               f"generation throughput: {901 + step}.4 tokens/s, Running: {4 + step % 5} reqs, "
                               "Waiting: 0 reqs, GPU KV cache usage: 12.1%")))
    for at, kernel in compiles:
        lines.append((at, monitor("WARNING", at, f"135] Triton kernel JIT compilation during inference: {kernel}. This "
                                  "causes a latency spike; consider extending warmup to cover this shape/config. "
                                  f"Signature: {{'x': '*fp32', 'n': 'i32'}}, device: {pid % 8}")))
    return "".join(text + "\n" for _, text in sorted(lines, key=lambda line: line[0])).encode()


def members(contaminated):
    """Name → bytes of the log bundle's members, in their order."""
    files = {}
    for name, pid in WORKERS.items():
        compiles = [("18:38:05", "_warm_kernel")] if "decode" in name else []
        if contaminated and name == "node-1_decode_w1.out":
            compiles.append(("18:39:05", "_late_kernel"))
        files["./" + name] = log(pid, compiles)
    files["./" + RESULT] = RAW.encode()
    return files
