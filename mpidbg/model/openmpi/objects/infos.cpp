#include "mpidbg/model/openmpi/objects/infos.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/objects/info_pairs.h"

namespace mpidbg::model::openmpi {

namespace {

// The indices of MPI_INFO_NULL and MPI_INFO_ENV in the library's table. Source: ompi/info/info.c.
constexpr std::int32_t null_info_index = 0;
constexpr std::int32_t environment_index = 1;
constexpr HandleKind kinds_with_hints[] = {HandleKind::communicator, HandleKind::file, HandleKind::window};

using Pairs = std::map<std::string, std::string>;

bool contains(const Pairs &all, const Pairs &some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

}  // namespace

void Infos::clear() {
  TableReader::clear();
  users_.reset();
  users_tried_ = false;
}

std::string Infos::why_unseen() {
  const auto table = fortran_table();
  if (!table) return table.error().message;
  return Attachment::unresolved({&layouts().info, &layouts().opal_info, &layouts().info_entry, &layouts().list});
}

std::vector<PredefinedHandle> Infos::predefined() const {
  std::vector<PredefinedHandle> handles;
  if (auto null = predefined_at("MPI_INFO_NULL", null_info_index)) handles.push_back(std::move(*null));
  if (auto environment = predefined_at("MPI_INFO_ENV", environment_index)) handles.push_back(std::move(*environment));
  return handles;
}

Result<Info> Infos::read(Address handle) {
  MPIDBG_ASSIGN(listed, is_live(handle));
  if (!listed) {
    return Error{ErrorCode::not_found, hex(handle) + " is not a live info object", handle};
  }
  MPIDBG_ASSIGN(view, objects().read_object(layouts().info, handle));
  MPIDBG_ASSIGN(references, objects().reference_count(view));
  MPIDBG_ASSIGN(pairs, read_info_pairs(objects(), handle));
  Info info;
  info.handle = handle;
  info.fortran_index = view.get(&InfoLayout::i_f_to_c_index);
  info.is_null = info.fortran_index == null_info_index;
  info.is_environment = info.fortran_index == environment_index;
  if (info.is_null) info.name = "MPI_INFO_NULL";
  if (info.is_environment) info.name = "MPI_INFO_ENV";
  info.freed = view.get(&InfoLayout::i_freed);
  info.reference_count = references;
  info.object_freed = is_kept(info.freed, references);
  info.pairs = std::move(pairs);
  info.internal = handles_.files.own_objects().contains({HandleKind::info, handle});
  if (!users_tried_) {
    users_tried_ = true;
    if (!infer_users()) users_.reset();
  }
  if (users_) users_->append_users_of({HandleKind::info, handle}, info.users.emplace());
  return info;
}

Status Infos::infer_users() {
  users_.emplace();
  std::vector<std::pair<Address, Pairs>> candidates;
  MPIDBG_ASSIGN(infos, live());
  const auto &own = handles_.files.own_objects();
  for (const Address handle : infos) {
    if (own.contains({HandleKind::info, handle})) continue;
    MPIDBG_ASSIGN(pairs, read_info_pairs(objects(), handle));
    if (!pairs.empty()) candidates.emplace_back(handle, Pairs(pairs.begin(), pairs.end()));
  }
  for (const HandleKind kind : kinds_with_hints) {
    MPIDBG_ASSIGN(objects_with_hints, handles_.reader(kind)->live());
    for (const Address object : objects_with_hints) {
      MPIDBG_ASSIGN(hints, read_hints(objects(), object));
      Pairs all(hints.pairs.begin(), hints.pairs.end());
      all.insert(hints.ignored.begin(), hints.ignored.end());
      const auto gave = [&](const auto &candidate) { return contains(all, candidate.second); };
      const auto giver = std::find_if(candidates.begin(), candidates.end(), gave);
      if (giver == candidates.end() || std::any_of(std::next(giver), candidates.end(), gave)) continue;
      users_->add({kind, object}, {HandleKind::info, giver->first});
    }
  }
  return {};
}

}  // namespace mpidbg::model::openmpi
