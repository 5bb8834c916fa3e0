#include "mpidbg/model/recorded/recorded_library.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <unordered_set>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/model/recorded/completed_queues.h"
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

// Implements Identity for a process whose handles come from the record.
class RecordedIdentity final : public Identity {
 public:
  // `in_memory` is the library's own identity, if its memory shows anything; otherwise null.
  RecordedIdentity(Recorder &recorder, const debugger::Memory &memory, std::string name, Identity *in_memory)
      : recorder_(recorder), memory_(memory), name_(std::move(name)), in_memory_(in_memory) {}

  std::string name() const override { return name_; }
  std::string layout_source() const override {
    return in_memory_ == nullptr ? "none, only the recorder" : in_memory_->layout_source() + "; objects: the recorder";
  }
  std::vector<LayoutCheck> layout_checks() override {
    return in_memory_ == nullptr ? std::vector<LayoutCheck>() : in_memory_->layout_checks();
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
  ThreadLevel thread_level() const override {
    static_assert(static_cast<int>(ThreadLevel::single) == 1);
    return recorder_.record() ? static_cast<ThreadLevel>(1 + recorder_.thread_level()) : ThreadLevel::unknown;
  }
  // Returns the width of handles. The recorder has stored the width of an MPI_Comm. In all libraries for which there is
  // a recorder, MPI_File is a pointer.
  unsigned handle_width(HandleKind kind) const override {
    const auto record = recorder_.record();
    if (!record || kind == HandleKind::status) return 0;
    return kind == HandleKind::file ? memory_.pointer_size() : (*record)->header().handle_size;
  }
  Status refresh() override {
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
  // Returns the name of this process. The recorder knows processes only by their ranks in MPI_COMM_WORLD.
  ProcessName own_name() const override { return {0, static_cast<std::uint32_t>(world_rank())}; }
  int world_rank_of(const ProcessName &process) const override { return static_cast<int>(process.rank); }

 private:
  Recorder &recorder_;
  const debugger::Memory &memory_;
  const std::string name_;
  Identity *const in_memory_;
};

class RecordedHandles final : public HandleLists {
 public:
  // `values` reads statuses; it may be null.
  RecordedHandles(Recorder &recorder, std::string reason, ProgramValues *values)
      : recorder_(recorder), reason_(std::move(reason)), values_(values) {}

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
  std::string why_unseen(HandleKind kind) override { return problem(kind); }
  std::vector<PredefinedHandle> predefined(HandleKind kind) override {
    return recorder_.record() ? recorder_.predefined(kind) : std::vector<PredefinedHandle>();
  }
  // Converts a Fortran handle. If handles are integers, Fortran handles have the same values, except for those of
  // files.
  Result<Handle> from_fortran(HandleKind kind, std::int64_t index) override {
    const auto record = recorder_.record();
    if (kind == HandleKind::status && values_ != nullptr) {  // a status has the same words in both languages
      MPIDBG_ASSIGN(status, values_->status(Address(static_cast<std::uint64_t>(index))));
      return Handle(status.address);
    }
    if (!record || (*record)->header().handle_size != 4 || kind == HandleKind::file || kind == HandleKind::status) {
      return Error{ErrorCode::not_supported, reason_};
    }
    const Handle handle(static_cast<std::uint32_t>(index), 4);
    if (!recorder_.predefined_name(kind, handle).empty()) return handle;
    MPIDBG_ASSIGN(known, live(kind));
    if (std::find(known.begin(), known.end(), handle) != known.end()) return handle;
    return Error{ErrorCode::not_found, "the recorder knows of no live handle " + hex(handle), handle.address()};
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
  ProgramValues *const values_;
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
      communicator.kind_known = false;
      if (object && object->live()) {
        communicator.named = !object->name.empty();
        if (communicator.named) communicator.name = object->name;
        communicator.size_without_group = object->size.value_or(-1);
        if (object->rank) communicator.rank = *object->rank;
      }
    }
    communicator.context_id = unknown_context;
    if (communicator.name == "MPI_COMM_WORLD") {
      communicator.rank = identity_.world_rank();
      communicator.size_without_group = identity_.world_size();
      communicator.members_without_group = members_of_world();
    }
    if (communicator.name == "MPI_COMM_SELF") {
      communicator.rank = 0;
      communicator.size_without_group = 1;
      if (identity_.world_rank() >= 0) {
        communicator.members_without_group = std::make_shared<const std::vector<ProcessName>>(1, identity_.own_name());
      }
    }
    communicator.reference_count = -1;
    return communicator;
  }

 private:
  // Returns the processes of MPI_COMM_WORLD; null if their number is unknown.
  GroupMembers members_of_world() const {
    const int size = identity_.world_size();
    if (size <= 0 || static_cast<std::uint64_t>(size) > limits::group_members) return nullptr;
    std::vector<ProcessName> members;
    members.reserve(static_cast<std::size_t>(size));
    for (int rank = 0; rank < size; ++rank) members.push_back({0, static_cast<std::uint32_t>(rank)});
    return std::make_shared<const std::vector<ProcessName>>(std::move(members));
  }

  Recorder &recorder_;
  const Identity &identity_;
};

class RecordedQueues final : public Queues {
 public:
  // `reason` explains why the queues of messages that have arrived cannot be seen.
  RecordedQueues(Recorder &recorder, std::string reason) : recorder_(recorder), reason_(std::move(reason)) {}

  std::string layer() const override { return {}; }

  Visibility visibility(Queue queue) const override {
    if (queue == Queue::unexpected || queue == Queue::unclaimed) return Visibility::nothing(reason_);
    std::string text = "which are complete and not waited for yet is known only from the recorder";
    if (const std::string lost = recorder_.problem(); !lost.empty()) text += "; " + lost;
    return Visibility::partial(std::move(text));
  }
  Result<std::unique_ptr<OperationCursor>> operations(const Communicator *communicator, Queue queue) override {
    if (communicator == nullptr) return Error{ErrorCode::not_supported, reason_};
    MPIDBG_ASSIGN(found, recorded_operations(recorder_, communicator->handle, queue));
    return std::unique_ptr<OperationCursor>(std::make_unique<Delivered>(std::move(found)));
  }

 private:
  Recorder &recorder_;
  const std::string reason_;
};

class LibraryWithRecord final : public MpiLibrary {
 public:
  // `unknown` explains why memory shows nothing. If it is empty, `in_memory` is not null and explains why its missing
  // parts are missing.
  LibraryWithRecord(Recorder &recorder, const debugger::Memory &memory, std::unique_ptr<MpiLibrary> in_memory,
                    std::string unknown, const ValuesByHandleWidth &values = nullptr)
      : recorder_(recorder),
        unknown_(std::move(unknown)),
        in_memory_(std::move(in_memory)),
        recorded_identity_(make_identity(memory)),
        values_(make_values(recorder, values)),
        handles_(recorder, why_missing(Part::handles), program_values()),
        communicators_(recorder, identity()),
        queues_(recorder, why_missing(Part::queues)) {
    Queues *const seen = in_memory_ == nullptr ? nullptr : in_memory_->queues();
    if (seen != nullptr && seen->lacks_arguments()) completed_queues_.emplace(*seen, recorder);
  }

  Identity &identity() override { return recorded_identity_ ? *recorded_identity_ : in_memory_->identity(); }
  Status refresh() override {
    recorder_.forget();
    return identity().refresh();
  }
  std::string layout_source() override {
    std::string source = identity().layout_source();
    if (recorded_identity_) return source;
    std::string recorded;
    if (in_memory_->communicators() == nullptr) recorded = "communicators";
    if (in_memory_->queues() == nullptr) recorded += recorded.empty() ? "queues" : " and queues";
    return recorded.empty() ? source : source + "; " + recorded + ": the recorder";
  }
  HandleLists *handles() override { return in_memory_or(&MpiLibrary::handles, &handles_); }
  CommunicatorRecords *communicators() override { return in_memory_or(&MpiLibrary::communicators, &communicators_); }
  Queues *queues() override {
    return completed_queues_ ? &*completed_queues_ : in_memory_or(&MpiLibrary::queues, &queues_);
  }
  ObjectRecords *objects() override { return in_memory_or(&MpiLibrary::objects); }
  DatatypeDetails *datatype_details() override { return in_memory_or(&MpiLibrary::datatype_details); }
  ProgramValues *program_values() override { return in_memory_or(&MpiLibrary::program_values, values_.get()); }
  ToolInformation *tool_information() override { return in_memory_or(&MpiLibrary::tool_information); }

  std::string why_missing(Part part) const override {
    return (in_memory_ == nullptr ? unknown_ : in_memory_->why_missing(part)) + "; its recorder does not know";
  }

 private:
  template <class Interface>
  Interface *in_memory_or(Interface *(MpiLibrary::*part)(), std::type_identity_t<Interface> *recorded = nullptr) const {
    Interface *const shown = in_memory_ == nullptr ? nullptr : (*in_memory_.*part)();
    return shown == nullptr ? recorded : shown;
  }

  // Makes the Identity that is based on the record; null if memory shows the handles.
  std::unique_ptr<Identity> make_identity(const debugger::Memory &memory) const {
    if (in_memory_ != nullptr && in_memory_->handles() != nullptr) return nullptr;
    const std::string name = short_name(recorder_.record().value()->library());  // with_record() has read it
    return std::make_unique<RecordedIdentity>(recorder_, memory, name,
                                              in_memory_ == nullptr ? nullptr : &in_memory_->identity());
  }

  std::unique_ptr<ProgramValues> make_values(Recorder &recorder, const ValuesByHandleWidth &values) const {
    const bool shown = in_memory_ != nullptr && in_memory_->program_values() != nullptr;
    if (shown || !values) return nullptr;
    const auto record = recorder.record();
    return record ? values((*record)->header().handle_size) : nullptr;
  }

  Recorder &recorder_;
  const std::string unknown_;
  const std::unique_ptr<MpiLibrary> in_memory_;        // null if memory shows nothing
  const std::unique_ptr<Identity> recorded_identity_;  // null if memory shows the handles
  const std::unique_ptr<ProgramValues> values_;
  RecordedHandles handles_;
  RecordedCommunicators communicators_;
  RecordedQueues queues_;
  std::optional<CompletedQueues> completed_queues_;
};

// Returns true if all parts that the record could replace come from memory.
bool is_complete(MpiLibrary &library) {
  return library.handles() != nullptr && library.communicators() != nullptr && library.queues() != nullptr;
}

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

Result<std::unique_ptr<MpiLibrary>> with_record(Result<std::unique_ptr<MpiLibrary>> in_memory, Recorder &recorder,
                                                const debugger::Memory &memory, const ValuesByHandleWidth &values) {
  if (in_memory) {
    if (is_complete(**in_memory)) {
      if (!(*in_memory)->queues()->lacks_arguments()) return in_memory;
      // The record is looked for later, when queues are read.
      return std::unique_ptr<MpiLibrary>(
          std::make_unique<LibraryWithRecord>(recorder, memory, std::move(*in_memory), std::string()));
    }
  } else if (in_memory.error().code != ErrorCode::not_supported && in_memory.error().code != ErrorCode::layout) {
    return in_memory;
  }
  const auto record = recorder.record();
  // It is not an error if the process has no record: most processes have none. It is an error if a record exists but
  // cannot be read.
  if (!record && record.error().code == ErrorCode::not_found) return in_memory;
  if (!in_memory || (*in_memory)->handles() == nullptr) {
    if (!record) return record.error();
    const std::uint32_t state = (*record)->header().state;
    if (state == MPIDBG_RECORD_BEFORE_INIT)
      return Error{ErrorCode::unavailable, "MPI_Init has not completed, according to the recorder"};
    if (state == MPIDBG_RECORD_FINALIZED)
      return Error{ErrorCode::unavailable, "MPI_Finalize has completed, according to the recorder"};
  }
  std::string unknown = in_memory ? std::string() : in_memory.error().message;
  return std::unique_ptr<MpiLibrary>(std::make_unique<LibraryWithRecord>(
      recorder, memory, in_memory ? std::move(*in_memory) : std::unique_ptr<MpiLibrary>(), std::move(unknown), values));
}

}  // namespace mpidbg::model::recorded
