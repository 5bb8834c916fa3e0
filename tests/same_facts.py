"""Rules for the forms of one answer: text, JSON, graph and page have to state the same facts. A failure lists the facts
that only one of two forms states.
"""

import json
import unittest
from collections import Counter

import report_facts
import why_facts


class SameFacts(unittest.TestCase):
    maxDiff = None

    def assert_same(self, one, first, other, second):
        left, right = Counter(first), Counter(second)
        lines = [f"only in {one}: {fact}" for fact in sorted(map(str, (left - right).elements()))]
        lines += [f"only in {other}: {fact}" for fact in sorted(map(str, (right - left).elements()))]
        if lines:
            self.fail("\n  " + "\n  ".join(lines))

    # ---- why ----

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

    def assert_text_is_json(self, each, answer, size):
        """Of text with a line for each rank."""
        self.assert_same_verdict("text", why_facts.of_text(each, size), "JSON", why_facts.of_json(answer))

    def assert_merged_text_is_text(self, merged, each, size):
        self.assert_same_verdict("merged text", why_facts.of_text(merged, size),
                                 "text of each rank", why_facts.of_text(each, size))

    def assert_conditions_are_in_sentences(self, answer):
        """Conditions in JSON, and the sentence that says beside them what a rank waits for."""
        for finding in json.loads(answer)["verdict"]["findings"]:
            for agent in finding["waiting"] + finding["behind"]:
                for condition in agent["conditions"]:
                    if condition["kind"] in why_facts.MESSAGES and not condition["internal"]:
                        for words in why_facts.words_of_message(agent["rank"], condition):
                            self.assertIn(words, agent["waits_for"])

    def assert_graph_is_json(self, dot, answer):
        """An edge from each rank to each one that it waits for, and no other; the missing ones are not in JSON."""
        answer, graph = json.loads(answer), why_facts.of_dot(dot)
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

    def assert_page_is_text_and_json(self, page, text, answer):
        page, answer = why_facts.of_page(page), json.loads(answer)
        self.assertEqual(page.words, text.split())
        texts = page.data["texts"]
        self.assert_same("page", [(row["rank"], texts[row["target"]], texts[row["activity"]])
                                  for row in why_facts.rows_of_page(page.data, "ranks", "rank")],
                         "JSON", [(one["rank"], one["target"], one["activity"]) for one in answer["processes"]])
        self.assert_same("page", [(texts[row["kind"]], texts[row["proof"]])
                                  for row in why_facts.rows_of_page(page.data, "findings", "finding")],
                         "JSON", [(one["kind"], one["proof"] or "") for one in answer["verdict"]["findings"]])

    # ---- lists ----

    def assert_queues(self, text, full_text, answer, full_answer, size):
        """Text counts what it does not show; in full, with --all -v, both have it."""
        shown, full = report_facts.queues_of_json(answer), report_facts.queues_of_json(full_answer)
        self.assert_same("text in full", report_facts.queues_of_text(full_text, size).elements(),
                         "JSON in full", full.elements())
        not_shown = Counter((fact[0], "not shown") for fact in (full - shown).elements())
        self.assert_same("text", report_facts.queues_of_text(text, size).elements(),
                         "JSON", (shown + not_shown).elements())
        self.assert_same("JSON", (shown - full).elements(), "JSON in full", [])

    def assert_communicators(self, text, answer, full):
        self.assert_same("text", report_facts.communicators_of_text(text, full),
                         "JSON", report_facts.communicators_of_json(answer, full))

    def assert_calls(self, text, answer):
        self.assert_same("text", report_facts.calls_of_text(text), "JSON", report_facts.calls_of_json(answer))

    def assert_stacks(self, text, answer):
        self.assert_same("text", report_facts.stacks_of_text(text), "JSON", report_facts.stacks_of_json(answer))

    def assert_paces(self, text, answer):
        """Of diff."""
        self.assert_same("text", report_facts.paces_of_text(text), "JSON", report_facts.paces_of_json(answer))
