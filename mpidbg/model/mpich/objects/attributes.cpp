#include "mpidbg/model/mpich/objects/attributes.h"

#include <iterator>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/debugger/list_walk.h"
#include "mpidbg/layout/mpich/objects/constants.h"
#include "mpidbg/model/mpich/objects/topologies.h"

namespace mpidbg::model::mpich {

namespace constants = layout::mpich;

namespace {

struct PredefinedKeyval {
  std::uint32_t key;
  const char *name;
  HandleKind object;
};
constexpr PredefinedKeyval predefined_keyvals[] = {
    {constants::key_tag_ub, "MPI_TAG_UB", HandleKind::communicator},
    {constants::key_host, "MPI_HOST", HandleKind::communicator},
    {constants::key_io, "MPI_IO", HandleKind::communicator},
    {constants::key_wtime_is_global, "MPI_WTIME_IS_GLOBAL", HandleKind::communicator},
    {constants::key_universe_size, "MPI_UNIVERSE_SIZE", HandleKind::communicator},
    {constants::key_lastusedcode, "MPI_LASTUSEDCODE", HandleKind::communicator},
    {constants::key_appnum, "MPI_APPNUM", HandleKind::communicator},
    {constants::key_win_base, "MPI_WIN_BASE", HandleKind::window},
    {constants::key_win_size, "MPI_WIN_SIZE", HandleKind::window},
    {constants::key_win_disp_unit, "MPI_WIN_DISP_UNIT", HandleKind::window},
    {constants::key_win_create_flavor, "MPI_WIN_CREATE_FLAVOR", HandleKind::window},
    {constants::key_win_model, "MPI_WIN_MODEL", HandleKind::window}};

constexpr const char *topology_key = "MPIR_Topology_keyval";
constexpr const char *keys_of_library[] = {topology_key, "ADIO_Init_keyval", "ADIOI_cb_config_list_keyval"};

}  // namespace

std::optional<std::uint32_t> Attributes::variable(const char *name) const {
  const auto place = process_.variable(name);
  if (!place) return std::nullopt;
  const auto value = process_.memory.read_int32(*place, name);
  return value ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
}

bool Attributes::is_of_library(std::uint32_t key) const {
  for (const char *name : keys_of_library) {
    if (variable(name) == key) return true;
  }
  return false;
}

template <class Visitor>
Status Attributes::for_each(Address first, Visitor &&visit) const {
  debugger::ListWalk walk("a list of attributes");
  for (Address at = first; !at.is_null();) {
    MPIDBG_TRY(walk.step(at));
    MPIDBG_ASSIGN(view, View::read(process_.memory, process_.layouts.attribute, at));
    MPIDBG_ASSIGN(keyval,
                  KeyvalView::read(process_.memory, process_.layouts.keyval, view.get(&AttributeLayout::keyval)));
    MPIDBG_ASSIGN(header, keyval.as(process_.layouts.object));
    const std::uint32_t key = header.get(&ObjectLayout::handle);
    if (kind_of_handle(key) != ObjectKind::keyval) {
      return Error{ErrorCode::corrupt, "MPIR_Attribute.keyval at " + hex(at) + " does not point to a key", at};
    }
    MPIDBG_TRY(visit(view, keyval, key));
    at = view.get(&AttributeLayout::next);
  }
  return {};
}

Result<Attribute> Attributes::decode(const View &view, std::uint32_t key) const {
  Attribute attribute;
  attribute.keyval = static_cast<std::int32_t>(key);
  const std::uint64_t value = view.get(&AttributeLayout::value).value();
  const bool narrow = process_.memory.pointer_size() == 4;
  switch (view.get(&AttributeLayout::attrType)) {
    case constants::attribute_pointer:
      attribute.setter = AttributeSetter::c;
      attribute.number = static_cast<std::int64_t>(value);
      return attribute;
    case constants::attribute_address:
      attribute.setter = AttributeSetter::fortran_address;
      attribute.number = narrow ? static_cast<std::int32_t>(value) : static_cast<std::int64_t>(value);
      return attribute;
    case constants::attribute_integer:
      attribute.setter = AttributeSetter::fortran_integer;
      attribute.number = static_cast<std::int32_t>(value);
      return attribute;
    default:
      return Error{ErrorCode::corrupt,
                   "MPIR_Attribute.attrType at " + hex(view.address()) + " is " +
                       std::to_string(view.get(&AttributeLayout::attrType)),
                   view.address()};
  }
}

Result<std::vector<Attribute>> Attributes::read(Address first) const {
  std::vector<Attribute> attributes;
  MPIDBG_TRY(for_each(first, [&](const View &view, const KeyvalView &, std::uint32_t key) -> Status {
    if (is_of_library(key)) return {};
    MPIDBG_ASSIGN(attribute, decode(view, key));
    attributes.push_back(attribute);
    return {};
  }));
  return attributes;
}

// Adds predefined attributes. Two of these are negative if the launcher provides no value; MPI_Comm_get_attr then
// reports them as not set.
void Attributes::add_predefined(std::vector<Attribute> &attributes) const {
  const auto place = process_.variable("MPIR_Process");
  if (!place) return;
  const auto state = layout::View<ProcessLayout>::read(process_.memory, process_.layouts.process, *place);
  if (!state) return;
  const auto view = state->part(&ProcessLayout::attrs, process_.layouts.predefined_attributes);
  if (!view) return;
  const auto add = [&](std::uint32_t key, const char *name, std::int32_t value) {
    attributes.push_back({static_cast<std::int32_t>(key), name, AttributeSetter::library, value, -1});
  };
  add(constants::key_tag_ub, "MPI_TAG_UB", view->get(&PredefinedAttributesLayout::tag_ub));
  add(constants::key_host, "MPI_HOST", view->get(&PredefinedAttributesLayout::host));
  add(constants::key_io, "MPI_IO", view->get(&PredefinedAttributesLayout::io));
  add(constants::key_wtime_is_global, "MPI_WTIME_IS_GLOBAL", view->get(&PredefinedAttributesLayout::wtime_is_global));
  if (const std::int32_t size = view->get(&PredefinedAttributesLayout::universe); size >= 0) {
    add(constants::key_universe_size, "MPI_UNIVERSE_SIZE", size);
  }
  add(constants::key_lastusedcode, "MPI_LASTUSEDCODE", view->get(&PredefinedAttributesLayout::lastusedcode));
  if (const std::int32_t number = view->get(&PredefinedAttributesLayout::appnum); number >= 0) {
    add(constants::key_appnum, "MPI_APPNUM", number);
  }
}

// Returns true if the attribute is a topology. If the library's variable with the key of topologies is unknown, a
// topology is recognised by its key: the key has a copy function, a delete function, and no extra state.
Result<bool> Attributes::is_topology(const View &view, const KeyvalView &keyval, std::uint32_t key, int size) const {
  if (const auto known = variable(topology_key)) return *known == key;
  if (view.get(&AttributeLayout::attrType) != constants::attribute_pointer) return false;
  if (!keyval.get(&KeyvalLayout::extra_state).is_null()) return false;
  MPIDBG_ASSIGN(copy, keyval.part(&KeyvalLayout::copyfn, process_.layouts.copy_function));
  MPIDBG_ASSIGN(remove, keyval.part(&KeyvalLayout::delfn, process_.layouts.delete_function));
  if (copy.get(&CopyFunctionLayout::user_function).is_null()) return false;
  if (remove.get(&DeleteFunctionLayout::user_function).is_null()) return false;
  return can_be_topology(process_, view.get(&AttributeLayout::value), size);
}

Status Attributes::read_topology(Address first, Communicator &communicator) const {
  return for_each(first, [&](const View &view, const KeyvalView &keyval, std::uint32_t key) -> Status {
    MPIDBG_ASSIGN(is_one, is_topology(view, keyval, key, communicator.size_without_group));
    if (!is_one) return {};
    return mpich::read_topology(process_, view.get(&AttributeLayout::value), communicator);
  });
}

Result<Keyval> Attributes::read_keyval(const PooledObject &object) const {
  MPIDBG_ASSIGN(view, KeyvalView::read(process_.memory, process_.layouts.keyval, object.address));
  MPIDBG_ASSIGN(header, view.as(process_.layouts.object));
  MPIDBG_ASSIGN(copy, view.part(&KeyvalLayout::copyfn, process_.layouts.copy_function));
  MPIDBG_ASSIGN(remove, view.part(&KeyvalLayout::delfn, process_.layouts.delete_function));
  Keyval keyval;
  keyval.number = static_cast<std::int32_t>(object.handle);
  keyval.reference_count = header.get(&ObjectLayout::ref_count);
  keyval.copy_function = copy.get(&CopyFunctionLayout::user_function);
  keyval.delete_function = remove.get(&DeleteFunctionLayout::user_function);
  keyval.extra_state = static_cast<std::int64_t>(view.get(&KeyvalLayout::extra_state).value());
  // The library calls a Fortran program's functions through a proxy function.
  const char *const proxy_of_c = "MPII_Attr_delete_c_proxy";
  const auto function = process_.image.find_function(proxy_of_c);
  const auto proxy = function ? function : process_.variable(proxy_of_c);
  const Address used = remove.get(&DeleteFunctionLayout::proxy);
  if (proxy && !used.is_null() && used != *proxy) keyval.language = Language::fortran;
  switch (static_cast<ObjectKind>(view.get(&KeyvalLayout::kind))) {
    case ObjectKind::communicator:
      keyval.object_kind = HandleKind::communicator;
      return keyval;
    case ObjectKind::datatype:
      keyval.object_kind = HandleKind::datatype;
      return keyval;
    case ObjectKind::window:
      keyval.object_kind = HandleKind::window;
      return keyval;
    default:
      return Error{
          ErrorCode::corrupt,
          "MPII_Keyval.kind at " + hex(object.address) + " is " + std::to_string(view.get(&KeyvalLayout::kind)),
          object.address};
  }
}

Result<std::vector<Keyval>> Attributes::keyvals() const {
  std::vector<Keyval> keyvals;
  for (const PredefinedKeyval &known : predefined_keyvals) {
    Keyval keyval;
    keyval.number = static_cast<std::int32_t>(known.key);
    keyval.predefined = true;
    keyval.object_kind = known.object;
    keyvals.push_back(keyval);
  }
  const auto &objects = pools_.live(ObjectKind::keyval);
  if (const auto &problem = pools_.problem(ObjectKind::keyval)) return *problem;
  for (const PooledObject &object : objects) {
    if (is_of_library(object.handle)) continue;
    MPIDBG_ASSIGN(keyval, read_keyval(object));
    keyvals.push_back(keyval);
  }
  return keyvals;
}

}  // namespace mpidbg::model::mpich
