#include "mpidbg/model/mpich/objects/infos.h"

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/base/limits.h"
#include "mpidbg/debugger/list_walk.h"
#include "mpidbg/model/mpich/objects/live_handles.h"

namespace mpidbg::model::mpich {

std::string Infos::problem() {
  return table_problem(pools_, ObjectKind::info, process_.layouts.info);
}

std::string Infos::why_unseen() {
  return why_no_table(pools_, ObjectKind::info, process_.layouts.info);
}

bool Infos::is_pair(Address object) const {
  const auto view = View::read(process_.memory, process_.layouts.info, object);
  return view && !view->get(&InfoLayout::key).value_or(Address()).is_null();
}

std::vector<Handle> Infos::live() {
  return live_handles(pools_, HandleKind::info, ObjectKind::info,
                      [this](const PooledObject &object) { return !is_pair(object.address); });
}

Result<Info> Infos::read(Handle handle) {
  const auto number = value_of(handle);
  Info info;
  info.handle = handle;
  info.fortran_index = static_cast<int>(number);
  info.name = predefined_name(HandleKind::info, number);
  info.is_null = info.name == "MPI_INFO_NULL";
  info.is_environment = info.name == "MPI_INFO_ENV";
  if (info.is_null) return info;
  MPIDBG_ASSIGN(object, pools_.find(ObjectKind::info, number));
  MPIDBG_ASSIGN(view, View::read(process_.memory, process_.layouts.info, object));
  if (!view.get(&InfoLayout::key).value_or(Address()).is_null()) {
    return Error{ErrorCode::not_found, hex(handle) + " is a pair of an info object, not an info object", object};
  }
  MPIDBG_ASSIGN(pairs, read_pairs(view));
  info.pairs = std::move(pairs);
  return info;
}

Result<std::vector<InfoPair>> Infos::read_pairs(const View &view) const {
  if (view.has(&InfoLayout::entries) && view.has(&InfoLayout::size)) return read_array(view);
  if (view.has(&InfoLayout::next) && view.has(&InfoLayout::key) && view.has(&InfoLayout::value)) return read_list(view);
  return Error{ErrorCode::layout, "MPIR_Info has neither a list nor an array of pairs", view.address()};
}

Result<InfoPair> Infos::read_pair(Address key, Address value) const {
  MPIDBG_ASSIGN(name, process_.memory.read_text(key, limits::string_length, "the key of an info object"));
  MPIDBG_ASSIGN(text, process_.memory.read_text(value, limits::info_value_length, "the value of an info object"));
  return InfoPair(std::move(name), std::move(text));
}

Result<std::vector<InfoPair>> Infos::read_list(const View &view) const {
  std::vector<InfoPair> pairs;
  std::size_t bytes = 0;
  debugger::ListWalk walk("MPIR_Info.next");
  for (Address at = *view.get(&InfoLayout::next); !at.is_null();) {
    MPIDBG_TRY(walk.step(at));
    MPIDBG_ASSIGN(element, View::read(process_.memory, process_.layouts.info, at));
    MPIDBG_ASSIGN(pair, read_pair(*element.get(&InfoLayout::key), *element.get(&InfoLayout::value)));
    bytes += pair.first.size() + pair.second.size();
    if (pairs.size() == limits::info_pairs || bytes > limits::info_bytes) {
      return Error{ErrorCode::corrupt, "MPIR_Info at " + hex(view.address()) + " has an implausible number of pairs",
                   view.address()};
    }
    pairs.push_back(std::move(pair));
    at = *element.get(&InfoLayout::next);
  }
  return pairs;
}

Result<std::vector<InfoPair>> Infos::read_array(const View &view) const {
  const auto &layout = process_.layouts.info_entry;
  const std::int32_t count = *view.get(&InfoLayout::size);
  if (count < 0 || static_cast<std::size_t>(count) > limits::info_pairs) {
    return Error{ErrorCode::corrupt, "MPIR_Info.size at " + hex(view.address()) + " is " + std::to_string(count),
                 view.address()};
  }
  std::vector<InfoPair> pairs;
  std::size_t bytes = 0;
  for (std::int32_t i = 0; i < count; ++i) {
    const Address at = *view.get(&InfoLayout::entries) + static_cast<std::uint64_t>(i) * layout.byte_size;
    MPIDBG_ASSIGN(entry, layout::View<InfoEntryLayout>::read(process_.memory, layout, at));
    MPIDBG_ASSIGN(pair, read_pair(entry.get(&InfoEntryLayout::key), entry.get(&InfoEntryLayout::value)));
    bytes += pair.first.size() + pair.second.size();
    if (bytes > limits::info_bytes) {
      return Error{ErrorCode::corrupt, "MPIR_Info at " + hex(view.address()) + " has implausibly long pairs",
                   view.address()};
    }
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace mpidbg::model::mpich
