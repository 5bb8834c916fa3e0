"""`windows` with the components beside the default one: each keeps its state of synchronisation in its own way."""

import unittest

from test_windows import STATES
from windows import WindowTest


class Components(WindowTest):
    def check(self, component):
        for state in STATES:
            self.check_state(component, state, 3, core=state in ("pscw", "wait"))
        self.check_state(component, "lock", 1)

    def test_pt2pt(self):
        """HW6 HW7 HW8 windows over messages"""
        self.check("pt2pt")

    def test_sm(self):
        """HW6 HW7 HW8 windows of shared memory"""
        self.check("sm")

    def test_ucx(self):
        """HW6 HW7 HW8 windows over UCX"""
        self.check("ucx")


if __name__ == "__main__":
    unittest.main()
