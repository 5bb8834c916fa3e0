#include "mpidbg/model/openmpi/datatypes.h"

#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/constants.h"
#include "mpidbg/model/openmpi/handles.h"

namespace mpidbg::model::openmpi {

Result<Datatype> Datatypes::read(Address handle) {
  static_cast<void>(handles_);
  return Error{ErrorCode::not_supported, problem(), handle};
}

Result<const DatatypeSummary *> Datatypes::summary(Address handle) {
  if (const auto known = known_.find(handle); known != known_.end()) return &known->second;
  const auto &layout = objects_.layouts().datatype;
  // Predefined types are made as opal_datatype_t, which ompi_datatype_t extends, and are never given the class of their
  // own.
  MPIDBG_ASSIGN(view, objects_.read(layout, handle));
  MPIDBG_ASSIGN(header, view.nested(0, objects_.layouts().object));
  const Address object_class = header.get(objects_.layouts().object.obj_class);
  MPIDBG_ASSIGN(base, objects_.base_of(view, objects_.layouts().opal_datatype));
  MPIDBG_ASSIGN(is_extended, objects_.classes().is(object_class, layout.type_name));
  if (is_extended) {
    MPIDBG_TRY(objects_.classes().check(object_class, layout.type_name, layout.byte_size, handle));
  }
  DatatypeSummary summary;
  MPIDBG_ASSIGN(name, objects_.memory().read_string(view.address_of(layout.name), layout::openmpi::object_name_length,
                                                    "ompi_datatype_t.name"));
  summary.name = std::move(name);
  summary.size = base.get(objects_.layouts().opal_datatype.size);
  return &known_.emplace(handle, std::move(summary)).first->second;
}

}  // namespace mpidbg::model::openmpi
