#!/usr/bin/env python3
"""The page of `mpidbg why` in a browser: page_test.py CHROMIUM DOT WRITE_PAGE"""

import os
import subprocess
import sys
import tempfile
import unittest

from browser import Browser

CHROMIUM, DOT, WRITE_PAGE = sys.argv[1:4]
WINDOW = (1000, 700)


def is_red(pixel):
    red, green, blue = pixel
    return red > 150 and green < 130 and blue < 130


def brightness(pixel):
    return sum(pixel) / 3


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        cls.browser = Browser(CHROMIUM, cls.directory.name)
        cls.addClassCleanup(cls.directory.cleanup)
        cls.addClassCleanup(cls.browser.close)
        cls.browser.window(*WINDOW)

    def open(self, job):
        svg, page = (os.path.join(self.directory.name, job + end) for end in (".svg", ".html"))
        dot = subprocess.run([WRITE_PAGE, job], check=True, stdout=subprocess.PIPE).stdout
        with open(svg, "wb") as file:
            subprocess.run([DOT, "-Tsvg"], input=dot, stdout=file, check=True)
        with open(page, "wb") as file:
            subprocess.run([WRITE_PAGE, job, svg], stdout=file, check=True)
        self.browser.faults.clear()
        self.browser.color_scheme("light")
        self.browser.open(page)
        self.browser.wait_until("document.documentElement.dataset.ready === '1'")
        return page

    def tearDown(self):
        self.assertEqual(self.browser.faults, [])
        self.assertEqual(self.browser.value("performance.getEntriesByType('resource').map((entry) => entry.name)"), [])

    def text(self, selector):
        return self.browser.value(f"document.querySelector('{selector}').innerText")

    def rows(self, section):
        return self.browser.value(f"[...document.querySelectorAll('#{section} tbody > tr')].map((row) => row.innerText)")

    def test_verdict_and_roll_call(self):
        self.open("wrong_tag")
        self.assertIn("DEADLOCK: ranks 0", self.text("#verdict"))
        self.assertIn("exchange (stencil.c:88)", self.text("#verdict"))
        self.assertNotIn("MPI_COMM_SELF", self.text("#roll"))
        roll = self.rows("roll")
        self.assertTrue(any("in MPI_Barrier" in row and "ranks 2-127" in row for row in roll), roll)
        self.assertTrue(any("not in it: MPI_Recv at exchange (stencil.c:88)" in row and "rank 0" in row for row in roll), roll)

    def test_a_node_opens_its_ranks(self):
        self.open("wrong_tag")
        self.assertEqual(len(self.rows("ranks")), 128)
        self.browser.click("#node1 text")
        self.browser.wait_until("document.querySelectorAll('#ranks tbody > tr').length === 1")
        self.assertIn("MPI_Ssend at exchange (stencil.c:91)", self.rows("ranks")[0])
        self.browser.click("#ranks tbody > tr td")
        self.assertIn("rank 3 to receive tag 4 on halo", self.text("#ranks .evidence"))
        self.assertIn("main (solver.c:17)", self.text("#ranks .evidence"))
        self.browser.click("#ranks .filters button")
        self.browser.wait_until("document.querySelectorAll('#ranks tbody > tr').length === 128")

    def test_search(self):
        self.open("wrong_tag")
        self.browser.type("#queues input", "unexpected tag 8")
        self.browser.wait_until("document.querySelectorAll('#queues tbody > tr').length === 1")
        self.assertRegex(self.rows("queues")[0], r"^0\s+unexpected\s+1\s+8\s+MPI_COMM_WORLD")
        self.browser.type("#ranks input", "stencil.c:88")
        self.browser.wait_until("document.querySelectorAll('#ranks tbody > tr').length === 1")
        self.assertIn("rank 1 to send tag 7 on MPI_COMM_WORLD", self.rows("ranks")[0])
        self.browser.type("#ranks input", "no such thing")
        self.browser.wait_until("document.querySelectorAll('#ranks tbody > tr').length === 0")

    def test_stacks_open_and_close(self):
        self.open("wrong_tag")
        self.assertIn("ranks 2-127", self.text("#stacks"))
        self.assertNotIn("MPI_Ssend", self.text("#stacks"))
        self.assertNotIn("_start", self.text("#stacks"))
        self.browser.click("#open-stacks")
        self.browser.wait_until("document.querySelector('#stacks').innerText.includes('MPI_Ssend')")
        self.browser.click("#stacks details > summary")
        self.browser.wait_until("!document.querySelector('#stacks').innerText.includes('MPI_Ssend')")

    def background(self, name):
        """The colour of most pixels of the window."""
        picture = self.browser.screenshot()
        self.assertEqual((picture.width, picture.height), WINDOW)
        directory = os.environ.get("KEEP_SCREENSHOTS")
        if directory:
            with open(os.path.join(directory, name + ".png"), "wb") as file:
                file.write(picture.png)
        return picture.pixels().most_common(1)[0][0]

    def red_pixels(self, selector):
        pixels = self.browser.screenshot(selector).pixels()
        return sum(count for pixel, count in pixels.items() if is_red(pixel))

    def test_screenshot(self):
        self.open("wrong_tag")
        for scheme, is_dark in (("light", False), ("dark", True)):
            self.browser.color_scheme(scheme)
            paper = self.background(scheme)
            self.assertEqual(brightness(paper) < 60, is_dark, f"{scheme}: {paper}")
            # The verdict is red; words of a rank are readable; nodes of the core are red in the graph, others are not.
            self.assertGreater(self.red_pixels("#outcome"), 20, scheme)
            words = self.browser.screenshot("#verdict td").pixels()
            self.assertGreater(max(abs(brightness(pixel) - brightness(paper)) for pixel in words), 150, scheme)
            for node in ("#node0", "#node1", "#node2"):
                self.assertGreater(self.red_pixels(node), 100, f"{scheme} {node}")
            self.assertEqual(self.red_pixels("#node3"), 0, scheme)
        self.browser.click("#theme")
        self.assertGreater(brightness(self.background("switched")), 200)

    def test_hostile_texts_are_texts(self):
        self.open("hostile_texts")
        self.assertEqual(self.browser.value("document.title"), "mpidbg why: deadlock")
        self.assertEqual(self.browser.value("document.images.length + document.scripts.length"), 2)
        self.browser.click("#ranks tbody > tr td")
        shown = r"""</script><script>document.title='owned'</script><img src=x onerror=alert(1)> "';&amp;&#60;\\N\x0a\x1b[31m"""
        for section in ("ranks", "verdict", "roll"):
            self.assertIn(shown, self.text(f"#{section}"), section)
        self.assertIn("<script>document.title='owned'", self.browser.value("document.querySelector('#node0').textContent"))

    def test_no_foreign_script_runs(self):
        """Even if a text became an element: the policy allows the script of the page alone."""
        self.open("wrong_tag")
        self.browser.value("""(() => { const made = document.createElement('script'); made.textContent = "document.title = 'owned'";
                                      document.body.append(made); })()""")
        self.assertEqual(self.browser.value("document.title"), "mpidbg why: deadlock")
        self.assertEqual(len(self.browser.faults), 1)
        self.browser.faults.clear()

    def test_ten_thousand_ranks(self):
        page = self.open("large")
        self.assertLessEqual(os.path.getsize(page), 10_000_000)
        self.assertEqual(len(self.rows("ranks")), 200)
        self.browser.click("#ranks p button")
        self.browser.wait_until("document.querySelectorAll('#ranks tbody > tr').length === 400")
        self.browser.type("#ranks input", "13999")
        self.browser.wait_until("document.querySelectorAll('#ranks tbody > tr').length === 1")
        self.browser.type("#queues input", "rank=9999 unexpected")
        self.browser.wait_until("document.querySelectorAll('#queues tbody > tr').length === 2")

    def test_small_answers(self):
        self.open("all_run")
        self.assertIn("Nobody waits for anybody", self.text("#graph"))
        self.open("any_source")
        self.assertIn("not among the targets", self.text("#graph"))


if __name__ == "__main__":
    if not os.path.exists(CHROMIUM) or not os.path.exists(DOT):
        print("needs chromium and graphviz")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
