#!/usr/bin/env python3
"""JSON of sample reports against the schema: json_test.py WRITE_JSON SCHEMA PMPI_SCHEMA"""

import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

from strictness import accepted_strangers

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import answer_schema  # noqa: E402

PMPI_ANSWER = {"schema": "mpidbg-pmpi-1", "processes": [{
    "target": "pid 4151", "library": "/usr/lib/libmpi.so.40",
    "functions": [{"name": "MPI_Recv",
                   "definitions": [{"module": "/tmp/libtool.so", "address": "0x7f0010", "weak": False}],
                   "profiling": [{"module": "/usr/lib/libmpi.so.40", "address": None, "weak": True}],
                   "redirected": [{"caller": "/tmp/program", "module": None, "address": "0x7f0020"}]}],
    "fortran": [{"module": "/usr/lib/libmpi_mpifh.so.40", "call_mpi": 2, "call_pmpi": 300}],
    "unseen": ["/tmp/deleted.so"]}]}


def main():
    write_json, schema_path, pmpi_schema_path = sys.argv[1:]
    schema = json.loads(pathlib.Path(schema_path).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failures = 0
    answers = {}
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run([write_json, directory], check=True)
        for path in sorted(pathlib.Path(directory).iterdir()):
            answer = answers[path.stem] = json.loads(path.read_text(encoding="utf-8"))
            for error in validator.iter_errors(answer):
                failures += 1
                print(f"{path.name}: {'/'.join(map(str, error.absolute_path))}: {error.message}")

    def check(what, condition):
        nonlocal failures
        if not condition:
            failures += 1
            print("wrong:", what)

    verdicts = [name for name in answers if name.startswith("why_") and name != "why_all"]
    check("a verdict of each kind", len({finding["kind"] for name in verdicts
                                         for finding in answers[name]["verdict"]["findings"]}) == 15)
    check("a file for each noun but show, and with --all", len(answers) - len(verdicts) == 42)
    hung, rich, plain, unseen, failed, *_ = answers["queues"]["processes"]
    world = hung["communicators"][0]
    check("ordered by context", [c["context"] for c in hung["communicators"]] == [0, 1, 3])
    receive = world["queues"]["posted"]["operations"][0]
    check("blocking call", receive["waiting_call"] == "MPI_Recv" and receive["waited_on"])
    check("address", receive["buffer"] == "0x7ffe5206012c")
    check("any source", hung["communicators"][2]["queues"]["posted"]["operations"][0]["world_rank"] is None)
    check("an empty queue is a list", world["queues"]["sends"]["operations"] == [])
    for queue in unseen["communicators"][0]["queues"].values():
        check("an unseen queue is no list", queue["operations"] is None and "pml cm" in queue["reason"])
    check("hung is complete, unseen is not", hung["complete"] and not unseen["complete"] and not failed["complete"])
    check("name repaired", rich["communicators"][2]["name"] == "bad \x1b[31m\ufffd\u00e9\\")
    check("spawned peer", rich["communicators"][2]["queues"]["posted"]["operations"][0]["job"] == 2)
    check("hidden counted", rich["communicators"][0]["queues"]["posted"]["internal_not_shown"] == 1)
    everything = answers["queues_all"]["processes"][1]["communicators"]
    check("--all", len(everything) == len(rich["communicators"]) + 1 and
          everything[0]["queues"]["posted"]["internal_not_shown"] == 0)
    check("plain text kept", plain["communicators"][0]["queues"]["posted"]["operations"][0]["extra_text"])
    cart = answers["comms"]["processes"][1]["communicators"][0]
    check("cartesian", cart["cartesian"] == {"dims": [2, 2], "periods": [True, False], "coords": [0, 1]})
    cvars = answers["cvars"]["processes"][5]["cvars"]
    check("cvars", cvars["complete"] and cvars["inactive"] == 3 and
          [item["value"] for item in cvars["objects"]] == ["2", "a\nb", None, "0.1", None])
    check("a value that cannot be seen", cvars["objects"][4]["value_reason"] == "it is unreadable")
    check("a complete list with it, as described",
          "value_reason" in schema["$defs"]["process_cvars"]["properties"]["cvars"]["properties"]["complete"]["description"])
    pvars = answers["pvars"]["processes"][5]["pvars"]["objects"]
    check("pvars", pvars[0]["values"] == [{"object": None, "name": None, "elements": ["7"], "reason": None, "snapshot": None}] and
          pvars[1]["values"][0]["elements"] == ["0", "0", "5", "0"])
    categories = answers["categories"]["processes"][5]
    check("categories", categories["update_number"] == 12 and
          categories["categories"]["objects"][1]["pvars"] == [{"index": 0, "name": "bytes"}, {"index": 9, "name": None}])
    past = answers["pvars"]["processes"][6]
    check("history", past["pvars"]["objects"][0]["values"][0]["history"] == [
        {"snapshot": 7, "elements": ["9"], "reason": None, "wrapped": False},
        {"snapshot": 8, "elements": ["7"], "reason": None, "wrapped": True}])
    check("snapshots", [item["at"] for item in past["snapshots"]["objects"]] == ["init", "signal"])
    check("mismatches", [(item["name"], item["property"], item["values"]) for item in answers["pvars"]["mismatches"]] == [
        ("bytes", "read-only", ["yes", "no"])])
    (event,) = answers["events"]["processes"][6]["events"]["objects"]
    check("events", event["instances"] == [{"timestamp": "12", "source": 0, "source_name": "network", "object": None,
                                            "values": ["5", None]}] and event["dropped"] == 2)
    check("missing ranks", answers["ranks"]["missing_ranks"] == [3, 4, 5])

    # The schema is strict: what it does not know is an error.
    optional = {"recorder", "history", "snapshots", "mismatches", "sessions"}
    # The ring of 10,000 ranks has no object that the other verdicts lack.
    small = {name: answer for name, answer in answers.items() if name != "why_ring_of_10000"}
    for stranger in accepted_strangers(validator, small.values(), optional=optional):
        check("refused: " + stranger, False)
    # The quicker check of the other tests says the same.
    quicker = answer_schema.validator(schema)
    for stranger in accepted_strangers(quicker, [small["stacks"], small["queues"]], optional=optional):
        check("refused by the quicker check: " + stranger, False)
    check("accepted by the quicker check", all(map(quicker.is_valid, small.values())))
    pmpi_schema = json.loads(pathlib.Path(pmpi_schema_path).read_text())
    jsonschema.Draft202012Validator.check_schema(pmpi_schema)
    for stranger in accepted_strangers(jsonschema.Draft202012Validator(pmpi_schema), [PMPI_ANSWER]):
        check("pmpi, refused: " + stranger, False)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
