// The state of a request, and what is known of who waits for it.

#include <doctest/doctest.h>

#include "mqs_shim/render/render.h"

using namespace mqs_shim;

TEST_CASE("a completed request is not said to be forgotten while a wait for several is in progress") {
  ProcessReport report;
  report.mpi_state = MPIDBG_MPI_INITIALIZED;
  report.handles.requests.asked = true;
  RequestRecord &record = report.handles.requests.objects.emplace_back();
  record.handle = Address(0x5600);
  record.type = MPIDBG_REQUEST_POINT_TO_POINT;
  record.state = MPIDBG_REQUEST_COMPLETE;
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
