"""Complete text in a file that a test expects. Where it differs, the test fails with the difference."""

import difflib
import unittest


def compare(test: unittest.TestCase, path: str, text: str, anew: bool) -> None:
    """`anew`: the file is written first, for a difference that is wanted."""
    if anew:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    with open(path, encoding="utf-8") as file:
        expected = file.read()
    if text != expected:
        test.fail("".join(difflib.unified_diff(expected.splitlines(True), text.splitlines(True), path, "now")))
