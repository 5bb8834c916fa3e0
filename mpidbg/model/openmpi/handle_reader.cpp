#include "mpidbg/model/openmpi/handle_reader.h"

namespace mpidbg::model::openmpi {

Result<Address> Attachment::symbol(const char *name) const {
  const auto found = image.find_symbol(name);
  if (!found) return Error{ErrorCode::not_supported, std::string("the library has no symbol ") + name};
  return *found;
}

std::string Attachment::unresolved(std::initializer_list<const layout::StructLayout *> layouts) {
  for (const layout::StructLayout *layout : layouts) {
    if (!layout->resolved()) return layout->problem;
  }
  return {};
}

std::optional<PredefinedHandle> HandleReader::predefined_at(const char *name, std::int64_t index) const {
  const auto table = fortran_table();
  if (!table) return std::nullopt;
  const auto handle = read_pointer_array_slot(process_.objects, *table, index);
  if (!handle) return std::nullopt;
  return PredefinedHandle{name, *handle};
}

bool HandleReader::is_kept(bool freed, std::int32_t reference_count) const {
  if (!freed || reference_count != 1) return false;
  const auto keeps = process_.symbol("ompi_debug_no_free_handles");  // the address of a bool
  std::byte value{};
  return keeps && memory().read(*keeps, {&value, 1}, "ompi_debug_no_free_handles") && value != std::byte{0};
}

}  // namespace mpidbg::model::openmpi
