#include "mpidbg/model/openmpi/open_mpi.h"

#include "mpidbg/layout/openmpi/constants.h"
#include "mpidbg/model/openmpi/attach.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/mpit/tool_variables.h"
#include "mpidbg/model/openmpi/objects/keyvals.h"
#include "mpidbg/model/openmpi/objects/language_types.h"
#include "mpidbg/model/openmpi/p2p/queues_ob1.h"
#include "mpidbg/model/openmpi/p2p/statuses.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;
using debugger::hex;

namespace {

class OpenMpi final : public MpiLibrary {
 public:
  OpenMpi(const debugger::Image &image, const debugger::Memory &memory, const Symbols &symbols, std::string version,
          Attached attached)
      : memory_(memory),
        symbols_(symbols),
        version_(std::move(version)),
        objects_(std::move(attached.objects)),
        layout_source_(std::move(attached.layout_source)),
        layer_(read_point_to_point_layer()),
        attachment_{image, memory_, symbols_, *objects_},
        handles_(attachment_, layer_),
        tool_variables_(handles_) {}

  std::string name() const override { return version_.empty() ? "Open MPI" : "Open MPI " + version_; }
  std::string point_to_point_layer() const override { return layer_; }
  std::string layout_source() const override { return layout_source_; }
  MpiState state() const override { return read_state(memory_, symbols_); }

  // All handles are pointers.
  unsigned handle_width(HandleKind kind) const override {
    return kind == HandleKind::status ? 0 : memory_.pointer_size();
  }

  Status refresh() override {
    tool_variables_.clear();
    return handles_.refresh();
  }

  int world_rank() const override { return handles_.world.rank(); }
  int world_size() const override { return handles_.world.size(); }
  ProcessName own_name() const override { return handles_.world.own_name(); }
  int world_rank_of(const ProcessName &process) const override { return handles_.world.rank_of(process); }
  // Open MPI numbers the jobs of one mpirun in the lower half of the job's name.
  std::uint32_t job_number(std::uint32_t job) const override { return job & 0xffff; }

  Result<std::vector<Address>> handles(HandleKind kind) override {
    MPIDBG_ASSIGN(reader, reader_of(kind));
    return reader->live();
  }
  std::string handle_problem(HandleKind kind) const override {
    const auto reader = const_cast<OpenMpi *>(this)->reader_of(kind);
    return reader ? (*reader)->problem() : reader.error().message;
  }
  Result<Communicator> communicator(Address handle) override { return handles_.communicators.read(handle); }
  Result<Communicator> communicator_outline(Address handle) override { return handles_.communicators.outline(handle); }
  Result<GroupMembers> group_members(Address handle) override { return handles_.groups.live_members(handle); }
  Result<Group> group(Address handle) override { return handles_.groups.read(handle); }
  Result<Request> request(Address handle) override { return handles_.requests.read(handle); }
  Result<Errhandler> errhandler(Address handle) override { return handles_.errhandlers.read(handle); }
  Result<Datatype> datatype(Address handle) override { return handles_.datatypes.read(handle); }
  Result<TypeMap> type_map(Address datatype, std::uint64_t first, std::uint64_t count, bool measured) override {
    return handles_.datatypes.type_map(datatype, first, count, measured);
  }
  Result<std::vector<TypeMapElement>> type_map_elements(Address datatype, std::uint64_t first, std::uint64_t count,
                                                        std::vector<BasicType> &basics) override {
    return handles_.datatypes.elements(datatype, first, count, basics);
  }
  Result<std::vector<std::int64_t>> datatype_arguments(Address datatype, ArgumentKind kind, std::uint64_t first,
                                                       std::uint64_t count) override {
    return handles_.datatypes.arguments(datatype, kind, first, count);
  }
  Result<std::vector<DatatypeNode>> datatype_tree(Address datatype, std::size_t limit) override {
    return handles_.datatypes.tree(datatype, limit);
  }
  Result<File> file(Address handle) override { return handles_.files.read(handle); }
  Result<Info> info(Address handle) override { return handles_.infos.read(handle); }
  Result<Op> op(Address handle) override { return handles_.ops.read(handle); }
  Result<Window> window(Address handle) override { return handles_.windows.read(handle); }
  Result<Message> message(Address handle) override { return handles_.messages.read(handle); }
  Result<std::vector<Keyval>> keyvals() override { return read_keyvals(handles_); }
  Result<ToolInformation *> tool_information() override { return &tool_variables_; }
  Result<MessageStatus> status(Address address) override { return read_status(attachment_, address); }
  Result<std::int64_t> status_count(Address address, Address datatype) override {
    MPIDBG_ASSIGN(found, status(address));
    return count_of(handles_, found, datatype);
  }
  Result<std::int64_t> status_elements(Address address, Address datatype) override {
    MPIDBG_ASSIGN(found, status(address));
    return elements_of(handles_, found, datatype);
  }
  Result<std::vector<HandleReference>> users_of(HandleReference object) override { return handles_.users_of(object); }
  std::string users_problem(HandleKind kind) const override {
    return const_cast<OpenMpi *>(this)->handles_.users_problem(kind);
  }
  void set_memory_ranges(std::vector<MemoryRange> ranges) override { handles_.search.set_ranges(std::move(ranges)); }

  Result<Address> from_fortran(HandleKind kind, std::int64_t index) override;
  Result<Address> from_cxx(HandleKind kind, Address object) override;
  std::vector<PredefinedHandle> predefined(HandleKind kind) const override {
    if (kind == HandleKind::status) return {{"MPI_STATUS_IGNORE", Address{}}};
    const auto reader = const_cast<OpenMpi *>(this)->reader_of(kind);
    return reader ? (*reader)->predefined() : std::vector<PredefinedHandle>{};
  }

  Result<MpiInteger> integer(IntegerKind kind, Address address) const override {
    return read_integer(attachment_, kind, address);
  }

  std::string queue_problem(Queue queue) const override;
  Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) override;

 private:
  std::string read_point_to_point_layer() const;
  Status check_live(HandleKind kind, Address handle);
  Result<HandleReader *> reader_of(HandleKind kind);

  const debugger::Memory memory_;
  const Symbols symbols_;
  const std::string version_;
  const std::unique_ptr<Objects> objects_;
  const std::string layout_source_;
  const std::string layer_;
  const Attachment attachment_;
  Handles handles_;
  ToolVariables tool_variables_;
};

std::string OpenMpi::read_point_to_point_layer() const {
  const auto &layout = objects_->layouts().component;
  return View<ComponentLayout>::text_at(memory_, layout, symbols_.selected_pml, &ComponentLayout::mca_component_name)
      .value_or({});
}

Result<HandleReader *> OpenMpi::reader_of(HandleKind kind) {
  HandleReader *const reader = handles_.reader(kind);
  if (reader != nullptr) return reader;
  if (kind == HandleKind::session) {
    return Error{ErrorCode::not_supported, name() + " has no sessions: they came with MPI-4.0 and Open MPI 5.0"};
  }
  return Error{ErrorCode::not_supported, "a status is no handle but the program's own memory: the library lists none"};
}

Result<Address> OpenMpi::from_fortran(HandleKind kind, std::int64_t index) {
  if (kind == HandleKind::status) {  // an array in the program with the same bytes
    const Address address(static_cast<std::uint64_t>(index));
    MPIDBG_TRY(status(address));
    return address;
  }
  MPIDBG_ASSIGN(reader, reader_of(kind));
  MPIDBG_ASSIGN(table, reader->fortran_table());
  return read_pointer_array_slot(*objects_, table, index);
}

Result<Address> OpenMpi::from_cxx(HandleKind kind, Address object) {
  MPIDBG_ASSIGN(handle, read_cxx_object(attachment_, kind, object));
  MPIDBG_TRY(check_live(kind, handle));
  return handle;
}

Status OpenMpi::check_live(HandleKind kind, Address handle) {
  const auto found = [](const auto &object) -> Status { return object ? Status{} : Status{object.error()}; };
  switch (kind) {
    case HandleKind::communicator:
      return found(communicator(handle));
    case HandleKind::group:
      return found(group(handle));
    case HandleKind::request:
      return found(request(handle));
    case HandleKind::status:
      return found(status(handle));
    case HandleKind::errhandler:
      return found(errhandler(handle));
    case HandleKind::datatype:
      return found(datatype(handle));
    case HandleKind::file:
      return found(file(handle));
    case HandleKind::info:
      return found(info(handle));
    case HandleKind::op:
      return found(op(handle));
    case HandleKind::window:
      return found(window(handle));
    case HandleKind::message:
      return found(message(handle));
    case HandleKind::session:
      break;
  }
  return Error{ErrorCode::not_supported, name() + " has no sessions"};
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
  const Ob1Context context{*objects_,          handles_.groups,
                           handles_.datatypes, handles_.pool,
                           symbols_.ob1,       [this](const ProcessName &process) { return world_rank_of(process); }};
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
  auto library = std::make_unique<OpenMpi>(image, memory, symbols, std::move(version), std::move(attached));
  MPIDBG_TRY(library->refresh());
  return std::unique_ptr<MpiLibrary>(std::move(library));
}

}  // namespace mpidbg::model::openmpi
