#pragma once
// Implements for MPICH those interfaces of model/library/mpi_library.h that show objects.

#include <string>

#include "mpidbg/model/library/communicator_records.h"
#include "mpidbg/model/library/handle_lists.h"
#include "mpidbg/model/library/object_records.h"
#include "mpidbg/model/library/program_values.h"
#include "mpidbg/model/mpich/handles.h"

namespace mpidbg::model::mpich {

class MpichHandles final : public HandleLists {
 public:
  // `readers` must outlive this object.
  explicit MpichHandles(Handles &readers) : readers_(readers) {}

  Result<std::vector<Handle>> live(HandleKind kind) override;
  std::string problem(HandleKind kind) override;
  std::string why_unseen(HandleKind kind) override;
  std::vector<PredefinedHandle> predefined(HandleKind kind) override;
  // Converts a Fortran handle. For all kinds except files, it has the same value as the C handle.
  Result<Handle> from_fortran(HandleKind kind, std::int64_t index) override;
  Result<Handle> from_cxx(HandleKind kind, Address object) override;
  void set_memory_ranges(const std::vector<AddressRange> &ranges) override { readers_.files.set_ranges(ranges); }

 private:
  Result<HandleReader *> reader_of(HandleKind kind) const;

  Handles &readers_;
};

#define MPIDBG_READ_BY_HANDLE(noun, nouns, Record)         \
  Result<Record> noun(Handle handle) override {            \
    return completed(handle, readers_.nouns.read(handle)); \
  }

class MpichObjects final : public CommunicatorRecords, public ObjectRecords {
 public:
  // `readers` must outlive this object.
  explicit MpichObjects(Handles &readers) : readers_(readers) {}

  std::string why_missing(HandleKind) const override { return {}; }
  Result<Communicator> communicator(Handle handle) override { return readers_.communicators.read(handle); }
  Result<Communicator> outline(Handle handle) override { return readers_.communicators.outline(handle); }
  Result<GroupMembers> group_members(Handle handle) override { return readers_.groups.members(handle); }
  MPIDBG_OBJECT_KINDS(MPIDBG_READ_BY_HANDLE)
  Visibility point_to_point_requests() const override { return readers_.requests.point_to_point(); }
  Visibility message_contents() const override {
    const std::string problem = readers_.devices.messages().problem();
    return Visibility::unless(problem.empty() ? problem : "source, tag and size: " + problem);
  }
  Result<std::vector<HandleReference>> users_of(HandleReference object) override { return readers_.users.of(object); }
  std::string users_problem(HandleKind kind) override { return readers_.users.why_unseen(kind); }
  Result<std::vector<Keyval>> keyvals() override { return readers_.attributes.keyvals(); }

 private:
  template <class Record>
  static Result<Record> completed(Handle, Result<Record> record) {
    return record;
  }
  // States whether requests of the file may be pending.
  Result<File> completed(Handle handle, Result<File> file) const;
  // Marks the info object as the library's own if ROMIO made it for a file.
  Result<Info> completed(Handle handle, Result<Info> info) const;

  Handles &readers_;
};
#undef MPIDBG_READ_BY_HANDLE

}  // namespace mpidbg::model::mpich
