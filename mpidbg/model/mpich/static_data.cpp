#include "mpidbg/model/mpich/static_data.h"

#include <algorithm>
#include <array>
#include <bit>

#include "mpidbg/base/limits.h"

namespace mpidbg::model::mpich {

namespace {

// Exported by every build: relocated data, which comes before the tables, and variables of Fortran, which are among
// them.
constexpr const char *landmarks[] = {"MPI_T_PVAR_ALL_HANDLES", "MPI_UNWEIGHTED", "MPI_F_STATUS_IGNORE",
                                     "MPIR_F08_MPI_BOTTOM"};
constexpr std::uint64_t page_bytes = 4096;
constexpr std::uint64_t bytes_before_landmark = 1u << 18;

}  // namespace

bool begins_module(std::span<const std::byte> page) {
  constexpr std::array<std::byte, 4> magic{std::byte{0x7f}, std::byte{'E'}, std::byte{'L'}, std::byte{'F'}};
  return page.size() >= magic.size() && std::equal(magic.begin(), magic.end(), page.begin());
}

StaticData read_static_data(const Attachment &process) {
  StaticData data;
  constexpr ByteOrder ours = std::endian::native == std::endian::little ? ByteOrder::little : ByteOrder::big;
  data.swapped = process.memory.byte_order() != ours;
  for (const char *landmark : landmarks) {
    const auto symbol = process.image.find_symbol(landmark);
    if (!symbol) continue;
    Address begin(symbol->value() & ~(page_bytes - 1));
    std::vector<std::byte> page(page_bytes), before;
    while (before.size() < bytes_before_landmark && begin.value() > page_bytes &&
           process.memory.read(begin - page_bytes, page, "static data")) {
      before.insert(before.begin(), page.begin(), page.end());
      begin = begin - page_bytes;
    }
    data.begin = begin;
    data.bytes = std::move(before);
    while (data.bytes.size() < limits::static_data_bytes &&
           process.memory.read(begin + data.bytes.size(), page, "static data") && !begins_module(page)) {
      data.bytes.insert(data.bytes.end(), page.begin(), page.end());
    }
    break;
  }
  return data;
}

}  // namespace mpidbg::model::mpich
