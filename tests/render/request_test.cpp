// The state of a request, and what is known of who waits for it.

#include <doctest/doctest.h>

#include "mqs_shim/render/render.h"

using namespace mqs_shim;

namespace {

// A process that was asked for its requests and has one, at 0x5600.
ProcessReport with_request(decltype(RequestRecord::type) type, decltype(RequestRecord::state) state) {
  ProcessReport report;
  report.mpi_state = MPIDBG_MPI_INITIALIZED;
  report.handles.requests.asked = true;
  RequestRecord &record = report.handles.requests.objects.emplace_back();
  record.handle = Address(0x5600);
  record.type = type;
  record.state = state;
  return report;
}

}  // namespace

TEST_CASE("--tag shows requests of the tag, and receives of any tag unless a message of another has matched") {
  ProcessReport report;
  report.mpi_state = MPIDBG_MPI_INITIALIZED;
  report.handles.requests.asked = true;
  const auto add = [&](std::uint64_t handle, std::optional<int> tag, std::optional<int> matched) {
    RequestRecord &record = report.handles.requests.objects.emplace_back();
    record.handle = Address(handle);
    record.type = MPIDBG_REQUEST_POINT_TO_POINT;
    record.state = MPIDBG_REQUEST_ACTIVE;
    record.tag = tag;
    if (!tag) record.flags |= MPIDBG_REQUEST_INFO_ANY_TAG;
    if (matched) record.matched = MatchedRecord{{0, 1, 0, 1}, *matched, 4};
  };
  add(0x5601, 9, {});
  add(0x5602, 8, {});
  add(0x5603, {}, {});
  add(0x5604, {}, 9);
  add(0x5605, {}, 8);
  RenderOptions options;
  options.tag = 9;
  const std::string shown = render(Noun::requests, Format::text, {&report, 1}, options);
  for (const char *handle : {"0x5601", "0x5603", "0x5604"}) CHECK(shown.find(handle) != std::string::npos);
  for (const char *handle : {"0x5602", "0x5605"}) CHECK(shown.find(handle) == std::string::npos);
}

TEST_CASE("a list of requests is complete with one that has no schedule any more, as its operation is complete") {
  ProcessReport report = with_request(MPIDBG_REQUEST_COLLECTIVE, MPIDBG_REQUEST_ACTIVE);
  RequestRecord &record = report.handles.requests.objects.front();
  record.schedule_problem = "the library has thrown the schedule away";
  const auto json = [&] { return render(Noun::requests, Format::json, {&report, 1}, {}); };
  record.transfer_completed = false;
  CHECK(json().find("\"requests\": {\"complete\": false") != std::string::npos);
  record.transfer_completed = true;
  CHECK(json().find("\"requests\": {\"complete\": true") != std::string::npos);
}

TEST_CASE("a completed request is not said to be forgotten while a wait for several is in progress") {
  ProcessReport report = with_request(MPIDBG_REQUEST_POINT_TO_POINT, MPIDBG_REQUEST_COMPLETE);
  const auto text = [&] { return render(Noun::requests, Format::text, {&report, 1}, {}); };
  CHECK(text().find("complete, not waited for") != std::string::npos);
  ThreadRecord &thread = report.threads.emplace_back();
  thread.call = "MPI_Recv";
  CHECK(text().find("complete, not waited for") != std::string::npos);
  for (const char *call : {"MPI_Waitall", "MPI_Waitsome", "MPI_Waitany"}) {
    thread.call = call;
    CHECK(text().find(std::string("complete, perhaps one that ") + call + " waits for") != std::string::npos);
  }
}

TEST_CASE("JSON has the partitions of a request, also of one, and none where there are none") {
  ProcessReport report = with_request(MPIDBG_REQUEST_POINT_TO_POINT, MPIDBG_REQUEST_ACTIVE);
  RequestRecord &record = report.handles.requests.objects.front();
  const auto has = [&](const char *text) {
    return render(Noun::requests, Format::json, {&report, 1}, {}).find(text) != std::string::npos;
  };
  record.partitions_ready = 0;
  CHECK_FALSE(has("\"partitions"));
  record.partitions = 1;
  CHECK(has("\"partitions\": 1, \"partitions_ready\": 0"));
}
