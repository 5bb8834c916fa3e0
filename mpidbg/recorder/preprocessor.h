#pragma once
// Defines a macro for lists: MPIDBG_LIST(m, a, b, c) expands to m(a), m(b), m(c), and to nothing if the list is empty.
// It supports up to 300 elements.

#define MPIDBG_PARENTHESES ()
#define MPIDBG_RESCAN(...) MPIDBG_RESCAN_3(MPIDBG_RESCAN_3(MPIDBG_RESCAN_3(MPIDBG_RESCAN_3(__VA_ARGS__))))
#define MPIDBG_RESCAN_3(...) MPIDBG_RESCAN_2(MPIDBG_RESCAN_2(MPIDBG_RESCAN_2(MPIDBG_RESCAN_2(__VA_ARGS__))))
#define MPIDBG_RESCAN_2(...) MPIDBG_RESCAN_1(MPIDBG_RESCAN_1(MPIDBG_RESCAN_1(MPIDBG_RESCAN_1(__VA_ARGS__))))
#define MPIDBG_RESCAN_1(...) __VA_ARGS__
#define MPIDBG_LIST(macro, ...) __VA_OPT__(MPIDBG_RESCAN(MPIDBG_LIST_STEP(macro, __VA_ARGS__)))
#define MPIDBG_LIST_STEP(macro, first, ...) \
  macro(first) __VA_OPT__(, MPIDBG_LIST_AGAIN MPIDBG_PARENTHESES(macro, __VA_ARGS__))
#define MPIDBG_LIST_AGAIN() MPIDBG_LIST_STEP

// These macros return the parts of (Kind, name), an element of a call's parameters.
#define MPIDBG_KIND(parameter) MPIDBG_KIND_OF parameter
#define MPIDBG_KIND_OF(kind, name) kind
#define MPIDBG_NAME(parameter) MPIDBG_NAME_OF parameter
#define MPIDBG_NAME_OF(kind, name) name
