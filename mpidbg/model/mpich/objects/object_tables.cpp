#include "mpidbg/model/mpich/objects/object_tables.h"

#include <algorithm>
#include <array>
#include <utility>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

struct TableNames {
  ObjectKind kind;
  const char *table;
  const char *predefined;  // null if there are none or if they are in the table
};
constexpr TableNames names[] = {{ObjectKind::communicator, "MPIR_Comm_mem", "MPIR_Comm_builtin"},
                                {ObjectKind::group, "MPIR_Group_mem", "MPIR_Group_builtin"},
                                {ObjectKind::datatype, "MPIR_Datatype_mem", "MPIR_Datatype_builtin"},
                                {ObjectKind::errhandler, "MPIR_Errhandler_mem", "MPIR_Errhandler_builtin"},
                                {ObjectKind::op, "MPIR_Op_mem", "MPIR_Op_builtin"},
                                {ObjectKind::info, "MPIR_Info_mem", "MPIR_Info_builtin"},
                                {ObjectKind::window, "MPIR_Win_mem", nullptr},
                                {ObjectKind::keyval, "MPII_Keyval_mem", nullptr},
                                {ObjectKind::attribute, "MPID_Attr_mem", nullptr},
                                {ObjectKind::request, "MPIR_Request_mem", "MPIR_Request_builtins"},
                                {ObjectKind::generalized_class, "MPIR_Grequest_class_mem", nullptr},
                                {ObjectKind::session, "MPIR_Session_mem", nullptr}};

const TableNames *names_of(ObjectKind kind) {
  for (const TableNames &candidate : names) {
    if (candidate.kind == kind) return &candidate;
  }
  return nullptr;
}

// The maximum number of pools: REQUEST_POOL_MAX. Source: src/include/mpir_handlemem.h.
constexpr std::uint32_t most_pools = 64;
constexpr std::int32_t most_direct = 1 << 16;
constexpr std::int32_t most_object_bytes = 1 << 16;
constexpr std::uint32_t object_number_bits = (1u << constants::handle_kind_shift) - 1;

}  // namespace

// Returns true if the members of `table` are plausible. In unknown builds, this check alone distinguishes tables from
// other data.
bool ObjectTables::can_be(const TableView &table, ObjectKind kind) const {
  const std::int32_t initialized = table.get(&ObjectTableLayout::initialized);
  const std::int32_t size = table.get(&ObjectTableLayout::size);
  const std::int32_t allocated = table.get(&ObjectTableLayout::num_allocated);
  const std::int32_t available = table.get(&ObjectTableLayout::num_avail);
  const std::int32_t direct = table.get(&ObjectTableLayout::direct_size);
  const std::int32_t blocks = table.get(&ObjectTableLayout::indirect_size);
  if (table.get(&ObjectTableLayout::kind) != static_cast<std::uint32_t>(kind)) return false;
  if (initialized != 0 && initialized != 1) return false;
  if (size < 16 || size > most_object_bytes) return false;
  if (direct < 0 || direct > most_direct || blocks < 0) return false;
  if (available < 0 || available > allocated) return false;
  if (table.get(&ObjectTableLayout::direct).is_null() != (direct == 0)) return false;
  if (table.get(&ObjectTableLayout::indirect).is_null() && blocks != 0) return false;
  if (initialized == 0) return table.get(&ObjectTableLayout::avail).is_null() && blocks == 0;
  return static_cast<std::uint64_t>(allocated) <= limits::table_entries;
}

bool ObjectTables::has_first_object(const TableView &table, ObjectKind kind) const {
  Address first = table.get(&ObjectTableLayout::direct);
  constants::HandlePlace place = constants::handle_direct;
  if (first.is_null()) {
    const auto block = process_.memory.read_pointer(table.get(&ObjectTableLayout::indirect), "a block of objects");
    if (!block) return false;
    first = *block;
    place = constants::handle_indirect;
  }
  const auto object = layout::View<ObjectLayout>::read(process_.memory, process_.layouts.object, first);
  if (!object) return false;
  const std::uint32_t handle = object->get(&ObjectLayout::handle);
  const std::uint32_t index = kind == ObjectKind::keyval ? constants::keyval_index_mask : 0x3ffffff;
  return place_of_handle(handle) == place && kind_of_handle(handle) == kind && (handle & index) == 0;
}

Status ObjectTables::check(const TableView &table, ObjectKind kind) const {
  if (!can_be(table, kind)) {
    return Error{ErrorCode::corrupt,
                 std::string("MPIR_Object_alloc_t at ") + hex(table.address()) +
                     " is not a table of objects of the kind " + noun(kind),
                 table.address()};
  }
  const layout::StructLayout *const object = object_layout(process_.layouts, kind);
  if (object == nullptr) return {};
  if (!object->resolved()) return Error{ErrorCode::layout, object->problem, table.address()};
  const auto size = static_cast<std::uint32_t>(table.get(&ObjectTableLayout::size));
  if (size != object->byte_size) {
    return Error{ErrorCode::layout,
                 std::string(object->type_name) + " is " + std::to_string(object->byte_size) +
                     " bytes according to the layouts, and " + std::to_string(size) + " in this build of MPICH",
                 table.address()};
  }
  return {};
}

// Searches for a word with the number of a kind next to a word with the size of the kind's objects. Few places have
// both.
void ObjectTables::search() {
  if (std::exchange(searched_, true)) return;
  const StaticData &data = process_.static_data();
  const ObjectTableLayout &layout = process_.layouts.object_table;
  if (!layout.resolved()) return;
  std::array<std::uint32_t, constants::handle_kind_mask + 1> sizes{};  // by kind; 0: such tables are not sought
  for (std::uint32_t kind = 1; kind < sizes.size(); ++kind) {
    const layout::StructLayout *const object = object_layout(process_.layouts, static_cast<ObjectKind>(kind));
    if (object != nullptr && object->resolved()) sizes[kind] = object->byte_size;
  }
  const unsigned width = process_.memory.pointer_size();
  const Words words = data.words();
  for (std::size_t at = 0; at + layout.span_end <= words.bytes.size(); at += width) {
    const auto number = words.number_at<std::uint32_t>(at + layout.kind.offset);
    if (number == 0 || number >= sizes.size() || sizes[number] == 0) continue;
    if (words.number_at<std::uint32_t>(at + layout.size.offset) != sizes[number]) continue;
    const auto kind = static_cast<ObjectKind>(number);
    const auto table = TableView::over(process_.memory, layout, data.begin + at, words.bytes.subspan(at));
    if (table && is_table(*table, kind)) candidates_[kind].push_back(table->address());
  }
}

bool ObjectTables::is_table(const TableView &table, ObjectKind kind) const {
  if (!check(table, kind)) return false;
  const Address direct = table.get(&ObjectTableLayout::direct);
  if (!direct.is_null() && !process_.static_data().contains(direct)) return false;
  // Since 5.0, the table of datatypes has no objects in static data, so an empty table is possible.
  const bool may_be_empty = !direct.is_null() || (table.has(&ObjectTableLayout::indirect_block_size) &&
                                                  table.get(&ObjectTableLayout::num_allocated) == 0);
  if (table.get(&ObjectTableLayout::initialized) == 0 ? !may_be_empty : !has_first_object(table, kind)) return false;
  // Further pools of requests follow the first one.
  return kind != ObjectKind::request || !direct.is_null();
}

Result<Address> ObjectTables::find(ObjectKind kind) {
  const TableNames *const known = names_of(kind);
  if (known == nullptr)
    return Error{ErrorCode::not_supported, std::string("MPICH has no table of the kind ") + noun(kind)};
  if (const auto named = process_.variable(known->table)) {
    MPIDBG_ASSIGN(table, TableView::read(process_.memory, process_.layouts.object_table, *named));
    MPIDBG_TRY(check(table, kind));
    return *named;
  }
  search();
  const std::vector<Address> &found = candidates_[kind];
  if (found.size() == 1) return found.front();
  return Error{ErrorCode::not_supported,
               found.empty()
                   ? std::string(known->table) + " was not found: no symbol names it, this build of MPICH is " +
                         "not known, and no such table is in the library's static data"
                   : "two tables in the library's static data can be " + std::string(known->table) + ": at " +
                         hex(found[0]) + " and at " + hex(found[1])};
}

// Returns the first pool and the pools that directly follow it. The sequence of pools ends where other data follows.
Result<std::vector<Address>> ObjectTables::pools(Address first) const {
  std::vector<Address> result{first};
  const ObjectTableLayout &layout = process_.layouts.object_table;
  Status end;
  for (std::uint32_t pool = 1; pool < most_pools; ++pool) {
    const auto table = TableView::read(process_.memory, layout, first + std::uint64_t{pool} * layout.byte_size);
    const Status checked = table ? check(*table, ObjectKind::request) : Status(table.error());
    if (!checked && end) end = checked;
    if (checked && !end) return end.error();
    if (checked) result.push_back(table->address());
  }
  return result;
}

Result<std::vector<Address>> ObjectTables::of(ObjectKind kind) {
  if (const auto known = known_.find(kind); known != known_.end()) return known->second;
  const auto found = find(kind);
  auto tables = !found                        ? Result<std::vector<Address>>(found.error())
                : kind == ObjectKind::request ? pools(*found)
                                              : std::vector<Address>{*found};
  // The result is not cached if the table cannot be read now, because it may be readable later.
  if (found || found.error().code != ErrorCode::unreadable) known_.emplace(kind, tables);
  return tables;
}

bool ObjectTables::had_none(ObjectKind kind) {
  const auto tables = of(kind);
  if (!tables) return false;
  return std::all_of(tables->begin(), tables->end(), [&](Address place) {
    const auto table = TableView::read(process_.memory, process_.layouts.object_table, place);
    return table && table->get(&ObjectTableLayout::initialized) == 0 && !has_first_object(*table, kind);
  });
}

Result<Address> ObjectTables::predefined(ObjectKind kind) {
  const TableNames *const known = names_of(kind);
  const Error none{ErrorCode::not_supported, std::string("where the library has its predefined objects of the kind ") +
                                                 noun(kind) + " is not known"};
  if (known == nullptr || known->predefined == nullptr) return none;
  if (const auto named = process_.variable(known->predefined)) return *named;
  // The array of predefined requests has another name since 4.1.
  if (kind == ObjectKind::request) {
    if (const auto named = process_.variable("MPIR_Request_builtin")) return *named;
  }
  const layout::StructLayout *const object = object_layout(process_.layouts, kind);
  if (object == nullptr) return none;
  const auto found = search_two(constants::handle_builtin << constants::handle_place_shift |
                                    static_cast<std::uint32_t>(kind) << constants::handle_kind_shift,
                                *object);
  return found ? Result<Address>(*found) : none;
}

// Returns all words of the static data that can be a handle: that of the first object of an array. Objects start with
// their handle and are aligned like pointers. Other data may contain the same word.
const std::vector<ObjectTables::FirstHandle> &ObjectTables::first_handles() {
  if (first_handles_) return *first_handles_;
  first_handles_.emplace();
  const Words words = process_.static_data().words();
  const std::uint32_t offset = process_.layouts.object.handle.offset;
  const unsigned alignment = process_.memory.pointer_size();
  for (std::size_t at = 0; at + offset + 4 <= words.bytes.size(); at += alignment) {
    const auto word = words.number_at<std::uint32_t>(at + offset);
    if (word == 0 || (word & object_number_bits) != 0) continue;
    first_handles_->push_back({word, at});
  }
  return *first_handles_;
}

// Finds two consecutive objects of which the first has this handle and the second has the next handle, and returns
// their address; nullopt unless there is exactly one such place.
std::optional<Address> ObjectTables::search_two(std::uint32_t handle, const layout::StructLayout &object) {
  if (!object.resolved() || !process_.layouts.object.resolved()) return std::nullopt;
  const StaticData &data = process_.static_data();
  const Words words = data.words();
  const std::uint32_t to_next = process_.layouts.object.handle.offset + object.byte_size;
  std::optional<Address> found;
  for (const auto [first, at] : first_handles()) {
    if (first != handle || at + to_next + 4 > data.bytes.size()) continue;
    if (words.number_at<std::uint32_t>(at + to_next) != handle + 1) continue;
    if (found) return std::nullopt;
    found = data.begin + at;
  }
  return found;
}

Result<Address> ObjectTables::direct_datatypes() {
  MPIDBG_ASSIGN(tables, of(ObjectKind::datatype));
  MPIDBG_ASSIGN(table, TableView::read(process_.memory, process_.layouts.object_table, tables.front()));
  if (!table.get(&ObjectTableLayout::direct).is_null()) {
    return Error{ErrorCode::not_supported, "the table of datatypes has those with direct handles"};
  }
  if (const auto named = process_.variable("MPIR_Datatype_direct")) return *named;
  if (const auto found = search_two(constants::first_direct_datatype, process_.layouts.datatype)) return *found;
  return Error{ErrorCode::not_supported, "where the library has its datatypes with direct handles is not known"};
}

}  // namespace mpidbg::model::mpich
