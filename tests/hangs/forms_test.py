#!/usr/bin/env python3
"""Compares all forms of the answers about jobs, recorded ones that hang, or samples of every kind of verdict that are
made by hand: they have to state the same facts.

    forms_test.py WRITE_FORMS LIBRARY [WAY...]
    forms_test.py WRITE_FORMS samples [NAME...]

Each test is a rule. It gets the forms of one job after the other (write_forms.cpp), and fails with the facts that one
form states and the other does not. A change of wording changes the tables in why_facts.py and report_facts.py.
"""

import functools
import json
import os
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import report_facts  # noqa: E402
import same_facts  # noqa: E402
import why_facts  # noqa: E402

WRITE_FORMS, LIBRARY = sys.argv[1:3]
WITHOUT = [f"why without rank {rank}" for rank in range(3)]
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
                rule(self, {"size": job["size"], **job["forms"]})
    return test


def of_each_verdict(rule):
    """Also of the same job without one of its ranks."""
    @functools.wraps(rule)
    def test(self):
        for job in self.jobs:
            for name in ("why", *WITHOUT):
                if name in job["forms"]:
                    with self.subTest(way=job["way"], verdict=name):
                        forms = {form: job["forms"][f"{name} {form}".strip()] for form in FORMS}
                        rule(self, {"size": job["size"], **forms})
    return test


class Rules(same_facts.SameFacts):
    @classmethod
    def setUpClass(cls):
        cls.jobs = read_jobs()


class Verdicts(Rules):
    def test_the_outcome_in_json_is_the_exit_code(self):
        for job in self.jobs:
            with self.subTest(way=job["way"]):
                outcome = json.loads(job["forms"]["why json"])["verdict"]["outcome"]
                self.assertEqual(why_facts.EXIT_CODES[outcome], job["code"])

    @of_each_verdict
    def test_text_of_each_rank_is_json(self, forms):
        self.assert_text_is_json(forms["each"], forms["json"], forms["size"])

    @of_each_verdict
    def test_merged_text_is_text_of_each_rank(self, forms):
        self.assert_merged_text_is_text(forms[""], forms["each"], forms["size"])

    @of_each_verdict
    def test_conditions_in_json_are_in_the_sentence_beside_them(self, forms):
        self.assert_conditions_are_in_sentences(forms["json"])

    @of_each_verdict
    def test_graph_is_json(self, forms):
        self.assert_graph_is_json(forms["dot"], forms["json"])

    @of_each_verdict
    def test_page_is_text_graph_and_json(self, forms):
        self.assert_page_is_text_and_json(forms["html"], forms[""], forms["json"])
        if json.loads(forms["json"])["verdict"]["findings"]:
            self.assertEqual(why_facts.of_page(forms["html"]).dot, forms["dot"])


class Parts(Rules):
    @of_each_job
    def test_a_missing_rank_is_named(self, forms):
        for rank, name in enumerate(WITHOUT):
            answer = json.loads(forms[f"{name} json"])
            self.assertEqual(answer["missing_ranks"], [rank])
            others = [one for one in range(forms["size"]) if one != rank]
            self.assertEqual([one["rank"] for one in answer["processes"]], others)
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
        self.assert_queues(forms["queues"], forms["queues full"], forms["queues json"], forms["queues full json"], forms["size"])

    @of_each_job
    def test_communicators(self, forms):
        self.assert_communicators(forms["comms"], forms["comms json"], full=False)
        self.assert_communicators(forms["comms full"], forms["comms full json"], full=True)

    @of_each_job
    def test_ranks(self, forms):
        for form in ("ranks", "ranks full"):
            self.assert_calls(forms[form], forms[f"{form} json"])

    @of_each_job
    def test_stacks(self, forms):
        for form in ("stacks", "stacks full"):
            self.assert_stacks(forms[form], forms[f"{form} json"])
        self.assert_same("graph", report_facts.stacks_of_dot(forms["stacks dot"]),
                         "JSON", report_facts.stacks_of_json(forms["stacks json"]))

    @of_each_job
    def test_pending(self, forms):
        self.assert_same("pending", report_facts.pending_of_lines(forms["pending"]),
                         "queues", report_facts.pending_of_json(forms["queues json"]))

    @of_each_job
    def test_differences_of_two_looks(self, forms):
        for form in ("diff of the same", "diff of the next"):
            for text in (form, f"{form} each"):
                self.assert_paces(forms[text], forms[f"{form} json"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "Verdicts"] if LIBRARY == "samples" else sys.argv[:1])
