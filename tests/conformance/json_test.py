#!/usr/bin/env python3
"""json_test.py COMMAND TOY_PLUGIN: `mpidbg plugin check`, its exit codes, and its JSON against the schema."""

import json
import os
import resource
import subprocess
import sys
import tempfile
import unittest

import jsonschema

HERE = os.path.dirname(os.path.abspath(__file__))
COMMAND, PLUGIN = sys.argv[1:3]
TOY = os.path.join(HERE, "toy.json")


def check(*words, breaks=""):
    return subprocess.run([COMMAND, "plugin", "check", *words], env=dict(os.environ, BREAK=breaks), capture_output=True,
                          text=True, timeout=600)


class PluginCheck(unittest.TestCase):
    def report(self, *words, breaks=""):
        with open(os.path.join(HERE, "../../corefile/command/verbs/plugin.schema.json"), encoding="utf-8") as file:
            schema = json.load(file)
        result = check("--json", *words, breaks=breaks)
        report = json.loads(result.stdout)
        jsonschema.validate(report, schema)
        return result.returncode, report

    def test_conforms(self):
        code, report = self.report("--process", TOY, PLUGIN)
        self.assertEqual(code, 0)
        self.assertTrue(report["conforms"])
        self.assertEqual({rule["outcome"] for rule in report["rules"]}, {"held"})
        self.assertEqual(report["understood"][0], "Toy MPI, 64-bit little-endian")

    def test_broken_rule(self):
        code, report = self.report("--process", TOY, PLUGIN, breaks="MQS-15")
        self.assertEqual(code, 1)
        self.assertFalse(report["conforms"])
        (broken,) = [rule for rule in report["rules"] if rule["outcome"] == "broken"]
        self.assertEqual((broken["id"], broken["level"]), ("MQS-15", "must"))
        self.assertEqual(broken["witnesses"][0]["where"], "Toy MPI, 64-bit little-endian, first.next points to its own object")

    def test_broken_advice(self):
        code, report = self.report("--process", TOY, PLUGIN, breaks="MQS-32")
        self.assertEqual(code, 0)
        self.assertEqual([rule["id"] for rule in report["rules"] if rule["outcome"] == "broken"], ["MQS-32"])

    def test_no_process_of_its_library(self):
        code, report = self.report(PLUGIN)
        self.assertEqual(code, 6)
        self.assertEqual(report["understood"], [])

    def test_why_nothing_is_understood(self):
        result = check("-v", PLUGIN)
        self.assertEqual(result.returncode, 6)
        self.assertIn("  Open MPI 4, 64-bit little-endian is not understood: mqs_image_has_queues: ", result.stdout)
        self.assertNotIn("is not understood", check(PLUGIN).stdout)

    def test_text(self):
        result = check("--process", TOY, PLUGIN, breaks="MQS-07")
        self.assertEqual(result.returncode, 1)
        self.assertIn("  MQS-07  BROKEN  writes nothing to the debugger's stdout and stderr\n"
                      "      a program without MPI: setting up\n", result.stdout)
        self.assertTrue(result.stdout.endswith("\n  faulty\n"), result.stdout)

    def test_too_few_descriptors(self):
        """Not a word about the plugin, whose fault it is not."""
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        for few in (8, 12):
            result = subprocess.run([COMMAND, "plugin", "check", "--json", PLUGIN], capture_output=True, text=True, timeout=600,
                                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few, limits[1])))
            self.assertEqual((result.returncode, result.stdout), (6, ""))
            self.assertRegex(result.stderr, "^mpidbg: cannot test .*/toy.so: [0-9]+ more files can be opened, and 16 are needed; "
                             "ulimit -n shows the limit\n$")

    def test_refusal(self):
        """What the plugin says of a process, and what the command sees itself."""
        with subprocess.Popen(["cat"], stdin=subprocess.PIPE) as process:
            result = subprocess.run([COMMAND, "queues", "--plugin", PLUGIN, str(process.pid)], capture_output=True, text=True,
                                    timeout=600, env=dict(os.environ, BREAK=""))
            process.kill()
        self.assertEqual((result.returncode, result.stdout), (6, ""))
        self.assertRegex(result.stderr, "^mpidbg: pid [0-9]+ has no types of the toy MPI library .*; "
                         "pid [0-9]+ is not an MPI process: .*/cat has loaded no MPI library\n$")

    def test_processes_that_are_none(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write("{")
            file.flush()
            for path, problem in ((file.name, "is not JSON"), ("/nonexistent.json", "No such file or directory")):
                result = check("--process", path, PLUGIN)
                self.assertEqual((result.returncode, result.stdout), (6, ""))
                self.assertIn(path, result.stderr)
                self.assertIn(problem, result.stderr)
        result = check(PLUGIN, "999999999")
        self.assertEqual((result.returncode, result.stdout), (6, ""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
