#!/usr/bin/env python3
"""`mpidbg why` of a job under Python: the Python functions and lines that made the calls."""

import json
import os
import unittest

from mpi_job import Job, RealTest, run_mpidbg, validate

PYTHON = "/usr/bin/python3"  # Debian's: python3-mpi4py belongs to it
SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples", "halo.py")
STUCK = 3


class WhyPython(RealTest):
    def expect(self, job, *targets):
        """Each rank's call and place are what it has said itself."""
        expected = {fact["rank"]: (fact["call"], fact["function"], fact["file"], fact["line"])
                    for fact in job.facts if fact["fact"] == "blocked"}

        def differences():
            result = run_mpidbg("why", "--json", *targets)
            if result.returncode != STUCK:
                return [f"exit code {result.returncode}:\n{result.stdout}{result.stderr}"]
            answer = json.loads(result.stdout)
            validate(answer)
            found = {}
            for finding in answer["verdict"]["findings"]:
                for agent in finding["waiting"] + finding["behind"]:
                    if agent["site"]:
                        site = agent["site"]
                        found[agent["rank"]] = (agent["call"], site["function"], site["file"], site["line"])
            return [] if found == expected else [f"{found}\nis not\n{expected}"]

        self.assert_settles(differences)
        text = run_mpidbg("why", *targets).stdout
        for call, function, _, line in expected.values():
            self.assertIn(f"{call} at {function} (halo.py:{line})", text)
        stacks = run_mpidbg("stacks", *targets).stdout
        self.assertIn("<module> (halo.py:", stacks)
        self.assertNotIn("_PyEval_EvalFrameDefault", stacks)
        self.assertIn("_PyEval_EvalFrameDefault", run_mpidbg("stacks", "--all", *targets).stdout)

    def test_lines(self):
        with Job(PYTHON, 3, SCRIPT, environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
            self.expect(job, *job.pids)
            self.assert_untouched(job)
            self.expect(job, *[job.gcore(pid) for pid in job.pids])


if __name__ == "__main__":
    unittest.main()
