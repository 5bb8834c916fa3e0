#include "tests/fakes/fake_errhandlers.h"

namespace fakes {

FakeErrhandlers::FakeErrhandlers(FakeOpenMpi &mpi) : table(mpi, "ompi_errhandler_f_to_c_table"), mpi_(mpi) {
  null = predefined("MPI_ERRHANDLER_NULL");
  are_fatal = predefined("MPI_ERRORS_ARE_FATAL");
  returns = predefined("MPI_ERRORS_RETURN");
  throws = predefined("MPI_ERRORS_THROW_EXCEPTIONS");
}

Address FakeErrhandlers::add_object(int type, int language) {
  const auto &l = mpi_.layouts.errhandler;
  const Address handler = mpi_.new_object("ompi_errhandler_t", l.byte_size);
  mpi_.set(handler, l.eh_mpi_object_type, static_cast<std::uint64_t>(type));
  mpi_.set(handler, l.eh_lang, static_cast<std::uint64_t>(language));
  mpi_.set(handler, l.eh_f_to_c_index, table.add(handler));
  return handler;
}

Address FakeErrhandlers::predefined(const char *name) {
  const Address handler = add_object(0, 0);
  mpi_.memory.write_string(handler + mpi_.layouts.errhandler.eh_name.offset, name);
  // The library's own functions, which are none of the program's.
  mpi_.set(handler, mpi_.layouts.errhandler.eh_comm_fn, Address(0x1110));
  return handler;
}

Address FakeErrhandlers::add(int type, int language, Address function) {
  const auto &l = mpi_.layouts.errhandler;
  const Address handler = add_object(type, language);
  mpi_.set(handler, type == 1 ? l.eh_comm_fn : type == 2 ? l.eh_win_fn : l.eh_file_fn, function);
  mpi_.set(handler, l.eh_fort_fn, function);
  return handler;
}

FakeOps::FakeOps(FakeOpenMpi &mpi) : table(mpi, "ompi_op_f_to_c_table", true), mpi_(mpi) {
  for (const char *name : {"MPI_NULL", "MPI_MAX", "MPI_MIN", "MPI_SUM", "MPI_PROD", "MPI_LAND", "MPI_BAND", "MPI_LOR",
                           "MPI_BOR", "MPI_LXOR", "MPI_BXOR", "MPI_MAXLOC", "MPI_MINLOC", "MPI_REPLACE", "MPI_NO_OP"}) {
    predefined.push_back(add_object(name, 0x51));
  }
}

Address FakeOps::add_object(const std::string &name, std::uint32_t flags) {
  const auto &l = mpi_.layouts.op;
  const Address op = mpi_.new_object("ompi_op_t", l.byte_size);
  mpi_.memory.write_string(op + l.o_name.offset, name);
  mpi_.set(op, l.o_flags, flags);
  mpi_.set(op, l.o_f_to_c_index, table.add(op));
  mpi_.memory.write_pointer(op + l.o_func.offset, Address(0x2220));
  return op;
}

Address FakeOps::add(std::uint32_t flags, Address function) {
  const Address op = add_object("USER OP", flags | 0x10);
  mpi_.memory.write_pointer(op + mpi_.layouts.op.o_func.offset, function);
  return op;
}

}  // namespace fakes
