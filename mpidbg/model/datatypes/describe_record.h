#pragma once
// Describes the members that the datatype records of all libraries share.

#include "mpidbg/model/datatypes/constructors.h"

namespace mpidbg::model {

// Returns the description of a record, without the handle, its Fortran index, the name, and whether it is the null
// datatype or freed. `library_has` is passed to set_combiner().
template <class Record, class LibraryHas>
Datatype describe_record(const Record &record, const LibraryHas &library_has) {
  Datatype datatype;
  datatype.predefined = record.predefined;
  datatype.committed = record.committed || record.predefined;
  datatype.internal = record.combiner == Combiner::unknown;
  datatype.reference_count = record.reference_count;
  datatype.size = record.size;
  datatype.lb = record.lb;
  datatype.ub = record.ub;
  if (record.size > 0) {
    datatype.true_lb = record.true_lb;
    datatype.true_ub = record.true_ub;
  }
  set_combiner(datatype, record.combiner, library_has);
  datatype.integers = record.count(ArgumentKind::integers);
  datatype.addresses = record.count(ArgumentKind::addresses);
  datatype.datatypes = record.count(ArgumentKind::datatypes);
  return datatype;
}

}  // namespace mpidbg::model
