#include "mpidbg/model/library/program_integer.h"

#include <vector>

namespace mpidbg::model {

namespace {

unsigned usual_width(const debugger::Memory &memory, IntegerKind kind) {
  switch (kind) {
    case IntegerKind::address:
      return memory.pointer_size();
    case IntegerKind::offset:
    case IntegerKind::count:
      return 8;
    case IntegerKind::fortran:
      break;
  }
  return 4;
}

constexpr const char *integer_names[] = {"MPI_Aint", "MPI_Offset", "MPI_Count", "MPI_Fint"};

}  // namespace

Result<MpiInteger> read_program_integer(const debugger::Image &image, const debugger::Memory &memory, IntegerKind kind,
                                        Address address) {
  const char *const name = integer_names[static_cast<std::size_t>(kind)];
  MpiInteger integer;
  mqs_type *const type = image.find_type(name);
  const auto size = type == nullptr ? std::nullopt : image.size_of(type);
  integer.width = size && (*size == 4 || *size == 8) ? *size : usual_width(memory, kind);
  if (address.is_null()) return integer;
  std::vector<std::byte> bytes(integer.width);
  MPIDBG_TRY(memory.read(address, bytes, name));
  integer.value = decode_signed(bytes, memory.byte_order());
  return integer;
}

}  // namespace mpidbg::model
