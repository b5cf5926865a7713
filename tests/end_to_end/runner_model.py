"""What the GitHub runner makes of a step: which lines of its output are commands, what its files set, what is shown.

After actions/runner: ActionCommand (both forms), .NET's ReadLine (a lone CR ends a line), EnvFileKeyValuePairs, the
summary's limit, the limits of annotations.
"""
import os
import re

REGISTERED = {"set-env", "add-path", "set-output", "save-state", "add-mask", "add-matcher", "remove-matcher", "debug",
              "warning", "error", "notice", "group", "endgroup", "echo", "stop-commands", "internal-set-repo-path",
              "set-repo-path"}
MOST_OF_SUMMARY = 1024 * 1024
ESCAPES = (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%"))


def lines(output):
    """As the runner reads them: LF, CR LF and a lone CR end a line."""
    return re.split("\r\n|\n|\r", output.decode("utf-8", errors="replace"))


def unescaped(text):
    for code, char in ESCAPES:
        text = text.replace(code, char)
    return text


def command(line):
    """(name, properties, data) where the runner takes the line for a command, else None."""
    start = line.lstrip()
    if start.startswith("::") and "::" in start[2:]:
        head, data = start[2:].split("::", 1)
        name, _, rest = head.partition(" ")
        if name.lower() in REGISTERED:
            pairs = [one.split("=", 1) for one in rest.split(",") if "=" in one]
            return name.lower(), {key.strip(): unescaped(value) for key, value in pairs}, unescaped(data)
    at = line.find("##[")
    if at >= 0 and "]" in line[at:]:
        head, data = line[at + 3:].split("]", 1)
        name = head.split(" ", 1)[0]
        if name.lower() in REGISTERED:
            return name.lower(), {}, data
    return None


def commands(output):
    return [found for found in map(command, lines(output)) if found]


def outputs(path):
    """What a file of outputs sets; ValueError where the runner would fail the step."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    values, at = {}, 0
    rows = text.split("\n")
    if text and not text.endswith("\n"):
        raise ValueError("the last line has no end")
    rows.pop()
    while at < len(rows):
        row = rows[at]
        at += 1
        if not row:
            continue
        equals, heredoc = row.find("="), row.find("<<")
        if equals < 0 and heredoc < 0:
            raise ValueError(f"invalid format: {row}")
        if heredoc < 0 or 0 <= equals < heredoc:
            values[row[:equals]] = row[equals + 1:]
            continue
        name, delimiter = row[:heredoc], row[heredoc + 2:]
        if not name or not delimiter or delimiter not in rows[at:]:
            raise ValueError(f"no end of {name}")
        end = rows.index(delimiter, at)
        values[name] = "\n".join(rows[at:end])
        at = end + 1
    return values


def summary(path):
    """The text that is shown; None where the runner drops it."""
    if not os.path.exists(path):
        return ""
    with open(path, "rb") as file:
        text = file.read()
    return None if len(text) > MOST_OF_SUMMARY else text.decode("utf-8")
