#include "mpidbg/model/openmpi/datatypes.h"

#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/constants.h"

namespace mpidbg::model::openmpi {

Result<const DatatypeSummary *> Datatypes::summary(Address handle) {
  if (const auto known = known_.find(handle); known != known_.end()) return &known->second;
  const auto &layout = objects_.layouts().datatype;
  MPIDBG_ASSIGN(view, objects_.read_object(layout, handle));
  MPIDBG_ASSIGN(base, objects_.base_of(view, objects_.layouts().opal_datatype));
  DatatypeSummary summary;
  MPIDBG_ASSIGN(name, objects_.memory().read_string(view.address_of(layout.name),
                                                    layout::openmpi::object_name_length, "ompi_datatype_t.name"));
  summary.name = std::move(name);
  summary.size = base.get(objects_.layouts().opal_datatype.size);
  return &known_.emplace(handle, std::move(summary)).first->second;
}

}  // namespace mpidbg::model::openmpi
