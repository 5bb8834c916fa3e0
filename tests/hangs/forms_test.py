#!/usr/bin/env python3
"""Compares all forms of the answers about recorded jobs that hang: they have to state the same facts.

    forms_test.py WRITE_FORMS LIBRARY [WAY...]

Each test is a rule. It gets the forms of one job after the other (write_forms.cpp), and fails with the facts that one
form states and the other does not. A change of wording changes the tables in why_facts.py and report_facts.py.
"""

import functools
import json
import os
import subprocess
import sys
import unittest
from collections import Counter

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import report_facts  # noqa: E402
import why_facts  # noqa: E402

WRITE_FORMS, LIBRARY = sys.argv[1:3]
SIZE = 3  # ranks of each job
VERDICTS = ["why", *(f"why without rank {rank}" for rank in range(SIZE))]
FORMS = ["", "each", "json", "dot", "html"]  # of each verdict


def read_jobs():
    lines = subprocess.run([WRITE_FORMS, LIBRARY], check=True, capture_output=True, text=True).stdout.splitlines()
    jobs = [json.loads(line) for line in lines]
    return [job for job in jobs if not sys.argv[3:] or job["way"] in sys.argv[3:]]


def of_each_job(rule):
    @functools.wraps(rule)
    def test(self):
        for job in self.jobs:
            with self.subTest(way=job["way"]):
                rule(self, job["forms"])
    return test


def of_each_verdict(rule):
    """Also of the same job without one of its ranks."""
    @functools.wraps(rule)
    def test(self):
        for job in self.jobs:
            for name in VERDICTS:
                with self.subTest(way=job["way"], verdict=name):
                    rule(self, {form: job["forms"][f"{name} {form}".strip()] for form in FORMS})
    return test


class Rules(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.jobs = read_jobs()

    def assert_same(self, one, first, other, second):
        left, right = Counter(first), Counter(second)
        lines = [f"only in {one}: {fact}" for fact in sorted(map(str, (left - right).elements()))]
        lines += [f"only in {other}: {fact}" for fact in sorted(map(str, (right - left).elements()))]
        if lines:
            self.fail("\n  " + "\n  ".join(lines))


class Verdicts(Rules):
    def assert_same_verdict(self, one, first, other, second):
        self.assert_same(f"{one}, causes", first.causes, f"{other}, causes", second.causes)
        self.assert_same(one, [(finding.title, finding.proof) for finding in first.findings],
                         other, [(finding.title, finding.proof) for finding in second.findings])
        for left, right in zip(first.findings, second.findings):
            for part in ("waiting", "behind"):
                stated = getattr(left, part)
                self.assert_same(f"{one}, {part}", stated,
                                 f"{other}, {part}", getattr(right, part) - (right.parts - stated))
            self.assert_same(f"{one}, not proved for", left.not_proved_for,
                             f"{other}, not proved for", right.not_proved_for)
            waiting = {wait.rank for wait in left.waiting}
            remarks = {fact for fact in left.waited_for - right.waited_for if fact[0] in waiting}
            self.assert_same(f"{one}, waited for", left.waited_for - remarks,
                             f"{other}, waited for", right.waited_for)

    def test_the_outcome_in_json_is_the_exit_code(self):
        for job in self.jobs:
            with self.subTest(way=job["way"]):
                outcome = json.loads(job["forms"]["why json"])["verdict"]["outcome"]
                self.assertEqual(why_facts.EXIT_CODES[outcome], job["code"])

    @of_each_verdict
    def test_text_of_each_rank_is_json(self, forms):
        self.assert_same_verdict("text", why_facts.of_text(forms["each"], SIZE),
                                 "JSON", why_facts.of_json(forms["json"]))

    @of_each_verdict
    def test_merged_text_is_text_of_each_rank(self, forms):
        self.assert_same_verdict("merged text", why_facts.of_text(forms[""], SIZE),
                                 "text of each rank", why_facts.of_text(forms["each"], SIZE))

    @of_each_verdict
    def test_conditions_in_json_are_in_the_sentence_beside_them(self, forms):
        for finding in json.loads(forms["json"])["verdict"]["findings"]:
            for agent in finding["waiting"] + finding["behind"]:
                for condition in agent["conditions"]:
                    if condition["kind"] in why_facts.MESSAGES and not condition["internal"]:
                        for words in why_facts.words_of_message(agent["rank"], condition):
                            self.assertIn(words, agent["waits_for"])

    @of_each_verdict
    def test_graph_is_json(self, forms):
        """An edge from each rank to each one that it waits for, and no other; the missing ones are not in JSON."""
        answer, graph = json.loads(forms["json"]), why_facts.of_dot(forms["dot"])
        findings = answer["verdict"]["findings"]
        agents = [agent for finding in findings for agent in finding["waiting"] + finding["behind"]]
        self.assert_same("graph", graph.waiting,
                         "JSON", {(agent["rank"], why_facts.place_of(agent)) for agent in agents})
        self.assertLessEqual(graph.missing, set(answer["missing_ranks"]))
        self.assert_same("graph", set(graph.proved), "JSON",
                         {(finding["kind"], why_facts.PROOFS[finding["proof"]] == "proved")
                          for finding in findings if finding["can_never_go_on"]})
        waits = {(agent["rank"], rank) for agent in agents for condition in agent["conditions"]
                 for rank in condition["ranks"]}
        edges = [{(one, other) for one in ranks for other in others} for ranks, others in graph.edges]
        of_others = {(one, other) for one, other in waits if one != other}  # what is in the background is not drawn
        self.assertLessEqual(of_others, set().union(*edges))
        for (ranks, others), between in zip(graph.edges, edges):
            if not graph.missing.issuperset(others):
                self.assertTrue(waits & between, f"no condition for the edge from {ranks} to {others}")

    @of_each_verdict
    def test_page_is_text_graph_and_json(self, forms):
        page, answer = why_facts.of_page(forms["html"]), json.loads(forms["json"])
        self.assertEqual(page.words, forms[""].split())
        if answer["verdict"]["findings"]:
            self.assertEqual(page.dot, forms["dot"])
        texts = page.data["texts"]
        self.assert_same("page", [(row["rank"], texts[row["target"]], texts[row["activity"]])
                                  for row in why_facts.rows_of_page(page.data, "ranks", "rank")],
                         "JSON", [(one["rank"], one["target"], one["activity"]) for one in answer["processes"]])
        self.assert_same("page", [(texts[row["kind"]], texts[row["proof"]])
                                  for row in why_facts.rows_of_page(page.data, "findings", "finding")],
                         "JSON", [(one["kind"], one["proof"] or "") for one in answer["verdict"]["findings"]])

    @of_each_job
    def test_a_missing_rank_is_named(self, forms):
        for rank, name in enumerate(VERDICTS[1:]):
            answer = json.loads(forms[f"{name} json"])
            self.assertEqual(answer["missing_ranks"], [rank])
            self.assertEqual([one["rank"] for one in answer["processes"]], [one for one in range(SIZE) if one != rank])
            self.assertEqual(why_facts.missing_in_text(forms[name]), [rank])

    @of_each_job
    def test_summaries_of_parts_give_the_same_verdict(self, forms):
        self.assertEqual(json.loads(forms["why put together json"]), json.loads(forms["why json"]))

    @of_each_job
    def test_looks_of_collectors_give_the_verdict_of_own_looks(self, forms):
        self.assertEqual(json.loads(forms["why directly json"]), json.loads(forms["why json"]))


class Lists(Rules):
    @of_each_job
    def test_queues(self, forms):
        """Text counts what it does not show; JSON in full has it."""
        shown, full = (report_facts.queues_of_json(forms[form]) for form in ("queues json", "queues full json"))
        self.assert_same("full text", report_facts.queues_of_text(forms["queues full"], SIZE).elements(),
                         "JSON", full.elements())
        not_shown = Counter((fact[0], "not shown") for fact in (full - shown).elements())
        self.assert_same("text", report_facts.queues_of_text(forms["queues"], SIZE).elements(),
                         "JSON", (shown + not_shown).elements())
        self.assert_same("JSON", (shown - full).elements(), "JSON in full", [])

    @of_each_job
    def test_communicators(self, forms):
        for form, full in (("comms", False), ("comms full", True)):
            self.assert_same(f"text of {form}", report_facts.communicators_of_text(forms[form], full),
                             "JSON", report_facts.communicators_of_json(forms[f"{form} json"], full))

    @of_each_job
    def test_ranks(self, forms):
        for form in ("ranks", "ranks full"):
            self.assert_same(f"text of {form}", report_facts.calls_of_text(forms[form]),
                             "JSON", report_facts.calls_of_json(forms[f"{form} json"]))

    @of_each_job
    def test_stacks(self, forms):
        for form in ("stacks", "stacks full"):
            self.assert_same(f"text of {form}", report_facts.stacks_of_text(forms[form]),
                             "JSON", report_facts.stacks_of_json(forms[f"{form} json"]))
        self.assert_same("graph", report_facts.stacks_of_dot(forms["stacks dot"]),
                         "JSON", report_facts.stacks_of_json(forms["stacks json"]))

    @of_each_job
    def test_pending(self, forms):
        self.assert_same("pending", report_facts.pending_of_lines(forms["pending"]),
                         "queues", report_facts.pending_of_json(forms["queues json"]))

    @of_each_job
    def test_differences_of_two_looks(self, forms):
        for form in ("diff of the same", "diff of the next"):
            of_json = report_facts.paces_of_json(forms[f"{form} json"])
            self.assert_same(form, report_facts.paces_of_text(forms[form]), "JSON", of_json)
            self.assert_same(f"{form}, each rank", report_facts.paces_of_text(forms[f"{form} each"]), "JSON", of_json)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
