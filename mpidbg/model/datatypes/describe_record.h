#pragma once
// Makes a Datatype from the facts that the datatype records of all libraries contain.

#include "mpidbg/model/datatypes/constructors.h"

namespace mpidbg::model {

// Returns the facts that a library's record of a datatype contains. The caller fills in the other members: the handle,
// its Fortran index, the name, `is_null` and `freed`. `library_has` is passed to set_combiner().
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
