#!/usr/bin/python3
"""Replays seeds, found inputs and seeded mutations of both through every target: `replay.py FUZZ_REPLAY [MUTATIONS]`.
Part of the ordinary tests, so that a target that no longer holds shows without a fuzzer."""

import concurrent.futures
import os
import subprocess
import sys
import tempfile

import seeds

# Of the targets that read an input many times over, or start much for each, fewer.
SLOW = {"yaml": 0.1, "saved": 0.2, "rules": 0.3}


def main():
    program, mutations = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    with tempfile.TemporaryDirectory() as folder:
        seeds.main(folder)

        def replay(target):
            found = os.path.join(seeds.HERE, "found", target)
            return subprocess.run([program, target, str(int(mutations * SLOW.get(target, 1))), os.path.join(folder, target),
                                   found], cwd=folder, capture_output=True, check=False)

        failed = 0
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for target, done in zip(seeds.SEEDS, pool.map(replay, seeds.SEEDS)):
                print(done.stdout.decode(errors="replace"), end="")
                if done.returncode != 0:
                    failed += 1
                    print(f"{target}: ended with {done.returncode}\n{done.stderr.decode(errors='replace')[-4000:]}")
                    if os.path.exists(os.path.join(folder, "fuzz_replay.found")):
                        with open(os.path.join(folder, "fuzz_replay.found"), "rb") as file:
                            print(f"its input: {file.read()!r}"[:4000])
        return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
