"""The facts of a verdict, read from each form of `mpidbg why`: text, JSON, a graph for Graphviz, a page.

Text words some facts in another way than JSON. The tables at the top have these words, and change with them.
"""

import html
import json
import os
import re
from typing import Any, NamedTuple

# The title of a finding in text, by its kind in JSON.
TITLES = {
    "deadlock": "DEADLOCK",
    "collective mismatch": "COLLECTIVE MISMATCH",
    "self-deadlock": "SELF-DEADLOCK",
    "waits for exited": "DEAD PEER",
    "waits for finalized": "FINALIZED PEER",
    "unmatched": "UNMATCHED",
    "waits for running": "WAITING",
    "waits for polling": "WAITING",
    "waits for stopped": "WAITING",
    "waits for not started": "WAITING",
    "waits for its own program": "WAITING",
    "waits for outside": "WAITING",
    "waits for returning": "MOVING",
    "waits for missing": "RANKS MISSING",
    "waits for unknown": "NOT ENOUGH INFORMATION",
}
# Findings of these kinds, in which each rank waits alone, are one in text if they follow each other.
JOINED = {"self-deadlock", "waits for exited", "waits for finalized"}
PROOFS = {"counters": "proved", "instant": "proved", "transport": "proved", "looks": "two equal looks",
          "suspected": "not proved", None: ""}
EXIT_CODES = {"goes on": 0, "stuck": 3, "ranks missing": 4, "may go on": 5, "unseen": 6}
WAITS_FOR = "  waits for "
BEHIND = re.compile(r"behind (?:it|them): ")
NOT_PROVED = "not proved for "
ON_ITS_WAY = "; what it waits for is on its way"
MISSING = re.compile(r"not (?:below mpirun \d+|among the targets): ")
CAUSES = re.compile(r"(?:Likely|Possible) causes?$")
# Of several ranks a verb is another one.
VERBS = {"are": "is", "have": "has", "run": "runs", "poll": "polls", "poll:": "polls:", "wait": "waits"}
RANKS = re.compile(r"\branks? (\d+ down to \d+|\d[\d:-]*(?:,\d[\d:-]*)*)")
MESSAGES = {"receive", "probe", "send"}  # kinds of conditions that name a message


class Wait(NamedTuple):
    rank: int
    place: str  # the call, and where it was made
    waits_for: str


class Finding(NamedTuple):
    title: str
    proof: str
    waiting: set  # of Wait
    behind: set  # of (rank, place)
    waited_for: set  # of (rank, activity); in text also remarks about ranks that wait
    not_proved_for: set  # of ranks
    parts: set  # only in JSON: parts of a call, or nonblocking collectives, which text may leave out


class Verdict(NamedTuple):
    findings: list
    causes: list  # sentences


def ranks_of_set(text):
    """The ranks of 0-3,7 and of 0-126:2 and of 7 down to 0."""
    if " down to " in text:
        first, last = map(int, text.split(" down to "))
        return list(range(first, last - 1, -1))
    ranks = []
    for part in text.split(","):
        span, _, step = part.partition(":")
        begin, _, end = span.partition("-")
        ranks += range(int(begin), int(end or begin) + 1, int(step or 1))
    return ranks


def ranks_in(text):
    """All ranks that the text names."""
    return [rank for ranks in RANKS.findall(text) for rank in ranks_of_set(ranks)]


def resolved(text, rank, size):
    """The text for one rank, of a line of several that names peers by their distance: rank+1, itself."""
    text = re.sub(r"\bitself\b", f"rank {rank}", text)
    return re.sub(r"\brank([+-]\d+)", lambda distance: f"rank {(rank + int(distance[1])) % size}", text)


def singular(activity):
    first, _, rest = activity.partition(" ")
    return f"{VERBS.get(first, first)} {rest}"


def site_of(site: dict[str, Any] | None):
    """function (file:line), as in text."""
    if site is None:
        return ""
    place = ""
    if site["file"] is not None:
        place = f"{os.path.basename(site['file'])}:{site['line']}"
    elif site["module"] is not None:
        place = os.path.basename(site["module"]) + (f"+0x{site['offset']:x}" if site["offset"] else "")
    if site["function"] is None:
        return place
    return f"{site['function']} ({place})" if place else site["function"]


def title_of(one):
    """By kind and proof; what the sockets show decides about what should arrive."""
    if one["proof"] == "suspected":
        return "SUSPECTED"
    if one["kind"] != "waits for arrival":
        return TITLES[one["kind"]]
    if any(socket["phase"] != "connects" for socket in one["in_network"]):
        return "IN THE NETWORK"
    return "NOT CONNECTED" if one["in_network"] else "STANDING STILL"


def shown(text):
    """As text has it, where characters that a terminal obeys are escaped."""
    return re.sub(r"[\x00-\x1f\x7f]", lambda one: f"\\x{ord(one[0]):02x}", text)


def place_of(agent):
    site = site_of(agent["site"])
    return shown(agent["call"] + (f" at {site}" if site else ""))


def of_text(text, size):
    verdict = Verdict([], [])
    section = ""
    for line in text.splitlines():
        title = re.match(r"([A-Z][A-Z -]+): ", line)
        if title:
            proof = re.search(r"  (proved|not proved|two equal looks)\b", line)
            section = "finding"
            verdict.findings.append(Finding(title[1], proof[1] if proof else "", set(), set(), set(), set(), set()))
        elif not line.startswith("  "):
            section = line
        elif section == "finding":
            add_line(verdict.findings[-1], line.strip(), size)
        elif CAUSES.match(section):
            verdict.causes.append(line.strip())
    # A title by itself is about a job without findings.
    return Verdict([finding for finding in verdict.findings if any(finding[2:])], verdict.causes)


def add_line(finding, line, size):
    behind = BEHIND.match(line)
    if behind:
        who, _, place = line[behind.end():].partition("  ")
        finding.behind.update((rank, place) for rank in ranks_in(who))
    elif line.startswith(NOT_PROVED):
        finding.not_proved_for.update(ranks_in(line.partition(":")[0]))
    elif WAITS_FOR in line:
        who, _, rest = line.partition("  ")
        place, _, wait = rest.partition(WAITS_FOR)
        finding.waiting.update(Wait(rank, place.strip(), resolved(wait, rank, size)) for rank in ranks_in(who))
    elif RANKS.match(line):
        who, _, activity = line.partition("  ")
        if activity:
            finding.waited_for.update((rank, singular(activity.partition(ON_ITS_WAY)[0])) for rank in ranks_in(who))


def missing_in_text(text):
    return [rank for line in text.splitlines() if MISSING.match(line) for rank in ranks_in(line)]


def of_json(text):
    verdict = json.loads(text)["verdict"]
    findings = []
    last = None
    for one in verdict["findings"]:
        finding = finding_of_json(one)
        alike = (one["kind"], one["proof"], one["waited_for"], [lack["lack"] for lack in one["not_proved_for"]])
        if one["kind"] in JOINED and alike == last:
            for together, added in zip(findings[-1][2:], finding[2:]):
                together.update(added)
        else:
            findings.append(finding)
        last = alike
    return Verdict(findings, [cause["sentence"] for cause in verdict["likely_causes"]])


def finding_of_json(one):
    proof = PROOFS[one["proof"]]
    waited_for = {(process["rank"], process["activity"]) for process in one["waited_for"] if process["target"]}
    waiting, behind, parts = set(), set(), set()
    for agent in one["waiting"]:
        wait = Wait(agent["rank"], place_of(agent), agent["waits_for"])
        waiting.add(wait)
        if agent["tid"] is None:
            parts.add(wait)
    for agent in one["behind"]:
        if agent["rank"] not in {rank for rank, _ in waited_for}:
            behind.add((agent["rank"], place_of(agent)))
        if agent["tid"] is None:
            parts.add((agent["rank"], place_of(agent)))
    lacks = [] if proof == "proved" else one["not_proved_for"]
    title = title_of(one)
    return Finding(title, proof, waiting, behind, waited_for,
                   {rank for lack in lacks for rank in lack["ranks"]}, parts)


def words_of_message(rank, condition):
    """Parts of the sentence that says what the rank waits for."""
    tag, peer, communicator = condition["tag"], condition["peer"], condition["communicator"]
    yield "any tag" if tag is None else f"tag {tag}"
    yield f"(context {communicator['context_id']})" if communicator["name"] is None else f"on {shown(communicator['name'])}"
    if peer != rank:
        yield "any rank" if peer is None else f"rank {peer} "


class Graph(NamedTuple):
    waiting: set  # of (rank, place)
    missing: set  # of ranks
    edges: list  # of the ranks of both nodes: each of the first waits for some of the second
    proved: list  # of (kind of finding, whether it is proved)


def lines_of_label(attributes):
    label = re.search(r'label="((?:[^"\\]|\\.)*)"', attributes)[1]
    return [re.sub(r"\\(.)", r"\1", line).replace("&amp;", "&") for line in label.split("\\n")]


def of_dot(text):
    graph = Graph(set(), set(), [], [])
    ranks_of_node = {}
    for line in text.splitlines():
        node = re.match(r' +(node\d+) \[id="\1", class="(\w+)", (.*)\];$', line)
        edge = re.match(r" +(node\d+) -> (node\d+) \[(.*)\];$", line)
        if node:
            ranks, *place = lines_of_label(node[3])
            ranks_of_node[node[1]] = ranks_in(ranks)
            if node[2] == "missing":
                graph.missing.update(ranks_in(ranks))
            elif node[2] != "idle":
                graph.waiting.update((rank, " at ".join(place)) for rank in ranks_in(ranks))
        elif edge:
            graph.edges.append((ranks_of_node[edge[1]], ranks_of_node[edge[2]]))
        elif line.strip().startswith('label="'):
            kind, _, proof = lines_of_label(line)[0].partition(", ")
            graph.proved.append((kind, proof == "proved"))
    return graph


class Page(NamedTuple):
    words: list  # of the verdict
    dot: str  # empty if there is no graph
    data: dict  # of the script


def of_page(text):
    words = re.search(r'<section id="verdict">\n<h2>Verdict</h2>(.*?)<section id="graph">', text, re.S)[1]
    dot = re.search(r"<pre>(digraph.*?)</pre>", text, re.S)
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1])
    return Page(html.unescape(re.sub(r"<[^>]*>", " ", words)).split(), html.unescape(dot[1]) if dot else "", data)


def rows_of_page(data, table, columns):
    return [dict(zip(data["columns"][columns], row)) for row in data[table]]
