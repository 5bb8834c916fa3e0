"""No false alarms: programs that do not hang, stopped by the verdict at any instant.

MPIDBG_TEST_INSTANTS: how often each of them is stopped. MPIDBG_TEST_SEED: of the instants, as a failure names it.
"""

import json
import os
import random
import re
import time
import unittest

from mpi_job import Job, RealTest, load_part, run_mpidbg

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples", "correct.c"), encoding="utf-8") as source:
    WAYS = re.findall(r'^ *WAY\((\w+)\),$', source.read(), re.M)

INSTANTS = int(os.environ.get("MPIDBG_TEST_INSTANTS", "3"))
SEED = os.environ.get("MPIDBG_TEST_SEED") or str(random.SystemRandom().randrange(1 << 32))
STUCK = 3


class WhyCorrectTest(RealTest):
    def check(self, way):
        suspected = 0
        instants = random.Random(f"{SEED} {way}")
        with Job("correct", 3, way, environment={"OMPI_MCA_mpi_yield_when_idle": "1"}) as job:
            for _ in range(INSTANTS):
                time.sleep(instants.uniform(0, 0.02))  # any instant will do
                result = run_mpidbg("why", "--json", *job.pids)
                self.assertNotEqual(result.returncode, STUCK, f"MPIDBG_TEST_SEED={SEED}\n{result.stdout}")
                findings = json.loads(result.stdout)["verdict"]["findings"]
                suspected += any(finding["can_never_go_on"] for finding in findings)
        self.assertLess(suspected, INSTANTS, f"{way} is suspected at each instant; MPIDBG_TEST_SEED={SEED}")

    def test_there_are_ways(self):
        self.assertGreaterEqual(len(WAYS), 30)


def add_tests():
    for way in WAYS:
        def test(self, way=way):
            self.check(way)
        setattr(WhyCorrectTest, f"test_{way}", test)


add_tests()

load_tests = load_part

if __name__ == "__main__":
    unittest.main()
