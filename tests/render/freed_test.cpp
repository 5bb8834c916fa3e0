// Whether a handle was freed is read, noted by the recorder or inferred: the words say "(inferred)" only for the last.

#include <doctest/doctest.h>

#include "mqs_shim/render/render.h"

using namespace mqs_shim;

namespace {

ProcessReport report_about(mpidbg_handle_kind_t kind) {
  ProcessReport report;
  report.mpi_state = MPIDBG_MPI_INITIALIZED;
  report.shown = HandleReferenceRecord{kind, Address(0x5600)};
  return report;
}

std::string shown(const ProcessReport &report) {
  RenderOptions options;
  options.show_kind = static_cast<mpidbg_handle_kind_t>(report.shown->kind);
  return render(Noun::show, Format::text, {&report, 1}, options);
}

bool is_inferred(const std::string &text) {
  CHECK(text.find("freed by the application") != std::string::npos);
  return text.find("freed by the application (inferred)") != std::string::npos;
}

}  // namespace

TEST_CASE("a datatype whose MPI_Type_free the recorder saw") {
  ProcessReport report = report_about(MPIDBG_KIND_DATATYPE);
  report.handles.datatypes.asked = true;
  DatatypeRecord &record = report.handles.datatypes.objects.emplace_back();
  record.handle = Address(0x5600);
  record.flags = MPIDBG_DATATYPE_INFO_FREED_HANDLE | MPIDBG_DATATYPE_INFO_FREED_HANDLE_KNOWN;
  CHECK_FALSE(is_inferred(shown(report)));
  CHECK_FALSE(is_inferred(summary(report)));
  record.flags |= MPIDBG_DATATYPE_INFO_FREED_HANDLE_INFERRED;
  CHECK(is_inferred(shown(report)));
  CHECK(is_inferred(summary(report)));
}

TEST_CASE("a freed datatype is in use, unless the library would have destroyed it") {
  ProcessReport report = report_about(MPIDBG_KIND_DATATYPE);
  report.handles.datatypes.asked = true;
  DatatypeRecord &record = report.handles.datatypes.objects.emplace_back();
  record.handle = Address(0x5600);
  record.flags = MPIDBG_DATATYPE_INFO_FREED_HANDLE | MPIDBG_DATATYPE_INFO_FREED_HANDLE_KNOWN;
  CHECK(shown(report).find("freed by the application, still in use") != std::string::npos);
  CHECK(shown(report).find("freed by the library") == std::string::npos);
  record.flags |= MPIDBG_DATATYPE_INFO_FREED_OBJECT;
  CHECK(shown(report).find("still in use") == std::string::npos);
  CHECK(shown(report).find("freed by the application  freed by the library") != std::string::npos);
}

TEST_CASE("a communicator whose MPI_Comm_free the recorder saw") {
  ProcessReport report = report_about(MPIDBG_KIND_COMM);
  CommunicatorRecord &record = report.communicators.emplace_back();
  record.handle = Address(0x5600);
  record.flags = MPIDBG_COMM_INFO_FREED_HANDLE;
  CHECK_FALSE(is_inferred(shown(report)));
  CHECK_FALSE(is_inferred(summary(report)));
  record.flags |= MPIDBG_COMM_INFO_FREED_HANDLE_INFERRED;
  CHECK(is_inferred(shown(report)));
  CHECK(is_inferred(summary(report)));
}

TEST_CASE("a group whose MPI_Group_free the recorder saw: it is known from nothing else") {
  ProcessReport report = report_about(MPIDBG_KIND_GROUP);
  GroupRecord &record = report.groups.emplace_back();
  record.handle = Address(0x5600);
  record.flags = MPIDBG_GROUP_INFO_FREED_HANDLE;
  CHECK_FALSE(is_inferred(shown(report)));
}
