#include "mpidbg/model/mpich/static_data.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "mpidbg/base/limits.h"

namespace mpidbg::model::mpich {

namespace {

// Describes a variable that every build exports, except that builds with the standard ABI export only the last one of
// `landmarks`. The first two landmarks are constants that are only relocated. Linkers place variables after such
// constants, so no tables come before the first two. The other landmarks are variables for Fortran; tables may come
// before them.
struct Landmark {
  const char *symbol;
  std::uint64_t bytes_before;
};
constexpr std::uint64_t page_bytes = 4096, block_bytes = 16 * page_bytes;
constexpr std::uint64_t usual_bytes = 1u << 20;
constexpr Landmark landmarks[] = {{"MPI_T_PVAR_ALL_HANDLES", 0},
                                  {"MPI_UNWEIGHTED", 0},
                                  {"MPI_F_STATUS_IGNORE", 1u << 18},
                                  {"MPIR_F08_MPI_BOTTOM", 1u << 18},
                                  {"MPIR_fortran_true", 1u << 18}};

// The name of a function that every build exports. Linkers place code and data of a module close to each other.
constexpr const char *function_of_library = "MPIR_Err_return_comm";
constexpr std::uint64_t largest_module = std::uint64_t{1} << 30;

struct Place {
  Address address{};
  std::uint64_t bytes_before = 0;
};

// Returns the first landmark near the library's code or, if none is near, the first one that exists. If a program uses
// a variable of a library, the program often contains a copy that all code uses. This copy is far from the library's
// code.
std::optional<Place> find_landmark(const debugger::Image &image) {
  const auto code = image.find_function(function_of_library);
  std::optional<Place> first;
  for (const Landmark &landmark : landmarks) {
    const auto symbol = image.find_symbol(landmark.symbol);
    if (!symbol) continue;
    const Place place{*symbol, landmark.bytes_before};
    if (!code || std::max(*code, *symbol) - std::min(*code, *symbol) < largest_module) return place;
    if (!first) first = place;
  }
  return first;
}

// Returns the start of the range before `end` in which all memory can be read; at most `most_bytes` are checked, page
// by page.
Address first_readable(const debugger::Memory &memory, Address end, std::uint64_t most_bytes) {
  std::array<std::byte, page_bytes> page;
  Address begin = end;
  while (end - begin < most_bytes && begin.value() > page_bytes && memory.read(begin - page_bytes, page, "static data"))
    begin = begin - page_bytes;
  return begin;
}

// Reads the next `size` bytes of memory and appends them. Returns false if they cannot be read.
bool append(const debugger::Memory &memory, StaticData &data, std::uint64_t size) {
  const std::size_t before = data.bytes.size();
  data.bytes.resize(before + size);
  if (memory.read(data.begin + before, std::span(data.bytes).subspan(before), "static data")) return true;
  data.bytes.resize(before);
  return false;
}

// Looks for another module that starts in the data at or after offset `from`. If there is one, cuts the data off at its
// start and returns true.
bool cut_at_module(StaticData &data, std::size_t from) {
  for (std::size_t at = from; at < data.bytes.size(); at += page_bytes) {
    if (!begins_module(std::span(data.bytes).subspan(at))) continue;
    data.bytes.resize(at);
    return true;
  }
  return false;
}

// Appends memory in large blocks as long as these can be read, and then page by page.
void append_all(const debugger::Memory &memory, StaticData &data) {
  for (const std::uint64_t size : {block_bytes, page_bytes}) {
    while (data.bytes.size() + size <= limits::static_data_bytes && append(memory, data, size)) {
      if (cut_at_module(data, data.bytes.size() - size)) return;
    }
  }
}

}  // namespace

bool begins_module(std::span<const std::byte> page) {
  constexpr std::array<std::byte, 4> magic{std::byte{0x7f}, std::byte{'E'}, std::byte{'L'}, std::byte{'F'}};
  return page.size() >= magic.size() && std::equal(magic.begin(), magic.end(), page.begin());
}

StaticData read_static_data(const debugger::Image &image, const debugger::Memory &memory) {
  StaticData data;
  constexpr ByteOrder ours = std::endian::native == std::endian::little ? ByteOrder::little : ByteOrder::big;
  data.swapped = memory.byte_order() != ours;
  const auto landmark = find_landmark(image);
  if (!landmark) return data;
  const Address page(landmark->address.value() & ~(page_bytes - 1));
  data.begin = first_readable(memory, page, landmark->bytes_before);
  data.bytes.reserve(usual_bytes);
  if (append(memory, data, page - data.begin)) append_all(memory, data);
  return data;
}

}  // namespace mpidbg::model::mpich
