#include "mpidbg/model/mpich/program_values.h"

#include <vector>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/mpich/constants.h"
#include "mpidbg/model/library/program_integer.h"
#include "mpidbg/model/library/status_counts.h"
#include "mpidbg/model/mpich/objects/predefined.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

// Variables of the library that contain the addresses of MPI_STATUS_IGNORE and MPI_STATUSES_IGNORE in Fortran.
constexpr const char *fortran_status_ignore[] = {"MPI_F_STATUS_IGNORE", "MPI_F_STATUSES_IGNORE"};

bool is_fortran_status_ignore(const debugger::Image &image, const debugger::Memory &memory, Address address) {
  for (const char *symbol : fortran_status_ignore) {
    const auto variable = image.find_symbol(symbol);
    const auto ignored = variable ? memory.read_pointer(*variable, symbol) : Result<Address>(Address());
    if (ignored && !ignored->is_null() && *ignored == address) return true;
  }
  return false;
}

}  // namespace

Result<MessageStatus> read_status(const HeaderValues &header, const debugger::Image &image,
                                  const debugger::Memory &memory, Address address) {
  if (address.is_null() || address == Address(header.status_ignore)) {
    return Error{ErrorCode::not_found, "MPI_STATUS_IGNORE is not a status: the program did not ask for one", address};
  }
  if (is_fortran_status_ignore(image, memory, address)) {
    return Error{ErrorCode::not_found, "this is MPI_STATUS_IGNORE of Fortran: the program did not ask for a status",
                 address};
  }
  std::vector<std::byte> bytes(header.status_words * sizeof(std::int32_t));
  MPIDBG_TRY(memory.read(address, bytes, "MPI_Status"));
  const auto word = [&](std::uint32_t at) {
    return decode_unsigned(std::span(bytes).subspan(at * sizeof(std::int32_t), sizeof(std::int32_t)),
                           memory.byte_order());
  };
  const auto number = [&](std::uint32_t at) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(word(at))); };
  MessageStatus status;
  status.address = address;
  status.source = number(header.status_source);
  status.tag = number(header.status_tag);
  status.error = number(header.status_error);
  status.any_source = status.source == header.any_source;
  status.any_tag = status.tag == header.any_tag;
  status.proc_null = status.source == header.proc_null;
  const std::uint64_t high = word(header.status_count_high_and_cancelled);
  status.cancelled = (high & 1) != 0;
  status.bytes = high >> 1 << 32 | word(header.status_count_low);
  return status;
}

Result<std::int64_t> ValuesOfProgram::status_count(Address address, Handle datatype) {
  MPIDBG_ASSIGN(found, status(address));
  const auto handle = static_cast<std::uint32_t>(datatype.value());
  if ((handle & constants::predefined_datatype_bits) != constants::predefined_datatype ||
      predefined_name(HandleKind::datatype, handle).empty()) {
    return Error{ErrorCode::not_supported, "the size of the datatype " + hex(datatype) + " is not known",
                 datatype.address()};
  }
  const std::uint64_t size = handle >> constants::datatype_size_shift & 0xff;
  if (size == 0) return found.bytes == 0 ? 0 : -1;
  return whole_count(found.bytes, size);
}

Result<std::int64_t> MpichValues::status_count(Address address, Handle datatype) {
  MPIDBG_ASSIGN(found, status(address));
  MPIDBG_ASSIGN(type, datatypes_.record(datatype));
  if (type->size == 0) return found.bytes == 0 ? 0 : -1;
  return whole_count(found.bytes, type->size);
}

Result<std::int64_t> MpichValues::status_elements(Address address, Handle datatype) {
  MPIDBG_ASSIGN(found, status(address));
  MPIDBG_ASSIGN(type, datatypes_.record(datatype));
  if (type->size == 0) return found.bytes == 0 ? 0 : -1;
  if (type->form == ConstructedType::Form::basic) return whole_count(found.bytes, type->size);
  return basic_elements(datatypes_, datatype, type->size, found.bytes);
}

Result<MpiInteger> ValuesOfProgram::integer(IntegerKind kind, Address address) {
  return read_program_integer(image_, memory_, kind, address);
}

}  // namespace mpidbg::model::mpich
