#include "mpidbg/model/openmpi/open_mpi.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "mpidbg/layout/openmpi/constants.h"
#include "mpidbg/model/openmpi/attach.h"
#include "mpidbg/model/openmpi/communicators.h"
#include "mpidbg/model/openmpi/queues_ob1.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;
using debugger::hex;

namespace {

class OpenMpi final : public MpiLibrary {
 public:
  OpenMpi(const debugger::Memory &memory, const Symbols &symbols, std::string version, Attached attached)
      : memory_(memory),
        symbols_(symbols),
        version_(std::move(version)),
        objects_(std::move(attached.objects)),
        layout_source_(std::move(attached.layout_source)),
        groups_(*objects_),
        datatypes_(*objects_),
        pool_(*objects_, symbols.send_requests, symbols.receive_requests) {
    read_point_to_point_layer();
  }

  std::string name() const override { return version_.empty() ? "Open MPI" : "Open MPI " + version_; }
  std::string point_to_point_layer() const override { return layer_; }
  std::string layout_source() const override { return layout_source_; }
  MpiState state() const override { return read_state(memory_, symbols_); }

  Status refresh() override;

  int world_rank() const override { return world_rank_; }
  int world_size() const override { return world_ == nullptr ? -1 : static_cast<int>(world_->size()); }
  ProcessName own_name() const override { return own_name_; }
  // Open MPI numbers the jobs of one mpirun in the lower half of the job's name.
  std::uint32_t job_number(std::uint32_t job) const override { return job & 0xffff; }

  Result<std::vector<Address>> communicators() override { return live_communicators_; }
  Result<std::vector<Address>> groups() override { return read_live_pointers(*objects_, symbols_.groups); }
  Result<std::vector<Address>> communicators_using(Address group) override;
  Result<Communicator> communicator(Address handle) override;
  Result<Group> group(Address handle) override;
  int world_rank_of(const ProcessName &process) const override;
  Result<Address> from_fortran(HandleKind kind, std::int64_t index) override;
  std::vector<PredefinedHandle> predefined(HandleKind kind) override;
  std::string queue_problem(Queue queue) const override;
  Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) override;

 private:
  void read_point_to_point_layer();
  Status read_world();
  Status read_relations();
  std::optional<bool> freed(const Communicator &communicator);

  const debugger::Memory memory_;
  const Symbols symbols_;
  const std::string version_;
  const std::unique_ptr<Objects> objects_;
  const std::string layout_source_;
  std::string layer_;
  Groups groups_;
  Datatypes datatypes_;
  RequestPool pool_;

  // As of the last refresh().
  std::vector<Address> live_communicators_;
  std::unordered_set<Address> live_communicator_set_;
  std::unordered_set<Address> live_groups_;  // filled on first need
  std::unordered_set<Address> internal_communicators_;
  std::unordered_map<Address, std::vector<Address>> communicators_by_group_;
  std::shared_ptr<const std::vector<ProcessName>> world_;
  bool world_in_order_ = false;  // rank r of MPI_COMM_WORLD is rank r of its job, as nearly always
  std::unordered_map<std::uint64_t, int> world_ranks_;
  int world_rank_ = -1;
  ProcessName own_name_{};
};

std::uint64_t key(const ProcessName &name) {
  return std::uint64_t{name.job} << 32 | name.rank;
}

void OpenMpi::read_point_to_point_layer() {
  const auto &layout = objects_->layouts().component;
  if (!layout.resolved() || symbols_.selected_pml.is_null()) return;
  layer_ = memory_
               .read_string(symbols_.selected_pml + layout.mca_component_name.offset, constants::object_name_length,
                            "mca_pml_base_selected_component")
               .value_or({});
}

Status OpenMpi::refresh() {
  groups_.clear();
  datatypes_.clear();
  pool_.clear();
  live_communicators_.clear();
  MPIDBG_ASSIGN(live, read_live_pointers(*objects_, symbols_.communicators));
  live_communicators_ = std::move(live);
  MPIDBG_TRY(read_world());
  return read_relations();
}

Status OpenMpi::read_world() {
  if (live_communicators_.empty()) {
    return Error{ErrorCode::corrupt, "the table of communicators is empty", symbols_.communicators};
  }
  if (!symbols_.own_proc.is_null()) {
    MPIDBG_ASSIGN(proc, memory_.read_pointer(symbols_.own_proc, "ompi_proc_local_proc"));
    MPIDBG_ASSIGN(name, groups_.process_name(proc));
    own_name_ = name;
    groups_.set_own_job(name.job);
  }
  const auto &layout = objects_->layouts().communicator;
  MPIDBG_ASSIGN(view, objects_->read_object(layout, live_communicators_[0]));
  world_rank_ = std::max(view.get(layout.c_my_rank), -1);
  MPIDBG_ASSIGN(members, groups_.members(view.get(layout.c_local_group)));
  world_ = members;
  world_in_order_ = true;
  for (std::size_t rank = 0; rank < world_->size() && world_in_order_; ++rank) {
    world_in_order_ = (*world_)[rank] == ProcessName{(*world_)[0].job, static_cast<std::uint32_t>(rank)};
  }
  world_ranks_.clear();
  if (!world_in_order_) {
    for (std::size_t rank = 0; rank < world_->size(); ++rank) {
      world_ranks_.emplace(key((*world_)[rank]), static_cast<int>(rank));
    }
  }
  return {};
}

int OpenMpi::world_rank_of(const ProcessName &process) const {
  if (world_ == nullptr || world_->empty()) return -1;
  if (world_in_order_) {
    return process.job == (*world_)[0].job && process.rank < world_->size() ? static_cast<int>(process.rank) : -1;
  }
  const auto found = world_ranks_.find(key(process));
  return found == world_ranks_.end() ? -1 : found->second;
}

// What communicators say about other objects: the groups they use; and an intercommunicator has one more communicator
// over its local group, for the library's own collective operations.
Status OpenMpi::read_relations() {
  live_communicator_set_ = {live_communicators_.begin(), live_communicators_.end()};
  live_groups_.clear();
  internal_communicators_.clear();
  communicators_by_group_.clear();
  const auto &layout = objects_->layouts().communicator;
  for (const Address handle : live_communicators_) {
    // One that is just being made or freed says so when it is asked for itself.
    const auto read = objects_->read_object(layout, handle);
    if (!read) continue;
    const auto &view = *read;
    const Address local_group = view.get(layout.c_local_group), remote_group = view.get(layout.c_remote_group);
    communicators_by_group_[local_group].push_back(handle);
    if (remote_group != local_group) communicators_by_group_[remote_group].push_back(handle);
    const Address local = view.get(layout.c_local_comm);
    if ((view.get(layout.c_flags) & constants::comm_inter) != 0 && !local.is_null()) {
      internal_communicators_.insert(local);
    }
  }
  return {};
}

Result<std::vector<Address>> OpenMpi::communicators_using(Address group) {
  const auto found = communicators_by_group_.find(group);
  return found == communicators_by_group_.end() ? std::vector<Address>{} : found->second;
}

Result<Communicator> OpenMpi::communicator(Address handle) {
  if (!live_communicator_set_.contains(handle)) {
    return Error{ErrorCode::not_found, hex(handle) + " is not a live communicator", handle};
  }
  auto result = read_communicator(*objects_, handle);
  if (!result) return result;
  result->internal = internal_communicators_.contains(handle);
  result->freed = freed(*result);
  return result;
}

// The program's handle holds a reference, and so does each request. Where the requests account for all of them, the
// program has freed its handle.
std::optional<bool> OpenMpi::freed(const Communicator &communicator) {
  if (communicator.predefined || communicator.internal || layer_ != "ob1") return std::nullopt;
  const auto requests = pool_.requests_on(communicator.handle);
  if (!requests) return std::nullopt;
  const auto references = static_cast<std::int64_t>((*requests)->size());
  return references > 0 && communicator.reference_count <= references;
}

Result<Group> OpenMpi::group(Address handle) {
  if (live_groups_.empty()) {
    MPIDBG_ASSIGN(live, groups());
    live_groups_ = {live.begin(), live.end()};
  }
  if (!live_groups_.contains(handle)) {
    return Error{ErrorCode::not_found, hex(handle) + " is not a live group", handle};
  }
  return groups_.read(handle);
}

Result<Address> OpenMpi::from_fortran(HandleKind kind, std::int64_t index) {
  const Address table = kind == HandleKind::communicator ? symbols_.communicators_fortran : symbols_.groups;
  return read_pointer_array_slot(*objects_, table, index);
}

std::vector<PredefinedHandle> OpenMpi::predefined(HandleKind kind) {
  std::vector<PredefinedHandle> handles;
  const auto add = [&](const char *name, Result<Address> handle) {
    if (handle) handles.push_back({name, *handle});
  };
  if (kind == HandleKind::communicator) {
    add("MPI_COMM_WORLD", from_fortran(kind, 0));
    add("MPI_COMM_SELF", from_fortran(kind, 1));
    add("MPI_COMM_NULL", from_fortran(kind, 2));
    if (!symbols_.parent.is_null())
      add("MPI_COMM_PARENT", memory_.read_pointer(symbols_.parent, "ompi_mpi_comm_parent"));
  } else {
    add("MPI_GROUP_NULL", from_fortran(kind, 0));
    add("MPI_GROUP_EMPTY", from_fortran(kind, 1));
  }
  return handles;
}

std::string OpenMpi::queue_problem(Queue queue) const {
  if (layer_ == "ucx") return "the point-to-point layer ucx keeps its queues inside UCX, which is not read";
  if (layer_ == "cm") return "the point-to-point layer cm keeps its queues in the network provider, which is not read";
  if (layer_.empty()) return "the point-to-point layer in use cannot be told";
  if (layer_ != "ob1") return "the point-to-point layer " + layer_ + " is not known";
  const Layouts &layouts = objects_->layouts();
  const auto needs = [&](std::initializer_list<const layout::StructLayout *> needed) -> std::string {
    for (const layout::StructLayout *layout : needed) {
      if (!layout->resolved()) return layout->problem;
    }
    return {};
  };
  switch (queue) {
    case Queue::receives:
      return needs({&layouts.pml_request, &layouts.request, &layouts.ob1_comm, &layouts.ob1_comm_proc,
                    &layouts.ob1_receive_request, &layouts.status, &layouts.datatype, &layouts.opal_datatype,
                    &layouts.list, &layouts.list_item, &layouts.free_list, &layouts.free_list_item});
    case Queue::sends:
      return needs({&layouts.pml_request, &layouts.request, &layouts.pml_send_request, &layouts.ob1_send_request,
                    &layouts.datatype, &layouts.opal_datatype, &layouts.free_list, &layouts.free_list_item});
    case Queue::inactive:
      return needs({&layouts.pml_request, &layouts.request, &layouts.pml_send_request, &layouts.datatype,
                    &layouts.opal_datatype, &layouts.free_list, &layouts.free_list_item});
    case Queue::unexpected:
      return needs({&layouts.ob1_comm, &layouts.ob1_comm_proc, &layouts.ob1_receive_fragment,
                    &layouts.ob1_common_header, &layouts.ob1_match_header, &layouts.ob1_rendezvous_header,
                    &layouts.segment, &layouts.list, &layouts.list_item});
    case Queue::unclaimed:
      if (symbols_.ob1.is_null()) return "the symbol mca_pml_ob1 is missing";
      return needs({&layouts.ob1_module, &layouts.ob1_receive_fragment, &layouts.ob1_common_header,
                    &layouts.ob1_match_header, &layouts.ob1_rendezvous_header, &layouts.segment, &layouts.list,
                    &layouts.list_item});
  }
  return {};
}

Result<std::unique_ptr<OperationCursor>> OpenMpi::operations(const Communicator *communicator, Queue queue) {
  if (std::string problem = queue_problem(queue); !problem.empty()) {
    return Error{ErrorCode::not_supported, std::move(problem)};
  }
  const Ob1Context context{*objects_,    groups_,
                           datatypes_,   pool_,
                           symbols_.ob1, [this](const ProcessName &process) { return world_rank_of(process); }};
  return open_ob1_queue(context, communicator, queue);
}

}  // namespace

bool present(const debugger::Image &image) {
  return image.find_symbol("ompi_mpi_communicators").has_value();
}

MpiState state(const debugger::Image &image, const debugger::Memory &memory) {
  return read_state(memory, find_symbols(image));
}

Result<std::unique_ptr<MpiLibrary>> open(const debugger::Image &image, const debugger::Memory &memory) {
  const Symbols symbols = find_symbols(image);
  switch (read_state(memory, symbols)) {
    case MpiState::not_initialized:
      return Error{ErrorCode::unavailable, "MPI_Init has not completed"};
    case MpiState::finalized:
      return Error{ErrorCode::unavailable, "MPI_Finalize has started"};
    case MpiState::unknown:
      return Error{ErrorCode::corrupt, "ompi_mpi_state at " + hex(symbols.state) + " cannot be read or makes no sense",
                   symbols.state};
    case MpiState::initialized:
      break;
  }
  std::string version = read_version(memory, symbols);
  MPIDBG_ASSIGN(attached, attach(image, memory, symbols, version));
  auto library = std::make_unique<OpenMpi>(memory, symbols, std::move(version), std::move(attached));
  MPIDBG_TRY(library->refresh());
  return std::unique_ptr<MpiLibrary>(std::move(library));
}

}  // namespace mpidbg::model::openmpi
