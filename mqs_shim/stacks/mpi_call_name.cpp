#include "mqs_shim/stacks/mpi_call_name.h"

#include <algorithm>
#include <cctype>

namespace mqs_shim {

namespace {

bool is_upper(char c) {
  return std::isupper(static_cast<unsigned char>(c)) != 0;
}
bool is_lower(char c) {
  return std::islower(static_cast<unsigned char>(c)) != 0;
}

// Converts a Fortran name without its "mpi_", such as "recv_init__" or "RECV_INIT", to "MPI_Recv_init". Fortran
// compilers append up to two underscores.
std::string from_fortran(std::string_view rest) {
  while (rest.ends_with('_')) rest.remove_suffix(1);
  for (const std::string_view suffix : {"_f08ts", "_f08"}) {
    if (rest.ends_with(suffix)) rest.remove_suffix(suffix.size());
  }
  if (rest.empty()) return {};
  std::string name(rest);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  return "MPI_" + name;
}

struct Implementation {
  std::string_view function, call;
};
// Some MPI functions jump to another function at their end and then have no frame. Lists the functions to which those
// of Open MPI jump, and those of an MPICH inside a program.
constexpr Implementation jumped_to[] = {{"ompi_mpi_init", "MPI_Init"},
                                        {"ompi_mpi_finalize", "MPI_Finalize"},
                                        {"ompi_mpi_abort", "MPI_Abort"},
                                        {"mca_pml_base_bsend_detach", "MPI_Buffer_detach"},
                                        {"ompi_mpi_instance_init", "MPI_Session_init"},
                                        {"ompi_mpi_instance_finalize", "MPI_Session_finalize"},
                                        {"internal_Waitany", "MPI_Waitany"}};

}  // namespace

std::string mpi_call_name(std::string_view symbol) {
  for (const Implementation &known : jumped_to) {
    if (symbol == known.function) return std::string(known.call);
  }
  if (symbol.starts_with('P') || symbol.starts_with('p')) symbol.remove_prefix(1);
  if (symbol.size() < 6) return {};  // too short for the name of an MPI function
  const std::string_view rest = symbol.substr(4);
  if (symbol.starts_with("mpi_") && is_lower(rest[0]) && rest.ends_with('_')) return from_fortran(rest);
  if (!symbol.starts_with("MPI_") || !is_upper(rest[0])) return {};
  const bool shouts = std::none_of(rest.begin(), rest.end(), is_lower);
  const bool is_fortran_08 = rest.ends_with("_f08") || rest.ends_with("_f08ts") || rest.ends_with("_f08_");
  return shouts || is_fortran_08 ? from_fortran(rest) : std::string(symbol);
}

}  // namespace mqs_shim
