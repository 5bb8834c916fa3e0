// The JSON of every noun. Each member is described in mpidbg.schema.json; a test validates one against the other.

#include "mqs_shim/render/handles/handles_json.h"
#include "mqs_shim/render/json_writer.h"
#include "mqs_shim/render/recorded_json.h"
#include "mqs_shim/render/text.h"
#include "mqs_shim/render/variables/consistency.h"
#include "mqs_shim/render/variables/variables.h"

namespace mqs_shim {

namespace {

template <std::size_t size>
std::string_view word(const std::string_view (&words)[size], int index) {
  return index >= 0 && static_cast<std::size_t>(index) < size ? words[index] : std::string_view();
}

class JsonRenderer : public Renderer {
 public:
  JsonRenderer(Noun noun, RenderOptions options, Sink &sink)
      : noun_(noun), options_(std::move(options)), selection_(options_), sink_(sink), json_(sink) {
    json_.begin_object();
    json_.key("schema").string("mpidbg-1");
    json_.key("command").string(noun_name(noun));
    json_.key("processes").begin_array(true);
  }

  void add(const ProcessReport &report) override {
    if (!selection_.process(report)) return;
    consistency_.add(report);
    json_.begin_object();
    write_process(report);
    if (noun_ == Noun::queues) write_queues(report);
    if (noun_ == Noun::comms || noun_ == Noun::handles || shows(MPIDBG_KIND_COMM)) {
      json_.key("communicators").begin_array(true);
      for (const auto *communicator : selection_.communicators(report, false))
        write_communicator(report, *communicator);
      json_.end_array();
    }
    if (noun_ == Noun::groups || noun_ == Noun::handles || shows(MPIDBG_KIND_GROUP)) {
      json_.key("groups").begin_array(true);
      for (const auto *group : selection_.groups(report)) write_group(report, *group);
      json_.end_array();
    }
    write_lists(report);
    write_variables(json_, report, noun_, options_);
    write_recorder(json_, report);
    json_.end_object();
  }

  void finish(const std::vector<int> &missing_ranks) override {
    json_.end_array();
    json_.key("missing_ranks").numbers(missing_ranks);
    write_mismatches(json_, noun_, consistency_);
    json_.end_object();
    sink_.end_line();
    sink_.flush();
  }

 private:
  bool shows(mpidbg_handle_kind_t kind) const { return noun_ == Noun::show && options_.show_kind == kind; }

  void write_lists(const ProcessReport &report) {
    selection_.look_up_communicators(report);
    report.handles.for_each([&](const auto &list) {
      if (!list.asked && noun_ != Noun::handles && noun_name(noun_) != kind_of(list).nouns &&
          !shows(kind_of(list).kind))
        return;
      json_.key(kind_of(list).nouns);
      write_list(report, list);
    });
    if (shows(MPIDBG_KIND_STATUS)) {
      json_.key("status");
      report.shown_status ? write_json(json_, report, *report.shown_status, options_) : json_.null();
    }
  }

  template <class Record>
  void write_list(const ProcessReport &report, const HandleList<Record> &list) {
    const std::string &problem = report.error.empty() ? list.problem : report.error;
    std::int64_t hidden = 0;
    json_.begin_object();
    json_.key("complete").boolean(problem.empty());
    json_.key("reason").string_or_null(problem);
    json_.key("objects").begin_array(true);
    for (const Record &record : list.objects) {
      if (noun_ == Noun::show || selection_.object(record)) {
        write_json(json_, report, record, options_);
      } else {
        ++hidden;
      }
    }
    json_.end_array();
    json_.key("not_shown").number(hidden);
    json_.end_object();
  }

  void write_process(const ProcessReport &report) {
    json_.key("rank").number_or_null(report.world_rank);
    json_.key("size").number_or_null(report.world_size);
    json_.key("target").string(report.target);
    json_.key("pid").number_or_null(report.pid == 0 ? -1 : report.pid);
    json_.key("host").string_or_null(report.host);
    json_.key("library").string_or_null(report.library);
    json_.key("point_to_point").string_or_null(report.point_to_point);
    json_.key("layouts").string_or_null(report.layout_source);
    json_.key("plugin").string_or_null(report.plugin);
    constexpr std::string_view states[] = {"unknown", "not initialized", "initialized", "finalized"};
    json_.key("mpi_state").string(word(states, report.mpi_state));
    json_.key("job").number_or_null(report.local_job == 0 ? -1 : std::int64_t{report.local_job});
    json_.key("error").string_or_null(report.error);
    json_.key("warnings").strings(report.warnings);
    json_.key("blocked_in").strings(report.blocked_in);
  }

  void write_names(const ProcessReport &report, const std::vector<ProcessName> &members) {
    if (members.empty()) return json_.null();
    json_.begin_array();
    for (const ProcessName &member : members) {
      json_.begin_object();
      json_.key("world_rank").number_or_null(member.world_rank);
      write_job(report, member.world_rank, member.job, member.rank);
      json_.end_object();
    }
    json_.end_array();
  }

  // Of a process that is not in MPI_COMM_WORLD.
  void write_job(const ProcessReport &report, int world_rank, std::uint32_t job, std::uint32_t rank) {
    const bool foreign = world_rank < 0 && job != 0;
    json_.key("job").number_or_null(foreign ? std::int64_t{local_job(report, job).value_or(job)} : -1);
    json_.key("job_rank").number_or_null(foreign ? std::int64_t{rank} : -1);
  }

  void write_identity(const CommunicatorRecord &communicator) {
    json_.key("name").string(communicator.name);
    json_.key("context").number_or_null(communicator.context_id);
    json_.key("handle").address(communicator.handle);
    json_.key("rank").number_or_null(communicator.rank);
    json_.key("size").number_or_null(communicator.size);
    json_.key("intercommunicator").boolean(flag(communicator, MPIDBG_COMM_INFO_INTERCOMM));
    json_.key("internal").boolean(is_internal(communicator));
  }

  static bool flag(const CommunicatorRecord &communicator, std::uint32_t bit) {
    return (communicator.flags & bit) != 0;
  }

  void write_communicator(const ProcessReport &report, const CommunicatorRecord &communicator) {
    json_.begin_object();
    write_identity(communicator);
    json_.key("details").boolean(communicator.has_details);
    json_.key("fortran_handle").number_or_null(communicator.fortran_handle);
    json_.key("world_rank").number_or_null(communicator.world_rank);
    json_.key("named").boolean(flag(communicator, MPIDBG_COMM_INFO_NAMED));
    json_.key("predefined").boolean(flag(communicator, MPIDBG_COMM_INFO_PREDEFINED));
    json_.key("reordered").boolean(flag(communicator, MPIDBG_COMM_INFO_TOPO_REORDERED));
    json_.key("freed_by_application").boolean(flag(communicator, MPIDBG_COMM_INFO_FREED_HANDLE));
    json_.key("freed_by_application_inferred").boolean(flag(communicator, MPIDBG_COMM_INFO_FREED_HANDLE_INFERRED));
    json_.key("freed_by_library").boolean(flag(communicator, MPIDBG_COMM_INFO_FREED_OBJECT));
    json_.key("reference_count").number_or_null(communicator.reference_count);
    json_.key("group").address(communicator.local_group);
    json_.key("remote_group").address(communicator.remote_group);
    json_.key("members");
    write_names(report, communicator.local_members);
    json_.key("remote_members");
    write_names(report, communicator.remote_members);
    json_.key("errhandler").address(communicator.errhandler);
    json_.key("errhandler_name").string_or_null(communicator.errhandler_name);
    write_hints(json_, flag(communicator, MPIDBG_COMM_INFO_HINTS), communicator.hints, communicator.ignored_hints);
    json_.key("attributes");
    if (flag(communicator, MPIDBG_COMM_INFO_ATTRIBUTES_KNOWN)) {
      write_attributes(json_, report, communicator.attributes);
    } else {
      json_.null();
    }
    write_derived("windows", communicator, MPIDBG_COMM_CAP_WINDOW_LIST, communicator.windows);
    json_.key("windows_inferred").boolean(flag(communicator, MPIDBG_COMM_INFO_WINDOWS_INFERRED));
    write_derived("files", communicator, MPIDBG_COMM_CAP_FILE_LIST, communicator.files);
    json_.key("cartesian");
    write_cartesian(communicator);
    json_.key("graph");
    write_graph(communicator);
    json_.key("distributed_graph");
    write_distributed_graph(communicator);
    json_.end_object();
  }

  void write_derived(std::string_view key, const CommunicatorRecord &communicator, std::uint32_t capability,
                     const std::vector<Address> &handles) {
    const bool known =
        (communicator.capabilities & capability) != 0 && !flag(communicator, MPIDBG_COMM_INFO_DERIVED_UNKNOWN);
    json_.key(key);
    known ? write_handles(json_, handles) : json_.null();
  }

  void write_cartesian(const CommunicatorRecord &communicator) {
    if (!flag(communicator, MPIDBG_COMM_INFO_CARTESIAN)) return json_.null();
    json_.begin_object();
    json_.key("dims").numbers(communicator.cart_dims);
    json_.key("periods").begin_array();
    for (const bool periodic : communicator.cart_periods) json_.boolean(periodic);
    json_.end_array();
    json_.key("coords");
    numbers_or_null(communicator.cart_coords);
    json_.end_object();
  }

  void write_graph(const CommunicatorRecord &communicator) {
    if (!flag(communicator, MPIDBG_COMM_INFO_GRAPH)) return json_.null();
    json_.begin_object();
    json_.key("index").numbers(communicator.graph_index);
    json_.key("edges").numbers(communicator.graph_edges);
    json_.end_object();
  }

  void write_distributed_graph(const CommunicatorRecord &communicator) {
    if (!flag(communicator, MPIDBG_COMM_INFO_DIST_GRAPH)) return json_.null();
    const bool weighted = flag(communicator, MPIDBG_COMM_INFO_WEIGHTED);
    const auto weights = [&](const std::vector<int> &values) { weighted ? json_.numbers(values) : json_.null(); };
    json_.begin_object();
    json_.key("sources").numbers(communicator.dist_graph_sources);
    json_.key("source_weights");
    weights(communicator.dist_graph_source_weights);
    json_.key("destinations").numbers(communicator.dist_graph_destinations);
    json_.key("destination_weights");
    weights(communicator.dist_graph_destination_weights);
    json_.end_object();
  }

  void numbers_or_null(const std::vector<int> &values) { values.empty() ? json_.null() : json_.numbers(values); }

  void write_group(const ProcessReport &report, const GroupRecord &group) {
    json_.begin_object();
    json_.key("handle").address(group.handle);
    json_.key("name").string_or_null(group.name);
    json_.key("fortran_handle").number_or_null(group.fortran_handle);
    json_.key("rank").number_or_null(group.rank);
    json_.key("size").number(group.size);
    json_.key("predefined").boolean((group.flags & MPIDBG_GROUP_INFO_PREDEFINED) != 0);
    json_.key("freed_by_application").boolean((group.flags & MPIDBG_GROUP_INFO_FREED_HANDLE) != 0);
    json_.key("freed_by_library").boolean((group.flags & MPIDBG_GROUP_INFO_FREED_OBJECT) != 0);
    json_.key("without_handle").boolean((group.flags & MPIDBG_GROUP_INFO_NO_HANDLE_INFERRED) != 0);
    constexpr std::string_view storages[] = {"dense", "sporadic", "strided", "bitmap"};
    json_.key("storage").string_or_null(word(storages, group.storage));
    json_.key("reference_count").number_or_null(group.reference_count);
    json_.key("members");
    write_names(report, group.members);
    json_.key("communicators").begin_array();
    for (const Address handle : group.communicators)
      if (!handle.is_null()) json_.address(handle);
    json_.end_array();
    json_.end_object();
  }

  void write_queues(const ProcessReport &report) {
    json_.key("complete").boolean(first_limit(report, Noun::queues).empty());
    json_.key("communicators").begin_array(true);
    for (const auto *communicator : selection_.communicators(report, false)) {
      json_.begin_object();
      write_identity(*communicator);
      json_.key("queues").begin_object();
      for (const QueueName &name : queue_names) {
        json_.key(name.json);
        write_queue(report, communicator->queues[name.queue]);
      }
      json_.end_object();
      json_.end_object();
    }
    json_.end_array();
    json_.key("unclaimed");
    if (selection_.limits_communicators()) return json_.null();
    Queue unseen;
    unseen.problem = report.error;
    write_queue(report, report.error.empty() ? report.unclaimed : unseen);
  }

  void write_queue(const ProcessReport &report, const Queue &queue) {
    std::int64_t hidden = 0;
    json_.begin_object();
    json_.key("complete").boolean(queue.problem.empty());
    json_.key("reason").string_or_null(queue.problem);
    json_.key("operations");
    if (!queue.problem.empty() && queue.operations.empty()) {
      json_.null();
    } else {
      json_.begin_array(true);
      for (const Operation &operation : queue.operations) {
        if (!selection_.matches(operation)) continue;
        if (selection_.visible(operation)) {
          write_operation(report, operation);
        } else {
          ++hidden;
        }
      }
      json_.end_array();
    }
    json_.key("internal_not_shown").number(hidden);
    json_.end_object();
  }

  void write_operation(const ProcessReport &report, const Operation &operation) {
    const auto has = [&](std::uint32_t bit) { return (operation.flags & bit) != 0; };
    const bool matched = has(MPIDBG_OP_MATCHED);
    const bool peer_known = !has(MPIDBG_OP_ANY_SOURCE) || matched;
    json_.begin_object();
    json_.key("kind").string(operation.is_send ? "send" : "receive");
    json_.key("any_source").boolean(has(MPIDBG_OP_ANY_SOURCE));
    json_.key("world_rank").number_or_null(peer_known ? operation.world_rank : -1);
    json_.key("comm_rank").number_or_null(peer_known ? operation.comm_rank : -1);
    write_job(report, operation.world_rank, peer_known ? operation.peer_job : 0, operation.peer_job_rank);
    json_.key("any_tag").boolean(has(MPIDBG_OP_ANY_TAG));
    json_.key("tag");
    has(MPIDBG_OP_ANY_TAG) && !matched ? json_.null() : json_.number(operation.tag);
    json_.key("context").number_or_null(operation.context_id);
    json_.key("bytes").number_or_null(operation.bytes);
    json_.key("bytes_done").number_or_null(operation.bytes_done);
    json_.key("datatype").string_or_null(report.text(operation.datatype_name));
    json_.key("datatype_named").boolean(operation.datatype_named);
    json_.key("datatype_handle").address(operation.datatype);
    json_.key("count").number_or_null(operation.count);
    json_.key("buffer").address(operation.buffer);
    json_.key("system_buffer").boolean(operation.system_buffer);
    json_.key("request").address(operation.request);
    json_.key("record").address(operation.record);
    json_.key("sequence").number_or_null(operation.sequence);
    constexpr std::string_view modes[] = {"", "standard", "synchronous", "buffered", "ready"};
    json_.key("send_mode").string_or_null(operation.is_send ? word(modes, operation.send_mode) : std::string_view());
    constexpr std::string_view protocols[] = {"", "eager", "rendezvous"};
    json_.key("protocol").string_or_null(word(protocols, operation.protocol));
    json_.key("probe").boolean(has(MPIDBG_OP_PROBE));
    json_.key("matched").boolean(matched);
    json_.key("persistent").boolean(has(MPIDBG_OP_PERSISTENT));
    json_.key("complete").boolean(has(MPIDBG_OP_COMPLETE));
    json_.key("freed").boolean(has(MPIDBG_OP_FREED));
    json_.key("internal").boolean(has(MPIDBG_OP_INTERNAL));
    json_.key("out_of_order").boolean(has(MPIDBG_OP_OUT_OF_ORDER));
    json_.key("waited_on").boolean(has(MPIDBG_OP_WAITED_ON));
    json_.key("waiting_call").string_or_null(report.text(operation.waiting_call));
    json_.key("waiting_inferred").boolean(operation.waiting_inferred);
    json_.key("extra_text").string_or_null(report.text(operation.extra_text));
    json_.end_object();
  }

  Noun noun_;
  RenderOptions options_;
  Selection selection_;
  Sink &sink_;
  JsonWriter json_;
  Consistency consistency_{noun_};
};

}  // namespace

std::unique_ptr<Renderer> make_json(Noun noun, RenderOptions options, Sink &sink) {
  return std::make_unique<JsonRenderer>(noun, std::move(options), sink);
}

}  // namespace mqs_shim
