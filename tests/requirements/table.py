#!/usr/bin/env python3
"""Which test keeps which requirement.

    table.py [--check] TESTS LIST...   prints a Markdown table; with --check fails if a requirement has no test
    table.py --self-test               shows that it can fail

LIST has one requirement a line: an id (HC1, Z7), a word for what it is about, and the requirement. A test keeps it by naming
the id: a doctest test case or subcase in its name, a Python test in its name's docstring. HC1-HC4 names all four. Test files
count only if the CMakeLists.txt of their folder, or one above, names them or takes all of their kind; tests count only if they
assert something. That what they assert is the requirement, mutate.py shows.
"""

import ast
import os
import re
import sys
import tempfile

ID = r"[A-Z]{1,2}\d+"
# In doctest, or in a helper that a test calls; in Python, a method of the test's.
ASSERTION = re.compile(r"\b(CHECK|REQUIRE|FAIL)\w*\(|\b(check|expect|compare|verify)\w*\(|\bfails\(")
TEST_CASE = re.compile(r"(?:TEST_CASE_FIXTURE\(\s*\w+,|(?:TEST_CASE|SUBCASE|TEST_CASE_TEMPLATE)\()"
                       r"\s*((?:\"(?:[^\"\\]|\\.)*\"\s*)+)")
PYTHON_ASSERTION = re.compile(r"^(assert|check|expect|compare|fail|examine|show|verify)")


def requirements(paths):
    rows = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.strip() and not line.startswith("#"):
                    rows.append(line.rstrip("\n").split(None, 2))
    return rows


def ids_in(text):
    found = set()
    for first, last in re.findall(rf"\b({ID})(?:-({ID}|\d+))?\b", text):
        letters, begin = re.match(r"([A-Z]+)(\d+)", first).groups()
        end = re.search(r"\d+$", last).group(0) if last else begin
        found.update(f"{letters}{number}" for number in range(int(begin), int(end) + 1))
    return found


def tests_of_python(path):
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test") and asserts(node):
            yield node.name, ast.get_docstring(node) or ""


def asserts(function):
    """Whether a Python test asserts, itself or through a method that says so by its name."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Attribute, ast.Name)):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            if PYTHON_ASSERTION.match(name):
                return True
    return False


def tests_of_doctest(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    # Names in several literals: "..." "..."
    for match in TEST_CASE.finditer(text):
        name = "".join(re.findall(r"\"((?:[^\"\\]|\\.)*)\"", match.group(1)))
        end = text.find("\n}\n", match.end())  # of the test case
        if ASSERTION.search(text, match.end(), end if end >= 0 else len(text)):
            yield name, name


def is_registered(path, root):
    folder, name = os.path.split(path)
    stem = name.rsplit(".", 1)[0]
    while True:
        lists = os.path.join(folder, "CMakeLists.txt")
        if os.path.exists(lists):
            with open(lists, encoding="utf-8") as file:
                text = file.read()
            if name in text or re.search(rf"\b{re.escape(stem)}\b", text) or ("GLOB" in text and name.split(".")[-1] in text):
                return True
        if os.path.samefile(folder, root):
            return False
        folder = os.path.dirname(folder)


def find_tests(root):
    """id -> names of tests with their files"""
    kept = {}
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith("_test.py") or (name.startswith("test_") and name.endswith(".py")):
                tests = tests_of_python(path)
            elif name.endswith(".cpp"):
                tests = tests_of_doctest(path)
            else:
                continue
            for test, text in tests:
                for requirement in ids_in(text):
                    if is_registered(path, root):
                        kept.setdefault(requirement, []).append((os.path.relpath(path, root), test))
    return kept


def table(rows, kept):
    lines = ["| | | requirement | tests |", "|---|---|---|---|"]
    for requirement, about, what in rows:
        tests = sorted({f"{path}: {test}" for path, test in kept.get(requirement, [])})
        lines.append(f"| {requirement} | {about} | {what} | {'<br>'.join(tests) or '**none**'} |")
    return "\n".join(lines)


def run(arguments):
    check = "--check" in arguments
    root, *lists = [argument for argument in arguments if argument != "--check"]
    rows = requirements(lists)
    kept = find_tests(root)
    if not check:
        print(table(rows, kept))
        return 0
    missing = [requirement for requirement, _, _ in rows if requirement not in kept]
    print(f"{len(rows)} requirements, {len(missing)} without a test{': ' if missing else ''}{', '.join(missing)}")
    return 1 if missing or not rows else 0


def self_test():
    with tempfile.TemporaryDirectory() as root:
        def write(name, text):
            with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                file.write(text)

        write("list.txt", "# comment\nHC1 comm name\nHC2 comm flag\nZ7 all garbage\n")
        write("CMakeLists.txt", "a_test.cpp test_b")
        write("a_test.cpp", 'TEST_CASE("HC1-HC2 the "\n "name") {\n  CHECK(true);\n}\n')
        write("test_b.py", 'def test_x(self):\n    """Z7: garbage."""\n    self.assertTrue(x)\n')
        write("c_test.cpp", 'TEST_CASE("HC1 unregistered") {\n  CHECK(true);\n}\n')
        lists = os.path.join(root, "list.txt")
        assert run(["--check", root, lists]) == 0
        write("test_b.py", 'def helper(self):\n    """Z7: garbage."""\n    self.assertTrue(x)\n')
        assert run(["--check", root, lists]) == 1
        write("test_b.py", 'def test_x(self):\n    """Z7: garbage."""\n    x()\n')
        assert run(["--check", root, lists]) == 1
        write("test_b.py", 'def test_x(self):\n    """Z7: garbage."""\n    assert x\n')
        assert run(["--check", root, lists]) == 0
        write("a_test.cpp", 'TEST_CASE("HC1-HC2 name") {\n  call();\n}\n\nTEST_CASE("other") {\n  CHECK(true);\n}\n')
        assert run(["--check", root, lists]) == 1
        write("a_test.cpp", 'TEST_CASE_FIXTURE(Fixture,\n    "HC1-HC2 the "\n "name") {\n  CHECK(true);\n}\n')
        assert run(["--check", root, lists]) == 0
        write("CMakeLists.txt", "test_b")
        assert "HC1" not in find_tests(root)
    return 0


if __name__ == "__main__":
    sys.exit(self_test() if sys.argv[1:] == ["--self-test"] else run(sys.argv[1:]))
