#include "mpidbg/model/openmpi/communicators.h"

#include "mpidbg/base/limits.h"
#include "mpidbg/layout/openmpi/constants.h"
#include "mpidbg/model/openmpi/topologies.h"

namespace mpidbg::model::openmpi {

namespace constants = layout::openmpi;

namespace {

// The name of a predefined error handler; empty for the program's own.
Result<std::string> errhandler_name(Objects &objects, Address handle) {
  const auto &layout = objects.layouts().errhandler;
  MPIDBG_ASSIGN(view, objects.read_object(layout, handle));
  if (view.get(layout.eh_mpi_object_type) != 0) return std::string();
  return objects.memory().read_string(view.address_of(layout.eh_name), constants::object_name_length,
                                      "ompi_errhandler_t.eh_name");
}

}  // namespace

Result<Communicator> read_communicator(Objects &objects, Address handle) {
  const auto &layout = objects.layouts().communicator;
  MPIDBG_ASSIGN(view, objects.read_object(layout, handle));
  const std::uint32_t flags = view.get(layout.c_flags);

  Communicator communicator;
  communicator.handle = handle;
  MPIDBG_ASSIGN(name, objects.memory().read_string(view.address_of(layout.c_name), constants::object_name_length,
                                                   "ompi_communicator_t.c_name"));
  communicator.name = std::move(name);
  communicator.named = (flags & constants::comm_name_is_set) != 0;
  communicator.context_id = view.get(layout.c_contextid);
  communicator.predefined = (flags & constants::comm_intrinsic) != 0;
  communicator.intercommunicator = (flags & constants::comm_inter) != 0;
  communicator.fortran_index = view.get(layout.c_f_to_c_index);
  communicator.is_null = communicator.predefined && communicator.fortran_index == 2;
  communicator.rank = communicator.is_null ? -1 : view.get(layout.c_my_rank);
  communicator.local_group = view.get(layout.c_local_group);
  communicator.remote_group = view.get(layout.c_remote_group);
  communicator.errhandler = view.get(layout.error_handler);
  MPIDBG_ASSIGN(references, objects.reference_count(view));
  communicator.reference_count = references;
  if (!communicator.errhandler.is_null()) {
    MPIDBG_ASSIGN(handler, errhandler_name(objects, communicator.errhandler));
    communicator.errhandler_name = std::move(handler);
  }
  const Address topology = view.get(layout.c_topo);
  if (!topology.is_null()) MPIDBG_TRY(read_topology(objects, topology, flags, communicator));
  return communicator;
}

}  // namespace mpidbg::model::openmpi
