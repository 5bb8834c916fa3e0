// This file writes communicators and groups as JSON ($defs/communicator and $defs/group in mpidbg.schema.json).

#include "mqs_shim/render/json/communicators.h"

#include "mqs_shim/render/json/handles/handles.h"
#include "mqs_shim/render/selection.h"
#include "mqs_shim/render/terms/object_terms.h"

namespace mqs_shim {

namespace {

bool flag(const CommunicatorRecord &communicator, std::uint32_t bit) {
  return (communicator.flags & bit) != 0;
}

void write_names(JsonWriter &json, const ProcessReport &report, const std::vector<ProcessName> &members) {
  if (members.empty()) return json.null();
  json.begin_array();
  for (const ProcessName &member : members) {
    json.begin_object();
    json.key("world_rank").number_or_null(member.world_rank);
    write_job(json, report, member.world_rank, member.job, member.rank);
    json.end_object();
  }
  json.end_array();
}

void write_derived(JsonWriter &json, std::string_view key, const CommunicatorRecord &communicator,
                   std::uint32_t capability, const std::vector<Address> &handles) {
  const bool known =
      (communicator.capabilities & capability) != 0 && !flag(communicator, MPIDBG_COMM_INFO_DERIVED_UNKNOWN);
  json.key(key);
  known ? write_handles(json, handles) : json.null();
}

void numbers_or_null(JsonWriter &json, const std::vector<int> &values) {
  values.empty() ? json.null() : json.numbers(values);
}

void write_cartesian(JsonWriter &json, const CommunicatorRecord &communicator) {
  if (!flag(communicator, MPIDBG_COMM_INFO_CARTESIAN)) return json.null();
  json.begin_object();
  json.key("dims").numbers(communicator.cart_dims);
  json.key("periods").begin_array();
  for (const bool periodic : communicator.cart_periods) json.boolean(periodic);
  json.end_array();
  json.key("coords");
  numbers_or_null(json, communicator.cart_coords);
  json.end_object();
}

void write_graph(JsonWriter &json, const CommunicatorRecord &communicator) {
  if (!flag(communicator, MPIDBG_COMM_INFO_GRAPH)) return json.null();
  json.begin_object();
  json.key("index").numbers(communicator.graph_index);
  json.key("edges").numbers(communicator.graph_edges);
  json.end_object();
}

void write_distributed_graph(JsonWriter &json, const CommunicatorRecord &communicator) {
  if (!flag(communicator, MPIDBG_COMM_INFO_DIST_GRAPH)) return json.null();
  const bool weighted = flag(communicator, MPIDBG_COMM_INFO_WEIGHTED);
  const auto weights = [&](const std::vector<int> &values) { weighted ? json.numbers(values) : json.null(); };
  json.begin_object();
  json.key("sources").numbers(communicator.dist_graph_sources);
  json.key("source_weights");
  weights(communicator.dist_graph_source_weights);
  json.key("destinations").numbers(communicator.dist_graph_destinations);
  json.key("destination_weights");
  weights(communicator.dist_graph_destination_weights);
  json.end_object();
}

}  // namespace

// Writes the job of a process that is not in MPI_COMM_WORLD.
void write_job(JsonWriter &json, const ProcessReport &report, int world_rank, std::uint32_t job, std::uint32_t rank) {
  const bool foreign = world_rank < 0 && job != 0;
  json.key("job").number_or_null(foreign ? std::int64_t{local_job(report, job).value_or(job)} : -1);
  json.key("job_rank").number_or_null(foreign ? std::int64_t{rank} : -1);
}

void write_identity(JsonWriter &json, const CommunicatorRecord &communicator) {
  json.key("name").string(communicator.name);
  json.key("context").number_or_null(communicator.context_id);
  json.key("handle").address(communicator.handle);
  json.key("rank").number_or_null(communicator.rank);
  json.key("size").number_or_null(communicator.size);
  json.key("intercommunicator");
  if (flag(communicator, MPIDBG_COMM_INFO_KIND_UNKNOWN)) {
    json.null();
  } else {
    json.boolean(flag(communicator, MPIDBG_COMM_INFO_INTERCOMM));
  }
  json.key("internal").boolean(is_internal(communicator));
}

void write_communicator(JsonWriter &json, const ProcessReport &report, const CommunicatorRecord &communicator) {
  json.begin_object();
  write_identity(json, communicator);
  json.key("details").boolean(communicator.has_details);
  write_fortran_handle(json, communicator.fortran_handle);
  json.key("world_rank").number_or_null(communicator.world_rank);
  json.key("named").boolean(flag(communicator, MPIDBG_COMM_INFO_NAMED));
  json.key("predefined").boolean(flag(communicator, MPIDBG_COMM_INFO_PREDEFINED));
  json.key("reordered").boolean(flag(communicator, MPIDBG_COMM_INFO_TOPO_REORDERED));
  json.key("freed_by_application").boolean(flag(communicator, MPIDBG_COMM_INFO_FREED_HANDLE));
  json.key("freed_by_application_inferred").boolean(flag(communicator, MPIDBG_COMM_INFO_FREED_HANDLE_INFERRED));
  json.key("freed_by_library").boolean(flag(communicator, MPIDBG_COMM_INFO_FREED_OBJECT));
  json.key("reference_count").number_or_null(communicator.reference_count);
  json.key("group").address(communicator.local_group);
  json.key("remote_group").address(communicator.remote_group);
  json.key("members");
  write_names(json, report, communicator.local_members);
  json.key("remote_members");
  write_names(json, report, communicator.remote_members);
  json.key("errhandler").address(communicator.errhandler);
  json.key("errhandler_name").string_or_null(communicator.errhandler_name);
  write_hints(json, flag(communicator, MPIDBG_COMM_INFO_HINTS), communicator.hints, communicator.ignored_hints);
  json.key("attributes");
  if (flag(communicator, MPIDBG_COMM_INFO_ATTRIBUTES_KNOWN)) {
    write_attributes(json, report, communicator.attributes);
  } else {
    json.null();
  }
  write_derived(json, "windows", communicator, MPIDBG_COMM_CAP_WINDOW_LIST, communicator.windows);
  json.key("windows_inferred").boolean(flag(communicator, MPIDBG_COMM_INFO_WINDOWS_INFERRED));
  write_derived(json, "files", communicator, MPIDBG_COMM_CAP_FILE_LIST, communicator.files);
  json.key("cartesian");
  write_cartesian(json, communicator);
  json.key("graph");
  write_graph(json, communicator);
  json.key("distributed_graph");
  write_distributed_graph(json, communicator);
  json.end_object();
}

void write_group(JsonWriter &json, const ProcessReport &report, const GroupRecord &group) {
  json.begin_object();
  json.key("handle").address(group.handle);
  json.key("name").string_or_null(group.name);
  write_fortran_handle(json, group.fortran_handle);
  json.key("rank").number_or_null(group.rank);
  json.key("size").number(group.size);
  json.key("predefined").boolean((group.flags & MPIDBG_GROUP_INFO_PREDEFINED) != 0);
  json.key("freed_by_application").boolean((group.flags & MPIDBG_GROUP_INFO_FREED_HANDLE) != 0);
  json.key("freed_by_library").boolean((group.flags & MPIDBG_GROUP_INFO_FREED_OBJECT) != 0);
  json.key("without_handle").boolean((group.flags & MPIDBG_GROUP_INFO_NO_HANDLE_INFERRED) != 0);
  json.key("storage").string_or_null(group_storage_term(group.storage));
  json.key("reference_count").number_or_null(group.reference_count);
  json.key("members");
  write_names(json, report, group.members);
  json.key("communicators").begin_array();
  for (const Address handle : group.communicators)
    if (!handle.is_null()) json.address(handle);
  json.end_array();
  json.end_object();
}

}  // namespace mqs_shim
