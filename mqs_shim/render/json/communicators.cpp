// This file writes communicators and groups as JSON.

#include "mqs_shim/render/json/communicators.h"

#include "mqs_shim/render/json/handles/handles.h"
#include "mqs_shim/render/selection.h"
#include "mqs_shim/render/terms/object_terms.h"

namespace mqs_shim {

namespace {

bool flag(const CommunicatorRecord &communicator, std::uint32_t bit) {
  return (communicator.flags & bit) != 0;
}

// Writes the processes in a group as an array, in the order of their ranks.
void write_names(JsonWriter &json, const ProcessReport &report, const std::vector<ProcessName> &members) {
  const auto write = [&](const ProcessName &member) {
    json.definition("process_name", "A process of a group.", [&] {
      json.object([&] {
        json.key("world_rank",
                 "Its rank in the MPI_COMM_WORLD of the process that was looked at; null if it is not a member of it.")
            .natural_or_null(member.world_rank);
        write_job(json, report, member.world_rank, member.job, member.rank);
      });
    });
  };
  json.if_known(!members.empty(), [&] { json.list(members, write); });
}

void write_derived(JsonWriter &json, std::string_view key, std::string_view meaning,
                   const CommunicatorRecord &communicator, std::uint32_t capability,
                   const std::vector<Address> &handles) {
  const bool known =
      (communicator.capabilities & capability) != 0 && !flag(communicator, MPIDBG_COMM_INFO_DERIVED_UNKNOWN);
  json.key(key, meaning).if_known(known, [&] { write_handles(json, handles); });
}

void write_numbers(JsonWriter &json, bool known, const std::vector<int> &values) {
  json.if_known(known, [&] { json.numbers(values); });
}

void write_cartesian(JsonWriter &json, const CommunicatorRecord &communicator) {
  json.object([&] {
    json.key("dims", "Extent of each dimension.").numbers(communicator.cart_dims);
    json.key("periods", "Whether each dimension is periodic.").list(communicator.cart_periods, [&](bool periodic) {
      json.boolean(periodic);
    });
    json.key("coords", "Of this process; null if not known.");
    write_numbers(json, !communicator.cart_coords.empty(), communicator.cart_coords);
  });
}

void write_graph(JsonWriter &json, const CommunicatorRecord &communicator) {
  json.object([&] {
    json.key("index", "As in MPI_Graph_create: where the neighbours of each node end in edges.")
        .numbers(communicator.graph_index);
    json.key("edges", "Neighbours.").numbers(communicator.graph_edges);
  });
}

void write_distributed_graph(JsonWriter &json, const CommunicatorRecord &communicator) {
  const bool weighted = flag(communicator, MPIDBG_COMM_INFO_WEIGHTED);
  json.object([&] {
    json.key("sources", "Ranks that send to this process.").numbers(communicator.dist_graph_sources);
    json.key("source_weights", "null if unweighted.");
    write_numbers(json, weighted, communicator.dist_graph_source_weights);
    json.key("destinations", "Ranks that this process sends to.").numbers(communicator.dist_graph_destinations);
    json.key("destination_weights", "null if unweighted.");
    write_numbers(json, weighted, communicator.dist_graph_destination_weights);
  });
}

}  // namespace

// Writes job and rank of a process that is not in MPI_COMM_WORLD; both are null for any other process.
void write_job(JsonWriter &json, const ProcessReport &report, int world_rank, std::uint32_t job, std::uint32_t rank) {
  const bool foreign = world_rank < 0 && job != 0;
  json.key("job",
           "Number of its job as the user knows it (1 the first, 2.. spawned ones), if world_rank is null and the job "
           "is known.")
      .natural_or_null(foreign ? std::int64_t{local_job(report, job).value_or(job)} : -1);
  json.key("job_rank", "Its rank in the MPI_COMM_WORLD of that job, if job is given.")
      .natural_or_null(foreign ? std::int64_t{rank} : -1);
}

void write_identity(JsonWriter &json, const CommunicatorRecord &communicator) {
  json.part("communicator_identity", "Which communicator it is.", [&] {
    json.key(
            "name",
            "As MPI_Comm_get_name would give it; bytes that are no UTF-8 are replaced by U+FFFD. Empty if it has none.")
        .string(communicator.name);
    json.key("context", "Its context id; of a plain plugin its unique id.").natural_or_null(communicator.context_id);
    json.key("handle", "The MPI_Comm.").address_or_null(communicator.handle);
    json.key("rank", "Rank of this process in the (local) group.").natural_or_null(communicator.rank);
    json.key("size", "Size of the (local) group.").natural_or_null(communicator.size);
    json.key("intercommunicator", "It is an intercommunicator; null: it is not known, nor which topology it has.")
        .boolean_if(!flag(communicator, MPIDBG_COMM_INFO_KIND_UNKNOWN), flag(communicator, MPIDBG_COMM_INFO_INTERCOMM));
    json.key("internal", "The library made it for its own use. Present only with --all, or if asked for by --comm.")
        .boolean(is_internal(communicator));
  });
}

static void write_members(JsonWriter &json, const ProcessReport &report, const CommunicatorRecord &communicator) {
  write_identity(json, communicator);
  json.key("details",
           "The plugin answers queries of handles. If false, the members from here to the end are null, false or empty "
           "because nothing is known.")
      .boolean(communicator.has_details);
  write_fortran_handle(json, communicator.fortran_handle);
  json.key("world_rank", "Rank of this process in MPI_COMM_WORLD.").natural_or_null(communicator.world_rank);
  json.key("named", "MPI_Comm_get_name gives the name; else it is a label that the library made up.")
      .boolean(flag(communicator, MPIDBG_COMM_INFO_NAMED));
  json.key("predefined", "MPI_COMM_WORLD, MPI_COMM_SELF and the like.")
      .boolean(flag(communicator, MPIDBG_COMM_INFO_PREDEFINED));
  json.key("reordered", "The topology was made with reordering allowed.")
      .boolean(flag(communicator, MPIDBG_COMM_INFO_TOPO_REORDERED));
  json.key("freed_by_application", "The program called MPI_Comm_free; something in the library still uses it.")
      .boolean(flag(communicator, MPIDBG_COMM_INFO_FREED_HANDLE));
  json.key("freed_by_application_inferred", "That was inferred, not read.")
      .boolean(flag(communicator, MPIDBG_COMM_INFO_FREED_HANDLE_INFERRED));
  json.key("freed_by_library", "The library would have destroyed it, but keeps it for debuggers, or the recorder does.")
      .boolean(flag(communicator, MPIDBG_COMM_INFO_FREED_OBJECT));
  json.key("reference_count", "References that the library counts.").natural_or_null(communicator.reference_count);
  json.key("group", "Handle of its (local) group.").address_or_null(communicator.local_group);
  json.key("remote_group", "Handle of the remote group of an intercommunicator.")
      .address_or_null(communicator.remote_group);
  json.key("members", "Of the (local) group.");
  write_names(json, report, communicator.local_members);
  json.key("remote_members", "Of the remote group.");
  write_names(json, report, communicator.remote_members);
  json.key("errhandler", "Its error handler.").address_or_null(communicator.errhandler);
  json.key("errhandler_name", "Name of a predefined error handler.").string_or_null(communicator.errhandler_name);
  write_hints(json, flag(communicator, MPIDBG_COMM_INFO_HINTS), communicator.hints, communicator.ignored_hints,
              "Hints, as MPI_Comm_get_info gives them; null if not known.",
              "Hints that the program set and the library takes no notice of; null if not known.");
  json.key("attributes", "null if they cannot be read.")
      .if_known(flag(communicator, MPIDBG_COMM_INFO_ATTRIBUTES_KNOWN),
                [&] { write_attributes(json, report, communicator.attributes); });
  write_derived(json, "windows",
                "Windows that were made with it; of a communicator of the library's own, that have it for themselves. "
                "null if they cannot be seen.",
                communicator, MPIDBG_COMM_CAP_WINDOW_LIST, communicator.windows);
  json.key("windows_inferred", "That the windows were made with it is concluded from labels, not read.")
      .boolean(flag(communicator, MPIDBG_COMM_INFO_WINDOWS_INFERRED));
  write_derived(json, "files", "Files that were opened with it; null if they cannot be seen.", communicator,
                MPIDBG_COMM_CAP_FILE_LIST, communicator.files);
  json.key("cartesian", "null if it has no such topology.")
      .if_known(flag(communicator, MPIDBG_COMM_INFO_CARTESIAN), [&] { write_cartesian(json, communicator); });
  json.key("graph", "null if it has no such topology.").if_known(flag(communicator, MPIDBG_COMM_INFO_GRAPH), [&] {
    write_graph(json, communicator);
  });
  json.key("distributed_graph", "null if it has no such topology.")
      .if_known(flag(communicator, MPIDBG_COMM_INFO_DIST_GRAPH), [&] { write_distributed_graph(json, communicator); });
}

void write_communicator(JsonWriter &json, const ProcessReport &report, const CommunicatorRecord &communicator) {
  json.definition("communicator", "A communicator, in `comms`.",
                  [&] { json.object([&] { write_members(json, report, communicator); }); });
}

static void write_members(JsonWriter &json, const ProcessReport &report, const GroupRecord &group) {
  json.key("handle", "The MPI_Group.").address_or_null(group.handle);
  json.key("name", "Of a predefined group.").string_or_null(group.name);
  write_fortran_handle(json, group.fortran_handle);
  json.key("rank", "Rank of this process in it; null if it is not a member (MPI_UNDEFINED).")
      .natural_or_null(group.rank);
  json.key("size", "Number of members.").natural(group.size);
  json.key("predefined", "MPI_GROUP_EMPTY, MPI_GROUP_NULL.").boolean((group.flags & MPIDBG_GROUP_INFO_PREDEFINED) != 0);
  json.key("freed_by_application", "The program called MPI_Group_free (inferred).")
      .boolean((group.flags & MPIDBG_GROUP_INFO_FREED_HANDLE) != 0);
  json.key("freed_by_library", "The library would have destroyed it, but keeps it for debuggers, or the recorder does.")
      .boolean((group.flags & MPIDBG_GROUP_INFO_FREED_OBJECT) != 0);
  json.key("without_handle",
           "No handle of the program refers to it: it was freed, or there never was one. Concluded from reference "
           "counts; false also where they do not tell.")
      .boolean((group.flags & MPIDBG_GROUP_INFO_NO_HANDLE_INFERRED) != 0);
  json.key("storage", "How the library stores the members.").term_or_null(group_storage_term, group.storage);
  json.key("reference_count", "References that the library counts.").natural_or_null(group.reference_count);
  json.key("members");
  write_names(json, report, group.members);
  json.key("communicators", "Handles of the communicators whose local or remote group it is.")
      .list(group.communicators, [&](Address handle) {
        if (!handle.is_null() || json.describes()) json.address(handle);
      });
}

void write_group(JsonWriter &json, const ProcessReport &report, const GroupRecord &group) {
  json.definition("group", "A group.", [&] { json.object([&] { write_members(json, report, group); }); });
}

}  // namespace mqs_shim
