#include "mpidbg/model/mpich/objects/pools.h"

#include <algorithm>
#include <numeric>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/mpich/objects/predefined.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

constexpr std::uint32_t handle_index_bits = 0x3ffffff;

// The handles of two groups that the library has had since 5.0. The first group contains all processes of
// MPI_COMM_WORLD, the second only this process. mpi.h has no names for these handles.
constexpr std::uint32_t groups_of_library[] = {0x48000001, 0x48000002};

// Returns the index of a predefined object in its array. The second byte of a datatype's handle is its size and not
// part of the index.
std::uint32_t predefined_index(ObjectKind kind, std::uint32_t handle) {
  if (kind == ObjectKind::datatype || kind == ObjectKind::op) return handle & 0xff;
  return handle & handle_index_bits;
}

}  // namespace

// Returns true if the memory of a predefined object contains the object's handle. A predefined communicator that the
// process does not use, for example MPI_COMM_WORLD with sessions only, does not have its handle yet, and nothing refers
// to it. Other kinds may lack predefined objects permanently, such as datatypes that the compilers do not support.
Result<bool> Pools::is_predefined(std::uint32_t handle, Address object) const {
  const auto header = layout::View<ObjectLayout>::read(process_.memory, process_.layouts.object, object);
  const bool is_communicator = kind_of_handle(handle) == ObjectKind::communicator;
  if (!header) return is_communicator ? Result<bool>(header.error()) : false;
  const std::uint32_t has = header->get(&ObjectLayout::handle);
  if (has == handle) return true;
  const bool is_unused = has == 0 && header->get(&ObjectLayout::ref_count) == 0;
  if (!is_communicator || is_unused) return false;
  return Error{
      ErrorCode::corrupt,
      "MPIR_Handle_common.handle of the communicator at " + hex(object) + " is " + hex(has) + " and not " + hex(handle),
      object};
}

void Pools::add_predefined(ObjectKind kind, Contents &contents) {
  const auto first = tables_.predefined(kind);
  const layout::StructLayout *const object = object_layout(process_.layouts, kind);
  if (object == nullptr || !object->resolved()) return;
  if (!first) {
    if (kind == ObjectKind::communicator) contents.problem = first.error();
    return;
  }
  for (const NamedHandle &known : predefined_handles()) {
    if (place_of_handle(known.handle) != constants::handle_builtin || kind_of_handle(known.handle) != kind) continue;
    if (known.kind == HandleKind::message) continue;  // it is a request that does not belong to the program
    add_if_there(known.handle, *first + std::uint64_t{predefined_index(kind, known.handle)} * object->byte_size,
                 contents);
  }
  if (kind != ObjectKind::group) return;
  for (const std::uint32_t handle : groups_of_library) {
    add_if_there(handle, *first + std::uint64_t{predefined_index(kind, handle)} * object->byte_size, contents);
  }
}

void Pools::add_if_there(std::uint32_t handle, Address object, Contents &contents) const {
  const auto is_one = is_predefined(handle, object);
  if (!is_one && !contents.problem) contents.problem = is_one.error();
  if (!is_one || !*is_one) return;
  contents.objects.add_block(object, 0);
  contents.objects.add(handle);
}

// Adds the library's datatypes with direct handles. MPICH takes them into use in the order of their handles and keeps
// them until the end of the process.
void Pools::add_direct_datatypes(Contents &contents) {
  const auto first = tables_.direct_datatypes();
  if (!first) return;
  for (std::uint32_t index = 0; index <= constants::handle_index_mask; ++index) {
    const Address object = *first + std::uint64_t{index} * process_.layouts.datatype.byte_size;
    if (!is_predefined(constants::first_direct_datatype + index, object).value_or(false)) break;
    add_if_there(constants::first_direct_datatype + index, object, contents);
  }
}

Pools::Contents &Pools::contents(ObjectKind kind) {
  const auto [known, is_new] = contents_.try_emplace(static_cast<std::uint32_t>(kind));
  Contents &contents = known->second;
  if (!is_new) return contents;
  add_predefined(kind, contents);
  if (kind == ObjectKind::datatype) add_direct_datatypes(contents);
  const Glance &glance = glances_[static_cast<std::uint32_t>(kind)];
  const auto tables = tables_.of(kind);
  if (!tables) {
    contents.problem = tables.error();
  } else {
    for (const Address table : *tables) {
      auto live = read_object_table(process_, kind, table, glance);
      if (live && contents.objects.empty()) {
        contents.objects = std::move(*live);
      } else if (live) {
        contents.objects.append(*live);
      } else if (!contents.problem) {
        contents.problem = live.error();
      }
    }
  }
  contents.objects.index_blocks();
  const auto &handles = contents.objects.handles();
  if (!std::is_sorted(handles.begin(), handles.end())) {
    contents.by_handle.resize(handles.size());
    std::iota(contents.by_handle.begin(), contents.by_handle.end(), 0u);
    std::stable_sort(contents.by_handle.begin(), contents.by_handle.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return handles[a] < handles[b]; });
  }
  return contents;
}

std::optional<PooledObject> Pools::find(Contents &contents, std::uint32_t handle) {
  auto &[objects, problem, order, recent] = contents;
  const std::vector<std::uint32_t> &handles = objects.handles();
  if (!order.empty()) {
    const auto found =
        std::lower_bound(order.begin(), order.end(), handle,
                         [&handles](std::uint32_t place, std::uint32_t h) { return handles[place] < h; });
    return found != order.end() && handles[*found] == handle ? std::optional(objects[*found]) : std::nullopt;
  }
  for (std::size_t at = recent; at < handles.size() && at <= recent + 1; ++at) {
    if (handles[at] == handle) return objects[recent = at];
  }
  const auto found = std::lower_bound(handles.begin(), handles.end(), handle);
  if (found == handles.end() || *found != handle) return std::nullopt;
  recent = static_cast<std::size_t>(found - handles.begin());
  return objects[recent];
}

Result<Address> Pools::find(ObjectKind kind, std::uint32_t handle) {
  Contents &known = contents(kind);
  if (const auto found = find(known, handle)) return found->address;
  if (const auto found = find_unnamed(kind, handle)) return *found;
  if (known.problem && kind_of_handle(handle) == kind && place_of_handle(handle) != constants::handle_null) {
    return *known.problem;
  }
  return Error{ErrorCode::not_found, hex(handle) + " is not the handle of a live " + noun(kind), Address(handle)};
}

// Returns the address of a predefined datatype that the list in predefined.cpp lacks. Each version has such datatypes,
// for example MPI_LOGICAL1.
std::optional<Address> Pools::find_unnamed(ObjectKind kind, std::uint32_t handle) {
  const bool may_be = kind == ObjectKind::datatype && kind_of_handle(handle) == kind &&
                      place_of_handle(handle) == constants::handle_builtin;
  const auto first = may_be ? tables_.predefined(kind) : Result<Address>(Error{ErrorCode::not_found, {}});
  if (!first) return std::nullopt;
  const Address object = *first + std::uint64_t{predefined_index(kind, handle)} * process_.layouts.datatype.byte_size;
  return is_predefined(handle, object).value_or(false) ? std::optional(object) : std::nullopt;
}

std::optional<std::uint32_t> Pools::handle_of(ObjectKind kind, Address object) {
  const auto header = layout::View<ObjectLayout>::read(process_.memory, process_.layouts.object, object);
  if (!header) return std::nullopt;
  const std::uint32_t handle = header->get(&ObjectLayout::handle);
  Contents &known = contents(kind);
  const auto found = find(known, handle);
  if (!found || found->address != object) return std::nullopt;
  return handle;
}

}  // namespace mpidbg::model::mpich
