#pragma once
// Maps numbers that describe objects of several kinds, such as the kind itself, to words.

#include "mpidbg/abi/mpihandles_interface.h"
#include "mqs_shim/render/terms/term.h"

namespace mqs_shim {

// Returns a word such as "communicator", as in `mpidbg show KIND`.
constexpr std::string_view kind_term(int kind) {
  constexpr Term terms[] = {
#define MPIDBG_HANDLE_KIND(noun, word, WORD, type) {MPIDBG_KIND_##WORD, #noun},
#include "mpidbg/base/handle_kinds.def"
  };
  return term(terms, kind, "object");
}

constexpr std::string_view language_term(int language) {
  constexpr Term terms[] = {{MPIDBG_LANGUAGE_C, "C"},
                            {MPIDBG_LANGUAGE_CXX, "C++"},
                            {MPIDBG_LANGUAGE_FORTRAN, "Fortran"},
                            {MPIDBG_LANGUAGE_JAVA, "Java"}};
  return term(terms, language, "unknown language");
}

constexpr std::string_view group_storage_term(int storage) {
  constexpr Term terms[] = {{MPIDBG_GROUP_DENSE, "dense"},
                            {MPIDBG_GROUP_SPORADIC, "sporadic"},
                            {MPIDBG_GROUP_STRIDED, "strided"},
                            {MPIDBG_GROUP_BITMAP, "bitmap"}};
  return term(terms, storage, "");
}

constexpr std::string_view attribute_setter_term(int setter) {
  constexpr Term terms[] = {{MPIDBG_ATTRIBUTE_C, "C"},
                            {MPIDBG_ATTRIBUTE_FORTRAN_INTEGER, "Fortran INTEGER"},
                            {MPIDBG_ATTRIBUTE_FORTRAN_ADDRESS, "Fortran address"},
                            {MPIDBG_ATTRIBUTE_LIBRARY, "library"}};
  return term(terms, setter, "unknown");
}

// Returns the name of a thread level, with the numbers of mpidbg_session_info_t.
constexpr std::string_view thread_level_term(int level) {
  constexpr Term terms[] = {
      {0, "MPI_THREAD_SINGLE"}, {1, "MPI_THREAD_FUNNELED"}, {2, "MPI_THREAD_SERIALIZED"}, {3, "MPI_THREAD_MULTIPLE"}};
  return term(terms, level, "");
}

constexpr std::string_view message_protocol_term(int protocol) {
  constexpr Term terms[] = {{MPIDBG_MESSAGE_EAGER, "eager"}, {MPIDBG_MESSAGE_RENDEZVOUS, "rendezvous"}};
  return term(terms, protocol, "");
}

}  // namespace mqs_shim
