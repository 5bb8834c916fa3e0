#include "mpidbg/model/recorded/recorded_library.h"

#include <algorithm>

#include "mpidbg/model/recorded/recorded_queues.h"

namespace mpidbg::model::recorded {

namespace {

class NoVariables final : public ToolInformation {
 public:
  explicit NoVariables(std::string reason) : reason_(std::move(reason)) {}
  Result<int> control_variable_count() override { return unseen(); }
  Result<ControlVariable> control_variable(int) override { return unseen(); }
  Result<int> control_variable_index(const std::string &) override { return unseen(); }
  Result<VariableValue> control_variable_value(int) override { return unseen(); }
  Result<int> performance_variable_count() override { return unseen(); }
  Result<PerformanceVariable> performance_variable(int) override { return unseen(); }
  Result<int> performance_variable_index(const std::string &, PerformanceClass) override { return unseen(); }
  Result<std::vector<VariableValue>> performance_variable_value(int, Address) override { return unseen(); }
  Result<int> category_count() override { return unseen(); }
  Result<Category> category(int) override { return unseen(); }
  Result<int> category_index(const std::string &) override { return unseen(); }
  Result<int> category_update_number() override { return unseen(); }
  Result<Enumerator> enumerator(Address) override { return unseen(); }

 private:
  Error unseen() const { return {ErrorCode::not_supported, reason_}; }
  std::string reason_;
};

class Delivered final : public OperationCursor {
 public:
  explicit Delivered(std::vector<Operation> operations) : operations_(std::move(operations)) {}
  Result<bool> next(Operation &operation) override {
    if (at_ == operations_.size()) return false;
    operation = operations_[at_++];
    return true;
  }

 private:
  std::vector<Operation> operations_;
  std::size_t at_ = 0;
};

class RecordedLibrary final : public MpiLibrary {
 public:
  RecordedLibrary(Recorder &recorder, const debugger::Memory &memory, std::string name, const std::string &reason)
      : recorder_(recorder),
        memory_(memory),
        name_(std::move(name)),
        unseen_(reason + "; its recorder does not know"),
        variables_(unseen_) {}

  std::string name() const override { return name_; }
  std::string point_to_point_layer() const override { return {}; }
  std::string layout_source() const override { return "none, the recorder alone"; }
  bool sees_memory() const override { return false; }

  MpiState state() const override {
    const auto record = recorder_.record();
    if (!record) return MpiState::unknown;
    switch ((*record)->header().state) {
      case MPIDBG_RECORD_BEFORE_INIT:
        return MpiState::not_initialized;
      case MPIDBG_RECORD_INITIALIZED:
        return MpiState::initialized;
      case MPIDBG_RECORD_FINALIZED:
        return MpiState::finalized;
      default:
        return MpiState::unknown;
    }
  }

  Status refresh() override {
    recorder_.forget();
    MPIDBG_TRY(recorder_.record());
    return {};
  }

  int world_rank() const override {
    const auto record = recorder_.record();
    return record && (*record)->header().world_size > 0 ? (*record)->header().world_rank : memory_.host_rank();
  }
  int world_size() const override {
    const auto record = recorder_.record();
    return record && (*record)->header().world_size > 0 ? (*record)->header().world_size : -1;
  }
  ProcessName own_name() const override { return {}; }
  std::uint32_t job_number(std::uint32_t job) const override { return job; }

  Result<std::vector<Address>> handles(HandleKind kind) override {
    std::vector<Address> handles;
    if (kind == HandleKind::communicator) {
      for (const PredefinedHandle &handle : predefined(kind))
        if (handle.name != "MPI_COMM_NULL") handles.push_back(handle.handle);
      MPIDBG_ASSIGN(used, communicators_in_use(recorder_));
      add(handles, used);
    }
    MPIDBG_ASSIGN(live, recorder_.objects(kind, MPIDBG_RECORD_LIVE, nullptr));
    for (const RecordedObject &object : live) add(handles, {object.handle});
    return handles;
  }
  std::string handle_problem(HandleKind) const override {
    std::string text = "any that did not come from a recorded call";
    if (const std::string lost = recorder_.problem(); !lost.empty()) text += "; " + lost;
    return text;
  }

  Result<Communicator> communicator(Address handle) override {
    Communicator communicator;
    communicator.handle = handle;
    communicator.name = recorder_.predefined_name(HandleKind::communicator, handle);
    communicator.named = communicator.predefined = !communicator.name.empty();
    communicator.is_null = communicator.name == "MPI_COMM_NULL";
    if (!communicator.named) {
      MPIDBG_ASSIGN(used, communicators_in_use(recorder_));
      const auto object = recorder_.object(HandleKind::communicator, handle, nullptr);
      if ((!object || !object->live()) && std::find(used.begin(), used.end(), handle) == used.end())
        return Error{ErrorCode::not_found, "the recorder knows of no live communicator " + debugger::hex(handle),
                     handle};
      communicator.name = debugger::hex(handle);
    }
    communicator.context_id = UINT64_MAX;
    if (communicator.name == "MPI_COMM_WORLD") communicator.rank = world_rank();
    if (communicator.name == "MPI_COMM_SELF") {
      communicator.rank = 0;
      communicator.size_without_group = 1;
    }
    communicator.reference_count = -1;
    return communicator;
  }
  Result<Group> group(Address) override { return unseen(); }
  Result<Request> request(Address) override { return unseen(); }
  Result<Errhandler> errhandler(Address) override { return unseen(); }
  Result<Datatype> datatype(Address) override { return unseen(); }
  Result<File> file(Address) override { return unseen(); }
  Result<Info> info(Address) override { return unseen(); }
  Result<Op> op(Address) override { return unseen(); }
  Result<Window> window(Address) override { return unseen(); }
  Result<Message> message(Address) override { return unseen(); }
  Result<std::vector<Keyval>> keyvals() override { return unseen(); }
  ToolInformation &tool_information() override { return variables_; }
  Result<TypeMap> type_map(Address, std::uint64_t, std::uint64_t, bool) override { return unseen(); }
  Result<std::vector<TypeMapElement>> type_map_elements(Address, std::uint64_t, std::uint64_t,
                                                        std::vector<BasicType> &) override {
    return unseen();
  }
  Result<std::vector<std::int64_t>> datatype_arguments(Address, ArgumentKind, std::uint64_t, std::uint64_t) override {
    return unseen();
  }
  Result<std::vector<DatatypeNode>> datatype_tree(Address, std::size_t) override { return unseen(); }
  Result<MessageStatus> status(Address) override { return unseen(); }
  Result<std::int64_t> status_count(Address, Address) override { return unseen(); }
  Result<std::int64_t> status_elements(Address, Address) override { return unseen(); }
  Result<std::vector<HandleReference>> users_of(HandleReference) override { return unseen(); }
  std::string users_problem(HandleKind) const override { return unseen_; }
  void set_memory_ranges(std::vector<MemoryRange>) override {}
  int world_rank_of(const ProcessName &) const override { return -1; }
  Result<Address> from_fortran(HandleKind, std::int64_t index) override {
    // Handles that are integers are the same in Fortran.
    const auto record = recorder_.record();
    if (record && (*record)->header().handle_size == 4) return Address(static_cast<std::uint32_t>(index));
    return unseen();
  }
  Result<Address> from_cxx(HandleKind, Address) override { return unseen(); }
  std::vector<PredefinedHandle> predefined(HandleKind kind) const override {
    return recorder_.record() ? recorder_.predefined(kind) : std::vector<PredefinedHandle>();
  }
  Result<MpiInteger> integer(IntegerKind, Address) const override { return unseen(); }

  std::string queue_problem(Queue queue) const override {
    if (queue == Queue::unexpected || queue == Queue::unclaimed) return unseen_;
    std::string text = "which are complete and not waited for yet: only the recorder tells of them";
    if (const std::string lost = recorder_.problem(); !lost.empty()) text += "; " + lost;
    return text;
  }
  bool queue_is_partly_visible(Queue queue) const override {
    return queue != Queue::unexpected && queue != Queue::unclaimed;
  }
  Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) override {
    if (communicator == nullptr) return unseen();
    MPIDBG_ASSIGN(found, recorded_operations(recorder_, communicator->handle, queue));
    return std::unique_ptr<OperationCursor>(std::make_unique<Delivered>(std::move(found)));
  }

 private:
  static void add(std::vector<Address> &handles, const std::vector<Address> &more) {
    for (const Address handle : more)
      if (!handle.is_null() && std::find(handles.begin(), handles.end(), handle) == handles.end())
        handles.push_back(handle);
  }
  Error unseen() const { return {ErrorCode::not_supported, unseen_}; }

  Recorder &recorder_;
  const debugger::Memory &memory_;
  const std::string name_;
  const std::string unseen_;
  NoVariables variables_;
};

}  // namespace

std::string short_name(const std::string &library_version) {
  std::string name;
  for (const char c : library_version) name += c == '\t' || c == ':' ? ' ' : c;
  for (const char *separator : {",", "\n", "MPICH Release", "package"})
    if (const auto end = name.find(separator); end != std::string::npos) name.erase(end);
  const auto words = [&](const std::string &word) {
    if (const auto at = name.find(word); at != std::string::npos) name.erase(at, word.size());
  };
  words(" Version");
  std::string result;
  for (const char c : name)
    if (c != ' ' || (!result.empty() && result.back() != ' ')) result += c;
  while (result.ends_with(' ')) result.pop_back();
  if (const auto version = result.find(" v"); version != std::string::npos && version + 2 < result.size() &&
                                              result[version + 2] >= '0' && result[version + 2] <= '9')
    result.erase(version + 1, 1);
  return result.empty() ? "unknown MPI library" : result;
}

Result<std::unique_ptr<MpiLibrary>> open_recorded_library(Recorder &recorder, const debugger::Memory &memory,
                                                          const std::string &reason) {
  MPIDBG_ASSIGN(record, recorder.record());
  const mpidbg_record_header &header = record->header();
  if (header.state == MPIDBG_RECORD_BEFORE_INIT)
    return Error{ErrorCode::unavailable, "MPI_Init has not completed, as the recorder tells"};
  if (header.state == MPIDBG_RECORD_FINALIZED)
    return Error{ErrorCode::unavailable, "MPI_Finalize has completed, as the recorder tells"};
  return std::unique_ptr<MpiLibrary>(
      std::make_unique<RecordedLibrary>(recorder, memory, short_name(record->library()), reason));
}

}  // namespace mpidbg::model::recorded
