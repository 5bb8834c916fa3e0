#pragma once
// Lists the kinds of objects that ObjectRecords (library/object_records.h) reads into one record each. `each` is a
// macro with three arguments: the noun, which names the function of ObjectRecords and the enumerator of HandleKind; the
// name of the library's reader of the kind; the type of the record.

// clang-format off
#define MPIDBG_OBJECT_KINDS(each)           \
  each(group, groups, Group)                \
  each(request, requests, Request)          \
  each(errhandler, errhandlers, Errhandler) \
  each(datatype, datatypes, Datatype)       \
  each(file, files, File)                   \
  each(info, infos, Info)                   \
  each(op, ops, Op)                         \
  each(window, windows, Window)             \
  each(message, messages, Message)          \
  each(session, sessions, Session)
// clang-format on
