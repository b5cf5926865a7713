"""Lines as engines log them at this moment, in UTC, for logs that are written while they are followed; bench/live.py
writes them too."""
import re
import time


def stamp():
    return time.strftime("%m-%d %H:%M:%S", time.gmtime())


def armed(pid):
    return (f"(Worker_TP0 pid={pid}) INFO {stamp()} [jit_monitor.py:117] Kernel JIT monitor activated; monitored JIT "
            "compilations during inference will use mode=warn.\n")


def verbose(pid):
    return (f"(EngineCore pid={pid}) INFO {stamp()} [core.py:51] Initializing a V1 LLM engine (v0.29.0) with config: "
            "model='demo', observability_config=ObservabilityConfig(jit_monitor_mode='warn', jit_monitor_verbose=True)\n")


def compiled(pid, kernel="_demo_kernel"):
    return (f"(Worker_TP0 pid={pid}) WARNING {stamp()} [jit_monitor.py:86] Triton kernel JIT compilation during "
            f"inference: {kernel}. This causes a latency spike; consider extending warmup to cover this shape/config.\n")


def beat(pid, tokens="812.4"):
    return (f"(EngineCore pid={pid}) INFO {stamp()} [loggers.py:127] Engine 000: Avg prompt throughput: {tokens} tokens/s, "
            "Avg generation throughput: 96.1 tokens/s, Running: 3 reqs, Waiting: 0 reqs\n")


def dead(pid):
    return f"(APIServer pid={pid}) ERROR {stamp()} [async_llm.py:711] EngineCore encountered an issue. See stack trace.\n"


def dated(line):
    """The line as a format of date(1): it gets the time at which it is written."""
    return re.sub(r"\d\d-\d\d \d\d:\d\d:\d\d", "%m-%d %H:%M:%S", line).rstrip("\n")
