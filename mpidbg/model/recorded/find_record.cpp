#include "mpidbg/model/recorded/find_record.h"

#include <array>
#include <cstring>
#include <span>

#include "mpidbg/base/limits.h"

namespace mpidbg::model::recorded {

namespace {

bool has_magic(std::span<const std::byte> bytes) {
  constexpr std::size_t size = sizeof(MPIDBG_RECORD_MAGIC) - 1;
  return bytes.size() >= size && std::memcmp(bytes.data(), MPIDBG_RECORD_MAGIC, size) == 0;
}

class Search {
 public:
  explicit Search(const debugger::Memory &memory) : memory_(memory) {}

  // Looks for a record at an address. Returns true if the search is over. A copy of a record, or bytes that happen to
  // look like a record, do not end the search.
  bool look_at(Address address) {
    auto opened = Record::open(memory_, address);
    if (opened) {
      found_ = std::move(opened);
      return true;
    }
    if (!is_copy(opened.error()) && !found_) problem_ = opened.error();
    return false;
  }

  void look_at_starts(const std::vector<AddressRange> &ranges) {
    for (const AddressRange &range : ranges) {
      if (range.size() < MPIDBG_RECORD_LEAST_BYTES) continue;
      std::array<std::byte, 16> start;
      if (memory_.read(range.begin, start, "start of a memory range") && has_magic(start) && look_at(range.begin))
        return;
    }
  }

  Result<Record> result() && {
    return found_ || problem_.message.empty() ? std::move(found_) : Result<Record>(std::move(problem_));
  }

 private:
  static bool is_copy(const Error &error) { return error.code == ErrorCode::not_found; }

  const debugger::Memory &memory_;
  Result<Record> found_ = Error{ErrorCode::not_found, "the process runs without mpidbg's recorder"};
  Error problem_{};
};

}  // namespace

Result<Record> find_record(const debugger::Image &image, const debugger::Memory &memory,
                           const std::vector<AddressRange> &ranges) {
  if (const auto symbol = image.find_symbol("mpidbg_record")) {
    MPIDBG_ASSIGN(address, memory.read_pointer(*symbol, "the recorder's mpidbg_record"));
    if (address.is_null())
      return Error{ErrorCode::not_found,
                   "the recorder is loaded, and has recorded nothing: no MPI call was made yet, "
                   "or it does not fit the MPI library"};
    auto record = Record::open(memory, address);
    // The recorder stores the record's address after everything else, so an address at which no record starts means
    // damage.
    if (!record && record.error().code == ErrorCode::not_found)
      return Error{ErrorCode::corrupt, "mpidbg_record: " + record.error().message, address};
    return record;
  }
  Search search(memory);
  search.look_at_starts(ranges);
  return std::move(search).result();
}

}  // namespace mpidbg::model::recorded
