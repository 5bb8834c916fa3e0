#pragma once
// Maps the numbers of mpit_interface.h to words; numbers that the header does not define are "unknown".

#include "mpidbg/abi/mpit_interface.h"
#include "mqs_shim/render/terms/term.h"

namespace mqs_shim {

constexpr std::string_view verbosity_term(int verbosity) {
  constexpr Term terms[] = {{MPIDBG_T_VERBOSITY_USER_BASIC, "user basic"},
                            {MPIDBG_T_VERBOSITY_USER_DETAIL, "user detail"},
                            {MPIDBG_T_VERBOSITY_USER_ALL, "user all"},
                            {MPIDBG_T_VERBOSITY_TUNER_BASIC, "tuner basic"},
                            {MPIDBG_T_VERBOSITY_TUNER_DETAIL, "tuner detail"},
                            {MPIDBG_T_VERBOSITY_TUNER_ALL, "tuner all"},
                            {MPIDBG_T_VERBOSITY_MPIDEV_BASIC, "MPI developer basic"},
                            {MPIDBG_T_VERBOSITY_MPIDEV_DETAIL, "MPI developer detail"},
                            {MPIDBG_T_VERBOSITY_MPIDEV_ALL, "MPI developer all"}};
  return term(terms, verbosity, "unknown");
}

constexpr std::string_view scope_term(int scope) {
  constexpr Term terms[] = {{MPIDBG_T_SCOPE_CONSTANT, "constant"},    {MPIDBG_T_SCOPE_READONLY, "readonly"},
                            {MPIDBG_T_SCOPE_LOCAL, "local"},          {MPIDBG_T_SCOPE_GROUP, "group"},
                            {MPIDBG_T_SCOPE_GROUP_EQ, "group equal"}, {MPIDBG_T_SCOPE_ALL, "all"},
                            {MPIDBG_T_SCOPE_ALL_EQ, "all equal"}};
  return term(terms, scope, "unknown");
}

// Names the kind of object that a variable is bound to; empty for MPIDBG_T_BIND_NO_OBJECT.
constexpr std::string_view bind_term(int bind) {
  constexpr Term terms[] = {{MPIDBG_T_BIND_NO_OBJECT, ""},
                            {MPIDBG_T_BIND_MPI_COMM, "communicator"},
                            {MPIDBG_T_BIND_MPI_DATATYPE, "datatype"},
                            {MPIDBG_T_BIND_MPI_ERRHANDLER, "errhandler"},
                            {MPIDBG_T_BIND_MPI_FILE, "file"},
                            {MPIDBG_T_BIND_MPI_GROUP, "group"},
                            {MPIDBG_T_BIND_MPI_OP, "op"},
                            {MPIDBG_T_BIND_MPI_REQUEST, "request"},
                            {MPIDBG_T_BIND_MPI_WIN, "window"},
                            {MPIDBG_T_BIND_MPI_MESSAGE, "message"},
                            {MPIDBG_T_BIND_MPI_INFO, "info"}};
  return term(terms, bind, "unknown");
}

// Names the origin of a control variable's value.
constexpr std::string_view source_term(int source) {
  constexpr Term terms[] = {{MPIDBG_CVAR_DEFAULT, "default"},         {MPIDBG_CVAR_COMMAND_LINE, "command line"},
                            {MPIDBG_CVAR_ENVIRONMENT, "environment"}, {MPIDBG_CVAR_FILE, "file"},
                            {MPIDBG_CVAR_SET, "set by a call"},       {MPIDBG_CVAR_OVERRIDE, "override file"}};
  return term(terms, source, "unknown");
}

constexpr std::string_view class_term(int variable_class) {
  constexpr Term terms[] = {{MPIDBG_PVAR_CLASS_STATE, "state"},
                            {MPIDBG_PVAR_CLASS_LEVEL, "level"},
                            {MPIDBG_PVAR_CLASS_SIZE, "size"},
                            {MPIDBG_PVAR_CLASS_PERCENTAGE, "percentage"},
                            {MPIDBG_PVAR_CLASS_HIGHWATERMARK, "high watermark"},
                            {MPIDBG_PVAR_CLASS_LOWWATERMARK, "low watermark"},
                            {MPIDBG_PVAR_CLASS_COUNTER, "counter"},
                            {MPIDBG_PVAR_CLASS_AGGREGATE, "aggregate"},
                            {MPIDBG_PVAR_CLASS_TIMER, "timer"},
                            {MPIDBG_PVAR_CLASS_GENERIC, "generic"}};
  return term(terms, variable_class, "unknown");
}

constexpr std::string_view datatype_term(int datatype) {
  constexpr Term terms[] = {{MPIDBG_T_INT, "MPI_INT"},
                            {MPIDBG_T_UNSIGNED, "MPI_UNSIGNED"},
                            {MPIDBG_T_UNSIGNED_LONG, "MPI_UNSIGNED_LONG"},
                            {MPIDBG_T_UNSIGNED_LONG_LONG, "MPI_UNSIGNED_LONG_LONG"},
                            {MPIDBG_T_CHAR, "MPI_CHAR"},
                            {MPIDBG_T_C_BOOL, "MPI_C_BOOL"},
                            {MPIDBG_T_DOUBLE, "MPI_DOUBLE"},
                            {MPIDBG_T_LONG, "MPI_LONG"},
                            {MPIDBG_T_INT32_T, "MPI_INT32_T"},
                            {MPIDBG_T_UINT32_T, "MPI_UINT32_T"},
                            {MPIDBG_T_INT64_T, "MPI_INT64_T"},
                            {MPIDBG_T_UINT64_T, "MPI_UINT64_T"}};
  static_assert(std::size(terms) == MPIDBG_T_DATATYPE_MAX);
  return term(terms, datatype, "unknown");
}

// Names the reason why a snapshot was taken.
constexpr std::string_view snapshot_reason_term(int reason) {
  constexpr Term terms[] = {{MPIDBG_SNAPSHOT_AT_INIT, "init"},         {MPIDBG_SNAPSHOT_AT_FINALIZE, "finalize"},
                            {MPIDBG_SNAPSHOT_AT_PCONTROL, "pcontrol"}, {MPIDBG_SNAPSHOT_AT_INTERVAL, "interval"},
                            {MPIDBG_SNAPSHOT_AT_SIGNAL, "signal"},     {MPIDBG_SNAPSHOT_AT_ABORT, "abort"}};
  return term(terms, reason, "unknown");
}

}  // namespace mqs_shim
