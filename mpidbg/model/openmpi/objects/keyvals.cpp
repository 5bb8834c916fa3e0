#include "mpidbg/model/openmpi/objects/keyvals.h"

#include <algorithm>

#include "mpidbg/base/hexadecimal.h"
#include "mpidbg/layout/openmpi/objects/constants.h"
#include "mpidbg/model/openmpi/handles.h"
#include "mpidbg/model/openmpi/opal/hash_tables.h"

namespace mpidbg::model::openmpi {

namespace {

namespace constants = layout::openmpi;

// Returns the class of attributes, found through the predefined attributes, which MPI_COMM_WORLD always has.
Result<Address> attribute_class(Handles &handles) {
  Objects &objects = handles.process.objects;
  const Layouts &layouts = objects.layouts();
  MPIDBG_ASSIGN(world, objects.read_object(layouts.communicator, handles.communicators.all().front()));
  MPIDBG_ASSIGN(entries, read_hash_table(objects, world.get(&CommunicatorLayout::c_keyhash)));
  if (entries.empty()) return Error{ErrorCode::not_supported, "MPI_COMM_WORLD has no attributes to go by"};
  const Address attribute = entries.front().value;
  if (layouts.former_attribute.resolved()) {
    MPIDBG_TRY(objects.read_object(layouts.former_attribute, attribute));
  } else {
    MPIDBG_TRY(objects.read_object(layouts.attribute, attribute));
  }
  MPIDBG_ASSIGN(header, objects.read(layouts.object, attribute));
  return header.get(&ObjectLayout::obj_class);
}

Result<Keyval> read_keyval(Objects &objects, Address address) {
  MPIDBG_ASSIGN(view, objects.read_object(objects.layouts().keyval, address));
  MPIDBG_ASSIGN(references, objects.reference_count(view));
  const auto flags = static_cast<std::uint32_t>(view.get(&KeyvalLayout::attr_flag));
  Keyval keyval;
  keyval.number = view.get(&KeyvalLayout::key);
  keyval.predefined = (flags & constants::keyval_predefined) != 0;
  keyval.language = (flags & constants::keyval_fortran) != 0 ? Language::fortran : Language::c;
  keyval.integer_kind = (flags & constants::keyval_fortran_integer) != 0;
  keyval.reference_count = references;
  keyval.copy_function = view.get(&KeyvalLayout::copy_attr_fn);
  keyval.delete_function = view.get(&KeyvalLayout::delete_attr_fn);
  std::vector<std::byte> state(keyval.integer_kind ? 4 : objects.memory().pointer_size());
  MPIDBG_TRY(
      objects.memory().read(view.address_of(&KeyvalLayout::extra_state), state, "ompi_attribute_keyval_t.extra_state"));
  keyval.extra_state = keyval.language == Language::c
                           ? static_cast<std::int64_t>(decode_unsigned(state, objects.memory().byte_order()))
                           : decode_signed(state, objects.memory().byte_order());
  switch (view.get(&KeyvalLayout::attr_type)) {
    case constants::attribute_of_communicator:
      keyval.object_kind = HandleKind::communicator;
      break;
    case constants::attribute_of_datatype:
      keyval.object_kind = HandleKind::datatype;
      break;
    case constants::attribute_of_window:
      keyval.object_kind = HandleKind::window;
      break;
    default:
      return Error{ErrorCode::corrupt,
                   "keyval at " + hex(address) + " is for objects of the kind " +
                       std::to_string(view.get(&KeyvalLayout::attr_type)),
                   address};
  }
  return keyval;
}

}  // namespace

Result<std::vector<Keyval>> read_keyvals(Handles &handles) {
  Objects &objects = handles.process.objects;
  const auto &layout = objects.layouts().keyval;
  if (const std::string problem = Attachment::unresolved({&layout}); !problem.empty()) {
    return Error{ErrorCode::not_supported, problem};
  }
  MPIDBG_ASSIGN(neighbour, attribute_class(handles));
  MPIDBG_ASSIGN(keyval_class, objects.classes().find_near(neighbour, layout.type_name));
  MPIDBG_TRY(objects.classes().check(keyval_class, layout.type_name, layout.byte_size, keyval_class));
  MPIDBG_ASSIGN(addresses, handles.search.find(keyval_class));
  std::vector<Keyval> keyvals;
  for (const Address address : addresses) {
    // A word that only looks like a keyval gives implausible values, and a keyval that is being made has a negative
    // number.
    const auto keyval = read_keyval(objects, address);
    if (keyval && keyval->number >= 0) keyvals.push_back(*keyval);
  }
  std::sort(keyvals.begin(), keyvals.end(), [](const Keyval &a, const Keyval &b) { return a.number < b.number; });
  return keyvals;
}

}  // namespace mpidbg::model::openmpi
