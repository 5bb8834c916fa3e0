#include "mpidbg/model/recorded/recorded_library.h"

#include <algorithm>
#include <unordered_set>

#include "mpidbg/model/recorded/recorded_queues.h"

namespace mpidbg::model::recorded {

namespace {

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

class RecordedLibrary final : public UnseenLibrary {
 public:
  RecordedLibrary(Recorder &recorder, const debugger::Memory &memory, std::string name, const std::string &reason,
                  std::unique_ptr<MpiLibrary> in_memory)
      : UnseenLibrary(reason + "; its recorder does not know"),
        recorder_(recorder),
        memory_(memory),
        name_(std::move(name)),
        in_memory_(std::move(in_memory)) {}

  std::string name() const override { return name_; }
  std::string layout_source() const override {
    return in_memory_ == nullptr ? "none, the recorder alone" : in_memory_->layout_source() + "; objects: the recorder";
  }
  bool sees_handles() const override { return true; }

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

  // The recorder notes the width of MPI_Comm. MPI_File is a pointer in every library it is built for.
  unsigned handle_width(HandleKind kind) const override {
    const auto record = recorder_.record();
    if (!record || kind == HandleKind::status) return 0;
    return kind == HandleKind::file ? memory_.pointer_size() : (*record)->header().handle_size;
  }

  Status refresh() override {
    recorder_.forget();
    MPIDBG_TRY(recorder_.record());
    return in_memory_ == nullptr ? Status() : in_memory_->refresh();
  }

  int world_rank() const override {
    const auto record = recorder_.record();
    return record && (*record)->header().world_size > 0 ? (*record)->header().world_rank : memory_.host_rank();
  }
  int world_size() const override {
    const auto record = recorder_.record();
    return record && (*record)->header().world_size > 0 ? (*record)->header().world_size : -1;
  }

  Result<std::vector<Address>> handles(HandleKind kind) override {
    std::vector<Address> handles;
    if (kind == HandleKind::communicator) {
      for (const PredefinedHandle &handle : predefined(kind))
        if (handle.name != "MPI_COMM_NULL") handles.push_back(handle.handle);
      MPIDBG_ASSIGN(used, communicators_in_use(recorder_));
      handles.insert(handles.end(), used.begin(), used.end());
    }
    MPIDBG_ASSIGN(live, recorder_.live_handles(kind));
    handles.insert(handles.end(), live.begin(), live.end());
    return each_once(handles);
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
      const auto object = recorder_.object(HandleKind::communicator, handle, nullptr);
      if (!object || !object->live()) {
        MPIDBG_ASSIGN(used, communicators_in_use(recorder_));
        if (!std::binary_search(used.begin(), used.end(), handle))
          return Error{ErrorCode::not_found, "the recorder knows of no live communicator " + debugger::hex(handle),
                       handle};
      }
      communicator.name = debugger::hex(handle);
      if (object && object->live()) {
        communicator.named = !object->name.empty();
        if (communicator.named) communicator.name = object->name;
        communicator.size_without_group = object->size.value_or(-1);
        if (object->rank) communicator.rank = *object->rank;
      }
    }
    communicator.context_id = UINT64_MAX;
    if (communicator.name == "MPI_COMM_WORLD") {
      communicator.rank = world_rank();
      communicator.size_without_group = world_size();
    }
    if (communicator.name == "MPI_COMM_SELF") {
      communicator.rank = 0;
      communicator.size_without_group = 1;
    }
    communicator.reference_count = -1;
    return communicator;
  }
  Result<ToolInformation *> tool_information() override {
    return in_memory_ == nullptr ? unseen() : in_memory_->tool_information();
  }
  Result<Address> from_fortran(HandleKind, std::int64_t index) override {
    // Handles that are integers are the same in Fortran.
    const auto record = recorder_.record();
    if (record && (*record)->header().handle_size == 4) return Address(static_cast<std::uint32_t>(index));
    return unseen();
  }
  std::vector<PredefinedHandle> predefined(HandleKind kind) const override {
    return recorder_.record() ? recorder_.predefined(kind) : std::vector<PredefinedHandle>();
  }

  std::string queue_problem(Queue queue) const override {
    if (queue == Queue::unexpected || queue == Queue::unclaimed) return reason();
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
  static std::vector<Address> each_once(const std::vector<Address> &handles) {
    std::unordered_set<Address> seen{Address()};
    std::vector<Address> result;
    for (const Address handle : handles)
      if (seen.insert(handle).second) result.push_back(handle);
    return result;
  }

  Recorder &recorder_;
  const debugger::Memory &memory_;
  const std::string name_;
  const std::unique_ptr<MpiLibrary> in_memory_;  // null if nothing of it is known
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
                                                          const std::string &reason,
                                                          std::unique_ptr<MpiLibrary> in_memory) {
  MPIDBG_ASSIGN(record, recorder.record());
  const mpidbg_record_header &header = record->header();
  if (header.state == MPIDBG_RECORD_BEFORE_INIT)
    return Error{ErrorCode::unavailable, "MPI_Init has not completed, as the recorder tells"};
  if (header.state == MPIDBG_RECORD_FINALIZED)
    return Error{ErrorCode::unavailable, "MPI_Finalize has completed, as the recorder tells"};
  return std::unique_ptr<MpiLibrary>(
      std::make_unique<RecordedLibrary>(recorder, memory, short_name(record->library()), reason, std::move(in_memory)));
}

}  // namespace mpidbg::model::recorded
