"""Following live logs: the delay from a line to its report (aim: under 1 s), and what following idle logs costs (aim:
under 1 % of a core with 64 of them). A part of `./dev bench`."""
import os
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "end_to_end"))
from engine_lines import armed, beat, compiled  # noqa: E402

JITGATE = os.path.abspath(os.environ.get("JITGATE", "build/release/jitgate"))
EVENTS = 30
LOGS = 64
IDLE_SECONDS = 30


def watching(folder):
    return subprocess.Popen([JITGATE, "watch", folder, "--no-stop"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                            text=True)


def delays(history):
    """Of lines written every so often behind `history` bytes of others."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "decode_w0.out")
        with open(path, "w", encoding="utf-8") as log:
            log.write(armed(7))
            line = beat(7)
            log.write(line * (history // len(line)))
            log.flush()
            process = watching(folder)
            time.sleep(4)
            found = []
            for number in range(EVENTS):
                time.sleep(0.6 + 0.037 * number)
                log.write(compiled(7, f"_kernel_{number}"))
                log.flush()
                begun = time.monotonic()
                while f"_kernel_{number} " not in process.stderr.readline():
                    pass
                found.append(time.monotonic() - begun)
            process.terminate()
            process.communicate()
    return found


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def idle(beats):
    """Share of a core with 64 logs that say nothing, or a heartbeat every ten seconds as engines do."""
    with tempfile.TemporaryDirectory() as folder:
        logs = [open(os.path.join(folder, f"n0_decode_w{n}.out"), "w", encoding="utf-8") for n in range(LOGS)]
        for pid, log in enumerate(logs):
            log.write(armed(pid) + beat(pid) * 1000)
            log.flush()
        process = watching(folder)
        time.sleep(5)
        before, begun = processor_seconds(process.pid), time.monotonic()
        while time.monotonic() - begun < IDLE_SECONDS:
            time.sleep(10)
            for pid, log in enumerate(logs if beats else ()):
                log.write(beat(pid))
                log.flush()
        share = (processor_seconds(process.pid) - before) / (time.monotonic() - begun)
        process.terminate()
        process.communicate()
        for log in logs:
            log.close()
    return share


def main():
    for history in (0, 50_000_000):
        found = delays(history)
        print(f"line to report, {history // 1_000_000} MB of log before it: median {statistics.median(found):.2f} s, "
              f"longest {max(found):.2f} s (aim: under 1 s)")
    for beats, what in ((False, "silent"), (True, "a heartbeat every 10 s")):
        print(f"{LOGS} logs, {what}: {100 * idle(beats):.2f} % of a core (aim: under 1 %)")
