"""Packages of npm for tests that need them: exactly those that a package-lock.json names, fetched at test time into build/.

Node is the machine's where it is 20 or later, else npm's own. Without npm, and without a network, this fails where CI is
true, and says what is missing.
"""
import fcntl
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
BUILD = os.path.join(os.path.dirname(os.path.dirname(HERE)), "build")


def install(source, into):
    """What the lock of `source` names, once; then it stays."""
    with open(os.path.join(source, "package-lock.json"), "rb") as file:
        lock = hashlib.sha256(file.read()).hexdigest()
    mark = os.path.join(into, "installed")
    os.makedirs(into, exist_ok=True)
    with open(os.path.join(into, "lock"), "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # tests run side by side, and two of them may want node
        if os.path.exists(mark):
            with open(mark, encoding="utf-8") as file:
                if json.load(file) == lock:
                    return
        fetch(source, into)
        with open(mark, "w") as file:
            json.dump(lock, file)


def fetch(source, into):
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(os.path.join(source, name), into)
    subprocess.run(["npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"], cwd=into, check=True,
                   stdin=subprocess.DEVNULL, timeout=300)


def node():
    found = shutil.which("node")
    said = subprocess.run([found, "--version"], capture_output=True, text=True).stdout if found else ""
    version = re.match(r"v(\d+)\.", said)
    if version and int(version[1]) >= 20:
        return found
    install(os.path.join(HERE, "node"), os.path.join(BUILD, "npm", "node"))
    return glob.glob(os.path.join(BUILD, "npm", "node", "node_modules", "node-linux-*", "bin", "node"))[0]


def ready(source, into):
    """Installs what `source` names into `into`, and gives node's path. Skips the test where there is no npm."""
    if not shutil.which("npm"):
        if os.environ.get("CI") == "true":
            raise RuntimeError("there is no npm here: ./dev deps")
        raise unittest.SkipTest("there is no npm here (./dev deps)")
    install(source, into)
    return node()
