#include "mpidbg/model/recorded/recorded_library.h"

#include <unordered_set>

#include "mpidbg/base/hexadecimal.h"
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

class RecordedIdentity final : public Identity {
 public:
  // `in_memory`: what the library's memory shows all the same; null if nothing.
  RecordedIdentity(Recorder &recorder, const debugger::Memory &memory, std::string name, Identity *in_memory)
      : recorder_(recorder), memory_(memory), name_(std::move(name)), in_memory_(in_memory) {}

  std::string name() const override { return name_; }
  std::string layout_source() const override {
    return in_memory_ == nullptr ? "none, only the recorder" : in_memory_->layout_source() + "; objects: the recorder";
  }
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

 private:
  Recorder &recorder_;
  const debugger::Memory &memory_;
  const std::string name_;
  Identity *const in_memory_;
};

class RecordedHandles final : public HandleLists {
 public:
  RecordedHandles(Recorder &recorder, std::string reason) : recorder_(recorder), reason_(std::move(reason)) {}

  Result<std::vector<Handle>> live(HandleKind kind) override {
    std::vector<Handle> handles;
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
  std::string problem(HandleKind) override {
    std::string text = "any that did not come from a recorded call";
    if (const std::string lost = recorder_.problem(); !lost.empty()) text += "; " + lost;
    return text;
  }
  std::vector<PredefinedHandle> predefined(HandleKind kind) override {
    return recorder_.record() ? recorder_.predefined(kind) : std::vector<PredefinedHandle>();
  }
  Result<Handle> from_fortran(HandleKind, std::int64_t index) override {
    // Handles that are integers are the same in Fortran.
    const auto record = recorder_.record();
    if (record && (*record)->header().handle_size == 4) return Handle(static_cast<std::uint32_t>(index), 4);
    return Error{ErrorCode::not_supported, reason_};
  }
  Result<Handle> from_cxx(HandleKind, Address) override { return Error{ErrorCode::not_supported, reason_}; }

 private:
  static std::vector<Handle> each_once(const std::vector<Handle> &handles) {
    std::unordered_set<Handle> seen{Handle()};
    std::vector<Handle> result;
    for (const Handle handle : handles)
      if (seen.insert(handle).second) result.push_back(handle);
    return result;
  }

  Recorder &recorder_;
  const std::string reason_;
};

class RecordedCommunicators final : public CommunicatorRecords {
 public:
  RecordedCommunicators(Recorder &recorder, const Identity &identity) : recorder_(recorder), identity_(identity) {}

  Result<Communicator> communicator(Handle handle) override {
    Communicator communicator;
    communicator.handle = handle;
    communicator.name = recorder_.predefined_name(HandleKind::communicator, handle);
    communicator.named = communicator.predefined = !communicator.name.empty();
    communicator.is_null = communicator.name == "MPI_COMM_NULL";
    if (!communicator.named) {
      const auto object = recorder_.object(HandleKind::communicator, handle, nullptr);
      if (!object || !object->live()) {
        MPIDBG_ASSIGN(in_use, is_communicator_in_use(recorder_, handle));
        if (!in_use)
          return Error{ErrorCode::not_found, "the recorder knows of no live communicator " + hex(handle),
                       handle.address()};
      }
      communicator.name = hex(handle);
      if (object && object->live()) {
        communicator.named = !object->name.empty();
        if (communicator.named) communicator.name = object->name;
        communicator.size_without_group = object->size.value_or(-1);
        if (object->rank) communicator.rank = *object->rank;
      }
    }
    communicator.context_id = UINT64_MAX;
    if (communicator.name == "MPI_COMM_WORLD") {
      communicator.rank = identity_.world_rank();
      communicator.size_without_group = identity_.world_size();
    }
    if (communicator.name == "MPI_COMM_SELF") {
      communicator.rank = 0;
      communicator.size_without_group = 1;
    }
    communicator.reference_count = -1;
    return communicator;
  }

 private:
  Recorder &recorder_;
  const Identity &identity_;
};

class RecordedQueues final : public Queues {
 public:
  // `reason`: why the queues of messages that arrived cannot be seen.
  RecordedQueues(Recorder &recorder, std::string reason) : recorder_(recorder), reason_(std::move(reason)) {}

  std::string layer() const override { return {}; }
  bool shows_requests() const override { return false; }
  bool shows_message_contents() const override { return false; }

  std::string problem(Queue queue) const override {
    if (!is_partly_visible(queue)) return reason_;
    std::string text = "which are complete and not waited for yet is known only from the recorder";
    if (const std::string lost = recorder_.problem(); !lost.empty()) text += "; " + lost;
    return text;
  }
  bool is_partly_visible(Queue queue) const override { return queue != Queue::unexpected && queue != Queue::unclaimed; }
  Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) override {
    if (communicator == nullptr) return Error{ErrorCode::not_supported, reason_};
    MPIDBG_ASSIGN(found, recorded_operations(recorder_, communicator->handle, queue));
    return std::unique_ptr<OperationCursor>(std::make_unique<Delivered>(std::move(found)));
  }

 private:
  Recorder &recorder_;
  const std::string reason_;
};

class RecordedLibrary final : public MpiLibrary {
 public:
  RecordedLibrary(Recorder &recorder, const debugger::Memory &memory, std::string name, const std::string &reason,
                  std::unique_ptr<MpiLibrary> in_memory)
      : reason_(reason + "; its recorder does not know"),
        in_memory_(std::move(in_memory)),
        identity_(recorder, memory, std::move(name), in_memory_ == nullptr ? nullptr : &in_memory_->identity()),
        handles_(recorder, reason_),
        communicators_(recorder, identity_),
        queues_(recorder, reason_) {}

  Identity &identity() override { return identity_; }
  HandleLists *handles() override { return &handles_; }
  CommunicatorRecords *communicators() override { return &communicators_; }
  Queues *queues() override { return &queues_; }
  ToolInformation *tool_information() override {
    return in_memory_ == nullptr ? nullptr : in_memory_->tool_information();
  }
  std::string why_missing() const override { return reason_; }

 private:
  const std::string reason_;
  const std::unique_ptr<MpiLibrary> in_memory_;  // null if nothing of it is known
  RecordedIdentity identity_;
  RecordedHandles handles_;
  RecordedCommunicators communicators_;
  RecordedQueues queues_;
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
    return Error{ErrorCode::unavailable, "MPI_Init has not completed, according to the recorder"};
  if (header.state == MPIDBG_RECORD_FINALIZED)
    return Error{ErrorCode::unavailable, "MPI_Finalize has completed, according to the recorder"};
  return std::unique_ptr<MpiLibrary>(
      std::make_unique<RecordedLibrary>(recorder, memory, short_name(record->library()), reason, std::move(in_memory)));
}

}  // namespace mpidbg::model::recorded
