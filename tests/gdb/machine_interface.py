"""GDB's machine interface: the commands' result records, and what they say."""

import json
import subprocess

from gdb_run import QUIET, SCRIPT, environment


class Results:
    """A result record of MI: `name=value,...` with "text", {tuple} and [list]. The lists of gdb have values, not results."""

    def __init__(self, text):
        self._text, self._at = text, 0

    def parse(self):
        members = self._members("")
        if self._at != len(self._text):
            raise AssertionError(f"not MI at {self._at}: {self._text[self._at:self._at + 60]}")
        return members

    def _members(self, end):
        members = {}
        while self._at < len(self._text) and self._text[self._at] != end:
            equals = self._text.index("=", self._at)
            name = self._text[self._at:equals]
            self._at = equals + 1
            members[name] = self._value()
            self._skip(",")
        return members

    def _value(self):
        opening = self._text[self._at]
        self._at += 1
        if opening == '"':
            begin = self._at
            while self._text[self._at] != '"':
                self._at += 2 if self._text[self._at] == "\\" else 1
            self._at += 1
            return json.loads('"' + self._text[begin:self._at])
        if opening == "{":
            members = self._members("}")
            self._at += 1
            return members
        assert opening == "[", self._text[self._at - 1:self._at + 60]
        items = []
        while self._text[self._at] != "]":
            items.append(self._value())
            self._skip(",")
        self._at += 1
        return items

    def _skip(self, character):
        if self._at < len(self._text) and self._text[self._at] == character:
            self._at += 1


def records_of(pid, *commands):
    """The result record of each command."""
    text = "".join(f"{number}{command}\n" for number, command in enumerate(commands, 1))
    result = subprocess.run(["gdb", *QUIET, "-i=mi", "-p", str(pid), "-ex", f"source {SCRIPT}"], input=text + "-gdb-exit\n",
                            capture_output=True, text=True, timeout=120, env=environment(), check=False)
    if result.returncode != 0 or "Traceback" in result.stderr or "Python Exception" in result.stderr:
        raise AssertionError(f"GDB ended with {result.returncode}\n{result.stderr}")
    records = []
    for number in range(1, len(commands) + 1):
        lines = [line[len(str(number)) + 1:] for line in result.stdout.splitlines() if line.startswith(f"{number}^")]
        if len(lines) != 1:
            raise AssertionError(f"{commands[number - 1]}: {result.stdout}")
        records.append(lines[0])
    return records


def results_of(pid, *commands):
    """The results of each command by name; of one that failed, "msg"."""
    return [Results(record.partition(",")[2]).parse() for record in records_of(pid, *commands)]
